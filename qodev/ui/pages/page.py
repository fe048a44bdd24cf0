"""What every page of the settings window is: it can be searched, shows a place of its own, and marks it (U33)."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QWidget
from shiboken6 import isValid

from qodev.ui.kit.theme import SPACE_1, ThemeController, set_look
from qodev.ui.kit.widgets import named

_MARK_MS = 2000  # U33


@dataclass(frozen=True, slots=True)
class Target:
    """A place on a page: a control by its object name, an item such as an agent by its name or id, or a line."""

    control: str = ""
    item: str = ""
    path: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """What can be found on a page, and the control or item that is shown then. Labels are translated."""

    label: str
    help: str = ""
    key: str = ""  # of the settings file or of the document
    synonyms: tuple[str, ...] = ()
    control: str = ""  # an object name
    item: str = ""


class SettingsPage(QWidget):
    """A page is made when it is needed first, with (theme, presenters), and lives as long as the window.

    Names of agents, roles and providers need no entries of a page: the window finds them itself and reveals them by
    `Target.item`. A page that keeps documents makes its presenter with `presenters.documents.make(...)`.
    """

    notice_raised = Signal(object)  # Notice: shown above the page until it is closed
    page_requested = Signal(str, object)  # key of another page, Target
    action_requested = Signal(str)  # id of an action of the menus
    file_requested = Signal(str, int, int)  # path, line, column: opened where such a file is edited

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._mark: Mark | None = None

    def entries(self) -> tuple[SearchEntry, ...]:
        """Returns what the search finds on this page."""
        return ()

    def opened(self) -> None:
        """Called each time the page comes to the front: the time to load what may have changed."""

    def save(self) -> None:
        """Called for Ctrl+S: saves the document that is shown; pages without one do nothing."""

    def reveal(self, target: Target) -> None:
        """Scrolls to a place, focuses and marks it; pages with lists or documents also take items and lines."""
        control = self.findChild(QWidget, target.control) if target.control else None
        if control is not None:
            self.show_control(control)

    def show_control(self, control: QWidget) -> None:
        """Scrolls to a control of this page, focuses it, and marks it for 2 s."""
        marked = self.marked_for(control)
        for widget in (marked, control):  # the control last: it counts where not all of its row fits
            scroll_to(widget, self)
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._mark is not None and isValid(self._mark):
            self._mark.end()
        self._mark = Mark(marked)

    def marked_for(self, control: QWidget) -> QWidget:
        """Returns what is marked when a control was searched for: the control itself, or the row it stands in."""
        return control


def scroll_to(control: QWidget, within: QWidget) -> None:
    """Scrolls every area between a control and `within` so far that the control is in view."""
    outer = control.parentWidget()
    while outer is not None and outer is not within:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(control)
        outer = outer.parentWidget()


class Mark(QFrame):
    """An outline around a widget for two seconds; it scrolls with it and takes no clicks."""

    def __init__(self, marked: QWidget) -> None:
        holder = _holder(marked)
        super().__init__(holder)
        named(self, "settings.mark")
        set_look(self, "mark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.end)
        self._marked, self._holder = marked, holder
        marked.installEventFilter(self)
        self._place()
        self.show()
        self.raise_()
        self._timer.start(_MARK_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place()
        return False

    def _place(self) -> None:
        self.setGeometry(_around(self._marked, self._holder))

    def end(self) -> None:
        """Takes the outline away."""
        self._timer.stop()
        self.hide()
        self.deleteLater()


def _holder(marked: QWidget) -> QWidget:
    """Returns what the outline lies in; not a scroll area's own frame, where it would not scroll along."""
    holder = marked.parentWidget() or marked
    return marked if isinstance(holder, QAbstractScrollArea) else holder


def _around(marked: QWidget, holder: QWidget) -> QRect:
    if holder is marked:
        return marked.rect()
    grown = marked.geometry().adjusted(-SPACE_1, -SPACE_1, SPACE_1, SPACE_1)
    return grown.intersected(holder.rect())
