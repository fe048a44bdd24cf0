"""Makes ids and tells the time; both are passed in, so that tests can fix them."""

import secrets
import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Returns seconds since the epoch."""

IdSource = Callable[[str], str]
"""Makes a fresh id that begins with the given prefix."""


def new_id(prefix: str) -> str:
    """Returns `prefix_` and 20 hex digits; ids of later milliseconds sort after earlier ones."""
    millis = int(time.time() * 1000)
    return f"{prefix}_{millis:012x}{secrets.token_hex(4)}"
