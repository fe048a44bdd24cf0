"""Finds the files of a folder that change what an agent may do or is told, following no link (S67, S71, S74)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from qodev.base.files import digest_of
from qodev.base.nofollow import OpenedFolder, open_folder
from qodev.types.profiles import (
    OPENCODE_DEPTH_MOST,
    PROJECT_OPENCODE_FOLDERS,
    PROJECT_PROFILE_FOLDERS,
    PROJECT_SKILL_FOLDERS,
)

INSTRUCTION_FILES = ("AGENTS.md",)
_PROFILE_BYTES, _SKILL_BYTES, _INSTRUCTION_BYTES = 32_768, 16_384, 65_536  # P3, P200; instructions: as a role
_FILES_MOST = 512


class SteeringKind(StrEnum):
    """What a steering file is."""

    PROFILE = "profile"
    SKILL = "skill"
    INSTRUCTIONS = "instructions"


@dataclass(frozen=True, slots=True)
class SteeringFile:
    """A steering file as it was read from one handle; `path` is relative to the folder, with `/`."""

    kind: SteeringKind
    path: str
    digest: str
    content: bytes


def find_steering(root: Path) -> tuple[SteeringFile, ...]:
    """Returns the steering files of a folder, sorted by path; links, pipes, and files with several names are left out.

    Sub-folders of the project add nothing (S74). Blocking.
    """
    found: list[SteeringFile] = []
    for parts in PROJECT_PROFILE_FOLDERS:
        found.extend(_in_folder(root, parts, _profiles))
    for parts in PROJECT_OPENCODE_FOLDERS:
        found.extend(_in_folder(root, parts, _imports))
    for parts in PROJECT_SKILL_FOLDERS:
        found.extend(_in_folder(root, parts, _skills))
    found.extend(_in_folder(root, (), _instructions))
    return tuple(sorted(found[:_FILES_MOST], key=lambda file: file.path))


_Reader = Callable[[OpenedFolder, str], Iterator[SteeringFile]]


def _in_folder(root: Path, parts: tuple[str, ...], read: _Reader) -> list[SteeringFile]:
    try:
        with open_folder(root, *parts) as folder:
            return list(read(folder, "".join(f"{part}/" for part in parts)))
    except OSError:
        return []  # not there, a link, or not readable: nothing of it is in effect


def _profiles(folder: OpenedFolder, prefix: str) -> Iterator[SteeringFile]:
    for name in sorted(folder.names()):
        if name.lower().endswith(".md"):
            yield from _read(folder, name, prefix, SteeringKind.PROFILE, _PROFILE_BYTES)


def _imports(folder: OpenedFolder, prefix: str, depth: int = 0) -> Iterator[SteeringFile]:
    for name in sorted(folder.names()):
        if name.startswith("."):
            continue
        if name.lower().endswith(".md"):
            yield from _read(folder, name, prefix, SteeringKind.PROFILE, _PROFILE_BYTES)
        elif depth < OPENCODE_DEPTH_MOST and folder.is_folder(name):
            try:
                with folder.child(name) as below:
                    yield from list(_imports(below, f"{prefix}{name}/", depth + 1))
            except OSError:
                continue


def _skills(folder: OpenedFolder, prefix: str) -> Iterator[SteeringFile]:
    for name in sorted(folder.names()):
        if not folder.is_folder(name):
            continue
        try:
            with folder.child(name) as skill:
                yield from list(_read(skill, "SKILL.md", f"{prefix}{name}/", SteeringKind.SKILL, _SKILL_BYTES))
        except OSError:
            continue


def _instructions(folder: OpenedFolder, prefix: str) -> Iterator[SteeringFile]:
    for name in INSTRUCTION_FILES:
        yield from _read(folder, name, prefix, SteeringKind.INSTRUCTIONS, _INSTRUCTION_BYTES)


def _read(folder: OpenedFolder, name: str, prefix: str, kind: SteeringKind, limit_bytes: int) -> Iterator[SteeringFile]:
    try:
        opened = folder.read(name, limit_bytes)
    except OSError:
        return
    if opened.links == 1 and len(opened.content) <= limit_bytes:
        yield SteeringFile(kind, prefix + name, digest_of(opened.content), opened.content)
