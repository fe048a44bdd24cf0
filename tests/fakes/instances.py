"""What the Providers page asks for, on the double of the services: real files of instances, invented answers."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qodev.providers.explain import explain
from qodev.services.consents import PlainConsents
from qodev.services.instance_wiring import InstanceServices, InstanceSources, make_instances
from qodev.settings.secrets import KeySecrets
from qodev.types.documents import TrashedFile
from qodev.types.instances import Explanation, HostedConsent, LaunchPreview
from qodev.types.providers import LaunchState, LaunchStatus, ModelInfo, ProbeResult

if TYPE_CHECKING:
    from tests.fakes.services import FakeServices


class FakeConnections:
    """Connections of instances as the page follows them: never tested, hosted, nothing to start."""

    async def last_test(self, name: str) -> ProbeResult | None:
        return None

    def known_models(self, name: str) -> tuple[ModelInfo, ...]:
        return ()

    def explain(self, name: str, result: ProbeResult) -> Explanation | None:
        return explain(result)

    def is_hosted(self, name: str) -> bool:
        return True

    async def hosted_consent(self, name: str) -> HostedConsent:
        return HostedConsent()

    def launch_preview(self, name: str) -> LaunchPreview | None:
        return None

    def status(self, name: str) -> LaunchStatus:
        return LaunchStatus(name, LaunchState.IDLE)

    async def look(self, name: str) -> LaunchStatus:
        return self.status(name)


async def _nothing(_: Any) -> TrashedFile:
    return TrashedFile("", "", "")


def make_fake_instances(services: "FakeServices", clock: Any) -> InstanceServices:
    """Returns the real services of instances over the folders of a double, on a system without a keyring."""
    pool: Any = services.pool
    return make_instances(
        InstanceSources(
            services.paths,
            pool,
            clock,
            KeySecrets(services.paths.data, {}, find=lambda: None),
            PlainConsents(services.paths.data / "plain.json"),
            lambda: services.agents.snapshot,
            list[Path],
            _nothing,
            _nothing,
            _nothing,
        )
    )
