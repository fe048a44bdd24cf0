"""Documents: opened, saved, kept, deleted, restored."""

import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.documents import DiskChanged, DocumentKind, Saved, SaveRefused

AGENT = 'name = "Mine"\nextends = "Offline Base"\n'


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns services on a home of their own, without the store."""
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


def write(services: Services, name: str, text: str | bytes) -> Path:
    """Writes a file into the folder of agents."""
    path = services.paths.agents / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


async def test_a_document_opens_and_saves(services: Services) -> None:
    path = write(services, "a.toml", AGENT)
    opened = await services.documents.open(str(path))
    assert (opened.kind, opened.text, opened.read_only, opened.draft) == (DocumentKind.AGENT, AGENT, None, None)
    outcome = await services.documents.save(str(path), f"{AGENT}# more\n", base_digest=opened.digest)
    assert isinstance(outcome, Saved)
    assert path.read_text("utf-8") == f"{AGENT}# more\n"
    assert (await services.documents.look(str(path))).digest == outcome.digest


async def test_bom_and_line_ends_of_the_file_stay(services: Services) -> None:
    path = write(services, "a.toml", b'\xef\xbb\xbfname = "A"\r\n# one\r\n# two\n# three\r\n')
    opened = await services.documents.open(str(path))
    assert opened.text == 'name = "A"\n# one\n# two\n# three\n'
    await services.documents.save(str(path), opened.text.replace("# one", "# 1\n# 2"), base_digest=opened.digest)
    assert path.read_bytes() == b'\xef\xbb\xbfname = "A"\r\n# 1\r\n# 2\r\n# two\n# three\r\n'


async def test_a_file_that_changed_meanwhile_is_not_overwritten(services: Services) -> None:
    path = write(services, "a.toml", AGENT)
    opened = await services.documents.open(str(path))
    write(services, "a.toml", "theirs = 1\n")
    outcome = await services.documents.save(str(path), "mine = 1\n", base_digest=opened.digest)
    assert isinstance(outcome, DiskChanged)
    assert outcome.text == "theirs = 1\n"
    assert path.read_text("utf-8") == "theirs = 1\n"
    told = await services.documents.save(str(path), "mine = 1\n", base_digest=opened.digest, overwrite=True)
    assert isinstance(told, Saved)
    assert path.read_text("utf-8") == "mine = 1\n"


async def test_a_bundled_file_is_not_saved(services: Services) -> None:
    spec = services.agents.require("Claude Sonnet 4.6 Chat")
    opened = await services.documents.open(spec.span.path)
    assert opened.read_only is not None
    outcome = await services.documents.save(spec.span.path, "x", base_digest=opened.digest)
    assert isinstance(outcome, SaveRefused)
    with pytest.raises(UserFacingError, match="ships with qodev"):
        await services.documents.trash(spec.span.path)


async def test_a_deleted_file_comes_back_byte_for_byte(services: Services) -> None:
    path = write(services, "a.toml", AGENT)
    trashed = await services.documents.trash(str(path))
    assert not path.exists()
    assert Path(trashed.kept_at).parent == services.paths.agents / ".trash"
    await services.documents.restore(trashed)
    assert path.read_bytes() == AGENT.encode()
    assert not (services.paths.agents / ".trash").exists()


async def test_a_created_file_replaces_none(services: Services) -> None:
    first = await services.documents.create(DocumentKind.AGENT, "mine", AGENT)
    second = await services.documents.create(DocumentKind.AGENT, "mine", AGENT.replace("Mine", "Other"))
    assert [Path(path).name for path in (first, second)] == ["mine.toml", "mine_2.toml"]
    assert (await services.documents.look(first)).text == AGENT


async def test_a_draft_outlives_the_program(services: Services, qodev_env: dict[str, str]) -> None:
    path = write(services, "a.toml", AGENT)
    opened = await services.documents.open(str(path))
    await services.documents.keep_draft(str(path), "unsaved", opened.digest)
    (kept,) = (services.paths.state / "drafts").glob("*/*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    services.documents.close()
    after = build_services(services.paths, qodev_env)
    (draft,) = await after.documents.drafts()
    assert (draft.path, draft.text, draft.draft, draft.draft_base) == (str(path), AGENT, "unsaved", opened.digest)
    await after.documents.save(str(path), "unsaved", base_digest=opened.digest)
    assert await after.documents.drafts() == ()
    await after.stop()
