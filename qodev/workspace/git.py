"""Makes every git call of qodev: argument list, options and environment under which a repository starts nothing (S137, S139)."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.base.environment import build_environment
from qodev.base.errors import ProcessError, UserFacingError
from qodev.base.process import Completed, run_process
from qodev.base.text import show_hidden
from qodev.workspace.git_place import GitPlace, GitRefused, find_place

LIMIT_S = 20.0
_CHECKOUT_S = 120.0
_LOOK_S = 5.0
OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024

# S137: each value takes away a program that a repository's own settings could start, or fixes the form of the output.
_SETTINGS: Mapping[str, str] = {
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.editor": "false",
    "sequence.editor": "false",
    "core.askPass": "",
    "credential.helper": "",
    "core.sshCommand": "ssh",
    "core.gitProxy": "",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "gpg.program": "false",
    "gpg.openpgp.program": "false",
    "gpg.ssh.program": "false",
    "gpg.x509.program": "false",
    "log.showSignature": "false",
    "merge.verifySignatures": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "rerere.enabled": "false",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "diff.ignoreSubmodules": "all",
    "core.protectHFS": "true",
    "core.protectNTFS": "true",
    "color.ui": "false",
    "core.quotePath": "false",
    "diff.noprefix": "false",
    "diff.mnemonicPrefix": "false",
}
# S139: `GIT_ALLOW_PROTOCOL` beats a repository's own `protocol.ext.allow`, which the setting above does not.
_ENVIRONMENT: Mapping[str, str] = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "SSH_ASKPASS_REQUIRE": "never",
    "LC_ALL": "C",
}


# S138, by kind of call: what would start a program although the settings above do not name it.
_BY_KIND: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("diff", "log", "show", "format-patch"), ("--no-ext-diff", "--no-textconv")),
    "status": ("--ignore-submodules=all",),
    "commit": ("--no-verify", "--no-gpg-sign"),
    "merge": ("--no-verify-signatures",),
}
# Neither of these reads or writes the content of a file of the checkout, so no filter can come in.
_WITHOUT_CONTENT = frozenset({"config", "rev-parse", "version", "for-each-ref", "check-ref-format", "update-ref"})
_SLOW = frozenset({"checkout", "worktree", "merge", "reset", "restore", "switch"})  # S137: those that write a checkout
_FILTERS, _DRIVERS = "filter.", "merge."
_DRIVER = "git merge-file %A %O %B"
_OLDEST = (2, 31)  # S143; the first one that knows GIT_CONFIG_COUNT


class GitFault(UserFacingError):
    """A git call that failed; what git said is kept for Details."""

    def __init__(self, args: Sequence[str], returncode: int | None, stderr: str) -> None:
        ended = "did not end in time" if returncode is None else f"ended with {returncode}"
        super().__init__(f"`git {args[0] if args else ''}` {ended}.", "See Details.")
        self.returncode = returncode
        self.stderr = stderr


class Git:
    """Runs git on one machine; `no_hooks` is an empty folder of ours, since Git for Windows refuses `/dev/null`."""

    def __init__(self, env: Mapping[str, str], no_hooks: Path, program: str = "git") -> None:
        self._env = build_environment(env, extra=_ENVIRONMENT)
        self._no_hooks = no_hooks
        self._program = program
        self._version: tuple[int, ...] = ()

    async def run(self, root: Path, *args: str, limit_s: float | None = None) -> Completed:
        """Runs git in the repository whose top folder is `root`, a resolved path; `args` begin with the subcommand.

        Filters and merge drivers are asked for anew each time and taken away (S138). Takes at most `limit_s`, by
        itself 20 s, or 2 min for what writes a checkout. Raises ProcessError when git cannot be started, GitRefused
        for a folder that is no repository of the user's own.
        """
        place = await self._place(root)
        programs = {} if args[0] in _WITHOUT_CONTENT else await self._neutral_programs(place)
        return await self._call(place, args, programs, limit_s or (_CHECKOUT_S if args[0] in _SLOW else LIMIT_S))

    async def _place(self, root: Path) -> GitPlace:
        place = await asyncio.to_thread(find_place, root)
        await self._require_version()
        # Told where the repository is, git does not compare owners; without that look, another user's settings count.
        if not place.is_own and not await self._is_said_safe(root):
            hint = "Take it over, or add it to `safe.directory` of your git settings, if you trust its owner."
            raise GitRefused(f"`{show_hidden(str(root))}` belongs to another user.", hint)
        return place

    async def _require_version(self) -> None:
        if not self._version:
            done = await self._bare(("version",))
            found = re.search(rb"(\d+)\.(\d+)", done.stdout)
            self._version = tuple(int(part) for part in found.groups()) if found else (0,)
        if self._version < _OLDEST:
            raise GitRefused("git is older than 2.31, so its settings cannot be made safe.", "Install a newer git.")

    async def _is_said_safe(self, root: Path) -> bool:
        done = await self._bare(("config", "--global", "--includes", "--null", "--get-all", "safe.directory"))
        said = done.stdout.decode("utf-8", "surrogateescape").split("\0")
        return "*" in said or str(root) in said

    async def _bare(self, args: Sequence[str]) -> Completed:
        """Runs git outside of any repository."""
        argv = [self._program, "--no-pager", *args]
        return await run_process(argv, env=self._env, cwd=self._no_hooks, limit_s=LIMIT_S)

    async def _neutral_programs(self, place: GitPlace) -> dict[str, str]:
        """Returns settings that take every filter and merge driver away, of all scopes, includes followed (S138)."""
        done = await self._call(place, ("config", "--list", "--includes", "--name-only", "--null"), {}, LIMIT_S)
        if done.returncode != 0 or done.truncated:
            raise GitFault(("config",), done.returncode, done.stderr.decode("utf-8", "replace"))
        names = done.stdout.decode("utf-8", "surrogateescape").split("\0")
        neutral: dict[str, str] = {}
        for name in dict.fromkeys(names):
            owner = name.rpartition(".")[0]  # a name of a filter may hold dots
            if name.startswith(_FILTERS) and owner != "filter":
                neutral |= {f"{owner}.{part}": "" for part in ("smudge", "clean", "process")}
                neutral[f"{owner}.required"] = "false"
            elif name.startswith(_DRIVERS) and owner != "merge":
                neutral[f"{owner}.driver"] = _DRIVER
        return neutral

    async def _call(
        self, place: GitPlace, args: Sequence[str], programs: Mapping[str, str], limit_s: float
    ) -> Completed:
        settings = {**_SETTINGS, "core.hooksPath": str(self._no_hooks)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        where = (f"--git-dir={place.git_dir}", f"--work-tree={place.folder}")
        quiet = ("--no-pager", "--no-optional-locks", "--literal-pathspecs")
        argv = [self._program, *quiet, *where, *options, *_hardened(args)]
        env = self._env | _as_environment(programs)
        return await run_process(
            argv, env=env, cwd=place.folder, limit_s=limit_s, output_limit_bytes=OUTPUT_LIMIT_BYTES
        )

    async def text(self, root: Path, *args: str) -> str:
        """Runs git and returns its output; raises GitFault, GitRefused, ProcessError."""
        done = await self.run(root, *args)
        if done.returncode != 0:
            raise GitFault(args, done.returncode, done.stderr.decode("utf-8", "replace"))
        return done.stdout.decode("utf-8", "replace")

    async def settings_of(self, root: Path, names: Sequence[str]) -> dict[str, str]:
        """Returns the repository's own values of settings, its worktree's before its shared ones, includes followed."""
        found: dict[str, str] = {}
        for name in names:
            for scope in ("--worktree", "--local"):
                done = await self.run(root, "config", scope, "--includes", "--null", "--get", name)
                if done.returncode == 0:
                    found[name] = done.stdout.decode("utf-8", "replace").rstrip("\0")
                    break
        return found

    async def branch(self, root: Path) -> str:
        """Returns the branch that a folder's checkout is on, the short name of its commit when it is on none.

        "" for a folder that is in no repository, and when git cannot tell.
        """
        try:
            named = await self.run(root, "symbolic-ref", "--short", "--quiet", "HEAD", limit_s=_LOOK_S)
            if named.returncode == 0:
                return named.stdout.decode("utf-8", "replace").strip()
            commit = await self.run(root, "rev-parse", "--short", "--verify", "--quiet", "HEAD", limit_s=_LOOK_S)
        except (GitRefused, ProcessError):
            return ""  # no repository, not one in which git may be called, or no git
        return commit.stdout.decode("utf-8", "replace").strip() if commit.returncode == 0 else ""

    async def hooks_folder(self, root: Path) -> str | None:
        """Returns where the repository looks for hooks besides `.git/hooks`, as its settings write it (S56).

        None in a folder that is no repository, or not one in which git may be called.
        """
        try:
            return (await self.settings_of(root, ("core.hooksPath",))).get("core.hooksPath") or None
        except GitRefused:
            return None


def _hardened(args: Sequence[str]) -> tuple[str, ...]:
    """Returns a call with the options of its kind."""
    kind, *rest = args
    if (kind, *rest[:1]) == ("worktree", "add"):
        # Its own checkout would read settings for a place that is not there yet, so that nobody could ask for filters.
        return (kind, "add", "--no-checkout", *rest[1:])
    if (kind, *rest) == ("merge", "--abort"):  # which takes no other option
        return (kind, *rest)
    return (kind, *_BY_KIND.get(kind, ()), *rest)


def _as_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Returns variables that set settings; unlike `-c` they take names that hold `=` (S138)."""
    found = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found
