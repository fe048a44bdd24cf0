import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.ui.chat.blocks import CodeLayout, Room, TableLayout
from qodev.ui.chat.bodies import Body, LayoutCache, TextKind
from qodev.ui.chat.markdown import Style
from qodev.ui.chat.shapes import TextLook, TextShape


@pytest.fixture
def room(theme):
    return Room(TextLook(theme.theme), 600)


def _body(room, text, *, is_final=True, kind=TextKind.MARKDOWN):
    body = Body(kind, room, LayoutCache())
    body.set_text(text, is_final=is_final)
    return body


def _heights(body):
    return [body.layout(i).height for i in range(len(body.segments))]


def test_body_grown_in_steps_is_as_high_as_at_once(room):
    text = "# h\n\npara **b** `c`\n\n- a\n- b\n\n```py\nx\n\ny\n```\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\nend"
    grown = Body(TextKind.MARKDOWN, room, LayoutCache())
    for end in range(1, len(text) + 1, 3):
        grown.set_text(text[:end], is_final=False)
        grown.lay_out(0, 10_000)
    grown.set_text(text, is_final=True)
    at_once = _body(room, text)
    assert grown.segments == at_once.segments
    assert _heights(grown) == _heights(at_once)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("aé😀ש \n`*-#|>1."), max_size=120), st.floats(0, 600), st.floats(0, 400))
def test_any_place_is_inside_the_text(theme_room, text, x, y):
    body = _body(theme_room, text)
    for index in range(len(body.segments)):
        layout = body.layout(index)
        assert 0 <= layout.offset_at(x, y) <= layout.length


@pytest.fixture(scope="module")
def theme_room(qapp):
    from qodev.ui.kit.theme import ThemeController

    return Room(TextLook(ThemeController(qapp).theme), 600)


def test_offsets_count_code_points_beyond_the_basic_plane(room):
    shape = TextShape("😀😀ab", room.look.body, 500, 20)
    rect = shape.rects(2, 3)[0]
    assert shape.offset_at(rect.left() + 0.5, 5) == 2
    assert shape.offset_at(rect.right() + 0.5, 5) in (3, 2)


def test_long_code_is_one_box_with_one_bar(room):
    body = _body(room, "```py\n" + "x = 1\n" * 100 + "```")
    layouts = [body.layout(i).blocks[0] for i in range(len(body.segments))]
    assert all(isinstance(one, CodeLayout) for one in layouts)
    assert [one.bar_px > 0 for one in layouts] == [True, False, False]
    assert [one.block.is_last for one in layouts] == [False, False, True]
    assert body.code_of(0) == "x = 1\n" * 99 + "x = 1"


def test_parts_of_a_table_have_the_columns_of_the_first(room):
    rows = "".join(f"| {i} | {'word ' * (i % 9)} |\n" for i in range(120))
    body = _body(room, "| n | text |\n|---|---|\n" + rows)
    tables = [body.layout(i).blocks[0] for i in range(len(body.segments))]
    assert len(tables) > 3
    assert all(isinstance(one, TableLayout) and one.columns == tables[0].columns for one in tables)


def test_wrapping_code_makes_it_higher_and_back(room):
    body = _body(room, "```\n" + "word " * 400 + "\n```")
    before = _heights(body)
    body.set_wrapped(0, is_wrapped=True)
    assert _heights(body)[0] > before[0]
    body.set_wrapped(0, is_wrapped=False)
    assert _heights(body) == before


def test_estimates_are_near_the_truth_for_ordinary_text(room):
    text = "\n\n".join("ordinary words in a paragraph of some length " * (1 + i % 4) for i in range(30))
    body = _body(room, text)
    guess = body.heights.total
    truth = sum(_heights(body))
    assert 0.6 < guess / truth < 1.6


def test_heights_of_laid_out_segments_replace_estimates(room):
    body = _body(room, "one\n\ntwo\n\nthree")
    body.lay_out(0, 10_000)
    assert body.heights.total == sum(_heights(body))


def test_plain_text_keeps_its_line_ends_and_marks(room):
    body = _body(room, "a  *b*\n# c", kind=TextKind.PLAIN)
    assert body.layout(0).text == "a  *b*\u2028# c"


def test_inline_code_has_its_ground(room):
    body = _body(room, "a `b` c")
    (span,) = body.layout(0).blocks[0].block.spans
    assert span.style is Style.CODE
    assert room.look.style(span.style).background().color() == room.look.theme.color("code_bg")


def test_a_link_defined_at_the_end_counts_for_text_before_it(room):
    text = "see [x] now\n\n[x]: https://example.org\n"
    body = Body(TextKind.MARKDOWN, room, LayoutCache())
    for end in range(1, len(text) + 1):
        body.set_text(text[:end], is_final=False)
        body.lay_out(0, 1000)
    body.set_text(text, is_final=True)
    assert [span.href for _, _, span in body.layout(0).links] == ["https://example.org"]


def test_few_layouts_are_kept(room):
    cache = LayoutCache()
    body = Body(TextKind.MARKDOWN, room, cache)
    body.set_text("\n\n".join(f"paragraph {i}" for i in range(400)), is_final=True)
    body.lay_out(0, 1_000_000)
    assert (len(cache), cache.built) == (200, 400)
