"""Files that a message mentions: found in trusted folders alone, read as they are, refused with the reason (U99)."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.services.mentions import MentionError
from qodev.types.messages import FileBlock
from tests.fakes.disk import put


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


@pytest.fixture
async def shop(services: Services, tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    for name in ("src/cart.py", "src/deep/price.py", ".env", "out/a.log", "notes.txt"):
        put(folder / name, b"text of " + name.encode())
    put(folder / ".gitignore", b"*.log\n")
    put(folder / "logo.bin", b"\xff\x00\xfe")
    await services.trust.trust(await services.trust.sheet(str(folder)))
    return folder


async def test_answers_come_best_first_with_what_is_refused(services: Services, shop: Path) -> None:
    found = await services.mentions.find(str(shop), "cart")
    assert [one.path for one in found.files] == ["src/cart.py"]
    assert found.files[0].places == (4, 5, 6, 7)
    refused = {one.path: one.refused for one in (await services.mentions.find(str(shop), "")).files if one.refused}
    assert refused == {".env": "its name looks like that of a secret", "out/a.log": "it is ignored by git"}


async def test_file_comes_with_its_text_and_folder_with_its_paths(services: Services, shop: Path) -> None:
    assert await services.mentions.read(str(shop), "src/cart.py") == FileBlock("src/cart.py", "text of src/cart.py")
    put(shop / "src" / ".env", b"KEY=1")
    services.mentions.forget()
    folder = next(one for one in (await services.mentions.find(str(shop), "src")).files if one.is_folder)
    block = await services.mentions.read(str(shop), folder.path)
    assert block == FileBlock("src/", "src/cart.py\nsrc/deep/\nsrc/deep/price.py")


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (".env", "secret"),
        ("out/a.log", "ignored"),
        ("../outside.txt", "leaves|out of|project"),
        ("logo.bin", "not text"),
        ("gone.py", "no file"),
    ],
)
async def test_what_cannot_be_mentioned_says_why(services: Services, shop: Path, path: str, why: str) -> None:
    with pytest.raises(MentionError, match=why):
        await services.mentions.read(str(shop), path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
async def test_a_link_out_of_the_project_is_not_followed(services: Services, shop: Path, tmp_path: Path) -> None:
    put(tmp_path / "outside.txt", b"private")
    (shop / "src" / "cart.py").unlink()
    (shop / "src" / "cart.py").symlink_to(tmp_path / "outside.txt")
    with pytest.raises(MentionError, match="leads out of the project"):
        await services.mentions.read(str(shop), "src/cart.py")


async def test_nothing_is_listed_or_read_without_trust(services: Services, shop: Path) -> None:
    await services.trust.revoke(str(shop))
    found = await services.mentions.find(str(shop), "cart")
    assert not found.is_trusted
    assert found.files == ()
    with pytest.raises(MentionError, match="not trusted"):
        await services.mentions.read(str(shop), "src/cart.py")


async def test_new_file_is_found_after_the_index_was_forgotten(services: Services, shop: Path) -> None:
    await services.mentions.find(str(shop), "")
    put(shop / "fresh.py", b"x")
    assert (await services.mentions.find(str(shop), "fresh")).files == ()
    services.mentions.forget()
    assert [one.path for one in (await services.mentions.find(str(shop), "fresh")).files] == ["fresh.py"]
