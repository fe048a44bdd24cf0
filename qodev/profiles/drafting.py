"""Puts a draft of a native profile together and keeps the list of what was lost (P248)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from qodev.base.text import BLANKS, clip, normalize_blanks
from qodev.profiles import fields
from qodev.profiles.codev import COMMANDS_MOST, PATHS_MOST, TOOLS_MOST
from qodev.profiles.documents import free_name, stem_of
from qodev.profiles.names import NAME_LIMIT, has_hidden
from qodev.profiles.writing import render_profile
from qodev.types.permissions import Effect
from qodev.types.profile_drafts import ProfileDraft, ProfileLoss
from qodev.types.profiles import (
    CommandRule,
    PathPattern,
    PathScope,
    Profile,
    ProfileFormat,
    ProfileScope,
    ToolRule,
)
from qodev.types.tools import COMMAND_TOOLS, EDIT_TOOLS

_COMMAND_PATTERN_LIMIT = 200
_NOTHING_TO_DO = "Say here what the model should do."


@dataclass(slots=True)
class Drafting:
    """Collects the parts of a draft. What does not fit is left out where that restricts, else its tools are denied."""

    default: Effect = Effect.DENY
    tools: dict[str, Effect] = field(default_factory=dict)
    commands: dict[str, Effect] = field(default_factory=dict)  # in order; a pattern stands once
    edit_paths: list[str] | None = None
    deny_edit_paths: list[str] = field(default_factory=list)
    losses: list[ProfileLoss] = field(default_factory=list)
    temperature: float | None = None
    max_steps: int | None = None

    def lose(self, name: str, reason: str, line: int = 0) -> None:
        """Notes what has no counterpart; the same note stands once."""
        loss = ProfileLoss(name, reason, line)
        if loss not in self.losses:
            self.losses.append(loss)

    def set_tools(self, names: Iterable[str], effect: Effect) -> None:
        """Says what counts for some tools, in place of what was said before."""
        for name in names:
            self.tools.pop(name, None)
            self.tools[name] = effect

    def deny_everything(self, name: str, reason: str, line: int = 0) -> None:
        """Takes all tools away because something that restricts could not be read."""
        self.default = Effect.DENY
        self.tools.clear()
        self.commands.clear()
        self.lose(name, f"{reason}; until you say otherwise every tool is denied", line)

    def add_command(self, pattern: str, effect: Effect, line: int = 0, *, is_grant: bool = False) -> None:
        """Adds a command rule; one that cannot be written down loosens nothing, and a grant is left out.

        The last of two equal patterns decides. An allow in place of an ask would loosen, as it reaches fewer texts than
        the ask does (S20, S29: not with a redirection, not by base name): there the ask stays.
        """
        plain = normalize_blanks(pattern)
        if effect is Effect.ALLOW and self.commands.get(plain) is Effect.ASK and plain.strip("*"):
            self.lose(f"`{clip(plain, 60)}`", "an earlier rule asks for the same, and here it still does", line)
            return
        fault = fields.command_pattern_fault(plain, _COMMAND_PATTERN_LIMIT)
        if fault is None and "," not in plain and (plain in self.commands or len(self.commands) < COMMANDS_MOST):
            self.commands.pop(plain, None)
            self.commands[plain] = effect
            return
        reason = fault or ("a pattern here holds no comma" if "," in plain else f"there is room for {COMMANDS_MOST}")
        is_loose = is_grant or effect is Effect.ALLOW
        self._left_out(f"`{clip(plain, 60)}`", reason, COMMAND_TOOLS, line, is_loose=is_loose)

    def add_path(self, pattern: str, effect: Effect, line: int = 0) -> None:
        """Adds a path to one of the two lists; one that cannot be written down loosens nothing."""
        patterns = self.deny_edit_paths if effect is Effect.DENY else self.edit_paths
        assert patterns is not None
        fault = fields.path_pattern_fault(pattern)
        if any(known.casefold() == pattern.casefold() for known in patterns):
            return
        if fault is None and "," not in pattern and len(patterns) < PATHS_MOST:
            patterns.append(pattern)
            return
        reason = fault or ("a pattern here holds no comma" if "," in pattern else f"there is room for {PATHS_MOST}")
        is_loose = effect is not Effect.DENY
        self._left_out(f"`{clip(pattern, 60)}`", reason, EDIT_TOOLS, line, is_loose=is_loose)

    def _left_out(self, what: str, reason: str, tools: Sequence[str], line: int, *, is_loose: bool) -> None:
        if is_loose:
            self.lose(what, reason, line)
            return
        self.set_tools(tools, Effect.DENY)
        self.lose(what, f"{reason}; {', '.join(tools)} are denied in its stead", line)

    def finish(self, name: str, description: str, instructions: str, taken: Iterable[str]) -> ProfileDraft:
        """Returns the draft under a free name."""
        scope = self._scope()
        if len(self.tools) > TOOLS_MOST:
            self.deny_everything("tools", f"there are more than {TOOLS_MOST} rules")
        plain_name = free_name(_clean(name, NAME_LIMIT) or "Translated", taken)
        shown = _clean(description, fields.DESCRIPTION_LIMIT)
        if len(normalize_blanks(description)) > fields.DESCRIPTION_LIMIT:
            self.lose("description", f"it is cut to {fields.DESCRIPTION_LIMIT} characters")
        if not instructions:
            self.lose("instructions", "the file has none")
        profile = Profile(
            name=plain_name,
            description=shown or f"Translated from {plain_name}.",
            instructions=instructions or _NOTHING_TO_DO,
            default_permission=self.default,
            scope=ProfileScope.USER,
            format=ProfileFormat.CODEV,
            temperature=self.temperature,
            max_steps=self.max_steps,
            tool_rules=tuple(ToolRule(pattern, effect) for pattern, effect in self.tools.items()),
            command_rules=tuple(CommandRule(pattern, effect) for pattern, effect in self.commands.items()),
            edit_scope=scope,
        )
        return ProfileDraft(render_profile(profile), plain_name, stem_of(plain_name), tuple(self.losses))

    def _scope(self) -> PathScope:
        if self.edit_paths is not None and not self.edit_paths:
            self.set_tools(EDIT_TOOLS, Effect.DENY)  # a list without a pattern cannot be written, and allows nothing
        allow = tuple(PathPattern(text) for text in self.edit_paths) if self.edit_paths else None
        deny = tuple(PathPattern(text) for text in self.deny_edit_paths) if self.deny_edit_paths else None
        return PathScope(allow, deny)


def _clean(text: str, limit: int) -> str:
    """Returns a text as one line of characters that can be seen."""
    joined = normalize_blanks(text)
    visible = "".join(char for char in joined if not has_hidden(char) and char not in "/\\")
    return clip(visible, limit).strip(BLANKS)
