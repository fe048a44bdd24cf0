import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.ui.chat.markdown import BlockKind, DisplayBlock, MarkdownReader, Style
from qodev.ui.chat.plain_text import mark_hidden
from qodev.ui.chat.segments import Splitter


def _blocks(text: str) -> list[DisplayBlock]:
    splitter, reader = Splitter(), MarkdownReader()
    splitter.feed(text)
    splitter.finish()
    return [block for segment in splitter.finished for block in reader.read(segment)]


def test_html_stays_text():
    (block,) = _blocks("<script>alert(1)</script> <b>x</b>")
    assert block.text == "<script>alert(1)</script> <b>x</b>"


def test_an_image_shows_words_and_address():
    (block,) = _blocks("![a cat](file:///etc/passwd)")
    assert block.text == "a cat (file:///etc/passwd)"
    assert block.links == ()


@pytest.mark.parametrize("href", ["javascript:alert(1)", "file:///etc/passwd", "//server/share", "smb://x/y", "data:x"])
def test_only_web_addresses_are_links(href):
    (block,) = _blocks(f"[here]({href})")
    assert block.links == ()
    assert block.text == f"here ({href})"


def test_a_bare_address_is_a_link_without_its_full_stop():
    (block,) = _blocks("See https://example.org/a_(b).")
    assert [span.href for span in block.links] == ["https://example.org/a_(b)"]


def test_nested_lists_carry_level_and_marker():
    blocks = _blocks("3. a\n   - b\n4. c")
    assert [(b.text, b.indent, b.marker) for b in blocks] == [("a", 1, "3."), ("b", 2, "•"), ("c", 1, "4.")]


def test_styles_nest():
    (block,) = _blocks("**bold *both* `code`**")
    assert [(block.text[s.start : s.end], s.style) for s in block.spans] == [
        ("bold ", Style.BOLD),
        ("both", Style.BOLD | Style.ITALIC),
        (" ", Style.BOLD),
        ("code", Style.BOLD | Style.CODE),
    ]


def test_a_table_has_cells_in_order():
    (block,) = _blocks("| a | b |\n|---|:-:|\n| `1` | 2 |")
    assert block.kind is BlockKind.TABLE
    assert [[cell.text for cell in row] for row in block.rows] == [["a", "b"], ["1", "2"]]
    assert block.rows[1][1].align == "center"
    assert block.text == "a\tb\n1\t2"


def test_hidden_characters_are_marked():
    (block,) = _blocks("a\u202eb\u200bc\x1b[31m")
    assert block.text == "a⟦U+202E⟧b⟦U+200B⟧c⟦U+001B⟧[31m"


def test_emoji_sequences_and_indentation_are_no_hidden_characters():
    assert mark_hidden("👩‍💻❤️ \tx        y") == "👩‍💻❤️ \tx        y"


def test_ten_thousand_accents_are_cut():
    assert len(mark_hidden("e" + "\u0301" * 10_000)) < 40


@pytest.mark.parametrize(
    "text",
    [
        "- " * 100_000,
        "> " * 100_000,
        "[" * 200_000,
        "*a " * 50_000,
        "`" * 100_000,
        "![" * 100_000,
        "<" * 100_000,
        " " * 50_000 + "x",
        "| " * 50_000 + "\n" + "|-" * 50_000,
        "1. " * 20_000,
        "\n".join(" " * i + "- x" for i in range(400)),
    ],
)
def test_hostile_shapes_are_read_without_loss(text):
    blocks = _blocks(text)
    assert sum(len(block.text) for block in blocks) > 0


def test_a_definition_counts_for_segments_after_it():
    blocks = _blocks("[x]: https://example.org\n\nsee [x]")
    assert [span.href for block in blocks for span in block.links] == ["https://example.org"]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab *_`[]()#>-|\n1.!<~:/h"), max_size=300))
def test_any_text_is_read(text):
    for block in _blocks(text):
        for span in block.spans:
            assert 0 <= span.start < span.end <= len(block.text)


def test_blocks_are_the_same_for_the_same_text():
    text = "# h\n\ntext **b**\n\n```py\nx\n```\n"
    assert _blocks(text) == _blocks(text)
