"""Asks git which files of a checkout are changed, against the last commit or where a branch was left (U20)."""

from collections.abc import Iterator
from pathlib import Path

from qodev.base.errors import ProcessError, UserFacingError
from qodev.base.tasks import WorkPool
from qodev.base.textfiles import TEXT_LIMIT_BYTES, decode_file
from qodev.types.diffs import ChangedFile, GitScopes
from qodev.workspace.git import LIMIT_S, Git
from qodev.workspace.git_place import GitRefused
from qodev.workspace.project import ProjectRoot
from qodev.workspace.writing import read_marked

_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's name for a tree without files
_FILES_MOST = 2_000
_BRANCHES_MOST = 300


class GitChanges:
    """Reads; nothing of the repository is written."""

    def __init__(self, git: Git, pool: WorkPool) -> None:
        self._git = git
        self._pool = pool

    async def scopes(self, root: Path) -> GitScopes:
        """Returns the branches of a repository, or why git cannot be asked; a branch is named as below `refs`."""
        try:
            said = await self._text(root, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
        except UserFacingError as fault:
            return GitScopes(fault.message)
        names = [line.removeprefix("refs/") for line in said.splitlines() if not line.endswith("/HEAD")]
        return GitScopes("", tuple(names[:_BRANCHES_MOST]))

    async def files(self, root: Path, branch: str) -> tuple[ChangedFile, ...]:
        """Returns what differs from the last commit, or from where `branch` was left, new files included."""
        base = await self._base(root, branch)
        said = await self._text(root, "diff", "--numstat", "-z", "--no-renames", base, "--")
        found = list(_numbered(said))
        new = await self._text(root, "ls-files", "--others", "--exclude-standard", "-z")
        paths = [path for path in new.split("\0") if path][: _FILES_MOST - len(found)]
        counts = await self._pool.run(_line_counts, root, paths)
        found += [
            ChangedFile(path, path, added=count, removed=None if count is None else 0)
            for path, count in zip(paths, counts, strict=True)
        ]
        return tuple(sorted(found, key=lambda one: one.path))

    async def texts(self, root: Path, file: ChangedFile, branch: str) -> tuple[str, str]:
        """Returns a file as git knows it and as it is; raises UserFacingError for what is no text."""
        base = await self._base(root, branch)
        done = await self._run(root, "show", f"{base}:{file.path}")
        before = done if done is not None else b""
        after = await self._pool.run(_content, root, file.path)
        left, right = decode_file(before), decode_file(after)
        if left is None or right is None or max(len(before), len(after)) > TEXT_LIMIT_BYTES:
            raise UserFacingError(f"`{file.path}` is no text, or too large to be shown.", "Open it in another program.")
        if "\r\n" not in left.text and right.text.count("\r\n") == right.text.count("\n"):
            return left.text.replace("\n", "\r\n"), right.text  # git changed the line ends when it checked the file out
        return left.text, right.text

    async def _base(self, root: Path, branch: str) -> str:
        if branch:
            return (await self._text(root, "merge-base", "HEAD", f"refs/{branch}")).strip()
        done = await self._run(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return done.decode("ascii").strip() if done else _EMPTY_TREE

    async def _run(self, root: Path, *args: str) -> bytes | None:
        """Returns what git printed, None when it failed; raises UserFacingError when it could not be asked."""
        try:
            done = await self._git.run(root, *args)
        except GitRefused as fault:
            raise UserFacingError(fault.message, fault.hint or "") from fault
        except ProcessError as fault:
            raise UserFacingError("Git cannot be started.", "Install git, then try again.") from fault
        if done.timed_out or done.returncode is None:
            raise UserFacingError(f"Git did not answer within {LIMIT_S:.0f} s.", "Try again or open the folder.")
        return done.stdout if done.returncode == 0 else None

    async def _text(self, root: Path, *args: str) -> str:
        done = await self._run(root, *args)
        if done is None:
            raise UserFacingError(f"`git {args[0]}` failed.", "Try again or open the folder.")
        return done.decode("utf-8", "surrogateescape")


def _numbered(said: str) -> Iterator[ChangedFile]:
    for line in said.split("\0")[:_FILES_MOST]:
        added, tab, rest = line.partition("\t")
        removed, second, path = rest.partition("\t")
        if tab and second and path:
            yield ChangedFile(path, path, added=_number(added), removed=_number(removed))


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None  # git prints a dash for what is no text


def _content(root: Path, path: str) -> bytes:
    """Returns the bytes of a file, none for one that is gone; links are not followed."""
    try:
        return read_marked(ProjectRoot.open(root), path).content
    except FileNotFoundError:
        return b""
    except OSError as fault:
        raise UserFacingError(f"`{path}` cannot be read.", "Open its folder.") from fault


def _line_counts(root: Path, paths: list[str]) -> list[int | None]:
    return [_line_count(root, path) for path in paths]


def _line_count(root: Path, path: str) -> int | None:
    try:
        content = _content(root, path)
    except UserFacingError:
        return None
    text = decode_file(content) if len(content) <= TEXT_LIMIT_BYTES else None
    return len(text.text.splitlines()) if text is not None else None
