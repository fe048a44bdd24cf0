"""Reads the rules of an OpenCode agent one by one, with the importer's own reader, for a translation (P248).

One that cannot be read is left out where it could only allow; else what it may govern is denied.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from qodev.base.yaml_subset import Mapping, Node, Scalar
from qodev.base.yaml_subset import Sequence as YamlSequence
from qodev.profiles.drafting import Drafting
from qodev.profiles.fields import is_tool_pattern
from qodev.profiles.loose_front import FrontValue, LooseFront
from qodev.profiles.opencode_rules import RuleReader, action_of_word
from qodev.profiles.texts import Faults
from qodev.types.permissions import Effect, strictest
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope, ResourceRule


@dataclass(slots=True)
class FoundRules:
    """The rule sets of the file, and what had to be denied for want of a rule that can be read."""

    sets: list[tuple[ResourceRule, ...]] = field(default_factory=list)
    defaults: list[Effect] = field(default_factory=list)
    denies_all: bool = False

    def profile(self) -> Profile:
        """Returns an import that says what was found."""
        return Profile(
            name="Draft",
            description="",
            instructions="",
            default_permission=strictest(self.defaults, otherwise=Effect.ASK),
            scope=ProfileScope.USER,
            format=ProfileFormat.OPENCODE,
            rule_sets=tuple(self.sets),
        )


def read_lone_rules(front: LooseFront, draft: Drafting) -> FoundRules:
    """Returns what the three keys of permissions come to, together."""
    found = FoundRules()
    for key in ("permission", "tools", "permissions"):
        if key in front.values:
            _read_rules(front.values[key], key, found, draft)
    if "permissions" in front.values and ("permission" in front.values or "tools" in front.values):
        draft.lose("permissions", "both forms of permissions are there; the stricter of them counts")
        found.sets.extend((ResourceRule("*", "*", effect),) for effect in found.defaults)
    return found


def _read_rules(value: FrontValue, key: str, found: FoundRules, draft: Drafting) -> None:
    node = value.node
    if key == "permissions":
        if isinstance(node, YamlSequence):
            _read_ordered(node, found, draft)
        else:
            _unknown(value.key, "it is no list of rules", value.line, found, draft)
    elif isinstance(node, Mapping):
        for at, entry in enumerate(node.entries):
            _read_entry(entry, found, draft, is_tools=key == "tools", is_first=at == 0)
    elif isinstance(node, Scalar) and key == "permission":
        _take(_read_alone(lambda reader: reader.read_legacy(node, is_tools=False)), "permission", None, found, draft)
    else:
        _unknown(value.key, "it cannot be read in this shape", value.line, found, draft)


def _unknown(name: str, reason: str, line: int, found: FoundRules, draft: Drafting) -> None:
    found.denies_all = True
    draft.lose(name, f"{reason}; until you say otherwise every tool is denied", line)


def _read_alone(read: Callable[[RuleReader], None]) -> tuple[RuleReader, str | None]:
    """Reads one rule with a reader of its own; returns why it cannot be taken over, too."""
    faults = Faults("")
    reader = RuleReader(faults, 1)
    read(reader)
    errors = [fault.message for fault in faults.found if fault.severity.value == "error"]
    return reader, errors[0] if errors else None


def _read_entry(
    entry: tuple[Scalar, Node], found: FoundRules, draft: Drafting, *, is_tools: bool, is_first: bool
) -> None:
    key, value = entry
    alone = Mapping((entry,), key.line, key.column)
    read = _read_alone(lambda reader: reader.read_legacy(alone, is_tools=is_tools))
    word = str(key.value)
    if word == "*" and not is_first and read[1] is None:  # in OpenCode it replaces what stands before it
        effect = read[0].default_permission
        found.sets.append((ResourceRule("*", "*", effect),))
        draft.lose("*", "it stands behind other keys; the stricter of both counts here", key.line + 1)
        return
    _take(read, word, key, found, draft, allows_only=_can_only_allow(value))


def _can_only_allow(value: Node) -> bool:
    if isinstance(value, Scalar):
        return value.value in ("allow", True)
    nodes = [node for _key, node in value.entries] if isinstance(value, Mapping) else [None]
    return all(isinstance(node, Scalar) and node.value == "allow" for node in nodes)


def _take(
    read: tuple[RuleReader, str | None],
    word: str,
    key: Scalar | None,
    found: FoundRules,
    draft: Drafting,
    *,
    allows_only: bool = False,
) -> None:
    """Takes a rule over, or denies what it may govern."""
    reader, fault = read
    line = key.line + 1 if key is not None else 0
    if fault is None:
        found.sets.extend(reader.sets)
        found.defaults.extend(reader.defaults)
        return
    draft.lose(word, fault.rstrip("."), line)
    if not allows_only:
        _deny_word(word, found)


def _deny_word(word: str, found: FoundRules) -> None:
    if word == "*":
        found.denies_all = True
        return
    action = action_of_word(word)
    if action is not None:
        found.sets.append((ResourceRule(action, "*", Effect.DENY),))
    elif is_tool_pattern(word):
        found.sets.append((ResourceRule(f"tool:{word}", "*", Effect.DENY),))
    elif word != "external_directory":
        found.denies_all = True


def _read_ordered(node: YamlSequence, found: FoundRules, draft: Drafting) -> None:
    """Reads V2 rules one by one; the last match wins, so a lost allow restricts and a lost deny denies."""
    rules: list[ResourceRule] = []
    for item in node.items:
        alone = YamlSequence((item,), item.line, item.column)
        reader, fault = _read_alone(lambda reader, alone=alone: reader.read_rules(alone))  # type: ignore[misc]
        if fault is None:
            rules.extend(rule for one in reader.sets for rule in one)
            continue
        word = _word_of(item)
        draft.lose(word or "permissions", fault.rstrip("."), item.line + 1)
        if _effect_word(item) != "allow":
            _deny_word(word or "*", found)
    if rules:
        found.sets.append(tuple(rules))


def _word_of(item: Node) -> str:
    action = item.get("action") if isinstance(item, Mapping) else None
    return str(action.value) if isinstance(action, Scalar) else ""


def _effect_word(item: Node) -> object:
    effect = item.get("effect") if isinstance(item, Mapping) else None
    return effect.value if isinstance(effect, Scalar) else None
