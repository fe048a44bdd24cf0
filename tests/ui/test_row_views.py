"""Lists of whole rows and lines of buttons: nothing is cut, nothing stands askew, the ring lies around the row."""

import asyncio

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QTreeWidgetItem, QWidget

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.row_views import RowTable, RowTree, RowTreeWidget, WholeRows


def _model(parent: QWidget, rows: int) -> QStandardItemModel:
    model = QStandardItemModel(rows, 2, parent)
    for row in range(rows):
        for column in range(2):
            model.setItem(row, column, QStandardItem(f"row {row}, column {column}"))
    return model


@pytest.mark.parametrize("height", [61, 84, 100, 133])
def test_a_short_list_shows_no_half_row(theme, qt_run, height):
    async def scenario():
        view = WholeRows(4)
        view.setHeaderHidden(True)
        view.setModel(_model(view, 9))
        view.fit()
        view.resize(300, max(height, view.minimumHeight()))
        view.show()
        row = view.sizeHintForRow(0)
        assert view.minimumHeight() == 4 * row
        assert view.viewport().height() % row == 0
        assert view.viewport().height() >= 4 * row
        view.hide()

    qt_run(scenario(), 10)


def test_a_checkbox_stands_level_with_the_buttons_beside_it(theme, qt_run):
    async def scenario():
        holder = QWidget()
        flow = FlowLayout(holder, 4)
        high, low = QPushButton("Copy"), QCheckBox("With the key")
        for widget in (high, low):
            flow.addWidget(widget)
        holder.resize(400, 60)
        holder.show()
        assert high.height() > low.height()
        assert abs(high.geometry().center().y() - low.geometry().center().y()) <= 1
        assert flow.heightForWidth(400) == high.height()
        assert flow.heightForWidth(60) == high.height() + 4 + low.height()
        holder.hide()

    qt_run(scenario(), 10)


@pytest.mark.parametrize("kind", [RowTree, RowTable, RowTreeWidget])
def test_the_ring_of_the_focus_lies_around_the_whole_row(theme, qt_run, kind):
    async def scenario():
        told = asyncio.Event()  # the window system tells the focus later
        QApplication.instance().focusChanged.connect(told.set)
        view = kind()
        if isinstance(view, RowTreeWidget):
            view.setColumnCount(2)
            for row in range(3):
                view.invisibleRootItem().addChild(_item(row))
        else:
            view.setModel(_model(view, 3))
        view.resize(320, 160)
        view.show()
        view.activateWindow()
        view.setFocus()
        view.setCurrentIndex(view.model().index(1, 0))
        if not view.hasFocus():
            await told.wait()
        assert view.hasFocus()
        focus = theme.color("focus")
        row = view.visualRect(view.model().index(1, 0))
        picture = view.viewport().grab().toImage()
        middle = row.center().y()
        assert _is_ring(picture.pixelColor(0, middle), focus)
        assert _is_ring(picture.pixelColor(view.viewport().width() - 1, middle), focus)
        edge = QRect(row.right() - 4, row.top() + 4, 9, max(1, row.height() - 8))  # between the cells
        assert not any(_is_ring(picture.pixelColor(x, middle), focus) for x in range(edge.left(), edge.right()))
        view.hide()

    qt_run(scenario(), 10)


def _item(row: int):
    return QTreeWidgetItem([f"row {row}", "second"])


def _is_ring(found: QColor, wanted: QColor) -> bool:
    return found.name() == wanted.name()
