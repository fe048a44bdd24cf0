"""The head of the agent editor: name, pills, path, and the `extends` path as links (U60)."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.name_row import NameRow
from qodev.ui.kit.theme import SPACE_1, SPACE_3, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PictureLabel, PushButton, named
from qodev.ui.models.agent_editor_state import ChainStep, EditorState
from qodev.ui.models.agent_origins import NO_MARK, find_leaf, origin_mark
from qodev.ui.models.agent_rows import Pill
from qodev.ui.pages.agent_fields import OriginBar

_PILL_LOOKS = {"deny": "pill_deny", "ask": "pill_ask", "accent": "pill_accent", "info": "pill_info"}


class PillRow(QWidget):
    """Pills side by side, on as many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Pill, ...] = ()
        self._flow = FlowLayout(self)

    def show_pills(self, pills: tuple[Pill, ...]) -> None:
        """Shows other pills."""
        if pills == self._shown:
            return
        self._shown = pills
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for pill in pills:
            self._flow.addWidget(Label(pill.text, _PILL_LOOKS.get(pill.role, "pill")))
        self.setVisible(bool(pills))

    @property
    def texts(self) -> tuple[str, ...]:
        """Returns the words that are shown."""
        return tuple(pill.text for pill in self._shown)


class ChainLinks(QWidget):
    """This agent, its parent, the parent's parent; a step that leads nowhere says why."""

    link_chosen = Signal(str, int)  # path, line

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "agent.chain", self.tr("Extends"))
        self._theme = theme
        self._steps: tuple[ChainStep, ...] = ()
        self._flow = FlowLayout(self, gap=SPACE_1 // 2)

    def show_chain(self, steps: tuple[ChainStep, ...]) -> None:
        """Shows another path; one step alone shows nothing."""
        if steps == self._steps:
            return
        self._steps = steps
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, step in enumerate(steps):
            if place:
                self._flow.addWidget(PictureLabel(self._theme, "chevron_right", "muted", 14))
                self._flow.addWidget(self._link(place, step))
            if step.problem:
                self._flow.addWidget(PictureLabel(self._theme, "error", "deny", 14))
                self._flow.addWidget(Label(step.problem, "error"))
        self.setVisible(len(steps) > 1 or any(step.problem for step in steps))

    def _link(self, place: int, step: ChainStep) -> QWidget:
        made = PushButton(step.name, f"agent.chain:{place}", "link")
        made.setAccessibleDescription(step.path)
        made.setToolTip(step.path)
        made.setProperty("place", place)
        made.clicked.connect(self._on_clicked)
        return made

    def _on_clicked(self) -> None:
        place = self.sender().property("place")
        if isinstance(place, int) and self._steps[place].path:
            self.link_chosen.emit(self._steps[place].path, self._steps[place].line)

    @property
    def texts(self) -> tuple[str, ...]:
        """Returns names and problems in order."""
        return tuple(part for step in self._steps for part in (step.name, step.problem) if part)


class AgentHead(QWidget):
    """Name, pills and chain, file and address; the buttons at the right are the editor's."""

    link_chosen = Signal(str, int)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.top = NameRow()
        self.name, self.buttons = self.top.name, self.top.buttons
        self.path = ElidedLabel("", "secondary")
        named(self.path, "agent.path", self.tr("File"))
        self.url = ElidedLabel("", "secondary")
        named(self.url, "agent.url", self.tr("Address"))
        self.url_bar = OriginBar(theme)
        self.pills = PillRow()
        self.chain = ChainLinks(theme)
        self.places = QWidget()
        places = QHBoxLayout(self.places)
        places.setContentsMargins(0, 0, 0, 0)
        places.setSpacing(SPACE_3)
        places.addWidget(self.path, 1)
        places.addWidget(self.url_bar)
        places.addWidget(self.url, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.top)
        column.addWidget(self.pills)
        column.addWidget(self.chain)
        column.addWidget(self.places)
        self.chain.link_chosen.connect(self.link_chosen)

    def show_places(self, on: bool) -> None:  # noqa: FBT001  # one fact
        """Shows file and address, or leaves their room to what is below."""
        self.places.setVisible(on)

    def show_state(self, state: EditorState, warnings: tuple[Pill, ...]) -> None:
        """Shows what is in front."""
        self.top.show_name(state.name)
        self.path.set_line(state.path)
        self.url.set_line(state.url)
        leaf = find_leaf(state.leaves, "url") if state.url else None
        self.url_bar.show_mark(origin_mark(leaf) if leaf is not None else NO_MARK)
        self.pills.show_pills((*state.pills, *warnings))
        self.chain.show_chain(state.chain)
