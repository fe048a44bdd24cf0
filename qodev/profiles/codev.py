"""Reads native profiles: the line grammar of Codev's agent files, which is not YAML (P11 to P36).

Codev's format: one `key: value` a line, lists with commas, a later rule wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from qodev.base.codes import Code
from qodev.base.diagnostics import Parsed, SourceSpan
from qodev.base.text import BLANKS, normalize_blanks
from qodev.profiles import fields
from qodev.profiles.shadows import rule_notes
from qodev.profiles.texts import Faults, Piece, check_body, check_file_name, decode, split_document
from qodev.types.permissions import Effect
from qodev.types.profiles import CommandRule, PathPattern, PathScope, Profile, ProfileFormat, ProfileScope, ToolRule

FIELDS = (
    "name",
    "description",
    "model",
    "temperature",
    "max_steps",
    "default_permission",
    "tools",
    "commands",
    "edit_paths",
    "deny_edit_paths",
)
_ADDING = ("tools", "commands")  # P18
_LISTS = (*_ADDING, "edit_paths", "deny_edit_paths")
TOOLS_MOST, COMMANDS_MOST, PATHS_MOST = 128, 40, 40  # P32, P34, P35
_COMMAND_PATTERN_LIMIT = 200


def parse_profile(
    content: bytes, file_name: str, path: str, scope: ProfileScope, *, digest: str = ""
) -> Parsed[Profile]:
    """Reads one native profile file; every fault of the front matter is reported, not the first alone (P39)."""
    faults = Faults(path)
    if not check_file_name(file_name, faults):
        return Parsed(None, faults.in_order())
    text = decode(content, faults)
    document = split_document(text, faults) if text is not None else None
    if text is None or document is None:
        return Parsed(None, faults.in_order())
    reader = _FrontReader(faults)
    reader.read(document.lines)
    check_body(document, faults)
    if faults.has_errors:
        return Parsed(None, faults.in_order())
    profile = replace(reader.profile(scope), instructions=document.body, source=text, path=path, digest=digest)
    faults.found.extend(rule_notes(profile))
    return Parsed(profile, faults.in_order())


@dataclass(slots=True)
class _FrontReader:
    """Reads the lines between the fences into the fields of a profile."""

    faults: Faults
    seen: dict[str, Piece] = field(default_factory=dict)
    tools: list[ToolRule] = field(default_factory=list)
    commands: list[CommandRule] = field(default_factory=list)
    paths: dict[str, tuple[PathPattern, ...]] = field(default_factory=dict)
    count: dict[str, int] = field(default_factory=dict)

    def read(self, lines: tuple[Piece, ...]) -> None:
        """Reads all lines, then says what is missing."""
        for line in lines:
            shown = line.trimmed()
            if shown.text and not shown.text.startswith("#"):
                self._read_line(line, shown)
        for name in ("name", "description"):
            if name not in self.seen:
                self.faults.add(_CODES[name], f"The field `{name}` is missing.", field=name, hint=f"Add `{name}: …`.")

    def _read_line(self, line: Piece, shown: Piece) -> None:
        at = line.text.find(":")
        key = Piece(line.text[: max(at, 0)], line.line, 1).trimmed()
        if at < 0 or not key.text:
            message = f"`{fields.cut(shown.text)}` is no `field: value`."
            self.faults.at(Code.PROFILE_NOT_KEY_VALUE, message, shown, field="", hint="Write one field a line.")
            return
        name = fields.unquoted(key.text).casefold()
        if name not in FIELDS:
            self._unknown(key)
        elif name in self.seen and name not in _ADDING:
            first = self.seen[name].line
            message = f"The field `{name}` is given twice, first in line {first}."
            self.faults.at(Code.PROFILE_DUP_FIELD, message, key, field=name, hint="Keep one of the two lines.")
        else:
            value = self._value(Piece(line.text[at + 1 :], line.line, at + 2), name)
            self.seen.setdefault(name, key)
            if value is not None:
                self._take(name, value)

    def _unknown(self, key: Piece) -> None:
        near = fields.near_field(fields.unquoted(key.text), FIELDS)
        message = f"`{fields.cut(key.text)}` is no field of a profile."
        hint = f"Did you mean `{near}`?" if near else f"Profiles have {', '.join(FIELDS)}."
        self.faults.at(Code.PROFILE_UNKNOWN_FIELD, message, key, field=key.text, hint=hint)

    def _value(self, raw: Piece, name: str) -> Piece | None:
        """Returns the value without its pair of quotes (P16); an empty one stands just after the colon."""
        if not raw.text.strip(BLANKS):
            return Piece("", raw.line, raw.column)
        value = raw.trimmed()
        quote = value.text[0]
        if quote not in "\"'":
            return value
        if len(value.text) > 1 and value.text[-1] == quote:
            inner = value.text[1:-1]
            has_entries = name in _LISTS and bool(inner.strip(f"{BLANKS},"))
            return Piece(inner, value.line, value.column + 1 if has_entries else value.column)
        if quote in value.text[1:]:
            return value
        self.faults.at(Code.PROFILE_QUOTE, "The quoted value is not closed.", value, field=name, hint="Close it.")
        return None

    def _take(self, name: str, value: Piece) -> None:
        if name == "tools":
            self._take_tools(value)
        elif name == "commands":
            self._take_commands(value)
        elif name in ("edit_paths", "deny_edit_paths"):
            self._take_paths(name, value)
        else:
            reason = fields.SCALARS[name](value.text)
            if reason is not None:
                self.faults.at(_CODES[name], f"The value of `{name}` cannot be used: {reason}.", value, field=name)
            self.seen[name] = value

    def _take_tools(self, value: Piece) -> None:
        for entry, pattern, effect in self._rules(value, Code.PROFILE_TOOLS_SYNTAX, "tools"):
            if not fields.is_tool_pattern(pattern):
                message = f"`{fields.cut(pattern)}` cannot name a tool."
                hint = "Use letters, digits, `_`, `-`, `*` and `?`, or `mcp:*`."
                self.faults.at(Code.PROFILE_TOOLS_SYNTAX, message, entry, field="tools", hint=hint)
            elif any(rule.pattern.casefold() == pattern.casefold() for rule in self.tools):
                self._twice(Code.PROFILE_TOOLS_DUPLICATE, pattern, entry, "tools")
            elif self._fits("tools", Code.PROFILE_TOOLS_COUNT, entry, TOOLS_MOST):
                self.tools.append(ToolRule(pattern, effect, self._span(entry)))

    def _take_commands(self, value: Piece) -> None:
        for entry, raw, effect in self._rules(value, Code.PROFILE_COMMANDS_SYNTAX, "commands"):
            pattern = normalize_blanks(raw)
            reason = fields.command_pattern_fault(pattern, _COMMAND_PATTERN_LIMIT)
            if reason is not None:
                message = f"`{fields.cut(pattern)}` is no command pattern: {reason}."
                self.faults.at(Code.PROFILE_COMMANDS_SYNTAX, message, entry, field="commands")
            elif any(rule.pattern == pattern for rule in self.commands):
                self._twice(Code.PROFILE_COMMANDS_DUPLICATE, pattern, entry, "commands")
            elif self._fits("commands", Code.PROFILE_COMMANDS_COUNT, entry, COMMANDS_MOST):
                self.commands.append(CommandRule(pattern, effect, self._span(entry)))

    def _take_paths(self, name: str, value: Piece) -> None:
        found: list[PathPattern] = []
        entries = list(_entries(value))
        if not entries:
            message = f"`{name}` holds no pattern."
            self.faults.at(Code.PROFILE_PATH_EMPTY, message, value, field=name, hint="Remove the line, or add one.")
        for entry in entries:
            reason = fields.path_pattern_fault(entry.text)
            if reason is not None:
                message = f"`{fields.cut(entry.text)}` is no path pattern: {reason}."
                self.faults.at(Code.PROFILE_PATH_PATTERN, message, entry, field=name)
            elif any(other.text.casefold() == entry.text.casefold() for other in found):
                self._twice(Code.PROFILE_PATH_DUPLICATE, entry.text, entry, name)
            elif self._fits(name, Code.PROFILE_PATH_COUNT, entry, PATHS_MOST):
                found.append(PathPattern(entry.text, self._span(entry)))
        self.paths[name] = tuple(found)

    def _rules(self, value: Piece, code: Code, name: str) -> Iterator[tuple[Piece, str, Effect]]:
        for entry in _entries(value):
            pattern, sign, word = entry.text.rpartition("=")
            effect = fields.read_effect(word.strip(BLANKS))
            if not sign or not pattern.strip(BLANKS) or effect is None:
                message = f"`{fields.cut(entry.text)}` is no rule."
                hint = "Write `pattern=ask`, `pattern=allow` or `pattern=deny`."
                self.faults.at(code, message, entry, field=name, hint=hint)
            else:
                yield entry, pattern.strip(BLANKS), effect

    def _twice(self, code: Code, pattern: str, entry: Piece, name: str) -> None:
        message = f"The pattern `{fields.cut(pattern)}` is given twice."
        self.faults.at(code, message, entry, field=name, hint="Keep the one that you mean.")

    def _fits(self, name: str, code: Code, entry: Piece, most: int) -> bool:
        """Counts an entry; the first one beyond the limit is reported, further ones are not."""
        self.count[name] = self.count.get(name, 0) + 1
        if self.count[name] == most + 1:
            message = f"`{name}` has more than {most} entries."
            self.faults.at(code, message, entry, field=name, hint="Join some of them by a wider pattern.")
        return self.count[name] <= most

    def _span(self, piece: Piece) -> SourceSpan:
        return SourceSpan(self.faults.path, piece.line, piece.column, piece.line, piece.column + len(piece.text))

    def profile(self, scope: ProfileScope) -> Profile:
        """Returns what was read; asked only when nothing was wrong."""

        def text(name: str) -> str:
            return self.seen[name].text if name in self.seen else ""

        return Profile(
            name=text("name"),
            description=text("description"),
            instructions="",
            default_permission=fields.read_effect(text("default_permission")) or Effect.ASK,
            scope=scope,
            format=ProfileFormat.CODEV,
            model=text("model").strip(BLANKS) or None,
            temperature=float(text("temperature")) if text("temperature") else None,
            max_steps=int(text("max_steps")) if text("max_steps") else None,
            tool_rules=tuple(self.tools),
            command_rules=tuple(self.commands),
            edit_scope=PathScope(self.paths.get("edit_paths"), self.paths.get("deny_edit_paths")),
        )


_CODES = {
    "name": Code.PROFILE_NAME,
    "description": Code.PROFILE_DESCRIPTION,
    "model": Code.PROFILE_MODEL,
    "temperature": Code.PROFILE_TEMPERATURE,
    "max_steps": Code.PROFILE_MAX_STEPS,
    "default_permission": Code.PROFILE_DEFAULT_PERMISSION,
}


def _entries(value: Piece) -> Iterator[Piece]:
    """Yields the entries of a comma list with their places; empty ones are dropped (P29)."""
    at = 0
    for part in value.text.split(","):
        entry = Piece(part, value.line, value.column + at).trimmed()
        if entry.text:
            yield entry
        at += len(part) + 1
