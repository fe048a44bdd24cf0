"""The values of templates: how they print, how members are found, and what is undefined (A56 to A58, A65)."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from json.encoder import encode_basestring
from typing import NoReturn

from jinja2 import Undefined
from jinja2.runtime import LoopContext
from jinja2.utils import Namespace

from qodev.agents.faults import TemplateFault, forbidden_fault, output_fault, runtime_fault, undefined_fault
from qodev.agents.meter import Counters
from qodev.base.codes import Code

_LEAVES = frozenset((str, int, float, bool, type(None)))
_LONE = re.compile("[\ud800-\udfff]")
_LOOP_MEMBERS = {
    "index": "index",
    "index0": "index0",
    "index1": "index",
    "first": "first",
    "last": "last",
    "is_first": "first",
    "is_last": "last",
    "length": "length",
    "revindex": "revindex",
    "revindex0": "revindex0",
    "previtem": "previtem",
    "nextitem": "nextitem",
    "depth": "depth",
    "depth0": "depth0",
}


class Missing(Undefined):
    """An undefined variable or member: false in a test, unequal to every value, an error anywhere else (A57)."""

    __slots__ = ("path",)

    def __init__(
        self,
        hint: str | None = None,
        obj: object = None,  # noqa: ARG002 - Jinja's signature
        name: str | None = None,
        exc: type[Exception] | None = None,  # noqa: ARG002 - Jinja's signature
    ) -> None:
        super().__init__(name=name)
        self.path = name if name is not None else (hint or "a value")
        if hint is not None and hint.startswith("parameter "):
            self.path = f"the parameter `{name}`"

    def fail(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Raises the fault that names what is missing."""
        raise undefined_fault(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Missing)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, Missing)

    def __hash__(self) -> int:
        return hash(Missing)

    def __bool__(self) -> bool:
        return False

    __str__ = __iter__ = __len__ = __contains__ = __call__ = __getitem__ = fail
    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __pos__ = __int__ = __float__ = __index__ = fail
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = fail
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = fail


class Nothing(Missing):
    """What an inline `if` without `else` gives: it prints as nothing, as in Jinja."""

    __slots__ = ()

    def __init__(self, hint: str | None = None) -> None:  # noqa: ARG002 - Jinja tells the place of the `if`
        super().__init__(name="an inline `if` without `else`")


class Module:
    """What an imported partial exports."""

    __slots__ = ("_names",)
    __name__ = "a partial"

    def __init__(self, names: Mapping[str, object]) -> None:
        self._names = names

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name not in self._names:
            raise AttributeError(name)
        return self._names[name]


class Group(tuple[object, ...]):
    """One group of `groupby`: a pair whose members have names."""

    __slots__ = ()


def member(value: object, name: str, path: str) -> object:
    """Returns `value.name`: data keys only; what is not there is undefined (A58)."""
    if type(value) is dict or isinstance(value, Mapping):
        if name in value:
            return value[name]
    elif isinstance(value, LoopContext):
        return _loop_member(value, name, path)
    elif isinstance(value, Namespace | Module):
        if not name.startswith("_"):
            return getattr(value, name, Missing(name=path))
    elif isinstance(value, Group) and name in ("grouper", "list"):
        return value[0 if name == "grouper" else 1]
    if name.startswith("_"):
        raise forbidden_fault(name)
    return Missing(name=path)


def _loop_member(loop: "LoopContext", name: str, path: str) -> object:
    if name.startswith("_"):
        raise forbidden_fault(name)
    if name == "parent":
        raise loop_parent_fault()
    if name not in _LOOP_MEMBERS:
        return Missing(name=path)
    found: object = getattr(loop, _LOOP_MEMBERS[name])
    return found


def loop_parent_fault() -> TemplateFault:
    """Returns the fault for `loop.parent`, which inja has and qodev has not."""
    hint = "{% set outer = loop %}"
    return TemplateFault(
        Code.TEMPLATE_UNSUPPORTED, "`loop.parent` does not exist; keep the outer loop in a name.", hint
    )


def item(value: object, key: object, path: str) -> object:
    """Returns `value[key]`: members of objects, arrays and texts."""
    if isinstance(key, str):
        return member(value, key, path)
    if isinstance(value, Missing):
        return Missing(name=path)
    if isinstance(key, Missing):
        key.fail()
    if isinstance(value, Sequence) and isinstance(key, int):
        try:
            return value[key]
        except IndexError:
            return Missing(name=path)
    if isinstance(value, Mapping):
        return Missing(name=path)
    return Missing(name=path)


def type_name(value: object) -> str:
    """Returns what a value is called in messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "an object"
    return "an array" if isinstance(value, Sequence) else "a function or loop"


def fix_surrogates(text: str) -> str:
    """Returns `text` with lone surrogates as U+FFFD (A66, A79)."""
    if text.isascii() or _LONE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def write_json(value: object, counters: Counters, indent: int | None = None) -> str:
    """Returns compact JSON of a value as `tojson` gives it."""
    if type(value) is str:
        counters.judge(len(value))
        return _bounded(fix_surrogates(encode_basestring(value)), counters)
    counters.judge(counters.weigh(value))
    _check_keys(value)
    separators = (",", ":") if indent is None else (",", ": ")
    try:
        text = json.dumps(
            value, ensure_ascii=False, separators=separators, allow_nan=False, default=_plain, indent=indent
        )
    except ValueError:
        raise runtime_fault("A number is not finite or too long to be written.") from None
    return _bounded(fix_surrogates(text), counters)


def _bounded(text: str, counters: Counters) -> str:
    if len(text) > counters.limits.output_bytes:  # escapes made it longer than it was judged
        raise output_fault()
    return text


def _plain(value: object) -> object:
    if isinstance(value, Missing):
        value.fail()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise runtime_fault(f"{type_name(value)[0].upper()}{type_name(value)[1:]} cannot be written as JSON.")


def _check_keys(value: object) -> None:
    if isinstance(value, dict):
        for key in value:
            if type(key) is not str:
                raise runtime_fault("A key of an object must be text.")
        members: Iterable[object] = value.values()
    elif isinstance(value, list):
        members = value
    elif isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        _check_keys(_plain(value))
        return
    else:
        return
    last: object = None
    for inner in members:
        if type(inner) not in _LEAVES and inner is not last:
            _check_keys(inner)
            last = inner  # the same list a thousand times is looked at once


def show(value: object, counters: Counters) -> str:
    """Returns a value as printed text (A56)."""
    if type(value) is str:
        counters.tick(len(value))
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _show_number(value)
    if isinstance(value, Nothing):
        return ""
    if isinstance(value, Missing):
        value.fail()
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Mapping | Sequence):
        return write_json(value, counters)
    raise runtime_fault(f"{type_name(value)[0].upper()}{type_name(value)[1:]} cannot be printed; call it with `()`.")


def _show_number(value: float) -> str:
    try:
        return str(value)
    except ValueError:
        raise runtime_fault("A number is too long to be printed.") from None
