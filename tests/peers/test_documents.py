"""Every TOML and template example in the documents loads and renders."""

import re
import textwrap
from pathlib import Path

import pytest

from qodev.agents.fixtures import FIXTURES
from qodev.agents.loading import CatalogSources, load_definitions
from qodev.base.assets import resource
from qodev.base.codes import Code
from qodev.base.paths import AppPaths
from tests.peers.rendering import render_prompt, render_value

_ROOT = Path(__file__).resolve().parents[2]
_PAGES = (_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md")))


def _blocks(language: str) -> list[tuple[str, str]]:
    """Returns (page and number, text) of every fenced block in a language."""
    fence = re.compile(rf"^ *```{language}\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
    pages = [(page.stem, page.read_text(encoding="utf-8")) for page in _PAGES]
    found = [(name, textwrap.dedent(block)) for name, text in pages for block in fence.findall(text)]
    return [(f"{page}-{number}", text) for number, (page, text) in enumerate(found)]


def test_files_in_the_documents_load_together_without_a_fault(app_paths: AppPaths) -> None:
    for name, text in _blocks("toml"):
        named = re.match(r"# (\S+\.toml)\n", text)  # the first line says where the file lies; an agent if it does not
        path = app_paths.config / (named[1] if named else f"agents/{name}.toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    snapshot = load_definitions(CatalogSources.of(resource("agents").parent, app_paths), 1).snapshot
    # Two examples replace a bundled instance, and say so.
    assert {d.code for d in snapshot.diagnostics} == {Code.PROVIDER_OVERRIDES_BUNDLED}
    assert {"My Mistral Chat", "House Large Chat"} <= set(snapshot.agents)


@pytest.mark.parametrize(("name", "text"), _blocks("jinja"))
def test_template_in_the_documents_renders(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "STYLE.md").write_text("Tabs.\nNo spaces.\n", encoding="utf-8")
    if "agent_role" in text:
        assert "No spaces." in render_prompt(text, tmp_path)
        return
    assert [render_value(text, fixture.ctx) for fixture in FIXTURES.values()]
