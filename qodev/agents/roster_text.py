"""Changes one roster in the text of a rosters file: only the bytes of that array change, comments stay (A119)."""

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field

from qodev.agents.toml_scan import Spot, SpotKind, TomlMap, scan_toml

TABLE = "pipelines"
_LINE_LIMIT = 120
_COMMA = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*,")
_COMMENT = re.compile(r"[ \t]*#[^\r\n]*")


def set_roster(text: str, key: str, names: Sequence[str]) -> str:
    """Returns the text with `pipelines.<key>` set to the names; the text must be TOML.

    Raises ValueError when the table is written in a way that leaves no place for the key.
    """
    written = scan_toml(text)
    line_end = "\r\n" if "\r\n" in text else "\n"
    number = next((n for n, spot in enumerate(written.spots) if spot.path == (TABLE, key) and spot.keys), None)
    if number is None:
        return _with_key(text, written, f"{key} = {_fresh(names, line_end)}", line_end)
    spot = written.spots[number]
    old = text[spot.value_start : spot.end]
    if not old.startswith("["):
        return text[: spot.value_start] + _fresh(names, line_end) + text[spot.end :]
    members = [m for m in written.spots if m.kind is SpotKind.MEMBER and m.inside == number]
    after = _Array.read(text, spot, members, line_end).render(names)
    return text[: spot.value_start] + after + text[spot.end :]


def _with_key(text: str, written: TomlMap, pair: str, line_end: str) -> str:
    headers = [n for n, spot in enumerate(written.spots) if spot.kind is SpotKind.HEADER and spot.path == (TABLE,)]
    if not headers:
        if any(spot.path[:1] == (TABLE,) for spot in written.spots):
            raise ValueError("the table is written without a header")
        gap = "" if not text.strip() else line_end if text.endswith("\n") else line_end * 2
        return f"{text}{gap}[{TABLE}]{line_end}{pair}{line_end}"
    last = max(s.end for n, s in enumerate(written.spots) if n == headers[0] or s.section == headers[0])
    end = text.find("\n", last)
    if end < 0:
        return f"{text}{line_end}{pair}{line_end}"
    return f"{text[: end + 1]}{pair}{line_end}{text[end + 1 :]}"


def _fresh(names: Sequence[str], line_end: str) -> str:
    if len(names) < 2:
        return f"[{''.join(map(_quoted, names))}]"
    lines = "".join(f"  {_quoted(name)},{line_end}" for name in names)
    return f"[{line_end}{lines}]"


def _quoted(name: str) -> str:
    # A JSON string is a TOML string as well, but for DEL, which TOML wants escaped.
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A member with what is written around it: lines before it, its comma, the comment on its line."""

    name: str | None  # None for what is no text
    lead: str
    value: str
    comma: str
    comment: str

    @property
    def comments_before(self) -> str:
        """Returns the lines of comments that stand before the member."""
        return self.lead[: self.lead.rindex("\n")].rstrip("\r") if "#" in self.lead else ""


@dataclass(slots=True)
class _Array:
    """An array taken apart."""

    pieces: list[_Piece]
    closing: str  # between the last member and the bracket
    line_end: str
    is_one_line: bool
    _out: list[str] = field(default_factory=list)
    _is_in_comment: bool = False

    @classmethod
    def read(cls, text: str, spot: Spot, members: Sequence[Spot], line_end: str) -> "_Array":
        at = spot.value_start + 1
        pieces: list[_Piece] = []
        for member in members:
            comma = _COMMA.match(text, member.end)
            behind = comma.end() if comma is not None else member.end
            comment = _COMMENT.match(text, behind)
            end = comment.end() if comment is not None else behind
            value = text[member.start : member.end]
            found = tomllib.loads(f"v = {value}")["v"]
            name = found.strip() if isinstance(found, str) else None
            pieces.append(_Piece(name, text[at : member.start], value, text[member.end : behind], text[behind:end]))
            at = end
        return cls(pieces, text[at : spot.end - 1], line_end, "\n" not in text[spot.value_start : spot.end])

    def render(self, names: Sequence[str]) -> str:
        """Returns the array with these names; a member that stays keeps its quotes and its comments."""
        if self.is_one_line:
            return self._one_line(names)
        wanted = set(names)
        kept: dict[str, _Piece] = {}
        carried: dict[str, str] = {}
        loose = ""
        for piece in self.pieces:
            if piece.name is None or piece.name not in wanted or piece.name in kept:
                loose += piece.comments_before
                continue
            kept[piece.name] = piece
            carried[piece.name], loose = loose, ""
        for name in names:
            piece = kept.get(name) or _Piece(name, self._usual_lead(), _quoted(name), ",", "")
            self._put(carried.get(name, "") + piece.lead, piece.value, piece.comma or ",", piece.comment)
        self._put(loose + self.closing, "]", "", "")
        return "[" + "".join(self._out)

    def _put(self, lead: str, value: str, comma: str, comment: str) -> None:
        if self._is_in_comment and "\n" not in lead:
            lead = self.line_end + lead
        if "#" in lead.rpartition("\n")[2]:
            lead += self.line_end
        self._out += [lead, value, comma, comment]
        self._is_in_comment = bool(comment)

    def _usual_lead(self) -> str:
        leads = [piece.lead for piece in self.pieces if "\n" in piece.lead]
        return self.line_end + (leads[0].rpartition("\n")[2] if leads else "  ")

    def _one_line(self, names: Sequence[str]) -> str:
        values = {piece.name: piece.value for piece in reversed(self.pieces) if piece.name is not None}
        joined = ", ".join(values.get(name) or _quoted(name) for name in names)
        if (not self.pieces and len(names) > 1) or len(joined) > _LINE_LIMIT:
            return _fresh(names, self.line_end)
        pad = self.pieces[0].lead if self.pieces and names else ""
        return f"[{pad}{joined}{pad}]"
