"""Asks for one agent out of many: a filter, tags to narrow it, Enter takes (A185)."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.row_views import RowTable
from qodev.ui.kit.theme import SPACE_2, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.picker_rows import PickerRow, tag_counts
from qodev.ui.models.rows import Column, Index, RowsModel

_SIZE_PX = (760, 560)
_TAGS = 24  # those of most agents; the filter finds the others
_TAG_LINES = 2.4


class PickerFilter(QSortFilterProxyModel):
    """Keeps rows that hold every word and have every ticked tag."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._tags: frozenset[str] = frozenset()

    def set_filter(self, text: str, tags: frozenset[str]) -> None:
        """Changes what is kept."""
        self._words = tuple(text.casefold().split())
        self._tags = tags
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        model = self.sourceModel()
        if not isinstance(model, RowsModel):
            return False
        row = model.row(source_row)
        return self._tags.issubset(row.tags) and all(word in row.searched for word in self._words)


class AgentPicker(QDialog):
    """Shows the agents that can be taken."""

    chosen = Signal(str)

    def __init__(self, theme: ThemeController, title: str, rows: Sequence[PickerRow], parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "agentpicker", title)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self._rows = tuple(rows)
        self.filter = QLineEdit()
        self.tags = QWidget()
        self.model: RowsModel[PickerRow] = RowsModel(self._columns(), _name, spoken=_spoken, parent=self)
        self.proxy = PickerFilter(self)
        self.list = RowTable()
        self.empty = Label("", "muted", wraps=True)
        self.box = QDialogButtonBox()
        self.accept_button: QPushButton = self.box.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
        self._set_up(title)
        self._lay_out()
        self._connect()
        self._on_filter_changed()
        self.resize(*_SIZE_PX)
        self.filter.setFocus()

    def _columns(self) -> tuple[Column[PickerRow], ...]:
        return (
            Column(self.tr("Agent"), _name, tooltip=_tip, icon=self._icon),
            Column(self.tr("Model"), _model, tooltip=_model),
            Column(self.tr("Files"), _match, tooltip=_match),
            Column(self.tr("Marks"), _pills, tooltip=_tip),
        )

    def _icon(self, row: PickerRow) -> object:
        return self._theme.icon("error", "deny") if row.problem else self._theme.icon("agent", "muted")

    def _set_up(self, title: str) -> None:
        named(self.filter, "agentpicker.filter", self.tr("Filter agents"))
        self.filter.setPlaceholderText(self.tr("Name, model, tag or provider"))
        named(self.tags, "agentpicker.tags", self.tr("Tags"))
        named(self.list, "agentpicker.list", self.tr("Agents"))
        named(self.accept_button, "agentpicker.accept", title)
        set_look(self.accept_button, "primary")
        self.box.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.model.set_rows(self._rows)
        self.proxy.setSourceModel(self.model)
        self.list.setModel(self.proxy)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setShowGrid(False)
        self.list.setTabKeyNavigation(False)
        self.list.setWordWrap(False)
        self.list.verticalHeader().hide()
        self.list.verticalHeader().setDefaultSectionSize(self._theme.theme.px(28))
        header = self.list.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for section, width in enumerate((260, 180, 150)):
            header.resizeSection(section, self._theme.theme.px(width))
        flow = FlowLayout(self.tags)
        for tag, count in tag_counts(self._rows)[:_TAGS]:
            flow.addWidget(self._chip(tag, count))

    def _chip(self, tag: str, count: int) -> QToolButton:
        chip = QToolButton()
        named(chip, f"agentpicker.tag:{tag}", self.tr("Tag {0}, %n agent(s)", "", count).format(tag))
        set_look(chip, "chip")
        chip.setText(f"{tag} {count}")
        chip.setProperty("tag", tag)
        chip.setCheckable(True)
        chip.toggled.connect(self._on_filter_changed)
        return chip

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_2)
        column.addWidget(self.filter)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.tags)
        area.setMaximumHeight(round(self._theme.theme.px(24) * _TAG_LINES))
        column.addWidget(area)
        column.addWidget(self.list, 1)
        column.addWidget(self.empty)
        column.addWidget(self.box)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._on_filter_changed)
        self.filter.installEventFilter(self)
        self.list.activated.connect(self._on_accepted)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.box.accepted.connect(self._on_accepted)
        self.box.rejected.connect(self.reject)

    def _on_filter_changed(self) -> None:
        chips = self.tags.findChildren(QToolButton)
        tags = frozenset(str(chip.property("tag")) for chip in chips if chip.isChecked())
        self.proxy.set_filter(self.filter.text(), tags)
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.proxy.index(0, 0))
        is_empty = self.proxy.rowCount() == 0
        text = self.tr("Every agent is in this roster already.")
        if self._rows:
            text = self.tr("Nothing matches `{0}`.").format(self.filter.text() or ", ".join(sorted(tags)))
        self.empty.setText(text if is_empty else "")
        self.empty.setVisible(is_empty)
        self.list.setVisible(not is_empty)
        self._on_current_changed()

    def _current(self) -> PickerRow | None:
        index = self.list.currentIndex()
        return self.model.row(self.proxy.mapToSource(index).row()) if index.isValid() else None

    def _on_current_changed(self) -> None:
        set_reason(self.accept_button, "" if self._current() is not None else self.tr("Choose an agent first."))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and self.proxy.rowCount():
                row = max(0, min(self.proxy.rowCount() - 1, self.list.currentIndex().row() + step))
                self.list.setCurrentIndex(self.proxy.index(row, 0))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._on_accepted()
                return True
        return False

    def _on_accepted(self) -> None:
        row = self._current()
        if row is not None:
            self.chosen.emit(row.name)
            self.accept()


def _name(row: PickerRow) -> str:
    return row.name


def _model(row: PickerRow) -> str:
    return row.model


def _match(row: PickerRow) -> str:
    return row.match


def _pills(row: PickerRow) -> str:
    return row.pills


def _tip(row: PickerRow) -> str:
    return row.tip


def _spoken(row: PickerRow) -> str:
    return ", ".join(part for part in (row.name, row.model, row.match, row.pills, row.problem) if part)
