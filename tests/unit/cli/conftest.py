"""Runs the command line in this process, with folders of its own."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Done]


@pytest.fixture(scope="session")
def checked_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a cache folder in which the bundled agents were checked once, as after a first start."""
    from qodev.cli.main import parse, run

    folder = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QODEV_HOME", str(folder))
        run(parse(["roles", "show", "developer", "--json"]))
    return folder / "cache"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked_cache: Path) -> Path:
    folder = tmp_path / "home"
    (folder / "config" / "agents").mkdir(parents=True)
    shutil.copytree(checked_cache, folder / "cache")
    monkeypatch.setenv("QODEV_HOME", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "MISTRAL_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def qodev(home: Path, capfd: pytest.CaptureFixture[str]) -> Command:
    from qodev.cli.main import parse, run

    def call(*argv: str) -> Done:
        try:
            code = run(parse(argv))
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capfd.readouterr()
        return Done(code, out, err)

    return call
