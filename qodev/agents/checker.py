"""Checks the tree of a template before it is compiled: which nodes, calls, filters and includes it may have (S86)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from jinja2 import nodes

from qodev.agents.codegen import path_of
from qodev.agents.faults import TemplateFault, depth_fault, forbidden_fault, runtime_fault
from qodev.agents.filters import FILTER_NAMES, TESTS, unknown_filter
from qodev.agents.meter import INTEGER_BITS, VALUE_DEPTH
from qodev.agents.names import FUNCTIONS, LOOP_METHODS, METHODS, PROMPT_FUNCTIONS
from qodev.agents.sources import check_partial_name
from qodev.agents.values import loop_parent_fault
from qodev.base.codes import Code

_ALLOWED = frozenset(
    [
        "Template",
        "Output",
        "TemplateData",
        "Const",
        "Name",
        "NSRef",
        "Getattr",
        "Getitem",
        "Slice",
        "Call",
        "Keyword",
        "Filter",
        "Test",
        "List",
        "Tuple",
        "Dict",
        "Pair",
        "CondExpr",
        "Compare",
        "Operand",
        "And",
        "Or",
        "Not",
        "Neg",
        "Pos",
        "Add",
        "Sub",
        "Mul",
        "Div",
        "FloorDiv",
        "Mod",
        "Pow",
        "Concat",
        "For",
        "If",
        "Assign",
        "AssignBlock",
        "FilterBlock",
        "With",
        "Scope",
        "Include",
        "Import",
        "FromImport",
        "Extends",
        "Block",
        "Macro",
        "CallBlock",
    ]
)
_BLOCKS = (
    nodes.For,
    nodes.Macro,
    nodes.CallBlock,
    nodes.FilterBlock,
    nodes.With,
    nodes.AssignBlock,
    nodes.Block,
    nodes.If,
)
_BLOCK_DEPTH = 40
_NODES_LIMIT = 20_000  # Python compiles a template in one go, holding every other thread: 20 000 take some 0.1 s
_SPECIAL_CALLS = frozenset(("loop", "caller", "super"))


@dataclass(frozen=True, slots=True)
class Use:
    """Something named at a line of a template."""

    name: str
    line: int


@dataclass(slots=True)
class Facts:
    """What the tree of one template says."""

    bound: set[str] = field(default_factory=set)  # names that the template itself gives a meaning
    macros: set[str] = field(default_factory=set)  # those of them that may be called
    calls: list[Use] = field(default_factory=list)  # calls of names that are no macros of this template
    prompt_uses: list[Use] = field(default_factory=list)  # functions that work only in prompts
    includes: list[Use] = field(default_factory=list)  # includes, imports and parents that must exist
    optional: list[Use] = field(default_factory=list)  # includes with `ignore missing`
    roles: list[Use] = field(default_factory=list)  # constant ids given to agent_role
    members: set[str] = field(default_factory=set)  # names after a dot or in a constant index


def check_tree(tree: nodes.Template, check_time: Callable[[], None]) -> Facts:
    """Returns the facts of a tree; raises TemplateFault at the first thing that is not allowed."""
    facts = Facts()
    everything: list[nodes.Node] = []
    for node in _walk(tree, check_time):
        everything.append(node)
        if len(everything) > _NODES_LIMIT:
            raise TemplateFault(Code.LIMIT_TIME, "The template is too large to be compiled.", "Split it into partials.")
    _check_nesting(tree, 0, 0)
    for node in everything:
        _collect_bound(node, facts)
    for node in everything:
        try:
            _check(node, facts)
        except TemplateFault as fault:
            fault.line = fault.line or node.lineno
            raise
    return facts


def _walk(tree: nodes.Template, check_time: Callable[[], None]) -> Iterable[nodes.Node]:
    pending: list[nodes.Node] = [tree]
    while pending:
        node = pending.pop()
        check_time()
        yield node
        pending.extend(reversed(list(node.iter_child_nodes())))


def _check_nesting(node: nodes.Node, level: int, blocks: int) -> None:
    """Refuses what Python's compiler would refuse later, and what would make Jinja's take very long (S95)."""
    blocks += isinstance(node, _BLOCKS)
    if level > VALUE_DEPTH or blocks > _BLOCK_DEPTH:
        raise depth_fault()
    for child in node.iter_child_nodes():
        _check_nesting(child, level + 1, blocks)


def _collect_bound(node: nodes.Node, facts: Facts) -> None:
    if isinstance(node, nodes.Name) and node.ctx in ("store", "param"):
        facts.bound.add(node.name)
    elif isinstance(node, nodes.Macro):
        facts.bound.add(node.name)
        facts.macros.add(node.name)
    elif isinstance(node, nodes.Import):
        facts.bound.add(node.target)
    elif isinstance(node, nodes.FromImport):
        names = {name if isinstance(name, str) else name[1] for name in node.names}
        facts.bound |= names
        facts.macros |= names


def _check(node: nodes.Node, facts: Facts) -> None:
    kind = type(node).__name__
    if kind not in _ALLOWED:
        raise TemplateFault(Code.TEMPLATE_FORBIDDEN, "This tag is not allowed in templates.")
    check = _CHECKS.get(kind)
    if check is not None:
        check(node, facts)


def _check_name(node: nodes.Name, facts: Facts) -> None:
    if node.ctx != "load" or node.name in facts.bound:
        return
    if node.name == "self":
        raise forbidden_fault("self")
    if node.name in PROMPT_FUNCTIONS:
        facts.prompt_uses.append(Use(node.name, node.lineno))


def _check_const(node: nodes.Const, facts: Facts) -> None:
    value = node.value
    is_infinite = isinstance(value, float) and value in (float("inf"), float("-inf"))
    if is_infinite or (isinstance(value, int) and value.bit_length() > INTEGER_BITS):
        raise runtime_fault("A number is too large.")
    if isinstance(value, str) and value.startswith("ctx."):
        facts.members.update(value.split("."))  # exists("ctx.suffix")


def _check_getattr(node: nodes.Getattr, facts: Facts) -> None:
    facts.members.add(node.attr)
    if node.attr == "parent" and isinstance(node.node, nodes.Name) and node.node.name == "loop":
        raise loop_parent_fault()


def _check_getitem(node: nodes.Getitem, facts: Facts) -> None:
    if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
        facts.members.add(node.arg.value)


def _check_call(node: nodes.Call, facts: Facts) -> None:
    target = node.node
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise forbidden_fault("*")
    if isinstance(target, nodes.Name):
        _check_named_call(node, target, facts)
    elif isinstance(target, nodes.Getattr):
        is_import = isinstance(target.node, nodes.Name) and target.node.name in facts.bound
        named = not target.attr.startswith("_") and is_import
        if target.attr not in METHODS | LOOP_METHODS and not named:
            raise forbidden_fault(f"{path_of(target)}()")
    else:
        raise TemplateFault(Code.TEMPLATE_FORBIDDEN, "Only functions, macros and listed methods can be called.")


def _check_call_block(node: nodes.CallBlock, facts: Facts) -> None:
    target = node.call.node
    is_macro = isinstance(target, nodes.Name) and (target.name in facts.macros or target.name not in FUNCTIONS)
    is_import = isinstance(target, nodes.Getattr) and isinstance(target.node, nodes.Name) and target.attr not in METHODS
    if not is_macro and not is_import:
        raise TemplateFault(Code.TEMPLATE_FORBIDDEN, "Only a macro can be called with a block.")


def _check_named_call(node: nodes.Call, target: nodes.Name, facts: Facts) -> None:
    if target.name in _SPECIAL_CALLS or target.name in facts.macros:
        return
    facts.calls.append(Use(target.name, node.lineno))
    if target.name == "agent_role" and len(node.args) == 1:
        role = node.args[0]
        if isinstance(role, nodes.Const) and isinstance(role.value, str):
            facts.roles.append(Use(role.value, node.lineno))


def _check_filter(node: nodes.Filter, facts: Facts) -> None:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise forbidden_fault("*")
    _require_filter(node.name, node.lineno, facts)
    first = node.args[0] if node.args else None
    second = node.args[1] if len(node.args) > 1 else None
    if node.name == "map" and isinstance(first, nodes.Const):
        _require_filter(str(first.value), node.lineno, facts)
    if node.name in ("select", "reject"):
        _require_test(first)
    if node.name in ("selectattr", "rejectattr"):
        _require_test(second)


def _require_filter(name: str, line: int, facts: Facts) -> None:
    if name in PROMPT_FUNCTIONS:
        facts.prompt_uses.append(Use(name, line))
    elif name not in FILTER_NAMES and " " not in name:
        raise unknown_filter(name)


def _require_test(node: nodes.Node | None) -> None:
    if isinstance(node, nodes.Const) and str(node.value) not in TESTS:
        raise unknown_filter(str(node.value), test=True)


def _check_test(node: nodes.Test, facts: Facts) -> None:  # noqa: ARG001 - as all in the table
    if node.name not in TESTS:
        raise unknown_filter(node.name, test=True)
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise forbidden_fault("*")


def _check_include(node: nodes.Include, facts: Facts) -> None:
    use = _partial_name(node.template)
    (facts.optional if node.ignore_missing else facts.includes).append(use)


def _check_import(node: nodes.Import | nodes.FromImport | nodes.Extends, facts: Facts) -> None:
    facts.includes.append(_partial_name(node.template))


def _partial_name(node: nodes.Node) -> Use:
    if not isinstance(node, nodes.Const) or not isinstance(node.value, str):
        hint = "Write the name as one text, such as `partials/x.jinja`."
        raise TemplateFault(Code.INCLUDE_DYNAMIC, "The name of a partial must be a constant text.", hint, node.lineno)
    check_partial_name(node.value)
    return Use(node.value, node.lineno)


_CHECKS: dict[str, Callable[..., None]] = {
    "Name": _check_name,
    "Const": _check_const,
    "Getattr": _check_getattr,
    "Getitem": _check_getitem,
    "Call": _check_call,
    "CallBlock": _check_call_block,
    "Filter": _check_filter,
    "Test": _check_test,
    "Include": _check_include,
    "Import": _check_import,
    "FromImport": _check_import,
    "Extends": _check_import,
}


def call_faults(facts: Facts, known: frozenset[str], *, in_prompt: bool) -> Iterable[tuple[Use, bool]]:
    """Yields the calls and uses that have no meaning: True for one that belongs into a prompt."""
    for use in (*facts.calls, *facts.prompt_uses):
        if use.name in PROMPT_FUNCTIONS:
            if not in_prompt:
                yield use, True
        elif use.name not in FUNCTIONS and use.name not in known and use.name not in facts.bound:
            yield use, False
