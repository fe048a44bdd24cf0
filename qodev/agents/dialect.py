"""The template language: Jinja2 in a sandbox, bridged towards inja, checked, counted and compiled (A54 to A65).

Compiled templates are kept by their source text. Importing this module imports Jinja2, which costs 30 ms: whoever
need not render imports it inside a function (F37).
"""

import io
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import CodeType

from jinja2 import Template, TemplateError, TemplateSyntaxError, nodes
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from qodev.agents.checker import Facts, check_tree
from qodev.agents.codegen import MODULE_NAMES, ROUNDS, CountingGenerator
from qodev.agents.faults import TemplateFault, depth_fault, output_fault, time_fault
from qodev.agents.machine import EXPECTED, Machine, as_fault
from qodev.agents.marks import expand
from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.template_lints import Lint, find_lints
from qodev.agents.values import Missing
from qodev.base.codes import Code

DIALECT_VERSION = 1
_SOURCE_LIMIT = 1024 * 1024
_KEPT = 512
Marks = tuple[tuple[str, str], ...]
"""What `${...}` stands for in the texts of a template (A96)."""


class TemplateContext(Context):
    """The variables of a render, and the machine that serves it."""

    machine: Machine

    def derived(self, locals: dict[str, object] | None = None) -> "TemplateContext":  # noqa: A002 - Jinja's name
        """Returns a context with more variables."""
        inner = super().derived(locals)
        assert isinstance(inner, TemplateContext)
        inner.machine = self.machine
        return inner


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """A second wall behind the checker: no globals, no loader, no extensions (S87)."""

    context_class = TemplateContext
    code_generator_class = CountingGenerator

    def __init__(self) -> None:
        super().__init__(undefined=Missing, autoescape=False, keep_trailing_newline=True, optimized=False)
        self.globals.clear()


@lru_cache(maxsize=1)
def environment() -> TemplateEnvironment:
    """Returns the one environment; it holds nothing of any template."""
    return TemplateEnvironment()


class CompiledUnit:
    """A compiled template with what its tree says."""

    __slots__ = ("_template", "blocks", "facts", "lints", "root_render_func")

    def __init__(self, code: CodeType, facts: Facts, lints: tuple[Lint, ...]) -> None:
        self._template = Template.from_code(environment(), code, {})
        self.root_render_func = self._template.root_render_func
        self.blocks: Mapping[str, Callable[[Context], Iterator[str]]] = self._template.blocks
        self.facts = facts
        self.lints = lints
        self._names.update(MODULE_NAMES)

    @property
    def _names(self) -> dict[str, object]:
        return self.root_render_func.__globals__

    def line_of(self, fault: BaseException) -> int | None:
        """Returns the template line in which `fault` was raised."""
        line, step = None, fault.__traceback__
        while step is not None:
            if step.tb_frame.f_globals is self._names:
                line = self._template.get_corresponding_lineno(step.tb_lineno)
            step = step.tb_next
        return line


def load_unit(text: str, marks: Marks = ()) -> CompiledUnit:
    """Returns the compiled template of `text`; raises TemplateFault when it cannot be one."""
    found = _compiled(text, marks)
    if isinstance(found, TemplateFault):
        raise found.fresh()
    return found


@lru_cache(maxsize=_KEPT)
def _compiled(text: str, marks: Marks) -> CompiledUnit | TemplateFault:
    deadline = time.monotonic() + LOAD_LIMITS.time_s

    def check_time() -> None:
        if time.monotonic() > deadline:
            raise time_fault()

    try:
        return _compile(text, marks, _every(64, check_time))
    except TemplateFault as fault:
        if fault.code is Code.LIMIT_TIME:
            raise  # not kept: the machine may have been busy
        return fault


def _every(number: int, call: Callable[[], None]) -> Callable[[], None]:
    count = 0

    def counted() -> None:
        nonlocal count
        count += 1
        if not count % number:
            call()

    return counted


def _compile(text: str, marks: Marks, check_time: Callable[[], None]) -> CompiledUnit:
    try:
        tree = _parse(text, check_time)
        facts = check_tree(tree, check_time)
        lints = find_lints(tree)
        tree = _Bridge(facts, dict(marks)).visit(tree)
        written = io.StringIO()
        generator = CountingGenerator(environment(), None, None, stream=written, optimized=False)
        generator.macros = frozenset(facts.macros)
        generator.check_time = check_time
        generator.visit(tree)
        source = written.getvalue()
        # Jinja's own step from source to code, which its environments may replace; its public one would parse anew.
        return CompiledUnit(environment()._compile(source, "<template>"), facts, lints)
    except TemplateSyntaxError as fault:
        raise _syntax_fault(fault, text) from None
    except (RecursionError, MemoryError, OverflowError):
        raise depth_fault() from None
    except SyntaxError as fault:  # of the code that was written: Python's own parser refuses it (S95)
        if "nested" in (fault.msg or ""):
            raise depth_fault() from None
        raise TemplateFault(Code.TEMPLATE_SYNTAX, "The template uses a name or a tag where it cannot stand.") from None
    except TemplateError:
        raise TemplateFault(Code.TEMPLATE_SYNTAX, "The template cannot be read.") from None
    except EXPECTED:
        raise TemplateFault(Code.TEMPLATE_SYNTAX, "The template holds a number or text that cannot be read.") from None


def _parse(text: str, check_time: Callable[[], None]) -> nodes.Template:
    if len(text) > _SOURCE_LIMIT:
        raise output_fault()
    space = environment()
    stream = space.lexer.tokenize(text)
    parser = Parser(space, "")
    parser.stream = TokenStream(_bridged(iter(stream), check_time), None, None)
    return parser.parse()


def _bridged(tokens: Iterator[Token], check_time: Callable[[], None]) -> Iterator[Token]:
    """Reads inja's `else if` as `elif` (A65)."""
    held: list[Token] = []
    for token in tokens:
        check_time()
        held.append(token)
        kinds = [t.type for t in held]
        if kinds == ["block_begin"] or (len(held) == 2 and held[1].test("name:else")):
            continue
        if len(held) == 3 and token.test("name:if"):
            held[1:] = [Token(held[1].lineno, "name", "elif")]
        yield from held
        held = []
    yield from held


class _Bridge(NodeTransformer):
    """Rewrites a checked tree: `null`, `${...}` marks, functions without `()`, counted loops."""

    def __init__(self, facts: Facts, marks: Mapping[str, str]) -> None:
        self._facts = facts
        self._marks = marks
        self._targets: list[int] = []  # how many names each loop around sets

    def _expanded(self, text: str) -> str:
        return expand(text, self._marks) if "${" in text else text

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        node.data = self._expanded(node.data)
        return node

    def visit_Const(self, node: nodes.Const) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        if isinstance(node.value, str):
            node.value = self._expanded(node.value)
        return node

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        if node.ctx != "load" or node.name in self._facts.bound:
            return node
        if node.name == "null":
            return nodes.Const(None, lineno=node.lineno)
        if node.name == "agent_role":
            return nodes.Call(node, [], [], None, None, lineno=node.lineno)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        target = node.node
        self.generic_visit(node)
        if isinstance(target, nodes.Name):
            node.node = target
            if target.name == "loop" and self._targets and len(node.args) == 1:
                node.args = [_rounds(node.args[0], self._targets[-1])]
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        targets = len(node.target.items) if isinstance(node.target, nodes.Tuple) else 1
        self._targets.append(targets)
        self.generic_visit(node)
        self._targets.pop()
        node.iter = _rounds(node.iter, targets)
        return node

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        self.generic_visit(node)
        node.filter = nodes.Filter(node.filter, "string", [], [], None, None, lineno=node.lineno)  # it is output
        return node

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - named for Jinja's node
        return node

    visit_Extends = visit_Import = visit_FromImport = visit_Include  # noqa: N815 - names of partials are not expanded


def _rounds(values: nodes.Node, targets: int) -> nodes.Filter:
    """Returns the counted rounds of a loop over `values`; two targets take the pairs of an object (A65)."""
    return nodes.Filter(values, ROUNDS, [nodes.Const(targets)], [], None, None, lineno=values.lineno)


_HINTS = (("&&", "and"), ("||", "or"), ("^", "**"))


def _syntax_fault(fault: TemplateSyntaxError, text: str) -> TemplateFault:
    lines = text.splitlines() or [""]
    line = lines[min(fault.lineno, len(lines)) - 1] if fault.lineno else ""
    hint = next((f"Use `{word}` instead of `{sign}`." for sign, word in _HINTS if sign in line), None)
    message = fault.message or "The template cannot be read."
    if "codec" in message:
        message = "A text holds a mark after `\\` that does not exist"
    return TemplateFault(Code.TEMPLATE_SYNTAX, f"{message.rstrip('.')}.", hint, fault.lineno)


def new_context(unit: CompiledUnit, names: Mapping[str, object]) -> TemplateContext:
    """Returns a context for one run of a unit."""
    return TemplateContext(environment(), dict(names), None, dict(unit.blocks))


def run_unit(unit: CompiledUnit, names: Mapping[str, object], machine: Machine) -> str:
    """Returns the output of a unit; raises TemplateFault, with its line, for whatever stops it."""
    counters = machine.counters
    context = new_context(unit, names)
    context.machine = machine
    pieces: list[str] = []
    try:
        size = 0
        for piece in unit.root_render_func(context):
            size += len(piece)
            if size > counters.limits.output_bytes:
                raise output_fault()
            pieces.append(piece)
        counters.check_time()
    except (TemplateFault, TemplateError, *EXPECTED) as fault:
        found = as_fault(fault, unit)
        found.snippet = "".join(pieces[-50:])[-250:]
        raise found from None
    return _bounded("".join(pieces), counters)


def _bounded(text: str, counters: Counters) -> str:
    limit = counters.limits.output_bytes
    may_be_over = not text.isascii() and len(text) * 4 > limit
    if may_be_over and len(text.encode("utf-8", "surrogatepass")) > limit:
        raise output_fault()
    return text
