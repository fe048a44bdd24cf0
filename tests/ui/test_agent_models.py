"""Values behind the agent editor: text kept byte for byte, colours, rows, marks, keys by line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix, Severity, SourceSpan, TextEdit
from qodev.base.errors import UserFacingError
from qodev.types.agents import Layer
from qodev.types.editing import EffectiveLeaf, LeafLevel, Provenance
from qodev.ui.models.agent_body import BodyModel, BodyType, build_body, type_of
from qodev.ui.models.agent_editor_state import key_at, problems_of, still_valid
from qodev.ui.models.agent_form_state import FormState
from qodev.ui.models.agent_origins import origin_mark, why_state
from qodev.ui.models.agent_rows import AgentFilter, build_entries, tag_counts, visible_rows
from qodev.ui.models.text_bridge import carry_over, changed_range, main_line_end, shown_text
from qodev.ui.models.text_marks import TextMark, mark_at, worst_by_line
from qodev.ui.models.toml_colors import LineState, color_line
from qodev.ui.presenters.agent_edits import EditQueue
from tests.fakes.services import make_agent, make_snapshot

TEXTS = st.text(alphabet="ab\r\n\u2029\u00a0", max_size=30)
PATH = "/agents/mine.toml"


@given(TEXTS, st.text(alphabet="ab\n", max_size=8), st.integers(0, 30), st.integers(0, 10), st.booleans())
def test_edit_is_carried_over_and_the_rest_keeps_its_bytes(source, added, at, cut, has_mark):
    source = ("\ufeff" if has_mark else "") + source
    shown = shown_text(source)
    after = shown[: min(at, len(shown))] + added + shown[min(at, len(shown)) + cut :]
    carried = carry_over(source, shown, after)
    assert shown_text(carried) == after
    assert carried.startswith("\ufeff") == has_mark
    if after == shown:
        assert carried == source


@given(TEXTS, TEXTS)
def test_changed_range_leaves_what_is_the_same_on_both_sides(before, after):
    start, end, end_after = changed_range(before, after)
    assert before[:start] == after[:start]
    assert before[end:] == after[end_after:]
    assert start <= end
    assert start <= end_after


def test_new_line_of_a_windows_file_ends_as_its_others_do():
    source = "a = 1\r\nb = 2\r\n"
    assert main_line_end(source) == "\r\n"
    assert carry_over(source, shown_text(source), "a = 1\nx = 3\nb = 2\n") == "a = 1\r\nx = 3\r\nb = 2\r\n"


def test_line_ends_that_are_mixed_stay_as_they_are_where_nothing_was_typed():
    source = "\ufeffa\r\nb\nc\r\nd\n"
    assert carry_over(source, shown_text(source), "a\nb\nx\nd\n") == "\ufeffa\r\nb\nx\r\nd\n"
    assert carry_over(source, shown_text(source), "a\nb\nc\n") == "\ufeffa\r\nb\nc\r\n"


def _inks(text):
    state, found = 0, []
    for line in text.split("\n"):
        inks, state = color_line(line, int(state))
        found += [(line[ink.start : ink.start + ink.length], ink.role) for ink in inks]
    return found


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("# note", ("# note", "muted")),
        ("[body]", ("[body]", "accent")),
        ("[[a.b]] # x", ("[[a.b]]", "accent")),
        ('name = "x"', ("name ", "info")),
        ('name = "x"', ('"x"', "allow")),
        ('name = "a {{ b }} c"', ("{{ b }}", "accent")),
        ("n = 1.5", ("1.5", "ask")),
        ("flag = true", ("true", "ask")),
        ('a = """\n{% if x\n %}y"""', (" %}", "accent")),
        ("a = '''\n{# no\nte #} x'''", ("te #}", "muted")),
        ("t = { type = 1 }", ("type", "info")),
        ('a = "unclosed', ('"unclosed', "allow")),
    ],
)
def test_toml_with_templates_is_coloured(text, piece):
    assert piece in _inks(text)


@given(st.text(alphabet="a=\"'{}%#[] \n", max_size=60))
def test_colours_never_leave_their_line(text):
    state = 0
    for line in text.split("\n"):
        inks, state = color_line(line, int(state))
        assert all(ink.start >= 0 and ink.start + ink.length <= len(line) for ink in inks)
    assert isinstance(state, LineState)


def _finding(line, message="m", severity=Severity.WARNING, **more):
    return Diagnostic(Code.KEY_UNKNOWN, severity, message, span=SourceSpan(PATH, line, 1), **more)


def test_findings_above_a_fault_stay_and_those_below_go():
    before = "a = 1\nb = 2\nc = 3\nd = 4\n"
    after = before.replace("c = 3", 'c = "3')
    far = Fix("far", (TextEdit(SourceSpan(PATH, 4, 1), "x"),))
    found = (_finding(1), _finding(2, fix=far), _finding(3), _finding(4))
    assert still_valid(found, before, after, PATH) == (found[0],)


def test_worst_finding_of_a_line_decides_its_icon():
    marks = (
        TextMark(3, 1, 3, 2, "info", "i"),
        TextMark(3, 5, 3, 9, "error", "e"),
        TextMark(4, 1, 4, 1, "warning", "w"),
    )
    assert worst_by_line(marks) == {3: "error", 4: "warning"}
    assert mark_at(marks, 3, 6).text == "e"
    assert mark_at(marks, 9, 1) is None


def test_same_finding_is_one_row():
    assert len(problems_of((_finding(1), _finding(1)), PATH)) == 1


def _leaf(key, value, line, levels=(), provenance=Provenance.FILE, path=PATH):
    here = LeafLevel("Mine", Layer.USER, path, line, value)
    return EffectiveLeaf(key, value, provenance, "Mine", path, line, 1, isinstance(value, list), levels=(here, *levels))


def test_line_of_the_text_belongs_to_the_key_above_it():
    form = FormState(lines={"name": 3, "tags": 5})
    leaves = (_leaf("body.max_tokens", 1, 9), _leaf("body.messages", "x", 10))
    assert key_at(form, leaves, PATH, 1) == ""
    assert key_at(form, leaves, PATH, 4) == "name"
    assert key_at(form, leaves, PATH, 9) == "body.max_tokens"
    assert key_at(form, leaves, PATH, 14) == "body.messages"


def test_every_origin_has_a_letter_a_bar_and_words():
    marks = [origin_mark(_leaf("k", 1, 2, provenance=provenance)) for provenance in Provenance]
    assert [mark.letter for mark in marks] == list("BPFOSQ")
    assert len({mark.role for mark in marks}) == 6
    assert all(mark.tip for mark in marks)


def test_array_that_replaces_another_reads_replaced_whole():
    parent = LeafLevel("Base", Layer.BUNDLED, "/b.toml", 4, ["a"])
    assert origin_mark(_leaf("tags", ["b"], 2, (parent,))).is_whole
    assert "replaced whole" in origin_mark(_leaf("tags", ["b"], 2, (parent,))).tip
    assert not origin_mark(_leaf("tags", ["b"], 2)).is_whole


def test_key_of_a_parent_cannot_be_reset_here():
    leaf = _leaf("model", "m", 4, provenance=Provenance.BASE, path="/b.toml")
    assert why_state(leaf, "model", path=PATH, read_only="").reset_reason == "This file does not write it."
    own = why_state(_leaf("model", "m", 4), "model", path=PATH, read_only="Bundled.")
    assert own.reset_reason == "Bundled."


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("x", BodyType.TEXT),
        ("{{ x }}", BodyType.TEMPLATE),
        ("{# x #}", BodyType.TEXT),
        (1, BodyType.NUMBER),
        (True, BodyType.SWITCH),
        ({}, BodyType.TABLE),
        ([1], BodyType.ARRAY),
    ],
)
def test_type_of_a_value(value, kind):
    assert type_of(value) is kind


def test_body_that_changes_values_alone_is_not_built_anew(qtmodeltester):
    model = BodyModel()
    assert model.set_root(build_body((_leaf("body.a.b", 1, 3), _leaf("body.c", "x", 4)), PATH))
    qtmodeltester.check(model)
    assert not model.set_root(build_body((_leaf("body.a.b", 2, 3), _leaf("body.c", "x", 4)), PATH))
    assert model.find(("body", "a", "b")).value == 2
    assert model.set_root(build_body((_leaf("body.c", "x", 4),), PATH))
    qtmodeltester.check(model)


def test_checking_and_older_versions_are_pills():
    agents = {"A": make_agent("A"), "B": make_agent("B", stale=True)}
    entries = build_entries(make_snapshot(agents=agents, checking=frozenset(("A",))), ())
    words = {entry.row.title: [pill.text for pill in entry.row.pills] for entry in entries}
    assert "checking…" in words["A"]
    assert "older version in use" in words["B"]


def test_chosen_tag_without_agents_stays_to_be_unchosen():
    entries = build_entries(make_snapshot(), ())
    wanted = AgentFilter(tags=frozenset(("gone",)))
    assert visible_rows(entries, wanted) == ()
    assert next(tag for tag in tag_counts(entries, wanted) if tag.tag == "gone").is_on


def test_filter_folds_case_and_wants_every_word():
    entries = build_entries(make_snapshot(agents={"Straße": make_agent("Straße")}), ())
    assert visible_rows(entries, replace(AgentFilter(), text="STRASSE chat"))
    assert not visible_rows(entries, replace(AgentFilter(), text="strasse nothing"))


class _SlowPool:
    """Makes an edit, and lets a test change the text before the edit is taken."""

    def __init__(self, meanwhile):
        self.meanwhile = meanwhile

    async def run(self, call, *args):
        made = call(*args)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return made


class _Text:
    def __init__(self, text):
        self.path, self.text, self.keys = "a", text, []

    def current(self):
        return self.path, self.text

    def take(self, text, key):
        self.text = text
        self.keys.append(key)


async def test_edit_is_made_again_when_the_text_changed_meanwhile():
    text = _Text("one")

    def typed():
        text.text = "one typed"

    queue = EditQueue(_SlowPool([typed]), text.current, text.take)
    assert queue.add("k", lambda before: f"{before} edited")
    await queue.run()
    assert text.text == "one typed edited"
    assert text.keys == ["k"]


async def test_newest_of_the_edits_of_one_key_is_made_alone():
    text = _Text("x")
    queue = EditQueue(_SlowPool([]), text.current, text.take)
    queue.add("k", lambda before: before + "1")
    queue.add("k", lambda before: before + "12")
    queue.add("", lambda before: before + "!")
    queue.add("", lambda before: before + "?")
    await queue.run()
    assert text.text == "x12!?"


async def test_edit_for_a_document_that_is_no_longer_in_front_is_dropped():
    text = _Text("x")

    def leave():
        text.path = "b"
        queue.clear()

    queue = EditQueue(_SlowPool([leave]), text.current, text.take)
    queue.add("k", lambda before: before + "1")
    await queue.run()
    assert text.text == "x"


async def test_text_that_cannot_be_edited_gives_up_what_waits():
    text = _Text("x")
    queue = EditQueue(_SlowPool([]), text.current, text.take)

    def refuse(_before):
        raise UserFacingError("The text does not parse.")

    queue.add("a", refuse)
    queue.add("b", lambda before: before + "1")
    with pytest.raises(UserFacingError):
        await queue.run()
    assert text.text == "x"
    assert queue.add("c", lambda before: before + "2")
    await queue.run()
    assert text.text == "x2"
