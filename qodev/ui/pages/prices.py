"""The table of prices per model; a row is stored as soon as its model is named (U36)."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_2, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import PushButton, named, set_reason

_ROWS = 3
_WIDTH_PX = 400


class PricesEdit(QFrame):
    """Model, price of a million tokens in, and out."""

    prices_changed = Signal(object)  # model to {"input": …, "output": …}

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.table = QTableWidget(0, 3)
        named(self.table, "settings.general.prices.table", self.tr("Prices per model"))
        self.table.setHorizontalHeaderLabels([self.tr("Model"), self.tr("In"), self.tr("Out")])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.add = PushButton(self.tr("Add model"), "settings.general.prices.add", "compact")
        self.remove = PushButton(self.tr("Remove"), "settings.general.prices.remove", "compact")
        set_look(self, "card")
        self.setFocusProxy(self.table)
        self.setMinimumWidth(_WIDTH_PX)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        column.addWidget(self.table)
        column.addLayout(buttons)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)
        self.table.itemChanged.connect(self._tell)
        self.table.currentCellChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)
        self._on_current_changed()

    def _on_theme_changed(self, theme: Theme) -> None:
        row = theme.px(28)
        self.table.verticalHeader().setDefaultSectionSize(row)
        self.table.setFixedHeight((_ROWS + 1) * row)
        for column in (1, 2):
            self.table.setColumnWidth(column, theme.px(80))

    def show_prices(self, value: object) -> None:
        """Shows the prices in force, unless they are those of the table."""
        prices = value if isinstance(value, Mapping) else {}
        if prices == self._prices():
            return
        with QSignalBlocker(self.table):
            self.table.setRowCount(0)
            for model, price in prices.items():
                self._append(model, f"{price['input']:g}", f"{price['output']:g}")
        self._on_current_changed()

    def _append(self, *texts: str) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, text in enumerate(texts):
            self.table.setItem(row, column, QTableWidgetItem(text))

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item is not None else ""

    def _prices(self) -> dict[str, dict[str, object]]:
        rows = range(self.table.rowCount())
        return {
            self._text(row, 0): {"input": _number(self._text(row, 1)), "output": _number(self._text(row, 2))}
            for row in rows
            if self._text(row, 0)
        }

    def _tell(self) -> None:
        self.prices_changed.emit(self._prices())

    def _on_add(self) -> None:
        with QSignalBlocker(self.table):
            self._append("", "0", "0")
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus()
        self.table.edit(self.table.currentIndex())

    def _on_remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.table.removeRow(row)
            self._tell()

    def _on_current_changed(self) -> None:
        reason = "" if self.table.currentRow() >= 0 else self.tr("Select a model first.")
        set_reason(self.remove, reason, self.tr("Takes the price of the selected model away"))


def _number(text: str) -> object:
    """Returns the amount that was typed; what is no number is refused with the reason by the setting itself."""
    try:
        return float(text.replace(",", ".") or 0)
    except ValueError:
        return text
