"""The upper row of the composer: chat or Code task, the profile, the mode of the project (U92, U93, U25)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget

from qodev.ui.kit.theme import SPACE_1, SPACE_2, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import PushButton, named, set_reason, sharp_icon

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.chat.picker_popups import ChoicePopup
    from qodev.ui.chat.profile_popup import ProfilePopup
    from qodev.ui.models.mode_words import ModeState
    from qodev.ui.models.task_state import TaskState

_LABEL_LENGTH = 34


class TaskSwitch(QFrame):
    """Chat or Code task, side by side."""

    chosen = Signal(bool)  # whether it is a Code task

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "picker.task", self.tr("Kind of task"))
        self.chat = PushButton(self.tr("Chat"), "picker.task:chat", "compact")
        self.code = PushButton(self.tr("Code task"), "picker.task:code", "compact")
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for button in (self.chat, self.code):
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is: in the message
            self._group.addButton(button)
            row.addWidget(button)
        self.chat.setChecked(True)
        self._group.buttonClicked.connect(self._on_clicked)

    def _on_clicked(self, button: QPushButton) -> None:
        self.chosen.emit(button is self.code)

    def show_state(self, state: "TaskState") -> None:
        """Shows what the conversation is, and why it cannot be the other."""
        (self.code if state.is_code else self.chat).setChecked(True)
        reason = "" if state.is_code else state.code_reason
        set_reason(self.code, reason, self.tr("Works in the folder with the tools that the profile offers"))
        set_reason(self.chat, "", self.tr("Answers without tools"))


class ProfilePicker(QPushButton):
    """Shows the profile of the next Code task; its name is there whatever became of it (P66)."""

    chosen = Signal(str)
    refresh_requested = Signal()
    manage_requested = Signal()
    problems_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        named(self, "picker.profile", self.tr("Profile"))
        set_look(self, "plain")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._state: TaskState | None = None
        self._popup: ProfilePopup | None = None
        self.setText(f"{self.tr('Profile')} ▾")
        self.clicked.connect(self.open_popup)

    @property
    def popup(self) -> "ProfilePopup":
        """Returns the list; it is made when it is opened first."""
        if self._popup is None:
            from qodev.ui.chat.profile_popup import ProfilePopup

            self._popup = ProfilePopup(self._theme, self)
            self._popup.profile_chosen.connect(self.chosen)
            self._popup.refresh_requested.connect(self.refresh_requested)
            self._popup.manage_requested.connect(self.manage_requested)
            self._popup.problems_requested.connect(self.problems_requested)
        return self._popup

    def show_state(self, state: "TaskState") -> None:
        """Shows a choice; an open list follows."""
        self._state = state
        label = state.label
        self.setText(f"{label if len(label) <= _LABEL_LENGTH else label[: _LABEL_LENGTH - 1] + '…'} ▾")
        self.setAccessibleName(self.tr("Profile: {0}").format(label))
        entry = next((e for e in state.profiles if e.is_chosen), None)
        described = "\n".join(part for part in (label, state.note, entry.description if entry else "") if part)
        set_reason(self, state.profile_reason, described)
        if self._popup is not None and self._popup.isVisible():
            self._popup.show_state(state)

    def open_popup(self) -> None:
        """Shows the list."""
        if self._state is not None and not self._state.profile_reason:
            self.popup.show_state(self._state)
            self.popup.open_at(self if self.isVisible() else self.window())


class ModePicker(QPushButton):
    """Shows the mode of the project in view."""

    chosen = Signal(str)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "picker.mode", self.tr("Mode"))
        set_look(self, "plain")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._theme = theme
        self._state: ModeState | None = None
        self._popup: ChoicePopup | None = None
        self.clicked.connect(self.open_popup)
        theme.changed.connect(self._draw)
        self.hide()

    @property
    def popup(self) -> "ChoicePopup":
        """Returns the list; it is made when it is opened first."""
        if self._popup is None:
            from qodev.ui.chat.picker_popups import ChoicePopup

            self._popup = ChoicePopup(self, "modepicker", self.tr("Modes"))
            self._popup.chosen.connect(self._on_chosen)
        return self._popup

    def _on_chosen(self, value: object) -> None:
        self.chosen.emit(str(value))

    def show_state(self, state: "ModeState") -> None:
        """Shows a mode."""
        self._state = state
        self.setText(f"{state.word} ▾")
        self.setAccessibleName(self.tr("Mode: {0}").format(state.word))
        set_reason(self, state.reason, state.tip)
        self._draw()

    def _draw(self, _theme: Theme | None = None) -> None:
        if self._state is not None and self._state.project:
            side = self._theme.theme.px(16)
            self.setIcon(sharp_icon(self._theme, *self._state.icon, side, self.devicePixelRatioF()))

    def open_popup(self) -> None:
        """Shows the modes with what each one does."""
        from qodev.ui.models.chat_state import Choice
        from qodev.ui.models.mode_words import MODES, mode_sentence
        from qodev.ui.models.profile_words import mode_word

        state = self._state
        if state is None or state.reason:
            return
        choices = [Choice(m.value, mode_word(m), "", mode_sentence(m), state.why_not(m)) for m in MODES]
        self.popup.set_choices(choices, state.mode.value if state.mode is not None else None)
        self.popup.open_at(self if self.isVisible() else self.window())


class TaskRow(QWidget):
    """The three pickers, and the way out where the folder is not trusted."""

    trust_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.task = TaskSwitch()
        self.trust = PushButton(self.tr("Trust this folder…"), "picker.trust", "link")
        self.profile = ProfilePicker(theme)
        self.mode = ModePicker(theme)
        self._can_trust = self._has_project = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        for widget in (self.task, self.profile, self.mode, self.trust):
            row.addWidget(widget)
        row.addStretch(1)
        set_reason(self.task.code, self.tr("qodev is still starting."))
        set_reason(self.profile, self.tr("qodev is still starting."))
        self.trust.hide()
        self.trust.clicked.connect(self.trust_requested)

    def show_task(self, state: "TaskState") -> None:
        """Shows task and profile of the open conversation."""
        self.task.show_state(state)
        self.profile.show_state(state)
        self._can_trust = state.can_trust
        self._fit()

    def show_mode(self, state: "ModeState") -> None:
        """Shows the mode of its project."""
        self.mode.show_state(state)
        self._has_project = bool(state.project)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Shows what fits; the mode stands in the status bar too, and trust in the menu."""
        room = self.width() - self.task.sizeHint().width() - self.profile.sizeHint().width() - SPACE_1
        for widget, is_wanted in ((self.mode, self._has_project), (self.trust, self._can_trust)):
            needed = widget.sizeHint().width() + SPACE_2
            fits = is_wanted and needed <= room
            room -= needed if fits else 0
            widget.setVisible(fits)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        least = self.task.minimumSizeHint().width() + self.profile.minimumSizeHint().width() + SPACE_2
        return QSize(min(hint.width(), least), hint.height())
