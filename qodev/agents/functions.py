"""The functions that templates may call, in bodies and in prompts (A66)."""

# ruff: noqa: ARG001, ARG005 - every entry of these tables is called with the counters first

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cmp_to_key

from jinja2.utils import Namespace

from qodev.agents.faults import loops_fault, output_fault, runtime_fault
from qodev.agents.kinds import is_array, is_number, require_array, require_integer, require_number, require_text
from qodev.agents.meter import INTEGER_BITS, RANGE_LIMIT, Counters
from qodev.agents.values import Missing, show, type_name, write_json

Function = Callable[..., object]

_PYTHON_ONLY = re.compile(r"[_in]", re.IGNORECASE)  # 1_0, inf and nan are numbers for Python alone
_SIGNATURE = re.compile(r"\[Signature: [^\]]*\]\s*\Z")


def tojson(counters: Counters, value: object) -> str:
    """Returns the JSON of any value."""
    return write_json(value, counters)


def filter_by_type(counters: Counters, blocks: object, wanted: object) -> list[object]:
    """Returns the blocks of one type, in order."""
    if not is_array(blocks):
        return []
    counters.count_rounds(0)
    return [b for b in blocks if isinstance(b, Mapping) and "type" in b and b["type"] == wanted]


def filter_skip_role(counters: Counters, history: object, role: object) -> list[object]:
    """Returns the history without the messages of a role."""
    if not is_array(history):
        return []
    counters.tick(len(history))
    return [m for m in history if not (isinstance(m, Mapping) and "role" in m and m["role"] == role)]


def strip_signature_suffix(counters: Counters, text: object) -> str:
    """Returns the text without one `[Signature: ...]` marker at its very end."""
    value = require_text("strip_signature_suffix", text)
    counters.tick(len(value))
    start = value.rfind("[Signature: ")
    if start < 0 or _SIGNATURE.fullmatch(value, start) is None:
        return value
    return value[:start].rstrip()


def head_lines(counters: Counters, text: object, number: object) -> str:
    """Returns the first lines of a text, without a final newline."""
    value = require_text("head_lines", text)
    wanted = require_integer("head_lines", number)
    counters.tick(len(value))
    if wanted <= 0:
        return ""
    if value.count("\n") < wanted:
        return value
    counters.judge(56 * wanted)
    return "\n".join(value.split("\n", wanted)[:wanted])


def basename(counters: Counters, path: object) -> str:
    """Returns the last segment of a path."""
    return _segments("basename", path).rpartition("/")[2]


def dirname(counters: Counters, path: object) -> str:
    """Returns the folder of a path; `.` for a bare name."""
    folder, slash, _ = _segments("dirname", path).rpartition("/")
    return folder or ("/" if slash else ".")


def ext(counters: Counters, path: object) -> str:
    """Returns what follows the last dot of the last segment."""
    _, dot, ending = basename(counters, path).rpartition(".")
    return ending if dot else ""


def _segments(name: str, path: object) -> str:
    return require_text(name, path).replace("\\", "/")


def lower(counters: Counters, text: object) -> str:
    """Returns the text in lower case."""
    return counters.keep_text(require_text("lower", text).lower())


def upper(counters: Counters, text: object) -> str:
    """Returns the text in upper case."""
    return counters.keep_text(require_text("upper", text).upper())


def capitalize(counters: Counters, text: object) -> str:
    """Returns the text with a capital first letter and the rest in lower case."""
    return counters.keep_text(require_text("capitalize", text).capitalize())


def length(counters: Counters, value: object) -> int:
    """Returns the number of characters or members."""
    if isinstance(value, str | Mapping) or is_array(value):
        return len(value)
    raise runtime_fault(f"`length` needs text, an array or an object, not {type_name(value)}.")


def first(counters: Counters, values: object) -> object:
    """Returns the first member."""
    return _end("first", values, 0)


def last(counters: Counters, values: object) -> object:
    """Returns the last member."""
    return _end("last", values, -1)


def _end(name: str, values: object, index: int) -> object:
    members = values if isinstance(values, str) else require_array(name, values)
    if not members:
        raise runtime_fault(f"`{name}` needs at least one member.")
    return members[index]


def at(counters: Counters, value: object, key: object) -> object:
    """Returns the member of an array at an index, or of an object at a key."""
    if isinstance(value, Mapping):
        if key in value:
            return value[key]
        raise runtime_fault(f"`at` finds no key `{show(key, counters)[:100]}`.")
    members = require_array("at", value)
    index = require_integer("at", key)
    if not 0 <= index < len(members):
        raise runtime_fault(f"`at` finds no member {index} in an array of {len(members)}.")
    return members[index]


def join(counters: Counters, values: object, separator: object = "") -> str:
    """Returns the members as one text."""
    members = require_array("join", values)
    glue = show(separator, counters)
    counters.count_rounds(len(members))
    return join_texts(counters, [show(m, counters) for m in members], glue)


def join_texts(counters: Counters, texts: Sequence[str], glue: str) -> str:
    """Joins texts, their size judged before."""
    counters.judge(sum(map(len, texts)) + len(glue) * max(0, len(texts) - 1))
    return glue.join(texts)


def sort(counters: Counters, values: object) -> list[object]:
    """Returns the members in rising order."""
    members = require_array("sort", values)
    counters.count_rounds(len(members))
    return sorted(members, key=cmp_to_key(lambda a, b: compare_for_order(counters, a, b)))


def compare_for_order(counters: Counters, left: object, right: object) -> int:
    """Returns -1, 0 or 1; numbers with numbers, texts with texts, else `template.runtime`."""
    counters.tick(64)
    alike = (is_number(left) and is_number(right)) or (isinstance(left, str) and isinstance(right, str))
    if not alike and type(left) is not type(right):
        raise runtime_fault(f"{type_name(left)} and {type_name(right)} have no order.")
    if left == right:
        return 0
    return -1 if left < right else 1  # type: ignore[operator]  # alike, and TypeError becomes a runtime fault


def maximum(counters: Counters, values: object) -> object:
    """Returns the largest member."""
    return _extreme(counters, "max", values, -1)


def minimum(counters: Counters, values: object) -> object:
    """Returns the smallest member."""
    return _extreme(counters, "min", values, 0)


def _extreme(counters: Counters, name: str, values: object, index: int) -> object:
    if not require_array(name, values):
        raise runtime_fault(f"`{name}` needs at least one member.")
    return sort(counters, values)[index]


def number_range(counters: Counters, start: object, stop: object = None, step: object = 1) -> list[int]:
    """Returns the integers from 0, or from `start`, below `stop`; at most 200 000."""
    low = require_integer("range", start)
    high = None if stop is None else require_integer("range", stop)
    stride = require_integer("range", step)
    if stride == 0:
        raise runtime_fault("`range` needs a step other than 0.")
    numbers = range(low) if high is None else range(low, high, stride)
    size = max(0, (numbers.stop - numbers.start + numbers.step - (1 if stride > 0 else -1)) // numbers.step)
    if size > RANGE_LIMIT:
        raise loops_fault()
    counters.judge(40 * size)
    return list(numbers)


def replace(counters: Counters, text: object, before: object, after: object) -> str:
    """Returns the text with every `before` replaced by `after`."""
    value, old, new = (require_text("replace", t) for t in (text, before, after))
    hits = value.count(old) if len(new) > len(old) else 0
    counters.judge(len(value) + hits * (len(new) - len(old)))
    return counters.keep_text(value.replace(old, new))


def to_integer(counters: Counters, value: object) -> int:
    """Returns the integer that a text or number stands for."""
    return bounded_integer(int(_number("int", value, int)))


def bounded_integer(number: int) -> int:
    """Returns `number`, or raises `limit.output` for one so long that reckoning with it takes its time."""
    if number.bit_length() > INTEGER_BITS:
        raise output_fault()
    return number


def to_float(counters: Counters, value: object) -> float:
    """Returns the floating point number that a text or number stands for."""
    return float(_number("float", value, float))


def _number(name: str, value: object, make: Callable[[str], float]) -> float:
    try:
        if isinstance(value, str):
            return make("" if _PYTHON_ONLY.search(value) else value)
        if isinstance(value, bool | int | float):
            return make(value)  # type: ignore[arg-type]  # int and float take numbers too
    except (ValueError, OverflowError):
        raise runtime_fault(f"`{name}` finds no number in the text.") from None
    raise runtime_fault(f"`{name}` needs text or a number, not {type_name(value)}.")


def round_number(counters: Counters, value: object, digits: object = 0) -> float:
    """Returns the number rounded half away from zero; an integer for 0 digits."""
    number = require_number("round", value)
    places = require_integer("round", digits)
    if not -300 <= places <= 300:
        raise runtime_fault("`round` takes at most 300 digits.")
    try:
        scale = 10.0**places
        rounded = math.copysign(math.floor(abs(number) * scale + 0.5), number) / scale
        return int(rounded) if places == 0 else rounded
    except OverflowError:
        raise runtime_fault("A number is too large.") from None


def odd(counters: Counters, value: object) -> bool:
    """Tells whether an integer is odd."""
    return require_integer("odd", value) % 2 == 1


def even(counters: Counters, value: object) -> bool:
    """Tells whether an integer is even."""
    return require_integer("even", value) % 2 == 0


def divisible_by(counters: Counters, value: object, divisor: object) -> bool:
    """Tells whether an integer is a multiple of another."""
    by = require_integer("divisibleBy", divisor)
    if by == 0:
        raise runtime_fault("`divisibleBy` cannot divide by zero.")
    return require_integer("divisibleBy", value) % by == 0


def default(counters: Counters, value: object, other: object) -> object:
    """Returns `other` when the value is undefined."""
    return other if isinstance(value, Missing) else value


def exists_in(counters: Counters, value: object, key: object) -> bool:
    """Tells whether an object has a key."""
    return isinstance(value, Mapping) and key in value


def make_object(counters: Counters, pairs: object = None, /, **members: object) -> dict[str, object]:
    """Returns an object of the given members."""
    start = dict(pairs) if isinstance(pairs, Mapping) else {}
    if pairs is not None and not isinstance(pairs, Mapping):
        start = {
            require_text("dict", k): v for k, v in (require_array("dict", p) for p in require_array("dict", pairs))
        }
    made = {**start, **members}
    counters.keep(made)
    return made


def make_namespace(counters: Counters, pairs: object = None, /, **members: object) -> Namespace:
    """Returns a namespace, whose members may be set inside loops."""
    return Namespace(make_object(counters, pairs, **members))


def _kind(test: Callable[[object], bool]) -> Function:
    return lambda counters, value: test(value)


FUNCTIONS: Mapping[str, Function] = {
    "tojson": tojson,
    "filter_by_type": filter_by_type,
    "filter_skip_role": filter_skip_role,
    "strip_signature_suffix": strip_signature_suffix,
    "head_lines": head_lines,
    "basename": basename,
    "dirname": dirname,
    "ext": ext,
    "lower": lower,
    "upper": upper,
    "capitalize": capitalize,
    "length": length,
    "first": first,
    "last": last,
    "at": at,
    "join": join,
    "sort": sort,
    "max": maximum,
    "min": minimum,
    "range": number_range,
    "replace": replace,
    "int": to_integer,
    "float": to_float,
    "round": round_number,
    "odd": odd,
    "even": even,
    "divisibleBy": divisible_by,
    "default": default,
    "existsIn": exists_in,
    "dict": make_object,
    "namespace": make_namespace,
    "isString": _kind(lambda v: isinstance(v, str)),
    "isNumber": _kind(is_number),
    "isInteger": _kind(lambda v: isinstance(v, int) and not isinstance(v, bool)),
    "isFloat": _kind(lambda v: isinstance(v, float)),
    "isBoolean": _kind(lambda v: isinstance(v, bool)),
    "isArray": _kind(is_array),
    "isObject": _kind(lambda v: isinstance(v, Mapping)),
}
