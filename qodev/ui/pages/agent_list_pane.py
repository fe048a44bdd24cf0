"""The left side of the Agents page: filter, tags, switches, list, and what can be done to a row (U43 to U45)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, IconButton, Label, PushButton, named, set_reason
from qodev.ui.models.agent_rows import AgentListState, AgentRow, AgentRowKind, TagCount
from qodev.ui.pages.agent_list_view import AgentListView

_CHIPS, _FEW_CHIPS = 6, 3  # the most frequent tags; the others are in a menu
_WIDE_CHARACTERS = 34


class TagChips(QWidget):
    """The most frequent tags with counts; the rest behind one button."""

    toggled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "settings.agents.tags", self.tr("Tags"))
        self._limit = _CHIPS
        self._shown: tuple[TagCount, ...] = ()
        self._rest: tuple[TagCount, ...] = ()
        self._flow = FlowLayout(self)

    def show_tags(self, tags: tuple[TagCount, ...]) -> None:
        """Shows other tags or counts."""
        if tags != self._shown:
            self._shown = tags
            self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= self.fontMetrics().averageCharWidth() * _WIDE_CHARACTERS
        limit = _CHIPS if is_wide else _FEW_CHIPS
        if limit != self._limit:
            self._limit = limit
            self._fill()

    def _fill(self) -> None:
        tags = self._shown
        chosen = [tag for tag in tags if tag.is_on]
        others = [tag for tag in tags if not tag.is_on]
        first = (*chosen, *others[: max(0, self._limit - len(chosen))])
        self._rest = tuple(tag for tag in others if tag not in first)
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for tag in first:
            self._flow.addWidget(self._chip(tag))
        if self._rest:
            self._flow.addWidget(self._more())
        self.setVisible(bool(tags))

    def _chip(self, tag: TagCount) -> QToolButton:
        chip = QToolButton()
        words = f"{tag.tag} {tag.count}"
        named(chip, f"settings.agents.tag:{tag.tag}", words)
        set_look(chip, "chip")
        chip.setText(words)
        chip.setCheckable(True)
        chip.setChecked(tag.is_on)
        chip.setProperty("tag", tag.tag)
        chip.clicked.connect(self._on_clicked)
        return chip

    def _more(self) -> QToolButton:
        more = QToolButton()
        named(more, "settings.agents.more_tags", self.tr("More tags"))
        set_look(more, "chip")
        more.setText(f"+{len(self._rest)}")
        more.setToolTip(self.tr("More tags"))
        more.clicked.connect(self._on_more)
        return more

    def _on_clicked(self) -> None:
        self.toggled.emit(str(self.sender().property("tag")))

    def _on_more(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tag in self._rest:
            action = menu.addAction(f"{tag.tag} {tag.count}")
            action.setData(tag.tag)
        menu.triggered.connect(self._on_action)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _on_action(self, action: QAction) -> None:
        self.toggled.emit(str(action.data()))


class AgentListPane(QWidget):
    """Only shows and wishes; the page connects it."""

    tag_toggled = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = QLineEdit()
        named(self.filter, "settings.agents.filter", self.tr("Filter agents"))
        self.filter.setPlaceholderText(self.tr("Name, model, tag, provider, prompt"))
        self.filter.setClearButtonEnabled(True)
        self.tags = TagChips()
        self.show_hidden = QCheckBox(self.tr("Show hidden"))
        named(self.show_hidden, "settings.agents.show_hidden", self.tr("Show hidden"))
        self.show_hidden.setToolTip(self.tr("Agents that no picker lists"))
        self.show_bases = QCheckBox(self.tr("Show bases"))
        named(self.show_bases, "settings.agents.show_bases", self.tr("Show bases"))
        self.show_bases.setToolTip(self.tr("Agents that can only be extended"))
        self.list = AgentListView(theme)
        self.empty = Label("", "muted", wraps=True)
        self.new = PushButton(self.tr("New…"), "settings.agents.new", "compact")
        self.new_from = PushButton(self.tr("New from this…"), "settings.agents.new_from", "compact")
        self.open = PushButton(self.tr("Open at line"), "settings.agents.open", "compact")
        self.reload = IconButton(theme, "reload", "settings.agents.reload", self.tr("Reload from disk"))
        self.folder = IconButton(theme, "folder", "settings.agents.folder", self.tr("Open agents folder"))
        self.compare = IconButton(theme, "compare", "settings.agents.compare", self.tr("Compare with…"))
        self.delete = IconButton(theme, "delete", "settings.agents.delete", self.tr("Delete…"))
        self.path = ElidedLabel("", "secondary")
        named(self.path, "settings.agents.path", self.tr("Folder of your agents"))
        self.path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self.tags.toggled.connect(self.tag_toggled)
        self.show_row(None, is_own=False)

    def _lay_out(self) -> None:
        switches = FlowLayout(gap=SPACE_2)
        switches.addWidget(self.show_hidden)
        switches.addWidget(self.show_bases)
        buttons = FlowLayout()
        for button in (self.new, self.new_from, self.open, self.compare, self.delete):
            buttons.addWidget(button)
        top = QHBoxLayout()
        top.setSpacing(SPACE_1)
        top.addWidget(self.filter, 1)
        top.addWidget(self.reload)
        top.addWidget(self.folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_5, 0, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_2)
        column.addLayout(top)
        column.addWidget(self.tags)
        column.addLayout(switches)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        column.addWidget(self.path)

    def show_state(self, state: AgentListState) -> None:
        """Shows rows, tags and why there are none."""
        self.list.show_rows(state.rows)
        self.tags.show_tags(state.tags)
        self.empty.setText(state.empty_text)
        self.empty.setVisible(bool(state.empty_text))
        self.list.setVisible(not state.empty_text)
        self.path.set_line(state.folder)
        for box, on in ((self.show_hidden, state.filter.shows_hidden), (self.show_bases, state.filter.shows_bases)):
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)

    def show_row(self, row: AgentRow | None, *, is_own: bool) -> None:
        """Says what can be done to the current row, and why not."""
        none = self.tr("Select an agent first.")
        is_agent = row is not None and row.kind is AgentRowKind.AGENT
        is_rejected = row is not None and row.kind is AgentRowKind.REJECTED
        self.open.setVisible(is_rejected)
        self.new_from.setVisible(not is_rejected)
        set_reason(self.new_from, "" if is_agent else none, self.tr("Makes an agent of your own that extends this one"))
        set_reason(self.compare, "" if is_agent else none, self.tr("Compares its request with that of another agent"))
        set_reason(self.open, "" if is_rejected else none, self.tr("Opens the file at its first error"))
        not_own = self.tr("Only agents of your own can be deleted.")
        reason = none if row is None else ("" if is_own else not_own)
        set_reason(self.delete, reason, self.tr("Moves the file to the trash"))
