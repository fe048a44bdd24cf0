"""Bytes to frames: the same at every cut, bounded, and every branch of it."""

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.providers.framing import FrameFault, Inflater, JsonLines, LineSplitter, ServerEvents, unpack

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


def test_plain_bytes_pass_the_inflater() -> None:
    assert list(Inflater("").feed(b"abc")) == [b"abc"]
    assert list(Inflater("identity").feed(b"abc")) == [b"abc"]


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"hello " * 100, mtime=0)),
        ("gzip", gzip.compress(b"hello " * 60, mtime=0) + gzip.compress(b"hello " * 40, mtime=0)),
        ("X-GZIP", gzip.compress(b"hello " * 100, mtime=0)),
        ("deflate", zlib.compress(b"hello " * 100)),
        ("deflate", zlib.compress(b"hello " * 100)[2:-4]),
    ],
)
def test_packed_bytes_are_unpacked_as_they_come(encoding: str, packed: bytes) -> None:
    inflater = Inflater(encoding)
    whole = b"".join(piece for i in range(len(packed)) for piece in inflater.feed(packed[i : i + 1]))
    assert whole == b"hello " * 100


def test_bomb_is_unpacked_in_bounded_pieces() -> None:
    pieces = list(Inflater("gzip").feed(gzip.compress(b"\0" * 3_000_000, mtime=0)))
    assert sum(map(len, pieces)) == 3_000_000
    assert max(map(len, pieces)) <= 256 * 1024


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_damaged_packing_is_a_fault(encoding: str) -> None:
    with pytest.raises(FrameFault):
        list(Inflater(encoding).feed(b"\xff\xff\xff\xff\xff\xff"))


def test_packing_damaged_later_is_a_fault() -> None:
    inflater = Inflater("deflate")
    packed = zlib.compress(bytes(range(256)) * 50)
    list(inflater.feed(packed[:100]))
    with pytest.raises(FrameFault):
        list(inflater.feed(b"\xff" * 400))


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_packing_that_was_not_asked_for_is_a_fault(encoding: str) -> None:
    with pytest.raises(FrameFault):
        Inflater(encoding)


@pytest.mark.parametrize(
    ("body", "encoding", "wanted"),
    [
        (b"abc", "", b"abc"),
        (b"abcdef", "", b"abcd"),
        (gzip.compress(b"abcdef", mtime=0), "gzip", b"abcd"),
        (gzip.compress(b"abc", mtime=0)[:-9], "gzip", b"abc"),
        (b"junk", "gzip", b""),
        (b"junk", "br", b""),
    ],
)
def test_whole_body_is_unpacked_as_far_as_it_goes(body: bytes, encoding: str, wanted: bytes) -> None:
    assert unpack(body, encoding, 4) == wanted


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_many_packed_members_are_read_one_after_the_other(size: int) -> None:
    packed = gzip.compress(b"a") + gzip.compress(b"") * 2000 + gzip.compress(b"b")
    inflater = Inflater("gzip")
    pieces = [packed[at : at + size] for at in range(0, len(packed), size)]
    assert b"".join(piece for data in pieces for piece in inflater.feed(data)) == b"ab"


def test_bytes_behind_deflate_are_dropped() -> None:
    inflater = Inflater("deflate")
    assert b"".join(inflater.feed(zlib.compress(b"a") + b"junk")) == b"a"
    assert b"".join(inflater.feed(b"more junk")) == b""
