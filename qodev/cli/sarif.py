"""Writes findings as SARIF 2.1.0, for code hosts and editors (OASIS, sarif-schema-2.1.0)."""

import json
from collections.abc import Sequence
from pathlib import Path

from qodev import __version__
from qodev.base.diagnostics import Diagnostic, Severity

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def write_sarif(path: Path, found: Sequence[Diagnostic]) -> None:
    """Writes one SARIF run with a result for each finding."""
    rules = sorted({d.code.value for d in found})
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "qodev", "version": __version__, "rules": [{"id": r} for r in rules]}},
                "results": [_result(d) for d in found],
            }
        ],
    }
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _result(found: Diagnostic) -> dict[str, object]:
    text = f"{found.message} {found.advice}" if found.advice else found.message
    result: dict[str, object] = {
        "ruleId": found.code.value,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
    }
    if found.file is not None:
        result["locations"] = [{"physicalLocation": _location(found)}]
    return result


def _location(found: Diagnostic) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": {"uri": Path(found.file or "").as_posix()}}
    if found.span is not None:
        location["region"] = {"startLine": found.span.line, "startColumn": found.span.column}
    return location
