"""Reads roles that other programs keep as JSON (A106)."""

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from qodev.agents.roles import ROLE_LIMIT_BYTES, free_id, render_role
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity
from qodev.types.routing import RoleOffer

_BUILT_IN_MARKS = ("builtIn", "isBuiltIn", "builtin", "built_in")
_ID_LENGTH = 64
_ENTRY_LIMIT = 1000


def parse_json_roles(text: str, path: str, taken: Collection[str]) -> Parsed[tuple[RoleOffer, ...]]:
    """Returns the roles of a JSON file: one object `id, name, description, systemPrompt`, or an array of such.

    Ids are fitted and made free of `taken`; entries without usable text are refused with a finding each.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return Parsed(None, (_fault(path, "it is not valid JSON"),))
    entries = document if isinstance(document, list) else [document]
    if len(entries) > _ENTRY_LIMIT:
        return Parsed(None, (_fault(path, f"it holds more than {_ENTRY_LIMIT} entries"),))
    roles: list[RoleOffer] = []
    found: list[Diagnostic] = []
    used = set(taken)
    for number, entry in enumerate(entries, 1):
        role = _offer(entry, used)
        if isinstance(role, str):
            found.append(_fault(path, f"entry {number} {role}"))
        else:
            roles.append(role)
            used.add(role.id)
    return Parsed(tuple(roles), tuple(found))


def _fault(path: str, reason: str) -> Diagnostic:
    message = f"`{Path(path).name}` cannot be imported as a role: {reason}."
    return Diagnostic(Code.ROLE_FRONT_MATTER, Severity.ERROR, message, path=path)


def _offer(entry: object, used: Collection[str]) -> RoleOffer | str:
    """Returns the role of an entry, or why it is none."""
    if not isinstance(entry, dict):
        return "is no object"
    name, text = _text_of(entry, "name"), _text_of(entry, "systemPrompt")
    source_id = _text_of(entry, "id") or name
    base = re.sub(r"[^a-z0-9_-]", "_", source_id.lower()).lstrip("_-")[:_ID_LENGTH]
    if not base or not text:
        return "has no usable `id` and `systemPrompt`"
    role_id = free_id(base, used, "{base}_{number}")
    description = _text_of(entry, "description")
    if len(render_role(name, description, text).encode()) > ROLE_LIMIT_BYTES:
        return f"is larger than {ROLE_LIMIT_BYTES // 1024} KiB"
    is_built_in = any(entry.get(mark) is True for mark in _BUILT_IN_MARKS)
    return RoleOffer(role_id, name or role_id, description, text, not is_built_in, source_id)


def _text_of(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    # JSON can hold halves of characters, which no file can.
    return value.encode("utf-8", "replace").decode().strip() if isinstance(value, str) else ""
