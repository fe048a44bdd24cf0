from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.ui.chat.segments import CODE_LINES, PROSE_LIMIT, TABLE_ROWS, Segment, SegmentKind, Splitter, split_plain

_LINES = st.sampled_from(
    (
        "",
        "",
        "word and more words",
        "# heading",
        "- item",
        "  - inner",
        "  continued",
        "1. one",
        "2) two",
        "> quoted",
        "```py",
        "```",
        "  ```",
        "~~~~",
        "    indented",
        "| a | b |",
        "|---|---|",
        "a | b",
        "-|-",
        "***",
        "x" * 40 + " " + "y" * 2980,
        "z" * (PROSE_LIMIT + 50),
        "\r",
    )
)
_TEXTS = st.lists(_LINES, max_size=60).map("\n".join)


def _split(pieces: list[str]) -> list[Segment]:
    splitter = Splitter()
    for piece in pieces:
        splitter.feed(piece)
        splitter.tail()
    splitter.finish()
    return splitter.finished


@settings(max_examples=120, deadline=None)
@given(_TEXTS, st.lists(st.integers(1, 97), min_size=1, max_size=40))
def test_splitting_while_streaming_equals_splitting_at_once(text, sizes):
    pieces, start, turn = [], 0, 0
    while start < len(text):
        size = sizes[turn % len(sizes)]
        pieces.append(text[start : start + size])
        start, turn = start + size, turn + 1
    assert _split(pieces) == _split([text])


@settings(max_examples=200, deadline=None)
@given(_TEXTS)
def test_segments_cover_every_word_in_order_and_keep_their_caps(text):
    segments = _split([text])
    ends = [0]
    for segment in segments:
        assert segment.start >= ends[-1]
        assert not text[ends[-1] : segment.start].strip()
        ends.append(segment.end)
        assert segment.text.count("\n") <= max(CODE_LINES, TABLE_ROWS + 2) or segment.kind is SegmentKind.PROSE
        assert len(segment.text) <= 3 * PROSE_LIMIT
    assert not text[ends[-1] :].strip()


def test_finished_segments_stay_while_more_text_comes():
    splitter = Splitter()
    splitter.feed("one\n\ntwo")
    first = splitter.finished[0] if splitter.finished else splitter.tail()[0]
    splitter.feed(" more\n\nthree\n\n")
    assert splitter.finished[0] == first
    assert [s.text for s in (*splitter.finished, *splitter.tail())] == ["one", "two more", "three"]


def test_a_blank_line_in_a_fence_does_not_cut():
    (segment,) = _split(["```py\na\n\nb\n```"])
    assert (segment.kind, segment.text, segment.language) == (SegmentKind.CODE, "a\n\nb", "py")
    assert (segment.start, segment.end) == (0, 14)


def test_long_code_is_cut_by_lines_and_knows_its_language():
    segments = _split(["```py\n" + "x = 1\n" * (CODE_LINES * 2 + 1) + "```\n"])
    assert [(s.part, s.is_last, s.language) for s in segments] == [
        (0, False, "py"),
        (1, False, "py"),
        (2, True, "py"),
    ]


def test_items_of_a_numbered_list_count_on_over_cuts():
    assert [s.number for s in _split(["1. a\n1. b\n\n1. c\n\ntext\n\n1. d"])] == [1, 2, 3, None, 1]


def test_rows_of_a_long_table_have_the_head_again():
    rows = "".join(f"| {i} | x |\n" for i in range(TABLE_ROWS + 1))
    first, second = _split(["| n | v |\n|---|---|\n" + rows])
    assert first.text.startswith("| n | v |\n|---|---|\n| 0 ")
    assert second.text == f"| n | v |\n|---|---|\n| {TABLE_ROWS} | x |"


def test_an_item_keeps_its_indented_paragraph_after_a_blank_line():
    assert [s.text for s in _split(["- a\n\n  more\n\n- b"])] == ["- a\n\n  more", "- b"]


def test_one_line_of_a_megabyte_is_cut_into_pieces():
    segments = _split(["word " * 200_000])
    assert max(len(s.text) for s in segments) <= PROSE_LIMIT
    assert all(s.continues for s in segments[1:])


@given(st.text(max_size=200).map(lambda t: t * 40))
def test_plain_text_is_cut_without_loss(text):
    segments = split_plain(text)
    assert all(text[s.start : s.end] == s.text for s in segments)
    assert all(text[a.end : b.start] in ("", "\n") for a, b in pairwise(segments))
