"""Data files are found from a checkout, a wheel and a frozen build."""

import sys
from pathlib import Path

import pytest

from qodev.base import assets
from qodev.base.assets import icon_path, resource


def test_checkout_has_resources_and_icons() -> None:
    assert (resource("agents") / "partials").is_dir()
    assert icon_path("app/qodev.svg").is_file()


def test_frozen_build_is_looked_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qodev" / "_assets" / "resources" / "agents").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource("agents") == tmp_path / "qodev" / "_assets" / "resources" / "agents"


def test_wheel_is_looked_at_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site" / "qodev"
    (package / "_assets" / "icons" / "ui").mkdir(parents=True)
    (tmp_path / "site" / "icons").mkdir()
    monkeypatch.setattr(assets, "_PACKAGE", package)
    assert icon_path("ui") == package / "_assets" / "icons" / "ui"


@pytest.mark.parametrize("name", ["../pyproject.toml", "agents/../../LICENSE", "nothing.toml"])
def test_name_outside_or_missing_is_refused(name: str) -> None:
    with pytest.raises(FileNotFoundError, match="not installed completely"):
        resource(name)
