"""What the editor is told of an unsaved text: origins, fields, chain, dry run, preview (U62 to U67, S90)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.agents.render_child import RenderChild
from qodev.base.codes import Code
from qodev.base.errors import ProcessError, UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services
from qodev.types.editing import AgentAnalysis, Fixture, FormField, Provenance
from tests.unit.services.editing_kit import BASE, leaf, own, place, running, write

BROKEN = "[body]\nx = '''\n[\n  {{ tojsn(ctx.prefix) }}\n]\n'''\n"


@pytest.fixture
async def services(app_paths: AppPaths) -> AsyncIterator[Services]:
    async with running(app_paths) as made:
        yield made


async def analysed(services: Services, text: str, stem: str = "own") -> AgentAnalysis:
    return await services.editing.analyse(place(services, stem), text)


def field(analysis: AgentAnalysis, key: str) -> FormField:
    return next(one for one in analysis.fields if one.key == key)


async def test_every_leaf_names_who_wrote_it(services: Services) -> None:
    await write(services, "parent", own("Parent", 'tags = ["p"]\n'))
    found = await analysed(services, own("Own", '[body]\nseed = 1\nk = ["a"]\n', base="Parent"))
    assert (leaf(found, "body.seed").provenance, leaf(found, "body.seed").line) == (Provenance.FILE, 6)
    assert (leaf(found, "tags").provenance, leaf(found, "tags").agent) == (Provenance.PARENT, "Parent")
    assert leaf(found, "endpoint").provenance is Provenance.BASE
    assert leaf(found, "body.model").provenance is Provenance.ADDED
    assert leaf(found, "url").provenance is Provenance.SUBSTITUTED
    assert leaf(found, "body.k").is_whole_array
    assert len({one.key for one in found.leaves}) == len(found.leaves)


async def test_levels_say_what_each_level_says_the_winner_first(services: Services) -> None:
    await write(services, "parent", own("Parent", "[body.options]\nnum_ctx = 2\n"))
    found = await analysed(services, own("Own", "[body.options]\nnum_ctx = 3\n", base="Parent"))
    levels = leaf(found, "body.options.num_ctx").levels
    assert [(level.agent, level.value) for level in levels] == [("Own", 3), ("Parent", 2), (BASE, 8192)]


async def test_a_model_override_stands_above_the_file(services: Services) -> None:
    await write(services, "own", own("Own"))
    await services.agents.set_model("Own", "chosen")
    found = await analysed(services, own("Own"))
    assert (found.model.resolved, found.model.file_model, found.model.override) == ("chosen", "m", "chosen")
    model = leaf(found, "model")
    assert (model.provenance, model.value) == (Provenance.OVERRIDE, "chosen")
    assert [level.value for level in model.levels] == ["chosen", "m"]


async def test_fields_show_what_is_inherited_and_from_whom(services: Services) -> None:
    found = await analysed(services, own("Own", "colour = 1\n[match]\nfile_patterns = ['*.py']\n"))
    instance = field(found, "provider_instance")
    assert (instance.is_written, instance.inherited, instance.inherited_from) == (False, "Ollama (Native)", BASE)
    assert field(found, "match.file_patterns").value == ["*.py"]
    assert (field(found, "colour").is_known, field(found, "colour").value) == (False, 1)
    assert field(found, "model").line == 4


async def test_a_text_that_does_not_parse_says_where_and_keeps_its_name(services: Services) -> None:
    await write(services, "own", own("Own"))
    found = await analysed(services, own("Own") + "tags = [\n")
    assert not found.parses
    assert found.name == "Own"
    assert found.syntax is not None
    assert found.syntax.code is Code.TOML_SYNTAX
    assert (found.fields, found.leaves, found.is_usable) == ((), (), False)


@pytest.mark.parametrize(
    ("base", "said"),
    [("Nobody", "extends unknown agent 'Nobody'"), ("Own", "which leads back here"), ("Ring", "which leads back here")],
)
async def test_the_chain_says_where_it_breaks(services: Services, base: str, said: str) -> None:
    await write(services, "ring", own("Ring", base="Own"))
    found = await analysed(services, own("Own", base=base))
    assert said in str(found.chain[-1].problem)
    assert not found.is_usable


async def test_the_loader_says_the_same_of_the_saved_file(services: Services) -> None:
    text = own("Own", 'enable_thinkin = true\nprovider_instance = "Nowhere"\n')
    before = await analysed(services, text)
    path = await write(services, "own", text)
    loaded = {d.code for d in services.agents.snapshot.diagnostics if d.file == path}
    assert {d.code for d in before.diagnostics} == loaded == {Code.KEY_UNKNOWN, Code.PROVIDER_UNKNOWN}


async def test_nothing_of_an_unsaved_text_is_remembered(services: Services) -> None:
    path = await write(services, "own", own("Own"))
    before = services.agents.snapshot
    await services.editing.analyse(path, own("Other", "[body]\nseed = 9\n"))
    await services.editing.try_out(path, own("Own", BROKEN))
    assert services.agents.snapshot is before
    after = await services.agents.reload()
    assert after.agents["Own"].usable
    assert "Other" not in after.agents


async def test_a_dry_run_points_at_the_line_of_the_template(services: Services) -> None:
    path = await write(services, "own", own("Own"))
    (found,) = await services.editing.try_out(path, own("Own", BROKEN)) or ()
    assert (found.code, found.key, found.span.line if found.span else 0) == (
        Code.TEMPLATE_UNKNOWN_FUNCTION,
        "body.x",
        8,
    )


async def test_a_dry_run_that_was_overtaken_tells_nothing(services: Services) -> None:
    path = await write(services, "own", own("Own"))
    texts = (own("Own", BROKEN), own("Own"))
    results = await asyncio.gather(*(services.editing.try_out(path, text) for text in texts))
    assert results == [None, ()]


async def test_a_preview_is_what_the_saved_agent_would_send(services: Services) -> None:
    text = own("Own", "[body]\nseed = 7\nx = '{{ tojson(ctx.prefix) }}'\n")
    path = place(services, "own")
    before = await services.editing.preview(path, text, Fixture("full"))
    await write(services, "own", text)
    rendered = await services.requests.render_fixture("Own", "full")
    assert rendered.preview is not None
    assert (before.body, before.url, before.headers) == (
        rendered.preview.body,
        rendered.preview.url,
        rendered.preview.headers,
    )
    assert b'"seed":7' in (before.body or b"")


async def test_a_preview_that_fails_names_key_and_template_line(services: Services) -> None:
    preview = await services.editing.preview(place(services, "own"), own("Own", BROKEN), Fixture("full"))
    assert preview.body is None
    (found,) = preview.diagnostics
    assert (found.key, found.span.line if found.span else 0) == ("body.x", 8)
    assert "template line 2" in preview.problems[0]


async def test_what_stands_for_the_model_is_marked_in_the_address(services: Services) -> None:
    text = own("Own", base="Google Base Chat").replace('"m"', '"gemini-x/y"')
    preview = await services.editing.preview(place(services, "own"), text, Fixture("full"))
    ((start, end),) = preview.substituted
    assert preview.url[start:end] == "gemini-x/y"
    assert "…" in preview.url
    assert preview.target.endswith("alt=sse")


async def test_sections_share_the_estimate_and_prompts_name_what_was_put_in(services: Services) -> None:
    preview = await services.editing.preview(place(services, "own"), own("Own"), Fixture("full"), role_id="reviewer")
    assert sum(section.share for section in preview.sections) == pytest.approx(1)
    assert preview.sections[0].key == "system"
    parts = [(part.source, part.detail) for part in preview.prompt_parts if part.source]
    assert parts == [("agent_role", "reviewer")]
    assert "".join(part.text for part in preview.prompt_parts) == preview.system_prompt


async def test_a_refused_read_is_named(services: Services, tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    text = own("Own", f"system_prompt = \"{{{{ read_file('{outside.as_posix()}') }}}}\"\n")
    preview = await services.editing.preview(place(services, "own"), text, Fixture("full"))
    assert preview.body is None
    assert "read_file" in preview.problems[0]
    assert outside.name in preview.problems[0]


class DeadChild(RenderChild):
    """Cannot be started."""

    async def check(self, specs, sources_of, inputs):  # type: ignore[no-untyped-def]
        raise ProcessError("no child")


async def test_unseen_templates_are_rendered_in_the_child_alone(services: Services) -> None:
    services._catalog._gate._child = DeadChild({}, services.paths.cache)  # the only door to the child
    path = await write(services, "own", own("Own"))
    preview = await services.editing.preview(path, own("Own", "[body]\nx = '{{ tojson(1) }}'\n"), Fixture("full"))
    assert preview.body is None
    assert [d.code for d in preview.diagnostics] == [Code.DRYRUN_UNCHECKED]
    plain = await services.editing.preview(path, own("Own", "[body]\nseed = 1\n"), Fixture("full"))
    assert plain.body is not None, "a text with no template that is new needs no child"


class CountedChild(RenderChild):
    """Counts how often it is started."""

    runs = 0

    async def check(self, specs, sources_of, inputs):  # type: ignore[no-untyped-def]
        self.runs += 1
        return await super().check(specs, sources_of, inputs)


async def test_one_child_answers_all_who_ask_about_one_text(services: Services) -> None:
    child = CountedChild({}, services.paths.cache)
    services._catalog._gate._child = child
    path, text = await write(services, "own", own("Own")), own("Own", "[body]\nx = '{{ tojson(2) }}'\n")
    started = child.runs
    found, preview = await asyncio.gather(
        services.editing.try_out(path, text), services.editing.preview(path, text, Fixture("full"))
    )
    assert (found, preview.body is not None, child.runs - started) == ((), True, 1)
    again = await services.editing.preview(path, text.replace("seed", "sead"), Fixture("fim"))
    assert (again.body is not None, child.runs - started) == (True, 1)


async def test_keys_are_set_and_removed_in_the_text_alone(services: Services) -> None:
    text = own("Own", "# mine\n[body]\nseed = 1 # keep\n")
    changed = services.editing.set_key(text, "body.seed", 2)
    assert changed == text.replace("seed = 1", "seed = 2")
    assert "seed" not in services.editing.remove_key(text, "body.seed")
    assert "sead = 1 # keep" in services.editing.rename_key(text, "body.seed", "sead")
    with pytest.raises(UserFacingError):
        services.editing.set_key("a = [", "b", 1)


COMPLETIONS = [  # text before the cursor, kind, one that is offered
    ("ext", "key", "extends"),
    ('extends = "Olla', "agent", BASE),
    ('provider_instance = "Cl', "instance", "Claude"),
    ('cache_ttl = "', "value", "1h"),
    ("[match]\nfile", "key", "file_patterns"),
    ("[ma", "key", "match"),
    ("[body]\nx = '''{{ toj", "function", "tojson"),
    ("[body]\nx = '''{{ ctx.pre", "field", "prefix"),
    ("[body]\nx = '''{% include \"part", "partial", "partials/ollama_messages.jinja"),
    ("system_prompt = '''{{ read", "function", "read_file"),
    ("system_prompt = '''{{ agent_role('rev", "role", "reviewer"),
]


@pytest.mark.parametrize(("before", "kind", "offered"), COMPLETIONS)
def test_completions_fit_the_place(services: Services, before: str, kind: str, offered: str) -> None:
    lines = before.split("\n")
    found = services.editing.completions(place(services, "own"), before, len(lines), len(lines[-1]) + 1)
    assert (kind, offered) in [(one.kind, one.text) for one in found]
    assert {one.kind for one in found} == {kind}


def test_prompt_functions_are_offered_in_prompts_alone(services: Services) -> None:
    text = "[body]\nx = '''{{ read"
    assert services.editing.completions(place(services, "own"), text, 2, len("x = '''{{ read") + 1) == ()
