"""Quick fixes: applying one makes its finding go away and leaves every other byte."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qodev.agents.table_fixes import TABLE_FIXES
from qodev.agents.template_fixes import TEMPLATE_FIXES, wrap_values
from qodev.base.codes import Code
from qodev.base.diagnostics import Fix, SourceSpan, TextEdit
from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services

HEAD = 'name = "A"  # mine\nextends = "Ollama Base Chat"\nmodel = "m"\n'

AGENTS = [  # code, text before, title, what is replaced, by what
    (
        Code.KEY_UNKNOWN,
        f"{HEAD}enable_thinkin = true # so\n",
        "Rename to `enable_thinking`",
        "enable_thinkin ",
        "enable_thinking ",
    ),
    (
        Code.KEY_UNKNOWN,
        f"{HEAD}[match]\nfile_pattern = []\n",
        "Rename to `file_patterns`",
        "file_pattern ",
        "file_patterns ",
    ),
    (Code.KEY_TYPE, f'{HEAD}enable_tools = "true" # so\n', "Write `true`", '"true"', "true"),
    (Code.KEY_TYPE, f'{HEAD}hidden = "False"\n', "Write `false`", '"False"', "false"),
    (Code.KEY_TYPE, f'{HEAD}tags = "x"\n', "Write it as an array", '"x"', '["x"]'),
    (Code.KEY_TYPE, f'{HEAD}tags = ["x", 5]\n', "Put all members in quotes", "5]", '"5"]'),
    (Code.KEY_TYPE, f"{HEAD}description = 1.50\n", "Put it in quotes", "1.50", '"1.50"'),
    (Code.KEY_TYPE, f'schema_version = "1"\n{HEAD}', "Write `1`", '"1"', "1"),
    (Code.KEY_VALUE, f'{HEAD}cache_breakpoints = ["sytem", "tools"]\n', "Write `system`", "sytem", "system"),
    (Code.NAME_INVALID, HEAD.replace('"A"', '"A\\tB"'), "Name it `A B`", '"A\\tB"', '"A B"'),
    (
        Code.NAME_INVALID,
        'extends = "Ollama Base Chat"\nmodel = "m"\n',
        "Name it `My file`",
        'Chat"\n',
        'Chat"\nname = "My file"\n',
    ),
    (Code.EXTENDS_UNKNOWN, HEAD.replace("Base Chat", "Base Chta"), "Replace by `Ollama Base Chat`", "Chta", "Chat"),
    (
        Code.EXTENDS_ALIAS,
        HEAD.replace("Ollama Base Chat", "Claude Base Chat"),
        "Replace by `Anthropic Base Chat`",
        "Claude Base",
        "Anthropic Base",
    ),
    (
        Code.PROVIDER_UNKNOWN,
        f'{HEAD}provider_instance = "Olama (Native)"\n',
        "Replace by `Ollama (Native)`",
        "Olama",
        "Ollama",
    ),
    (
        Code.PROVIDER_CASE,
        f'{HEAD}provider_instance = "ollama (native)"\n',
        "Replace by `Ollama (Native)`",
        "ollama (native)",
        "Ollama (Native)",
    ),
    (
        Code.BODY_BAD_VALUE,
        f"{HEAD}[body]\nsince = 2024-01-02 # day\n",
        "Write it as text",
        "2024-01-02",
        '"2024-01-02"',
    ),
    (
        Code.MATCH_GLOB_LITERAL,
        f'{HEAD}[match]\npath_patterns = ["src\\\\*"]\n',
        "Write plain patterns",
        '"src\\\\*"',
        '"src/*"',
    ),
    (
        Code.MATCH_GLOB_LITERAL,
        f'{HEAD}[match]\nfile_patterns = ["*.{{c,h}}"]\n',
        "Write plain patterns",
        '"*.{c,h}"',
        '"*.c", "*.h"',
    ),
]


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns services on a home of their own, without the store."""
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


async def mend(services: Services, path: str, text: str, code: Code) -> tuple[Fix, str]:
    """Returns the fix of the first finding of a kind, and the text after it; the finding is gone then."""
    found = await services.documents.check(path, text)
    first = next(d for d in found if d.code is code)
    assert first.fix is not None, first
    after = services.documents.apply_fix(text, first.fix)
    left = await services.documents.check(path, after)
    assert not [d for d in left if (d.code, d.key, d.subject) == (first.code, first.key, first.subject)]
    others = {(d.code, d.message) for d in found if d is not first}
    assert {(d.code, d.message) for d in left} <= others
    return first.fix, after


@pytest.mark.parametrize(("code", "text", "title", "before", "put"), AGENTS)
async def test_an_agent_is_mended(services: Services, code: Code, text: str, title: str, before: str, put: str) -> None:
    path = str(services.paths.agents / "my_file.toml")
    fix, after = await mend(services, path, text, code)
    assert fix.title == title
    assert after == text.replace(before, put, 1)
    text_with_ends = "\ufeff" + text.replace("\n", "\r\n")
    expected = "\ufeff" + after.replace("\n", "\r\n")
    assert services.documents.apply_fix(text_with_ends, fix) == expected


async def test_missing_keys_are_added_one_by_one(services: Services) -> None:
    path = str(services.paths.agents / "a.toml")
    text = 'name = "A"\n# more\n'
    for _ in range(4):
        _, text = await mend(services, path, text, Code.REQUIRED_MISSING)
    assert "# more\n" in text
    assert await services.documents.check(path, text) == ()


async def test_a_literal_model_moves_up(services: Services) -> None:
    path = str(services.paths.agents / "a.toml")
    _, after = await mend(services, path, f'{HEAD}[body]\nmodel = "x" # gone\nstream = true\n', Code.BODY_MODEL_LITERAL)
    assert after == HEAD.replace('"m"', '"x"') + "[body]\nstream = true\n"


@pytest.mark.parametrize(
    ("name", "code", "text", "before", "put"),
    [
        (
            "providers/p.toml",
            Code.KEY_UNKNOWN,
            'name="P"\nclient_api="ollama"\nurl="http://h"\nheader={}\n',
            "header",
            "headers",
        ),
        (
            "providers/p.toml",
            Code.KEY_TYPE,
            'name="P"\nclient_api="ollama"\nurl="http://h"\n[timeouts]\nidle_s="7"\n',
            '"7"',
            "7",
        ),
        (
            "providers/p.toml",
            Code.KEY_TYPE,
            'name="P"\nclient_api="ollama"\nurl="http://h"\nverify_tls="no"\n',
            "",
            None,
        ),
        (
            "providers/p.toml",
            Code.PROVIDER_INVALID,
            'name="P"\nclient_api="ollamaa"\nurl="http://h"\n',
            "ollamaa",
            "ollama",
        ),
        ("providers/p.toml", Code.PROVIDER_INVALID, 'name="P"\nclient_api="ollama"\nurl="h:1"\n', "h:1", "http://h:1"),
        ("roles/r.md", Code.KEY_UNKNOWN, "---\n# c\ndescripton: x\n---\nText\n", "descripton", "description"),
        ("pipelines.toml", Code.KEY_UNKNOWN, "[pipelines]\ncode_completions = []\n", "completions", "completion"),
        (
            "pipelines.toml",
            Code.PIPELINES_UNKNOWN_AGENT,
            '[pipelines]\nchat = [\n  "Claude Sonet 4.6 Chat", # first\n]\n',
            "Sonet",
            "Sonnet",
        ),
        (
            "pipelines.toml",
            Code.PIPELINES_DUPLICATE,
            '[pipelines]\nchat = ["Mistral Chat", "Mistral Chat"]\n',
            ', "Mistral Chat"',
            "",
        ),
        ("settings.toml", Code.SETTINGS_VALUE, 'text_size = "90" # so\n', '"90"', "90"),
        ("settings.toml", Code.SETTINGS_VALUE, 'show_thinking = "False"\n', '"False"', "false"),
        ("settings.toml", Code.SETTINGS_VALUE, "appearance = 'drak'\n", "drak", "dark"),
        ("settings.toml", Code.SETTINGS_VALUE, "text_size = 9000\n", "", None),
        ("settings.toml", Code.KEY_UNKNOWN, "text_siz = 90\n", "text_siz", "text_size"),
        ("agents/partials/p.jinja", Code.TEMPLATE_UNKNOWN_FUNCTION, "tojsn {{ tojsn(x) }}", "{{ tojsn", "{{ tojson"),
        ("agents/partials/p.jinja", Code.TEMPLATE_UNKNOWN_FILTER, "{{ x | uper }}", "uper", "upper"),
        ("agents/partials/p.jinja", Code.TEMPLATE_UNKNOWN_CTX, "{{ ctx.prefx }}", "prefx", "prefix"),
        ("agents/partials/p.jinja", Code.TEMPLATE_UNKNOWN_CTX, "{{ ctx['prefx'] }}", "prefx", "prefix"),
        (
            "agents/partials/p.jinja",
            Code.TEMPLATE_AMBIGUOUS_INDEX,
            "{% for x in y %}{{ loop.index }} loop.index{% endfor %}",
            "{{ loop.index",
            "{{ loop.index1",
        ),
        (
            "agents/partials/p.jinja",
            Code.INCLUDE_MISSING,
            "{% include 'partials/openai_mesages.jinja' %}",
            "mesages",
            "messages",
        ),
    ],
)
async def test_other_documents_are_mended(
    services: Services, name: str, code: Code, text: str, before: str, put: str | None
) -> None:
    path = str(services.paths.config / name)
    if put is None:
        (found,) = [d for d in await services.documents.check(path, text) if d.code is code]
        assert found.fix is None
    else:
        _, after = await mend(services, path, text, code)
        assert after == text.replace(before, put, 1)


@pytest.mark.parametrize(
    ("key", "written", "code", "mended"),
    [
        ("prompt", "'{{ tojsn(ctx.prefix) }}'", Code.TEMPLATE_UNKNOWN_FUNCTION, "'{{ tojson(ctx.prefix) }}'"),
        ("prompt", "'{{ ctx.prefix | tojsonn }}'", Code.TEMPLATE_UNKNOWN_FILTER, "'{{ ctx.prefix | tojson }}'"),
        ("prompt", "'{{ tojson(ctx.prefx) }}'", Code.TEMPLATE_UNDEFINED, "'{{ tojson(ctx.prefix) }}'"),
        ("prompt", "'''\"{{ ctx.prefix }}\"'''", Code.BODY_INVALID_JSON, "'''\n{{ tojson(ctx.prefix) }}'''"),
        ("prompt", "'{{ ctx.prefix }}'", Code.BODY_INVALID_JSON, "'{{ tojson(ctx.prefix) }}'"),
        ("prompt", '"[\\"{{ ctx.prefix }}\\"]"', Code.BODY_INVALID_JSON, '"[{{ tojson(ctx.prefix) }}]"'),
        ("messages", "'[ {% include \"partials/ollama_mesages.jinja\" %} ]'", Code.INCLUDE_MISSING, None),
    ],
)
async def test_templates_are_mended_after_a_load(
    services: Services, key: str, written: str, code: Code, mended: str | None
) -> None:
    path = services.paths.agents / "a.toml"
    text = f"{HEAD}[body]\n{key} = {written} # so\n"
    path.write_text(text, "utf-8")
    await services.agents.reload()
    (found,) = [d for d in services.agents.snapshot.diagnostics if d.code is code]
    assert found.fix is not None
    after = services.documents.apply_fix(text, found.fix)
    assert after == (text.replace(written, mended) if mended else text.replace("mesages", "messages"))
    path.write_text(after, "utf-8")
    await services.agents.reload()
    assert [d for d in services.agents.snapshot.diagnostics if d.file == str(path)] == []


async def test_what_a_dry_run_of_unsaved_text_finds_is_mended(services: Services) -> None:
    path = str(services.paths.agents / "a.toml")
    text = f"{HEAD}[body]\nprompt = '{{{{ tojson(ctx.prefx) }}}}'\n"
    await services.agents.reload()
    found = await services.editing.try_out(path, text)
    assert found is not None
    (one,) = found
    assert one.fix is not None
    after = services.documents.apply_fix(text, one.fix)
    assert after == text.replace("prefx", "prefix")
    assert await services.editing.try_out(path, after) == ()


async def test_a_pasted_url_is_split(services: Services) -> None:
    path = services.paths.providers / "p.toml"
    text = 'name = "P"\nclient_api = "openai_chat"\nurl = "http://h/v1/chat/completions" # pasted\n'
    agent = HEAD.replace("Ollama Base Chat", "OpenAI Base Chat") + 'provider_instance = "P"\n'
    (services.paths.agents / "a.toml").write_text(agent, "utf-8")
    await services.agents.reload()
    _, after = await mend(services, str(path), text, Code.URL_FULL_PASTED)
    assert after == text.replace("/chat/completions", "")


async def test_findings_of_files_that_cannot_be_edited_have_no_fix(services: Services, app_paths: AppPaths) -> None:
    found = await services.documents.check(str(app_paths.agents / "a.toml"), f"schema_version = 9\n{HEAD}")
    assert [(d.code, d.fix) for d in found] == [(Code.SCHEMA_TOO_NEW, None)]


async def test_a_fix_for_another_text_is_refused(services: Services) -> None:
    fix = Fix("Rename", (TextEdit(SourceSpan("a.toml", 1, 1, 1, 3), "xy", "ab"),))
    assert services.documents.apply_fix("ab = 1", fix) == "xy = 1"
    with pytest.raises(UserFacingError, match="has changed"):
        services.documents.apply_fix("ac = 1", fix)


@pytest.mark.parametrize(
    ("template", "wrapped"),
    [
        ('{"a": "{{ ctx.prefix }}"}', '{"a": {{ tojson(ctx.prefix) }}}'),
        ('["Say {{ x }}!\\n"]', '[{{ tojson("Say " ~ x ~ "!\\n") }}]'),
        ('"{{ tojson(x) }}"', "{{ tojson(x) }}"),
        ('"{{ a | upper }}"', "{{ tojson(a | upper) }}"),
        ('{{ tojson(x) }} "plain \\" {"', None),
        ('"{% if x %}{{ x }}{% endif %}"', None),
        ("{% for m in ctx.history %}{{ tojson(m) }},{% endfor %}", None),
        ("{{ x }}", "{{ tojson(x) }}"),
    ],
)
def test_values_are_wrapped(template: str, wrapped: str | None) -> None:
    assert wrap_values(template) == wrapped


def test_the_documents_name_every_code_with_a_repair() -> None:
    text = (Path(__file__).parents[3] / "docs" / "diagnostics.md").read_text("utf-8")
    named = re.search(r"repaired with one click[^:]*:(.*?)\.\n\n", text, re.DOTALL)
    assert named is not None
    assert set(re.findall(r"`([^`]+)`", named[1])) == {
        code.value for code in (*TABLE_FIXES, *TEMPLATE_FIXES, Code.SETTINGS_VALUE)
    }
