"""Scene 20 and what belongs to it: four rosters with the routing walk, the picker, a folder's table, and roles."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from qodev.types.agents import AgentSpec, Layer, MatchRule, Pipeline
from qodev.types.routing import FileRoute, RoleOffer
from qodev.ui.models.role_rows import OfferState
from tests.fakes.pages import add_roles, add_rosters
from tests.fakes.services import make_agent

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_ROSTERS = """[pipelines]
code_completion = ["Shop QML FIM", "Qt CodeLlama 13B QML FIM", "Ollama Qwen2.5-Coder FIM"]
chat = ["Shop Chat", "Claude Sonnet 4.6 Chat", "Docs Chat", "Team Chat"]
compression = ["Ollama Qwen3.5 4B Compression"]
quick_refactor = ["Ollama Qwen2.5-Coder Quick Refactor"]
"""
_QML = MatchRule(("*.qml", "*.ui.qml", "*.js"), ("*/ui/*",))
FILE, PROJECT = "/home/user/shop/ui/Checkout.qml", "shop"


def _agents() -> dict[str, AgentSpec]:
    def made(name: str, model: str, rule: MatchRule, tags: tuple[str, ...], **more: Any) -> AgentSpec:
        return make_agent(name, model=model, match=rule, tags=tags, **more)

    local, cloud = ("chat", "local", "ollama"), ("chat", "cloud", "anthropic")
    own = {"layer": Layer.USER}
    found = (
        made("Shop QML FIM", "qwen2.5-coder:7b", _QML, ("fim", "local", "ollama"), **own),
        made("Qt CodeLlama 13B QML FIM", "codellama:13b-qml", MatchRule(("*.qml",)), ("fim", "local", "ollama")),
        made("Ollama Qwen2.5-Coder FIM", "qwen2.5-coder:7b", MatchRule(), ("fim", "local", "ollama")),
        made("Shop Chat", "claude-sonnet-4-6", MatchRule((), (), ("shop-api",)), cloud, **own),
        made("Claude Sonnet 4.6 Chat", "claude-sonnet-4-6", MatchRule(), cloud),
        made("Docs Chat", "qwen3.5:4b", MatchRule(("*.md", "*.rst")), local, **own),
        made("Ollama Qwen3.5 4B Compression", "qwen3.5:4b", MatchRule(), ("compression", "local", "ollama")),
        made("Ollama Qwen2.5-Coder Quick Refactor", "qwen2.5-coder:7b", MatchRule(), ("refactor", "local", "ollama")),
        made("Claude Haiku 4.5 Chat", "claude-haiku-4-5", MatchRule(), cloud),
        made("Mistral Chat", "mistral-medium", MatchRule(), ("chat", "cloud", "mistral")),
        made("Offline Chat", "tour", MatchRule(), ("chat", "local"), layer=Layer.BUILT_IN),
    )
    return {agent.name: agent for agent in found}


def _find(outer: QWidget, name: str) -> Any:
    found = outer.findChild(QWidget, name)
    assert found is not None, name
    return found


async def _open(stage: "Stage", page: str, size: tuple[int, int]) -> Any:
    stage.window.settings.open(page)
    window = stage.window.settings.window
    assert window is not None
    window.resize(*size)
    stage.shown = window
    await stage.settle(0.1)
    window.nav.setFocus()
    return window


async def pipelines(stage: "Stage") -> None:
    """Four rosters, one missing, the walk with its winners and an entry that never wins."""
    add_rosters(stage.services, _ROSTERS, _agents())
    await _open(stage, "pipelines", (1440, 900))
    stage.presenters.roster_page.routing.set_file(FILE, PROJECT)
    await stage.settle()


async def agent_picker(stage: "Stage") -> None:
    """The searchable picker with its tags."""
    add_rosters(stage.services, _ROSTERS, _agents())
    window = await _open(stage, "pipelines", (1020, 720))
    _find(_find(window, "settings.pipelines.card:chat"), "settings.pipelines.add").click()
    await stage.settle()
    picker = _find(window, "agentpicker")
    picker.filter.setText("cha")
    stage.shown = picker
    await stage.settle()


async def routing_table(stage: "Stage") -> None:
    """A broken file with its banner, and the table of a folder below the walk."""
    path = add_rosters(stage.services, _ROSTERS, _agents())
    window = await _open(stage, "pipelines", (1020, 720))
    routing = stage.presenters.roster_page.routing
    routing.set_file(FILE, PROJECT)
    services: Any = stage.services
    winners = [walk.trace.winner for walk in services.rosters.walk("/home/user/shop/README.md", PROJECT)]
    names = ("README.md", "src/cart.py", "src/refund.py", "ui/Checkout.qml", "ui/Main.qml", "ui/lib/money.js")
    routing.rows_cleared.emit()
    routing.rows_added.emit(tuple(FileRoute(name, tuple(winners[: len(Pipeline)])) for name in names))
    routing.state = replace(routing.state, folder="/home/user/shop", status="6 files, ignored ones left out.")
    routing.state_changed.emit(routing.state)
    path.write_text("[pipelines]\nchat = [\n")
    await services.reload_rosters()
    await stage.settle()
    window.page("pipelines").show_control(_find(window, "routing.all"))
    await stage.settle(2.2)


async def role_import(stage: "Stage") -> None:
    """What a JSON file of another program offers."""
    add_roles(stage.services)
    window = await _open(stage, "roles", (1020, 720))
    offers = (
        RoleOffer(
            "shop_reviewer", "Shop reviewer", "Reads changes for the shop.", "You review.", True, "Shop Reviewer"
        ),
        RoleOffer("developer_2", "Developer", "Writes code.", "You write code.", False, "developer"),
        RoleOffer("poet", "Poet", "", "You write poems.", True, "poet"),
    )
    refused = ("`roles.json` cannot be imported as a role: entry 4 has no usable `id` and `systemPrompt`.",)
    stage.presenters.roles.offers_read.emit(OfferState("roles.json", offers, refused))
    await stage.settle()
    stage.shown = _find(window, "dialog.import_roles")
    await stage.settle()


async def roles(stage: "Stage") -> None:
    """Own, bundled and broken roles; one with unsaved changes in front."""
    documents = add_roles(stage.services)
    prompts = {"Shop Chat": "{{ agent_role('reviewer_copy') }}", "Docs Chat": "{{ agent_role('reviewer_copy') }}"}
    agents = {name: make_agent(name, system_prompt=prompt) for name, prompt in prompts.items()}
    stage.services.agents.snapshot = replace(stage.services.agents.snapshot, agents=agents)
    text = "You review changes of the shop.\n\nSay first what could lose money, then what could lose data.\nBe short."
    head = "---\nname: Shop reviewer\ndescription: Reads changes for the shop.\n---\n\n"
    documents.change(documents.path_of("reviewer_copy"), f"{head}{text}\n")
    documents.change(documents.path_of("gardener"), "---\nname: Gardener\n")
    window = await _open(stage, "roles", (1020, 720))
    stage.presenters.roles.select("reviewer_copy")
    await stage.settle()
    description = _find(window, "settings.roles.description")
    description.setText("Reads changes for the shop and its API.")
    description.textEdited.emit(description.text())
    await stage.settle()
