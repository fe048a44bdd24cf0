"""Reads the file of a skill: strict YAML between fences, then the text that a model gets (P200)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.text import BLANKS, clip, near_miss, normalize_blanks, show_hidden
from qodev.base.yaml_subset import Node, Scalar, Sequence, YamlFault, parse_yaml
from qodev.types.skills import Skill, SkillScope

SIZE_LIMIT_BYTES = 16_384
BODY_LIMIT = 12_000
_DESCRIPTION_LIMIT = 180
_ARGUMENTS_MOST = 8
_IGNORED = ("license", "compatibility", "metadata")
_FIELDS = ("name", "description", "arguments", "user-only", *_IGNORED)
_FENCE = "---"
_LINE_END = re.compile(r"\r\n|\n|\r")
_FOLDER = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")  # P2
_ARGUMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")
_SHOWN = 60


def is_skill_name(name: str) -> bool:
    """Tells whether a folder of a skill may be called so (P199)."""
    return _FOLDER.fullmatch(name) is not None


def fill_in(body: str, values: Mapping[str, str]) -> str:
    """Returns the text with each `{{name}}` as its value; what a value holds is not filled in again (P203)."""
    return _PLACEHOLDER.sub(lambda found: values[found[1].strip(BLANKS)], body)


def parse_skill(content: bytes, folder: str, path: str, scope: SkillScope, *, digest: str = "") -> Parsed[Skill]:
    """Reads one SKILL.md; every fault of its front matter is reported, and any of them refuses it."""
    reader = _Reader(folder, path)
    skill = reader.read(content, scope, digest)
    found = tuple(sorted(reader.found, key=_place))
    return Parsed(skill if not found else None, found)


def _place(found: Diagnostic) -> tuple[int, int]:
    return (found.span.line, found.span.column) if found.span is not None else (1, 1)


@dataclass(slots=True)
class _Reader:
    """Reads one file and collects what is wrong with it."""

    folder: str
    path: str
    found: list[Diagnostic] = field(default_factory=list)
    description: str = ""
    arguments: tuple[str, ...] = ()
    is_user_only: bool = False

    def _add(self, code: Code, message: str, place: tuple[int, int] = (1, 1), *, hint: str | None = None) -> None:
        span = SourceSpan(self.path, *place)
        self.found.append(
            Diagnostic(code, Severity.ERROR, message, subject=self.folder, path=self.path, span=span, hint=hint)
        )

    def read(self, content: bytes, scope: SkillScope, digest: str) -> Skill | None:
        if not is_skill_name(self.folder):
            self._add(
                Code.SKILL_FOLDER,
                f"`{_cut(self.folder)}` is no name for the folder of a skill.",
                hint="Use a letter, then up to 39 letters, digits, `_` or `-`.",
            )
            return None
        lines = self._lines(content)
        closing = self._closing(lines) if lines else None
        if closing is None:
            return None
        self._read_front("\n".join(lines[1:closing]))
        body = "\n".join(lines[closing + 1 :]).strip(BLANKS)
        self._check_body(body, lines, closing)
        return Skill(self.folder, self.description, self.arguments, body, scope, self.is_user_only, self.path, digest)

    def _lines(self, content: bytes) -> list[str]:
        if len(content) > SIZE_LIMIT_BYTES:
            self._add(
                Code.SKILL_TOO_LARGE,
                f"The file has more than the {SIZE_LIMIT_BYTES:,} bytes that a skill may have.",
                hint="Shorten it, or name further files in it.",
            )
            return []
        try:
            return _LINE_END.split(content.decode("utf-8").removeprefix("\ufeff"))
        except UnicodeDecodeError as fault:
            self._add(
                Code.SKILL_ENCODING, f"The byte at {fault.start:,} is no valid UTF-8.", hint="Save the file as UTF-8."
            )
            return []

    def _closing(self, lines: list[str]) -> int | None:
        """Returns the index of the second fence, None when one is missing."""
        if lines[0].rstrip(BLANKS) != _FENCE:
            message = "The file does not begin with a line `---`."
            self._add(Code.SKILL_FRONT, message, hint="Begin it with a line `---`, then `description: …`.")
            return None
        closing = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip(BLANKS) == _FENCE), None)
        if closing is None:
            message = "The front matter is not closed."
            self._add(Code.SKILL_FRONT, message, hint="Add a line `---` between the fields and the text.")
        return closing

    def _read_front(self, text: str) -> None:
        try:
            front = parse_yaml(text)
        except YamlFault as fault:
            place = (fault.line + 1, fault.column)
            self._add(Code.SKILL_FRONT, f"The front matter cannot be read: {fault.reason}.", place)
            return
        readers: Mapping[str, Callable[[Node], None]] = {
            "name": self._read_name,
            "description": self._read_description,
            "arguments": self._read_arguments,
            "user-only": self._read_user_only,
        }
        for key, node in front.entries:
            name = str(key.value)
            if name in readers:
                readers[name](node)
            elif name not in _IGNORED:
                self._unknown(name, key)
        if front.get("description") is None:
            self._add(Code.SKILL_FIELD, "The field `description` is missing.", hint="Add `description: …`.")

    def _unknown(self, name: str, key: Scalar) -> None:
        near = near_miss(name, _FIELDS)
        hint = f"Did you mean `{near}`?" if near else f"Skills have {', '.join(_FIELDS)}."
        self._add(Code.SKILL_FIELD, f"`{_cut(name)}` is no field of a skill.", (key.line + 1, key.column), hint=hint)

    def _value(self, name: str, node: Node, reason: str) -> None:
        message = f"The value of `{name}` cannot be used: {reason}."
        self._add(Code.SKILL_FIELD, message, (node.line + 1, node.column))

    def _read_name(self, node: Node) -> None:
        if not isinstance(node, Scalar) or str(node.value).casefold() != self.folder.casefold():
            self._value("name", node, f"it must be `{self.folder}`, as the folder is called")

    def _read_description(self, node: Node) -> None:
        text = normalize_blanks(node.value) if isinstance(node, Scalar) and isinstance(node.value, str) else ""
        if not text:
            self._value("description", node, "it must be a text")
        elif len(text) > _DESCRIPTION_LIMIT:
            self._value("description", node, f"it has {len(text)} characters, {_DESCRIPTION_LIMIT} are allowed")
        self.description = text

    def _read_user_only(self, node: Node) -> None:
        if not isinstance(node, Scalar) or not isinstance(node.value, bool):
            self._value("user-only", node, "it must be `true` or `false`")
        else:
            self.is_user_only = node.value

    def _read_arguments(self, node: Node) -> None:
        names = _names_of(node)
        if names is None:
            self._value("arguments", node, "it must be a list of names")
            return
        wrong = next((name for name in names if _ARGUMENT.fullmatch(name) is None), None)
        if wrong is not None:
            self._value("arguments", node, f"`{_cut(wrong)}` is no name: use letters, digits, `_` and `-`")
        elif len(set(names)) < len(names):
            self._value("arguments", node, "a name is given twice")
        elif len(names) > _ARGUMENTS_MOST:
            self._value("arguments", node, f"it has {len(names)} names, {_ARGUMENTS_MOST} are allowed")
        self.arguments = names

    def _check_body(self, body: str, lines: list[str], closing: int) -> None:
        if not body:
            self._add(Code.SKILL_BODY, "The skill has no text.", (closing + 1, 1), hint="Write it below the `---`.")
        elif len(body) > BODY_LIMIT:
            message = f"The text has {len(body):,} characters; {BODY_LIMIT:,} are allowed."
            self._add(Code.SKILL_BODY, message, (closing + 2, 1), hint="Shorten it, or name further files in it.")
        if self.found:
            return  # names that were not read would all be said to be unknown
        used: set[str] = set()
        for name, place in _placeholders(lines, closing + 1):
            if name not in self.arguments and name not in used:
                message = f"`{{{{{_cut(name)}}}}}` is used, but no argument of the skill."
                self._add(Code.SKILL_ARGUMENT, message, place, hint=f"Add it to `arguments`: `{_cut(name)}`.")
            used.add(name)
        for name in self.arguments:
            if name not in used:
                message = f"The argument `{name}` is used nowhere in the text."
                self._add(Code.SKILL_ARGUMENT, message, hint=f"Write `{{{{{name}}}}}` where it belongs, or remove it.")


def _placeholders(lines: list[str], start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    for number, line in enumerate(lines[start:], start + 1):
        for found in _PLACEHOLDER.finditer(line):
            yield found[1].strip(BLANKS), (number, found.start() + 1)


def _names_of(node: Node) -> tuple[str, ...] | None:
    """Returns the names in a YAML list or between commas; None for what is neither."""
    if isinstance(node, Scalar):
        if node.value is None:
            return ()
        parts = str(node.value).split(",") if isinstance(node.value, str) else None
        return tuple(part.strip(BLANKS) for part in parts if part.strip(BLANKS)) if parts is not None else None
    if not isinstance(node, Sequence):
        return None
    items = [item.value for item in node.items if isinstance(item, Scalar) and isinstance(item.value, str)]
    return tuple(items) if len(items) == len(node.items) else None


def _cut(text: str) -> str:
    return show_hidden(clip(text, _SHOWN))
