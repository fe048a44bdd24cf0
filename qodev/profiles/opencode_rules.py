"""Turns the permissions of an OpenCode agent into rule sets that can be enforced exactly as written (P155 to P175)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from qodev.base.codes import Code
from qodev.base.diagnostics import Severity, SourceSpan
from qodev.base.text import normalize_blanks
from qodev.base.yaml_subset import Mapping as YamlMapping
from qodev.base.yaml_subset import Node, Scalar, Sequence
from qodev.profiles.fields import command_pattern_fault, cut, is_tool_pattern, path_pattern_fault
from qodev.profiles.names import NAME_LIMIT, has_control
from qodev.profiles.texts import Faults
from qodev.types.permissions import Effect, strictest
from qodev.types.profiles import ResourceRule

RULES_MOST = 128  # P161, P164
_COMMAND_PATTERN_LIMIT = 200
_QUERY_LIMIT = 240
_NEVER_IN_A_CLAUSE = ";|&\n\r"
_EFFECTS: Mapping[str, Effect] = {"ask": Effect.ASK, "allow": Effect.ALLOW, "deny": Effect.DENY}

# Word of the file to the action that it means here.
_LEGACY = {
    **dict.fromkeys(("edit", "write", "patch", "multiedit"), "edit"),
    "read": "read",
    "bash": "shell",
    **dict.fromkeys(("list", "glob"), "list"),
    "grep": "search",
    **dict.fromkeys(("task", "subagent"), "subagent"),
    "skill": "skill",
    **dict.fromkeys(("todoread", "todowrite"), "todo"),
}
_LEGACY_UNSCOPED = ("list", "search", "todo")
_NO_EFFECT = ("webfetch", "websearch", "codesearch", "lsp", "question", "doom_loop")
_LEGACY_NO_EFFECT = (*_NO_EFFECT, "external_directory")
_V2 = {
    "*": "*",
    **dict.fromkeys(("edit", "write"), "edit"),
    "read": "read",
    "list": "list",
    "glob": "glob",
    "grep": "grep",
    **dict.fromkeys(("shell", "bash"), "shell"),
    **dict.fromkeys(("task", "subagent"), "subagent"),
    "skill": "skill",
    **dict.fromkeys(("todoread", "todowrite"), "todo"),
}
_V2_UNSCOPED = ("*", "list", "todo")
_V2_KEYS = {"action", "resource", "effect"}


def action_of_word(word: str) -> str | None:
    """Returns the action that a word of either form means, None for words that name none."""
    return _LEGACY.get(word) or _V2.get(word)


@dataclass(slots=True)
class RuleReader:
    """Collects the rule sets of one file, and every fault."""

    faults: Faults
    line_offset: int  # lines of the file before the front matter
    sets: list[tuple[ResourceRule, ...]] = field(default_factory=list)
    defaults: list[Effect] = field(default_factory=list)
    count: int = 0

    @property
    def default_permission(self) -> Effect:
        """Returns what is not ruled by the file; an import never takes over OpenCode's allow (P153)."""
        return strictest(self.defaults, otherwise=Effect.ASK)

    def place(self, node: Node) -> tuple[int, int]:
        """Returns where a node stands in the file."""
        return node.line + self.line_offset, node.column

    def refuse(self, code: Code, message: str, node: Node, hint: str | None = None) -> None:
        """Reports what cannot be imported."""
        self.faults.add(code, message, self.place(node), field="permission", hint=hint)

    def read_legacy(self, node: Node, *, is_tools: bool) -> None:
        """Reads `permission` or `tools`: one set a key (P158, P159)."""
        if isinstance(node, Scalar) and isinstance(node.value, str) and not is_tools:
            effect = self._effect(node, is_tools=False)
            if effect is not None:
                self.defaults.append(effect)
            return
        if not isinstance(node, YamlMapping) or not node.entries:
            self._shape(
                node, "`tools` maps tools to true or false." if is_tools else "`permission` maps keys to rules."
            )
            return
        for at, (key, value) in enumerate(node.entries):
            self._read_legacy_key(key, value, is_first=at == 0, is_tools=is_tools)

    def _shape(self, node: Node, hint: str) -> None:
        self.refuse(Code.PROFILE_OPENCODE_PERMISSION, "The permissions cannot be read in this shape.", node, hint)

    def _read_legacy_key(self, key: Scalar, value: Node, *, is_first: bool, is_tools: bool) -> None:
        word = str(key.value)
        if word == "*":
            self._read_default(key, value, is_first=is_first, is_tools=is_tools)
        elif word in _LEGACY_NO_EFFECT:
            self._read_without_effect(value, key, is_tools=is_tools)
        elif word in _LEGACY:
            self._read_legacy_set(_LEGACY[word], key, value, is_tools=is_tools)
        elif not is_tools:
            message = f"`{cut(word)}` means nothing here."
            self.refuse(Code.PROFILE_OPENCODE_UNMAPPED, message, key, "Remove it, or write a profile of your own.")
        elif not is_tool_pattern(word):
            self.refuse(Code.PROFILE_OPENCODE_PATTERN, f"`{cut(word)}` cannot name a tool.", key)
        else:
            self._read_legacy_set(f"tool:{word}", key, value, is_tools=True)

    def _read_default(self, key: Scalar, value: Node, *, is_first: bool, is_tools: bool) -> None:
        if not isinstance(value, Scalar):
            if isinstance(value, YamlMapping) and value.entries and not is_tools:
                self.refuse(Code.PROFILE_OPENCODE_SCOPE, "`*` cannot be scoped.", key)
            else:
                self._shape(value, "`*` takes one effect.")
            return
        effect = self._effect(value, is_tools=is_tools)
        if not is_first:
            message = "`*` after other keys would replace them in OpenCode; that cannot be kept here."
            self.refuse(Code.PROFILE_OPENCODE_SCOPE, message, key, "Make it the first key.")
        elif effect is not None:
            self._count(key)
            self.defaults.append(effect)

    def _read_without_effect(self, value: Node, key: Scalar, *, is_tools: bool) -> None:
        """Reads a key of something that does not exist here; its shape must hold all the same."""
        self._read_patterns("", key, value, is_tools=is_tools)
        self.note_no_effect(key)

    def note_no_effect(self, key: Scalar) -> None:
        """Says once a file and word that a rule has nothing to govern."""
        message = f"`{cut(str(key.value))}` has no effect here."
        self.faults.add(
            Code.PROFILE_OPENCODE_NO_EFFECT, message, self.place(key), field="permission", severity=Severity.INFO
        )

    def _read_legacy_set(self, action: str, key: Scalar, value: Node, *, is_tools: bool) -> None:
        rules = self._read_patterns(action, key, value, is_tools=is_tools)
        if rules:
            self.sets.append(tuple(rules))

    def _read_patterns(self, action: str, key: Scalar, value: Node, *, is_tools: bool) -> list[ResourceRule]:
        if isinstance(value, Scalar) and (is_tools or isinstance(value.value, str)):
            effect = self._effect(value, is_tools=is_tools)
            self._count(key)
            return [self._rule(action, "*", effect, key)] if effect is not None else []
        if not isinstance(value, YamlMapping) or not value.entries or is_tools:
            self._shape(value, "Write an effect, or patterns with their effects.")
            return []
        if action in _LEGACY_UNSCOPED:
            self.refuse(Code.PROFILE_OPENCODE_SCOPE, f"`{key.value}` cannot be scoped here.", key)
            return []
        rules: list[ResourceRule] = []
        for pattern, effect_node in value.entries:
            resource = self._resource(action, pattern)
            effect = self._pattern_effect(effect_node)
            self._count(pattern)
            if resource is not None and effect is not None:
                rules.append(self._rule(action, resource, effect, pattern))
        return rules

    def _pattern_effect(self, node: Node) -> Effect | None:
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self._effect(node, is_tools=False)
        self._shape(node, "Each pattern takes `ask`, `allow` or `deny`.")
        return None

    def _effect(self, node: Scalar, *, is_tools: bool) -> Effect | None:
        if is_tools and isinstance(node.value, bool):
            return Effect.ALLOW if node.value else Effect.DENY
        effect = _EFFECTS.get(node.value) if isinstance(node.value, str) and not is_tools else None
        if effect is None:
            wanted = "`true` or `false`" if is_tools else "`ask`, `allow` or `deny`"
            message = f"`{cut(str(node.value))}` is no effect; it must be {wanted}."
            self.refuse(Code.PROFILE_OPENCODE_EFFECT, message, node)
        return effect

    def _count(self, node: Node) -> None:
        self.count += 1
        if self.count == RULES_MOST + 1:
            self.refuse(Code.PROFILE_OPENCODE_COUNT, f"The file has more than {RULES_MOST} rules.", node)

    def _rule(self, action: str, resource: str, effect: Effect, node: Node) -> ResourceRule:
        return ResourceRule(action, resource, effect, SourceSpan(self.faults.path, *self.place(node)))

    def _resource(self, action: str, node: Scalar) -> str | None:
        """Returns the resource as it is compared, None (and a fault) when it cannot be enforced."""
        text = str(node.value)
        if text and not text.strip("*"):
            return "*"
        reason = _resource_fault(action, text)
        if reason is None:
            return normalize_blanks(text) if action == "shell" else text
        self.refuse(Code.PROFILE_OPENCODE_PATTERN, f"`{cut(text)}` cannot be enforced: {reason}.", node)
        return None

    def read_rules(self, node: Node) -> None:
        """Reads V2 `permissions`: one ordered set (P164)."""
        if not isinstance(node, Sequence) or not node.items:
            self._shape(node, "`permissions` is a list of rules with `action`, `resource` and `effect`.")
            return
        rules = [rule for item in node.items if (rule := self._read_rule(item)) is not None]
        if rules:
            self.sets.append(tuple(rules))

    def _read_rule(self, item: Node) -> ResourceRule | None:
        parts = _rule_parts(item)
        if parts is None:
            self._shape(item, "Each rule has exactly `action`, `resource` and `effect`, all texts.")
            return None
        action, resource, effect_node = parts
        self._count(item)
        effect = self._effect(effect_node, is_tools=False)
        word = str(action.value)
        if word in _NO_EFFECT:
            self.note_no_effect(action)
            return None
        meant = self._action(action)
        target = self._v2_resource(meant, resource) if meant is not None else None
        if meant is None or target is None or effect is None:
            return None
        return self._rule(meant, target, effect, item)

    def _action(self, node: Scalar) -> str | None:
        word = str(node.value)
        if word in _V2:
            return _V2[word]
        if word == "external_directory":
            message = "`external_directory` means nothing here."
            self.refuse(Code.PROFILE_OPENCODE_UNMAPPED, message, node, "Remove the rule.")
            return None
        if not is_tool_pattern(word):
            self.refuse(Code.PROFILE_OPENCODE_PATTERN, f"`{cut(word)}` cannot name a tool.", node)
            return None
        return f"tool:{word}"

    def _v2_resource(self, action: str, node: Scalar) -> str | None:
        is_unscoped = action in _V2_UNSCOPED or action.startswith("tool:")
        if is_unscoped and str(node.value).strip("*"):
            message = f"A rule for `{action.removeprefix('tool:')}` cannot be scoped to `{cut(str(node.value))}` here."
            self.refuse(Code.PROFILE_OPENCODE_SCOPE, message, node, "Use `*` as the resource.")
            return None
        return self._resource(action, node)


def _rule_parts(item: Node) -> tuple[Scalar, Scalar, Scalar] | None:
    if not isinstance(item, YamlMapping) or {key.value for key, _ in item.entries} != _V2_KEYS:
        return None
    parts = [item.get(key) for key in ("action", "resource", "effect")]
    texts = [part for part in parts if isinstance(part, Scalar) and isinstance(part.value, str) and part.value]
    return (texts[0], texts[1], texts[2]) if len(texts) == len(parts) else None


def _resource_fault(action: str, text: str) -> str | None:
    if action == "shell":
        forbidden = next((char for char in text if char in _NEVER_IN_A_CLAUSE), None)
        if forbidden is not None:
            return "a command is judged part by part, and no part holds `;`, `|`, `&` or a line break"
        return command_pattern_fault(normalize_blanks(text), _COMMAND_PATTERN_LIMIT)
    if action in ("edit", "read"):
        return path_pattern_fault(text)
    if action in ("subagent", "skill"):
        return _name_pattern_fault(text)
    if action in ("glob", "grep"):
        return None if 0 < len(text) <= _QUERY_LIMIT else f"it must have 1 to {_QUERY_LIMIT} characters"
    return None


def _name_pattern_fault(text: str) -> str | None:
    if not 0 < len(text) <= NAME_LIMIT:
        return f"it must have 1 to {NAME_LIMIT} characters"
    return "it holds a control character" if has_control(text) else None
