"""The copied case files pass as part of the ordinary test run."""

import json
from pathlib import Path

import pytest

from tests.cases.__main__ import DATA, find_adapter
from tests.cases.kit import run_file

FILES = sorted(DATA.rglob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case_file_gives_the_right_answers(path: Path) -> None:
    adapter = find_adapter(path)
    assert adapter is not None, "no adapter"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    failures = run_file(adapter, cases)
    assert not failures, "\n".join(f"{f.id}: {f.why!a}" for f in failures)
