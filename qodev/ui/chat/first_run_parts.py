"""Parts of the first-run page that several doors share, the offline door, and the try-out model (U157, F47)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, panel, set_reason
from qodev.ui.models.first_run_state import FirstRunState


class DoorCard(QFrame):
    """One way to start: what it is, what it needs, and its button."""

    def __init__(self, theme: ThemeController, icon: str, text: str, button: PushButton) -> None:
        super().__init__()
        set_look(self, "card")
        self.button = button
        about = Label(text, "muted", wraps=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        grid.setHorizontalSpacing(SPACE_3)
        grid.addWidget(PictureLabel(theme, icon, "accent", 24), 0, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(about, 0, 1)
        grid.addWidget(button, 0, 2, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(1, 1)


class DoorPart(QWidget):
    """What lies behind a door."""

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_3)

    def show_state(self, state: FirstRunState) -> None:
        """Shows what is known."""


class OfflinePart(DoorPart):
    """Offers first messages of the offline provider."""

    used = Signal(str, str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self._ids: tuple[str, ...] = ()
        self._column.addWidget(
            Label(self.tr("Choose a first message. Everything stays on this machine."), "muted", wraps=True)
        )

    def show_state(self, state: FirstRunState) -> None:
        ids = tuple(row.id for row in state.scripts)
        if ids == self._ids:
            return
        self._ids = ids
        for row in state.scripts:
            button = ScriptButton(row.id, row.title)
            button.used.connect(self.used)
            self._column.addWidget(DoorCard(self._theme, "play", row.description or row.title, button))
            if row is state.scripts[0]:
                self.setFocusProxy(button)


class ProjectPart(DoorPart):
    """Asks, once something answers, which folder the first conversation is about (U160)."""

    open_requested = Signal()
    without_requested = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self.open = PushButton(self.tr("Open a project…"), "firstrun.project", "primary")
        self.without = PushButton(self.tr("Continue without one"), "firstrun.without")
        about = self.tr("A folder of yours. What it brings along is shown before anything of it counts.")
        self._column.addWidget(DoorCard(theme, "folder", about, self.open))
        none = self.tr("A chat needs no folder. One can be opened at any time, at the head of the sidebar.")
        self._column.addWidget(DoorCard(theme, "draft", none, self.without))
        self.setFocusProxy(self.open)
        self.open.clicked.connect(self.open_requested)
        self.without.clicked.connect(self.without_requested)


class ScriptButton(PushButton):
    """Starts a conversation with one script."""

    used = Signal(str, str)

    def __init__(self, script: str, title: str) -> None:
        super().__init__(title, f"firstrun.script:{script}")
        self._script, self._title = script, title
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        self.used.emit(self._script, self._title)


class Outcome(QWidget):
    """What a connection test came to, and with which model to go on."""

    used = Signal(str)  # model

    def __init__(self, area: str) -> None:
        super().__init__()
        self.steps = Label("", wraps=True)
        self.result = Label("", wraps=True)
        self.model = QComboBox()
        named(self.model, f"{area}model", self.tr("Model"))
        self.model.setEditable(True)
        self.model.setMinimumWidth(200)
        self.use = PushButton(self.tr("Use"), f"{area}use", "primary")
        row = QHBoxLayout()
        row.addWidget(Label(self.tr("Model")))
        row.addWidget(self.model, 1)
        row.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addWidget(self.steps)
        column.addWidget(self.result)
        column.addLayout(row)
        self.use.clicked.connect(self._on_use)
        self.hide()

    def show_state(self, state: FirstRunState) -> None:
        """Shows steps, result and models, once there are any."""
        self.steps.setText("\n".join(f"{'✓' if s.is_ok else '✕'} {s.name}: {s.text}" for s in state.steps))
        self.steps.setVisible(bool(state.steps))
        self.result.setText(state.test_text)
        if tuple(self.model.itemText(i) for i in range(self.model.count())) != state.models:
            self.model.clear()
            self.model.addItems(list(state.models))
        self.use.setText(self.tr("Use") if state.is_test_ok else self.tr("Use anyway"))
        self.setVisible(bool(state.test_text))

    def _on_use(self) -> None:
        self.used.emit(self.model.currentText().strip())


class TryOutPart(DoorPart):
    """What setting up the try-out model does, its log, and Use."""

    set_up_requested = Signal()
    remove_requested = Signal()
    used = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(theme)
        self.plan = Label("", wraps=True)
        self.set_up = PushButton(self.tr("Set up"), "firstrun.set_up", "primary")
        self.use = PushButton(self.tr("Use"), "firstrun.use_try_out", "primary")
        self.remove = PushButton(self.tr("Remove…"), "firstrun.remove_try_out")
        self.log = QPlainTextEdit()
        named(self.log, "firstrun.log", self.tr("Log of the set-up"))
        set_look(self.log, "mono")
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(400)
        self.log.setMinimumHeight(220)
        self._logged = 0
        frame = panel("card")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        inner.addWidget(self.plan)
        row = QHBoxLayout()
        row.addWidget(self.set_up)
        row.addWidget(self.use)
        row.addWidget(self.remove)
        row.addStretch(1)
        self._column.addWidget(frame)
        self._column.addLayout(row)
        self._column.addWidget(self.log)
        self.set_up.clicked.connect(self.set_up_requested)
        self.setFocusProxy(self.set_up)
        self.use.clicked.connect(self.used)
        self.remove.clicked.connect(self._on_remove)

    def _on_remove(self) -> None:
        from qodev.ui.kit.dialogs import Question, QuestionDialog

        text = self.tr(
            "This deletes the server and the model that were fetched, the provider and the agent made for them."
        )
        question = Question(
            "dialog.erase",
            self.tr("Remove the try-out model"),
            text,
            self.tr("Remove the try-out model"),
            self.tr("Keep it"),
        )
        dialog = QuestionDialog(question, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self.remove_requested)
        dialog.open()

    def show_state(self, state: FirstRunState) -> None:
        self.plan.setText("\n".join(state.plan))
        set_reason(
            self.set_up, state.busy_text if state.is_busy else "", self.tr("Downloads and builds what is listed above")
        )
        self.set_up.setVisible(not state.is_try_out_ready)
        self.use.setVisible(state.is_try_out_ready)
        self.remove.setVisible(state.is_try_out_ready)
        set_reason(
            self.remove, state.busy_text if state.is_busy else "", self.tr("Deletes what was fetched, after asking")
        )
        if len(state.log) < self._logged or not state.log:
            self.log.clear()
            self._logged = 0
        for line in state.log[self._logged :]:
            self.log.appendPlainText(line)
        self._logged = len(state.log)
        self.log.setVisible(bool(state.log) or state.is_busy)
