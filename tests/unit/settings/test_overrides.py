"""Model overrides: A121 and A122."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.diagnostics import Severity
from qodev.base.errors import SettingsError
from qodev.base.tasks import WorkPool
from qodev.settings.overrides import ModelOverrides
from tests.fakes.disk import text_of


@pytest.fixture
def pool() -> Iterator[WorkPool]:
    made = WorkPool()
    yield made
    made.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "agent_models.json"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_load_missing_file_gives_no_overrides(path: Path, pool: WorkPool):
    assert ModelOverrides(path, pool).load().value == {}


def test_load_ignores_empty_and_other_values(path: Path, pool: WorkPool):
    write(path, '{"A": "m", "B": "", "C": 5, "D": null}')
    loaded = ModelOverrides(path, pool).load()
    assert (loaded.value, loaded.diagnostics) == ({"A": "m"}, ())


@pytest.mark.parametrize("text", ["{", '["a"]', '{"A": "x", "A": "y"}', '"a"', "NaN", "[" * 5000])
def test_load_broken_file_warns_and_gives_none(path: Path, pool: WorkPool, text: str):
    write(path, text)
    loaded = ModelOverrides(path, pool).load()
    assert loaded.value == {}
    assert [(d.code, d.severity) for d in loaded.diagnostics] == [(Code.MODELS_BROKEN, Severity.WARNING)]


async def test_set_sorts_keys_and_leaves_other_entries(path: Path, pool: WorkPool):
    write(path, '{"Zed": "z", "Other": 5}')
    await ModelOverrides(path, pool).set("Älter", "m-1")
    assert text_of(path) == '{\n  "Other": 5,\n  "Zed": "z",\n  "Älter": "m-1"\n}\n'


@pytest.mark.parametrize("model", [None, "", "  "])
async def test_set_nothing_removes_the_entry(path: Path, pool: WorkPool, model: str | None):
    write(path, '{"A": "m", "B": "n"}')
    await ModelOverrides(path, pool).set("A", model)
    assert json.loads(text_of(path)) == {"B": "n"}


async def test_set_on_broken_file_keeps_it_as_bak(path: Path, pool: WorkPool):
    write(path, '{"A": ')
    await ModelOverrides(path, pool).set("B", "n")
    assert text_of(path.with_name("agent_models.json.bak")) == '{"A": '
    assert json.loads(text_of(path)) == {"B": "n"}


async def test_set_without_change_does_not_write(path: Path, pool: WorkPool):
    write(path, '{"B":"n"}')
    await ModelOverrides(path, pool).set("B", "n")
    assert text_of(path) == '{"B":"n"}'


async def test_set_that_cannot_be_written_raises_and_names_the_file(path: Path, pool: WorkPool):
    path.parent.write_text("no folder")
    with pytest.raises(SettingsError, match=r"agent_models\.json"):
        await ModelOverrides(path, pool).set("A", "m")
