"""Tells which texts are so plain that one reader is enough (S13)."""

import re

_WORD = r"(?:[A-Za-z0-9_@%+=:,./-]+|'[^'$`\\\n]*'|\"[^\"$`\\\n]*\")+"
_REDIRECT = r"[0-9]*(?:>>?|<)\s*/dev/null|[0-9]*>&[0-9]+"
_COMMAND = re.compile(rf"\s*(?:(?:{_WORD}|{_REDIRECT})(?:\s+|$|(?=[;&|])))+")
_JOIN = re.compile(r"\s*(?:&&|\|\||;|\|)\s*")
_NOT_SIMPLE = frozenset(
    [
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "do",
        "done",
        "case",
        "esac",
        "while",
        "until",
        "for",
        "select",
        "function",
        "in",
        "time",
        "coproc",
        "command",
        "builtin",
        "exec",
        "nohup",
        "setsid",
        "unbuffer",
        "timeout",
        "nice",
        "ionice",
        "stdbuf",
        "chrt",
        "taskset",
        "env",
        "xargs",
        "sudo",
        "doas",
        "su",
        "runuser",
        "pkexec",
        "setpriv",
        "sg",
        "ssh",
        "docker",
        "podman",
        "kubectl",
        "chroot",
        "unshare",
        "nsenter",
        "systemd-run",
        "script",
        "watch",
        "parallel",
        "tmux",
        "screen",
        "flock",
        "strace",
        "ltrace",
        "busybox",
        "toybox",
        "npx",
        "bunx",
        "uvx",
        "at",
        "batch",
        "entr",
        "nodemon",
        "firejail",
        "bwrap",
        "proot",
        "wsl",
        "sh",
        "bash",
        "dash",
        "zsh",
        "ksh",
        "ash",
        "mksh",
        "rbash",
        "fish",
        "csh",
        "tcsh",
        "jobs",
        "nerdctl",
        "eval",
        "trap",
        "alias",
        "source",
        ".",
        "enable",
        "hash",
        "make",
        "gmake",
        "sed",
        "gsed",
        "find",
        "fd",
        "fdfind",
        "tar",
        "gtar",
        "bsdtar",
        "rsync",
        "rg",
        "sort",
        "split",
        "vim",
        "vi",
        "nvim",
        "view",
        "vimdiff",
        "ex",
        "ed",
        "mapfile",
        "readarray",
        "complete",
        "compgen",
        "export",
        "declare",
        "typeset",
        "readonly",
        "local",
        "let",
    ]
)
# Words with which other shells begin a command or a block.
_WORDS_OF_OTHERS = frozenset(
    [
        "-",
        "and",
        "or",
        "not",
        "begin",
        "end",
        "if",
        "else",
        "elif",
        "then",
        "fi",
        "switch",
        "case",
        "esac",
        "for",
        "foreach",
        "while",
        "until",
        "do",
        "done",
        "repeat",
        "select",
        "function",
        "functions",
        "time",
        "coproc",
        "in",
        "noglob",
        "nocorrect",
        "nocommand",
        "always",
        "alias",
    ]
)
_GIT_PLAIN = re.compile(r"git\s+[a-z][a-z-]*(\s|$)")
_GIT_FORMS = ("config", "submodule", "bisect", "rebase", "difftool", "grep", "filter-branch", "clone")


def is_simple(text: str) -> bool:
    """Tells whether a text is plain commands joined by `&& || ; |`, without quotes that expand, wrappers and shells."""
    commands = _plain_commands(text)
    return bool(commands) and all(map(_is_plain_command, commands))


def is_plain_anywhere(text: str) -> bool:
    """Tells whether zsh, fish and csh too read a text as bash does: plain commands, no word that begins one of theirs."""
    commands = _plain_commands(text)
    words = [re.sub(r"[\"']", "", word) for command in commands for word in command.split()]
    return bool(commands) and not any(word in _WORDS_OF_OTHERS or word.startswith("=") for word in words)


def _plain_commands(text: str) -> list[str]:
    """Returns the commands of a text that is nothing but plain words and joints; nothing for any other text."""
    if "\n" in text or not text.isascii():
        return []
    found: list[str] = []
    at = 0
    while at < len(text):
        command = _COMMAND.match(text, at)
        if command is None:
            return []
        found.append(command.group())
        at = command.end()
        joint = _JOIN.match(text, at)
        if joint is None:
            return [] if text[at:].strip() else found
        at = joint.end()
        if at == len(text) and ";" not in joint.group():
            return []
    return found


def _is_plain_command(command: str) -> bool:
    words = command.split()
    first = re.sub(r"[\"']", "", words[0]).rsplit("/", 1)[-1].casefold() if words else ""
    if first in _NOT_SIMPLE or "=" in first or "ext::" in command:
        return False
    if first == "git":
        return _GIT_PLAIN.match(command.strip()) is not None and (len(words) < 2 or words[1] not in _GIT_FORMS)
    return True
