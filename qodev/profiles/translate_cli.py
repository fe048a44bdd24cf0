"""Translates Markdown agents of Claude Code and of the Qoder CLI, which name tools by words, into a draft (P248, K178 to K182)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from qodev.profiles.drafting import Drafting
from qodev.profiles.fields import STEPS_MOST, path_pattern_fault, temperature_reason
from qodev.profiles.loose_front import FrontValue, LooseFront
from qodev.types.permissions import Effect
from qodev.types.tools import COMMAND_TOOLS, EDIT_TOOLS, ToolName

_READ = ("read_file",)
_WORDS: Mapping[str, tuple[str, ...]] = {
    "Read": _READ,
    "LS": ("list_files",),
    "Glob": ("list_files",),
    "Grep": ("search_files",),
    "Edit": ("write_file", "apply_patch"),
    "MultiEdit": ("write_file", "apply_patch"),
    "Write": ("create_file", "write_file"),
    "Bash": COMMAND_TOOLS,
    "BashOutput": ("read_background_command",),
    "KillShell": ("stop_background_command",),
    "KillBash": ("stop_background_command",),
    "WebFetch": ("fetch_url",),
    "WebSearch": ("web_search",),
    "TodoWrite": ("update_task_checklist",),
    "TodoRead": ("update_task_checklist",),
    "Skill": ("load_skill_*",),
}
_ALLOWED = ("Read", "LS", "Glob", "Grep", "TodoWrite", "TodoRead", "BashOutput", "KillShell", "KillBash")  # K179
_EDITING = ("Edit", "MultiEdit", "Write")
_ELSEWHERE = ("Task", "Agent", "NotebookEdit", "NotebookRead", "ExitPlanMode", "AskUserQuestion", "SlashCommand")
_WORD = re.compile(r"([A-Za-z_][\w-]*(?:\*)?|\*)\s*(?:\((.*)\))?", re.DOTALL)
_KEYS = ("name", "description", "tools", "disallowedtools", "permissionmode", "maxturns", "temperature")
_REASONS = {
    "model": "choose the model in the conversation, or name one of its connection",
    "effort": "there is no such field",
    "color": "there is no such field",
    "skills": "skills are loaded when the model asks for them, not beforehand",
    "mcpservers": "servers are set up in the settings, never by a file",
    "memory": "there is no such field",
    "background": "there is no such field",
    "isolation": "a worktree of its own belongs to delegated work, so commands and edits are denied",
    "initialprompt": "there is no such field",
}


@dataclass(frozen=True, slots=True)
class _Named:
    """One entry of a tool list: `Bash(git status:*)`."""

    word: str
    detail: str | None
    line: int


def draft_cli_agent(front: LooseFront) -> Drafting:
    """Returns the rules of the draft; default deny, so that what is not mapped is not allowed."""
    draft = Drafting()
    _note_other_keys(front, draft)
    _Tools(front, draft).read()
    _read_mode(front.values.get("permissionmode"), draft)
    _read_numbers(front, draft)
    if "isolation" in front.values:
        draft.set_tools((*COMMAND_TOOLS, *EDIT_TOOLS), Effect.DENY)
    if "hooks" in front.values:
        draft.deny_everything("hooks", "they may refuse calls, and none is run here", front.values["hooks"].line)
    for key in ("tools", "disallowedtools", "permissionmode"):
        if key in front.repeated:
            draft.deny_everything(key, "it is given twice", front.repeated[key])
    if front.skipped and front.fault is not None:
        draft.deny_everything("front matter", "some of its lines cannot be read", front.skipped[0])
    return draft


def _note_other_keys(front: LooseFront, draft: Drafting) -> None:
    if front.fault is not None:
        draft.lose("front matter", f"it is no strict YAML ({front.fault}); it was read line by line")
    for key, value in front.values.items():
        if key not in _KEYS and key != "hooks":
            draft.lose(value.key, _REASONS.get(key, "it is not known here"), value.line)


class _Tools:
    """Reads `tools` and `disallowedTools`."""

    def __init__(self, front: LooseFront, draft: Drafting) -> None:
        self._tools = front.values.get("tools")
        self._denied = front.values.get("disallowedtools")
        self._draft = draft

    def read(self) -> None:
        """Grants what is named, or everything; then takes away what is denied."""
        granted = self._named(self._tools)
        if granted is None or any(found.word == "*" and found.detail is None for found in granted):
            granted = [_Named(word, None, 0) for word in (*_WORDS, "mcp__*")]
        self._grant(granted)
        for found in self._named(self._denied) or ():
            self._deny(found)

    def _named(self, value: FrontValue | None) -> list[_Named] | None:
        """Returns the entries; None when the key is not there."""
        if value is None:
            return None
        words = value.words
        if words is None:
            self._draft.deny_everything(value.key, "it is no list of tools", value.line)
            return []
        found: list[_Named] = []
        for word in words:
            matched = _WORD.fullmatch(word)
            if matched is None:
                self._unreadable(value, word)
                continue
            found.append(_Named(matched[1], matched[2], value.line))
        return found

    def _unreadable(self, value: FrontValue, word: str) -> None:
        reason = f"`{word[:60]}` cannot be read"
        if value is self._tools:
            self._draft.lose(value.key, reason, value.line)
        else:
            self._draft.deny_everything(value.key, reason, value.line)

    def _grant(self, granted: Iterable[_Named]) -> None:
        entries = list(granted)
        for found in entries:
            self._grant_one(found)
        self._limit_commands([found for found in entries if found.word == "Bash"])
        self._limit_edits([found for found in entries if found.word in _EDITING])

    def _grant_one(self, found: _Named) -> None:
        draft = self._draft
        if found.word.startswith("mcp__"):
            self._grant_server(found)
        elif found.word in _ELSEWHERE:
            draft.lose(found.word, "no profile of yours can give this tool", found.line)
        elif found.word not in _WORDS:
            draft.lose(found.word, "there is no such tool here", found.line)
        elif found.detail is not None and found.word not in ("Bash", *_EDITING):
            draft.lose(f"{found.word}({found.detail})", "this tool cannot be limited here, so it is denied", found.line)
        else:
            draft.set_tools(_WORDS[found.word], Effect.ALLOW if found.word in _ALLOWED else Effect.ASK)

    def _grant_server(self, found: _Named) -> None:
        server, _, tool = found.word.removeprefix("mcp__").partition("__")
        if server == "*" or not server:
            self._draft.set_tools(("mcp:*",), Effect.ASK)
        elif tool in ("", "*"):
            reason = (
                f"its name cannot be told from servers that begin alike; add `mcp_{server}_*=ask` if there are none"
            )
            self._draft.lose(found.word, reason, found.line)
        else:
            self._draft.set_tools((ToolName.of_server(server, tool).name,), Effect.ASK)

    def _limit_commands(self, entries: list[_Named]) -> None:
        if not entries or any(found.detail is None for found in entries):
            return
        self._draft.add_command("*", Effect.DENY)
        for found in entries:
            if "?" in (found.detail or ""):
                self._draft.lose(f"Bash({found.detail})", "`?` would stand for any character here", found.line)
            else:
                self._draft.add_command(_allowed_command(found.detail or ""), Effect.ASK, found.line, is_grant=True)

    def _limit_edits(self, entries: list[_Named]) -> None:
        limited = [found for found in entries if found.detail is not None]
        if not limited:
            return
        self._draft.edit_paths = []
        for found in limited:
            self._draft.add_path((found.detail or "").removeprefix("./"), Effect.ALLOW, found.line)

    def _deny(self, found: _Named) -> None:
        draft = self._draft
        if found.word.startswith("mcp__"):
            self._deny_server(found)
        elif found.word == "*":
            draft.deny_everything("disallowedTools", "it denies all tools", found.line)
        elif found.word in _ELSEWHERE:
            return  # denied anyway
        elif found.word not in _WORDS:
            draft.deny_everything(found.word, "it is denied and not known here", found.line)
        elif found.detail is None:
            draft.set_tools(_WORDS[found.word], Effect.DENY)
        elif found.word == "Bash":
            draft.add_command(_denied_command(found.detail), Effect.DENY, found.line)
        elif found.word in _EDITING:
            for pattern in _denied_paths(found.detail):
                draft.add_path(pattern, Effect.DENY, found.line)
        else:
            draft.set_tools(_WORDS[found.word], Effect.DENY)
            draft.lose(f"{found.word}({found.detail})", "this tool is denied as a whole here", found.line)

    def _deny_server(self, found: _Named) -> None:
        server, _, tool = found.word.removeprefix("mcp__").partition("__")
        plain = (
            (ToolName.of_server(server, tool).uncut or "") if tool not in ("", "*") else f"mcp_{_readable(server)}_*"
        )
        is_all = server in ("", "*")
        self._draft.set_tools(("mcp:*" if is_all else plain[:64],), Effect.DENY)
        if len(plain) > 64:  # a pattern that was cut could miss it
            self._draft.set_tools(("mcp:*",), Effect.DENY)


def _readable(server: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", server)


def _allowed_command(detail: str) -> str:
    """Returns what an allowed text covers here, never more: `git status:*` begins a command of those words."""
    return f"{detail[:-2]} *" if detail.endswith(":*") else detail


def _denied_command(detail: str) -> str:
    """Returns what a denied text covers at least: as the beginning of a word too."""
    return f"{detail[:-2]}*" if detail.endswith(":*") else detail


def _denied_paths(detail: str) -> Iterator[str]:
    """Yields patterns that cover at least what a line of a gitignore file would."""
    plain = detail.removeprefix("./").removeprefix("/").rstrip("/")
    wide = re.sub(r"\*+", "**", plain.replace("?", "*"))
    anywhere = wide if "/" in plain or path_pattern_fault(wide) is not None else f"**/{wide}"
    yield anywhere
    if not anywhere.endswith("**"):
        yield f"{anywhere}/**"


def _read_mode(value: FrontValue | None, draft: Drafting) -> None:
    """A mode can take away; what it would grant is the project's own decision (K180)."""
    if value is None:
        return
    word = (value.text or "").strip().casefold()
    if word in ("", "default", "auto"):
        return
    if word in ("acceptedits", "bypasspermissions", "yolo"):
        draft.lose(value.key, "a profile cannot change the project's mode", value.line)
    elif word == "plan":
        draft.set_tools((*COMMAND_TOOLS, *EDIT_TOOLS), Effect.DENY)
    elif word == "dontask":
        draft.set_tools([name for name, effect in draft.tools.items() if effect is Effect.ASK], Effect.DENY)
        draft.commands = dict.fromkeys(draft.commands, Effect.DENY)
    else:
        draft.deny_everything(value.key, f"the mode `{word[:40]}` is not known here", value.line)


def _read_numbers(front: LooseFront, draft: Drafting) -> None:
    turns = front.values.get("maxturns")
    if turns is not None:
        text = (turns.text or "").strip()
        if text.isascii() and text.isdigit() and int(text[:9]) > 0:
            draft.max_steps = min(int(text[:9]), STEPS_MOST)
            if int(text[:9]) > STEPS_MOST:
                draft.lose(turns.key, f"it is cut to {STEPS_MOST}", turns.line)
        else:
            draft.lose(turns.key, "it is no number", turns.line)
    heat = front.values.get("temperature")
    if heat is not None:
        text = (heat.text or "").strip()
        reason = temperature_reason(text)
        if reason is None:
            draft.temperature = float(text)
        else:
            draft.lose(heat.key, reason, heat.line)
