"""One list of every finding, and the log lines that tell them (A41, A43, U161)."""

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, sorted_diagnostics
from qodev.base.paths import AppPaths

_MESSAGES_KEPT = 2000
_LOG = logging.getLogger("qodev.load")

_AREAS = {
    "provider": "Providers",
    "role": "Roles",
    "pipelines": "Pipelines",
    "match": "Agents",
    "settings": "Settings",
    "store": "Store",
    "trust": "Profiles",
    "rules": "Profiles",
    "skill": "Skills",
    "servers": "MCP",
}
_OF_PROFILES = frozenset(code for code in Code if code.name.startswith("PROFILE_"))


class ProblemsService:
    """Holds the findings by their source; a source that reports again replaces what it said before."""

    def __init__(self, paths: AppPaths) -> None:
        self._paths = paths
        self._by_source: dict[str, tuple[Diagnostic, ...]] = {}
        self._messages: list[str] = []

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Returns all findings, by severity, then file, then line."""
        return sorted_diagnostics(d for found in self._by_source.values() for d in found)

    @property
    def messages(self) -> tuple[str, ...]:
        """Returns the newest log lines about loading, oldest first."""
        return tuple(self._messages)

    def replace(self, source: str, found: Iterable[Diagnostic]) -> None:
        """Takes what a source found now; findings that are new go to the log."""
        before = {replace(d, fix=None) for d in self._by_source.get(source, ())}  # repairs are found after findings
        self._by_source[source] = tuple(found)
        for diagnostic in self._by_source[source]:
            if replace(diagnostic, fix=None) not in before:
                self._log(diagnostic)

    def _log(self, diagnostic: Diagnostic) -> None:
        line = message_line(diagnostic, self._paths)
        self._messages = [*self._messages[1 - _MESSAGES_KEPT :], line]
        level = {"error": logging.ERROR, "warning": logging.WARNING}.get(diagnostic.severity.value, logging.INFO)
        _LOG.log(level, "%s", line)


def message_line(diagnostic: Diagnostic, paths: AppPaths) -> str:
    """Returns a finding as a log line: `[Agents] error: text (file:line)`."""
    area = _area_of(diagnostic, paths)
    place = ""
    if diagnostic.file is not None:
        line = f":{diagnostic.span.line}" if diagnostic.span is not None else ""
        place = f" ({diagnostic.file}{line})"
    hint = f" {diagnostic.advice}" if diagnostic.advice else ""
    return f"[{area}] {diagnostic.severity.value}: {diagnostic.message}{hint}{place}"


def _area_of(diagnostic: Diagnostic, paths: AppPaths) -> str:
    if diagnostic.code in _OF_PROFILES:
        return "Profiles"
    prefix = diagnostic.code.value.partition(".")[0]
    folder = Path(diagnostic.file).parent if diagnostic.file else None
    by_folder = {paths.providers: "Providers", paths.roles: "Roles"}
    if folder in by_folder:
        return by_folder[folder]
    if diagnostic.file == str(paths.pipelines):
        return "Pipelines"
    return _AREAS.get(prefix, "Agents")
