"""The list of messages that wait, above the composer (U128, U129)."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.row_views import WholeRows
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason
from qodev.ui.models.queue_state import QueueListState, QueueRow
from qodev.ui.models.rows import Column, RowsModel

_ROWS_MOST = 4
_EDIT_PX = 72


class _Roomy(QStyledItemDelegate):
    """Gives a row some air."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(0, SPACE_2)


class _Rows(WholeRows):
    """The rows; Del, F2 and Alt with arrows act on the one in front."""

    remove_requested = Signal()
    edit_requested = Signal()
    move_requested = Signal(int)

    def event(self, event: QEvent) -> bool:
        own = (Qt.Key.Key_F2, Qt.Key.Key_Delete)
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in own:
            event.accept()  # or the window's own action of that key would take it
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.edit_requested.emit()
        elif alt and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_requested.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)


class QueueList(QFrame):
    """Shows what waits; each button names what it does to the message in front."""

    edited = Signal(str, str)
    moved = Signal(str, int)
    removed = Signal(str)
    now_requested = Signal(str)
    resume_requested = Signal()
    discard_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "queue", self.tr("Waiting messages"))
        set_look(self, "card")
        self._theme = theme
        self._state = QueueListState()
        self._edited = ""  # id of the message whose text is in the field
        self.head = Label("", "secondary", wraps=True)
        self.resume = PushButton(self.tr("Resume"), "queue.resume", "primary")
        self.discard = PushButton(self.tr("Discard all"), "queue.discard")
        self.rows: RowsModel[QueueRow] = RowsModel(
            (Column(self.tr("Message"), _text, tooltip=_whole), Column(self.tr("Runs with"), _chosen, tooltip=_chosen)),
            _row_id,
            spoken=_spoken,
            parent=self,
        )
        self.list = _Rows(_ROWS_MOST)
        named(self.list, "queue.list", self.tr("Waiting messages"))
        self.edit = PushButton(self.tr("Edit"), "queue.edit")
        self.up = PushButton(self.tr("Up"), "queue.up")
        self.down = PushButton(self.tr("Down"), "queue.down")
        self.remove = PushButton(self.tr("Remove"), "queue.remove")
        self.now = PushButton(self.tr("Send now"), "queue.send_now")
        self.field = QPlainTextEdit()
        named(self.field, "queue.text", self.tr("Text of the message"))
        self.store = PushButton(self.tr("Change"), "queue.store", "primary")
        self.back = PushButton(self.tr("Back"), "queue.back")
        self._lay_out()
        self._connect()
        self._show_editor("")

    def _lay_out(self) -> None:
        self.list.setModel(self.rows)
        self.list.setHeaderHidden(True)
        self.list.setItemDelegate(_Roomy(self.list))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        top = QHBoxLayout()
        top.setSpacing(SPACE_2)
        top.addWidget(self.head, 1)
        top.addWidget(self.resume)
        top.addWidget(self.discard)
        self.buttons = QWidget()
        flow = FlowLayout(self.buttons, SPACE_1)
        for button in (self.now, self.edit, self.up, self.down, self.remove):
            flow.addWidget(button)
        self.editor = QWidget()
        inner = QVBoxLayout(self.editor)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE_1)
        inner.addWidget(self.field)
        row = QHBoxLayout()
        row.setSpacing(SPACE_2)
        row.addWidget(self.store)
        row.addWidget(self.back)
        row.addStretch(1)
        inner.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addLayout(top)
        for part in (self.list, self.buttons, self.editor):
            column.addWidget(part)
        self._on_theme_changed(self._theme.theme)

    def _connect(self) -> None:
        self.resume.clicked.connect(self.resume_requested)
        self.discard.clicked.connect(self.discard_requested)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.remove_requested.connect(self._on_remove)
        self.list.edit_requested.connect(self._on_edit)
        self.list.move_requested.connect(self._move)
        self.edit.clicked.connect(self._on_edit)
        self.remove.clicked.connect(self._on_remove)
        self.up.clicked.connect(self._on_up)
        self.down.clicked.connect(self._on_down)
        self.now.clicked.connect(self._on_now)
        self.store.clicked.connect(self._on_store)
        self.back.clicked.connect(self._on_back)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.field.setFixedHeight(theme.px(_EDIT_PX))

    def show_state(self, state: QueueListState) -> None:
        """Shows what waits; the row in front stays in front."""
        self._state = state
        self.head.setText(state.head)
        self.rows.set_rows(state.rows)
        if state.rows and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.rows.index(0, 0))
        for button in (self.resume, self.discard):
            button.setVisible(state.is_paused)
        self.setVisible(bool(state.rows))
        self.list.fit()
        self._on_current_changed()
        if self._edited and self.rows.find_row(self._edited) is None:
            self._show_editor("")  # it runs by now, or was taken away; what was typed belongs to no other one

    @property
    def current(self) -> QueueRow | None:
        """Returns the row in front."""
        index = self.list.currentIndex()
        return self.rows.row(index.row()) if index.isValid() and index.row() < len(self.rows.rows) else None

    def _on_current_changed(self, *_: QModelIndex) -> None:
        place = self.list.currentIndex().row()
        last = len(self._state.rows) - 1
        set_reason(self.up, "" if place > 0 else self.tr("It is the first."))
        set_reason(self.down, "" if place < last else self.tr("It is the last."))
        tip = self.tr("The running turn ends after its present step.") if self._state.is_running else ""
        set_reason(self.now, "", tip)

    def _on_edit(self) -> None:
        row = self.current
        if row is not None:
            self.field.setPlainText(row.whole)
            self._show_editor(row.id)
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_editor(self, turn_id: str) -> None:
        self._edited = turn_id
        self.editor.setVisible(bool(turn_id))
        self.buttons.setVisible(not turn_id)

    def _on_store(self) -> None:
        self.edited.emit(self._edited, self.field.toPlainText())
        self._on_back()

    def _on_back(self) -> None:
        self._show_editor("")
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_up(self) -> None:
        self._move(-1)

    def _on_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        row = self.current
        if row is not None:
            self.moved.emit(row.id, step)

    def _on_remove(self) -> None:
        row = self.current
        if row is not None:
            self.removed.emit(row.id)

    def _on_now(self) -> None:
        row = self.current
        if row is not None:
            self.now_requested.emit(row.id)


def _row_id(row: QueueRow) -> str:
    return row.id


def _text(row: QueueRow) -> str:
    return row.text


def _whole(row: QueueRow) -> str:
    return row.whole


def _chosen(row: QueueRow) -> str:
    return row.chosen


def _spoken(row: QueueRow) -> str:
    return row.spoken
