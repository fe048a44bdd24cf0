"""Reads what vendors say about errors: kind by status or code, never by searching text (A156, A158)."""

from collections.abc import Mapping, Sequence

from qodev.providers.base import StreamFault
from qodev.types.providers import ErrorKind

_DEEPEST = 8  # levels that an error is looked for in
_BY_STATUS = {
    401: ErrorKind.AUTH,
    403: ErrorKind.AUTH,
    404: ErrorKind.NOT_FOUND,
    407: ErrorKind.CONNECT,  # the proxy's, so the provider was never reached (S114)
    408: ErrorKind.TIMEOUT,
    413: ErrorKind.TOO_LARGE,
    429: ErrorKind.RATE_LIMIT,
    503: ErrorKind.OVERLOADED,
    529: ErrorKind.OVERLOADED,
}

# The vendors' own words for kinds, exact: Anthropic's error types (docs.anthropic.com/en/api/errors), OpenAI's error
# codes and types (platform.openai.com/docs/guides/error-codes), Google's canonical status names (google.rpc.Code).
_BY_CODE = {
    "authentication_error": ErrorKind.AUTH,
    "permission_error": ErrorKind.AUTH,
    "invalid_api_key": ErrorKind.AUTH,
    "UNAUTHENTICATED": ErrorKind.AUTH,
    "PERMISSION_DENIED": ErrorKind.AUTH,
    "not_found_error": ErrorKind.NOT_FOUND,
    "model_not_found": ErrorKind.NOT_FOUND,
    "NOT_FOUND": ErrorKind.NOT_FOUND,
    "rate_limit_error": ErrorKind.RATE_LIMIT,
    "rate_limit_exceeded": ErrorKind.RATE_LIMIT,
    "insufficient_quota": ErrorKind.RATE_LIMIT,
    "RESOURCE_EXHAUSTED": ErrorKind.RATE_LIMIT,
    "overloaded_error": ErrorKind.OVERLOADED,
    "UNAVAILABLE": ErrorKind.OVERLOADED,
    "request_too_large": ErrorKind.TOO_LARGE,
    "invalid_request_error": ErrorKind.INVALID,
    "invalid_prompt": ErrorKind.INVALID,
    "context_length_exceeded": ErrorKind.INVALID,
    "INVALID_ARGUMENT": ErrorKind.INVALID,
    "FAILED_PRECONDITION": ErrorKind.INVALID,
    "timeout_error": ErrorKind.TIMEOUT,
    "DEADLINE_EXCEEDED": ErrorKind.TIMEOUT,
}


def kind_of_status(status: int) -> ErrorKind:
    """Returns the kind of an HTTP status that is no success."""
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return ErrorKind.SERVER
    return ErrorKind.INVALID if status >= 400 else ErrorKind.PROTOCOL


def find_fault(event: Mapping[str, object], name: str = "") -> StreamFault | None:
    """Returns the error that an object of a stream tells of, wherever in it that stands."""
    error = event.get("error")
    if not error:
        if name != "error" and event.get("type") != "error" and event.get("object") != "error":
            return None
        error = event
    message, codes = read_error(error)
    return StreamFault(
        _kind_of_codes(codes), message or "the server reported an error without a message", _first(codes)
    )


def read_error(error: object) -> tuple[str, tuple[str, ...]]:
    """Returns the vendor's message and its codes, most telling first, of an error body or a part of one."""
    for _ in range(_DEEPEST):
        if isinstance(error, Sequence) and not isinstance(error, str) and error:
            error = error[0]
        elif isinstance(error, Mapping) and isinstance(error.get("error"), Mapping | str) and error["error"]:
            error = error["error"]
        else:
            break
    if isinstance(error, str):
        return error, ()
    if not isinstance(error, Mapping):
        return "", ()
    codes = tuple(str(error[key]) for key in ("code", "type", "status") if _is_code(error.get(key)))
    return _message_of(error, _DEEPEST), codes


def _is_code(value: object) -> bool:
    return (isinstance(value, str) and bool(value)) or (isinstance(value, int) and not isinstance(value, bool))


def _message_of(error: Mapping[str, object], levels: int) -> str:
    if not levels:
        return ""
    for key in ("message", "detail", "msg", "error_description", "title"):
        value = error.get(key)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, Mapping):
            return _message_of(value, levels - 1)
        if isinstance(value, Sequence) and not isinstance(value, str):  # FastAPI: a list of {loc, msg}
            texts = [_message_of(v, levels - 1) if isinstance(v, Mapping) else v for v in value[:5]]
            return "; ".join(text for text in texts if isinstance(text, str) and text)
    return ""


def _kind_of_codes(codes: tuple[str, ...]) -> ErrorKind:
    for code in codes:
        if code in _BY_CODE:
            return _BY_CODE[code]
        if code.isascii() and code.isdigit() and 400 <= int(code[:4]) < 600:
            return kind_of_status(int(code[:4]))
    return ErrorKind.SERVER


def _first(codes: tuple[str, ...]) -> str | None:
    return codes[0] if codes else None
