"""The operators of templates, each judged before it computes (A61, S89)."""

import re
from collections.abc import Mapping, Sequence

from qodev.agents.faults import output_fault, runtime_fault
from qodev.agents.kinds import is_array, is_number
from qodev.agents.meter import INTEGER_BITS, WIDTH_LIMIT, Counters
from qodev.agents.values import Missing, show, type_name

_FORMAT = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?[#0\- +]*(?P<width>\*|\d+)?(?:\.(?P<digits>\*|\d+))?[hlL]?(?P<kind>.)", re.DOTALL
)


def _numbers(left: object, right: object) -> bool:
    return isinstance(left, int | float) and isinstance(right, int | float)


def _check(left: object, right: object) -> None:
    for side in (left, right):
        if isinstance(side, Missing):
            side.fail()


def _refuse(sign: str, left: object, right: object) -> Exception:
    hint = "Use `~` to join texts." if sign == "+" else None
    return runtime_fault(f"`{sign}` cannot take {type_name(left)} and {type_name(right)}.", hint)


def _judge_bits(bits: int) -> None:
    if bits > INTEGER_BITS:
        raise output_fault()


def add(counters: Counters, left: object, right: object) -> object:
    """Returns `left + right` for two numbers, texts or arrays."""
    counters.tick()
    if isinstance(left, str) and isinstance(right, str):
        counters.judge(len(left) + len(right))
        return counters.keep_text(left + right) if not (left.isascii() and right.isascii()) else left + right
    _check(left, right)
    if _numbers(left, right):
        return left + right  # type: ignore[operator]  # two numbers
    if is_array(left) and is_array(right):
        counters.judge(counters.weigh(left) + counters.weigh(right))
        return [*left, *right]
    raise _refuse("+", left, right)


def subtract(counters: Counters, left: object, right: object) -> object:
    """Returns `left - right`."""
    counters.tick()
    _check(left, right)
    if _numbers(left, right):
        return left - right  # type: ignore[operator]  # two numbers
    raise _refuse("-", left, right)


def multiply(counters: Counters, left: object, right: object) -> object:
    """Returns `left * right`: numbers, or a text or array repeated."""
    counters.tick()
    _check(left, right)
    if _numbers(left, right):
        if isinstance(left, int) and isinstance(right, int):
            _judge_bits(left.bit_length() + right.bit_length())
        return left * right  # type: ignore[operator]  # two numbers
    if isinstance(left, int) and not isinstance(right, int):
        left, right = right, left
    if isinstance(right, int) and (isinstance(left, str) or is_array(left)):
        times = max(0, right)
        size = counters.text_size(left) if isinstance(left, str) else counters.weigh(left)
        if times > counters.limits.output_bytes:
            raise output_fault()
        counters.judge(size * times)
        return left * times if isinstance(left, str) else list(left) * times
    raise _refuse("*", left, right)


def divide(counters: Counters, left: object, right: object) -> object:
    """Returns `left / right`."""
    return _divide(counters, "/", left, right)


def divide_down(counters: Counters, left: object, right: object) -> object:
    """Returns `left // right`."""
    return _divide(counters, "//", left, right)


def remainder(counters: Counters, left: object, right: object) -> object:
    """Returns `left % right`: of numbers, or a text with its marks filled in."""
    if isinstance(left, str):
        return format_text(counters, left, right)
    return _divide(counters, "%", left, right)


def _divide(counters: Counters, sign: str, left: object, right: object) -> object:
    counters.tick(64)
    _check(left, right)
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise _refuse(sign, left, right)
    if right == 0:
        raise runtime_fault("Division by zero.")
    try:
        if sign == "/":
            return left / right
        return left // right if sign == "//" else left % right
    except OverflowError:
        raise runtime_fault("A number is too large.") from None


def power(counters: Counters, left: object, right: object) -> object:
    """Returns `left ** right`."""
    counters.tick(64)
    _check(left, right)
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise _refuse("**", left, right)
    if isinstance(left, int) and isinstance(right, int) and abs(left) > 1:
        _judge_bits(left.bit_length() * max(0, right))
    try:
        result = left**right
    except (OverflowError, ZeroDivisionError):
        raise runtime_fault("The result of `**` is no finite number.") from None
    if not is_number(result):
        raise runtime_fault("The result of `**` is no real number.")
    return result


def concat(counters: Counters, *values: object) -> str:
    """Returns the values as one text (`~`)."""
    texts = [show(value, counters) for value in values]
    counters.judge(sum(map(len, texts)))
    return counters.keep_text("".join(texts))


def slice_of(counters: Counters, value: object, start: object, stop: object, step: object) -> object:
    """Returns `value[start:stop:step]` of a text or array."""
    if isinstance(value, Missing):
        value.fail()
    part = slice(_bound(start), _bound(stop), _bound(step))
    if part.step == 0:
        raise runtime_fault("A slice needs a step other than 0.")
    if isinstance(value, str):
        return counters.keep_text(value[part])
    if is_array(value):
        counters.judge(8 * len(value))
        return list(value[part])
    raise runtime_fault(f"A slice needs text or an array, not {type_name(value)}.")


def _bound(value: object) -> int | None:
    if isinstance(value, Missing):
        value.fail()
    if value is not None and not isinstance(value, int):
        raise runtime_fault("A slice needs integers.")
    return value


def within(counters: Counters, value: object, group: object) -> bool:
    """Returns `value in group`: a part of a text, a member of an array, a key of an object."""
    counters.check_time()  # looking for one long text in another can take milliseconds
    if isinstance(group, Missing):
        group.fail()
    if isinstance(group, str):
        if isinstance(value, Missing):
            value.fail()
        if not isinstance(value, str):
            raise runtime_fault(f"`in` cannot look for {type_name(value)} in a text.")
        return value in group
    if isinstance(group, Mapping) or is_array(group):
        return value in group
    raise runtime_fault(f"`in` needs text, an array or an object, not {type_name(group)}.")


def format_text(counters: Counters, text: str, values: object) -> str:
    """Returns `text % values` with every width judged; values print as anywhere in templates."""
    _check(text, values)
    given = _printable(counters, text, values)
    size = _formatted_size(counters, text, given)
    counters.judge(size)
    try:
        return counters.keep_text(text % given)
    except (TypeError, ValueError, KeyError, OverflowError):
        raise runtime_fault("The marks of the text do not fit the values.") from None


def _printable(counters: Counters, text: str, values: object) -> dict[str, object] | tuple[object, ...]:
    def plain(value: object) -> object:
        return value if is_number(value) else show(value, counters)

    if isinstance(values, Mapping):
        named = [mark["key"] is not None for mark in _FORMAT.finditer(text) if mark["kind"] != "%"]
        if not all(named):  # Python would put its own text of the whole object there
            return (plain(values),)
        return {key: plain(value) for key, value in values.items()}
    if isinstance(values, Sequence) and not isinstance(values, str):
        return tuple(plain(value) for value in values)
    return (plain(values),)


def _formatted_size(counters: Counters, text: str, given: dict[str, object] | tuple[object, ...]) -> int:
    members = given.values() if isinstance(given, dict) else given
    longest = max((len(m) if isinstance(m, str) else _digits(m) for m in members), default=0)
    size = len(text)
    for mark in _FORMAT.finditer(text):
        counters.tick()
        widths = [mark["width"] or "0", mark["digits"] or "0"]
        if "*" in widths:
            raise runtime_fault("`*` is no width in a text with marks.")
        if any(len(width) > 5 or int(width) > WIDTH_LIMIT for width in widths):
            raise output_fault()
        size += sum(map(int, widths)) + longest
    return size


def _digits(number: object) -> int:
    return number.bit_length() // 3 + 8 if isinstance(number, int) else 330
