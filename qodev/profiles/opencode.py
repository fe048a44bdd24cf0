"""Reads OpenCode's Markdown agents, both forms of their permissions; what cannot be enforced is refused (P144 to P175)."""

import math
from dataclasses import replace
from pathlib import PurePosixPath

from qodev.base.codes import Code
from qodev.base.diagnostics import Parsed, Severity
from qodev.base.text import BLANKS
from qodev.base.yaml_subset import Mapping, Node, Scalar, YamlFault, parse_yaml
from qodev.profiles.fields import DESCRIPTION_LIMIT, STEPS_MOST, TEMPERATURE_MOST, cut, near_field
from qodev.profiles.names import NAME_LIMIT, is_stem, name_fault, split_file_name
from qodev.profiles.opencode_rules import RuleReader
from qodev.profiles.texts import Document, Faults, check_body, check_file_name, decode, split_document
from qodev.types.profiles import Profile, ProfileFormat, ProfileMode, ProfileScope, profile_key

FIELDS = (
    "description",
    "mode",
    "model",
    "steps",
    "maxSteps",
    "max_steps",
    "temperature",
    "name",
    "hidden",
    "disabled",
    "disable",
    "color",
    "permission",
    "tools",
    "permissions",
)
_STEP_FIELDS = ("steps", "maxSteps", "max_steps")
_NEWER_FIELDS = ("permissions", "steps", "hidden", "disabled", "color")  # P148
_FENCE_LINES = 1  # the front matter begins in line 2


def parse_opencode(
    content: bytes, agent_id: str, path: str, scope: ProfileScope, *, digest: str = ""
) -> Parsed[Profile]:
    """Reads one agent; `agent_id` is its path below the folder, with `.md`, such as `team/review.md` (P247)."""
    faults = Faults(path)
    name = _name_of(agent_id, faults)
    text = decode(content, faults) if name is not None else None
    document = split_document(text, faults, closes_in_first_column=True) if text is not None else None
    if name is None or text is None or document is None:
        return Parsed(None, faults.in_order())
    front = _front(document, faults)
    if front is None:
        return Parsed(None, faults.in_order())
    check_body(document, faults)
    profile = _FrontReader(front, name, faults).read(scope, document.body)
    if faults.has_errors:
        return Parsed(None, faults.in_order())
    return Parsed(replace(profile, source=text, path=path, digest=digest), faults.in_order())


def _name_of(agent_id: str, faults: Faults) -> str | None:
    """Returns the id without `.md`; each part must be a stem, all together may have 80 characters."""
    path = PurePosixPath(agent_id)
    if not check_file_name(path.name, faults):
        return None
    name = split_file_name(agent_id) or ""
    is_named = len(name) <= NAME_LIMIT and all(is_stem(part) and name_fault(part) is None for part in name.split("/"))
    if not is_named:
        message = f"`{cut(agent_id)}` is no id for an agent."
        faults.add(Code.PROFILE_FILENAME, message, hint="Folders and file need short plain names.")
        return None
    return name


def _front(document: Document, faults: Faults) -> Mapping | None:
    try:
        return parse_yaml(document.front)
    except YamlFault as fault:
        message = f"The front matter cannot be read for sure: {fault.reason}."
        hint = "Use plain `field: value` lines, each field once."
        faults.add(Code.PROFILE_OPENCODE_YAML, message, (fault.line + _FENCE_LINES, fault.column), hint=hint)
        return None


class _FrontReader:
    """Reads the fields of one agent and reports every fault."""

    def __init__(self, front: Mapping, name: str, faults: Faults) -> None:
        self._front = front
        self._name = name
        self._faults = faults
        self._rules = RuleReader(faults, _FENCE_LINES)

    def read(self, scope: ProfileScope, body: str) -> Profile:
        """Returns the profile as far as the fields can be read; faults say whether it counts."""
        self._check_fields()
        self._read_permissions()
        return Profile(
            name=self._read_name(),
            description=self._read_description(),
            instructions=body,
            default_permission=self._rules.default_permission,
            scope=scope,
            format=ProfileFormat.OPENCODE,
            mode=self._read_mode(),
            temperature=self._read_temperature(),
            max_steps=self._read_steps(),
            rule_sets=tuple(self._rules.sets),
        )

    def _check_fields(self) -> None:
        for key, _value in self._front.entries:
            if key.value not in FIELDS:
                near = near_field(str(key.value), FIELDS)
                hint = f"Did you mean `{near}`?" if near else "Remove it, or write a profile of your own."
                self._refuse(Code.PROFILE_OPENCODE_FIELD, f"`{cut(str(key.value))}` cannot be imported.", key, hint)
        self._check_switches()
        model = self._front.get("model")
        if model is not None and not (isinstance(model, Scalar) and model.value in (None, "")):
            message = "The model of this agent is not applied; choose one in the conversation."
            self._note(Code.PROFILE_OPENCODE_MODEL, message, model, Severity.WARNING)

    def _check_switches(self) -> None:
        for name, code in (
            ("hidden", Code.PROFILE_OPENCODE_HIDDEN),
            ("disabled", Code.PROFILE_OPENCODE_DISABLED),
            ("disable", Code.PROFILE_OPENCODE_DISABLED),
        ):
            node = self._front.get(name)
            if node is None:
                continue
            if not isinstance(node, Scalar) or not isinstance(node.value, bool):
                self._refuse(Code.PROFILE_OPENCODE_BOOL, f"`{name}` must be `true` or `false`.", node)
            elif node.value:
                self._refuse(code, f"The agent is {'hidden' if name == 'hidden' else 'disabled'} by its file.", node)

    def _refuse(self, code: Code, message: str, node: Node, hint: str | None = None) -> None:
        self._faults.add(code, message, self._rules.place(node), hint=hint)

    def _note(self, code: Code, message: str, node: Node, severity: Severity) -> None:
        self._faults.add(code, message, self._rules.place(node), severity=severity)

    def _read_permissions(self) -> None:
        rules, legacy, tools = (self._front.get(key) for key in ("permissions", "permission", "tools"))
        if rules is not None and (legacy is not None or tools is not None):
            message = "`permissions` cannot stand beside `permission` or `tools`."
            self._refuse(Code.PROFILE_OPENCODE_MIXED, message, rules, "Keep one form.")
            return
        if rules is not None:
            self._rules.read_rules(rules)
        if legacy is not None:
            self._rules.read_legacy(legacy, is_tools=False)
        if tools is not None:
            self._rules.read_legacy(tools, is_tools=True)

    def _read_name(self) -> str:
        node = self._front.get("name")
        if node is None:
            return self._name
        text = node.value if isinstance(node, Scalar) else None
        if not isinstance(text, str) or profile_key(text) != profile_key(self._name):
            message = f"`name` differs from the file's name, `{self._name}`."
            self._refuse(Code.PROFILE_OPENCODE_NAME, message, node, "Remove `name`, or rename the file.")
        return self._name

    def _read_description(self) -> str:
        node = self._front.get("description")
        text = node.value if isinstance(node, Scalar) else None
        if node is None or not isinstance(text, str) or not text.strip(BLANKS):
            message = "The agent has no description."
            place = self._rules.place(node) if node is not None else (1, 1)
            self._faults.add(
                Code.PROFILE_DESCRIPTION, message, place, field="description", hint="Add `description: …`."
            )
            return ""
        text = text.strip(BLANKS)
        if len(text) <= DESCRIPTION_LIMIT:
            return text
        message = f"The description is cut to {DESCRIPTION_LIMIT} characters."
        self._note(Code.PROFILE_OPENCODE_DESCRIPTION_CUT, message, node, Severity.INFO)
        return text[:DESCRIPTION_LIMIT]

    def _read_mode(self) -> ProfileMode:
        node = self._front.get("mode")
        if node is None:
            is_newer = any(self._front.get(name) is not None for name in _NEWER_FIELDS)
            return ProfileMode.PRIMARY if is_newer else ProfileMode.ALL
        text = node.value if isinstance(node, Scalar) else None
        if isinstance(text, str) and text in list(ProfileMode):
            return ProfileMode(text)
        self._refuse(Code.PROFILE_OPENCODE_MODE, "`mode` must be `primary`, `subagent` or `all`.", node)
        return ProfileMode.ALL

    def _read_steps(self) -> int | None:
        given = [(name, node) for name in _STEP_FIELDS if (node := self._front.get(name)) is not None]
        if len(given) > 1:
            message = f"The step limit is given twice, as {' and '.join(f'`{name}`' for name, _ in given)}."
            self._refuse(Code.PROFILE_OPENCODE_STEPS, message, given[1][1], "Keep one.")
        if len(given) != 1:
            return None
        name, node = given[0]
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self._refuse(Code.PROFILE_OPENCODE_STEPS, f"`{name}` must be a whole number of at least 1.", node)
            return None
        if value > STEPS_MOST:
            message = f"`{name}` is {value}; {STEPS_MOST} steps are used."
            self._note(Code.PROFILE_OPENCODE_STEPS_CUT, message, node, Severity.WARNING)
        return min(value, STEPS_MOST)

    def _read_temperature(self) -> float | None:
        node = self._front.get("temperature")
        if node is None:
            return None
        value = node.value if isinstance(node, Scalar) else None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and math.isfinite(float(value or 0)) and 0 <= float(value or 0) <= TEMPERATURE_MOST:
            return float(value or 0)
        self._refuse(Code.PROFILE_TEMPERATURE, "`temperature` must be a number from 0 to 2.", node)
        return None
