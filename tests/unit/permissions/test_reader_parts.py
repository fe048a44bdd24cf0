"""The parts of the command reader: words, lines, options, env, shells, simple texts, spellings (S5, S13, S16, S17, S22, S24, S28)."""

import pytest

from qodev.permissions import env_words, options, words
from qodev.permissions.dash_spelling import dash_spellings
from qodev.permissions.evaluated import computes_words, refuse_names
from qodev.permissions.options import TRANSPARENT, Options, find_values, parse
from qodev.permissions.prepass import join_lines
from qodev.permissions.shells import descriptor_of
from qodev.permissions.simple import is_plain_anywhere, is_simple
from qodev.permissions.trees import Assignment, Command, Redirect
from qodev.permissions.words import HELD, UNKNOWN, bare, finish, in_ansi_quotes, in_double_quotes, is_static, requoted

U = UNKNOWN


def bared(raw: str) -> str:
    return finish(bare(raw), had_quotes=False)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("git", "git"),
        ("g\\it", "git"),
        ("g\\\nit", "git"),
        ("a\\", "a\\"),
        ("a*b", f"a{U}b"),
        ("a\\*b", "a*b"),
        ("a?", f"a{U}"),
        ("[g]it", f"{U}it"),
        ("a[", "a["),
        ("[]", "[]"),
        ("{a,b}c", f"{U}c"),
        ("{a..c}", U),
        ("{a}", "{a}"),
        ("{a,b", "{a,b"),
        ("\\{a,b}", "{a,b}"),
        ("{a,{b,c}}", U),
        ("a**b", f"a{U}b"),
    ],
)
def test_bare_words_lose_their_escapes_and_globs_are_unknown(raw: str, wanted: str) -> None:
    assert bared(raw) == wanted


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("\\x67it", "git"),
        ("pu\\163h", "push"),
        ("\\u0067\\U00000069t", "git"),
        ("a\\nb\\tc", "a\nb\tc"),
        ("\\'\\\"\\\\", "'\"\\"),
        ("\\cA", "\x01"),
        ("\\ev", "\x1bv"),
        ("a\\0b", "a"),
        ("\\q", "\\q"),
        ("\\ud800", "\ufffd"),
        ("\\x", "\\x"),
        ("\\777", "\xff"),
    ],
)
def test_ansi_quotes_are_read_as_bash_does(raw: str, wanted: str) -> None:
    assert "".join(char.text for char in in_ansi_quotes(raw)) == wanted


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [("a\\$b", "a$b"), ("a\\b", "a\\b"), ('\\"', '"'), ("a\\\nb", "ab"), ("\\`", "`"), ("*?[a]{b,c}", "*?[a]{b,c}")],
)
def test_double_quotes_keep_all_but_a_few_escapes(raw: str, wanted: str) -> None:
    assert finish(in_double_quotes(raw), had_quotes=True) == wanted


def test_an_empty_quoted_word_is_a_word() -> None:
    assert finish([], had_quotes=True) == "''"
    assert finish([], had_quotes=False) == ""


def test_a_run_of_unknown_parts_is_one_and_splits_if_any_of_them_does() -> None:
    held, free = words.unknown(is_held=True), words.unknown()

    assert finish([*held, *held], had_quotes=True) == HELD
    assert finish([*held, *free, *held], had_quotes=True) == UNKNOWN
    assert not is_static(f"a{HELD}")
    assert words.same_marks(f"a{HELD}b{UNKNOWN}") == f"a{U}b{U}"
    assert words.shown_marks(f"a{HELD}b{UNKNOWN}") == "a…b…"


@pytest.mark.parametrize(
    ("word", "wanted"), [("a b", "'a b'"), ("''", "''"), (f"a{U}b c", "a${qodev}'b c'"), (HELD, "${qodev}"), ("x", "x")]
)
def test_a_word_is_quoted_to_be_itself_again(word: str, wanted: str) -> None:
    assert requoted(word) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a \\\n b", "a  b"),
        ('"a\\\nb"', '"ab"'),
        ("'a\\\nb'", "'a\\\nb'"),
        ("$'a\\\nb'", "$'a\\\nb'"),
        ("a # c \\\nb", "a # c \nb"),
        ("a# \\\nb", "a# b"),
        ('"$(a # b\\\n)"', '"$(a # b\n)"'),
        ("a\\\\\nb", "a\\\\\nb"),
        ('"\'" \\\nb', '"\'" b'),
    ],
)
def test_lines_are_joined_where_bash_joins_them(text: str, wanted: str) -> None:
    assert join_lines(text) == wanted


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("timeout 5 git push", 2),
        ("timeout -s KILL 5 git push", 4),
        ("timeout --sig=KILL 5 git", 3),
        ("timeout --preserve-status -k5 5 git", 4),
        ("timeout -- 5 git", 3),
        ("nice -5 git", 2),
        ("nice -n5 git", 2),
        ("stdbuf -oL -e 0 git", 4),
        ("exec -la name git", 3),
        ("xargs --replace git", 2),
        ("xargs -I {} -n1 git", 4),
        ("xargs -i git", 2),
        ("env -u A -C / git", 5),
        ("taskset -c 0 git", 3),
        ("timeout 5", None),
    ],
)
def test_the_command_of_a_wrapper_begins_behind_its_options(line: str, start: int | None) -> None:
    given = line.split(" ")

    found = parse(given, TRANSPARENT[given[0]])

    assert (found.is_known, found.start) == (True, start)


def test_an_option_outside_of_the_table_is_not_guessed() -> None:
    assert not parse(["timeout", "--strange", "5", "git"], TRANSPARENT["timeout"]).is_known
    assert not parse(["nice", "-z", "git"], TRANSPARENT["nice"]).is_known


@pytest.mark.parametrize(
    ("words", "is_unsure"),
    [
        ([U, "git"], True),
        ([HELD, "git"], True),
        ([f"a{U}", "git"], True),
        ([f"a{HELD}", "git"], False),
        (["--", HELD, "git"], False),
        (["--", U, "git"], True),
        (["-u", U, "x", "git"], True),
        (["-u", HELD, "x", "git"], False),
        ([f"-u{HELD}", "x", "git"], True),
        ([f"--user={HELD}", "x", "git"], False),
        ([f"--user={U}", "x", "git"], True),
    ],
)
def test_where_a_command_begins_is_sure_unless_a_word_may_be_an_option_or_several(
    words: list[str], is_unsure: bool
) -> None:
    """Any unknown part before the command is enough for a wrapper, but not for a carrier (S25)."""
    found = parse(["w", *words], Options(flags="v", values="u", long_values=("user",), positionals=1))

    assert (found.has_unknown, found.is_unsure) == (True, is_unsure)


def test_unknown_parts_behind_the_begin_of_the_command_do_not_count() -> None:
    found = parse(["w", "-u", "a", "x", "git", U], Options(values="u", positionals=1))

    assert (found.has_unknown, found.is_unsure) == (False, False)


@pytest.mark.parametrize(
    ("line", "names", "wanted"),
    [
        ("rsync -ave ssh a b", ("-e",), ["ssh"]),
        ("rsync -essh", ("-e",), ["ssh"]),
        ("rsync --exclude x", ("-e",), []),
        ("sort --co=gzip f", ("--compress-program",), ["gzip"]),
        ("sort --compress-program gzip f", ("--compress-program",), ["gzip"]),
        ("sort --check f", ("--compress-program",), []),
        ("x -e", ("-e",), []),
    ],
)
def test_values_of_options_are_found_in_every_form(line: str, names: tuple[str, ...], wanted: list[str]) -> None:
    assert find_values(line.split(" "), *names) == wanted


def test_env_takes_split_strings_apart_as_often_as_they_nest() -> None:
    refused: list[str] = []

    assert env_words.split_text(("env", "-i", "-S", "git push", "x"), refused.append) == (
        "env",
        "-i",
        "git",
        "push",
        "x",
    )
    assert env_words.split_text(("env", "-S", "-S git", "push"), refused.append) == ("env", "git", "push")
    assert env_words.split_text(("env", "--split-stri=a b"), refused.append) == ("env", "a", "b")
    assert env_words.split_text(("env", "-u", "S", "git"), refused.append) == ("env", "-u", "S", "git")
    assert refused == []
    for text in ("git\\_push", "${X} push", f"git {U}"):
        env_words.split_text(("env", "-S", text), refused.append)
    assert refused == ["env -S"] * 3


def test_env_takes_assignments_of_any_name_behind_a_lone_dash() -> None:
    found, rest = env_words.take_assignments(("env", "-", "A=1", "b.c=2", "git", "x=y"), 1)

    assert found == (Assignment("A", "1"), Assignment("b.c", "2"))
    assert rest == ("git", "x=y")


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/dev/stdin", "0"),
        ("//dev/./fd/../fd/0", "0"),
        ("/dev/fd/63", "63"),
        ("/proc/self/fd/3", "3"),
        ("/proc/12/task/12/fd/3", "3"),
        ("/dev/null", None),
        ("dev/stdin", None),
        ("/home/fd/3", None),
    ],
)
def test_descriptors_are_known_by_every_name(path: str, wanted: str | None) -> None:
    assert descriptor_of(path) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("echo a &>f b", "echo a & >f b"),
        ("echo $'a'", "echo \\$'a'"),
        ('echo \\$"a"', 'echo \\$"a"'),
        ('echo \\\\$"a"', 'echo \\\\\\$"a"'),
        ("((a)); b", "( (a)); b"),
        ("echo $((1))", "echo $((1))"),
        ("[[ a && b ]]", "\\[[ a && b ]]"),
        ("echo a[[ b", "echo a[[ b"),
        ("git status", "git status"),
        ("echo 'a$' &>f b", "echo 'a$' & >f b"),
        ('echo "a$" &>f b', 'echo "a$" & >f b'),
        ("echo '&>' $'a'", "echo '&>' \\$'a'"),
        ('echo "$(a &>f b)"', 'echo "$(a & >f b)"'),
        ('echo "`a &>f b`"', 'echo "`a & >f b`"'),
        ('echo "(a &>f"', 'echo "(a &>f"'),
        ("echo a # it's\nb &>f 'c$'", "echo a # it's\nb & >f 'c$'"),
        ("echo a#'$'\nb", "echo a#'$'\nb"),
        ("echo $$'a'", "echo $$'a'"),
        ("(a; (b)) &>f", "(a; (b)) & >f"),
        ("echo '", "echo '"),
    ],
)
def test_a_text_is_spelled_as_dash_reads_it(text: str, wanted: str) -> None:
    """The first spelling goes by the quotes; it is left out where dash reads the same."""
    found = dash_spellings(text)

    assert (found[:1] == (wanted,)) if wanted != text else all("\\$" in one or "& >" in one for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "git status",
        "ls -la src && wc -l 'a b' | uniq > /dev/null 2>&1; pwd",
        'echo "a; b" || true',
        "git log --oneline",
        "npm test -- --watch=false",
    ],
)
def test_plain_commands_are_simple(text: str) -> None:
    assert is_simple(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "echo $x",
        "echo `a`",
        "a\nb",
        "echo a\\ b",
        "env ls",
        "/usr/bin/env ls",
        "sudo ls",
        "'sh' -c x",
        "if true",
        "A=1 ls",
        "ls > f",
        "ls &",
        "(ls)",
        "echo é",
        "git -C x status",
        "git config a b",
        "git clone x",
        "git fetch ext::sh",
        "ls ext::x",
        "ls &&",
        "find . -delete",
        "! ls",
        "ls *",
        "echo 'a",
        "source x",
        "make all",
        "awk '{print $1}'",
        "echo 'a\\b'",
        "tcsh -c x",
        "jobs -x ls",
    ],
)
def test_everything_else_is_not_simple(text: str) -> None:
    assert not is_simple(text)


def test_other_shells_read_plain_words_alike_unless_one_begins_something_of_theirs() -> None:
    assert is_plain_anywhere("git status && timeout 3 ls -l")
    for text in ("noglob git push", "true; and git push", "=git push", "- git push", 'ls "=x"', "repeat 2 ls", "x=(a)"):
        assert not is_plain_anywhere(text)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("let a", True),
        ("declare -i x", True),
        ("declare -rn x", True),
        ("declare -r x", False),
        (f"declare {U} x", True),
        ("test -v a[0]", True),
        ("[ -v a[0] ]", True),
        ("test -n a[0]", False),
        ("printf -v a[0] x", True),
        ("printf %s a[0]", False),
        ("read a[0]", True),
        ("read a", False),
        ("unset a[0]", True),
        ("wait -p a[0]", True),
        ("echo a[0]", False),
    ],
)
def test_builtins_that_compute_their_words_are_known(line: str, wanted: bool) -> None:
    assert computes_words(Command(tuple(line.split(" ")))) is wanted


@pytest.mark.parametrize(
    "command",
    [
        Command(("x",), (Assignment("BASH_ALIASES[a]", "b"),)),
        Command(("x",), (Assignment("BASH_FUNC_x%%", "() { :; }"),)),
        Command(("x",), (Assignment("GIT_CONFIG_COUNT", "1"),)),
        Command((), (Assignment("GIT_EXEC_PATH", "x"),)),
        Command(("printf", "-v", "PS4", "x")),
        Command(("read", "PROMPT_COMMAND")),
        Command(("declare", "-n", "r=PS4")),
        Command(("read", "BASH_CMDS[a]")),
    ],
)
def test_values_that_are_set_in_roundabout_ways_are_refused(command: Command) -> None:
    refused: list[str] = []

    refuse_names(command, refused.append)

    assert len(refused) == 1


def test_a_write_is_known_by_operator_and_target() -> None:
    assert Redirect(">", "f").writes
    assert Redirect("<", "/dev/tcp/h/1").writes
    assert Redirect(">&", "f").writes
    assert Redirect("<>", "f").writes
    for harmless in (
        Redirect(">", "/dev/null"),
        Redirect(">&", "2"),
        Redirect(">&", "-"),
        Redirect("<", "f"),
        Redirect("<<", "", "x"),
    ):
        assert not harmless.writes


def test_the_tables_name_no_option_twice() -> None:
    for name, table in options.TRANSPARENT.items():
        assert not set(table.flags) & set(table.values), name
        assert not set(table.long_flags) & set(table.long_values), name
