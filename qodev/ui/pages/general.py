"""The General page: every setting of the program in groups, and the keyboard behind a second tab (U36, U37)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSystemTrayIcon, QTabWidget, QVBoxLayout, QWidget

from qodev.types.settings import SettingState
from qodev.ui.kit.access_keys import with_access_keys
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, is_inside, named
from qodev.ui.models.core_words import core_text
from qodev.ui.models.notices import Notice
from qodev.ui.models.settings_words import GROUPS, control_name, group_title, synonyms_of
from qodev.ui.pages.keyboard import KeyboardPanel, key_entries
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.setting_rows import SettingRow, group_of

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.settings import SettingsPresenter

_COLUMN_PX = 720
_DATA_FOLDER = "settings.general.data_folder"


class DataFolderRow(QFrame):
    """Where qodev keeps what it stores, and how to move it."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = ElidedLabel(path, "mono")
        named(self.path, _DATA_FOLDER, self.tr("Data folder"))
        self.path.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.open = PushButton(self.tr("Open"), f"{_DATA_FOLDER}.open", "compact")
        self.copy = PushButton(self.tr("Copy"), f"{_DATA_FOLDER}.copy", "compact")
        help_text = self.tr(
            "To move all folders of qodev, set the environment variable `QODEV_HOME` and start it again."
        )
        words = QVBoxLayout()
        words.addWidget(Label(self.tr("Data folder")))
        words.addWidget(Label(help_text, "secondary", wraps=True))
        line = QHBoxLayout()
        line.setSpacing(SPACE_2)
        line.addWidget(self.path, 1)
        line.addWidget(self.copy)
        line.addWidget(self.open)
        words.addLayout(line)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        row.addLayout(words)
        self.copy.clicked.connect(self._on_copy)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.path.text())


class GeneralPage(SettingsPage):
    """Rows of settings that act at once."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._settings: SettingsPresenter = presenters.settings
        self.rows: dict[str, SettingRow] = {}
        self.folder = DataFolderRow(str(self._settings.data_folders[0]))
        self._presenters = presenters
        self._keyboard: KeyboardPanel | None = None
        self._behind = QWidget()  # of the second tab: the table is made when it is looked at first
        self.tabs = QTabWidget()
        named(self.tabs, "settings.general.tabs", self.tr("General"))
        self.tabs.setDocumentMode(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, 0, 0, 0)
        column.addWidget(self.tabs)
        inner = self._add_scrolled(self.tr("General"))
        self.tabs.addTab(self._behind, self.tr("Keyboard"))
        inner.addWidget(self._groups(), 1)  # last: each widget is styled again wherever what holds it moves
        inner.addStretch(0)
        self._connect()

    @property
    def keyboard(self) -> KeyboardPanel:
        """Returns the panel of keys."""
        if self._keyboard is None:
            self._keyboard = KeyboardPanel(self.theme, self._presenters)
            column = QVBoxLayout(self._behind)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(self._keyboard)
            self._keyboard.show()
        return self._keyboard

    def _on_tab_changed(self, index: int) -> None:
        if index == 1:
            self.keyboard.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _groups(self) -> QWidget:
        states = {state.key: state for state in self._settings.states}
        self._make_rows([states[key] for _, keys in GROUPS for key in keys])
        column_widget = QWidget()
        column_widget.setMaximumWidth(_COLUMN_PX)
        column = QVBoxLayout(column_widget)
        column.setContentsMargins(SPACE_2, SPACE_4, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_5)
        for title, keys in GROUPS:
            rows: list[QWidget] = [self.rows[key] for key in keys]
            if keys is GROUPS[-1][1]:
                rows.append(self.folder)
            column.addWidget(group_of(self.theme, group_title(title), rows))
        promise = Label(self.tr("qodev sends data only to the providers and servers you set up."), "muted", wraps=True)
        named(promise, "settings.general.promise")
        column.addWidget(promise)
        column.addStretch(1)
        return column_widget

    def _make_rows(self, states: list[SettingState]) -> None:
        labels = with_access_keys([core_text(state.title) for state in states])
        for state, label in zip(states, labels, strict=True):
            row = self.rows[state.key] = SettingRow(self.theme, state, label)
            row.chosen.connect(self._settings.change)
            row.reset_requested.connect(self._settings.reset)
            row.file_requested.connect(self._settings.open_in_file)
        if not QSystemTrayIcon.isSystemTrayAvailable():
            self.rows["tray_icon"].refuse(self.tr("This desktop has no place for such icons."))

    def _add_scrolled(self, title: str) -> QHBoxLayout:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        set_look(holder, "surface")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        area.setWidget(holder)
        self.tabs.addTab(area, title)
        return row

    def _connect(self) -> None:
        self._settings.setting_changed.connect(self._on_setting_changed)
        self._settings.refused.connect(self._on_refused)
        self.folder.open.clicked.connect(self._on_open_folder)
        self.tabs.currentChanged.connect(self._on_tab_changed)

    def _on_setting_changed(self, state: SettingState) -> None:
        row = self.rows.get(state.key)
        if row is not None:
            row.show_state(state)

    def _on_refused(self, key: str, reason: str) -> None:
        if key in self.rows:
            self.rows[key].show_fault(reason)

    def _on_open_folder(self) -> None:
        folder = self.folder.path.text()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text, hint = self.tr("The file manager cannot be started."), self.tr("The folder is shown under Details.")
            self.notice_raised.emit(Notice(text, hint, folder))

    def entries(self) -> tuple[SearchEntry, ...]:
        settings = [
            SearchEntry(core_text(s.title), core_text(s.help), s.key, synonyms_of(s.key), control_name(s.key))
            for s in self._settings.states
            if s.key not in ("codev_profiles", "web_search")  # on pages of their own
        ]
        folder = SearchEntry(
            self.tr("Data folder"), self.tr("Where conversations are kept."), "QODEV_HOME", control=_DATA_FOLDER
        )
        return (*settings, folder, *key_entries(self._settings.value("keys")))

    def reveal(self, target: Target) -> None:
        is_key = target.control == control_name("keys")
        self.tabs.setCurrentIndex(1 if is_key else 0)
        if is_key:
            self.keyboard.show_action(target.item)
        super().reveal(target)

    def marked_for(self, control: QWidget) -> QWidget:
        row = next((row for row in self.rows.values() if is_inside(control, row)), None)
        return row or (self.folder if is_inside(control, self.folder) else control)
