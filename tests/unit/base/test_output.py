"""Output of any length is kept by its head and its tail."""

from hypothesis import given
from hypothesis import strategies as st

from qodev.base.output import CappedOutput, cut_middle, render_kept


def test_capped_output_keeps_head_and_tail_for_every_cut():
    text = bytes(range(100))
    for size in (1, 3, 10, 49, 100):
        output = CappedOutput(20)
        for at in range(0, 100, size):
            output.feed(text[at : at + size])
        assert output.content == text[:10] + text[-10:]
        assert output.truncated
        assert output.total_bytes == 100


def test_capped_output_below_its_limit_is_whole():
    output = CappedOutput(20)
    output.feed(b"0123456789")
    output.feed(b"abcdefghij")

    assert output.content == b"0123456789abcdefghij"
    assert not output.truncated


def test_capped_output_of_single_bytes_holds_little_more_than_it_keeps():
    output = CappedOutput(1000)
    for _ in range(100_000):
        output.feed(b"x")

    assert len(output.head) + len(output.tail) == 1000
    assert output.total_bytes == 100_000


@given(st.binary(max_size=400), st.lists(st.integers(1, 60), max_size=40), st.integers(2, 120))
def test_capped_output_is_the_same_for_any_cuts(content: bytes, sizes: list[int], limit: int):
    output = CappedOutput(limit)
    rest = content
    for size in sizes:
        output.feed(rest[:size])
        rest = rest[size:]
    output.feed(rest)
    half = limit // 2

    assert output.total_bytes == len(content)
    assert output.content == (content if len(content) <= 2 * half else content[:half] + content[-half:])


def test_render_kept_counts_code_points_and_says_what_is_missing():
    output = CappedOutput(100_000)
    output.feed("é".encode() * 30_000)

    kept = render_kept(output, 10_000)

    assert (len(kept.head), len(kept.tail)) == (5000, 5000)
    assert kept.text == "é" * 5000 + "\n[… 20,000 characters left out …]\n" + "é" * 5000
    assert kept.is_cut


def test_render_kept_of_a_flood_keeps_both_ends_and_tells_how_much_is_missing():
    output = CappedOutput(100_000)
    output.feed(b"first\n")
    for _ in range(1000):
        output.feed(b"\x1b[1mmiddle\x1b[0m\n" * 100)
    output.feed(b"last\n")

    kept = render_kept(output, 10_000)

    assert kept.head.startswith("first\nmiddle\n")
    assert kept.tail.endswith("middle\nlast\n")
    assert (len(kept.head), len(kept.tail)) == (5000, 5000)
    assert kept.mark == f"\n[… about {output.total_bytes - 10_000:,} bytes left out …]\n"


@given(st.text(max_size=60), st.integers(2, 40))
def test_cut_middle_never_gives_more_than_it_may(text: str, points: int):
    kept = cut_middle(text, points, 0)

    assert len(kept.head) + len(kept.tail) <= points
    assert text.startswith(kept.head)
    assert text.endswith(kept.tail)
    assert kept.is_cut == (len(text) > points)
