"""HTML becomes its text: nothing of scripts, styles and comments, links by their address, and an end for tangled markup."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.tools.html_text import reduce_html

BASE = "https://example.com/docs/page"


def text(html: str) -> str:
    return reduce_html(html, BASE)[0]


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("plain", "plain"),
        ("<title>T</title><h1>Head</h1><h2>Sub</h2>", "T\n\n# Head\n\n## Sub"),
        ("<p>one\n  two</p><p>three", "one two\n\nthree"),
        ("a <b>b</b>c<i> d </i>e", "a bc d e"),
        ("<ul><li>one<li>two</ul>", "- one\n- two"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"),
        ("x<br>y<hr>z", "x\ny\n---\nz"),
        ("<pre>def f():\n    return 1</pre>", "def f():\n    return 1"),
        ("&lt;b&gt; &amp; &#x41;&nbsp;B", "<b> & A B"),
        ('<a href="../x?y">there</a>', "there <https://example.com/x?y>"),
        ('<a href="javascript:alert(1)">no</a>', "no"),
        ('<a href="#part">no</a>', "no"),
        ('<a href="http://[">no</a>', "no"),
        ("<img src=x alt='a cat'>", "[a cat]"),
        ("a<!-- hidden -->b", "ab"),
        ("a<style>p { color: red }</style>b", "ab"),
        ("a<template><p>no</p></template>b", "ab"),
        ("a<iframe src=x>no</iframe>b", "ab"),
        ("a<svg><text>no</text><svg/></svg>b<svg/>c", "abc"),
        ("a<noscript>shown</noscript>", "ashown"),
        ("a<script/>x='<!--'</script>b", "ab"),
        ("a<style/>x: '<!--'</style>b", "ab"),
        ("<p onclick='steal()'>text</p>", "text"),
        ("<![CDATA[x]]>y<!doctype html>z<?php echo 1 ?>", "yz"),
    ],
)
def test_pages_say_this(html: str, wanted: str) -> None:
    assert text(html) == wanted


SECRET = "STOLEN"


@pytest.mark.parametrize(
    "html",
    [
        "<script>STOLEN</script>",
        "<SCRIPT type=x>STOLEN</SCRIPT>",
        "<script/>STOLEN</script>",
        "<script src=x />STOLEN</script>",
        "<script>STOLEN",
        "<script\n>STOLEN</script\n>",
        "<script>a='<p>STOLEN</p>'</script>",
        "<script>a='</scriptx>STOLEN'</script>",
        "<script><!-- <script> </script> STOLEN --></script>",
        "<script><!--<script></script>STOLEN</script>",
        "<style>STOLEN</style>",
        "<style/>STOLEN</style>",
        "<svg><script>STOLEN</script></svg>",
        "<template><script>STOLEN</script></template>",
        "<!-- STOLEN -->",
        "<!-- <script>STOLEN</script> -->",
        "<p title=STOLEN onclick='STOLEN'>x</p>",
        "<a href='javascript:STOLEN'>x</a>",
        "<a href='java\nscript:STOLEN'>x</a>",
        "<iframe srcdoc='STOLEN'>STOLEN</iframe>",
        "<noembed>STOLEN</noembed>",
        "<object data=x>STOLEN</object>",
    ],
)
def test_nothing_of_a_script_is_text(html: str) -> None:
    assert text(f"before {html}").split()[0] == "before"
    assert SECRET not in text(f"before {html}")


PIECES = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<b>x</b>",
        "<!-- c -->",
        "text",
        "&amp;",
        "<svg>",
        "</svg>",
        "<br/>",
        "</script>",
        "<a href=x>",
        "<",
        ">",
    ]
)
OPENINGS = st.sampled_from(["<script>", "<SCRIPT >", "<script/>", "<script async src='x'>", "<script\n/>"])
INNER = st.lists(
    st.sampled_from(["<p>", "'", '"', "<", "&", "</p>", " ", "x=1;", "</scrip", "<!", "</s", "-->"]), max_size=8
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(PIECES, max_size=8), OPENINGS, INNER, INNER, st.lists(PIECES, max_size=8))
def test_no_page_yields_the_text_of_a_script(
    before: list[str], opening: str, head: list[str], tail: list[str], after: list[str]
) -> None:
    start = "".join(before)
    if start.count("<") != start.count(">") or start.endswith("<"):
        return  # the script would stand inside of a tag that was left open, and be none
    script = "".join(head) + SECRET + "".join(tail)
    assert SECRET not in text(f"{start}{opening}{script}</script>{''.join(after)}")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("<>/!-&;#=\"' abscript[]?\n"), max_size=200))
def test_no_markup_makes_it_raise(html: str) -> None:
    reduced, is_whole = reduce_html(html, BASE)
    assert is_whole
    assert "\n\n\n" not in reduced


def test_tangled_markup_ends() -> None:
    ticks = itertools.count()
    reduced, is_whole = reduce_html("<p>start</p>" + "<b>" * 100, BASE, clock=lambda: next(ticks) / 10)
    assert (reduced, is_whole) == ("start", False)
