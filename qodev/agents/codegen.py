"""Writes the Python code of a template, with every operation routed through counted ones.

Jinja's compiler does the scoping; what it would do with values is replaced: `q_machine` and `q_counters` are locals of
the render functions, the other `q_` names are globals of the generated module.
"""

# ruff: noqa: N802, N815, D102, ANN401, ARG002 - overrides of Jinja's generator, whose names and types these are

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from qodev.agents import operators, values
from qodev.agents.names import FUNCTIONS

_OPERATIONS = ("add", "subtract", "multiply", "divide", "divide_down", "remainder", "power")
ROUNDS = "rounds of a loop"  # a filter name that cannot be written in a template

MODULE_NAMES: Mapping[str, object] = {
    **{f"q_{name}": getattr(operators, name) for name in _OPERATIONS},
    "q_concat": operators.concat,
    "q_slice": operators.slice_of,
    "q_within": operators.within,
    "q_show": values.show,
    "q_member": values.member,
    "q_item": values.item,
    "q_nothing": values.Nothing,
    "q_tojson": values.write_json,
}


def path_of(node: nodes.Node) -> str:
    """Returns what an expression is called in messages, such as `ctx.history[0]`."""
    if isinstance(node, nodes.Name):
        return str(node.name)
    if isinstance(node, nodes.Getattr):
        return f"{path_of(node.node)}.{node.attr}"
    if isinstance(node, nodes.Getitem):
        key = node.arg
        shown = f".{key.value}" if isinstance(key, nodes.Const) and isinstance(key.value, str | int) else "[…]"
        return path_of(node.node) + shown
    return "a value"


def _binary(operation: str) -> Callable[["CountingGenerator", nodes.BinExpr, Frame], None]:
    def visit(self: "CountingGenerator", node: nodes.BinExpr, frame: Frame) -> None:
        self.write(f"q_{operation}(q_counters, ")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")

    return visit


class CountingGenerator(CodeGenerator):
    """The code generator of the dialect; `macros` are the names that the template itself makes callable."""

    macros: frozenset[str] = frozenset()
    check_time: Callable[[], None]

    visit_Add = _binary("add")
    visit_Sub = _binary("subtract")
    visit_Mul = _binary("multiply")
    visit_Div = _binary("divide")
    visit_FloorDiv = _binary("divide_down")
    visit_Mod = _binary("remainder")
    visit_Pow = _binary("power")

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        """Visits a node; the clock is looked at, since generating counts as rendering (S95)."""
        self.check_time()
        return super().visit(node, *args, **kwargs)

    def pull_dependencies(self, nodes: Any) -> None:
        """Does nothing: filters and tests are looked up by the machine."""

    def write_commons(self) -> None:
        """Adds the names that the counted operations need."""
        super().write_commons()
        self.writeline("q_machine = context.machine")
        self.writeline("q_counters = q_machine.counters")
        self.writeline("cond_expr_undefined = q_nothing")

    def buffer(self, frame: Frame) -> None:
        """Opens a counted buffer."""
        frame.buffer = self.temporary_identifier()
        self.writeline(f"{frame.buffer} = q_machine.buffer()")

    def _make_finalize(self) -> Any:
        return self._FinalizeInfo(None, None)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_json(node):
            self.write("q_show(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not self._is_json(node):
            self.write(", q_counters)")

    def _is_json(self, node: nodes.Node) -> bool:
        """Tells whether the output is text already, and counted."""
        return isinstance(node, nodes.Call) and self._is_plain_tojson(node)

    def _visit_all(self, parts: list[nodes.Node], frame: Frame) -> None:
        for part in parts:
            self.write(", ")
            self.visit(part, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("q_concat(q_counters")
        self._visit_all(list(node.nodes), frame)
        self.write(")")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:
        if len(node.ops) == 1 and node.ops[0].op in ("in", "notin"):
            self.write("(not " if node.ops[0].op == "notin" else "(")
            self.write("q_within(q_counters")
            self._visit_all([node.expr, node.ops[0].expr], frame)
            self.write("))")
            return
        # Two long values take milliseconds to compare, and nothing tells how long they are: the clock is asked each time.
        self.write("(q_counters.check_time() or (")
        self.visit(node.expr, frame)
        for operand in node.ops:
            self.visit(operand, frame)
        self.write("))")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.write("q_member(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r}, {path_of(node)!r})")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        if isinstance(node.arg, nodes.Slice):
            self.write("q_slice(q_counters, ")
            self.visit(node.node, frame)
            for part in (node.arg.start, node.arg.stop, node.arg.step):
                self.write(", ")
                self.visit(nodes.Const(None) if part is None else part, frame)
            self.write(")")
            return
        self.write("q_item(")
        self.visit(node.node, frame)
        self.write(", ")
        self.visit(node.arg, frame)
        self.write(f", {path_of(node)!r})")

    def visit_List(self, node: nodes.List | nodes.Tuple, frame: Frame) -> None:
        counted = not all(isinstance(part, nodes.Const) for part in node.items)
        self.write("q_counters.keep([" if counted else "[")
        for part in node.items:
            self.visit(part, frame)
            self.write(", ")
        self.write("])" if counted else "]")

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:
        if node.ctx == "load":
            self.visit_List(node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        self.write("q_counters.keep(")
        super().visit_Dict(node, frame)
        self.write(")")

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:
        if node.name == ROUNDS:
            self.write("q_machine.each(")
        elif node.name == "exists":
            self._start_function(node.name, frame)
            self.write(", ")
        else:
            self.write(f"q_machine.filter({node.name!r}, ")
        if node.node is not None:
            self.visit(node.node, frame)
        else:
            self.write(f"concat({frame.buffer})")
        self.signature(node, frame)
        self.write(")")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        self.write(f"q_machine.test({node.name!r}, ")
        self.visit(node.node, frame)
        self.signature(node, frame)
        self.write(")")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: FBT001, FBT002 - as in Jinja
        target = node.node
        if self._is_plain_tojson(node):
            self.write("q_tojson(")
            self.visit(node.args[0], frame)
            self.write(", q_counters)")
            return
        if isinstance(target, nodes.Getattr):
            self.write("q_machine.method(")
            self.visit(target.node, frame)
            self.write(f", {target.attr!r}, {path_of(target)!r}")
        elif isinstance(target, nodes.Name) and target.name in FUNCTIONS and target.name not in self.macros:
            self._start_function(target.name, frame)
        else:
            self.write("q_machine.call(")
            self.visit(target, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _is_plain_tojson(self, node: nodes.Call) -> bool:
        """Tells whether this is the call that bodies are full of; it takes a shorter way."""
        target = node.node
        is_named = isinstance(target, nodes.Name) and target.name == "tojson" and "tojson" not in self.macros
        return is_named and len(node.args) == 1 and not node.kwargs

    def _start_function(self, name: str, frame: Frame) -> None:
        if name == "exists":
            self.write(f"q_machine.exists(context, {self.dump_local_context(frame)}")
        else:
            self.write(f"q_machine.invoke({name!r}")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        local = self.dump_local_context(frame) if node.with_context else "None"
        name = self._constant(node.template)
        call = f"q_machine.include(context, {name!r}, {local}, ignore_missing={bool(node.ignore_missing)})"
        self.writeline(f"yield from {call}" if frame.buffer is None else f"{frame.buffer}.extend({call})", node)

    def _constant(self, node: nodes.Node) -> str:
        assert isinstance(node, nodes.Const)  # the checker lets nothing else through
        return str(node.value)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        local = self.dump_local_context(frame) if node.with_context else "None"
        self.write(f"q_machine.module(context, {self._constant(node.template)!r}, {local})")

    def visit_Extends(self, node: nodes.Extends, frame: Frame) -> None:
        self.writeline(f"parent_template = q_machine.parent(context, {self._constant(node.template)!r})", node)
        self.has_known_extends = self.has_known_extends or bool(frame.rootlevel)
        self.extends_so_far += 1
