"""Repairs inside templates: names with a near miss, and values that were quoted by hand instead of by `tojson`."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from qodev.agents.fix_texts import FixContext
from qodev.agents.toml_edit import set_key
from qodev.agents.toml_text import value_at
from qodev.base.codes import Code

Repaired = tuple[str, str] | None

_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_IN_PARTIAL = re.compile(r": in `[^`]+`(?:, line \d+)?: ")


def _rename(said: str, written: str, after: str = r"\g<1>{near}\g<2>") -> Callable[[FixContext], Repaired]:
    """Returns the repair that renames what `said` finds in the message wherever `written` finds it in tags."""

    def repair(given: FixContext) -> Repaired:
        found = re.search(said, given.diagnostic.message)
        if found is None or given.hint is None:
            return None
        put = after.format(near=given.hint.replace("\\", r"\\"))
        return _in_tags(given, written.format(name=re.escape(found[1])), put, f"Rename to `{given.hint}`")

    return repair


def _in_tags(given: FixContext, pattern: str, put: str, title: str) -> Repaired:
    """Changes the tags of the template that the finding is about, as they are written in the file."""
    start, end = _template_span(given)
    template = given.text[start:end]
    changed = _TAG.sub(lambda tag: re.sub(pattern, put, tag.group()), template)
    return title, f"{given.text[:start]}{changed}{given.text[end:]}"


def _template_span(given: FixContext) -> tuple[int, int]:
    if not given.diagnostic.key:
        return (0, len(given.text)) if (given.diagnostic.file or "").endswith(".jinja") else (0, 0)
    if _IN_PARTIAL.search(given.diagnostic.message):
        return 0, 0  # the fault stands in another file
    number = given.toml.find_written(given.path)
    if number is None:
        return 0, 0
    spot = given.toml.spots[number]
    return spot.value_start, spot.end


def _index_from_one(given: FixContext) -> Repaired:
    return _in_tags(given, r"\bloop(\s*\.\s*)index\b", r"loop\g<1>index1", "Write `loop.index1`")


def _wrap(given: FixContext) -> Repaired:
    if not given.diagnostic.key or _IN_PARTIAL.search(given.diagnostic.message):
        return None
    template = value_at(given.toml.table, given.path)
    wrapped = wrap_values(template) if isinstance(template, str) else None
    if wrapped is None:
        return None
    return "Wrap in `tojson()`", set_key(given.text, given.path, wrapped)


_PIECE = re.compile(r"\{\{-?(.*?)-?\}\}|\{%.*?%\}|\{#.*?#\}|\\.|\"|[^\"\\{]+|\{", re.DOTALL)
_TEXT_FIELD = re.compile(r"ctx\.(?:prefix|suffix|system_prompt|language|model|client_api)")
_PLAIN = re.compile(r"[A-Za-z_][\w.]*")


@dataclass(slots=True)
class _Quoted:
    """A JSON string in the text of a template, up to where it was read."""

    raw: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)  # as expressions of the template
    has_value: bool = False
    can_change: bool = True

    def take(self, piece: re.Match[str]) -> None:
        self.raw.append(piece.group())
        if piece[1] is not None:
            expression = piece[1].strip()
            self.parts.append(expression if _PLAIN.fullmatch(expression) else f"({expression})")
            self.has_value = True
        elif piece.group().startswith(("{%", "{#")):
            self.can_change = False
        else:
            self._take_text(piece.group())

    def _take_text(self, text: str) -> None:
        try:
            plain = json.loads(f'"{text}"', strict=False)
        except ValueError:
            self.can_change = False
            return
        if self.parts and self.parts[-1].startswith('"'):
            plain = json.loads(self.parts.pop()) + plain
        self.parts.append(json.dumps(plain, ensure_ascii=False))

    def done(self) -> str:
        raw = "".join(self.raw)
        if not self.has_value or not self.can_change:
            return f'"{raw}"'
        if len(self.parts) == 1:
            only = self.parts[0].removeprefix("(").removesuffix(")") if self.parts[0].startswith("(") else self.parts[0]
            return f"{{{{ {only} }}}}" if only.startswith("tojson(") else f"{{{{ tojson({only}) }}}}"
        return f"{{{{ tojson({' ~ '.join(self.parts)}) }}}}"


def wrap_values(template: str) -> str | None:
    """Returns a template of JSON with its values put in by `tojson`; None when nothing was put in by hand."""
    whole = re.fullmatch(r"\s*\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}\s*", template)
    if whole is not None:
        return f"{{{{ tojson({whole[1]}) }}}}"
    changed = "".join(_wrapped(template))
    return changed if changed != template else None


def _wrapped(template: str) -> Iterator[str]:
    quoted: _Quoted | None = None
    for piece in _PIECE.finditer(template):
        if piece.group() == '"':
            if quoted is None:
                quoted = _Quoted()
            else:
                yield quoted.done()
                quoted = None
        elif quoted is not None:
            quoted.take(piece)
        elif piece[1] is not None and _TEXT_FIELD.fullmatch(piece[1].strip()):
            yield f"{{{{ tojson({piece[1].strip()}) }}}}"
        else:
            yield piece.group()
    if quoted is not None:
        yield f'"{"".join(quoted.raw)}'


_QUOTED_NAME = r"((?:\\?[\"'])){name}(\\?[\"'])"

TEMPLATE_FIXES: Mapping[Code, Callable[[FixContext], Repaired]] = {
    Code.TEMPLATE_UNKNOWN_FUNCTION: _rename(r"There is no function `([^`]+)`", r"((?<![\w.])){name}(?!\w)()"),
    Code.TEMPLATE_UNKNOWN_FILTER: _rename(
        r"There is no (?:filter|test) `([^`]+)`", r"(\|\s*|\bis\s+(?:not\s+)?){name}(?!\w)()"
    ),
    Code.TEMPLATE_UNKNOWN_CTX: _rename(
        r"`ctx` has no member `([^`]+)`", r"(\bctx\s*(?:\.\s*|\[\s*\\?[\"'])){name}(?!\w)()"
    ),
    Code.TEMPLATE_UNDEFINED: _rename(r"`ctx\.(\w+)` is undefined", r"(\bctx\s*\.\s*){name}(?!\w)()"),
    Code.TEMPLATE_AMBIGUOUS_INDEX: _index_from_one,
    Code.INCLUDE_MISSING: _rename(r"There is no partial `([^`]+)`", _QUOTED_NAME),
    Code.ROLE_UNKNOWN: _rename(r"There is no role `([^`]+)`", _QUOTED_NAME),
    Code.BODY_INVALID_JSON: _wrap,
}
