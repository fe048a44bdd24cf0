"""Says what an MCP operation looks like in one number, so that an exact allow ends when it changes (P129)."""

import hashlib
import json

from qodev.base.jsontext import JsonValue


def fingerprint_of(target: str, name: str, description: str, schema: JsonValue) -> str:
    """Returns the SHA-256 over where the server is, and the operation's name, description and argument schema."""
    shown = json.dumps([target, name, description, schema], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(shown.encode()).hexdigest()
