"""The search over all settings: a field, and its hits grouped by page in the place of the navigation (U33)."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QStackedWidget, QVBoxLayout, QWidget

from qodev.ui.kit.theme import SPACE_3, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import Label, named
from qodev.ui.models.settings_search import Findable, FoundGroup, search_settings

_HIT = Qt.ItemDataRole.UserRole + 1


class SettingsSearch(QWidget):
    """Shows `nav` while nothing is searched for, else the hits."""

    began = Signal()  # the first letter: whoever knows what can be found should give it now
    chosen = Signal(object)  # Findable

    def __init__(self, theme: ThemeController, nav: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._findables: tuple[Findable, ...] = ()
        self._is_searching = False
        self.input = QLineEdit()
        named(self.input, "settings.search", self.tr("Search settings"))
        self.input.setPlaceholderText(self.tr("Search settings"))
        self.results = QListWidget()
        named(self.results, "settings.results", self.tr("Found settings"))
        self.empty = Label("", "muted", wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack = QStackedWidget()
        for widget in (nav, self.results, self.empty):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_3)
        column.addWidget(self.input)
        column.addWidget(self.stack, 1)
        self.input.installEventFilter(self)
        self.input.textChanged.connect(self._on_text_changed)
        self.input.returnPressed.connect(self._on_return)
        self.results.itemActivated.connect(self._on_activated)
        self.results.itemClicked.connect(self._on_activated)
        theme.changed.connect(self._on_theme_changed)

    def set_findables(self, findables: tuple[Findable, ...]) -> None:
        """Replaces what can be found; the hits follow."""
        self._findables = findables
        self._show()

    def begin(self) -> None:
        """Puts the focus into the field, its text selected."""
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    @property
    def hits(self) -> tuple[Findable, ...]:
        """Returns what is listed, best first on each page."""
        items = (self.results.item(row) for row in range(self.results.count()))
        return tuple(item.data(_HIT) for item in items if item.data(_HIT) is not None)

    def _on_text_changed(self, text: str) -> None:
        is_searching = bool(text.strip())
        if is_searching and not self._is_searching:
            self.began.emit()
        self._is_searching = is_searching
        self._show()

    def _show(self) -> None:
        wanted = self.input.text().strip()
        groups = search_settings(wanted, self._findables)
        self.results.clear()
        for group in groups:
            self._add_group(group)
        self.empty.setText(self.tr("Nothing matches `{0}`.").format(wanted) if wanted and not groups else "")
        self.stack.setCurrentIndex(0 if not wanted else (1 if groups else 2))
        if groups:
            self.results.setCurrentRow(1)

    def _add_group(self, group: FoundGroup) -> None:
        theme = self._theme.theme
        head = QListWidgetItem(group.title.upper())
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        head.setFont(theme.font(TextSize.GROUP))
        head.setForeground(theme.color("muted"))
        head.setTextAlignment(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        head.setSizeHint(QSize(0, theme.px(32 if self.results.count() else 20)))
        head.setData(Qt.ItemDataRole.AccessibleTextRole, group.title)
        self.results.addItem(head)
        for hit in group.hits:
            item = QListWidgetItem(hit.label)
            item.setData(_HIT, hit)
            item.setToolTip(hit.help)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{group.title}, {hit.label}")
            item.setSizeHint(QSize(0, theme.px(28)))
            self.results.addItem(item)
        if group.more:
            rest = QListWidgetItem(self.tr("%n more: type on", "", group.more))
            rest.setFlags(Qt.ItemFlag.NoItemFlags)
            rest.setFont(theme.font(TextSize.SECONDARY))
            rest.setForeground(theme.color("muted"))
            self.results.addItem(rest)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._show()

    def _on_return(self) -> None:
        if self.stack.currentIndex() == 1:
            self._on_activated(self.results.currentItem())

    def _on_activated(self, item: QListWidgetItem) -> None:
        hit = item.data(_HIT)
        if hit is not None:
            self.chosen.emit(hit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lets arrows walk the hits while the field has the focus, and Escape end the search."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape and self.input.text():
            self.input.clear()
            return True
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None or self.stack.currentIndex() != 1:
            return False
        self._step(step)
        return True

    def _step(self, by: int) -> None:
        row = self.results.currentRow() + by
        while 0 <= row < self.results.count():
            if self.results.item(row).data(_HIT) is not None:
                self.results.setCurrentRow(row)
                return
            row += by
