"""What compiled templates call while they run; one machine serves one render."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from jinja2 import TemplateError, UndefinedError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.utils import missing

from qodev.agents.faults import TemplateFault, depth_fault, output_fault, runtime_fault, undefined_fault
from qodev.agents.filters import FILTERS, TESTS, unknown_filter
from qodev.agents.functions import FUNCTIONS
from qodev.agents.kinds import is_array
from qodev.agents.list_filters import choose_members, map_members
from qodev.agents.meter import CountedBuffer, Counters, Rounds, enter_call, enter_include
from qodev.agents.methods import call_method, find_macro
from qodev.agents.names import PROMPT_FUNCTIONS, TAKES_MISSING
from qodev.agents.predicates import TAKES_MISSING_TESTS
from qodev.agents.sources import TemplateSources
from qodev.agents.values import Missing, Module, item, type_name
from qodev.base.codes import Code

EXPECTED = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, NameError, RuntimeError, MemoryError)
"""What generated code can raise for reasons that lie in a template."""

_CHOOSERS = {
    "select": (True, False),
    "reject": (False, False),
    "selectattr": (True, True),
    "rejectattr": (False, True),
}


class Unit(Protocol):
    """A compiled template."""

    root_render_func: Callable[[Context], Iterator[str]]
    blocks: Mapping[str, Callable[[Context], Iterator[str]]]

    def line_of(self, fault: BaseException) -> int | None:
        """Returns the template line in which `fault` was raised."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a template runs: what it can include, how units are compiled, and the functions of prompts."""

    sources: TemplateSources
    load: Callable[[str], Unit]
    new_context: Callable[[Any, Mapping[str, object]], Context]  # of a unit that `load` gave
    prompt: Mapping[str, Callable[..., object]]


class Machine:
    """The operations behind generated code; every value that it hands out is plain data."""

    __slots__ = ("_included", "counters", "setting")

    def __init__(self, counters: Counters, setting: Setting) -> None:
        self.counters = counters
        self.setting = setting
        self._included: dict[str, Unit] = {}  # partials by name, judged and loaded once a render

    def buffer(self) -> CountedBuffer:
        """Returns a fresh output buffer."""
        return CountedBuffer(self.counters)

    def each(self, value: object, targets: int) -> Rounds:
        """Returns the rounds of a loop over an array or object (A61, A65)."""
        if type(value) is list:
            self.counters.count_rounds(len(value))
            return Rounds(value, self.counters)
        if isinstance(value, Missing):
            value.fail()
        if isinstance(value, Mapping):
            members: Sequence[object] = list(value.items()) if targets == 2 else list(value)
        elif is_array(value):
            members = value
        else:
            raise runtime_fault(f"Only arrays and objects can be looped over, not {type_name(value)}.")
        self.counters.count_rounds(len(members))
        return Rounds(members, self.counters)

    def invoke(self, name: str, /, *args: object, **named: object) -> object:
        """Calls one of the functions of A66."""
        function = FUNCTIONS.get(name) or self._prompt_function(name)
        if name not in TAKES_MISSING:
            for arg in (*args, *named.values()) if named else args:
                if isinstance(arg, Missing):
                    arg.fail()
        return self._apply(f"`{name}`", function, args, named)

    def _prompt_function(self, name: str) -> Callable[..., object]:
        function = self.setting.prompt.get(name)
        if function is None:
            raise wrong_place(name) if name in PROMPT_FUNCTIONS else unknown_function(name)
        return function

    def _apply(
        self, label: str, function: Callable[..., object], args: tuple[object, ...], named: Mapping[str, Any]
    ) -> object:
        try:
            return function(self.counters, *args, **named)
        except (TypeError, ValueError, OverflowError):
            raise runtime_fault(
                f"{label} cannot work with what it is given: wrong number or kind of arguments."
            ) from None

    def exists(self, context: Context, local: Mapping[str, object], *args: object) -> bool:
        """Tells whether a dotted path leads to something; loop variables count too."""
        if len(args) == 1 and isinstance(args[0], Missing):
            return False
        if len(args) != 1 or not isinstance(args[0], str):
            raise runtime_fault("`exists` needs one text, such as `ctx.suffix`.")
        root, *parts = args[0].split(".")
        value = local.get(root, missing)
        if value is missing:
            value = context.resolve_or_missing(root)
        if value is missing or isinstance(value, Missing):
            return False
        for part in parts:
            self.counters.tick()
            if part.startswith("_") and not (isinstance(value, Mapping) and part in value):
                return False
            is_index = part.isascii() and part.isdigit() and len(part) < 10 and not isinstance(value, Mapping)
            value = item(value, int(part) if is_index else part, part)
        return not isinstance(value, Missing)

    def method(self, value: object, name: str, path: str, /, *args: object, **named: object) -> object:
        """Calls a method of a value, or a macro of an imported partial."""
        macro = find_macro(value, name) if isinstance(value, Module) else None
        if macro is not None:
            return self.call(macro, *args, **named)
        try:
            if named and not (isinstance(value, str) and name in ("split", "replace")):
                raise runtime_fault(f"`{path}` takes no named arguments.")
            return call_method(self.counters, value, name, path, (*args, *named.values()))
        except (TypeError, ValueError, OverflowError):
            raise runtime_fault(f"`{path}()` cannot work with what it is given.") from None

    def call(self, target: object, /, *args: object, **named: Any) -> object:  # noqa: ANN401 - what a template passes on
        """Calls a macro, a parent block or a recursive loop."""
        if isinstance(target, Missing):
            target.fail()
        if not isinstance(target, Macro | BlockReference | LoopContext):
            raise TemplateFault(Code.TEMPLATE_FORBIDDEN, f"{type_name(target)} cannot be called.")
        enter_call(self.counters)
        try:
            if isinstance(target, Macro):
                return target(*args, **named)
            if isinstance(target, BlockReference):
                return target()
            (rounds,) = args  # one value, whose members were counted already where the call itself names the loop
            return target(rounds if isinstance(rounds, Rounds) else self.each(rounds, 1))
        except (TypeError, ValueError) as fault:
            if fault.__traceback__ is not None and fault.__traceback__.tb_next is not None:
                raise
            raise runtime_fault("The call does not fit the macro.") from None
        finally:
            self.counters.calls -= 1

    def filter(self, name: str, value: object, /, *args: object, **named: object) -> object:
        """Applies a filter; the functions of A66 are filters too."""
        if name == "map":
            return map_members(self.counters, self.filter, self._given(value), *args, **named)
        if name in _CHOOSERS:
            wanted, attribute = _CHOOSERS[name]
            given = self._given(value)
            return choose_members(self.counters, self.test, given, args, wanted=wanted, attribute=attribute)
        function = FILTERS.get(name)
        if function is None and name in self.setting.prompt:
            return self.invoke(name, value, *args, **named)
        if function is None:
            raise wrong_place(name) if name in PROMPT_FUNCTIONS else unknown_filter(name)
        if name not in ("d", "default", *TAKES_MISSING):
            for arg in (value, *args, *named.values()):
                if isinstance(arg, Missing):
                    arg.fail()
        return self._apply(f"The filter `{name}`", function, (value, *args), named)

    def _given(self, value: object) -> object:
        if isinstance(value, Missing):
            value.fail()
        return value

    def test(self, name: str, value: object, *args: object) -> object:
        """Applies a test (`is`)."""
        function = TESTS.get(name)
        if function is None:
            raise unknown_filter(name)
        if name not in TAKES_MISSING_TESTS and isinstance(value, Missing):
            value.fail()
        return self._apply(f"The test `{name}`", function, (value, *args), {})

    def include(
        self, context: Context, name: str, local: Mapping[str, object] | None, *, ignore_missing: bool
    ) -> Iterator[str]:
        """Yields the output of a partial, which sees the includer's variables but not `loop` (A71)."""
        unit = self._included.get(name)
        text = ""
        if unit is None:
            found = self.setting.sources.find(name) if ignore_missing else self.setting.sources.require(name)
            if found is None:
                return
            text = found
        names = {} if local is None else visible(context, local)
        enter_include(self.counters)
        try:
            if unit is None:
                unit = self._included[name] = self.setting.load(text)
            yield from unit.root_render_func(self._context(unit, names))
        except (TemplateFault, TemplateError, *EXPECTED) as fault:
            raise as_fault(fault, unit, partial=name) from None
        finally:
            self.counters.depth -= 1

    def _context(self, unit: Unit, names: Mapping[str, object]) -> Context:
        context = self.setting.new_context(unit, names)
        context.machine = self  # type: ignore[attr-defined]  # a TemplateContext of the dialect
        return context

    def module(self, context: Context, name: str, local: Mapping[str, object] | None) -> Module:
        """Returns what an imported partial exports."""
        names = {} if local is None else visible(context, local)
        enter_include(self.counters)
        unit = None
        try:
            unit = self.setting.load(self.setting.sources.require(name))
            inner = self._context(unit, names)
            size = sum(len(piece) for piece in unit.root_render_func(inner))
            self.counters.judge(size)
            return Module(inner.get_exported())
        except (TemplateFault, TemplateError, *EXPECTED) as fault:
            raise as_fault(fault, unit, partial=name) from None
        finally:
            self.counters.depth -= 1

    def parent(self, context: Context, name: str) -> Unit:
        """Returns the template that `extends` names, its blocks entered into the context."""
        enter_include(self.counters)
        unit = self.setting.load(self.setting.sources.require(name))
        for block, function in unit.blocks.items():
            context.blocks.setdefault(block, []).append(function)
        return unit


def visible(context: Context, local: Mapping[str, object]) -> dict[str, object]:
    """Returns the variables that an included partial sees."""
    inner = {name: value for name, value in local.items() if value is not missing and name != "loop"}
    return {**context.get_all(), **inner} if inner else dict(context.get_all())


def as_fault(fault: BaseException, unit: Unit | None, *, partial: str | None = None) -> TemplateFault:
    """Turns whatever stopped a render into a TemplateFault with its place; no Python text goes on (S94)."""
    found = fault if isinstance(fault, TemplateFault) else _translated(fault)
    if found.line is None and unit is not None:
        found.line = unit.line_of(fault)
    if found.partial is None:
        found.partial = partial
    return found


def _translated(fault: BaseException) -> TemplateFault:
    if isinstance(fault, RecursionError):
        return depth_fault()
    if isinstance(fault, MemoryError):
        return output_fault()
    if isinstance(fault, UndefinedError):
        return undefined_fault("a value")
    if isinstance(fault, TemplateError) and "namespace" in (fault.message or ""):
        return runtime_fault("Only members of a namespace can be set.", "namespace")
    return runtime_fault("A value has the wrong kind for what is done with it.")


def wrong_place(name: str) -> TemplateFault:
    """Returns the fault for a function of prompts that stands in a body (A67)."""
    hint = "Put it into `system_prompt` and use `ctx.system_prompt`."
    return TemplateFault(Code.TEMPLATE_WRONG_PLACE, f"`{name}` works only in `system_prompt`.", hint)


def unknown_function(name: str, near: str | None = None) -> TemplateFault:
    """Returns the fault for a call of an unknown function (A60)."""
    return TemplateFault(Code.TEMPLATE_UNKNOWN_FUNCTION, f"There is no function `{name}`.", near)
