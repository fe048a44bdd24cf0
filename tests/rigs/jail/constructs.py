"""Makes command texts that start `git push` in roundabout ways: constructs nested around it, and corpus texts edited (S198)."""

import json
import random
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_CORPUS = Path(__file__).parents[2] / "cases" / "data" / "security"
_DEPTH_MOST = 4
Construct = Callable[[str], str]


def _quoted(text: str) -> str:
    return shlex.quote(text)


def _doubled(text: str) -> str:
    """Returns the text in double quotes, to be the same text again."""
    for char in '\\"$`':
        text = text.replace(char, f"\\{char}")
    return f'"{text}"'


def _ansi(text: str) -> str:
    """Returns the text as `$'…'`, some of it as escapes."""
    return "$'" + "".join(_ansi_char(at, char) for at, char in enumerate(text)) + "'"


def _ansi_char(at: int, char: str) -> str:
    if char in "'\\" or char == "\n" or not char.isascii():
        return "".join(f"\\x{byte:02x}" for byte in char.encode())
    return f"\\{ord(char):03o}" if at % 5 == 0 else char


def _ticked(text: str) -> str:
    """Returns the text in backticks."""
    for char in "\\`$":
        text = text.replace(char, f"\\{char}")
    return f"`{text}`"


def _document(opening: str, text: str, mark: str = "E") -> str:
    return f"{opening}\n{text}\n{mark}\n"


SYNTAX: Sequence[Construct] = (
    lambda t: f"{t}; true",
    lambda t: f"true; {t}",
    lambda t: f"true && {t}",
    lambda t: f"false || {t}",
    lambda t: f"{t} | cat",
    lambda t: f"cat < /dev/null | {t}",
    lambda t: f"{t} |& cat",
    lambda t: f"{t} & wait",
    lambda t: f"true & {t}",
    lambda t: f"! {t}",
    lambda t: f"time {t}",
    lambda t: f"time -p {t}",
    lambda t: f"( {t} )",
    lambda t: f"({t})",
    lambda t: f"((:); {t})",
    lambda t: f"{{ {t}\n}}",
    lambda t: f"{{ {t}; }} 2>&1 | cat",
    lambda t: f"if true; then {t}\nfi",
    lambda t: f"if {t}\nthen :; fi",
    lambda t: f"if false; then :; elif {t}\nthen :; fi",
    lambda t: f"if false; then :; else {t}\nfi",
    lambda t: f"for i in 1; do {t}\ndone",
    lambda t: f"for ((i=0;i<1;i++)); do {t}\ndone",
    lambda t: f"while :; do {t}\nbreak; done",
    lambda t: f"while {t}\ndo break; done",
    lambda t: f"until false; do {t}\nbreak; done",
    lambda t: f"select x in a; do {t}\nbreak; done <<< 1",
    lambda t: f"case a in a) {t};; esac",
    lambda t: f"case a in (b|a) {t}\nesac",
    lambda t: f"case a in a) :;& b) {t};; esac",
    lambda t: f"case $({t}) in *) ;; esac",
    lambda t: f"f() {{ {t}\n}}; f",
    lambda t: f"f() ( {t}\n); f",
    lambda t: f"function f {{ {t}\n}}; f",
    lambda t: f"coproc {{ {t}\n}}; wait",
    lambda t: f"coproc N {{ {t}\n}}; wait",
    lambda t: f"true # it's a comment \\\n{t}",
    lambda t: f"echo a\\\n b; {t}",
    lambda t: f"> f {t}",
    lambda t: f"A=1 B='x y' {t}",
    lambda t: f"echo {t!r}; {t}",
)
SUBSTITUTIONS: Sequence[Construct] = (
    lambda t: f"echo $({t})",
    lambda t: f"echo $(\n{t}\n)",
    lambda t: f'echo "a $({t}) b"',
    lambda t: f"echo {_ticked(t)}",
    lambda t: f'echo "{_ticked(t)}"',
    lambda t: f"cat <({t})",
    lambda t: f"echo a > >({t}); wait $!",  # bash would end without waiting for it
    lambda t: f"exec 3> >({t}); wait",
    lambda t: f"cat < $({t})",
    lambda t: f"echo > $({t})f",
    lambda t: f": ${{x:-$({t})}}",
    lambda t: f': "${{x:-$({t})}}"',
    lambda t: f': "${{x-"$({t})"}}"',
    lambda t: f": ${{x:=$({t})}}",
    lambda t: f"y=a; : ${{y/a/$({t})}}",
    lambda t: f"y=a; : ${{y#$({t})}}",
    lambda t: f"y=abc; : ${{y:$({t})}}",
    lambda t: f"x=$({t})",
    lambda t: f'x="$({t})" true',
    lambda t: f"x+=$({t})",
    lambda t: f"a=( 1 $({t}) )",
    lambda t: f"a=( [$({t})0]=1 )",
    lambda t: f"a[$({t})0]=1",
    lambda t: f"echo ${{a[$({t})0]}}",
    lambda t: f"echo $(( $({t}) + 1 ))",
    lambda t: f"echo $[ $({t}) + 1 ]",
    lambda t: f"(( $({t}) + 1 ))",
    lambda t: f"let $({t})1",
    lambda t: f"[[ -n $({t}) ]]",
    lambda t: f'[[ a == "$({t})" || b ]]',
    lambda t: f"[[ a =~ $({t}) ]]",
    lambda t: f"[ a = $({t}) ]",
    lambda t: f"test -n $({t})",
    lambda t: f"export X=$({t})",
    lambda t: f"declare -x X=$({t})",
    lambda t: f"f() {{ local x=$({t}); }}; f",
    lambda t: f"readonly R=$({t})",
    lambda t: f"for i in $({t}); do :; done",
    lambda t: f"echo {{a,$({t})}}",
    lambda t: f"echo $'a\\'b' $({t})",
    lambda t: f'echo $"a $({t})"',
    lambda t: f"echo 'a'\"$({t})\"b",
    lambda t: f"echo a#$({t})",
    lambda t: _document("cat <<E", f"$({t})"),
    lambda t: _document("cat <<-E", f"\ta ${{x:-$({t})}}"),
    lambda t: _document("cat <<E; true", f"a {_ticked(t)}"),
    lambda t: _document("cat <<A <<E", f"it's\nA\n$({t})"),
    lambda t: f"cat <<< $({t})",
    lambda t: f'cat <<< "a $({t})"',
    lambda t: f"echo ~$({t})",
    lambda t: f"echo *$({t})",
    lambda t: f"echo a$({t})b",
)
NESTED: Sequence[Construct] = (
    lambda t: f"bash -c {_quoted(t)}",
    lambda t: f"bash -c {_doubled(t)}",
    lambda t: f"bash -c {_ansi(t)}",
    lambda t: f"sh -c {_quoted(t)}",
    lambda t: f"dash -ec {_quoted(t)}",
    lambda t: f"zsh -c {_quoted(t)}",
    lambda t: f"bash -o pipefail -c {_quoted(t)} name",
    lambda t: f"bash -euxc -- {_quoted(t)}",
    lambda t: f"bash --norc +x -c {_quoted(t)}",
    lambda t: f"eval {_quoted(t)}",
    lambda t: f"eval {_doubled(t)}",
    lambda t: f"eval -- {_quoted(t)}",
    lambda t: f"eval {_quoted(t)} ';' true",
    lambda t: f"command eval {_quoted(t)}",
    lambda t: f"builtin eval {_quoted(t)}",
    lambda t: f"trap {_quoted(t)} EXIT",
    lambda t: f"trap -- {_quoted(t)} 0",
    lambda t: f"trap {_quoted(t)} DEBUG; true",
    lambda t: f"env sh -c {_quoted(t)}",
    lambda t: f"env -i A=1 /bin/sh -c {_quoted(t)}",
    lambda t: f"env -u A -C / bash -c {_quoted(t)}",
    lambda t: f"env -S 'bash -c' {_quoted(t)}",
    lambda t: f"timeout 3 bash -c {_quoted(t)}",
    lambda t: f"timeout -s KILL --kill 2 3 sh -c {_quoted(t)}",
    lambda t: f"nohup sh -c {_quoted(t)}",
    lambda t: f"nice -n 5 sh -c {_quoted(t)}",
    lambda t: f"nice -5 bash -c {_quoted(t)}",
    lambda t: f"stdbuf -oL bash -c {_quoted(t)}",
    lambda t: f"exec bash -c {_quoted(t)}",
    lambda t: f"exec -a name bash -c {_quoted(t)}",
    lambda t: f"command -p sh -c {_quoted(t)}",
    lambda t: _document("bash <<'E'", t),
    lambda t: _document("bash -s x <<\\E", t),
    lambda t: _document("sh -x <<'E'", t),
    lambda t: f"bash <<< {_quoted(t)}",
    lambda t: f". /dev/stdin <<< {_quoted(t)}",
    lambda t: f"source /dev/stdin <<< {_quoted(t)}",
    lambda t: f"source <(echo {_quoted(t)})",
    lambda t: f"echo {_quoted(t)} | sh",
    lambda t: f"printf %s {_quoted(t)} | bash -s",
    lambda t: f'echo {_quoted(t)} | {{ read -r l; eval "$l"; }}',
    lambda t: f'x={_quoted(t)}; eval "$x"',
    lambda t: f'x={_quoted(t)}; bash -c "$x"',
    lambda t: f"x={_quoted(t)}; sh <<< $x",
    lambda t: f'x={_quoted(f"$({t})")}; : "${{x@P}}"',
    lambda t: f"x={_quoted(f'a[$({t})]')}; [[ $x -eq 0 ]]",
    lambda t: f"x={_quoted(f'a[$({t})]')}; echo $((x))",
    lambda t: f"PS4={_quoted(f'$({t})')}; set -x; :",
    lambda t: f"shopt -s expand_aliases\nalias z={_quoted(t)}\nz",
    lambda t: f"mapfile -c 1 -C {_quoted(t + ';:')} x <<< a",
    lambda t: f"BASH_ENV=<(echo {_quoted(t)}) bash -c :",
    lambda t: f"split -l 1 --filter={_quoted(t)} <<< a",
    lambda t: f"complete -C {_quoted(t)} x; compgen -C {_quoted(t)} x",
    lambda t: f'f() {{ eval "$1"; }}; f {_quoted(t)}',
    lambda t: f'set -- {_quoted(t)}; eval "$1"',
    lambda t: f"set -- {_quoted(t)}; $1",
    lambda t: f"bash -c 'eval \"$0\"' {_quoted(t)}",
    lambda t: f"bash -c '$0' {_quoted(t)}",
)
COMPUTED: Sequence[Construct] = (
    lambda t: f"test -v {_quoted(f'a[$({t})]')}",
    lambda t: f"[[ -v {_quoted(f'a[$({t})]')} ]]",
    lambda t: f"a=(1); unset {_quoted(f'a[$({t})]')}",
    lambda t: f"printf -v {_quoted(f'a[$({t})]')} x",
    lambda t: f"read -r {_quoted(f'a[$({t})]')} <<< x",
    lambda t: f"declare {_quoted(f'a[$({t})]=1')}",
    lambda t: f"declare -i x={_quoted(f'a[$({t})]')}",
    lambda t: f"let {_quoted(f'a[$({t})]')}",
    lambda t: f"x={_quoted(f'a[$({t})]')}; : ${{!x}}",
    lambda t: f"declare -n x={_quoted(f'a[$({t})]')}; : $x",
    lambda t: f"compgen -W {_quoted(f'$({t})')}",
    lambda t: f"for PS4 in {_quoted(f'$({t})')}; do set -x; :; done",
    lambda t: f"read -r PS4 <<< {_quoted(f'$({t})'.replace(chr(10), ';'))}; set -x; :",
    lambda t: f"printf -v PS4 %s {_quoted(f'$({t})')}; set -x; :",
    lambda t: f": ${{PS9:=x}}; declare -n p=PS4; p={_quoted(f'$({t})')}; set -x; :",
    lambda t: f"env {_quoted(f'BASH_FUNC_x%%=() {{ {t}{chr(10)}}}')} bash -c x",
    lambda t: f"shopt -s expand_aliases\nBASH_ALIASES[g]={_quoted(t)}\ng",
    lambda t: f"shopt -s expand_aliases\nalias a='eval ' b={_quoted(t)}\na b",
    lambda t: f"shopt -s expand_aliases\neval {_quoted(f'alias b={_quoted(t)}')}\nb",
    lambda t: f"exec 3<<< {_quoted(t)}; bash <&3",
    lambda t: f". /dev/fd/4 4<<< {_quoted(t)}",
    lambda t: f"bash <<< true <<< {_quoted(t)}",
    lambda t: f"bash -euoc pipefail {_quoted(t)}",
    lambda t: f"env -S '-S bash' -c {_quoted(t)}",
    lambda t: f"env - bash -c {_quoted(t)}",
    lambda t: f"dash -c {_quoted(f'true &>/dev/null {t}')}",
    lambda t: f"jobs -x bash -c {_quoted(t)}",
)
CONSTRUCTS = (*SYNTAX, *SUBSTITUTIONS, *NESTED, *COMPUTED)

_GIT = (
    "git", '"git"', "'git'", "g\\it", "gi''t", "$'git'", "$'\\x67it'", "/bin/git", "/usr/bin/git", "//bin/./git", 'g"i"t',
    "command git", "env git", "exec git", "\\git", "git -C .", "git -c a.b=c", "git --no-pager", "builtin command git",
    "env A=1 git", "A=1 git", "nohup git", "timeout 2 git", "gi${x}t", "${x:-git}", "$x git", "$(echo git)", "gi\\\nt",
    "git --git-dir=. --work-tree .", "nice git", "$\"git\"", "{git,}", "[g]it", "g?t", "time git", "! git", "/b[i]n/git",
)  # fmt: skip
_PUSH = (
    "push", '"push"', "'push'", "pu\\sh", "p''ush", "$'push'", "$'pu\\163h'", "push origin", "push\torigin main", "push --force",
    "pu${x}sh", "${x:-push}", "$(echo push)", '"push origin"', "pu\\\nsh", "${x}push", "$'push\\0zzz'", "push;", "push>f", "push&",
    "push # c", "push 2>&1", "p{u,}sh", "pus?", "-- push",
)  # fmt: skip
_GAPS = (" ", "  ", "\t", " \\\n ", "${IFS}", "$IFS", "\\\n ", " >f ", " 2>&1 ", " </dev/null ")


def generate(source: random.Random) -> str:
    """Returns constructs nested around a `git push` that is spelled in some way."""
    gap = source.choice(_GAPS) if source.random() < 0.3 else " "
    plain = source.random() < 0.4
    text = f"{'git' if plain else source.choice(_GIT)}{gap}{'push' if plain else source.choice(_PUSH)}"
    for _ in range(source.randint(1, _DEPTH_MOST)):
        text = source.choice(CONSTRUCTS)(text)
    return text


def corpus() -> list[str]:
    """Returns the texts for bash of the case files."""
    return [str(case["command"]) for case in cases()]


def cases() -> list[dict[str, Any]]:
    """Returns the cases for bash of the case files."""
    lines = [line for path in sorted(_CORPUS.glob("commands*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    found = [json.loads(line) for line in lines if line.strip()]
    return [case for case in found if case["shell"] == "bash"]


_PIECES = (
    "'", '"', "`", "$(", ")", "${", "}", "\\", ";", "|", "&", "<", ">", "\n", "(", "{", " ", "#", "=", "((", "))", "[[", "]]",
    "$'", "<<E", "<<<", "&&", "||", "|&", "&>", ">&", ";;", "!", "*", "?", "~", "\t", "$", "\\\n", "-c", "eval ", "sh -c ",
    "git push", "; git push", "\ngit push\n", "$(git push)", "`git push`", "&git push", "|git push", "if ", "then ", "fi", "do ",
    "done", "case ", "in ", "esac", "function ", "time ", "coproc ", "{a,b}", "$[", "]", "<(", ">(", "$\"", "E\n", "--", " # ", "[",
    "&>f ", ">&f ", "1>", "!git", "${x@P}", "${x:-", "$((", "\r\n", "$$", "$!", "@(", "export ", "a[", "]=", "+=", "\u00a0",
)  # fmt: skip


def mutate(source: random.Random, texts: Sequence[str]) -> str:
    """Returns a corpus text with a few edits."""
    text = source.choice(texts)
    for _ in range(source.randint(1, 4)):
        text = source.choice(_EDITS)(source, text, texts)
    return text


def _insert(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    at = source.randint(0, len(text))
    return text[:at] + source.choice(_PIECES) + text[at:]


def _drop(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    at = source.randint(0, max(0, len(text) - 1))
    return text[:at] + text[at + source.randint(1, 3) :]


def _swap(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    if len(text) < 2:
        return text
    at = source.randint(0, len(text) - 2)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _splice(source: random.Random, text: str, texts: Sequence[str]) -> str:
    other = source.choice(texts)
    return text[: source.randint(0, len(text))] + other[source.randint(0, len(other)) :]


def _replace_word(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    words = text.split(" ")
    words[source.randrange(len(words))] = source.choice(("git push", "git", "push", source.choice(_PIECES)))
    return " ".join(words)


def _wrap(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    return source.choice(CONSTRUCTS)(text)


_EDITS = (_insert, _insert, _insert, _drop, _swap, _splice, _replace_word, _replace_word, _wrap)
