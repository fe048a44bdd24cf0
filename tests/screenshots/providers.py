"""Scene 16 and what belongs to it: a failed connection test, the list, the document, a local server, and adding one."""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QLineEdit, QWidget

from qodev.agents.instance_inspection import read_instance_files
from qodev.agents.instances import resolve_instances
from qodev.base.assets import resource
from qodev.base.netcauses import NetCause
from qodev.providers.explain import explain
from qodev.types.agents import ProviderInstance
from qodev.types.instances import Explanation, HostedConsent, LaunchPreview
from qodev.types.providers import ErrorKind, LaunchState, LaunchStatus, ModelInfo, ProbeResult, ProbeStep
from qodev.ui.pages.providers import ProvidersPage
from tests.fakes.services import NOW, FakeProviders, FakeServices, make_snapshot

if TYPE_CHECKING:
    from tests.screenshots.scenes import Stage

_FILES = {
    "workshop": """# The gateway in the workshop.
schema_version = 1

name        = "Workshop"
description = "The gateway of the team."
client_api  = "openai_chat"
url         = "https://models.workshop.example/v1"
api_key_ref = "Workshop | env:WORKSHOP_KEY"

[headers]
"X-Team" = "checkout"
""",
    "coder": """name = "Coder"
client_api = "llama_cpp"
url = "http://127.0.0.1:8090"

[launch]
command = "llama-server"
args = ["-m", "${MODELS}/coder.gguf", "--port", "8090"]
ready_url = "http://127.0.0.1:8090/health"

[launch.env]
MODELS = "${HOME}/models"
""",
    "cellar": 'name = "llama.cpp"\nextends = "llama.cpp"\nurl = "http://cellar:8080"\n',
    "old_box": 'name = "Old box"\nclient_api = "olama"\nurl = "http://box:11434"\n',
}
_TLS_TEXT = (
    "https://models.workshop.example/v1/models shows a certificate that is not accepted (unable to get local issuer "
    "certificate); it was issued by `Workshop Inspection CA`; checked against the system's certificate store."
)
_TLS_HINT = "Name the issuer's PEM file as `ca_file` of this instance, if you trust it."
_LOG = (
    "build: 6123 with GCC 13.2",
    "llama_model_loader: loaded meta data with 29 key-value pairs",
    "srv  load_model: loading model '/home/user/models/coder.gguf'",
    "main: server is listening on http://127.0.0.1:8090",
)


class SceneProviders(FakeProviders):
    """Answers as a gateway with a certificate that nobody knows, and a local server that runs."""

    def __init__(self, instances: dict[str, ProviderInstance]) -> None:
        super().__init__()
        self.instances = instances
        self.failed = ProbeResult(
            ok=False,
            kind=ErrorKind.TLS,
            text=_TLS_TEXT,
            url="https://models.workshop.example/v1/models",
            steps=(
                ProbeStep("address", ok=True, text="Done"),
                ProbeStep("tls", ok=False, text=_TLS_TEXT, url="https://models.workshop.example/v1/models"),
            ),
            hint=_TLS_HINT,
            cause=NetCause.CERTIFICATE_ISSUER,
            tested_at=NOW,
        )

    def require(self, name: str) -> ProviderInstance:
        return self.instances[name]

    async def test(self, name: str, *watch: Any, **more: Any) -> ProbeResult:
        return self.failed

    async def last_test(self, name: str) -> ProbeResult | None:
        return self.failed if name == "Workshop" else None

    def known_models(self, name: str) -> tuple[ModelInfo, ...]:
        return ()

    def explain(self, name: str, result: ProbeResult) -> Explanation | None:
        return explain(result, self.instances.get(name))

    def is_hosted(self, name: str) -> bool:
        return "example" in self.instances[name].url

    async def hosted_consent(self, name: str) -> HostedConsent:
        return HostedConsent(code=True)

    def launch_preview(self, name: str) -> LaunchPreview | None:
        if self.instances[name].launch is None:
            return None
        argv = ("llama-server", "-m", "/home/user/models/coder.gguf", "--port", "8090")
        return LaunchPreview(argv, "/home/user", ("MODELS",), "http://127.0.0.1:8090/health")

    def status(self, name: str) -> LaunchStatus:
        return LaunchStatus(name, LaunchState.READY, log=_LOG)

    async def look(self, name: str) -> LaunchStatus:
        return self.status(name)


def add_providers(services: FakeServices) -> None:
    """Puts instances of invented files behind the page; this system has no keyring."""
    folder = services.paths.providers
    folder.mkdir(parents=True, exist_ok=True)
    for stem, text in _FILES.items():
        (folder / f"{stem}.toml").write_text(text)
    files = read_instance_files(resource("providers"), folder)
    instances = dict(resolve_instances(files.all).instances)
    services.agents.snapshot = make_snapshot(instances=instances)
    services.providers = SceneProviders(instances)


async def _open(stage: "Stage", name: str, size: tuple[int, int] = (1440, 900)) -> ProvidersPage:
    add_providers(stage.services)
    instances = stage.services.instances
    await instances.keys.store("Workshop", "a-key-for-a-picture", "memory")
    for other, is_ok in (("Workshop", False), ("Coder", True)):
        failed = stage.services.providers.failed  # type: ignore[attr-defined]
        good = ProbeResult(ok=True, kind=None, text="1 model", url="", tested_at=NOW)
        await instances.results.keep(stage.services.agents.snapshot.instances[other], good if is_ok else failed)
    path = str(stage.services.paths.providers)
    for stem, text in _FILES.items():
        stage.services.documents.files[f"{path}/{stem}.toml"] = text
    claude = resource("providers/claude.toml")
    stage.services.documents.files[str(claude)] = claude.read_text()
    stage.services.documents.read_only[str(claude)] = "It ships with qodev and is read-only."
    stage.window.settings.open("providers")
    window = stage.window.settings.window
    assert window is not None
    window.resize(*size)
    stage.shown = window
    await stage.settle(0.2)
    stage.presenters.providers.select(name)
    await stage.settle(0.4)
    page = window.page("providers")
    assert isinstance(page, ProvidersPage)
    return page


async def provider_test(stage: "Stage") -> None:
    """Steps Done and Failed, the explanation of TLS, no keyring, a masked key."""
    page = await _open(stage, "Workshop")
    key = page.findChild(QLineEdit, "settings.providers.key")
    assert key is not None
    key.setText("a key being typed")
    await stage.settle(0.1)
    page.detail.area.ensureWidgetVisible(page.detail.test.fetch)
    await stage.settle(0.2)


async def provider_document(stage: "Stage") -> None:
    """The form over the text, with the addresses that would be called."""
    page = await _open(stage, "Workshop", (1020, 720))
    page.detail.scroll_up()
    await stage.settle(0.1)


async def provider_server(stage: "Stage") -> None:
    """A local server that runs, its command and its output."""
    page = await _open(stage, "Coder", (1020, 720))
    page.detail.area.verticalScrollBar().setValue(page.detail.server.y())
    await stage.settle(0.1)


async def provider_hosted(stage: "Stage") -> None:
    """The consents of a hosted provider, what they upload, and the network."""
    page = await _open(stage, "Workshop", (800, 560))
    page.detail.area.verticalScrollBar().setValue(page.detail.hosted.y() - 120)
    await stage.settle(0.1)


async def provider_add(stage: "Stage") -> None:
    """The window that adds a provider, at its key."""
    page = await _open(stage, "Claude", (1020, 720))
    page.show_add()
    adding = stage.presenters.providers.adding
    adding.choose(2)
    await stage.settle(0.1)
    from qodev.ui.models.add_provider_state import AddStep

    adding.go(AddStep.KEY)
    await stage.settle(0.2)
    window = page.window().findChild(QWidget, "settings.providers.add:window")
    stage.shown = window
