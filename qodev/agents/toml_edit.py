"""Changes one key in a TOML text by splicing: comments, order, quoting, line ends and BOM elsewhere stay (U61).

Paths are keys from the root; members of arrays and of arrays of tables have their number as text. Every edit is checked
by reading the result: when it does not say what was wanted and nothing else, TomlEditError is raised.
"""

import copy
import math
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from qodev.agents.toml import TomlFault, parse_toml
from qodev.agents.toml_insert import plan_insert
from qodev.agents.toml_members import plan_member
from qodev.agents.toml_remove import plan_removal
from qodev.agents.toml_scan import TomlPath
from qodev.agents.toml_text import Splice, TomlEditError, TomlText, spliced, value_at
from qodev.agents.toml_values import Unwritable, render_flat, render_inner, render_key, render_value
from qodev.base.diagnostics import SourceSpan
from qodev.base.jsontext import JsonValue
from qodev.base.text import LineIndex


def has_key(text: str, path: Sequence[str]) -> bool:
    """Tells whether a text writes a key; raises TomlEditError when it is no TOML."""
    return _has(TomlText(text), tuple(path))


def set_key(text: str, path: Sequence[str], value: JsonValue) -> str:
    """Returns the text with a key set; a key that is not there goes into its table, in the usual order of keys."""
    given = TomlText(text)
    wanted = tuple(path)
    if not wanted:
        raise TomlEditError("A key is needed.")
    if not _has(given, wanted):
        return _checked(given, _planned_insert(given, wanted, value), _with_value(given.table, wanted, value))
    before = value_at(given.table, wanted)
    if _is_same(before, value):
        return text
    number = given.find_written(wanted)
    if isinstance(before, dict) and isinstance(value, Mapping):
        return _verified(_merged(text, wanted, before, value), _with_value(given.table, wanted, value))
    if number is None:  # a table of its own, or one made by dots
        emptied = set_key(remove_key(text, wanted), wanted, value)
        return _verified(emptied, _with_value(given.table, wanted, value))
    if isinstance(before, list) and isinstance(value, Sequence) and not isinstance(value, str) and before and value:
        return _verified(_with_members(text, wanted, before, value), _with_value(given.table, wanted, value))
    return _rewritten(given, wanted, value)


def remove_key(text: str, path: Sequence[str]) -> str:
    """Returns the text without a key and the comment behind it; a text without the key is returned as it is."""
    given = TomlText(text)
    wanted = tuple(path)
    if not wanted or not _has(given, wanted):
        return text
    table = copy.deepcopy(given.table)
    holder = value_at(table, wanted[:-1])
    del holder[int(wanted[-1]) if isinstance(holder, list) else wanted[-1]]
    return _checked(given, plan_removal(given, wanted), table, emptied=wanted[:-1])


def rename_key(text: str, path: Sequence[str], name: str) -> str:
    """Returns the text with the last part of a key renamed wherever it is written; its value and place stay."""
    given = TomlText(text)
    wanted = tuple(path)
    if not wanted or not _has(given, wanted):
        raise TomlEditError(f"There is no key `{'.'.join(wanted)}`.")
    parts = [key for spot in given.spots for key in spot.keys if key.path == wanted]
    target = (*wanted[:-1], name)
    if target == wanted:
        return text
    if not parts:
        raise TomlEditError(f"`{'.'.join(wanted)}` is a member of an array and has no name.")
    if _has(given, target):
        raise TomlEditError(f"There is a key `{'.'.join(target)}` already.", "Choose another name.")
    table = copy.deepcopy(given.table)
    holder = value_at(table, wanted[:-1])
    holder[name] = holder.pop(wanted[-1])
    return _checked(given, [Splice(key.start, key.end, render_key(name)) for key in parts], table)


def key_span(text: str, path: Sequence[str]) -> SourceSpan | None:
    """Returns the place of a key with its value, in the file named ""; None when it is not written."""
    given = TomlText(text)
    wanted = tuple(path)
    number = given.find_written(wanted)
    if number is not None:
        start, end = given.spots[number].start, given.spots[number].end
    else:
        headers = given.headers_under(wanted) if wanted else []
        pairs = [*headers, *(given.dotted_through(wanted) if wanted else [])]
        if not pairs:
            return None
        first = min(pairs)
        start = given.spots[first].start
        end = given.content_end(first) if first in headers else given.spots[first].end
        end -= len(given.text[:end]) - len(given.text[:end].rstrip("\r\n"))
    index = LineIndex.of(given.text)
    (line, column), (end_line, end_column) = index.position(start), index.position(end)
    shift = 1 if given.text.startswith("\ufeff") else 0
    return SourceSpan(
        "", line, column - (shift if line == 1 else 0), end_line, end_column - (shift if end_line == 1 else 0)
    )


def _has(given: TomlText, path: TomlPath) -> bool:
    try:
        value_at(given.table, path)
    except KeyError:
        return False
    return True


def _planned_insert(given: TomlText, path: TomlPath, value: JsonValue) -> list[Splice]:
    try:
        return plan_insert(given, path, value)
    except Unwritable as fault:
        raise TomlEditError(f"`{'.'.join(path)}` cannot be written: {fault}.") from None


def _rendered(value: JsonValue, like: str, newline: str, *, is_inner: bool) -> str:
    try:
        return render_inner(value, like, newline=newline) if is_inner else render_value(value, like, newline=newline)
    except Unwritable as fault:
        raise TomlEditError(f"The value cannot be written: {fault}.") from None


def _merged(text: str, path: TomlPath, before: Mapping[str, Any], value: Mapping[str, JsonValue]) -> str:
    for key in before:
        if key not in value:
            text = remove_key(text, (*path, key))
    for key, member in value.items():
        text = set_key(text, (*path, key), member)
    return text if value or has_key(text, path) else set_key(text, path, {})


def _rewritten(given: TomlText, path: TomlPath, value: JsonValue) -> str:
    number = given.find_written(path)
    assert number is not None, "the value is written at one place"
    spot = given.spots[number]
    rendered = _rendered(value, given.value_text(number), given.newline, is_inner=spot.inside is not None)
    return _checked(given, (Splice(spot.value_start, spot.end, rendered),), _with_value(given.table, path, value))


def _with_members(text: str, path: TomlPath, before: Sequence[Any], value: Sequence[JsonValue]) -> str:
    """Changes an array member by member, so that those that stay keep their lines and comments."""
    runs = SequenceMatcher(None, list(map(_marked, before)), list(map(_marked, value)), autojunk=False).get_opcodes()
    if not any(kind == "equal" for kind, *_ in runs):
        return _rewritten(TomlText(text), path, value)
    for kind, start, end, from_, to in reversed(runs):
        if kind != "equal":
            text = _with_run(text, path, (start, end), value[from_:to])
    return text


def _marked(member: object) -> str:
    return f"{type(member).__name__} {member!r}"


def _with_run(text: str, path: TomlPath, run: tuple[int, int], members: Sequence[JsonValue]) -> str:
    start, end = run
    for at, member in enumerate(members, start):
        text = set_key(text, (*path, str(at)), member) if at < end else _with_member(text, path, at, member)
    for at in range(end - 1, start + len(members) - 1, -1):
        text = remove_key(text, (*path, str(at)))
    return text


def _with_member(text: str, path: TomlPath, at: int, member: JsonValue) -> str:
    given = TomlText(text)
    number = given.find_written(path)
    assert number is not None, "the array is written in brackets"
    try:
        return spliced(text, plan_member(given, number, at, render_flat(member)))
    except Unwritable as fault:
        raise TomlEditError(f"The value cannot be written: {fault}.") from None


def _checked(
    given: TomlText, splices: Sequence[Splice], wanted: Mapping[str, Any], *, emptied: TomlPath | None = None
) -> str:
    """Returns the spliced text once reading it gives what is wanted; `emptied` may be gone when nothing is left in it."""
    text = spliced(given.text, splices)
    found = _read(text)
    while emptied and not _is_same(found, wanted) and not value_at(wanted, emptied):
        holder = value_at(wanted, emptied[:-1])
        del holder[int(emptied[-1]) if isinstance(holder, list) else emptied[-1]]
        emptied = emptied[:-1]
    return _verified(text, wanted)


def _read(text: str) -> dict[str, Any] | TomlFault:
    return parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"))


def _verified(text: str, wanted: Mapping[str, Any]) -> str:
    """Returns a text that says what is wanted."""
    if _is_same(_read(text), wanted):
        return text
    raise TomlEditError("This key cannot be changed without touching others.", "Change it in the text.")


def _with_value(table: Mapping[str, Any], path: TomlPath, value: JsonValue) -> dict[str, Any]:
    changed = dict(copy.deepcopy(table))
    here: Any = changed
    for key in path[:-1]:
        here = here[int(key)] if isinstance(here, list) else here.setdefault(key, {})
    if not isinstance(here, list):
        here[path[-1]] = value
    elif int(path[-1]) < len(here):
        here[int(path[-1])] = value
    else:
        here.append(value)
    return changed


def _is_same(one: object, other: object) -> bool:
    """Compares as TOML does: `1`, `1.0` and `true` differ, and one not-a-number is like another."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other):
        return True
    return type(one) is type(other) and one == other
