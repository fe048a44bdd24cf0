"""Trust by identity and content: what chance might miss in the laws (S68 to S77)."""

import os
from pathlib import Path

import pytest

from qodev.workspace.steering import find_steering
from qodev.workspace.trust import TrustError, TrustStore

NAME = ".qodev/agents/a.md"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "work" / "p"
    write(folder, "one")
    return folder


@pytest.fixture
def store(tmp_path: Path) -> TrustStore:
    return window(tmp_path)


def window(base: Path) -> TrustStore:
    made = TrustStore(base / "data" / "trust.json", base / "home", lambda: 1.0)
    made.load()
    return made


def write(folder: Path, content: str) -> Path:
    path = folder / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def in_effect(store: TrustStore, folder: Path) -> list[str]:
    return [file.content.decode() for file in store.look_at(folder).effective]


def test_trust_in_a_parent_ends_when_another_folder_takes_its_place(store: TrustStore, project: Path) -> None:
    store.trust(project, find_steering(project), above=True)
    assert store.is_trusted(project)
    work = project.parent
    work.rename(work.with_name("moved"))
    write(project, "one")
    assert not store.is_trusted(project)
    assert in_effect(store, project) == []


def test_a_parent_covers_folders_below_and_accepts_nothing_of_them(store: TrustStore, project: Path) -> None:
    store.trust(project, find_steering(project), above=True)
    other = project.with_name("q")
    write(other, "one")
    found = store.look_at(other)
    assert (found.is_trusted, found.effective, [file.path for file in found.pending]) == (True, (), [NAME])
    assert not store.is_trusted(project.parent.parent)


def test_revoking_forgets_what_was_accepted(store: TrustStore, project: Path) -> None:
    store.trust(project, find_steering(project))
    store.revoke(project)
    write(project, "two")
    store.trust(project, find_steering(project))
    assert in_effect(store, project) == ["two"]
    write(project, "one")
    assert in_effect(store, project) == []


def test_an_accepted_content_that_comes_back_needs_no_question(store: TrustStore, project: Path) -> None:
    store.trust(project, find_steering(project))
    write(project, "two")
    assert in_effect(store, project) == []
    store.accept(project, store.look_at(project).pending)
    write(project, "one")
    assert in_effect(store, project) == ["one"]


def test_a_file_with_several_hard_links_is_neither_shown_nor_in_effect(store: TrustStore, project: Path) -> None:
    store.trust(project, find_steering(project))
    os.link(project / NAME, project / "second")
    found = store.look_at(project)
    assert (found.effective, found.pending) == ((), ())


def test_a_folder_reached_by_a_link_is_the_one_that_it_leads_to(store: TrustStore, project: Path) -> None:
    link = project.with_name("link")
    link.symlink_to(project)
    store.trust(link, find_steering(project))
    assert store.state.folders[0].identity.path == str(project.resolve())
    assert store.is_trusted(project)
    link.unlink()
    write(link, "one")
    assert not store.is_trusted(link)


@pytest.mark.parametrize("place", ["/", "~", "~/.."])
def test_too_much_cannot_be_trusted(store: TrustStore, project: Path, place: str) -> None:
    home = project.parents[1]
    folder = {"/": Path("/"), "~": home, "~/..": home.parent}[place]
    with pytest.raises(TrustError, match="cannot be trusted"):
        store.trust(folder, ())
    assert not store.path.exists()


def test_two_windows_lose_no_decision(tmp_path: Path, project: Path) -> None:
    one, two = window(tmp_path), window(tmp_path)
    other = project.with_name("q")
    write(other, "one")
    one.trust(project, find_steering(project))
    two.trust(other, find_steering(other))
    assert [Path(folder.identity.path).name for folder in one.load().folders] == ["p", "q"]
    assert store_mode(one) == 0o600


def store_mode(store: TrustStore) -> int:
    return store.path.stat().st_mode & 0o777
