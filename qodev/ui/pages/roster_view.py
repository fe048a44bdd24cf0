"""The table of one roster: dragging and Alt+Up or Alt+Down move an entry, Del takes it out (U47, A185)."""

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from qodev.types.agents import Pipeline
from qodev.ui.kit.row_views import RowTable
from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.roster_rows import RosterRow, verdict_words
from qodev.ui.models.rows import Column, IdRole, Index, RowsModel
from qodev.ui.pages.two_lines import TwoLineCell

MIME_TYPE = "application/x-qodev-roster-entry"
_LEAST_ROWS, _MOST_ROWS = 1, 8
_ROW_PX = 42
_AGENT, _MODEL, _MARKS = 1, 2, 4
_NARROW_PX = 320
_SHARES = (56, 0, 26, 18)  # of the width: agent, model, files, marks; the model stands below the agent


class RosterModel(RowsModel[RosterRow]):
    """Rows that can be dragged within a roster and from one to another."""

    moved = Signal(str, int)  # name, position among the others
    dropped = Signal(str, int)  # name of an entry of another roster, position

    def __init__(self, pipeline: Pipeline, columns: tuple[Column[RosterRow], ...], parent: QObject) -> None:
        super().__init__(columns, _name, state_of=_verdict, spoken=_spoken, parent=parent)
        self._pipeline = pipeline

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802  # an override of Qt
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802  # an override of Qt
        return [MIME_TYPE]

    def mimeData(self, indexes: list[QModelIndex]) -> QMimeData:  # type: ignore[override]  # noqa: N802  # the stub wants any sequence
        data = QMimeData()
        if indexes:
            name = str(indexes[0].data(IdRole))
            data.setData(MIME_TYPE, f"{self._pipeline.value}\n{name}".encode())
            data.setText(name)
        return data

    def canDropMimeData(  # noqa: N802  # an override of Qt
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return data.hasFormat(MIME_TYPE)

    def dropMimeData(  # noqa: N802  # an override of Qt
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        if not data.hasFormat(MIME_TYPE):
            return False
        pipeline, _, name = bytes(data.data(MIME_TYPE).data()).decode().partition("\n")
        place = row if row >= 0 else parent.row() if parent.isValid() else len(self.rows)
        if pipeline != self._pipeline.value:
            self.dropped.emit(name, place)
            return True
        here = self.find_row(name)
        if here is not None:
            self.moved.emit(name, place - 1 if here < place else place)
        return True


class RosterView(RowTable):
    """Shows all entries; it grows with them up to eight."""

    move_requested = Signal(int)  # -1 up, 1 down
    remove_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, theme: ThemeController, model: RosterModel, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        named(self, "settings.pipelines.roster", spoken)
        self.rows = model
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self._set_up_header()
        self.setColumnHidden(_MODEL, True)
        self.setItemDelegateForColumn(_AGENT, TwoLineCell(theme, _model_of, self))
        self.customContextMenuRequested.connect(self._on_menu_requested)
        theme.changed.connect(self._on_theme_changed)
        model.rowsInserted.connect(self._fit)
        model.rowsRemoved.connect(self._fit)
        self._on_theme_changed(theme.theme)

    def _set_up_header(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(self._theme.theme.px(28))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Gives number and verdict what they need, and shares the rest: names are longer than the other texts."""
        metrics = self.fontMetrics()
        number = metrics.horizontalAdvance("99") + 2 * SPACE_2
        words = max(metrics.horizontalAdvance(word) for word in verdict_words())
        verdict = words + self.iconSize().width() + 3 * SPACE_2
        rest = max(0, self.viewport().width() - number - verdict)
        is_narrow = rest < self._theme.theme.px(_NARROW_PX)
        self.setColumnHidden(_MARKS, is_narrow)  # the tip of a row has them too
        shares = (*_SHARES[:-1], 0) if is_narrow else _SHARES
        widths = (number, *(rest * share // sum(shares) for share in shares), verdict)
        for section, width in enumerate(widths):
            self.horizontalHeader().resizeSection(section, width)

    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(16)
        self.setIconSize(QSize(side, side))
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW_PX))
        self._share_width()
        self._fit()

    def _fit(self) -> None:
        rows = max(_LEAST_ROWS, min(_MOST_ROWS, self.model().rowCount()))
        height = rows * self._theme.theme.px(_ROW_PX) + self.horizontalHeader().sizeHint().height() + SPACE_1
        self.setFixedHeight(height)

    @property
    def current(self) -> RosterRow | None:
        """Returns the selected entry."""
        index = self.currentIndex()
        return self.rows.row(index.row()) if index.isValid() else None

    def select(self, name: str) -> None:
        """Selects an entry, if it is there."""
        row = self.rows.find_row(name)
        if row is not None:
            self.setCurrentIndex(self.rows.index(row, 0))

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.setCurrentIndex(index)
        elif self.currentIndex().isValid():
            point = self.visualRect(self.currentIndex()).center()
        self.menu_requested.emit(self.viewport().mapToGlobal(point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        has_alt = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
        if has_alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_requested.emit(-1 if key is Qt.Key.Key_Up else 1)
        elif key is Qt.Key.Key_Delete and not event.modifiers():
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)


def _model_of(row: object) -> str:
    return row.shown_model if isinstance(row, RosterRow) else ""


def _name(row: RosterRow) -> str:
    return row.name


def _verdict(row: RosterRow) -> str:
    return row.verdict.text


def _spoken(row: RosterRow) -> str:
    parts = (f"{row.position}", row.name, row.shown_model, row.match, row.pills, row.verdict.text)
    return ", ".join(part for part in parts if part)
