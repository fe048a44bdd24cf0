"""Takes the text of a role file apart and changes one part: the bytes of the others stay (A102, A184)."""

import re

from qodev.agents.roles import front_scalar, parse_role
from qodev.types.agents import Layer
from qodev.types.routing import RoleForm

_BOM = "\ufeff"
_FENCE = re.compile(r"---[ \t]*")


def read_form(text: str, path: str) -> RoleForm:
    """Returns the parts of a role's text, or the whole of it with the reason why it has none, which names the file."""
    parsed = parse_role(_normal(text), "", path, Layer.USER)
    if parsed.value is None:
        fault = parsed.diagnostics[0]
        return RoleForm("", "", text, fault.message, fault.span.line if fault.span is not None else 1)
    return RoleForm(parsed.value.name, parsed.value.description, parsed.value.text)


def _normal(text: str) -> str:
    return text.removeprefix(_BOM).replace("\r\n", "\n")


def set_form(text: str, key: str, value: str) -> str:
    """Returns the text with `name`, `description` or `text` changed; a blank name or description is taken out."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    mark = _BOM if text.startswith(_BOM) else ""
    front, body = _split(_normal(text))
    if key == "text":
        after = front + _with_body(body, value, has_front=bool(front))
    else:
        after = _with_key(front, key, " ".join(value.split())) + body
    return mark + after.replace("\n", line_end)


def _split(text: str) -> tuple[str, str]:
    """Returns the front matter with both fences, "" without one, and the rest."""
    lines = text.split("\n")
    if not _FENCE.fullmatch(lines[0]):
        return "", text
    end = next((i for i, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line)), len(lines) - 1)
    rest = lines[end + 1 :]
    return "\n".join(lines[: end + 1]) + ("\n" if rest else ""), "\n".join(rest)


def _with_body(body: str, value: str, *, has_front: bool) -> str:
    lines = body.split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    before = "\n" * (filled[0] if filled else int(has_front))
    wanted = _trimmed(_normal(value))
    if not has_front and not before and _FENCE.fullmatch(wanted.partition("\n")[0]):
        before = "\n"  # else its first line would begin front matter
    after = "\n".join(["", *lines[filled[-1] + 1 :]]) if filled else "\n"
    return before + wanted + (after if wanted else "")


def _trimmed(text: str) -> str:
    lines = text.split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def _with_key(front: str, key: str, value: str) -> str:
    if not front:
        return f"---\n{key}: {front_scalar(value)}\n---\n\n" if value else ""
    span = _value_span(front, key)
    if span is not None:
        start, end = span
        if value:
            gap = "\n" if front[start:end].endswith("\n") else ""
            space = "" if front[start - 1] == " " else " "
            return front[:start] + space + front_scalar(value) + gap + front[end:]
        line_start = front.rfind("\n", 0, start) + 1
        line_end = end if front[start:end].endswith("\n") else front.index("\n", end) + 1
        return front[:line_start] + front[line_end:]
    if not value:
        return front
    at = front.index("\n") + 1
    if key == "description" and (name := _value_span(front, "name")) is not None:
        at = name[1] if front[name[0] : name[1]].endswith("\n") else front.index("\n", name[1]) + 1
    return f"{front[:at]}{key}: {front_scalar(value)}\n{front[at:]}"


def _value_span(front: str, key: str) -> tuple[int, int] | None:
    """Returns where the value of a key stands in front matter that parses."""
    import yaml  # costs 15 ms, needed only for editing (F37)

    inner_start = front.index("\n") + 1
    node = yaml.compose(front[inner_start : front.rstrip("\n").rindex("\n") + 1], Loader=yaml.BaseLoader)
    if not isinstance(node, yaml.MappingNode):
        return None
    for key_node, value_node in node.value:
        if key_node.value == key:
            return inner_start + value_node.start_mark.index, inner_start + value_node.end_mark.index
    return None
