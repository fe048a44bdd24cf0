"""What is said about unsaved texts of every kind: the same as a load says once they are saved."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from qodev.base.assets import resource
from qodev.base.codes import Code
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services

CASES = [
    (
        "agents/a.toml",
        'name = "A"\nextends = "Anthropic Base Chat"\nmodle = "m"\n',
        {Code.KEY_UNKNOWN, Code.REQUIRED_MISSING},
    ),
    ("agents/a.toml", "name = \n", {Code.TOML_SYNTAX}),
    ("agents/a.toml", 'name = "A"\nextends = "Anthropic Bse Chat"\n', {Code.EXTENDS_UNKNOWN}),
    ("providers/p.toml", 'name = "P"\nclient_api = "ollamma"\nurl = "localhost"\n', {Code.PROVIDER_INVALID}),
    ("providers/p.toml", 'name = "P"\nclient_api = "ollama"\nurl = "http://h"\nheader = {}\n', {Code.KEY_UNKNOWN}),
    ("roles/r.md", "---\nnme: R\n---\nText\n", {Code.KEY_UNKNOWN}),
    ("roles/Bad Id.md", "Text\n", {Code.ROLE_BAD_ID}),
    ("roles/developer.md", "Text\n", {Code.ROLE_CLASH_BUNDLED}),
    ("pipelines.toml", '[pipelines]\nchat = ["Nobody"]\n', {Code.PIPELINES_UNKNOWN_AGENT}),
    ("pipelines.toml", "chat = []\n", {Code.PIPELINES_SYNTAX}),
    ("settings.toml", "text_size = 5\nlangage = 'de'\n", {Code.SETTINGS_VALUE, Code.KEY_UNKNOWN}),
    ("agent_models.json", "{", {Code.MODELS_BROKEN}),
    ("agent_models.json", '{"Nobody": "m"}', {Code.MODELS_UNKNOWN_AGENT}),
]


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns services on a home of their own, without the store."""
    made = build_services(app_paths, qodev_env)
    await made.start(with_store=False)
    yield made
    await made.stop()


@pytest.mark.parametrize(("name", "text", "codes"), CASES)
async def test_a_check_says_what_the_load_will_say(services: Services, name: str, text: str, codes: set[Code]) -> None:
    path = services.paths.config / name
    found = await services.documents.check(str(path), text)
    assert {d.code for d in found} == codes
    assert all(d.file == str(path) for d in found)
    assert not path.exists()
    path.write_text(text, "utf-8")
    await services.settings.reload()
    await services.agents.reload()
    loaded = (*services.agents.snapshot.diagnostics, *services.settings.diagnostics)
    said = {(d.code, d.span.line if d.span else 0, d.key) for d in loaded if d.file == str(path)}
    assert said == {(d.code, d.span.line if d.span else 0, d.key) for d in found}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("fine {{ ctx.prefix }}\n", None, 0),
        ("one\n{% if x %}\n", Code.TEMPLATE_SYNTAX, 2),
        ("\n\n{{ tojsn(ctx.prefix) }}", Code.TEMPLATE_UNKNOWN_FUNCTION, 3),
        ("{{ ctx.prefx }}", Code.TEMPLATE_UNKNOWN_CTX, 1),
        ("{% include 'partials/nothing.jinja' %}", Code.INCLUDE_MISSING, 1),
        ("{{ x | uper }}", Code.TEMPLATE_UNKNOWN_FILTER, 1),
    ],
)
async def test_a_partial_is_checked_where_it_stands(
    services: Services, text: str, code: Code | None, line: int
) -> None:
    path = services.paths.agents / "partials" / "mine.jinja"
    found = await services.documents.check(str(path), text)
    assert [(d.code, d.span.line if d.span else 0) for d in found] == ([(code, line)] if code else [])


async def test_bundled_documents_are_clean(services: Services) -> None:
    for path in bundled_files():
        assert await services.documents.check(str(path), path.read_text("utf-8")) == (), path


def bundled_files() -> Iterator[Path]:
    """Yields the partials, instances and some agents that ship with qodev."""
    root = resource("")
    yield from (root / "agents").rglob("*.jinja")
    yield from (root / "providers").glob("*.toml")
    yield from sorted((root / "agents").glob("*.toml"))[:5]
