"""Trust by identity and content: folders are moved, replaced, linked and changed behind qodev's back (S67 to S81)."""

import json
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from qodev.workspace.steering import find_steering
from qodev.workspace.trust import TrustError, TrustStore
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Plays the steps of one case."""
    with tempfile.TemporaryDirectory() as made:
        scene = _Scene(Path(made).resolve())
        scene.make("p", case["tree"])
        for name, *rest in case["steps"]:
            getattr(scene, f"do_{name}")(*rest)
        got = scene.outcome()
    wanted = {"refused": False} | case["expect"]
    return difference("outcome", wanted, got)


@dataclass
class _Scene:
    base: Path
    refused: bool = False
    current: Path = field(init=False)

    def __post_init__(self) -> None:
        self.home = self.base / "home"
        self.ws = self.home / "ws"
        self.ws.mkdir(parents=True)
        self.store_path = self.base / "data" / "trust.json"
        self.current = self.ws / "p"
        self.do_restart()

    def make(self, folder: str, tree: dict[str, str]) -> None:
        (self.ws / folder).mkdir()
        for name, text in tree.items():
            place = self.ws / folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())

    def folder(self, name: str | None) -> Path:
        if name is None:
            return self.current
        named = {"~": self.home, "/": Path("/"), "ws": self.ws}
        return named.get(name, self.ws / name)

    def do_restart(self) -> None:
        self.store = TrustStore(self.store_path, self.home, lambda: 1.0)
        self.store.load()

    def do_open(self, name: str | None = None) -> None:
        self.current = self.folder(name) if name is not None else self.ws / "p"

    def do_trust(self, name: str | None = None) -> None:
        self.trust(self.folder(name), above=False)

    def do_trust_parent(self) -> None:
        self.trust(self.current, above=True)

    def trust(self, folder: Path, *, above: bool) -> None:
        try:
            self.store.trust(folder, find_steering(Path(os.path.realpath(folder))), above=above)
        except TrustError:
            self.refused = True

    def do_accept(self, path: str | None = None) -> None:
        pending = self.store.look_at(self.current).pending
        self.store.accept(self.current, [file for file in pending if path in (None, file.path)])

    def do_revoke(self, name: str | None = None) -> None:
        self.store.revoke(self.folder(name))

    def do_write(self, path: str, text: str) -> None:
        place = self.current / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())

    def do_reviewed(self, path: str, text: str) -> None:
        self.do_write(path, text)
        self.store.accept_written(self.current, path)

    def do_delete(self, path: str) -> None:
        (self.current / path).unlink()

    def do_link_inside(self, path: str, target: str) -> None:
        (self.current / path).symlink_to(target)

    def do_hardlink(self, path: str, other: str) -> None:
        os.link(self.current / other, self.current / path)

    def do_fifo(self, path: str) -> None:
        os.mkfifo(self.current / path)

    def do_make(self, folder: str, tree: dict[str, str]) -> None:
        self.make(folder, tree)

    def do_move(self, source: str, target: str) -> None:
        (self.ws / source).rename(self.ws / target)

    def do_remove(self, name: str) -> None:
        place = self.ws / name
        place.unlink() if place.is_symlink() else shutil.rmtree(place)

    def do_link(self, name: str, target: str) -> None:
        (self.ws / name).symlink_to(target)

    def do_store(self, kind: str) -> None:
        if kind == "missing":
            self.store_path.unlink()
        elif kind == "damaged":
            self.store_path.write_bytes(self.store_path.read_bytes()[:-20])
        else:
            document = json.loads(self.store_path.read_text()) | {"version": 99}
            self.store_path.write_text(json.dumps(document))

    def outcome(self) -> dict[str, object]:
        found = self.store.look_at(self.current)
        return {
            "trusted": found.is_trusted,
            "effective": [file.path for file in found.effective],
            "pending": [file.path for file in found.pending],
            "refused": self.refused,
        }
