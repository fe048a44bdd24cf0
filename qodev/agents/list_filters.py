"""Jinja's filters over arrays and objects, with every round counted (S88)."""

# ruff: noqa: ARG001, FBT002 - every entry of these tables is called with the counters first, then as Jinja's own

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cmp_to_key

from qodev.agents import functions as f
from qodev.agents import kinds
from qodev.agents.faults import runtime_fault
from qodev.agents.meter import Counters
from qodev.agents.operators import add
from qodev.agents.values import Group, Missing, item, show, type_name

Filter = Callable[..., object]
Apply = Callable[..., object]


def members_of(counters: Counters, value: object, name: str, *, text: bool = True) -> list[object]:
    """Returns what a filter goes over: members, keys, or the characters of a text; the rounds are counted."""
    if isinstance(value, str) and text:
        counters.judge(64 * len(value))
        return list(value)
    if isinstance(value, Mapping):
        members: list[object] = list(value)
    elif kinds.is_array(value):
        members = list(value)
    else:
        raise runtime_fault(f"`{name}` needs an array, not {type_name(value)}.")
    counters.judge(8 * len(members))
    counters.count_rounds(len(members))
    return members


def _lookup(counters: Counters, value: object, attribute: object) -> object:
    """Follows a dotted path of data keys and indexes."""
    counters.tick(16 * len(attribute) if isinstance(attribute, str) else 0)
    for part in attribute.split(".") if isinstance(attribute, str) else [attribute]:
        key = int(part) if isinstance(part, str) and part.isdigit() and len(part) < 10 else part
        value = item(value, key, f"value.{attribute}")
    return value


def _key(counters: Counters, attribute: object, *, fold: bool) -> Callable[[object], object]:
    def key(value: object) -> object:
        if isinstance(attribute, str) and "," in attribute:
            return [_folded(_lookup(counters, value, part.strip()), fold=fold) for part in attribute.split(",")]
        return _folded(value if attribute is None else _lookup(counters, value, attribute), fold=fold)

    return key


def _folded(value: object, *, fold: bool) -> object:
    if isinstance(value, Missing):
        value.fail()
    return value.lower() if fold and isinstance(value, str) else value


def _ordered(
    counters: Counters, values: Iterable[object], key: Callable[[object], object], *, reverse: bool
) -> list[object]:
    keyed = [(key(value), value) for value in values]
    order = cmp_to_key(lambda a, b: f.compare_for_order(counters, a[0], b[0]))  # type: ignore[index]  # the pairs above
    return [value for _, value in sorted(keyed, key=order, reverse=reverse)]


def _sort(
    counters: Counters,
    value: object,
    reverse: object = False,
    case_sensitive: object = False,
    attribute: object = None,
) -> list[object]:
    members = members_of(counters, value, "sort")
    return _ordered(counters, members, _key(counters, attribute, fold=not case_sensitive), reverse=bool(reverse))


def _extreme(name: str, index: int) -> Filter:
    def apply(counters: Counters, value: object, case_sensitive: object = False, attribute: object = None) -> object:
        members = members_of(counters, value, name)
        ordered = _ordered(counters, members, _key(counters, attribute, fold=not case_sensitive), reverse=index < 0)
        return ordered[0] if ordered else Missing(name=f"the {name} of nothing")

    return apply


def _unique(
    counters: Counters, value: object, case_sensitive: object = False, attribute: object = None
) -> list[object]:
    key = _key(counters, attribute, fold=not case_sensitive)
    seen: set[object] = set()
    result: list[object] = []
    for inner in members_of(counters, value, "unique"):
        mark = key(inner)
        mark = show(mark, counters) if isinstance(mark, list | tuple | Mapping) else (type(mark) is str, mark)
        if mark not in seen:
            seen.add(mark)
            result.append(inner)
    return result


def _groupby(
    counters: Counters,
    value: object,
    attribute: object,
    default: object = None,
    case_sensitive: object = False,
) -> list[object]:
    def name_of(inner: object) -> object:
        found = _lookup(counters, inner, attribute)
        return default if isinstance(found, Missing) and default is not None else found

    def key(inner: object) -> object:
        return _folded(name_of(inner), fold=not case_sensitive)

    groups: list[list[object]] = []
    last: object = object()
    for inner in _ordered(counters, members_of(counters, value, "groupby"), key, reverse=False):
        mark = key(inner)
        if not groups or mark != last:
            groups.append([])
        groups[-1].append(inner)
        last = mark
    return [Group((name_of(group[0]), group)) for group in groups]


def _batch(counters: Counters, value: object, linecount: object, fill_with: object = None) -> list[object]:
    size = kinds.require_integer("batch", linecount)
    members = members_of(counters, value, "batch")
    if size < 1:
        raise runtime_fault("`batch` needs a size of at least 1.")
    rows = [members[start : start + size] for start in range(0, len(members), size)]
    if rows and fill_with is not None and len(rows[-1]) < size:
        counters.judge((size - len(rows[-1])) * counters.weigh(fill_with))
        rows[-1].extend([fill_with] * (size - len(rows[-1])))
    return list(rows)


def _slice(counters: Counters, value: object, slices: object, fill_with: object = None) -> list[object]:
    number = kinds.require_integer("slice", slices)
    members = members_of(counters, value, "slice")
    if number < 1:
        raise runtime_fault("`slice` needs at least 1 part.")
    counters.count_rounds(number)
    counters.judge(number * (64 + (0 if fill_with is None else counters.weigh(fill_with))))
    size, longer = divmod(len(members), number)
    parts: list[object] = []
    start = 0
    for index in range(number):
        end = start + size + (1 if index < longer else 0)
        part = members[start:end]
        parts.append([*part, fill_with] if fill_with is not None and index >= longer else part)
        start = end
    return parts


def _join(counters: Counters, value: object, d: object = "", attribute: object = None) -> str:
    members = members_of(counters, value, "join")
    if attribute is not None:
        members = [_lookup(counters, inner, attribute) for inner in members]
    return f.join_texts(counters, [show(inner, counters) for inner in members], show(d, counters))


def _sum(counters: Counters, value: object, attribute: object = None, start: object = 0) -> object:
    total = start
    for inner in members_of(counters, value, "sum"):
        total = add(counters, total, inner if attribute is None else _lookup(counters, inner, attribute))
    return total


def _reverse(counters: Counters, value: object) -> object:
    if isinstance(value, str):
        return counters.keep_text(value[::-1])
    return members_of(counters, value, "reverse")[::-1]


def _first(counters: Counters, value: object) -> object:
    members = value if isinstance(value, str | list | tuple) else members_of(counters, value, "first")
    return members[0] if members else Missing(name="the first member of nothing")


def _last(counters: Counters, value: object) -> object:
    members = value if isinstance(value, str | list | tuple) else members_of(counters, value, "last")
    return members[-1] if members else Missing(name="the last member of nothing")


def _items(counters: Counters, value: object) -> list[object]:
    if isinstance(value, Missing):
        return []
    if not isinstance(value, Mapping):
        raise runtime_fault(f"`items` needs an object, not {type_name(value)}.")
    counters.tick(64 * len(value))
    return [[key, inner] for key, inner in value.items()]


def _dictsort(
    counters: Counters,
    value: object,
    case_sensitive: object = False,
    by: object = "key",
    reverse: object = False,
) -> list[object]:
    if by not in ("key", "value"):
        raise runtime_fault("`dictsort` sorts by `key` or `value`.")
    index = 0 if by == "key" else 1
    pairs = _items(counters, value)
    return _ordered(counters, pairs, _key(counters, index, fold=not case_sensitive), reverse=bool(reverse))


def _attr(counters: Counters, value: object, name: object) -> object:
    key = kinds.require_text("attr", name)
    return item(value, key, f"value.{key}")


def _default(counters: Counters, value: object, default_value: object = "", boolean: object = False) -> object:
    return default_value if isinstance(value, Missing) or (boolean and not value) else value


def _absolute(counters: Counters, value: object) -> float:
    return abs(kinds.require_number("abs", value))


def _rounded(counters: Counters, value: object, precision: object = 0, method: object = "common") -> float:
    import math  # used by this filter alone

    number, places = kinds.require_number("round", value), kinds.require_integer("round", precision)
    if method not in ("common", "ceil", "floor") or not -300 <= places <= 300:
        raise runtime_fault("`round` knows common, ceil and floor, and at most 300 digits.")
    try:
        if method == "common":
            return round(number, places)  # an integer stays one, as in Jinja
        scale = 10.0**places
        return float((math.ceil if method == "ceil" else math.floor)(number * scale) / scale)
    except OverflowError:
        raise runtime_fault("A number is too large.") from None


LIST_FILTERS: Mapping[str, Filter] = {
    "abs": _absolute,
    "attr": _attr,
    "batch": _batch,
    "count": f.length,
    "d": _default,
    "default": _default,
    "dictsort": _dictsort,
    "first": _first,
    "groupby": _groupby,
    "items": _items,
    "join": _join,
    "last": _last,
    "length": f.length,
    "list": lambda counters, value: members_of(counters, value, "list"),
    "max": _extreme("max", -1),
    "min": _extreme("min", 0),
    "reverse": _reverse,
    "round": _rounded,
    "slice": _slice,
    "sort": _sort,
    "sum": _sum,
    "unique": _unique,
}


def map_members(counters: Counters, apply: Apply, value: object, /, *args: object, **named: object) -> list[object]:
    """The filter `map`: an attribute, or a filter by its name, on every member."""
    members = members_of(counters, value, "map")
    if not args and "attribute" in named:
        other = named.get("default")
        found = [_lookup(counters, inner, named["attribute"]) for inner in members]
        return [other if isinstance(v, Missing) and other is not None else v for v in found]
    if not args or not isinstance(args[0], str):
        raise runtime_fault("`map` needs the name of a filter, or `attribute`.")
    made = [apply(args[0], inner, *args[1:], **named) for inner in members]
    counters.keep(made)
    return made


def choose_members(
    counters: Counters, test: Apply, value: object, args: Sequence[object], *, wanted: bool, attribute: bool
) -> list[object]:
    """The filters `select`, `reject`, `selectattr` and `rejectattr`."""
    members = members_of(counters, value, "select")
    path, rest = (args[0], args[1:]) if attribute and args else (None, args)
    if attribute and path is None:
        raise runtime_fault("`selectattr` needs the name of a member.")
    chosen: list[object] = []
    for inner in members:
        subject = _lookup(counters, inner, path) if attribute else inner
        holds = bool(test(rest[0], subject, *rest[1:])) if rest else bool(subject)
        if holds is wanted:
            chosen.append(inner)
    return chosen
