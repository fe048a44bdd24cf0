"""How commands of a project run: what was chosen, and what the machine can do (S40, S45)."""

from pathlib import Path

import pytest

from qodev.base.commands import CommandOrder
from qodev.base.contain import Availability
from qodev.base.containment_box import Box
from qodev.base.tasks import WorkPool
from qodev.permissions.policies import PolicyStore
from qodev.permissions.protected import ProtectedText
from qodev.services.containment import ContainmentService
from qodev.services.policies import PoliciesService
from qodev.types.policies import ContainedAs, Containment, ContainState


class Machine:
    """A system on which containment starts, or fails with `fault`."""

    def __init__(self) -> None:
        self.fault = ""

    async def availability(self, project: Path) -> Availability:
        return Availability(None if self.fault else project, self.fault)

    def forget(self) -> None:
        """Keeps no answer."""

    def order(self, program: Path, box: Box, order: CommandOrder) -> CommandOrder:
        raise AssertionError("no command runs here")


@pytest.mark.parametrize(
    ("setting", "fault", "way", "has_failed"),
    [
        (Containment.OFF, "", ContainedAs.NOT, False),
        (Containment.OFF, "gone", ContainedAs.NOT, False),
        (Containment.ON, "", ContainedAs.CONTAINED, False),
        (Containment.ON, "gone", ContainedAs.NOT, True),
        (Containment.NETWORK, "", ContainedAs.NETWORK, False),
        (Containment.NETWORK, "gone", ContainedAs.NOT, True),
        (None, "", ContainedAs.CONTAINED, False),
        (None, "gone", ContainedAs.NOT, False),
    ],
)
def test_how_a_command_runs(setting: Containment | None, fault: str, way: ContainedAs, has_failed: bool) -> None:
    state = ContainState(setting, fault)
    assert (state.way, state.has_failed) == (way, has_failed)


async def test_what_was_chosen_for_a_project_counts_there_and_follows_the_machine(tmp_path: Path) -> None:
    store = PolicyStore(tmp_path / "policies.json", ProtectedText(tmp_path, tmp_path), lambda: 0.0)
    machine = Machine()
    service = ContainmentService(PoliciesService(store, WorkPool(), lambda _event: None), machine)
    await service.choose("/a", Containment.NETWORK)
    assert (await service.look("/a")).way is ContainedAs.NETWORK
    assert (await service.look("/b")).way is ContainedAs.NOT
    machine.fault = "no namespaces are allowed"
    assert await service.look("/a") == ContainState(Containment.NETWORK, "No namespaces are allowed.")


async def test_a_registry_that_cannot_be_read_contains_wherever_that_works(tmp_path: Path) -> None:
    (tmp_path / "policies.json").write_text("{")
    store = PolicyStore(tmp_path / "policies.json", ProtectedText(tmp_path, tmp_path), lambda: 0.0)
    machine = Machine()
    service = ContainmentService(PoliciesService(store, WorkPool(), lambda _event: None), machine)
    assert (await service.look("/a")).way is ContainedAs.CONTAINED
    machine.fault = "gone"
    assert not (await service.look("/a")).has_failed
