"""Bytes to frames: the same at every cut, bounded, and every branch of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.providers.framing import FrameFault, JsonLines, LineSplitter, ServerEvents

_BOM = b"\xef\xbb\xbf"


def _events(pieces: list[bytes]) -> list[tuple[str, bytes]]:
    framer = ServerEvents()
    found = [frame for piece in pieces for frame in framer.feed(piece)]
    return found + framer.flush()


def _lines(pieces: list[bytes]) -> list[bytes]:
    splitter = LineSplitter()
    found = [line for piece in pieces for line in splitter.feed(piece)]
    return [*found, splitter.flush()]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"data: a\n\n", [("", b"a")]),
        (b"data:a\r\n\r\n", [("", b"a")]),
        (b"data:  a\r\r", [("", b" a")]),
        (b"data: a\ndata: b\n\n", [("", b"a\nb")]),
        (b"event: x\ndata: a\n\ndata: b\n\n", [("x", b"a"), ("", b"b")]),
        (b"event: x\n\ndata: b\n\n", [("", b"b")]),
        (b": ping\n\nid: 1\nretry: 5\ndata: a\n\n", [("", b"a")]),
        (b"data\n\ndata: \n\n", []),
        (b"data\ndata: a\n\n", [("", b"\na")]),
        (b"data: a", [("", b"a")]),
        (b"data: a\n", [("", b"a")]),
        (_BOM + b"data: a\n\n", [("", b"a")]),
        (b"\n" + _BOM + b"data: a\n\n", []),
        (b'error: {"code":500}\n\n', [("error", b' {"code":500}')]),
        (b"", []),
        (_BOM[:2], []),
    ],
)
def test_server_events_are_framed(data: bytes, wanted: list[tuple[str, bytes]]) -> None:
    assert _events([data]) == wanted


_WIRE = st.lists(
    st.sampled_from([b"data: ", b"data:", b"event: e", b"a", b"\n", b"\r", b"\r\n", b"\n\n", _BOM, "é😀".encode(), b":", b"\xff"])
).map(b"".join)  # fmt: skip


@given(_WIRE, st.lists(st.integers(0, 60), max_size=8))
def test_frames_are_the_same_at_every_cut(data: bytes, cuts: list[int]) -> None:
    places = sorted({min(cut, len(data)) for cut in cuts})
    pieces = [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]
    assert _events(pieces) == _events([data])
    assert _lines(pieces) == _lines([data])


def test_every_byte_alone_gives_the_same_frames() -> None:
    data = _BOM + "event: e\r\ndata: né\r\n\r\ndata: 😀\r\rdata: c".encode()
    assert _events([data[i : i + 1] for i in range(len(data))]) == [
        ("e", "né".encode()),
        ("", "😀".encode()),
        ("", b"c"),
    ]


def test_json_lines_skip_blank_ones() -> None:
    framer = JsonLines()
    assert framer.feed(b'\r\n{"a":1}\r\n  \r\n{"b"') == [("", b'{"a":1}')]
    assert framer.feed(b":2}") == []
    assert framer.flush() == [("", b'{"b":2}')]
    assert framer.flush() == []


@pytest.mark.parametrize(
    "pieces", [[b"x" * 11], [b"x" * 6, b"x" * 6], [b"x" * 11 + b"\n"], [b"x" * 6, b"x" * 6 + b"\n"]]
)
def test_line_over_the_limit_is_a_fault(pieces: list[bytes]) -> None:
    splitter = LineSplitter(10)
    *first, last = pieces
    assert [splitter.feed(piece) for piece in first] == [[]] * len(first)
    with pytest.raises(FrameFault):
        splitter.feed(last)


def test_event_of_many_lines_is_bounded_as_a_whole() -> None:
    framer = ServerEvents(20)
    with pytest.raises(FrameFault):
        framer.feed(b"data: 12345\n" * 3)
