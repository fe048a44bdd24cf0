"""Makes every git call of qodev: argument list, options and environment under which a repository starts nothing (S137, S139)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from qodev.base.environment import build_environment
from qodev.base.errors import UserFacingError
from qodev.base.process import Completed, run_process

LIMIT_S = 20.0
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

    async def run(self, root: Path, *args: str, limit_s: float = LIMIT_S) -> Completed:
        """Runs git in a repository's top folder; raises ProcessError when it cannot be started."""
        settings = {**_SETTINGS, "core.hooksPath": str(self._no_hooks)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        argv = [self._program, "--no-pager", "--no-optional-locks", "--literal-pathspecs", *options, *args]
        return await run_process(argv, env=self._env, cwd=root, limit_s=limit_s, output_limit_bytes=OUTPUT_LIMIT_BYTES)

    async def text(self, root: Path, *args: str) -> str:
        """Runs git and returns its output; raises GitFault, ProcessError."""
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

    async def hooks_folder(self, root: Path) -> str | None:
        """Returns where the repository looks for hooks besides `.git/hooks`, as its settings write it (S56)."""
        if not (root / ".git").exists():
            return None
        return (await self.settings_of(root, ("core.hooksPath",))).get("core.hooksPath") or None
