"""Decides whether and when a request that failed before its first byte is sent again (A161, S105)."""

import math
import re
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime

from qodev.types.providers import ErrorKind, ProviderError

ATTEMPTS = 2  # besides the first
LONGEST_WAIT_S = 60.0
_OWN_WAITS_S = (1.0, 2.0)
_SPREAD = 0.25
_RETRIED_STATUS = (429, 502, 503, 529)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def parse_retry_after(value: str | None, now: float) -> float | None:
    """Returns the seconds that `Retry-After` asks for; None when it is unreadable, negative or past."""
    text = (value or "").strip()
    if _NUMBER.fullmatch(text):
        wait_s = -1.0 if text.startswith("-") else float(text)
    else:
        try:
            date = parsedate_to_datetime(text)
            # RFC 9110, 5.6.7: the old asctime form says no zone and means UTC.
            wait_s = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now
        except (ValueError, OverflowError, IndexError, TypeError):  # what the parser of the library gives for nonsense
            return None
    return wait_s if wait_s >= 0 and not math.isnan(wait_s) else None


def plan_wait(error: ProviderError, attempt: int, spread: Callable[[], float], *, is_final: bool) -> float | None:
    """Returns how long to wait before attempt `attempt` (from 1), None when there is to be none.

    `spread` gives a number from 0 to 1; `is_final` says that waiting cannot help.
    """
    can_pass = error.kind is ErrorKind.CONNECT if error.status is None else error.status in _RETRIED_STATUS
    if attempt > ATTEMPTS or is_final or not can_pass:
        return None
    if error.retry_after_s is not None:
        return error.retry_after_s if error.retry_after_s <= LONGEST_WAIT_S else None
    return _OWN_WAITS_S[attempt - 1] * (1 - _SPREAD + 2 * _SPREAD * spread())


def spoken_wait(wait_s: float) -> str:
    """Returns a wait for people."""
    if wait_s < 120:
        return f"{math.ceil(wait_s)} s"
    if wait_s < 7200:
        return f"{math.ceil(wait_s / 60)} min"
    return f"{math.ceil(wait_s / 3600)} h" if math.isfinite(wait_s) else "longer than it can say"
