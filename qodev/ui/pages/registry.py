"""Lists the pages of the settings window in the order of its navigation (U32)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from qodev.types.documents import DocumentKind
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.pages.page import SettingsPage

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

MakePage = Callable[[ThemeController, "Presenters"], SettingsPage]


@dataclass(frozen=True, slots=True)
class PageSpec:
    """One row of the navigation; `make` imports the page, so that opening the window costs one page, not nine."""

    key: str
    title: str  # English; `title_of` translates it
    icon: str
    make: MakePage | None = None
    later: str = ""  # why it cannot be opened yet
    actions: tuple[str, ...] = ()  # of the menus: they open this page
    places: tuple[tuple[str, str], ...] = ()  # more actions, each with the object name that it goes to
    presses: tuple[tuple[str, str], ...] = ()  # more actions, each with the button that it presses
    edits: tuple[DocumentKind, ...] = ()  # files that the page opens when it is given their path as Target


def _general(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.general import GeneralPage

    return GeneralPage(theme, presenters)


def _providers(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.providers import ProvidersPage

    return ProvidersPage(theme, presenters)


def _agents(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.agents import AgentsPage

    return AgentsPage(theme, presenters)


def _roles(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.roles import RolesPage

    return RolesPage(theme, presenters)


def _pipelines(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.pipelines import PipelinesPage

    return PipelinesPage(theme, presenters)


def _profiles(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.profile_table import ProfileTablePage

    return ProfileTablePage(theme, presenters)


def _permissions(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.permissions import PermissionsPage

    return PermissionsPage(theme, presenters)


def _mcp_skills(theme: ThemeController, presenters: "Presenters") -> SettingsPage:
    from qodev.ui.pages.mcp_skills import McpSkillsPage

    return McpSkillsPage(theme, presenters)


PAGES: tuple[PageSpec, ...] = (
    PageSpec(
        "general",
        QT_TRANSLATE_NOOP("SettingsPages", "General"),
        "settings",
        make=_general,
        places=(("shortcuts", "settings.keys"),),
    ),
    PageSpec(
        "providers",
        QT_TRANSLATE_NOOP("SettingsPages", "Providers"),
        "provider",
        make=_providers,
        actions=("providers",),
        edits=(DocumentKind.INSTANCE,),
    ),
    PageSpec(
        "agents",
        QT_TRANSLATE_NOOP("SettingsPages", "Agents"),
        "agent",
        make=_agents,
        actions=("manage_agents",),
        presses=(("new_agent", "settings.agents.new"),),
        edits=(DocumentKind.AGENT,),
    ),
    PageSpec(
        "roles",
        QT_TRANSLATE_NOOP("SettingsPages", "Roles"),
        "role",
        make=_roles,
        actions=("roles",),
        edits=(DocumentKind.ROLE,),
    ),
    PageSpec(
        "pipelines",
        QT_TRANSLATE_NOOP("SettingsPages", "Pipelines"),
        "pipeline",
        make=_pipelines,
        actions=("pipelines",),
        places=(("routing", "routing.path"),),
    ),
    PageSpec(
        "profiles",
        QT_TRANSLATE_NOOP("SettingsPages", "Profiles"),
        "user",
        make=_profiles,
    ),
    PageSpec(
        "permissions",
        QT_TRANSLATE_NOOP("SettingsPages", "Permissions & trust"),
        "lock",
        make=_permissions,
    ),
    PageSpec(
        "mcp",
        QT_TRANSLATE_NOOP("SettingsPages", "MCP & skills"),
        "tool",
        make=_mcp_skills,
        places=(("mcp", "settings.mcp.servers"), ("skills", "settings.skills.list")),
    ),
    PageSpec(
        "cloud",
        QT_TRANSLATE_NOOP("SettingsPages", "Cloud agents"),
        "network",
        later=QT_TRANSLATE_NOOP("SettingsPages", "Comes with cloud agents."),
    ),
)


def title_of(spec: PageSpec) -> str:
    """Returns the title of a page in the language of the window."""
    return QCoreApplication.translate("SettingsPages", spec.title)


def reason_of(spec: PageSpec) -> str:
    """Returns why a page cannot be opened, in the language of the window; "" when it can."""
    return "" if spec.make is not None else QCoreApplication.translate("SettingsPages", spec.later)


def find_page(key: str) -> PageSpec | None:
    """Returns the row of a page, None when there is none of that key."""
    return next((spec for spec in PAGES if spec.key == key), None)


def page_for(kind: DocumentKind) -> str:
    """Returns the key of the page that edits files of a kind, "" when they open in a window of their own."""
    return next((spec.key for spec in PAGES if spec.make is not None and kind in spec.edits), "")
