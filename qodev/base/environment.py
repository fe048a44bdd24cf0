"""Builds the environment of a child process: listed names alone, no secret, no name that starts or changes programs."""

import os
import re
from collections.abc import Mapping, Sequence

RUN_MARK = "QODEV_RUN"
"""The variable whose value tells which run a process belongs to, also after it left its group (S124)."""

_IS_WINDOWS = os.name == "nt"

# S122. What a child may see of our environment, beside names that begin with a prefix of `_PASSED_PREFIXES`.
_PASSED = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "SSL_CERT_FILE", "CC", "CXX"}
    | {"JAVA_HOME", "GOPATH", "GOROOT", "CARGO_HOME", "RUSTUP_HOME", "VIRTUAL_ENV", "CONDA_PREFIX"}
    | {"NVM_DIR", "PYENV_ROOT", "DOTNET_ROOT", "ANDROID_HOME"}
)
_PASSED_PREFIXES = ("LC_", "XDG_")
_PASSED_ON_WINDOWS = frozenset(
    {"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "OS", "USERNAME", "USERDOMAIN"}
    | {"USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "ALLUSERSPROFILE", "PUBLIC"}
    | {"PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"}
)
_REFUSED = re.compile(
    r".*(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL).*|(GIT|LD|DYLD)_.*"
    r"|BASH_ENV|ENV|PS4|PROMPT_COMMAND|NODE_OPTIONS|PYTHONSTARTUP",
    re.IGNORECASE | re.DOTALL,
)
_SET = {
    "TERM": "dumb",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
    "DEBIAN_FRONTEND": "noninteractive",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
}


def build_environment(
    parent: Mapping[str, str],
    *,
    added: Sequence[str] = (),
    extra: Mapping[str, str] | None = None,
    key_refs: Sequence[str] = (),
    is_windows: bool = _IS_WINDOWS,
) -> dict[str, str]:
    """Returns the environment of a child (S122): listed names of `parent`, what qodev sets itself, then `extra`.

    `added` are names that the user lets through, `SSH_AUTH_SOCK` and `DBUS_SESSION_BUS_ADDRESS` among them; a name in
    `key_refs`, a secret's name and a loader's name stay out all the same. `extra` comes from qodev or from the user's
    own file, so nothing of it is refused. Windows does not tell names apart by case, other systems do.
    """
    fold = str.upper if is_windows else str
    known = (_PASSED | _PASSED_ON_WINDOWS if is_windows else _PASSED) | {fold(name) for name in added}
    barred = {fold(name) for name in key_refs}

    def is_passed(name: str) -> bool:
        folded = fold(name)
        is_known = folded in known or folded.startswith(_PASSED_PREFIXES)
        return is_known and folded not in barred and not _REFUSED.fullmatch(name)

    return {name: value for name, value in parent.items() if is_passed(name)} | _SET | dict(extra or {})
