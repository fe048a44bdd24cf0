"""What a dry run said about an agent, and where that is kept between runs (F22)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.findings import Finding
from qodev.agents.fixtures import FIXTURES_VERSION
from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.base.files import atomic_write, read_bounded

RULES_VERSION = 2  # counts up when the dialect or its findings change
_FILE_LIMIT = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings about one agent; one that hangs on files which prompts read does not last."""

    findings: tuple[Finding, ...]
    is_lasting: bool = True

    @property
    def is_usable(self) -> bool:
        """Tells whether nothing found is an error."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    def to_json(self) -> dict[str, object]:
        """Returns it as JSON values."""
        return {"lasting": self.is_lasting, "findings": [_finding_to_json(finding) for finding in self.findings]}

    @classmethod
    def from_json(cls, data: object) -> "Verdict":
        """Returns what `to_json` wrote; raises ValueError, TypeError or LookupError for anything else."""
        if not isinstance(data, Mapping) or not isinstance(data["findings"], list):
            raise TypeError("no verdict")
        return cls(tuple(_finding_from_json(item) for item in data["findings"]), is_lasting=bool(data["lasting"]))


_CLEAN = Verdict(())


def _finding_to_json(finding: Finding) -> list[object]:
    place = [finding.line, finding.partial, finding.snippet, list(finding.contexts)]
    return [finding.key, finding.code, finding.severity, finding.reason, finding.hint, *place]


def _finding_from_json(item: object) -> Finding:
    if not isinstance(item, list) or len(item) != 9:
        raise TypeError("no finding")
    key, code, severity, reason, hint, line, partial, snippet, contexts = item
    texts = (key, code, severity, reason, snippet, *contexts)
    maybe = (hint, partial)
    if not all(isinstance(t, str) for t in texts) or not all(t is None or isinstance(t, str) for t in maybe):
        raise TypeError("no finding")
    if line is not None and not isinstance(line, int):
        raise TypeError("no finding")
    return Finding(key, Code(code), Severity(severity), reason, hint, line, partial, snippet, tuple(contexts))


class DryRunCache:
    """Verdicts by what they hang on; used by one dry run at a time. Without a path it lives in memory alone."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._verdicts: dict[str, Verdict] = {}
        self._used: set[str] = set()

    def load(self) -> None:
        """Reads the file; one that is damaged or of another version counts as none (F21)."""
        if self._path is None:
            return
        try:
            data = json.loads(read_bounded(self._path, _FILE_LIMIT))
            if data["version"] == _version():
                clean = dict.fromkeys(map(str, data["clean"]), _CLEAN)  # most of them, so they take little room
                self._verdicts = clean | {str(key): Verdict.from_json(item) for key, item in data["verdicts"].items()}
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            self._verdicts = {}

    def get(self, key: str) -> Verdict | None:
        """Returns a kept verdict."""
        self._used.add(key)
        return self._verdicts.get(key)

    def put(self, key: str, verdict: Verdict) -> None:
        """Keeps a verdict if it lasts."""
        self._used.add(key)
        if verdict.is_lasting:
            self._verdicts[key] = verdict

    def save(self) -> None:
        """Writes those that were used since the last time; a cache that cannot be written is none."""
        if self._path is None:
            return
        used = {key: self._verdicts[key] for key in sorted(self._used) if key in self._verdicts}
        clean = [key for key, verdict in used.items() if verdict == _CLEAN]
        others = {key: verdict.to_json() for key, verdict in used.items() if verdict != _CLEAN}
        text = json.dumps({"version": _version(), "clean": clean, "verdicts": others}, ensure_ascii=True)
        self._used.clear()
        try:
            atomic_write(self._path, text.encode("ascii"))
        except OSError:
            return


def _version() -> str:
    return f"{RULES_VERSION}.{FIXTURES_VERSION}"
