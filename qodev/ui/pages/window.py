"""The settings window: navigation, one page at a time made when it is needed first, the last page kept (U32)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.dialogs import show_details
from qodev.ui.kit.messages import Banner, ToastView
from qodev.ui.kit.theme import SPACE_3, SPACE_4, SPACE_5, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.settings_search import Findable
from qodev.ui.pages.page import SettingsPage, Target
from qodev.ui.pages.registry import PAGES, PageSpec, find_page, reason_of, title_of
from qodev.ui.pages.search import SettingsSearch
from qodev.ui.pages.unsaved import UnsavedGuard

if TYPE_CHECKING:
    from qodev.ui.models.notices import Notice
    from qodev.ui.presenters.bundle import Presenters

PLACE = "settings"  # of the documents that pages keep
_SIZE = (1020, 720)
_LEAST = (800, 560)
_SIDE_PX = 232
_KEY = Qt.ItemDataRole.UserRole + 1


class SettingsWindow(QWidget):
    """Holds the pages; it stays in memory when it is closed, and opens where it was left."""

    page_changed = Signal(str)
    action_requested = Signal(str)
    file_requested = Signal(str, int, int)

    def __init__(
        self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None, *, first: str = ""
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "settings.dialog", self.tr("Settings"))
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_look(self, "window")
        self.setMinimumSize(*_LEAST)
        self.resize(*_SIZE)
        self._theme = theme
        self._presenters = presenters
        self._guard = UnsavedGuard(self, presenters.documents, PLACE)
        self._made: dict[str, SettingsPage] = {}
        self._key = first
        self._making = QTimer(self)  # makes the pages that the search needs, one in a go, so that typing goes on
        self._making.setSingleShot(True)
        self.nav = QListWidget()
        self.search = SettingsSearch(theme, self.nav)
        self.title = Label("", "page")
        self.banner = Banner(theme, "settings.banner", "warning", "ask")
        self.store_banner = Banner(theme, "banner.store", "error", "deny")  # while the settings file takes nothing
        self.pages = QStackedWidget()
        self.toast = ToastView(self.pages)
        self._fill_nav()
        self._lay_out()
        self._connect()
        self._on_fault_changed(presenters.settings.fault)

    def _fill_nav(self) -> None:
        named(self.nav, "settings.nav", self.tr("Pages"))
        for spec in PAGES:
            item = QListWidgetItem(title_of(spec))
            item.setData(_KEY, spec.key)
            reason = reason_of(spec)
            if reason:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                item.setToolTip(reason)
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, reason)
            self.nav.addItem(item)
        self._on_theme_changed(self._theme.theme)

    def _lay_out(self) -> None:
        side = QWidget()
        side.setFixedWidth(_SIDE_PX)
        column = QVBoxLayout(side)
        column.setContentsMargins(SPACE_3, SPACE_4, SPACE_3, SPACE_3)
        column.addWidget(self.search)
        body = QWidget()
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_look(body, "surface")
        content = QVBoxLayout(body)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_5, SPACE_4, SPACE_5, SPACE_3)
        head.setSpacing(SPACE_3)
        head.addWidget(self.title)
        head.addWidget(self.store_banner)
        head.addWidget(self.banner)
        content.addLayout(head)
        content.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(body, 1)

    def _connect(self) -> None:
        self.nav.currentItemChanged.connect(self._on_nav_changed)
        self._theme.changed.connect(self._on_theme_changed)
        self._presenters.settings.fault_changed.connect(self._on_fault_changed)
        for banner in (self.banner, self.store_banner):
            banner.details_requested.connect(self._on_details_requested)
        self.store_banner.retry_requested.connect(self._presenters.settings.retry)
        self.search.began.connect(self._on_search_began)
        self.search.chosen.connect(self._on_found)
        self._making.timeout.connect(self._make_next)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.begin)
        QShortcut(QKeySequence("Ctrl+W"), self).activated.connect(self.close)
        QShortcut(QKeySequence("Ctrl+S"), self).activated.connect(self._on_save)

    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(16)
        self.nav.setIconSize(QSize(side, side))
        for row, spec in enumerate(PAGES):
            item = self.nav.item(row)
            item.setIcon(self._theme.icon(spec.icon, "muted"))
            item.setSizeHint(QSize(0, theme.px(32)))

    @property
    def key(self) -> str:
        """Returns the key of the page in front."""
        return self._key

    def open_page(self, key: str = "", target: Target | None = None) -> bool:
        """Shows the window with a page, by default the last one, and reveals a place on it; False for no such page."""
        spec = find_page(key or self._key)
        if spec is None or spec.make is None:
            spec = next((s for s in PAGES if s.make is not None), None) if not key else None
        if spec is None:
            return False
        self._bring(spec)
        self.show()
        self.raise_()
        self.activateWindow()
        if target is not None:
            self._made[spec.key].reveal(target)
        return True

    def page(self, key: str) -> SettingsPage | None:
        """Returns a page, made now if it is needed first; None where there is none yet."""
        spec = find_page(key)
        if key not in self._made and spec is not None and spec.make is not None:
            made = spec.make(self._theme, self._presenters)
            named(made, f"settings.{key}", title_of(spec))
            made.notice_raised.connect(self.show_notice)
            made.page_requested.connect(self._on_page_requested)
            made.action_requested.connect(self.action_requested)
            made.file_requested.connect(self.file_requested)
            self._made[key] = made
            self.pages.addWidget(made)
        return self._made.get(key)

    def _bring(self, spec: PageSpec) -> None:
        page = self.page(spec.key)
        assert page is not None, "a page that can be made"
        is_other = self.pages.currentWidget() is not page or self._key != spec.key
        self._key = spec.key
        self.title.setText(title_of(spec))
        self.pages.setCurrentWidget(page)
        self.toast.raise_()  # the page that comes to the front would cover it
        self.nav.setCurrentRow(PAGES.index(spec))
        page.opened()
        if is_other:
            self.page_changed.emit(spec.key)

    def _on_nav_changed(self, item: QListWidgetItem | None) -> None:
        spec = find_page(str(item.data(_KEY))) if item is not None else None
        if spec is not None and spec.make is not None and spec.key != self._key:
            self._bring(spec)

    def _on_page_requested(self, key: str, target: object) -> None:
        self.open_page(key, target if isinstance(target, Target) else None)

    def show_notice(self, notice: "Notice") -> None:
        """Says something above the page."""
        self.banner.show_notice(notice)

    def _on_fault_changed(self, fault: "Notice | None") -> None:
        self.store_banner.show_notice(fault)
        self.store_banner.retry.show()

    def _on_search_began(self) -> None:
        self._tell_findables()
        self._making.start()

    def _make_next(self) -> None:
        spec = next((s for s in PAGES if s.make is not None and s.key not in self._made), None)
        if spec is not None:
            self.page(spec.key)
            self._tell_findables()
            self._making.start()

    def _tell_findables(self) -> None:
        names = self._presenters.settings.names()
        found: list[Findable] = []
        for spec in PAGES:
            if spec.make is None:
                continue
            title, page = title_of(spec), self._made.get(spec.key)
            found.append(Findable(spec.key, title, title))
            entries = page.entries() if page is not None else ()
            found += [Findable(spec.key, title, e.label, e.help, e.key, e.synonyms, e.control, e.item) for e in entries]
            of_page = [n for n in names if n.page == spec.key]
            found += [Findable(spec.key, title, n.name, n.description, n.id, item=n.id) for n in of_page]
        self.search.set_findables(tuple(found))

    def _on_found(self, hit: object) -> None:
        if isinstance(hit, Findable):
            self.open_page(hit.page, Target(hit.control, hit.item) if hit.control or hit.item else None)

    def _on_details_requested(self, notice: "Notice") -> None:
        show_details(notice, self)

    def _on_save(self) -> None:
        page = self._made.get(self._key)
        if page is not None:
            page.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.setAccepted(self._guard.may_close())
