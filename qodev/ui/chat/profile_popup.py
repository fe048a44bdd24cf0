"""The list behind the profile picker: groups, badges, and what can be done about profiles at its end (U93)."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QStandardItem
from PySide6.QtWidgets import QWidget

from qodev.ui.chat.picker_popups import ChoicePopup
from qodev.ui.kit.theme import SPACE_2, TextSize, ThemeController
from qodev.ui.kit.widgets import named
from qodev.ui.models.chat_state import Choice
from qodev.ui.models.task_state import ProfileEntry, TaskState

_PROBLEMS, _REFRESH, _MANAGE = "\0problems", "\0refresh", "\0manage"  # no profile's name holds a NUL
_HEADING = Qt.ItemDataRole.UserRole + 3
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class ProfilePopup(ChoicePopup):
    """Headings are passed over; a profile that cannot be used says why and stays in its place."""

    profile_chosen = Signal(str)
    refresh_requested = Signal()
    manage_requested = Signal()
    problems_requested = Signal()
    most_rows = 18  # headings and what can be done among them

    def __init__(self, theme: ThemeController, parent: QWidget) -> None:
        self._theme = theme
        self._entries: tuple[ProfileEntry, ...] = ()
        self._problems = ""
        super().__init__(parent, "profilepicker", QCoreApplication.translate("ProfilePopup", "Profiles"))
        named(self.list, "profilepicker.list", self.tr("Profiles"))
        self.list.setUniformItemSizes(False)
        self.chosen.connect(self._on_chosen)

    def show_state(self, state: TaskState) -> None:
        """Replaces the list; the chosen profile is current."""
        self._entries, self._problems = state.profiles, state.problems_text
        named_ones = [entry for entry in state.profiles if entry.name]
        self.set_choices([Choice(e.name, e.line, problem=e.problem) for e in named_ones], state.profile)

    def _fill(self) -> None:
        words = self.filter.text().casefold().split()
        self._model.clear()
        heading: ProfileEntry | None = None
        for entry in self._entries:
            if not entry.name:
                heading = entry
            elif all(word in f"{entry.line} {entry.description}".casefold() for word in words):
                if heading is not None:
                    self._model.appendRow(self._heading(heading.label))
                    heading = None
                self._model.appendRow(self._profile(entry))
        if self._model.rowCount():
            self._model.appendRow(self._gap())
        for value, label in self._last():
            self._model.appendRow(self._action(value, label))
        rows = range(self._model.rowCount())
        is_chosen = Qt.ItemDataRole.UserRole + 2
        current = next((r for r in rows if self._model.item(r).data(is_chosen)), self._next(-1, 1))
        self.list.setCurrentIndex(self._model.index(current, 0))
        self._fit()

    def _last(self) -> list[tuple[str, str]]:
        found = [(_PROBLEMS, self._problems)] if self._problems else []
        return [*found, (_REFRESH, self.tr("Refresh")), (_MANAGE, self.tr("Manage agent profiles…"))]

    def _heading(self, title: str) -> QStandardItem:
        theme = self._theme.theme
        item = QStandardItem(title.upper())
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setData(True, _HEADING)
        item.setFont(theme.font(TextSize.GROUP))
        item.setForeground(theme.color("muted"))
        item.setTextAlignment(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        item.setSizeHint(QSize(0, theme.px(28)))
        item.setAccessibleText(title)
        return item

    def _gap(self) -> QStandardItem:
        """Parts the profiles from what can be done about them."""
        item = QStandardItem()
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setSizeHint(QSize(0, SPACE_2))
        return item

    def _profile(self, entry: ProfileEntry) -> QStandardItem:
        text = f"{entry.line}  ·  {entry.description}" if entry.description else entry.line
        item = QStandardItem(("✓ " if entry.is_chosen else "   ") + text)
        item.setData(entry.name, Qt.ItemDataRole.UserRole + 1)
        item.setData(entry.is_chosen, Qt.ItemDataRole.UserRole + 2)
        item.setToolTip("\n".join(line for line in (entry.line, entry.description, entry.problem) if line))
        item.setAccessibleText(self.tr("{0}, chosen").format(text) if entry.is_chosen else text)
        item.setEnabled(not entry.problem or entry.is_chosen)
        return item

    def _action(self, value: str, label: str) -> QStandardItem:
        item = QStandardItem(f"   {label}")
        item.setData(value, Qt.ItemDataRole.UserRole + 1)
        return item

    def _next(self, row: int, step: int) -> int:
        """Returns the next row that can be chosen, `row` itself where there is none."""
        at = row + step
        while 0 <= at < self._model.rowCount():
            if self._model.item(at).flags() & Qt.ItemFlag.ItemIsEnabled:
                return at
            at += 1 if step > 0 else -1
        return max(row, 0)

    def _move(self, key: Qt.Key) -> None:
        row = self._next(self.list.currentIndex().row(), _STEPS[key])
        self.list.setCurrentIndex(self._model.index(row, 0))

    def _on_chosen(self, value: object) -> None:
        wishes = {
            _PROBLEMS: self.problems_requested,
            _REFRESH: self.refresh_requested,
            _MANAGE: self.manage_requested,
        }
        if value in wishes:
            wishes[str(value)].emit()
        else:
            self.profile_chosen.emit(str(value))
