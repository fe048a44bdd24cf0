"""Readings of whole texts: limits, hostile shapes, a missing reader, and the conservative cut for Windows (S4, S8 to S13, S33 to S35)."""

import asyncio
import os
from pathlib import Path

import pytest

from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import CommandReaders, argument_fault, find_shfmt
from qodev.permissions.windows import read_windows
from qodev.types.permissions import ClauseKind, Effect, Reading
from qodev.types.profiles import CommandRule

RULES = [CommandRule("*", Effect.ALLOW), CommandRule("git push*", Effect.DENY)]
CHARACTERS_MOST = 250_000  # of all spellings of a text of 4,000 characters


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> CommandReaders:
    return CommandReaders(find_shfmt(os.environ), tmp_path_factory.mktemp("shfmt"))


def read(readers: CommandReaders, text: str) -> Reading:
    return asyncio.run(readers.read(text, "bash"))


def shown(reading: Reading, kind: ClauseKind = ClauseKind.PLAIN) -> list[str]:
    return list(dict.fromkeys(clause.text for clause in reading.clauses if clause.kind is kind))


@pytest.mark.parametrize("text", ["", " \n\t", "\u00a0\u3000"])
def test_a_blank_text_is_no_command(text: str) -> None:
    assert argument_fault(text) == "the command is empty"


@pytest.mark.parametrize("text", ["x" * 4001, "x" * 100_000, "; ".join(["git push"] * 12_500), "🎉" * 4097])
def test_a_text_that_is_too_long_ends_at_the_argument_check(text: str) -> None:
    assert "more than" in (argument_fault(text) or "")


def test_the_longest_text_is_a_command() -> None:
    assert argument_fault("x" * 4000) is None
    assert argument_fault("🎉" * 4000) is None
    assert argument_fault("x" * 3999 + "\ud800") is None


@pytest.mark.parametrize(
    "piece",
    [
        "tmux ", "unshare -Z ", "parallel ", "sudo ", "env ", "xargs ", "eval ", "sh -c ", "timeout 1 ", "find $x ", "a; ",
        "$(", "(", "{ ", "'", "`", "[a", "{a,", "cat <<E\n", "alias a=b\n", "git -c alias.x=x x; ", "$x ", 'a"$x"', "\\\n",
        "unshare -Z sudo -Z ", "docker run -z ", "ssh -z ", "watch -z ", "ｇ", "é;",
    ],
)  # fmt: skip
def test_a_hostile_text_comes_to_little(readers: CommandReaders, piece: str) -> None:
    reading = read(readers, (piece * 4000)[:4000])

    assert len(reading.clauses) <= 2000
    assert sum(len(view) for clause in reading.clauses for view in clause.views) <= CHARACTERS_MOST


def test_more_commands_than_the_limit_are_opaque(readers: CommandReaders) -> None:
    reading = read(readers, "tmux " + "git " * 900)

    assert "opaque:too many commands" in reading.opaque
    assert judge_command(RULES, Effect.ASK, reading).effect is Effect.DENY


def test_texts_in_texts_end_at_a_limit(readers: CommandReaders) -> None:
    text = "true"
    for _ in range(30):
        text = f"eval {text}" if len(text) > 3000 else "eval 'eval '" + text
    reading = read(readers, "eval " * 40 + "true")

    assert "unreadable:too deep" in reading.opaque


def test_both_readers_see_the_same_commands(readers: CommandReaders) -> None:
    reading = read(readers, 'for f in *.py; do grep -q x "$f" && echo $(basename $f) | sort > out; done')

    assert reading.is_sure
    assert shown(reading) == ["grep -q x …", "basename …", "echo …", "sort"]
    assert [clause.writes for clause in reading.clauses if clause.writes] == [("> out",)]


def test_what_the_readers_see_differently_is_opaque(readers: CommandReaders) -> None:
    reading = read(readers, "cat 0<&3")  # tree-sitter takes the number for a word

    assert "unreadable:the readers differ" in reading.opaque
    assert judge_command(RULES, Effect.ASK, reading).effect is Effect.DENY


def test_no_mark_of_an_unknown_part_reaches_what_is_shown(readers: CommandReaders) -> None:
    reading = read(readers, 'echo "$a" $b > "$c"')

    assert [clause.text for clause in reading.clauses] == ["echo … …"]
    assert [clause.writes for clause in reading.clauses] == [("> …",)]


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x7f", "\x85", "\ud800"])
def test_controls_make_a_text_opaque_and_what_hides_behind_them_is_seen(readers: CommandReaders, char: str) -> None:
    reading = read(readers, f"git{char}push")

    assert reading.opaque[0].startswith("unreadable:U+")
    assert judge_command(RULES, Effect.ASK, reading).effect is Effect.DENY


def test_without_shfmt_only_plain_texts_keep_their_verdict(tmp_path: Path) -> None:
    alone = CommandReaders(None, tmp_path)

    assert not alone.is_complete
    assert judge_command(RULES, Effect.ASK, read(alone, "git status && ls | wc -l")).effect is Effect.ALLOW
    assert judge_command(RULES, Effect.ASK, read(alone, "git status > f")).effect is Effect.HARD_ASK
    assert judge_command(RULES, Effect.ASK, read(alone, "(git push)")).effect is Effect.DENY


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("npm test && ls", Effect.ALLOW),
        ("ls 2>/dev/null; pwd", Effect.ALLOW),
        ("GIT PUSH x", Effect.DENY),
        ("if true; then ls; fi", Effect.HARD_ASK),
        ('echo "$HOME"', Effect.HARD_ASK),
        ("[[ -f x ]] && git push", Effect.DENY),
        ("echo <(ls)", Effect.DENY),  # no word of sh: opaque, and a deny is live
    ],
)
def test_without_bash_only_plain_texts_keep_their_verdict(readers: CommandReaders, text: str, effect: Effect) -> None:
    reading = asyncio.run(readers.read(text, "sh"))
    assert reading.shell == "sh"
    assert judge_command(RULES, Effect.ASK, reading).effect is effect


def test_what_was_read_for_bash_is_not_taken_for_sh(readers: CommandReaders) -> None:
    text = "echo ${x/a/b} $'q'"
    assert read(readers, text).is_sure
    assert not asyncio.run(readers.read(text, "sh")).is_sure


def test_a_shfmt_that_cannot_run_makes_texts_opaque(tmp_path: Path) -> None:
    broken = CommandReaders(tmp_path / "missing", tmp_path)

    assert "unreadable:shfmt cannot be started" in read(broken, "ls").opaque


def test_a_text_that_imitates_the_separator_is_read_alone(readers: CommandReaders) -> None:
    reading = read(readers, "eval 'ls\n: qodev_0123456789abcdef'; eval 'git push'")

    assert "git push" in shown(reading)
    assert judge_command(RULES, Effect.ASK, reading).effect is Effect.DENY


STARTERS = """command builtin exec nohup setsid coproc unbuffer time timeout nice ionice stdbuf chrt taskset env xargs sudo doas su
runuser pkexec setpriv sg ssh docker podman nerdctl kubectl chroot unshare nsenter systemd-run script watch parallel tmux screen flock
strace ltrace busybox toybox npx bunx uvx at batch entr nodemon firejail bwrap proot wsl sh bash dash zsh ksh ash mksh rbash fish csh
tcsh eval trap alias source . find fd fdfind tar rsync rg sort split vim nvim ex ed mapfile readarray complete compgen sed make enable
hash jobs git export declare let read printf test [ unset wait getopts"""
ENDS = [
    "",
    "-",
    "--",
    "-c",
    "-x",
    "-e",
    "--command",
    "--command=",
    "-S",
    "-s",
    "-I",
    "-o",
    "x",
    "''",
    "$x",
    '"$x"',
    "run",
    "exec",
    "-exec",
    ":::",
    "=",
    "A=1",
]


@pytest.mark.parametrize("name", STARTERS.split())
def test_no_program_that_starts_others_is_read_with_a_traceback(readers: CommandReaders, name: str) -> None:
    lines = [f"{name} {first} {second}".strip() for first in ENDS for second in ("", "-c", "x")]

    for at in range(0, len(lines), 30):
        assert read(readers, "\n".join(lines[at : at + 30])).text


def effect(text: str, shell: str) -> Effect:
    return judge_command(RULES, Effect.ASK, read_windows(text, shell)).effect


@pytest.mark.parametrize(
    "text",
    [
        "git push",
        "GIT.EXE push",
        "ls; git push",
        "ls | git push",
        "'a; git push'",
        "C:\\tools\\git.exe push",
        "& git push",
        "cmd /c git push",
        "start git push",
        "Start-Process git push",
        "gi`t push",
        "git –C x; git push",
        "$(git push)",
        "{ git push }",
    ],
)
def test_powershell_texts_that_push_are_denied(text: str) -> None:
    assert effect(text, "powershell") is Effect.DENY


@pytest.mark.parametrize(
    "text", ["git push", "g^it push", "ls & git push", "call git push", "if 1==1 git push", "git,push", '"git" push']
)
def test_cmd_texts_that_push_are_denied(text: str) -> None:
    assert effect(text, "cmd") is Effect.DENY


@pytest.mark.parametrize("shell", ["powershell", "cmd"])
@pytest.mark.parametrize("text", ["git status", "npm test", 'git commit -m "a message"', "dir src"])
def test_plain_texts_for_windows_are_allowed(text: str, shell: str) -> None:
    assert effect(text, shell) is Effect.ALLOW


@pytest.mark.parametrize(
    ("text", "shell", "cause"),
    [
        ("echo $x", "powershell", "opaque:`$`"),
        ('echo "$x"', "powershell", "opaque:`$` in quotes"),
        ("echo 'a", "powershell", "opaque:an unclosed quote"),
        ("a --% b", "powershell", "opaque:`%`"),
        ("iex x", "powershell", "opaque:iex"),
        ("pwsh -enc AAAA", "powershell", "opaque:-EncodedCommand"),
        ("pwsh", "powershell", "opaque:a bare pwsh"),
        ("echo %PATH%", "cmd", "opaque:`%`"),
        ("a ^& b", "cmd", "opaque:`^`"),
    ],
)
def test_what_is_not_plain_is_opaque_with_its_cause(text: str, shell: str, cause: str) -> None:
    assert cause in read_windows(text, shell).opaque


def test_a_write_on_windows_needs_a_rule_for_it() -> None:
    echo = [CommandRule("echo *", Effect.ALLOW)]
    reading = read_windows("echo x > f", "powershell")

    assert judge_command(echo, Effect.ASK, reading).effect is Effect.ASK
    assert judge_command([CommandRule("echo * > f", Effect.ALLOW)], Effect.ASK, reading).effect is Effect.ALLOW
