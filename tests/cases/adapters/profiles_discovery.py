"""Which profiles are found where, and what is said of the rest: real folders, links, pipes (P43 to P63)."""

import os
import tempfile
from pathlib import Path

from qodev.base.diagnostics import Severity
from qodev.profiles.catalog import ProfileSources, load_profiles
from qodev.types.profiles import ProfileMode
from tests.cases.kit import Case, difference

ROOTS = ("project", "config", "home", "xdg", "ocd", "outside", "codev")


def run(case: Case) -> str | None:
    """Lays out the folders of one case and loads them."""
    with tempfile.TemporaryDirectory() as made:
        base = Path(made).resolve()
        _lay_out(case, base)
        env = {
            key: str(base / value[1:]) if value.startswith("@") else value for key, value in case.get("env", {}).items()
        }
        sources = ProfileSources(
            base / "config",
            base / "home",
            env,
            base / "codev" if "codev" in case else None,
            base / "project" if case["trusted"] else None,
        )
        snapshot = load_profiles(sources, 1)
        found = [[d.code.value, _shown(d.file or "", base), d.severity] for d in snapshot.diagnostics]
    infos = sorted(f[:2] for f in found if f[2] is Severity.INFO)
    got = {
        "profiles": [[profile.name, profile.scope.value] for profile in snapshot.profiles],
        "not_in_picker": [p.name for p in snapshot.profiles if p.mode is ProfileMode.SUBAGENT],
        "warnings": sorted(f[:2] for f in found if f[2] is not Severity.INFO),
        "infos": infos,
    }
    wanted = case["expect"] | {key: sorted(case["expect"][key]) for key in ("warnings", "infos")}
    return difference("answer", wanted, got)


def _lay_out(case: Case, base: Path) -> None:
    for root in ROOTS:
        (base / root).mkdir()
        for name, text in case.get(root, {}).items():
            _write(base / root / name, text)
    for many in case.get("many", ()):
        for n in range(many["count"]):
            name = many["name"] % n
            text = f"---\nname: {name}\ndescription: D.\n---\nWork."
            _write(base / many["root"] / many["dir"] / f"{many['stem'] % n}.md", text)
    for link, target in case.get("links", {}).items():
        place = _path(link, base)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(base / target[1:])
    for linked in case.get("hard_links", ()):
        os.link(_path(linked, base), base / "second-name")
    for special, kind in case.get("special", {}).items():
        place = _path(special, base)
        place.mkdir() if kind == "directory" else os.mkfifo(place)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _path(written: str, base: Path) -> Path:
    root, _, inner = written.partition(":")
    return base / root / inner


def _shown(path: str, base: Path) -> str:
    root, _, inner = Path(path).relative_to(base).as_posix().partition("/")
    return f"{root}:{inner}"
