"""What the picker buttons open: a filtered list of choices, and the override of a model (U71, U93, U94)."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QCompleter,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from qodev.ui.kit.choice_line import suggest
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, set_look
from qodev.ui.kit.widgets import Label, PushButton, named
from qodev.ui.models.chat_state import Choice, ModelChoice

_VALUE = Qt.ItemDataRole.UserRole + 1
_DEFAULT = "\0default"  # stands for None, which a model role cannot tell from "nothing there"
_POPUP_WIDTH_PX = 520
_FILTER_FROM = 8
_LABEL_LENGTH = 28


class Popup(QFrame):
    """A frame that closes on Escape and gives the focus back to where it was."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        set_look(self, "card")
        self._before: QWidget | None = None

    def show_above(self, anchor: QWidget) -> None:
        """Shows it above `anchor`, or below where there is no room."""
        self._before = QApplication.focusWidget()
        self.adjustSize()
        above = anchor.mapToGlobal(QPoint(0, -self.height() - SPACE_1))
        screen = anchor.screen().availableGeometry()
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + SPACE_1))
        place = above if above.y() >= screen.top() else below
        place.setX(max(screen.left(), min(place.x(), screen.right() - self.width())))
        self.move(place)
        self.show()

    def hideEvent(self, event: QEvent) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]  # the stub wants QHideEvent, which this is
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()


class ChoicePopup(Popup):
    """A list with a filter line; typing filters, arrows move, Enter chooses."""

    chosen = Signal(object)  # str or None
    most_rows = 12  # that are shown without scrolling

    def __init__(self, parent: QWidget, name: str, spoken: str) -> None:
        super().__init__(parent)
        self._choices: tuple[Choice, ...] = ()
        self._chosen: str | None = None
        self.filter = QLineEdit()
        named(self.filter, f"{name}.filter", self.tr("Filter {0}").format(spoken))
        self.filter.setPlaceholderText(self.tr("Type to filter"))
        self.list = QListView()
        named(self.list, f"{name}.list", spoken)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self._model = QStandardItemModel(self.list)
        self.list.setModel(self._model)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addWidget(self.filter)
        column.addWidget(self.list)
        column.addStretch(1)  # what the filter leaves out makes room below the list, not around the line
        self.filter.textChanged.connect(self._fill)
        self.filter.installEventFilter(self)
        self.list.clicked.connect(self._accept)
        self.list.activated.connect(self._accept)

    def set_choices(self, choices: Sequence[Choice], chosen: str | None) -> None:
        """Replaces the entries and marks the chosen one."""
        self._choices = tuple(choices)
        self._chosen = chosen
        self.filter.setVisible(len(choices) >= _FILTER_FROM)
        self.filter.clear()
        self._fill()

    def _fill(self) -> None:
        words = self.filter.text().casefold().split()
        self._model.clear()
        for choice in self._choices:
            text = f"{choice.label}  ·  {choice.detail}" if choice.detail else choice.label
            if all(word in f"{text} {choice.tip}".casefold() for word in words):
                self._model.appendRow(_item(choice, text, is_chosen=choice.value == self._chosen))
        chosen = next((r for r in range(self._model.rowCount()) if self._model.item(r).data(_VALUE + 1)), 0)
        self.list.setCurrentIndex(self._model.index(chosen, 0))
        self._fit()

    def _fit(self) -> None:
        rows = range(min(self.most_rows, self._model.rowCount()))
        height = sum(max(self.list.sizeHintForRow(row), 1) for row in rows)
        self.list.setFixedHeight((height or self.fontMetrics().height() + SPACE_2) + SPACE_1)
        self.setFixedWidth(max(_POPUP_WIDTH_PX, self.fontMetrics().averageCharWidth() * 60))

    def open_at(self, anchor: QWidget) -> None:
        """Shows the list with the focus in the filter, or in the list when it is short."""
        self._fit()
        self.show_above(anchor)
        (self.filter if self.filter.isVisibleTo(self) else self.list).setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
            return True
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._move(key)
            return True
        return False

    def _move(self, key: Qt.Key) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}[key]
        row = max(0, min(self._model.rowCount() - 1, self.list.currentIndex().row() + steps))
        self.list.setCurrentIndex(self._model.index(row, 0))

    def _accept(self) -> None:
        value = self.list.currentIndex().data(_VALUE)
        if value is not None:
            self.hide()
            self.chosen.emit(None if value == _DEFAULT else value)


def _item(choice: Choice, text: str, *, is_chosen: bool) -> QStandardItem:
    item = QStandardItem(("✓ " if is_chosen else "   ") + text)
    item.setData(_DEFAULT if choice.value is None else choice.value, _VALUE)
    item.setData(is_chosen, _VALUE + 1)
    item.setToolTip("\n".join(line for line in (text, choice.tip, choice.problem) if line))
    item.setAccessibleText(f"{text}, chosen" if is_chosen else text)
    item.setEnabled(not choice.problem or choice.value is None or is_chosen)
    return item


class ModelPopup(Popup):
    """An editable list of models, what the file says, and Reset."""

    chosen = Signal(str)
    wanted = Signal()  # the list of the provider

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown = ModelChoice()
        self.combo = QComboBox()
        named(self.combo, "agent.model_override", self.tr("Model"))
        self.combo.setEditable(True)
        self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.combo.setMinimumContentsLength(_LABEL_LENGTH)
        completer = QCompleter(self.combo.model(), self.combo)
        suggest(completer)
        self.combo.setCompleter(completer)
        self.note = Label("", "secondary", wraps=True)
        self.from_file = Label("", "secondary", wraps=True)
        self.reset = PushButton(self.tr("Reset"), "agent.model_reset", "compact")
        row = QHBoxLayout()
        row.addWidget(self.from_file, 1)
        row.addWidget(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_3, SPACE_3, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addWidget(self.combo)
        column.addWidget(self.note)
        column.addLayout(row)
        self.line = self.combo.lineEdit() or QLineEdit()
        self.line.returnPressed.connect(self._on_entered)
        self.combo.activated.connect(self._on_entered)
        self.reset.clicked.connect(self._on_reset)

    def show_choice(self, choice: ModelChoice) -> None:
        """Shows the model in use and what else there is; what is being typed stays."""
        if choice.listed != self._shown.listed or not self.combo.count():
            typed = self.combo.currentText()
            self.combo.clear()
            self.combo.addItems(list(choice.listed))
            self.combo.setEditText(typed)
        if choice.model != self._shown.model or not self.combo.currentText():
            self.combo.setEditText(choice.model)
        self._shown = choice
        unlisted = self.tr("`{0}` is not among them; it is used all the same.").format(choice.model)
        self.note.setText(choice.note if choice.is_listed else f"{choice.note} {unlisted}")
        self.note.setVisible(bool(self.note.text()))
        self.from_file.setText(self.tr("File says: {0}").format(choice.from_file or self.tr("nothing")))
        self.reset.setVisible(choice.is_overridden)
        self.adjustSize()

    def open_at(self, anchor: QWidget) -> None:
        """Shows it and asks for the provider's list."""
        self.setFixedWidth(max(_POPUP_WIDTH_PX, self.fontMetrics().averageCharWidth() * 50))
        self.combo.setEditText(self._shown.model)
        self.show_above(anchor)
        self.combo.setFocus(Qt.FocusReason.PopupFocusReason)
        self.line.selectAll()
        self.wanted.emit()

    def _on_entered(self) -> None:
        self.hide()
        self.chosen.emit(self.combo.currentText())

    def _on_reset(self) -> None:
        self.hide()
        self.chosen.emit("")
