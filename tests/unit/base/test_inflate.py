"""Unpacking while bytes come: the same at every cut, bounded, and every branch of it."""

import gzip
import zlib

import pytest

from qodev.base.inflate import Inflater, PackFault, unpack


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
    with pytest.raises(PackFault):
        list(Inflater(encoding).feed(b"\xff\xff\xff\xff\xff\xff"))


def test_packing_damaged_later_is_a_fault() -> None:
    inflater = Inflater("deflate")
    packed = zlib.compress(bytes(range(256)) * 50)
    list(inflater.feed(packed[:100]))
    with pytest.raises(PackFault):
        list(inflater.feed(b"\xff" * 400))


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_packing_that_was_not_asked_for_is_a_fault(encoding: str) -> None:
    with pytest.raises(PackFault):
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
