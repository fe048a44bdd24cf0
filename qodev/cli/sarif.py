"""Writes findings as SARIF 2.1.0, for code hosts and editors (OASIS, sarif-schema-2.1.0)."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from qodev import __version__
from qodev.base.diagnostics import Diagnostic, Severity

_ROOT = "%SRCROOT%"  # where files of the folder are that a check was started in: the checkout, in a CI step
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def write_sarif(path: Path, found: Sequence[Diagnostic]) -> None:
    """Writes one SARIF run with a result for each finding; files of the current folder are named from there."""
    root = Path.cwd()
    rules = sorted({d.code.value for d in found})
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "qodev", "version": __version__, "rules": [{"id": r} for r in rules]}},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{root.as_uri().rstrip('/')}/"}},
                "results": [_result(d, root) for d in found],
            }
        ],
    }
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _result(found: Diagnostic, root: Path) -> dict[str, object]:
    text = f"{found.message} {found.advice}" if found.advice else found.message
    result: dict[str, object] = {
        "ruleId": found.code.value,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
    }
    if found.file is not None:
        result["locations"] = [{"physicalLocation": _location(found, root)}]
    return result


def _location(found: Diagnostic, root: Path) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": _artifact(Path(found.file or ""), root)}
    if found.span is not None:
        location["region"] = {"startLine": found.span.line, "startColumn": found.span.column}
    return location


def _artifact(path: Path, root: Path) -> dict[str, str]:
    """Returns a file as an URI: relative where code hosts look for it, else whole."""
    whole = Path(os.path.normpath(root / path))  # a link stays the name that the repository has
    if whole.is_relative_to(root):
        return {"uri": quote(whole.relative_to(root).as_posix()), "uriBaseId": _ROOT}
    return {"uri": whole.as_uri()}
