"""Keys: where they are looked for, what is never touched, what a key may look like."""

import pickle
from pathlib import Path

import pytest

from qodev.base.errors import SecretError
from qodev.settings.key_values import Secret, parse_ref, require_valid
from qodev.settings.secrets import KeySecrets, allowed_backend
from qodev.types.conversation import KeyStatus
from tests.fakes.disk import names_in, text_of
from tests.fakes.keyring_backends import FakeKeyring

KEY = "sk-abcdefghijklmnop"


class Finder:
    """Finds a backend and counts how often it was asked to."""

    def __init__(self, backend: FakeKeyring | None) -> None:
        self.backend = backend
        self.asked = 0

    def __call__(self):
        self.asked += 1
        return None if self.backend is None else (self.backend, "Fake")


@pytest.fixture
def keyring() -> FakeKeyring:
    return FakeKeyring()


@pytest.fixture
def finder(keyring: FakeKeyring) -> Finder:
    return Finder(keyring)


def make(folder: Path, finder: Finder, **env: str) -> KeySecrets:
    return KeySecrets(folder, env, find=finder)


def revealed(secret: Secret | None) -> str | None:
    return None if secret is None else secret.reveal()


def test_parse_ref_names_alternatives_in_order():
    found = parse_ref("openai | env:OPENAI_API_KEY |  | env: B ")
    assert [(r.name, r.is_variable) for r in found] == [("openai", False), ("OPENAI_API_KEY", True), ("B", True)]


def test_secret_prints_as_marks_and_is_not_pickled():
    secret = Secret(KEY)
    assert {str(secret), repr(secret), f"{secret}", f"{secret:>30}"} == {"•••"}
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize("value", ["", "q q", "a\n", "ä", "\x7f", "a\0", "x" * 4097, "\u200babc"])
def test_require_valid_refuses_and_does_not_print_the_value(value: str):
    with pytest.raises(SecretError) as caught:
        require_valid(value, "`X`")
    assert not value or value not in caught.value.message


def test_require_valid_takes_printable_ascii_up_to_the_limit():
    assert require_valid("!" + "~" * 4095, "`X`")


@pytest.mark.parametrize("ref", ["", "  ", "|"])
async def test_resolve_without_ref_touches_nothing(tmp_path: Path, finder: Finder, ref: str):
    secrets = make(tmp_path, finder)
    assert await secrets.resolve(ref) is None
    assert await secrets.status(ref) == KeyStatus("none")
    assert finder.asked == 0


async def test_resolve_variable_leaves_the_keyring_alone_even_when_the_item_stands_first(
    tmp_path: Path, finder: Finder
):
    secrets = make(tmp_path, finder, OPENAI_API_KEY=KEY)
    assert revealed(await secrets.resolve("openai | env:OPENAI_API_KEY")) == KEY
    assert finder.asked == 0


async def test_resolve_stored_item_wins_over_a_later_variable(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder, OPENAI_API_KEY="sk-from-variable")
    await secrets.store("openai | env:OPENAI_API_KEY", KEY, "keyring")
    assert revealed(await secrets.resolve("openai | env:OPENAI_API_KEY")) == KEY


async def test_resolve_finds_an_item_that_another_program_stored(tmp_path: Path, finder: Finder, keyring: FakeKeyring):
    keyring.held["qodev", "openai"] = KEY
    secrets = make(tmp_path, finder)
    assert (await secrets.status("openai")).state == "not_set"
    assert revealed(await secrets.resolve("openai")) == KEY
    assert await secrets.status("openai") == KeyStatus("set", "keyring", "Fake")


async def test_resolve_empty_variable_goes_on_to_the_next(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder, A="", B=KEY)
    assert revealed(await secrets.resolve("env:A | env:B")) == KEY
    assert await secrets.status("env:A | env:B") == KeyStatus("set", "env:B")


async def test_resolve_variable_is_not_trimmed_and_a_bad_one_is_refused_by_name(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder, A=f"{KEY}\n")
    with pytest.raises(SecretError) as caught:
        await secrets.resolve("env:A")
    assert "`A`" in caught.value.message
    assert KEY not in str(caught.value)


async def test_resolve_nothing_anywhere_gives_none(tmp_path: Path, finder: Finder):
    assert await make(tmp_path, finder).resolve("openai | env:A") is None


@pytest.mark.parametrize("where", ["keyring", "memory", "file"])
async def test_store_and_clear_each_place(tmp_path: Path, finder: Finder, where):
    secrets = make(tmp_path, finder)
    await secrets.store("openai", f" {KEY}\n", where)
    assert revealed(await secrets.resolve("openai")) == KEY
    status = await secrets.status("openai")
    assert (status.state, status.source) == ("set", where)
    await secrets.clear("openai")
    assert await secrets.resolve("openai") is None
    assert (await secrets.status("openai")).state == "not_set"


async def test_store_in_memory_ends_with_the_program(tmp_path: Path, finder: Finder):
    await make(tmp_path, finder).store("openai", KEY, "memory")
    assert await make(tmp_path, finder).resolve("openai") is None
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("where", ["keyring", "file"])
async def test_store_is_there_after_a_restart(tmp_path: Path, finder: Finder, where):
    await make(tmp_path, finder).store("openai", KEY, where)
    assert revealed(await make(tmp_path, finder).resolve("openai")) == KEY


async def test_store_moves_the_key_from_the_place_before(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder)
    await secrets.store("openai", KEY, "file")
    await secrets.store("openai", "sk-newer-key-1234", "keyring")
    assert (await secrets.status("openai")).source == "keyring"
    assert not (tmp_path / "keys.json").exists()
    assert revealed(await secrets.resolve("openai")) == "sk-newer-key-1234"


async def test_store_in_the_file_takes_the_key_out_of_the_keyring(tmp_path: Path, finder: Finder, keyring: FakeKeyring):
    secrets = make(tmp_path, finder)
    await secrets.store("openai", KEY, "keyring")
    await secrets.store("openai", "sk-newer-key-1234", "file")
    assert keyring.held == {}
    assert revealed(await secrets.resolve("openai")) == "sk-newer-key-1234"


async def test_store_file_is_for_its_owner_alone(tmp_path: Path, finder: Finder):
    await make(tmp_path / "data", finder).store("openai", KEY, "file")
    assert (tmp_path / "data" / "keys.json").stat().st_mode & 0o777 == 0o600


async def test_store_writes_no_key_beside_the_keyring(tmp_path: Path, finder: Finder):
    await make(tmp_path, finder).store("openai", KEY, "keyring")
    assert names_in(tmp_path) == ["keyring_items.json"]
    assert KEY not in text_of(tmp_path / "keyring_items.json")


async def test_store_ref_of_variables_alone_is_refused(tmp_path: Path, finder: Finder):
    with pytest.raises(SecretError):
        await make(tmp_path, finder).store("env:A", KEY, "keyring")


async def test_store_keyring_that_forgets_is_noticed(tmp_path: Path, finder: Finder, keyring: FakeKeyring):
    keyring.forgets = True
    secrets = make(tmp_path, finder)
    with pytest.raises(SecretError, match="did not keep"):
        await secrets.store("openai", KEY, "keyring")
    assert (await secrets.status("openai")).state == "not_set"


async def test_store_makes_the_value_known_for_redaction(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder)
    await secrets.store("openai", "plain-value-no-shape", "memory")
    assert secrets.known.hide("x plain-value-no-shape y") == "x ••• y"


async def test_rename_of_a_filed_and_a_remembered_key(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder)
    await secrets.store("a", KEY, "memory")
    await secrets.store("b", "sk-in-the-file-00", "file")
    await secrets.rename("a", "c")
    await secrets.rename("b", "d")
    assert [revealed(await secrets.resolve(r)) for r in "abcd"] == [None, None, KEY, "sk-in-the-file-00"]


async def test_damaged_key_files_count_as_empty(tmp_path: Path, finder: Finder):
    (tmp_path / "keys.json").write_text('{"a": ')
    (tmp_path / "keyring_items.json").write_text('{"a": 1}')
    assert await make(tmp_path, finder).resolve("a") is None


def test_allowed_backend_of_a_stranger_is_none():
    assert allowed_backend(FakeKeyring()) is None


async def test_probe_names_the_backend(tmp_path: Path, finder: Finder):
    secrets = make(tmp_path, finder)
    assert secrets.backend_name is None
    assert await secrets.probe() == "Fake"
    assert secrets.backend_name == "Fake"
