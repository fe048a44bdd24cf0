"""Nothing typed is lost: two programs, a killed one, full and write-protected disks (U5, U35, S162)."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.services.documents import DocumentsService
from qodev.types.documents import DiskChanged, DocumentKind, Saved, SaveRefused
from qodev.types.events import CatalogChanged

TEXT = 'name = "Mine"\nextends = "Ollama Base Chat"\nmodel = "m"\n'


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns the services of one window."""
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


@pytest.fixture
async def other(services: Services, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns the services of a second window on the same home."""
    made = build_services(services.paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


def agent_file(services: Services, content: bytes = TEXT.encode()) -> Path:
    """Writes a file into the folder of agents."""
    path = services.paths.agents / "mine.toml"
    path.write_bytes(content)
    return path


async def test_of_two_windows_the_second_is_told_and_nothing_is_lost(services: Services, other: Services) -> None:
    path = str(agent_file(services))
    mine, theirs = await services.documents.open(path), await other.documents.open(path)
    assert mine.digest == theirs.digest
    first = await services.documents.save(path, f"{TEXT}# one\n", base_digest=mine.digest)
    assert isinstance(first, Saved)
    await other.documents.keep_draft(path, f"{TEXT}# two\n", theirs.digest)
    second = await other.documents.save(path, f"{TEXT}# two\n", base_digest=theirs.digest)
    assert isinstance(second, DiskChanged)
    assert (second.text, second.digest) == (f"{TEXT}# one\n", first.digest)
    assert (await other.documents.look(path)).text == f"{TEXT}# one\n"
    again = await other.documents.open(path)
    assert (again.text, again.draft, again.draft_base) == (f"{TEXT}# one\n", f"{TEXT}# two\n", theirs.digest)
    kept = await other.documents.save(path, f"{TEXT}# one\n# two\n", base_digest=second.digest)
    assert isinstance(kept, Saved)
    assert (await other.documents.open(path)).draft is None


async def test_saves_at_one_moment_never_mix(services: Services, other: Services) -> None:
    path = str(agent_file(services))
    digest = (await services.documents.open(path)).digest
    texts = [f"{TEXT}# {number}\n" * 200 for number in range(8)]
    saves = [
        (services if number % 2 else other).documents.save(path, text, base_digest=digest)
        for number, text in enumerate(texts)
    ]
    outcomes = await asyncio.gather(*saves)
    assert [type(outcome) for outcome in outcomes].count(Saved) == 1
    winner = next(text for text, outcome in zip(texts, outcomes, strict=True) if isinstance(outcome, Saved))
    assert [one.text for one in outcomes if isinstance(one, DiskChanged)] == [winner] * (len(texts) - 1)
    assert (await services.documents.look(path)).text == winner


async def test_the_same_text_saved_twice_is_no_conflict(services: Services, other: Services) -> None:
    path = str(agent_file(services))
    digest = (await services.documents.open(path)).digest
    for window in (services, other):
        outcome = await window.documents.save(path, f"{TEXT}# same\n", base_digest=digest)
        assert isinstance(outcome, Saved)


async def test_drafts_of_two_windows_do_not_touch(services: Services, other: Services) -> None:
    path = str(agent_file(services))
    digest = (await services.documents.open(path)).digest
    await services.documents.keep_draft(path, "one", digest)
    await other.documents.keep_draft(path, "two", digest)
    assert [draft.draft for draft in await services.documents.drafts()] == ["one"]
    assert [draft.draft for draft in await other.documents.drafts()] == ["two"]
    other.documents.close()  # its window is gone; its text waits until the first one is saved or dropped
    assert [draft.draft for draft in await services.documents.drafts()] == ["one"]
    await services.documents.drop_draft(path)
    assert [draft.draft for draft in await services.documents.drafts()] == ["two"]


async def test_a_file_that_an_editor_outside_deleted_is_told(services: Services) -> None:
    path = agent_file(services)
    opened = await services.documents.open(str(path))
    path.unlink()
    outcome = await services.documents.save(str(path), "mine", base_digest=opened.digest)
    assert outcome == DiskChanged(None, "")
    assert not path.exists()
    assert isinstance(await services.documents.save(str(path), TEXT, base_digest=opened.digest, overwrite=True), Saved)


async def test_a_rename_of_the_same_bytes_is_no_change(services: Services) -> None:
    path = agent_file(services)
    opened = await services.documents.open(str(path))
    path.rename(path.with_suffix(".new"))
    path.write_bytes(TEXT.encode())
    assert isinstance(await services.documents.save(str(path), TEXT + "#", base_digest=opened.digest), Saved)


KILLED = """
import asyncio, os, sys
from pathlib import Path
from qodev.base.paths import AppPaths
from qodev.services.app import build_services

async def main():
    services = build_services(AppPaths.from_env(os.environ, Path.cwd()), os.environ)
    path = str(services.paths.agents / "mine.toml")
    opened = await services.documents.open(path)
    await services.documents.keep_draft(path, opened.text + "# typed", opened.digest)
    print("kept", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_killed_program_leaves_its_drafts(app_paths: AppPaths, qodev_env: dict[str, str]) -> None:
    app_paths.agents.mkdir(parents=True)
    path = app_paths.agents / "mine.toml"
    path.write_text(TEXT, "utf-8")
    child = subprocess.Popen([sys.executable, "-c", KILLED], env=qodev_env, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "kept\n"
    after = build_services(app_paths, qodev_env)
    assert asyncio.run(after.documents.drafts()) == ()  # it is alive: its drafts are its own
    child.send_signal(signal.SIGKILL)
    child.wait(10)
    child.stdout.close()
    (draft,) = asyncio.run(after.documents.drafts())
    assert (draft.path, draft.text, draft.draft) == (str(path), TEXT, f"{TEXT}# typed")
    assert path.read_text("utf-8") == TEXT
    after.documents.close()
    after.pool.close()


async def test_a_draft_that_is_on_disk_meanwhile_is_none(services: Services) -> None:
    path = agent_file(services)
    for _ in range(2):
        await services.documents.keep_draft(str(path), "typed", "")
        path.write_text("typed")
        assert await services.documents.drafts() == ()
        path.write_text("else")
        assert (await services.documents.open(str(path))).draft is None


async def test_what_a_killed_program_left_half_written_goes(services: Services, other: Services) -> None:
    await other.documents.keep_draft(str(agent_file(services)), "typed", "")
    (folder,) = (services.paths.state / "drafts").iterdir()
    (folder / ".x.json.qodev-0123abcd").write_text("{")
    other.documents.close()
    assert [draft.draft for draft in await services.documents.drafts()] == ["typed"]
    assert not folder.exists()


async def test_a_damaged_draft_is_left_alone(services: Services) -> None:
    path = str(agent_file(services))
    await services.documents.keep_draft(path, "typed", "")
    (kept,) = (services.paths.state / "drafts").glob("*/*.json")
    kept.write_bytes(b"\x00{")
    assert await services.documents.drafts() == ()
    assert (await services.documents.open(path)).draft is None


async def test_drafts_that_cannot_be_kept_are_told_once(services: Services) -> None:
    path = str(agent_file(services))
    (services.paths.state / "drafts").write_text("no folder")
    with pytest.raises(UserFacingError, match="cannot be kept"):
        await services.documents.keep_draft(path, "typed", "")
    await services.documents.keep_draft(path, "typed more", "")
    (services.paths.state / "drafts").unlink()
    await services.documents.keep_draft(path, "typed again", "")
    assert [draft.draft for draft in await services.documents.drafts()] == ["typed again"]


async def test_a_draft_is_not_written_after_the_save_that_followed_it(services: Services) -> None:
    path = str(agent_file(services))
    digest = (await services.documents.open(path)).digest
    await asyncio.gather(
        services.documents.keep_draft(path, f"{TEXT}# a", digest),
        services.documents.save(path, f"{TEXT}# ab", base_digest=digest),
    )
    assert await services.documents.drafts() == ()


@pytest.mark.parametrize("fails", ["write", "fsync", "replace"])
async def test_a_disk_that_fails_leaves_the_file(
    services: Services, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = agent_file(services, b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    before, listed = path.read_bytes(), set(path.parent.iterdir())
    opened = await services.documents.open(str(path))
    _break_disk(monkeypatch, fails)
    outcome = await services.documents.save(str(path), opened.text + "# more\n", base_digest=opened.digest)
    monkeypatch.undo()
    assert isinstance(outcome, SaveRefused)
    assert "no space left" in outcome.message
    assert (path.read_bytes(), set(path.parent.iterdir())) == (before, listed)


def _break_disk(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    if fails == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    elif fails == "replace":
        monkeypatch.setattr(Path, "replace", full)
    else:
        fdopen = os.fdopen

        def broken(handle: int, mode: str = "r") -> object:
            stream = fdopen(handle, mode)
            if mode == "wb":
                stream.close()
                full()
            return stream

        monkeypatch.setattr(os, "fdopen", broken)


async def test_a_text_that_cannot_be_written_is_refused(services: Services) -> None:
    path = agent_file(services)
    digest = (await services.documents.open(str(path))).digest
    for text, reason in ((f"{TEXT}\ud800", "half of a character"), ("#" * 1_048_577, "larger than 1024 KiB")):
        outcome = await services.documents.save(str(path), text, base_digest=digest)
        assert isinstance(outcome, SaveRefused)
        assert reason in outcome.message
    role = await services.documents.create(DocumentKind.ROLE, "mine", "Text")
    outcome = await services.documents.save(role, "x" * 65_537, base_digest="", overwrite=True)
    assert isinstance(outcome, SaveRefused)
    assert path.read_bytes() == TEXT.encode()


@pytest.mark.rights
async def test_a_write_protected_file_is_refused_with_the_reason(services: Services) -> None:
    path = agent_file(services)
    path.chmod(0o400)
    opened = await services.documents.open(str(path))
    assert opened.read_only == "The file is write-protected."
    assert isinstance(await services.documents.save(str(path), "x", base_digest=opened.digest), SaveRefused)


async def test_files_of_extra_folders_are_read_only(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "extra"
    folder.mkdir()
    path = folder / "a.toml"
    path.write_text(TEXT, "utf-8")
    await services.preferences.change("extra_agent_folders", (str(folder),))
    opened = await services.documents.open(str(path))
    assert opened.kind is DocumentKind.AGENT
    assert opened.read_only is not None
    outcome = await services.documents.save(str(path), "x", base_digest=opened.digest, overwrite=True)
    assert isinstance(outcome, SaveRefused)
    with pytest.raises(UserFacingError, match="extra agent folder"):
        await services.documents.trash(str(path))
    assert path.read_text("utf-8") == TEXT


async def test_a_linked_file_is_saved_at_its_target(services: Services, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_text(TEXT, "utf-8")
    link = services.paths.agents / "mine.toml"
    link.symlink_to(target)
    opened = await services.documents.open(str(link))
    assert isinstance(await services.documents.save(str(link), f"{TEXT}#\n", base_digest=opened.digest), Saved)
    assert link.is_symlink()
    assert target.read_text("utf-8") == f"{TEXT}#\n"


async def test_a_file_that_is_no_text_is_not_opened(services: Services) -> None:
    path = agent_file(services, b"\xff\xfe")
    with pytest.raises(UserFacingError, match="not UTF-8"):
        await services.documents.open(str(path))
    with pytest.raises(UserFacingError, match="is not there"):
        await services.documents.open(str(services.paths.agents / "nothing.toml"))
    found = await services.documents.look(str(path))
    assert (found.text, bool(found.digest)) == (None, True)


async def test_a_saved_agent_is_in_use_and_counts_as_seen(services: Services) -> None:
    path = str(agent_file(services))
    await services.agents.reload()
    told: list[object] = []
    services.bus.subscribe(told.append)
    digest = (await services.documents.open(path)).digest
    await services.documents.save(path, TEXT.replace('"m"', '"n"'), base_digest=digest)
    await services.documents.settled()
    assert services.agents.require("Mine").model == "n"
    assert any(isinstance(event, CatalogChanged) for event in told)


async def test_saved_settings_are_in_force(services: Services) -> None:
    path = str(services.paths.settings)
    opened = await services.documents.open(path)
    assert (opened.text, opened.digest) == ("", "")
    assert isinstance(await services.documents.save(path, "text_size = 120\n", base_digest=""), Saved)
    await services.documents.settled()
    assert services.preferences.value("text_size") == 120


async def test_a_name_that_is_no_file_name_is_refused(services: Services) -> None:
    for stem in ("", "../x", "a/b", ".hidden", "con", "x" * 300, "a\0b"):
        with pytest.raises(UserFacingError):
            await services.documents.create(DocumentKind.AGENT, stem, TEXT)
    with pytest.raises(UserFacingError):
        await services.documents.create(DocumentKind.SETTINGS, "x", "")
    assert isinstance(services.documents, DocumentsService)
    assert list(services.paths.agents.glob("*.toml")) == []
