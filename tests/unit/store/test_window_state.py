"""Where the window stood."""

from pathlib import Path

from qodev.store.window_state import WindowStateStore
from tests.unit.store.kit import opened


async def test_put_is_there_after_a_restart(tmp_path: Path):
    async with opened(tmp_path) as (_, database):
        state = WindowStateStore(database)
        await state.put("geometry", {"x": 1, "tabs": ["a"]})
        await state.put("geometry", {"x": 2, "tabs": ["a"]})
        await state.put("open", "conv_1")
    async with opened(tmp_path) as (_, database):
        assert await WindowStateStore(database).load() == {"geometry": {"x": 2, "tabs": ["a"]}, "open": "conv_1"}


async def test_load_leaves_a_damaged_value_out(tmp_path: Path):
    async with opened(tmp_path) as (_, database):
        state = WindowStateStore(database)
        await state.put("a", 1)
        await state.put("b", 2)
        await database.write(lambda link: link.execute("UPDATE window_state SET value = '{' WHERE name = 'a'"))
        assert await state.load() == {"b": 2}
