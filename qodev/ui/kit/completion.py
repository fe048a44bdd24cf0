"""The list of completions under a caret; the editor keeps the focus and hands it keys (U64)."""

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, named
from qodev.ui.models.completions import CompletionChoice
from qodev.ui.models.rows import Column, RowsModel

_ROWS_SHOWN = 8
_WIDTH_CHARACTERS = 44


class CompletionList(QFrame):
    """Choices with what they are; it is a child of the window, so that it takes no focus anywhere."""

    chosen = Signal(object)  # CompletionChoice

    def __init__(self, theme: ThemeController, window: QWidget) -> None:
        super().__init__(window)
        named(self, "completion")
        set_look(self, "panel")
        self._theme = theme
        self.model: RowsModel[CompletionChoice] = RowsModel(
            (Column("", _text, tooltip=_detail),), _id_of, spoken=_spoken, parent=self
        )
        self.list = QListView()
        named(self.list, "completion.list", self.tr("Completions"))
        self.list.setModel(self.model)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.detail = ElidedLabel("", "secondary")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_1, SPACE_1, SPACE_1, SPACE_1)
        column.setSpacing(SPACE_1)
        column.addWidget(self.list)
        column.addWidget(self.detail)
        self.list.clicked.connect(self._on_clicked)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.hide()

    def set_choices(self, choices: tuple[CompletionChoice, ...]) -> None:
        """Replaces the choices; the first one is current."""
        self.model.set_rows(choices)
        self.list.setCurrentIndex(self.model.index(0, 0))

    def show_at(self, corner: QPoint, caret_height: int) -> None:
        """Shows the list below a place of the window, or above it where there is no room."""
        window = self.parentWidget()
        rows = min(_ROWS_SHOWN, self.model.rowCount())
        height = rows * self.list.sizeHintForRow(0) + SPACE_2
        self.list.setFixedHeight(height)
        width = self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS
        area = QRect(corner, self.sizeHint())
        area.setWidth(width)
        if window is not None:
            if area.bottom() > window.height():
                area.moveBottom(corner.y() - caret_height)
            area.moveRight(min(area.right(), window.width() - SPACE_2))
        self.setGeometry(area)
        self.show()
        self.raise_()

    def step(self, key: Qt.Key) -> None:
        """Goes up or down in the list."""
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: _ROWS_SHOWN,
            Qt.Key.Key_PageUp: -_ROWS_SHOWN,
        }
        row = max(0, min(self.model.rowCount() - 1, self.list.currentIndex().row() + steps[key]))
        self.list.setCurrentIndex(self.model.index(row, 0))

    def accept(self) -> None:
        """Takes the current choice."""
        index = self.list.currentIndex()
        if index.isValid():
            self.chosen.emit(self.model.row(index.row()))

    def _on_clicked(self, _index: QModelIndex) -> None:
        self.accept()

    def _on_current_changed(self, index: QModelIndex) -> None:
        row = self.model.row(index.row()) if index.isValid() else None
        self.detail.set_line(" · ".join(part for part in (row.kind, row.detail) if part) if row is not None else "")


def _text(choice: CompletionChoice) -> str:
    return choice.text


def _detail(choice: CompletionChoice) -> str:
    return choice.detail


def _spoken(choice: CompletionChoice) -> str:
    return f"{choice.text}, {choice.kind}" if choice.kind else choice.text


def _id_of(choice: CompletionChoice) -> str:
    return f"{choice.kind}:{choice.text}"
