"""Output is handed on while it comes, in small pieces, and a flood of it never stalls the loop."""

import asyncio

from qodev.base.live import LiveText


async def test_live_text_comes_in_order_through_the_terminal():
    pieces: list[str] = []
    live = LiveText(pieces.append)

    live.feed(b"\x1b[31mone\x1b[0m\ntw")
    live.feed(b"o\n")
    live.finish()

    assert "".join(pieces) == "one\ntwo\n"


async def test_live_text_comes_by_itself():
    came = asyncio.Event()
    live = LiveText(lambda _: came.set())

    live.feed(b"a line\n")

    async with asyncio.timeout(5):
        await came.wait()
    live.finish()


async def test_live_text_of_a_flood_leaves_out_the_middle_and_says_so():
    pieces: list[str] = []
    live = LiveText(pieces.append)

    for number in range(50_000):
        live.feed(f"line {number}\n".encode())
    live.finish()

    text = "".join(pieces)
    assert len(text) < 20_000
    assert "[…]" in text
    assert text.endswith("line 49999\n")


async def test_live_text_that_is_finished_without_output_gives_none():
    pieces: list[str] = []
    LiveText(pieces.append).finish()

    assert pieces == []
