"""Laws of profiles over generated inputs: what is written reads back, and no bytes make a loader raise (P243)."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.base.text import BLANKS
from qodev.profiles.codev import parse_profile
from qodev.profiles.documents import check_document, renamed
from qodev.profiles.fields import is_tool_pattern, path_pattern_fault
from qodev.profiles.names import name_fault
from qodev.profiles.opencode import parse_opencode
from qodev.profiles.texts import SIZE_LIMIT_BYTES
from qodev.profiles.writing import render_profile, without_places
from qodev.types.permissions import Effect
from qodev.types.profiles import (
    CommandRule,
    PathPattern,
    PathScope,
    Profile,
    ProfileFormat,
    ProfileScope,
    ToolRule,
    profile_key,
)
from tests.laws import SOME, law

EFFECTS = st.sampled_from([Effect.ALLOW, Effect.ASK, Effect.DENY])
LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"])
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=40)
NAMES = st.text(LETTERS, min_size=1, max_size=20).filter(lambda name: name_fault(name) is None)
DESCRIPTIONS = LINES.filter(lambda text: bool(text.strip(BLANKS)))
TOOL_PATTERNS = st.from_regex(r"[A-Za-z*?][A-Za-z0-9_*?-]{0,12}", fullmatch=True) | st.just("mcp:*")
COMMAND_PATTERNS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=","), min_size=1, max_size=20
).map(lambda text: " ".join(part for part in _blank_parts(text)))
PATHS = st.text("ab*?./ é-_'\"", min_size=1, max_size=12).filter(
    lambda text: path_pattern_fault(text) is None and text.strip(BLANKS) == text
)
BODIES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1, max_size=60).map(
    lambda text: text.strip(BLANKS)
)


def _blank_parts(text: str) -> list[str]:
    return [part for part in "".join(" " if char in BLANKS else char for char in text).split(" ") if part]


def _unique(key: Callable[[str], str]) -> Callable[[tuple[str, Effect]], str]:
    return lambda pair: key(pair[0])


def tool_rules() -> st.SearchStrategy[tuple[ToolRule, ...]]:
    pairs = st.lists(st.tuples(TOOL_PATTERNS, EFFECTS), max_size=12, unique_by=_unique(str.casefold))
    return pairs.map(lambda found: tuple(ToolRule(pattern, effect) for pattern, effect in found))


def command_rules() -> st.SearchStrategy[tuple[CommandRule, ...]]:
    pairs = st.lists(
        st.tuples(COMMAND_PATTERNS.filter(bool), EFFECTS), max_size=8, unique_by=_unique(lambda text: text)
    )
    return pairs.map(lambda found: tuple(CommandRule(pattern, effect) for pattern, effect in found))


def path_list() -> st.SearchStrategy[tuple[PathPattern, ...] | None]:
    lists = st.lists(PATHS, min_size=1, max_size=5, unique_by=str.casefold)
    return st.none() | lists.map(lambda found: tuple(PathPattern(text) for text in found))


PROFILES = st.builds(
    Profile,
    name=NAMES,
    description=DESCRIPTIONS,
    instructions=BODIES.filter(bool),
    default_permission=EFFECTS,
    scope=st.just(ProfileScope.USER),
    format=st.just(ProfileFormat.CODEV),
    model=st.none() | LINES.map(lambda text: text.strip(BLANKS)).filter(lambda text: bool(text) and text.isprintable()),
    temperature=st.none() | st.floats(0, 2),
    max_steps=st.none() | st.integers(1, 8),
    tool_rules=tool_rules(),
    command_rules=command_rules(),
    edit_scope=st.builds(PathScope, path_list(), path_list()),
)


def read(content: bytes) -> Profile:
    parsed = parse_profile(content, "r.md", "r.md", ProfileScope.USER)
    assert parsed.value is not None, (content, parsed.diagnostics)
    return parsed.value


@law()
def test_a_written_profile_reads_back_as_it_was(how: settings) -> None:
    @how
    @given(PROFILES)
    def holds(profile: Profile) -> None:
        assert without_places(read(render_profile(profile).encode())) == profile

    holds()


@law()
def test_what_was_read_is_written_and_read_the_same(how: settings) -> None:
    """The other way round: any text that is a profile at all."""

    @how
    @given(st.lists(FRONT_LINES, max_size=7))
    def holds(lines: list[str]) -> None:
        text = "\n".join(("---", "name: R", "description: D.", *lines, "---", "Work."))
        parsed = parse_profile(text.encode(), "r.md", "r.md", ProfileScope.USER)
        if parsed.value is not None:
            assert without_places(read(render_profile(parsed.value).encode())) == without_places(parsed.value)

    holds()


FRONT_LINES = st.one_of(
    st.builds(
        "{}: {}".format,
        st.sampled_from(["tools", "commands", "edit_paths", "deny_edit_paths", "model", "max_steps", "'tools'"]),
        st.text("ab*?=,:'\"/ \t.-_8allowdenysk", max_size=20),
    ),
    st.sampled_from(["", "# note", 'commands: "a b"=deny', "tools: ''", "commands: 'x=ask, y=deny'"]),
)


@law()
def test_a_renamed_profile_differs_in_its_name_alone(how: settings) -> None:
    @how
    @given(PROFILES, NAMES)
    def holds(profile: Profile, name: str) -> None:
        before = read(render_profile(profile).encode())
        after = read(renamed(before.source, name).encode())
        assert after.name == name
        assert without_places(after).edit_scope == without_places(before).edit_scope
        assert (after.tool_rules, after.instructions) == (before.tool_rules, before.instructions)

    holds()


@law()
def test_no_bytes_make_a_loader_raise(how: settings) -> None:
    bytes_of = st.binary(max_size=40_000) | st.text(max_size=2_000).map(
        lambda text: f"---\n{text}\n---\nB".encode("utf-8", "replace")
    )

    @how
    @given(bytes_of)
    def holds(content: bytes) -> None:
        native = parse_profile(content, "r.md", "r.md", ProfileScope.USER)
        imported = parse_opencode(content, "r.md", "r.md", ProfileScope.USER_OPENCODE)
        for parsed in (native, imported):
            assert (parsed.value is None) is any(d.severity.value == "error" for d in parsed.diagnostics)
        if len(content) > SIZE_LIMIT_BYTES:
            assert native.value is None

    holds()


@SOME
@given(st.text(max_size=200))
def test_no_text_makes_the_check_of_a_document_raise(text: str) -> None:
    check_document(text, "r.md", "r.md", {})
    check_document(f"---\n{text}\n---\nB", "r.md", "r.md", {})


@given(st.text(max_size=20))
def test_names_are_equal_when_their_keys_are(name: str) -> None:
    key = profile_key(name)
    assert profile_key(key) == key
    assert profile_key(name.swapcase()) == profile_key(name.swapcase().casefold())


@given(st.text(max_size=8))
def test_a_tool_pattern_holds_no_character_that_a_list_uses(pattern: str) -> None:
    if is_tool_pattern(pattern):
        assert not set(pattern) & set(",= \t\r\n")
