"""The window of requests side by side: the fixture matrix above, the comparison of bodies below (U69, U70)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from qodev.ui.kit.messages import Banner
from qodev.ui.kit.theme import ThemeController, set_look
from qodev.ui.kit.widgets import named
from qodev.ui.pages.bodydiff import BodyDiffPage
from qodev.ui.pages.fixtures import FixturesPage

_SIZE = (1180, 820)
_LEAST = (800, 560)


class BodiesWindow(QWidget):
    """Holds both parts; closing it ends a run."""

    closed = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "bodies.window", self.tr("Requests of agents"))
        self.setWindowTitle(self.tr("Requests of agents"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_look(self, "window")
        self.setMinimumSize(*_LEAST)
        self.resize(*_SIZE)
        self.fixtures = FixturesPage(theme)
        self.bodydiff = BodyDiffPage(theme)
        self.banner = Banner(theme, "bodies.banner", "warning", "ask")
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        named(self.splitter, "bodies.splitter")
        self.splitter.addWidget(self.fixtures)
        self.splitter.addWidget(self.bodydiff)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([_SIZE[1], _SIZE[1] * 2 // 3])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
        column.addWidget(self.splitter, 1)
        QShortcut(QKeySequence("Ctrl+W"), self).activated.connect(self.close)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
