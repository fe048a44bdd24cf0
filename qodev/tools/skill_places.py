"""Finds skills in the folders of a scope, following no link, and reads each from the handle that was checked (P199, S71)."""

import errno
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.base.files import digest_of
from qodev.base.nofollow import LinkFault, OpenedFolder, open_folder
from qodev.tools.skill_text import SIZE_LIMIT_BYTES
from qodev.types.profiles import PROJECT_SKILL_FOLDERS
from qodev.types.skills import SkillScope

FILE_NAME = "SKILL.md"
SKILLS_MOST = 64


@dataclass(frozen=True, slots=True)
class SkillPlace:
    """One folder of skills: `root` is not asked whether it is a link, what lies between it and the folder is."""

    root: Path
    parts: tuple[str, ...]
    checks_ancestors: bool = False

    @property
    def folder(self) -> Path:
        """Returns the folder's path."""
        return self.root.joinpath(*self.parts)


@dataclass(frozen=True, slots=True)
class FoundSkill:
    """A SKILL.md that was read; `inner` is its path below the place's root, with `/`."""

    name: str
    path: Path
    inner: str
    content: bytes
    digest: str


def user_places(config: Path, opencode: Path, home: Path) -> tuple[SkillPlace, ...]:
    """Returns the user's folders of skills, best first; `opencode` is OpenCode's own folder (P45)."""
    return (
        SkillPlace(config, ("skills",)),
        SkillPlace(opencode, ("skills",), checks_ancestors=True),
        SkillPlace(home, (".claude", "skills")),
        SkillPlace(home, (".agents", "skills")),
    )


def project_places(root: Path) -> tuple[SkillPlace, ...]:
    """Returns a project's folders of skills, best first; whether it is trusted is asked elsewhere."""
    return tuple(SkillPlace(root, parts) for parts in PROJECT_SKILL_FOLDERS)


@dataclass(slots=True)
class ScopeReader:
    """Reads the skills of one scope in order, at most 64 of them, and reports what was left out."""

    scope: SkillScope
    places: Sequence[SkillPlace]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _count: int = 0

    def read(self) -> Iterator[FoundSkill]:
        """Yields every file that could be read; user files may have several names, a project's may not (P55)."""
        for place in self.places:
            try:
                with open_folder(place.root, *place.parts, checks_ancestors=place.checks_ancestors) as folder:
                    yield from self._read_folder(folder, place)
            except LinkFault as fault:
                self._note_link(Path(fault.filename))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as fault:
                self._note(Code.SKILL_UNREADABLE, place.folder, f"cannot be read: {_reason(fault)}")

    def _read_folder(self, folder: OpenedFolder, place: SkillPlace) -> Iterator[FoundSkill]:
        for name in sorted(folder.names(), key=lambda name: (name.casefold(), name)):
            if self._count > SKILLS_MOST:
                return
            if name.startswith("."):
                continue
            if folder.is_folder(name):
                found = self._enter(folder, name, place)
                if found is not None:
                    yield found
            elif folder.is_link(name):
                self._note_link(folder.path / name)

    def _enter(self, folder: OpenedFolder, name: str, place: SkillPlace) -> FoundSkill | None:
        path = folder.path / name / FILE_NAME
        try:
            with folder.child(name) as inner:
                if not inner.exists(FILE_NAME):
                    self._note_missing(inner)
                    return None
                if not self._counts(place):
                    return None
                opened = inner.read(FILE_NAME, SIZE_LIMIT_BYTES)
        except LinkFault:
            self._note(Code.SKILL_LINK, path, "is a link", "Put the file itself there.")
            return None
        except OSError as fault:
            is_other = fault.errno in (errno.EINVAL, errno.EISDIR, errno.ENXIO)
            self._note(Code.SKILL_UNREADABLE, path, "is no file" if is_other else f"cannot be read: {_reason(fault)}")
            return None
        if self.scope is SkillScope.PROJECT and opened.links > 1:
            self._note(Code.SKILL_LINK, path, "has several hard links", "Put a copy of its own there.")
            return None
        relative = "/".join((*place.parts, name, FILE_NAME))
        return FoundSkill(name, path, relative, opened.content, digest_of(opened.content))

    def _counts(self, place: SkillPlace) -> bool:
        self._count += 1
        if self._count <= SKILLS_MOST:
            return True
        text = f"holds more than the {SKILLS_MOST} skills that are read; the rest is left out"
        self._note(Code.SKILL_TOO_MANY, place.folder, text, severity=Severity.WARNING)
        return False

    def _note_missing(self, inner: OpenedFolder) -> None:
        near = next((name for name in inner.names() if name.casefold() == FILE_NAME.casefold()), None)
        hint = f"Rename `{near}` to `{FILE_NAME}`." if near is not None else None
        self._note(
            Code.SKILL_NO_FILE, inner.path, f"holds no `{FILE_NAME}`, so it is no skill", hint, severity=Severity.INFO
        )

    def _note_link(self, path: Path) -> None:
        if all(found.path != str(path) for found in self.diagnostics):
            text = "is a link; nothing behind it is looked at"
            self._note(Code.SKILL_LINK, path, text, "Put the folder itself there.", severity=Severity.WARNING)

    def _note(
        self, code: Code, path: Path, text: str, hint: str | None = None, *, severity: Severity = Severity.ERROR
    ) -> None:
        name = path.parent.name if path.name == FILE_NAME else path.name
        shown = f"{name}/{FILE_NAME}" if path.name == FILE_NAME else name
        self.diagnostics.append(
            Diagnostic(code, severity, f"`{shown}` {text}.", subject=name, path=str(path), hint=hint)
        )


def _reason(fault: OSError) -> str:
    text = fault.strerror or "unknown cause"
    return text[:1].lower() + text[1:]
