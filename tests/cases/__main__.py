"""Runs case files through the real code: `python -m tests.cases [FOLDER...] [--only NAME] [--json]`."""

import argparse
import importlib
import importlib.util
import json
import sys
from pathlib import Path

from tests.cases.kit import Adapter, Failure, run_file

DATA = Path(__file__).parent / "data"


def main(argv: list[str] | None = None) -> int:
    """Prints `FILE passed/total` and the failing ids; returns 1 on any failure or a file without an adapter."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description=__doc__)
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="FOLDER", help="where case files lie (default: the copies)"
    )
    parser.add_argument("--only", metavar="NAME", help="only files or case ids of this name")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(argv)
    files = [path for folder in options.folders or [DATA] for path in _case_files(folder)]
    only = options.only
    by_file = [p for p in files if only and only in (p.name, p.stem, f"{p.parent.name}/{p.stem}")]
    reports = [_report(path, None if by_file else only) for path in by_file or files]
    reports = [r for r in reports if r["total"] or not r["has_adapter"]]
    _show(reports, as_json=options.json)
    return 0 if reports and all(r["has_adapter"] and not r["failed"] for r in reports) else 1


def _case_files(folder: Path) -> list[Path]:
    return [folder] if folder.is_file() else sorted(folder.rglob("*.jsonl"))


def _report(path: Path, only_id: str | None) -> dict[str, object]:
    adapter = find_adapter(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    cases = [c for c in lines if only_id is None or c["id"] == only_id]
    failures: list[Failure] = run_file(adapter, cases) if adapter is not None else []
    return {
        "file": f"{path.parent.name}/{path.name}",
        "has_adapter": adapter is not None,
        "passed": len(cases) - len(failures) if adapter is not None else 0,
        "total": len(cases),
        "failed": [{"id": f.id, "why": f.why} for f in failures],
    }


def find_adapter(path: Path) -> Adapter | None:
    """Returns the adapter module's `run` for a case file: `adapters/<folder>_<file>.py`."""
    name = f"tests.cases.adapters.{path.parent.name}_{path.stem}"
    if importlib.util.find_spec(name) is None:
        return None
    run: Adapter = importlib.import_module(name).run
    return run


def _show(reports: list[dict[str, object]], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(reports, ensure_ascii=True))
        return
    for report in reports:
        note = "" if report["has_adapter"] else "  no adapter"
        print(f"{report['file']} {report['passed']}/{report['total']}{note}")
        for failure in report["failed"]:  # type: ignore[attr-defined]
            print(f"  {failure['id']}: {failure['why']!a}")


if __name__ == "__main__":
    sys.exit(main())
