"""The keys of a provider instance: their types, and what makes an instance impossible (A130, A131, A135)."""

import ipaddress
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from qodev.agents.causes import Findings, SourceFile
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.jsontext import JsonValue
from qodev.base.logs import SECRET_QUERY_NAMES
from qodev.base.text import near_miss
from qodev.types.agents import ClientApi, LaunchSpec, ProviderInstance, Timeouts

CLIENT_API_ALIASES: Mapping[str, ClientApi] = {  # A130: what QodeAssist's files say, folded
    "claude": ClientApi.ANTHROPIC,
    "openai (chat completions)": ClientApi.OPENAI_CHAT,
    "openai compatible": ClientApi.OPENAI_CHAT,
    "openrouter": ClientApi.OPENAI_CHAT,
    "lm studio (chat completions)": ClientApi.OPENAI_CHAT,
    "ollama (openai-compatible)": ClientApi.OPENAI_CHAT,
    "openai (responses api)": ClientApi.OPENAI_RESPONSES,
    "lm studio (responses api)": ClientApi.OPENAI_RESPONSES,
    "google ai": ClientApi.GOOGLE,
    "ollama (native)": ClientApi.OLLAMA,
    "mistral ai": ClientApi.MISTRAL,
    "codestral": ClientApi.MISTRAL,
    "llama.cpp": ClientApi.LLAMA_CPP,
}

_TEXT = ("description", "client_api", "url", "api_key_ref", "proxy", "ca_file")
_OWN = ("name", "extends", "abstract", "schema_version", "extras")
_TABLES = ("headers", "timeouts", "launch")
KNOWN_KEYS = (*_OWN, *_TEXT, "verify_tls", *_TABLES)
_TIMEOUT_KEYS = ("connect_s", "idle_s", "total_s")
_LAUNCH_TEXT = ("command", "cwd", "ready_url")
_LAUNCH_KEYS = (*_LAUNCH_TEXT, "args", "env", "ready_timeout_s", "detach", "auto_start")

_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_BAD_IN_URL = re.compile(r"[\s\x00-\x1f\x7f]")
_PLAIN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def read_values(table: Mapping[str, Any], findings: Findings) -> dict[str, JsonValue]:
    """Returns the keys of a file that children inherit, with values of the right types alone."""
    values: dict[str, JsonValue] = {}
    for key, value in table.items():
        if key in _TEXT:
            _keep(values, key, value, findings, _is_text, "text")
        elif key == "verify_tls":
            _keep(values, key, value, findings, _is_flag, "`true` or `false`")
        elif key in _TABLES:
            if isinstance(value, dict):
                values[key] = _READERS[key](value, findings)
            else:
                findings.wrong_type(key, "a table")
        elif key not in _OWN:
            findings.unknown_key(key, KNOWN_KEYS)
    return values


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _keep(
    values: dict[str, JsonValue],
    path: str,
    value: Any,  # noqa: ANN401  what tomllib gives, before it is known
    findings: Findings,
    is_right: Callable[[object], bool],
    wanted: str,
) -> None:
    if is_right(value):
        values[path.rpartition(".")[2]] = value
    else:
        findings.wrong_type(path, wanted)


def _read_headers(table: Mapping[str, Any], findings: Findings) -> JsonValue:
    headers: dict[str, JsonValue] = {}
    for name, value in table.items():
        path = f"headers.{name}"
        if not isinstance(value, str):
            findings.wrong_type(path, "text")
        elif not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
            findings.bad_value(path, "is no valid request header")
        else:
            headers[name] = value
    return headers


def _read_timeouts(table: Mapping[str, Any], findings: Findings) -> JsonValue:
    limits: dict[str, JsonValue] = {}
    for name, value in table.items():
        path = f"timeouts.{name}"
        if name not in _TIMEOUT_KEYS:
            findings.unknown_key(path, _TIMEOUT_KEYS)
        elif not _is_number(value):
            findings.wrong_type(path, "a number of seconds")
        elif not math.isfinite(value) or value < 0 or (value == 0 and name != "total_s"):
            findings.bad_value(path, "must be a number of seconds above 0")
        else:
            limits[name] = value
    return limits


def _read_launch(table: Mapping[str, Any], findings: Findings) -> JsonValue:
    launch: dict[str, JsonValue] = {}
    for name, value in table.items():
        path = f"launch.{name}"
        if name in _LAUNCH_TEXT:
            _keep(launch, path, value, findings, _is_text, "text")
        elif name == "detach":
            _keep(launch, path, value, findings, _is_flag, "`true` or `false`")
        elif name == "ready_timeout_s":
            _read_ready_timeout(launch, path, value, findings)
        elif name == "args":
            _read_args(launch, value, findings)
        elif name == "env":
            _read_env(launch, value, findings)
        elif name not in _LAUNCH_KEYS:
            findings.unknown_key(path, _LAUNCH_KEYS)
    return launch


def _read_ready_timeout(launch: dict[str, JsonValue], path: str, value: Any, findings: Findings) -> None:  # noqa: ANN401
    if not _is_number(value):
        findings.wrong_type(path, "a number of seconds")
    elif not math.isfinite(value) or value <= 0:
        findings.bad_value(path, "must be a number of seconds above 0")
    else:
        launch["ready_timeout_s"] = value


def _read_args(launch: dict[str, JsonValue], value: object, findings: Findings) -> None:
    if not isinstance(value, list):
        findings.wrong_type("launch.args", "an array of texts")
        return
    texts = [member for member in value if isinstance(member, str)]
    if len(texts) < len(value):
        findings.dropped_members("launch.args", "texts")
    launch["args"] = texts


def _read_env(launch: dict[str, JsonValue], value: object, findings: Findings) -> None:
    if not isinstance(value, dict):
        findings.wrong_type("launch.env", "a table of texts")
        return
    for name, text in value.items():
        if not isinstance(text, str):
            findings.wrong_type(f"launch.env.{name}", "text")
    launch["env"] = {name: text for name, text in value.items() if isinstance(text, str)}


_READERS = {"headers": _read_headers, "timeouts": _read_timeouts, "launch": _read_launch}


class ChainLink(Protocol):
    """A draft of an instance, as far as values need it."""

    @property
    def source(self) -> SourceFile:
        """Returns the file that wrote it."""
        ...

    @property
    def name(self) -> str:
        """Returns its name."""
        ...

    @property
    def values(self) -> Mapping[str, JsonValue]:
        """Returns what it says."""
        ...


@dataclass(frozen=True, slots=True)
class InstanceProblem:
    """Why merged values are no instance."""

    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class BuiltInstance:
    """An instance or its problem, with warnings that go with either."""

    value: ProviderInstance | InstanceProblem
    notes: tuple[Diagnostic, ...] = ()


def build_instance(name: str, values: Mapping[str, JsonValue], chain: Sequence[ChainLink]) -> BuiltInstance:
    """Returns the instance that the merged values of a chain, nearest first, give; types are right already."""
    judge = _Judge(name, chain)
    client_api = judge.client_api(values.get("client_api"))
    url = judge.url(values.get("url"))
    if client_api is None or url is None:
        return BuiltInstance(InstanceProblem(tuple(judge.problems)))
    api_key_ref = _text(values, "api_key_ref")
    judge.check_secrecy(url, api_key_ref)
    instance = ProviderInstance(
        name=name,
        client_api=client_api,
        description=_text(values, "description"),
        url=url,
        api_key_ref=api_key_ref,
        headers=_table(values, "headers"),
        timeouts=Timeouts(**_table(values, "timeouts")),
        proxy=judge.proxy(_text(values, "proxy")),
        ca_file=_text(values, "ca_file") or None,
        verify_tls=bool(values.get("verify_tls", True)),
        launch=judge.launch(_table(values, "launch")),
        layer=chain[0].source.layer,
        overrides_bundled=False,
        span=chain[0].source.span_of("name"),
    )
    return BuiltInstance(instance, tuple(judge.notes))


def _text(values: Mapping[str, JsonValue], key: str) -> str:
    value = values.get(key, "")
    assert isinstance(value, str)
    return value


def _table(values: Mapping[str, JsonValue], key: str) -> dict[str, Any]:
    value = values.get(key, {})
    assert isinstance(value, dict)
    return value


class _Judge:
    """Judges merged values; a finding stands in the file that wrote the key."""

    def __init__(self, name: str, chain: Sequence[ChainLink]) -> None:
        self._name = name
        self._chain = chain
        self.problems: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []

    def _finding(self, code: Code, severity: Severity, key: str, message: str, hint: str | None = None) -> Diagnostic:
        top = key.partition(".")[0]
        writer = next((link for link in self._chain if top in link.values), self._chain[0])
        # A key that nobody wrote is missing from the file that is about this instance.
        place = key if top in writer.values else "name"
        span = writer.source.span_of(place)
        # Who wrote a bad value is its subject; instances that inherit it are dependants (A39).
        subject = writer.name if place != "name" and code is not Code.PROVIDER_INSECURE else self._name
        return Diagnostic(code, severity, message, subject, span=span, key=key, hint=hint)

    def _invalid(self, key: str, reason: str, hint: str | None = None) -> None:
        message = f"A provider instance cannot be used: {reason}."
        self.problems.append(self._finding(Code.PROVIDER_INVALID, Severity.ERROR, key, message, hint))

    def client_api(self, value: object) -> ClientApi | None:
        text = str(value or "").strip()
        folded = text.casefold()
        if folded in CLIENT_API_ALIASES:
            return CLIENT_API_ALIASES[folded]
        if folded in tuple(ClientApi):
            return ClientApi(folded)
        near = near_miss(folded, tuple(ClientApi)) if text else None
        self._invalid("client_api", f"`client_api` is unknown: `{text}`" if text else "`client_api` is missing", near)
        return None

    def url(self, value: object) -> str | None:
        text = str(value or "").strip()
        if not text:
            self._invalid("url", "`url` is missing")
            return None
        fault = find_url_fault(text)
        if fault is not None:
            hint = f"http://{text}" if "://" not in text and find_url_fault(f"http://{text}") is None else None
            self._invalid("url", f"`url` {fault}", hint)
            return None
        return text

    def proxy(self, value: str) -> str:
        text = value.strip()
        if not text or text in ("system", "none"):
            return text or "system"
        if re.match(r"(https?|socks5h?)://[^/\s]+", text):
            return text
        message = "`proxy` must be `system`, `none` or a URL; `system` is used."
        self.notes.append(self._finding(Code.KEY_VALUE, Severity.WARNING, "proxy", message))
        return "system"

    def launch(self, table: Mapping[str, Any]) -> LaunchSpec | None:
        if not table:
            return None
        if not str(table.get("command", "")).strip():
            message = "`[launch]` has no `command`; the server cannot be started from here."
            self.notes.append(self._finding(Code.KEY_VALUE, Severity.WARNING, "launch.command", message))
            return None
        return LaunchSpec(
            command=table["command"],
            args=tuple(table.get("args", ())),
            cwd=table.get("cwd") or None,
            env=dict(table.get("env", {})),
            ready_url=table.get("ready_url", ""),
            ready_timeout_s=float(table.get("ready_timeout_s", 30.0)),
            detach=table.get("detach", False),
        )

    def check_secrecy(self, url: str, api_key_ref: str) -> None:
        """A key that travels in the clear to another machine can be read on the way (A135)."""
        parts = urlsplit(url)
        if parts.scheme.lower() == "http" and api_key_ref.strip() and parts.hostname not in _PLAIN_HOSTS:
            message = f"`{self._name}` would send its key unencrypted to `{parts.hostname}`."
            self.notes.append(
                self._finding(Code.PROVIDER_INSECURE, Severity.WARNING, "url", message, "Use `https://`.")
            )


def find_url_fault(url: str) -> str | None:
    """Returns what is wrong with the URL of an instance, as the end of a sentence (A126, S111)."""
    if _BAD_IN_URL.search(url):
        return "holds blanks or control characters"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "has a bad host or port"
    if parts.scheme.lower() not in ("http", "https"):
        return "must begin with `http://` or `https://`"
    if not parts.hostname or not _is_host(parts.hostname) or port == 0 or parts.netloc.endswith(":"):
        return "has a bad host or port"
    if "@" in parts.netloc:
        return "must not hold a user name or password; keys belong into `api_key_ref`"
    if "#" in url:
        return "must not hold `#`"
    if any(segment in (".", "..") for segment in parts.path.split("/")):
        return "must not hold `.` or `..` as part of its path"
    secret = next((key for key, _ in parse_qsl(parts.query, keep_blank_values=True) if _is_secret_key(key)), None)
    return f"must not hold a key (`{secret}=…`); keys belong into `api_key_ref`" if secret else None


def _is_host(host: str) -> bool:
    if ":" in host:
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True
    return re.fullmatch(r"[^\s/?#@\[\]\\<>^`{|}\"%]+", host) is not None


def _is_secret_key(key: str) -> bool:
    return key.strip().lower() in SECRET_QUERY_NAMES
