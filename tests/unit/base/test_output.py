"""Output of any length is kept by its head and its tail."""

from qodev.base.output import CappedOutput


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
