"""Reads a command text for bash with two readers, level by level, down to clauses (S3 to S30).

Each reader hides commands that the other shows, so a text counts as read only where both agree.
"""

import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qodev.base.errors import ProcessError
from qodev.base.process import run_process
from qodev.base.text import normalize_blanks
from qodev.permissions import reader_shfmt, reader_sitter
from qodev.permissions.lookalikes import disguised, hidden_characters, odd_blanks, skeleton, unreadable_characters
from qodev.permissions.simple import is_simple
from qodev.permissions.starts import Start, StartKind, Starts, alias_texts, find_starts
from qodev.permissions.trees import Command, Program, Unreadable
from qodev.permissions.views import clause_of
from qodev.types.permissions import Clause, Reading

TEXT_POINTS_MOST, TEXT_BYTES_MOST = 4000, 16_384  # S12, P87
_CLAUSES_MOST, _NESTED_MOST, _LEVELS_MOST = 2000, 64, 24
_SHFMT_S, _SHFMT_BYTES = 1.0, 8 * 1024 * 1024
_REMEMBERED = 512  # S6
_ENV = {"GOMAXPROCS": "1", "GOMEMLIMIT": "256MiB"}
_DIALECTS = {"bash": "-ln=bash", "sh": "-ln=posix"}
_STRIPPED = str.maketrans("", "", "\"'\\`^")


@dataclass(slots=True)
class BashReader:
    """Reads texts for bash; `shfmt` is None where the wheel has no binary, `folder` an empty one of ours (S6, S13).

    As `shell` "sh" it reads for the plainer shell of a machine without bash: what is not simple is doubtful (S3).
    """

    shfmt: Path | None
    folder: Path
    shell: str = "bash"
    _known: "OrderedDict[str, Program | str]" = field(default_factory=OrderedDict)

    async def read(self, text: str) -> Reading:
        """Returns the clauses of a text and what of it cannot be known; never raises for a text."""
        text = text.replace("\r\n", "\n")
        found = _Found(text, self.shell)
        causes = list(dict.fromkeys(unreadable_characters(text)))
        if causes:
            found.opaque.extend(f"unreadable:{cause}" for cause in causes)
            await self._read_levels(_printable(skeleton(text)), found, only_possible=True)
            return found.reading()
        found.doubtful.extend(f"invisible:{cause}" for cause in dict.fromkeys(hidden_characters(text)))
        await self._read_levels(text, found, only_possible=False)
        if found.has_odd_blanks:
            await self._read_levels(skeleton(text), found, only_possible=True)
        if self.shfmt is None and not is_simple(text):
            found.doubtful.append("unreadable:shfmt is missing")
        if self.shell == "sh" and not is_simple(text):
            found.doubtful.append("unreadable:there is no bash, and sh reads texts otherwise")
        return found.reading()

    async def _read_levels(self, text: str, found: "_Found", *, only_possible: bool) -> None:
        level, seen = [text], {text}
        for _ in range(_LEVELS_MOST + 1):
            programs = await self._programs(level)
            nested: list[str] = []
            for read in programs:
                nested.extend(found.take(read, only_possible=only_possible))
            nested.extend(found.alias_texts())
            level = [inner for inner in dict.fromkeys(nested) if inner not in seen]
            seen.update(level)
            if not level:
                return
            if len(level) > _NESTED_MOST:
                break
        found.opaque.append("unreadable:too deep")

    async def _programs(self, texts: Sequence[str]) -> "list[_Read]":
        first = await self._first_reader(texts) if self.shfmt is not None else {}
        return [_Read(text, first.get(text), _second_reader(text)) for text in texts]

    async def _first_reader(self, texts: Sequence[str]) -> "dict[str, Program | str]":
        found: dict[str, Program | str] = {}
        unknown: list[str] = []
        for text in texts:
            known = self._known.get(_key(text))
            if known is None:
                unknown.append(text)
            else:
                self._known.move_to_end(_key(text))
                found[text] = known
        for text, program in (await self._parse(unknown)).items():
            found[text] = program
            self._known[_key(text)] = program
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return found

    async def _parse(self, texts: Sequence[str]) -> "dict[str, Program | str]":
        """Parses the texts of one level in one process; if they don't part cleanly, each alone (S6)."""
        if len(texts) > 1:
            together = await self._parse_together(texts)
            if together is not None:
                return together
        return {text: await self._parse_one(text) for text in texts}

    async def _parse_one(self, text: str) -> "Program | str":
        tree = await self._shfmt(text.encode())
        return tree if isinstance(tree, str) else _as_program(tree.get("Stmts") or [])

    async def _parse_together(self, texts: Sequence[str]) -> "dict[str, Program | str] | None":
        mark = f": qodev_{secrets.token_hex(8)}"
        joined, places = b"", []
        for text in texts:
            joined += text.encode() + b"\n"
            places.append(len(joined))
            joined += mark.encode() + b"\n"
        tree = await self._shfmt(joined)
        if isinstance(tree, str):
            return None
        parts = _parted(tree.get("Stmts") or [], places, mark)
        if parts is None:
            return None
        return {text: _as_program(part) for text, part in zip(texts, parts, strict=True)}

    async def _shfmt(self, content: bytes) -> "Mapping[str, Any] | str":
        """Returns the tree of a text, or why there is none."""
        try:
            done = await run_process(
                (str(self.shfmt), _DIALECTS[self.shell], "--to-json"),
                env=_ENV,
                cwd=self.folder,
                stdin=content,
                limit_s=_SHFMT_S,
                output_limit_bytes=_SHFMT_BYTES,
            )
        except ProcessError:
            return "shfmt cannot be started"
        if done.timed_out or done.truncated:
            return "too large"
        if done.returncode != 0:
            return "syntax"
        try:
            tree = json.loads(done.stdout)
        except (ValueError, RecursionError):
            return "too deep"
        return tree if isinstance(tree, dict) else "syntax"


def _key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _printable(text: str) -> str:
    """Returns the text with controls as spaces, so that its clauses can be looked at."""
    return "".join(char if char in "\t\n" or char.isprintable() else " " for char in text)


def _as_program(statements: Sequence[Mapping[str, Any]]) -> "Program | str":
    try:
        return reader_shfmt.read_tree(statements)
    except Unreadable as fault:
        return str(fault)
    except RecursionError:
        return "too deep"


def _second_reader(text: str) -> "Program | str":
    try:
        return reader_sitter.read_text(text)
    except Unreadable as fault:
        return str(fault)
    except RecursionError:
        return "too deep"


def _parted(
    statements: Sequence[Mapping[str, Any]], places: Sequence[int], mark: str
) -> list[list[Mapping[str, Any]]] | None:
    """Cuts a file's statements at the separators; None unless each stands at its byte, with exactly its words."""
    parts: list[list[Mapping[str, Any]]] = [[]]
    left = list(places)
    for statement in statements:
        if left and statement["Pos"]["Offset"] == left[0]:
            if _plain_words(statement) != mark.split(" "):
                return None
            left.pop(0)
            parts.append([])
        else:
            parts[-1].append(statement)
    return parts[:-1] if not left and not parts[-1] else None


def _plain_words(statement: Mapping[str, Any]) -> list[str] | None:
    command = statement.get("Cmd") or {}
    if command.get("Type") != "CallExpr" or statement.get("Redirs") or command.get("Assigns"):
        return None
    parts = [word.get("Parts") or [] for word in command.get("Args") or []]
    return [part[0].get("Value", "") for part in parts if len(part) == 1 and part[0]["Type"] == "Lit"]


@dataclass(frozen=True, slots=True)
class _Read:
    """What both readers made of one text; a text in place of a program says why there is none."""

    text: str
    first: "Program | str | None"  # None: there is no first reader
    second: "Program | str"


@dataclass(slots=True)
class _Found:
    """Collects clauses and doubts over all levels of a text."""

    text: str
    shell: str
    clauses: "dict[Clause, None]" = field(default_factory=dict)
    opaque: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    has_odd_blanks: bool = False
    computes_names: bool = False  # with quoted code beside it, the code could run (S25)
    has_code: bool = False
    aliases: dict[str, str] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    seen: set[Start] = field(default_factory=set)

    def take(self, read: _Read, *, only_possible: bool) -> list[str]:
        """Takes one text of a level and returns the texts that it starts."""
        programs = [program for program in (read.first, read.second) if isinstance(program, Program)]
        if not only_possible:
            self._check(read, programs)
        nested: list[str] = []
        for program in programs:
            starts = find_starts(program.commands)
            nested.extend(starts.nested)
            self._note(program, starts)
            self._add(starts, only_possible=only_possible)
        return nested

    def _note(self, program: Program, starts: Starts) -> None:
        """Keeps what tells only over all levels whether code could run; code in a text that is read counts there."""
        self.aliases.update(starts.aliases)
        self.commands.extend(program.commands)
        self.computes_names = self.computes_names or program.computes_names or starts.computes_names
        self.has_code = self.has_code or any(not any(code in text for text in starts.nested) for code in program.codes)

    def alias_texts(self) -> list[str]:
        """Returns the texts that uses of aliases come to, wherever they were defined."""
        return alias_texts(self.commands, self.aliases) if self.aliases else []

    def _check(self, read: _Read, programs: Sequence[Program]) -> None:
        faults = [program for program in (read.first, read.second) if isinstance(program, str)]
        self.opaque.extend(f"unreadable:{fault}" for fault in faults)
        if (
            isinstance(read.first, Program)
            and isinstance(read.second, Program)
            and not read.first.agrees_with(read.second)
        ):
            self.opaque.append("unreadable:the readers differ")
        for program in programs:
            self._check_program(program)

    def _check_program(self, program: Program) -> None:
        if program.prompts:
            self.opaque.append("opaque:${…@P}")
        if program.sets_program:
            self.opaque.append("opaque:a program's variable")
        blanks = list(odd_blanks(program.bare))
        self.has_odd_blanks = self.has_odd_blanks or bool(blanks)
        self.opaque.extend(f"unreadable:{blank}" for blank in blanks)
        self.doubtful.extend(f"invisible:{char}" for char in disguised(program.bare))

    def _add(self, starts: Starts, *, only_possible: bool) -> None:
        if not only_possible:
            self.opaque.extend(f"opaque:{construct}" for construct in starts.opaque)
        for start in starts.found:
            kept = Start(start.command, StartKind.POSSIBLE) if only_possible else start
            if kept not in self.seen:
                self.seen.add(kept)
                self.clauses.setdefault(clause_of(kept))
        if len(self.clauses) > _CLAUSES_MOST:
            self.opaque.append("unreadable:too many commands")

    def reading(self) -> Reading:
        """Returns what was found, each cause once."""
        if self.computes_names and self.has_code:
            self.opaque.append("opaque:arithmetic over names")
        return Reading(
            self.shell,
            self.text,
            tuple(self.clauses),
            tuple(dict.fromkeys(self.opaque)),
            tuple(dict.fromkeys(self.doubtful)),
            spellings(self.text),
        )


def spellings(text: str) -> tuple[str, ...]:
    """Returns the raw text, it without quotes and escapes, and what both could be taken for, blanks made one (S10)."""
    found: Iterable[str] = (text, text.translate(_STRIPPED))
    plain = [normalize_blanks(one) for one in found]
    return tuple(dict.fromkeys((*plain, *(normalize_blanks(skeleton(one)) for one in plain))))
