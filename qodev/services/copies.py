"""Writes a request as a command or program that sends the very same bytes; keys stand as variables (A176, U68)."""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from qodev.types.conversation import RequestPreview

CopyForm = Literal["curl", "httpie", "python"]


def with_key(preview: RequestPreview, key: str) -> RequestPreview:
    """Returns a request whose key header holds the key itself, for a copy that was asked for with it (U68)."""
    mark = f"${preview.key_name}"
    headers = {n: f"{v.removesuffix(mark)}{key}" if v.endswith(mark) else v for n, v in preview.headers.items()}
    return replace(preview, headers=headers)


def copy_request(preview: RequestPreview, form: CopyForm) -> str:
    """Returns the request of `preview` in one of three forms, for a POSIX shell or Python."""
    body = (preview.body or b"").decode("utf-8")
    if form == "curl":
        return _curl(preview, body)
    if form == "httpie":
        return _httpie(preview, body)
    return _python(preview, body)


def _address(preview: RequestPreview) -> str:
    return preview.target or preview.url


def _curl(preview: RequestPreview, body: str) -> str:
    lines = [f"curl --no-buffer -X {preview.method} {shlex.quote(_address(preview))}"]
    lines += [f"-H {_header(name, value)}" for name, value in preview.headers.items()]
    # --data-binary keeps line ends; a leading @ would name a file, which JSON never begins with.
    lines.append(f"--data-binary {shlex.quote(body)}")
    return " \\\n  ".join(lines) + "\n"


def _httpie(preview: RequestPreview, body: str) -> str:
    lines = [f"printf %s {shlex.quote(body)} | http --stream {preview.method} {shlex.quote(_address(preview))}"]
    lines += [_header(name, value, separator=":") for name, value in preview.headers.items()]
    return " \\\n  ".join(lines) + "\n"


def _header(name: str, value: str, *, separator: str = ": ") -> str:
    """Returns a header as one shell word in which `$NAME` of a key is left for the shell to fill in."""
    before, variable = _split_variable(value)
    if not variable:
        return shlex.quote(f"{name}{separator}{value}")
    return f'{shlex.quote(name + separator + before)}"${variable}"'


def _split_variable(value: str) -> tuple[str, str]:
    """Returns what stands before `$NAME` at the end of a header value, and the name ("" when there is none)."""
    before, _, name = value.rpartition("$")
    is_variable = value.endswith(f"${name}") and name.isidentifier() and name.isupper()
    return (before, name) if is_variable else (value, "")


def _python(preview: RequestPreview, body: str) -> str:
    headers = {name: _python_value(value) for name, value in preview.headers.items()}
    shown = "".join(f"    {name!r}: {value},\n" for name, value in headers.items())
    return (
        "import os\nimport urllib.request\n\n"
        f"body = {body!r}.encode()\n"
        f"headers = {{\n{shown}}}\n"
        f"request = urllib.request.Request({_address(preview)!r}, data=body, headers=headers, method={preview.method!r})\n"
        "with urllib.request.urlopen(request) as answer:\n"
        "    for line in answer:\n"
        '        print(line.decode(errors="replace"), end="")\n'
    )


def _python_value(value: str) -> str:
    before, variable = _split_variable(value)
    return repr(value) if not variable else f"{before!r} + os.environ[{variable!r}]"


def masked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns headers as they are drawn on screen: a key's variable as marks, with its name beside."""
    return {name: _masked(value) for name, value in headers.items()}


def _masked(value: str) -> str:
    before, variable = _split_variable(value)
    return value if not variable else f"{before}•••••••• (${variable})"
