"""What programs write for a terminal becomes plain text, however it is cut, and nothing moves or hides (S130)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.terminal import Terminal, plain_terminal

# Pieces of sequences, whole and broken, so that random texts meet every rule.
_SEQUENCES = (b"\x1b", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b\\", b"\x07", b"31m", b"0;t", b"(", b"B", b"~", b" ")
_OTHERS = (b"\r", b"\b", b"\n", b"\t", b"a", b"bc", "é世".encode(), b"\xff", b"\xc3", b"\x9b", b"\x00", b"\x7f")
PIECES = st.sampled_from((*_SEQUENCES, *_OTHERS))
OUTPUTS = st.lists(PIECES, max_size=40).map(b"".join)


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (b"a\x1b[31mred\x1b[0m b", "ared b"),
        (b"50%\r100%\n", "100%\n"),
        (b"abcd\rX\rY\n", "Ybcd\n"),
        (b"\x1b]0;title\x07x\x1b]0;title\x1b\\y", "xy"),
        (b"\x1bP1;2|data\x1b\\x", "x"),
        (b"\x1b[31\nx", "\ufffd[31\nx"),
        (b"\x1b\x1b[1mx", "\ufffdx"),
        (b"\x1b]0;never ended\x1b[1mx", "\ufffd]0;never endedx"),
        (b"\x1b[" + b"1" * 61 + b"mx", "x"),
        (b"\x1b[" + b"1" * 62 + b"mx", "\ufffd[" + "1" * 62 + "mx"),
        (b"\x1b]" + b"a" * 4093 + b"\x07x", "x"),
        (b"\x1b]" + b"a" * 4094 + b"\x07x", "\ufffd]" + "a" * 4094 + "\ufffdx"),
        (b"\x1b]" + "é".encode() * 2046 + b"\x07x", "x"),
        (b"\x1b]" + "é".encode() * 2047 + b"\x07x", "\ufffd]" + "é" * 2047 + "\ufffdx"),
        (b"a\tb\rX\n", "X\tb\n"),
        (b"ab\b\b\b\bX", "Xb"),
        (b"\x1b[2J\x1b[H\x1b[5Ax\x1b[?25l", "x"),
        (b"\x1b[1 qx\x1b7y\x1b8z", "xyz"),
        (b"x\xe2\x80", "x\ufffd"),
    ],
)
def test_plain_terminal(output: bytes, text: str):
    assert plain_terminal(output) == text


@given(OUTPUTS, st.data())
def test_cuts_make_no_difference(output: bytes, data: st.DataObject):
    at = data.draw(st.integers(0, len(output)))
    twice = Terminal()
    single = Terminal()

    whole = plain_terminal(output)

    assert twice.feed(output[:at]) + twice.feed(output[at:]) + twice.finish() == whole
    assert "".join(single.feed(output[n : n + 1]) for n in range(len(output))) + single.finish() == whole


@given(OUTPUTS)
def test_no_control_but_tab_and_line_feed_comes_through(output: bytes):
    text = plain_terminal(output)

    assert not [char for char in text if (char < " " and char not in "\t\n") or "\x7f" <= char <= "\x9f"]
    assert plain_terminal(text.encode()) == text


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")) | st.sampled_from("\t\n")))
def test_text_without_controls_is_left_alone(text: str):
    assert plain_terminal(text.encode()) == text


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_line_that_is_too_long_to_be_overwritten_whole_is_the_same_in_any_pieces(size: int):
    output = b"a" * 40_000 + b"\rXY\n" + b"b\rc\n"
    terminal = Terminal()

    text = "".join(terminal.feed(output[at : at + size]) for at in range(0, len(output), size)) + terminal.finish()

    assert text == "a" * 32_768 + "XY" + "a" * 7230 + "\nc\n"


def test_the_line_that_is_being_written_can_be_seen():
    terminal = Terminal()

    assert terminal.feed(b"one\ntw") == "one\n"
    assert terminal.line == "tw"
    assert terminal.feed(b"o\r") == ""
    assert terminal.line == "two"
