"""Plans where a key goes that a TOML text does not have yet: in its table, in the usual order of keys."""

from collections.abc import Mapping, Sequence

from qodev.agents.toml_members import plan_member
from qodev.agents.toml_scan import Spot, TomlPath
from qodev.agents.toml_text import Splice, TomlEditError, TomlText, value_at
from qodev.agents.toml_values import LINE_LIMIT, render_flat, render_key, render_value
from qodev.base.jsontext import JsonValue

KEY_ORDER = (  # of agents and provider instances: no key of one stands in the way of the other
    "schema_version",
    "extends",
    "name",
    "abstract",
    "hidden",
    "description",
    "client_api",
    "url",
    "api_key_ref",
    "proxy",
    "ca_file",
    "verify_tls",
    "provider_instance",
    "endpoint",
    "model",
    "enable_thinking",
    "enable_tools",
    "cache_prompt",
    "cache_ttl",
    "cache_breakpoints",
    "tags",
    "system_prompt",
    "headers",
    "timeouts",
    "launch",
    "match",
    "body",
)
_TABLE_ORDERS: Mapping[TomlPath, Sequence[str]] = {
    (): KEY_ORDER,
    ("match",): ("file_patterns", "path_patterns", "project_names"),
    ("timeouts",): ("connect_s", "idle_s", "total_s"),
    ("launch",): ("command", "args", "cwd", "env", "ready_url", "ready_timeout_s", "detach"),
    ("pipelines",): ("code_completion", "chat", "compression", "quick_refactor"),
}


def plan_insert(text: TomlText, path: TomlPath, value: JsonValue) -> list[Splice]:
    """Returns the splices that write a new key; raises TomlEditError when its table is none."""
    depth = _depth_of_known(text, path)
    table, rest = path[:depth], path[depth:]
    holder = text.find_written(table) if table else None
    if isinstance(value_at(text.table, table), list):
        return _into_array(text, holder, table, rest, value)
    if holder is not None:
        return _into_braces(text, holder, rest, value)
    dotted = text.dotted_through(table) if table else []
    if dotted:
        return [_beside_dotted(text, text.spots[dotted[-1]], table, rest, value)]
    section = text.find_header(table) if table else None
    if not table or section is not None:
        return [_into_section(text, section, table, rest, value)]
    return [_before_first_child(text, table, rest, value)]


def _depth_of_known(text: TomlText, path: TomlPath) -> int:
    """Returns how many keys of the path are there already."""
    here: object = text.table
    for depth, key in enumerate(path):
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        elif isinstance(here, dict | list):
            return depth
        else:
            raise TomlEditError(f"`{'.'.join(path[:depth])}` is no table, so nothing can be written into it.")
    raise AssertionError("the key is there already")


def _pair(keys: Sequence[str], value: JsonValue, newline: str) -> str:
    return f"{'.'.join(map(render_key, keys))} = {render_value(value, newline=newline)}"


def _into_array(text: TomlText, holder: int | None, table: TomlPath, rest: TomlPath, value: JsonValue) -> list[Splice]:
    members = text.held_by(holder) if holder is not None else []
    if holder is None or rest != (str(len(members)),):
        raise TomlEditError(f"`{'.'.join((*table, *rest))}` is not the next member of an array.")
    return plan_member(text, holder, len(members), render_flat(value))


def _into_braces(text: TomlText, holder: int, rest: TomlPath, value: JsonValue) -> list[Splice]:
    pair = f"{'.'.join(map(render_key, rest))} = {render_flat(value)}"
    return plan_member(text, holder, len(text.held_by(holder)), pair)


def _beside_dotted(text: TomlText, spot: Spot, table: TomlPath, rest: TomlPath, value: JsonValue) -> Splice:
    part = next(key for key in spot.keys if key.path == table)
    keys = f"{text.text[spot.start : part.end]}.{'.'.join(map(render_key, rest))}"
    if spot.inside is not None:
        return Splice(spot.end, spot.end, f", {keys} = {render_flat(value)}")
    return _line_after(text, spot, f"{keys} = {render_value(value, newline=text.newline)}")


def _into_section(text: TomlText, section: int | None, table: TomlPath, rest: TomlPath, value: JsonValue) -> Splice:
    is_table = isinstance(value, Mapping) and (not table or len(render_flat(value)) > LINE_LIMIT)
    if len(rest) == 1 and not is_table:
        return _into_lines(text, section, table, rest[0], value)
    keys, pairs = (rest, value) if isinstance(value, Mapping) and is_table else (rest[:-1], {rest[-1]: value})
    names = tuple(key for key in (*_names(text, section), *keys))
    lines = [_pair((name,), member, text.newline) for name, member in pairs.items()]
    return _new_section(text, table, names, lines)


def _names(text: TomlText, section: int | None) -> tuple[str, ...]:
    """Returns the keys that a header writes: its path without the numbers of members."""
    return tuple(key.path[-1] for key in text.spots[section].keys) if section is not None else ()


def _into_lines(text: TomlText, section: int | None, table: TomlPath, name: str, value: JsonValue) -> Splice:
    siblings = [text.spots[n] for n in text.pairs_of(section)]
    before, after = _neighbours(siblings, table, name)
    if before is not None:
        return _line_after(text, before, _aligned(text, before, name, value))
    if after is not None:
        start = text.line_start(after.start)
        above = text.comments_above(start)
        at = start if above == text.line_start(0) else above  # what stands at the top is about the whole file
        return Splice(at, at, f"{_aligned(text, after, name, value)}{text.newline}")
    return _first_line(text, section, _pair((name,), value, text.newline))


def _neighbours(siblings: Sequence[Spot], table: TomlPath, name: str) -> tuple[Spot | None, Spot | None]:
    """Returns the key that the new one follows, else the one that it comes before; keys without a rank come last."""
    order = {key: rank for rank, key in enumerate(_TABLE_ORDERS.get(table, ()))}
    rank = order.get(name)
    last = siblings[-1] if siblings else None
    if rank is None:
        return last, None
    ranked = [(order[key], spot) for spot in siblings if (key := spot.keys[0].path[-1]) in order]
    lower = [spot for other, spot in ranked if other <= rank]
    if lower:
        return lower[-1], None
    return (None, ranked[0][1]) if ranked else (last, None)


def _aligned(text: TomlText, beside: Spot, name: str, value: JsonValue) -> str:
    """Returns the new line with its equals sign as its neighbour has it."""
    key_end = beside.keys[-1].end
    gap = text.text[key_end : beside.value_start]
    before, _, after = gap.partition("=")
    indent = text.text[text.line_start(beside.start) : beside.start]
    column = key_end - beside.start + len(before)
    written = render_key(name)
    padding = before if len(before) < 2 else " " * max(1, column - len(written))
    return f"{indent}{written}{padding}={after}{render_value(value, newline=text.newline)}"


def _line_after(text: TomlText, spot: Spot, line: str) -> Splice:
    end = text.line_end(spot.end)
    if not text.text[:end].endswith("\n"):
        return Splice(end, end, f"{text.newline}{line}")
    return Splice(end, end, f"{line}{text.newline}")


def _first_line(text: TomlText, section: int | None, line: str) -> Splice:
    if section is not None:
        return _line_after(text, text.spots[section], line)
    header = text.first_header()
    if header is not None:
        start = text.line_start(text.spots[header].start)
        at = text.comments_above(start)
        return Splice(at, at, f"{line}{text.newline}{text.newline}")
    end = len(text.text)
    needs_end = end > text.line_start(0) and not text.text.endswith("\n")
    return Splice(end, end, f"{text.newline if needs_end else ''}{line}{'' if needs_end else text.newline}")


def _new_section(text: TomlText, table: TomlPath, names: Sequence[str], lines: Sequence[str]) -> Splice:
    """Writes a table of its own: at the end, or behind the last table below its parent."""
    body = text.newline.join((f"[{'.'.join(map(render_key, names))}]", *lines))
    headers = text.headers_under(table)
    end = text.content_end(max(headers)) if headers and table else len(text.text)
    end = text.comments_below(end)
    head = text.text[:end].removeprefix("\ufeff")
    if text.skip_blank_lines(end) == len(text.text):  # the last table of the file
        end = len(text.text)
        head = text.text[:end].removeprefix("\ufeff")
        if head and not head.endswith("\n"):
            return Splice(end, end, f"{text.newline * 2}{body}")
        is_open = bool(head.strip()) and not head.endswith((f"{text.newline}{text.newline}", "\n\n"))
        return Splice(end, end, f"{text.newline if is_open else ''}{body}{text.newline}")
    is_tight = text.skip_blank_lines(end) == end
    return Splice(end, end, f"{text.newline}{body}{text.newline}{text.newline if is_tight else ''}")


def _before_first_child(text: TomlText, table: TomlPath, rest: TomlPath, value: JsonValue) -> Splice:
    """Writes a header for a table that only its own sub-tables made so far."""
    header = text.spots[text.headers_under(table)[0]]
    part = next(key for key in header.keys if key.path == table)
    names = text.text[header.keys[0].start : part.end]
    at = text.comments_above(text.line_start(header.start))
    if len(rest) > 1:
        body = f"[{names}.{'.'.join(map(render_key, rest[:-1]))}]{text.newline}"
    else:
        body = f"[{names}]{text.newline}"
    return Splice(at, at, f"{body}{_pair(rest[-1:], value, text.newline)}{text.newline}{text.newline}")
