"""The quick programs change nothing: with ripgrep, with git and without, a search says the same (P180, F32)."""

import json
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qodev.base.patterns import PathGlob
from qodev.tools.find import fitting
from qodev.tools.matching import compile_literal, compile_pattern, excerpt, find_lines
from qodev.tools.needles import case_free, needle_of_pattern, needle_of_text
from qodev.tools.scan import Found
from tests.unit.tools.file_kit import reading

PROGRAMS = [name for name, program in {"ripgrep": "rg", "git": "git"}.items() if shutil.which(program)]
SOME = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
both = pytest.mark.parametrize(
    "how",
    [
        pytest.param(SOME, id="some", marks=pytest.mark.slow),
        pytest.param(MANY, id="many", marks=[pytest.mark.slow, pytest.mark.laws, pytest.mark.timeout(1800)]),
    ],
)

NAMES = st.sampled_from(
    [
        "a.txt",
        "b.py",
        ".hidden",
        ".env",
        "x.key",
        "-e",
        "sp ace",
        "ü",
        "bin/x",
        "d/e/f",
        "d/g",
        ".git/description",
        "i.ignored",
    ]
)
PIECES = st.sampled_from(
    [
        "needle",
        "NEEDLE",
        "İ",
        "ı",
        "ſ",
        "K",
        "ß",
        "SS",
        "ä",
        "Ä",
        "中文",
        "\r\n",
        "\n",
        "\r",
        "\0",
        ".",
        "*",
        "[x]",
        "  ",
        "é",
        "é",
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1", "utf-32"])
FILES = st.dictionaries(NAMES, st.tuples(TEXTS, ENCODINGS), max_size=8)
QUERIES = st.sampled_from(
    [
        "needle",
        "i",
        "is",
        "k",
        "ss",
        "ſſ",
        "ä",
        "Ä",
        "中文",
        "文",
        ".",
        "*",
        "[x]",
        "-e",
        "  ",
        "\\",
        "e中",
        "é",
        "É",
        "$",
        "^n",
    ]
)
PATTERNS = st.sampled_from(
    [
        *("needle", "n.*e", "^need", "le$", "[nx]eedle", "(need|x)le", "need(le)?", "a|needle", "nee+dle", "nee{2}dle"),
        *(
            "\\bneedle",
            "\\x6eeedle",
            "ss?",
            "k{2}",
            "\\.",
            "\\[x\\]",
            "中.?",
            "(?i:NEEDLE)",
            "^$",
            "^",
            "\\s+",
            "\\n",
            "ä*x?",
        ),
    ]
)


def lay_out(project: Path, files: dict[str, tuple[str, str]]) -> None:
    for name, (text, encoding) in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
        path.write_bytes(mark + text.encode(encoding, "replace"))
    (project / ".gitignore").write_text("*.ignored\n")
    (project / "link").symlink_to("a.txt")


@both
@pytest.mark.skipif(os.name == "nt", reason="names and links of POSIX")
async def test_every_way_of_searching_says_the_same(how: settings) -> None:
    import asyncio

    @how
    @given(FILES, QUERIES, PATTERNS)
    @example({"a.txt": ("İ", "utf-8"), "b.py": ("ı", "utf-16")}, "i", "i")
    @example({"a.txt": ("K needle", "utf-8"), "-e": ("needle", "utf-8")}, "k", "needle")
    def law(files: dict[str, tuple[str, str]], query: str, pattern: str) -> None:
        with tempfile.TemporaryDirectory() as made:
            project = Path(made) / "project"
            project.mkdir()
            lay_out(project, files)
            answers = {name: asyncio.run(ask(project, name, query, pattern)) for name in ("pure", *PROGRAMS)}
        assert all(answer == answers["pure"] for answer in answers.values()), answers

    await asyncio.to_thread(law)


async def ask(project: Path, quick: str, query: str, pattern: str) -> list[object]:
    async with reading(project, quick=quick) as tools:
        return [
            json.loads((await tools.call("search_files", query=query)).content)["content"],
            json.loads((await tools.call("grep_files", pattern=pattern)).content)["content"],
        ]


WORDS = st.text(alphabet="abiksKIS.+*?|()[]{}\\^$é中-,1", min_size=1, max_size=12)


@given(WORDS, st.text(alphabet="abiksKISİıſK.+é中-1", max_size=20))
@settings(max_examples=3_000, deadline=None)
def test_needle_of_a_pattern_is_in_all_that_it_matches(pattern: str, line: str) -> None:
    try:
        compiled = compile_pattern(pattern)
    except ValueError:
        return
    needle = needle_of_pattern(pattern)
    if needle and compiled.search(line):
        assert re.search(case_free(needle), line)


@given(st.text(max_size=12), st.text(max_size=20))
@settings(max_examples=500, deadline=None)
def test_needle_of_a_text_is_in_all_that_holds_it(text: str, line: str) -> None:
    needle = needle_of_text(text)
    if needle and compile_literal(text).search(line):
        assert re.search(case_free(needle), line)


def test_spellings_of_a_letter_are_those_that_re_takes_for_equal() -> None:
    every = "".join(chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000)
    for char in map(chr, range(0x20, 0x7F)):
        expected = set(re.findall(re.escape(char), every, re.IGNORECASE))
        assert expected == set(re.findall(case_free(char), every)), char


def test_character_without_case_is_like_no_other() -> None:
    folded: dict[str, set[str]] = {}
    for code in range(0x80, 0x110000):
        folded.setdefault(chr(code).lower(), set()).add(chr(code))
    strange = [chars for low, chars in folded.items() if len(chars) > 1 and needle_of_text(low) == low]
    assert strange == []


@given(st.text(alphabet="ab\n\r", max_size=30), st.integers(1, 5))
def test_lines_are_counted_as_everybody_counts_them(text: str, most: int) -> None:
    found = list(find_lines(compile_literal("a"), text, most, 80))
    lines = text.split("\n")
    assert found == [(n, line.removesuffix("\r")) for n, line in enumerate(lines, 1) if "a" in line][:most]


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 10), st.integers(8, 30))
def test_excerpt_keeps_its_width(line: str, start: int, length: int, width: int) -> None:
    start = min(start, len(line))
    end = min(start + length, len(line))
    shown = excerpt(line, start, end, width)
    assert len(shown) <= width
    if end - start <= width // 4:
        assert line[start:end] in shown


PARTS = st.sampled_from(["*", "**", "?", "/", "**/", "a", "b", ".py", "src"])


@given(st.lists(PARTS, min_size=1, max_size=6).map("".join), st.lists(st.text("ab/.pysrc", min_size=1, max_size=8)))
@settings(max_examples=1_000, deadline=None)
def test_plain_ends_of_a_pattern_leave_out_nothing_that_fits(pattern: str, paths: list[str]) -> None:
    files = [Found(path, path, is_folder=False) for path in paths]
    expected = [path for path in paths if PathGlob(pattern).matches(path)]
    assert [one.shown for one in fitting(pattern, files, folds_case=False)] == expected
