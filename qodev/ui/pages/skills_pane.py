"""The skills in the settings: the list with what became of each, and the text of the one in front (U54)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_5, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, QuietSplitter, named, set_reason
from qodev.ui.models.notices import Notice
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.skill_rows import SkillLine, SkillsState
from qodev.ui.pages.page import SearchEntry
from qodev.ui.pages.permissions_parts import RowsTable, buttons

if TYPE_CHECKING:
    from qodev.ui.presenters.skills import SkillsPresenter

_P = "settings.skills"
_LIST_PX = 380


class SkillsPane(QWidget):
    """Shows a SkillsState; everything that is done is a wish to the presenter."""

    notice_raised = Signal(object)  # Notice
    file_requested = Signal(str, int, int)

    def __init__(self, theme: ThemeController, presenter: "SkillsPresenter") -> None:
        super().__init__()
        self._theme = theme
        self._presenter = presenter
        self.model: RowsModel[SkillLine] = RowsModel(
            (
                Column(self.tr("Name"), _name, tooltip=_tip),
                Column(self.tr("Scope"), _scope),
                Column(self.tr("State"), _state, tooltip=_state, icon=self._icon),
            ),
            _id,
            state_of=_state,
            spoken=_spoken,
            parent=self,
        )
        self.list = RowsTable(theme, f"{_P}.list", self.tr("Skills"), self.model, is_fitted=False)
        self.hint = Label("", "secondary", wraps=True)
        self.refresh = PushButton(self.tr("Refresh"), f"{_P}.refresh", "compact")
        self.folder = PushButton(self.tr("Open folder"), f"{_P}.folder", "compact")
        self.review = PushButton(self.tr("Review changes…"), f"{_P}.review", "compact")
        self.open = PushButton(self.tr("Open file"), f"{_P}.open", "compact")
        self.about = Label("", "secondary", wraps=True)
        self.description = Label("", wraps=True)
        self.place = self._value("place", self.tr("Folder"))
        self.arguments = self._value("arguments", self.tr("Arguments"))
        self.loader = self._value("loader", self.tr("Loader"))
        self.preview = text_area(f"{_P}.preview", self.tr("Text of the skill"), theme)
        self._set_up()
        self._lay_out()
        self._connect()
        self._on_theme_changed(theme.theme)
        self._show(presenter.state)

    def _value(self, part: str, spoken: str) -> ElidedLabel:
        label = ElidedLabel("", "mono")
        named(label, f"{_P}.{part}", spoken)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _set_up(self) -> None:
        named(self.hint, f"{_P}.hint")
        named(self.about, f"{_P}.about")
        named(self.description, f"{_P}.description")
        self.list.stretch(2)

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, SPACE_3, SPACE_2, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addWidget(self.list, 1)
        column.addWidget(self.hint)
        column.addWidget(buttons(self.refresh, self.folder, self.review))
        split = QuietSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self._right())
        split.setStretchFactor(1, 1)
        split.setSizes([_LIST_PX, _LIST_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)

    def _right(self) -> QWidget:
        form = QFormLayout()
        form.setSpacing(SPACE_2)
        for title, value in (
            (self.tr("Folder"), self.place),
            (self.tr("Arguments"), self.arguments),
            (self.tr("Loader"), self.loader),
        ):
            form.addRow(Label(title, "secondary"), value)
        promise = Label(self.tr("Scripts mentioned in a skill are never run."), "secondary", wraps=True)
        named(promise, f"{_P}.promise")
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_5, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addWidget(self.description)
        column.addWidget(self.about)
        column.addLayout(form)
        column.addWidget(self.preview, 1)
        column.addWidget(promise)
        column.addWidget(buttons(self.open))
        return right

    def _connect(self) -> None:
        self._presenter.state_changed.connect(self._show)
        self._presenter.notice_raised.connect(self.notice_raised)
        self._presenter.folder_ready.connect(self._on_folder_ready)
        self._theme.changed.connect(self._on_theme_changed)
        self.list.current_changed.connect(self._show_current)
        self.list.activated_row.connect(self._on_open)
        self.refresh.clicked.connect(self._presenter.refresh)
        self.folder.clicked.connect(self._presenter.open_folder)
        self.review.clicked.connect(self._presenter.review)
        self.open.clicked.connect(self._on_open)

    def entries(self) -> tuple[SearchEntry, ...]:
        """Returns what the search of the settings finds here."""
        skills = self.tr("Skills")
        return (
            SearchEntry(skills, "", "", ("SKILL.md", "load_skill"), f"{_P}.list"),
            SearchEntry(self.tr("Open the folder of your skills"), "", "", (skills,), f"{_P}.folder"),
            SearchEntry(self.tr("Read skills again"), "", "", (self.tr("refresh"),), f"{_P}.refresh"),
        )

    def select(self, item: str) -> None:
        """Brings the skill of a name or path to the front."""
        place = next((i for i, line in enumerate(self.model.rows) if item in (line.name, line.path)), None)
        if place is not None:
            self.list.selectRow(place)
            self.list.setFocus()

    def _show(self, state: SkillsState) -> None:
        self.list.show_rows(state.lines)
        self.hint.setText(state.hint)
        self.hint.setVisible(bool(state.hint))
        is_changed = any(line.is_changed for line in state.lines)
        set_reason(self.review, "" if is_changed else self.tr("No skill waits for you."))
        self._show_current()

    def _line(self) -> SkillLine | None:
        place = self.list.place
        return self.model.row(place) if 0 <= place < len(self.model.rows) else None

    def _show_current(self) -> None:
        line = self._line()
        self.description.setText(line.description if line is not None else "")
        self.description.setVisible(bool(line is not None and line.description))
        self.about.setText(line.about if line is not None else "")
        self.about.setVisible(bool(line is not None and line.about))
        none = self.tr("none")
        self.place.set_line(line.folder if line is not None else "")
        self.arguments.set_line((line.arguments or none) if line is not None else "")
        self.loader.set_line((line.loader or none) if line is not None else "")
        show_text(self.preview, line.text if line is not None else "")
        set_reason(self.open, "" if line is not None and line.path else self.tr("Choose a skill first."))

    def _icon(self, line: SkillLine) -> QIcon:
        return self._theme.icon(line.icon, line.role)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.preview.setFont(theme.font(TextSize.MONO))
        self.list.viewport().update()

    def _on_open(self) -> None:
        line = self._line()
        if line is not None and line.path:
            self.file_requested.emit(line.path, max(line.line, 1), 1)

    def _on_folder_ready(self, folder: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text, hint = self.tr("The file manager cannot be started."), self.tr("The folder is shown under Details.")
            self.notice_raised.emit(Notice(text, hint, folder))


def _id(line: SkillLine) -> str:
    return line.id


def _name(line: SkillLine) -> str:
    return line.name


def _tip(line: SkillLine) -> str:
    return "\n".join(part for part in (line.path, line.description) if part)


def _scope(line: SkillLine) -> str:
    return line.scope


def _state(line: SkillLine) -> str:
    return line.state


def _spoken(line: SkillLine) -> str:
    return line.spoken
