"""Settings that the environment decides, tables in the file, and files that change meanwhile (U34)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from qodev.base.errors import SettingsError
from qodev.base.tasks import WorkPool
from qodev.services.preferences import Preferences
from qodev.settings import schema
from qodev.settings.document import change_settings, line_of
from qodev.settings.store import SettingsStore
from qodev.types.events import AnyEvent
from qodev.types.settings import SettingKind


@pytest.fixture
def pool() -> Iterator[WorkPool]:
    made = WorkPool()
    yield made
    made.close()


def store_of(path: Path, pool: WorkPool, events: list[AnyEvent] | None = None, **env: str) -> SettingsStore:
    taken = events if events is not None else []
    return SettingsStore(path, taken.append, pool, clock=lambda: 1e9, env=env)


@pytest.mark.parametrize(
    ("variable", "text", "option", "value"),
    [
        ("QODEV_LOG_LEVEL", "debug", schema.LOG_LEVEL, "debug"),
        ("QODEV_TEXT_SIZE", "150", schema.TEXT_SIZE, 150),
        ("QODEV_SHOW_THINKING", "off", schema.SHOW_THINKING, False),
        ("QODEV_TRAY_ICON", "1", schema.TRAY_ICON, True),
        ("QODEV_PROXY", "http://proxy:8080", schema.PROXY, "http://proxy:8080"),
    ],
)
async def test_variable_decides_over_the_file_and_cannot_be_changed(tmp_path, pool, variable, text, option, value):
    store = store_of(tmp_path / "settings.toml", pool, **{variable: text})
    store.load()
    assert store.get(option) == value
    assert store.forced_by(option) == variable
    with pytest.raises(SettingsError, match=variable):
        await store.set(option, option.default)


def test_variable_with_an_impossible_value_is_named_and_has_no_effect(tmp_path, pool):
    store = store_of(tmp_path / "settings.toml", pool, QODEV_TEXT_SIZE="huge")
    (found,) = store.load()
    assert "QODEV_TEXT_SIZE" in found.message
    assert store.get(schema.TEXT_SIZE) == 100
    assert store.forced_by(schema.TEXT_SIZE) == ""


def test_tables_are_not_forced():
    assert [o.key for o in schema.OPTIONS if not o.variable] == ["extra_agent_folders", "prices", "keys"]


def test_change_of_a_table_keeps_comments_beside_other_entries():
    before = (
        b"a = 1\n\n[prices] # mine\n\"m\" = {input = 1.0, output = 2.0} # dear\n'n' = {input = 1.0, output = 2.0}\n"
    )
    kept = {"m": {"input": 1.0, "output": 2.0}, "o": {"input": 0.0, "output": 3.0}}
    after = change_settings(before, {"prices": kept}).decode()
    assert after.startswith('a = 1\n\n[prices] # mine\n"m" = {input = 1.0, output = 2.0} # dear\n')
    assert "'n'" not in after
    assert "output = 3.0" in after


@pytest.mark.parametrize(("key", "line"), [("a", 1), ("prices", 3), ("b", None), ("keys", 5)])
def test_line_of_finds_keys_and_tables(key, line):
    assert line_of(b'a = 1\n\n[prices."m"]\nb = 2\n[keys]\n', key) == line


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (schema.PRICES, {"m": 3}),
        (schema.PRICES, {"m": {"input": -1}}),
        (schema.PRICES, {"m": {"inptu": 1}}),
        (schema.PRICES, ["m"]),
        (schema.KEYS, {"send": "Ctrl+X"}),
        (schema.KEYS, {"send": ["a"] * 6}),
        (schema.CA_FILE, "company.pem"),
    ],
)
async def test_impossible_values_are_refused(tmp_path, pool, option, value):
    with pytest.raises(SettingsError):
        await store_of(tmp_path / "settings.toml", pool).set(option, value)


async def test_reload_tells_once_what_another_program_wrote(tmp_path, pool):
    path, events = tmp_path / "settings.toml", []
    store = store_of(path, pool, events)
    path.write_text("text_size = 120\n", encoding="utf-8")
    await store.reload()
    await store.reload()
    assert store.get(schema.TEXT_SIZE) == 120
    assert len(events) == 1


async def test_preferences_say_what_each_setting_is(tmp_path, pool):
    preferences = Preferences(store_of(tmp_path / "settings.toml", pool, QODEV_PROXY="none"), pool)
    states = {state.key: state for state in preferences.states()}
    assert (states["proxy"].forced_by, states["proxy"].value, states["proxy"].kind) == (
        "QODEV_PROXY",
        "none",
        SettingKind.TEXT,
    )
    await preferences.change("text_size", 120)
    assert preferences.state("text_size").is_changed
    assert await preferences.line_of("text_size") == 1
    await preferences.reset("text_size")
    assert not preferences.state("text_size").is_changed
