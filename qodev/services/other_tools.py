"""Makes the tools of Code tasks that reach neither files nor commands: the web, skills, the checklist."""

from collections.abc import Sequence
from typing import Protocol

from qodev.base.net import HttpClient, NetSettings
from qodev.base.tasks import WorkPool
from qodev.services.skills import SkillsService
from qodev.services.storage import Storage
from qodev.settings.schema import CA_FILE, PROXY, WEB_SEARCH
from qodev.settings.secrets import KeySecrets
from qodev.settings.store import SettingsStore
from qodev.tools.checklist import ChecklistSource
from qodev.tools.web import WebSource
from qodev.tools.web_fetch import PageFetcher
from qodev.tools.web_search import WebSearch
from qodev.types.ports import EventSink
from qodev.types.tooling import ToolSource
from qodev.types.work import ChecklistItem
from qodev.types.work_events import ChecklistChanged


class ToolNeeds(Protocol):
    """What these tools need of the rest of the program."""

    client: HttpClient
    settings: SettingsStore
    secrets: KeySecrets
    pool: WorkPool
    storage: Storage

    @property
    def skills(self) -> SkillsService:
        """Returns the lists of skills."""
        ...

    @property
    def emit(self) -> EventSink:
        """Returns what takes events."""
        ...


def make_other_tools(needs: ToolNeeds) -> Sequence[ToolSource]:
    """Wires them; nothing is read and nobody is asked."""
    return (needs.skills.source, make_web_source(needs), _checklist(needs))


def make_web_source(needs: ToolNeeds) -> WebSource:
    """Returns the web tools; the user's settings are asked at each call (P249)."""
    chosen = needs.settings

    def network() -> NetSettings:
        return NetSettings(proxy=chosen.get(PROXY), ca_file=chosen.get(CA_FILE) or None)

    known = needs.secrets.known
    fetcher, search = PageFetcher(needs.client, network, known), WebSearch(needs.client, network, known)
    return WebSource(fetcher, search, lambda: chosen.get(WEB_SEARCH), needs.pool)


def _checklist(needs: ToolNeeds) -> ChecklistSource:
    def tell(conversation_id: str, items: tuple[ChecklistItem, ...]) -> None:
        needs.emit(ChecklistChanged(conversation_id=conversation_id, items=items))

    return ChecklistSource(lambda: needs.storage.checklists, tell)
