"""Settings: what is stored, what stays, and what happens to a file that is damaged or cannot be written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from qodev.base.codes import Code
from qodev.base.errors import SettingsError
from qodev.base.tasks import WorkPool
from qodev.settings import schema
from qodev.settings.schema import OPTIONS, Option
from qodev.settings.store import SettingsStore
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind


class Bench:
    """A store on a file in a temporary folder, with the events it sent."""

    def __init__(self, path: Path, pool: WorkPool) -> None:
        self.path = path
        self.pool = pool
        self.events: list[AnyEvent] = []
        self.store = self.reopen()

    def reopen(self) -> SettingsStore:
        self.store = SettingsStore(self.path, self.events.append, self.pool, clock=lambda: 1_000_000_000.0)
        return self.store


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    pool = WorkPool()
    yield Bench(tmp_path / "config" / "settings.toml", pool)
    pool.close()


def write(bench: Bench, content: bytes) -> None:
    bench.path.parent.mkdir(parents=True, exist_ok=True)
    bench.path.write_bytes(content)


SAMPLES: dict[str, object] = {
    "language": "de",
    "appearance": "dark",
    "text_size": 150,
    "send_key": "ctrl_enter",
    "show_thinking": False,
    "failed_checks": 1,
    "proxy": "http://proxy.example:8080",
    "ca_file": "/etc/ca.pem",
    "extra_agent_folders": ("/opt/agents", "~/agents"),
    "codev_profiles": "~/.local/share/Codev/agents",
    "web_search": "http://localhost:8080/search?q={q}",
    "log_level": "debug",
    "busy_animation": False,
    "tray_icon": True,
    "restore_at_start": False,
    "keep_scrolling": False,
    "external_editor": "code --goto {file}:{line}",
    "notify_needs_you": "sound",
    "notify_finished": "off",
    "notify_failed": "sound",
    "notify_child_finished": "off",
    "prices": {"qwen3.5:4b": {"input": 0.0, "output": 0.5}},
    "keys": {"send": ("Ctrl+Return",), "palette": ()},
}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.key)
async def test_set_is_there_after_a_restart(bench: Bench, option: Option[object]):
    assert bench.store.load() == ()
    assert bench.store.get(option) == option.default
    assert await bench.store.set(option, SAMPLES[option.key]) == ()
    assert bench.reopen().load() == ()
    assert bench.store.get(option) == SAMPLES[option.key]
    assert bench.store.is_changed(option)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.key)
def test_option_takes_its_own_default_and_has_words(option: Option[object]):
    assert option.parse(option.default) == option.default
    assert option.title
    assert option.help.endswith(".")


async def test_reset_removes_the_key_and_the_default_holds(bench: Bench):
    write(bench, b"# mine\ntext_size = 120\n")
    bench.store.load()
    await bench.store.reset(schema.TEXT_SIZE)
    assert bench.path.read_bytes() == b"# mine\n"
    assert bench.store.get(schema.TEXT_SIZE) == 100


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (schema.TEXT_SIZE, 79),
        (schema.TEXT_SIZE, 201),
        (schema.TEXT_SIZE, True),
        (schema.TEXT_SIZE, "100"),
        (schema.APPEARANCE, "blue"),
        (schema.SHOW_THINKING, 1),
        (schema.PROXY, "proxy:8080"),
        (schema.PROXY, "http://user:word@proxy:8080"),
        (schema.PROXY, "http://proxy:99999"),
        (schema.PROXY, "ftp://proxy"),
        (schema.LANGUAGE, "../de"),
        (schema.CA_FILE, "a\nb"),
        (schema.EXTRA_AGENT_FOLDERS, ("agents",)),
        (schema.EXTRA_AGENT_FOLDERS, "/opt/agents"),
        (schema.CODEV_PROFILES, "agents"),
        (schema.CODEV_PROFILES, 5),
        (schema.WEB_SEARCH, "localhost:8080"),
        (schema.WEB_SEARCH, "ftp://a.b/"),
        (schema.WEB_SEARCH, "https://user:word@a.b/"),
        (schema.WEB_SEARCH, "https://{q}.a.b/"),
        (schema.WEB_SEARCH, "http://a.b:x/"),
        (schema.WEB_SEARCH, 5),
    ],
)
async def test_set_impossible_value_raises_and_changes_nothing(bench: Bench, option: Option[object], value: object):
    bench.store.load()
    with pytest.raises(SettingsError):
        await bench.store.set(option, value)
    assert bench.store.get(option) == option.default
    assert not bench.path.exists()
    assert bench.events == []


async def test_set_tells_that_settings_changed(bench: Bench):
    bench.store.load()
    await bench.store.set(schema.APPEARANCE, "dark")
    await bench.store.set(schema.APPEARANCE, "light")
    told = [e for e in bench.events if isinstance(e, CatalogChanged)]
    assert [(e.kind, e.revision, e.diagnostics) for e in told] == [
        (CatalogKind.SETTINGS, 1, ()),
        (CatalogKind.SETTINGS, 2, ()),
    ]


def test_load_unknown_key_is_kept_and_reported_with_near_miss(bench: Bench):
    write(bench, b'apearance = "dark"\n')
    (found,) = bench.store.load()
    assert (found.code, found.key, found.hint, found.span.line) == (Code.KEY_UNKNOWN, "apearance", "appearance", 1)


def test_load_wrong_value_falls_back_to_default_and_names_the_line(bench: Bench):
    write(bench, b'# a\nappearance = "dark"\ntext_size = 5\n')
    (found,) = bench.store.load()
    assert (found.code, found.key, found.span.line) == (Code.SETTINGS_VALUE, "text_size", 3)
    assert bench.store.get(schema.TEXT_SIZE) == 100
    assert bench.store.get(schema.APPEARANCE) == "dark"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b'appearance = "dark"\n'),
        (b"text_size = 120", b'text_size = 120\nappearance = "dark"\n'),
        (b'# top\n\nappearance = "light" # why\n', b'# top\n\nappearance = "dark" # why\n'),
        (b"\xef\xbb\xbf# bom\n", b'\xef\xbb\xbf# bom\nappearance = "dark"\n'),
        (b"a = 1\r\nb = 2\r\n", b'a = 1\r\nb = 2\r\nappearance = "dark"\r\n'),
        (b"\tx\t=\t1\n\n[own]\ny = 2\n", b'\tx\t=\t1\nappearance = "dark"\n\n[own]\ny = 2\n'),
    ],
)
async def test_set_leaves_every_other_byte(bench: Bench, before: bytes, after: bytes):
    write(bench, before)
    bench.store.load()
    await bench.store.set(schema.APPEARANCE, "dark")
    assert bench.path.read_bytes() == after


async def test_set_keeps_what_another_process_wrote_meanwhile(bench: Bench):
    write(bench, b"text_size = 120\n")
    bench.store.load()
    write(bench, b"text_size = 130\nother = 1\n")
    await bench.store.set(schema.APPEARANCE, "dark")
    assert bench.path.read_bytes() == b'text_size = 130\nother = 1\nappearance = "dark"\n'


async def test_set_without_writable_folder_holds_in_memory_and_is_said_until_it_works(bench: Bench):
    bench.path.parent.parent.mkdir(exist_ok=True)
    bench.path.parent.write_text("a file where the folder should be")
    bench.store.load()
    (found,) = await bench.store.set(schema.APPEARANCE, "dark")
    assert found.code is Code.SETTINGS_UNSAVED
    assert str(bench.path) in found.message
    assert bench.store.get(schema.APPEARANCE) == "dark"
    bench.path.parent.unlink()
    assert await bench.store.save() == ()
    bench.reopen().load()
    assert bench.store.get(schema.APPEARANCE) == "dark"


async def test_load_again_keeps_what_could_not_be_stored(bench: Bench):
    bench.path.parent.parent.mkdir(exist_ok=True)
    bench.path.parent.write_text("a file where the folder should be")
    await bench.store.set(schema.APPEARANCE, "dark")
    bench.store.load()
    assert bench.store.get(schema.APPEARANCE) == "dark"


async def test_settings_file_is_for_its_owner_alone(bench: Bench):
    await bench.store.set(schema.APPEARANCE, "dark")
    assert bench.path.stat().st_mode & 0o777 == 0o600
    assert bench.path.parent.stat().st_mode & 0o777 == 0o700


async def test_set_meets_a_file_damaged_meanwhile_and_keeps_it_aside(bench: Bench):
    bench.store.load()
    write(bench, b"text_size = \n")
    await bench.store.set(schema.APPEARANCE, "dark")
    kept = [p for p in bench.path.parent.iterdir() if ".damaged-" in p.name]
    assert [p.read_bytes() for p in kept] == [b"text_size = \n"]
    assert bench.path.read_bytes() == b'appearance = "dark"\n'
