"""Reads and writes the registry of project modes and exact rules: all of it or nothing (P117, P119, P127 to P129)."""

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.base.jsontext import JsonValue, dump_pretty, loads_strict
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ProjectRule, RuleKind, trim_command

VERSION = 1
LIMIT_BYTES = 8 * 1024 * 1024
PROJECTS_MOST, RULES_MOST = 500, 300
COMMAND_MOST, NAME_MOST = 4_000, 160  # P119, P195
VARIABLES_MOST = 64
STEPS_USUAL, STEPS_MOST = 8, 64  # P137
_DEPTH_MOST = 8
_FINGERPRINT_DIGITS = 64
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_()]{0,119}")  # brackets: Windows has `ProgramFiles(x86)`
_NUMBER_MOST = 10**15
# What the numbers of an older file meant, in the order of the modes; a list becomes stricter, auto is never taken over.
_OF_NUMBER = {2: ProjectMode.READ_ONLY, 3: ProjectMode.READ_ONLY}
_PROJECT_KEYS = {"path", "mode", "rules", "max_steps", "contain", "variables"}
_RULE_KEYS = {"kind", "text", "effect", "server", "fingerprint", "added", "used"}


class PolicyFault(ValueError):
    """Something in the registry is not as it must be; the text says what."""


@dataclass(frozen=True, slots=True)
class ProjectRecord:
    """What is stored of one project; `path` is normalised."""

    path: str
    mode: ProjectMode
    rules: tuple[ProjectRule, ...] = ()
    max_steps: int | None = None  # the cap for turns whose profile sets none
    contain: Containment = Containment.OFF
    variables: tuple[str, ...] = ()  # sorted, each once


@dataclass(frozen=True, slots=True)
class Registry:
    """Every stored decision."""

    default_mode: ProjectMode = ProjectMode.ASK  # of projects without a record; never auto (P118)
    projects: tuple[ProjectRecord, ...] = ()

    def find(self, project: str) -> ProjectRecord | None:
        """Returns the record of a project."""
        path = normalise_project(project)
        return next((record for record in self.projects if record.path == path), None)

    def with_record(self, record: ProjectRecord) -> "Registry":
        """Returns the registry with a record put in or replaced in its place."""
        if self.find(record.path) is None:
            return replace(self, projects=(*self.projects, record))
        kept = tuple(record if known.path == record.path else known for known in self.projects)
        return replace(self, projects=kept)


def normalise_project(path: str) -> str:
    """Returns a project's path as it is compared: without needless parts, folded where the system folds names."""
    return os.path.normcase(unicodedata.normalize("NFC", os.path.normpath(path)))


def parse_registry(content: bytes) -> Registry:
    """Returns what a file says; raises PolicyFault for everything that is not exactly right (P127)."""
    if len(content) > LIMIT_BYTES:
        raise PolicyFault("it is larger than 8 MiB")
    try:
        document = loads_strict(content.decode(), depth_limit=_DEPTH_MOST)
    except ValueError as fault:  # no UTF-8, no JSON, or a number of thousands of digits
        raise PolicyFault(f"it is no JSON text ({fault})") from fault
    table = _table(document, {"version", "default_mode", "projects"}, "the file")
    if _number(table.get("version", 0), "the version") not in (0, VERSION):
        raise PolicyFault("it was written by a newer qodev")
    default = _mode(table.get("default_mode", ProjectMode.ASK.value))
    if default is ProjectMode.AUTO:
        raise PolicyFault("auto cannot be the mode of new projects")
    records = tuple(_record(entry) for entry in _list(table.get("projects", []), "projects", PROJECTS_MOST))
    paths = [record.path for record in records]
    twice = next((path for at, path in enumerate(paths) if path in paths[:at]), None)
    if twice is not None:
        raise PolicyFault(f"`{twice}` stands in it twice")
    return Registry(default, records)


def _record(entry: JsonValue) -> ProjectRecord:
    table = _table(entry, _PROJECT_KEYS, "a project")
    path = _text(table, "path", 4_096)
    if not os.path.isabs(path):  # noqa: PTH117  a text, compared as text
        raise PolicyFault(f"`{path}` is no whole path")
    rules = tuple(parse_rule(rule) for rule in _list(table.get("rules", []), "rules", RULES_MOST))
    keys = [rule.key for rule in rules]
    if len(set(keys)) != len(keys):
        raise PolicyFault(f"`{path}` has two rules for the same thing")
    steps = table.get("max_steps")
    if steps is not None:
        steps = check_steps(steps)
    variables = check_variables(_list(table.get("variables", []), "variables", VARIABLES_MOST))
    mode, contain = _mode(table.get("mode")), _containment(table.get("contain", Containment.OFF.value))
    return ProjectRecord(normalise_project(path), mode, rules, steps, contain, variables)


def check_steps(value: JsonValue) -> int:
    """Returns a step cap; raises PolicyFault for one that no project may have (P137)."""
    if isinstance(value, bool) or not isinstance(value, int) or not STEPS_USUAL <= value <= STEPS_MOST:
        raise PolicyFault(f"a step cap is a number from {STEPS_USUAL} to {STEPS_MOST}")
    return value


def check_variables(names: Sequence[JsonValue]) -> tuple[str, ...]:
    """Returns names of variables, sorted; raises PolicyFault for what is no name or stands there twice."""
    found = [name for name in names if isinstance(name, str) and _VARIABLE.fullmatch(name)]
    if len(found) != len(names) or len(set(found)) != len(found) or len(found) > VARIABLES_MOST:
        raise PolicyFault(f"variables are up to {VARIABLES_MOST} different names of letters, digits and `_`")
    return tuple(sorted(found))


def parse_rule(entry: JsonValue) -> ProjectRule:
    """Returns one rule; raises PolicyFault for a bad one."""
    table = _table(entry, _RULE_KEYS, "a rule")
    used = table.get("used")
    try:
        kind, effect = RuleKind(str(table.get("kind"))), Effect(str(table.get("effect")))
    except ValueError as fault:
        raise PolicyFault(f"a rule has a kind or an effect that does not exist ({fault})") from fault
    rule = ProjectRule(
        kind,
        _text(table, "text", COMMAND_MOST),
        effect,
        server=_text(table, "server", NAME_MOST) if "server" in table else "",
        fingerprint=_text(table, "fingerprint", _FINGERPRINT_DIGITS) if "fingerprint" in table else "",
        added_at=_number(table.get("added", 0), "a date"),
        used_at=None if used is None else _number(used, "a date"),
    )
    check_rule(rule)
    return rule


def check_rule(rule: ProjectRule) -> None:
    """Raises PolicyFault for a rule that may not be stored."""
    if rule.effect not in (Effect.ALLOW, Effect.DENY):
        raise PolicyFault("an exact rule says allow or deny")
    if rule.kind is RuleKind.COMMAND:
        _check_command(rule)
        return
    if not rule.server or not 0 < len(rule.text) <= NAME_MOST:
        raise PolicyFault("a rule for an operation names server and operation")
    if (rule.effect is Effect.ALLOW) != bool(rule.fingerprint):
        raise PolicyFault("an allowed operation has a fingerprint, a denied one has none")


def _check_command(rule: ProjectRule) -> None:
    if not rule.text or len(rule.text) > COMMAND_MOST or trim_command(rule.text) != rule.text:
        raise PolicyFault(f"a command has 1 to {COMMAND_MOST:,} characters and no blanks at its ends")
    if rule.server or rule.fingerprint:
        raise PolicyFault("a rule for a command names no server")


def render_registry(registry: Registry) -> bytes:
    """Returns the bytes of a whole file."""
    projects: list[JsonValue] = [_record_json(record) for record in registry.projects]
    document: dict[str, JsonValue] = {
        "version": VERSION,
        "default_mode": registry.default_mode.value,
        "projects": projects,
    }
    return (dump_pretty(document) + "\n").encode("utf-8", "strict")


def _record_json(record: ProjectRecord) -> JsonValue:
    rules = [_rule_json(rule) for rule in record.rules]
    found: dict[str, JsonValue] = {"path": record.path, "mode": record.mode.value, "rules": rules}
    if record.max_steps is not None:
        found["max_steps"] = record.max_steps
    if record.contain is not Containment.OFF:
        found["contain"] = record.contain.value
    if record.variables:
        found["variables"] = list(record.variables)
    return found


def _rule_json(rule: ProjectRule) -> JsonValue:
    found: dict[str, JsonValue] = {"kind": rule.kind.value, "text": rule.text, "effect": rule.effect.value}
    if rule.server:
        found["server"] = rule.server
    if rule.fingerprint:
        found["fingerprint"] = rule.fingerprint
    return found | {"added": rule.added_at, "used": rule.used_at}


def _mode(value: JsonValue) -> ProjectMode:
    """Returns a mode by its name; a number of an older file never becomes auto (P128)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return _OF_NUMBER.get(value, ProjectMode.ASK)
    if isinstance(value, str) and value in list(ProjectMode):
        return ProjectMode(value)
    raise PolicyFault("a mode is none of ask, auto, allowlist and read_only")


def _containment(value: JsonValue) -> Containment:
    if isinstance(value, str) and value in list(Containment):
        return Containment(value)
    raise PolicyFault("containment is none of off, on and network")


def _table(value: JsonValue, known: set[str], what: str) -> Mapping[str, JsonValue]:
    if not isinstance(value, Mapping):
        raise PolicyFault(f"{what} is no object")
    unknown = next((key for key in value if key not in known), None)
    if unknown is not None:
        raise PolicyFault(f"{what} has the unknown key `{unknown[:60]}`")
    return value


def _list(value: JsonValue, what: str, most: int) -> Sequence[JsonValue]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise PolicyFault(f"`{what}` is no list")
    if len(value) > most:
        raise PolicyFault(f"it has more than {most} {what}")
    return value


def _text(table: Mapping[str, JsonValue], key: str, most: int) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= most or not _is_storable(value):
        raise PolicyFault(f"`{key}` is no text of 1 to {most:,} characters")
    return value


def _is_storable(text: str) -> bool:
    return "\0" not in text and all(unicodedata.category(char) != "Cs" for char in text)


def _number(value: JsonValue, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _NUMBER_MOST:
        raise PolicyFault(f"{what} is no number")
    return float(value)
