"""The Profiles page: a table of every profile that was found, and one further folder to read (U49)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qodev.types.settings import SettingState
from qodev.ui.kit.access_keys import with_access_keys
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_5, Theme, ThemeController
from qodev.ui.kit.widgets import Label, PushButton, panel, set_reason
from qodev.ui.models.core_words import core_text
from qodev.ui.models.profile_table import ProfileLine, ProfileTableState
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.settings_words import control_name, synonyms_of
from qodev.ui.pages.page import SearchEntry, SettingsPage, Target
from qodev.ui.pages.permissions_parts import RowsTable
from qodev.ui.pages.setting_rows import SettingRow

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_P = "settings.profiles"
_FOLDER = "codev_profiles"


class ProfileTablePage(SettingsPage):
    """The editor has a window of its own; this page says what there is."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._presenters = presenters
        self._presenter = presenters.profile_table
        self._settings = presenters.settings
        self.model: RowsModel[ProfileLine] = RowsModel(
            (
                Column(self.tr("Name"), _name, tooltip=_tip),
                Column(self.tr("Source"), _source),
                Column(self.tr("Use"), _use),
                Column(self.tr("State"), _state, tooltip=_state, icon=self._icon),
            ),
            _id,
            state_of=_state,
            spoken=_spoken,
            parent=self,
        )
        self.table = RowsTable(theme, f"{_P}.table", self.tr("Profiles"), self.model, is_fitted=False)
        self.hint = Label("", "secondary", wraps=True)
        self.new = PushButton(self.tr("New…"), f"{_P}.new", "compact")
        self.edit = PushButton(self.tr("Edit…"), f"{_P}.edit", "compact")
        self.refresh = PushButton(self.tr("Refresh"), f"{_P}.refresh", "compact")
        self.folder = PushButton(self.tr("Open folder"), f"{_P}.folder", "compact")
        self.extra = self._extra_row()
        self._lay_out()
        self._connect(presenters)
        self._show(self._presenter.state)

    def _extra_row(self) -> SettingRow:
        state = next(state for state in self._settings.states if state.key == _FOLDER)
        return SettingRow(self.theme, state, with_access_keys([core_text(state.title)])[0])

    def _lay_out(self) -> None:
        self.table.stretch(3)
        self.table.setMinimumHeight(self.theme.theme.px(160))
        buttons = QWidget()
        flow = FlowLayout(buttons, SPACE_2)
        for button in (self.new, self.edit, self.refresh, self.folder):
            flow.addWidget(button)
        card = panel("card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.extra)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_5, 0, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_3)
        column.addWidget(self.table, 1)
        column.addWidget(self.hint)
        column.addWidget(buttons)
        column.addWidget(card)

    def _connect(self, presenters: "Presenters") -> None:
        self._presenter.state_changed.connect(self._show)
        self._presenter.notice_raised.connect(self.notice_raised)
        self.theme.changed.connect(self._on_theme_changed)
        self.table.activated_row.connect(self._on_edit)
        self.table.current_changed.connect(self._show_reasons)
        self.new.clicked.connect(self._on_new)
        self.edit.clicked.connect(self._on_edit)
        self.refresh.clicked.connect(presenters.task.reload)
        self.folder.clicked.connect(self._on_folder)
        self.extra.chosen.connect(self._settings.change)
        self.extra.reset_requested.connect(self._settings.reset)
        self.extra.file_requested.connect(self._settings.open_in_file)
        self._settings.setting_changed.connect(self._on_setting_changed)
        self._settings.refused.connect(self._on_refused)

    def opened(self) -> None:
        self._presenter.load()

    def entries(self) -> tuple[SearchEntry, ...]:
        state = next(state for state in self._settings.states if state.key == _FOLDER)
        extra = SearchEntry(
            core_text(state.title), core_text(state.help), _FOLDER, synonyms_of(_FOLDER), control_name(_FOLDER)
        )
        return (
            extra,
            SearchEntry(self.tr("New profile"), "", "", (), f"{_P}.new"),
            SearchEntry(self.tr("Open the profiles folder"), "", "", (), f"{_P}.folder"),
            SearchEntry(self.tr("Read profiles again"), "", "", (self.tr("refresh"),), f"{_P}.refresh"),
        )

    def reveal(self, target: Target) -> None:
        place = next((i for i, line in enumerate(self.model.rows) if target.item == line.name), None)
        if target.item and place is not None:
            self.table.selectRow(place)
            self.table.setFocus()
        super().reveal(target)

    def _icon(self, line: ProfileLine) -> QIcon:
        return self.theme.icon(line.icon, line.role)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.table.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.table.viewport().update()

    def _show(self, state: ProfileTableState) -> None:
        self.table.show_rows(state.lines)
        self.hint.setText(state.hint)
        self.hint.setVisible(bool(state.hint))
        self._show_reasons()

    def _show_reasons(self) -> None:
        set_reason(self.edit, "" if self._line() is not None else self.tr("Choose a profile first."))

    def _line(self) -> ProfileLine | None:
        place = self.table.place
        return self.model.row(place) if 0 <= place < len(self.model.rows) else None

    def _on_setting_changed(self, state: SettingState) -> None:
        if state.key == _FOLDER:
            self.extra.show_state(state)

    def _on_refused(self, key: str, reason: str) -> None:
        if key == _FOLDER:
            self.extra.show_fault(reason)

    def _on_new(self) -> None:
        self.action_requested.emit("new_profile")

    def _on_folder(self) -> None:
        self.action_requested.emit("profiles_folder")

    def _on_edit(self) -> None:
        line = self._line()
        if line is None:
            return
        self.action_requested.emit("manage_profiles")
        profiles = self._presenters.profiles
        row = next((row for row in profiles.rows if row.id == line.id), None)
        if row is not None:
            profiles.open_row(row)


def _id(line: ProfileLine) -> str:
    return line.id


def _name(line: ProfileLine) -> str:
    return line.name


def _tip(line: ProfileLine) -> str:
    return line.tip


def _source(line: ProfileLine) -> str:
    return line.source


def _use(line: ProfileLine) -> str:
    return line.use


def _state(line: ProfileLine) -> str:
    return line.state


def _spoken(line: ProfileLine) -> str:
    return line.spoken
