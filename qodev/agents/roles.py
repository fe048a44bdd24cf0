"""Reads and writes role files (A102 to A107)."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from qodev.agents.layers import LayerFolder, scan_folder
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.files import load_text
from qodev.base.text import near_miss
from qodev.types.agents import Layer, RoleSpec

if TYPE_CHECKING:
    from yaml import Event, MappingNode, Node

ROLE_LIMIT_BYTES = 64 * 1024  # A102
ROLE_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_KEYS = ("name", "description")
_DEPTH_LIMIT = 6
_FENCE = re.compile(r"---[ \t]*")
_PLAIN = re.compile(r"[A-Za-z][\w.,()'/-]*(?: [\w.,()'/-]+)*", re.ASCII)


def load_roles(folders: tuple[LayerFolder, ...]) -> Parsed[Mapping[str, RoleSpec]]:
    """Returns the roles of the folders, the earlier folder winning an id, and every finding."""
    roles: dict[str, RoleSpec] = {}
    found: list[Diagnostic] = []
    for folder in folders:
        stamps, problems = scan_folder(folder.path, ".md")
        found.extend(problems)
        for stamp in stamps:
            parsed = _load_role(Path(stamp.path), folder.layer, roles)
            found.extend(parsed.diagnostics)
            if parsed.value is not None:
                roles[parsed.value.id] = parsed.value
    return Parsed(roles, tuple(found))


def _load_role(path: Path, layer: Layer, taken: Mapping[str, RoleSpec]) -> Parsed[RoleSpec]:
    fault = _name_fault(path, taken)
    if fault is not None:
        return Parsed(None, (fault,))
    text = load_text(path, ROLE_LIMIT_BYTES)
    if text.value is None:
        return Parsed(None, text.diagnostics)
    return parse_role(text.value, path.name[: -len(".md")], str(path), layer)


def check_role(text: str, path: Path, layer: Layer, taken: Mapping[str, RoleSpec]) -> Parsed[RoleSpec]:
    """Returns the role that a file would hold with this text; `taken` are the roles of earlier folders."""
    fault = _name_fault(path, taken)
    if fault is not None:
        return Parsed(None, (fault,))
    return parse_role(text, path.name[: -len(".md")], str(path), layer)


def _name_fault(path: Path, taken: Mapping[str, RoleSpec]) -> Diagnostic | None:
    role_id = path.name[: -len(".md")]
    if not ROLE_ID.fullmatch(role_id):
        message = f"`{path.name}` cannot be a role: its name is the id, of `a-z`, `0-9`, `_` and `-` alone."
        return _finding(Code.ROLE_BAD_ID, message, path, role_id, hint="Rename the file.")
    if role_id in taken and taken[role_id].layer is Layer.BUNDLED:
        message = f"`{path.name}` has the id of the bundled role `{role_id}`; bundled roles cannot be replaced."
        return _finding(Code.ROLE_CLASH_BUNDLED, message, path, role_id, hint="Give the file another name.")
    return None


def _finding(
    code: Code, message: str, path: Path | str, role_id: str, *, hint: str | None = None, line: int = 1
) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, role_id, span=SourceSpan(str(path), line), hint=hint)


def parse_role(text: str, role_id: str, path: str, layer: Layer) -> Parsed[RoleSpec]:
    """Returns the role that a Markdown text with optional front matter holds."""
    reader = _RoleReader(role_id, path)
    lines = text.split("\n")
    if _FENCE.fullmatch(lines[0]):
        end = next((i for i, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line)), None)
        if end is None:
            message = f"The front matter of `{Path(path).name}` is not closed: a second line `---` is missing."
            return Parsed(None, (_finding(Code.ROLE_FRONT_MATTER, message, path, role_id),))
        reader.read_front("\n".join(lines[1:end]))
        lines = lines[end + 1 :]
    if reader.is_broken:
        return Parsed(None, tuple(reader.found))
    prompt = _trim_blank_lines(lines)
    if not prompt:
        message = f"The role `{role_id}` has no text."
        span = SourceSpan(path, 1)
        reader.found.append(Diagnostic(Code.ROLE_EMPTY, Severity.WARNING, message, role_id, span=span))
    name, description = reader.values.get("name", role_id), reader.values.get("description", "")
    return Parsed(RoleSpec(role_id, name, description, prompt, layer, SourceSpan(path, 1)), tuple(reader.found))


def _trim_blank_lines(lines: list[str]) -> str:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


@dataclass(slots=True)
class _RoleReader:
    """Reads front matter as safe YAML: scalars as text, no alias, tag or repeated key."""

    role_id: str
    path: str
    values: dict[str, str] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    is_broken: bool = False

    def read_front(self, text: str) -> None:
        """Takes the keys of front matter."""
        import yaml  # costs 15 ms, needed only for roles with front matter (F37)

        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # F24: libyaml where it is there
        try:
            self._check_events(yaml.parse(text, Loader=loader))
            node = None if self.is_broken else yaml.compose(text, Loader=loader)
        except yaml.YAMLError as fault:
            mark = getattr(fault, "problem_mark", None)
            self._break("is not valid YAML", mark.line + 2 if mark is not None else 1)
            return
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            self._break("must be lines of `key: value`", 2)
            return
        self._read_mapping(node)

    def _check_events(self, events: "Iterable[Event]") -> None:
        """Stops at the first thing that is not wanted, before the reader spends time on what follows."""
        depth = 0
        for event in events:
            line = event.start_mark.line + 2 if event.start_mark is not None else 1
            depth += _depth_change(event)
            if getattr(event, "anchor", None):  # an alias has one too: the name that it repeats
                reason = "must not use anchors and aliases"
            elif getattr(event, "tag", None):
                reason = "must not use tags"
            elif depth > _DEPTH_LIMIT:
                reason = "nests too deep"
            else:
                continue
            self._break(reason, line)
            return

    def _break(self, reason: str, line: int) -> None:
        message = f"The front matter of `{Path(self.path).name}` {reason}."
        self.found.append(_finding(Code.ROLE_FRONT_MATTER, message, self.path, self.role_id, line=line))
        self.is_broken = True

    def _read_mapping(self, node: "MappingNode") -> None:
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key, line = key_node.value, key_node.start_mark.line + 2
            if not isinstance(key, str):
                self._break("must be lines of `key: value`", line)
                return
            if key in seen:
                self._break(f"has the key `{key}` twice", line)
            seen.add(key)
            if key not in _KEYS:
                self._unknown(key, line)
            else:
                self._read_value(key, value_node, line)

    def _read_value(self, key: str, node: "Node", line: int) -> None:
        value = node.value
        if not isinstance(value, str) or "\n" in value.strip():
            message = f"`{key}` in `{Path(self.path).name}` must be text of one line; it counts as not written."
            self._warn(Code.KEY_TYPE, message, key, line)
        elif value.strip():
            self.values[key] = value.strip()

    def _unknown(self, key: str, line: int) -> None:
        near = near_miss(key, _KEYS)
        ask = f"did you mean `{near}`?" if near else "it has no effect."
        self._warn(Code.KEY_UNKNOWN, f"Unknown key '{key}' in `{Path(self.path).name}`: {ask}", key, line, near)

    def _warn(self, code: Code, message: str, key: str, line: int, hint: str | None = None) -> None:
        span = SourceSpan(self.path, line)
        self.found.append(Diagnostic(code, Severity.WARNING, message, self.role_id, span=span, key=key, hint=hint))


def _depth_change(event: "Event") -> int:
    kind = type(event).__name__
    if kind in ("SequenceStartEvent", "MappingStartEvent"):
        return 1
    return -1 if kind in ("SequenceEndEvent", "MappingEndEvent") else 0


def render_role(name: str, description: str, text: str) -> str:
    """Returns the text of a role file; the front matter holds what is not blank."""
    front = [
        f"{key}: {front_scalar(' '.join(value.split()))}"
        for key, value in (("name", name), ("description", description))
        if value.strip()
    ]
    head = ["---", *front, "---", ""] if front else []
    body = text.strip("\n")
    return "\n".join([*head, *([body] if body else []), ""])


def front_scalar(value: str) -> str:
    """Returns a value of one line as front matter writes it: plain where that is safe, else in quotes."""
    if _PLAIN.fullmatch(value):
        return value
    quoted = json.dumps(value, ensure_ascii=False)  # a JSON text is a YAML scalar, but for what cannot be seen
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in quoted)


def copy_id(role_id: str, taken: Collection[str]) -> str:
    """Returns the id of a duplicate: `<id>_copy`, then `<id>_copy2` and so on (A103)."""
    return free_id(f"{role_id}_copy", taken, "{base}{number}")


def free_id(base: str, taken: Collection[str], pattern: str) -> str:
    """Returns `base`, or the first of its numbered forms that is not taken."""
    number = 2
    candidate = base
    while candidate in taken:
        candidate = pattern.format(base=base, number=number)
        number += 1
    return candidate
