"""What is text, whatever its name is, and that its form survives (P179, S162)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.textfiles import TextForm, bare_line, decode_file, split_lines

TEXTS = st.text(alphabet=st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"]), max_size=60)
FORMS = [
    TextForm(),
    TextForm("utf-8", b"\xef\xbb\xbf"),
    TextForm("utf-16-le", b"\xff\xfe"),
    TextForm("utf-16-be", b"\xfe\xff"),
]


@given(TEXTS, st.sampled_from(FORMS))
def test_text_and_form_come_back(text: str, form: TextForm) -> None:
    found = decode_file(form.encode(text))
    assert found is not None
    assert (found.text, found.form) == (text, form)
    assert found.form.encode(found.text) == form.encode(text)


@pytest.mark.parametrize(
    "content",
    [
        b"a\0b",
        b"\xff\xfea",  # half a unit
        b"\xff\xfe\x00\xd8",  # half a character
        "text".encode("utf-32"),
        "häuser".encode("latin-1"),
        b"\x80",
        b"\x89PNG\r\n\x1a\n\0\0",
    ],
)
def test_what_does_not_decode_is_no_text(content: bytes) -> None:
    assert decode_file(content) is None


@given(st.text(alphabet="a\r\n\x0b\u2028", max_size=30))
def test_lines_join_to_the_text_and_end_at_lf_alone(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line.endswith("\n") for line in lines[:-1])
    assert all("\n" not in bare_line(line) for line in lines)


def test_lone_cr_stays_part_of_its_line() -> None:
    assert [bare_line(line) for line in split_lines("a\rb\r\nc\r")] == ["a\rb", "c\r"]
