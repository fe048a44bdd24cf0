"""The composer: the message field, what is attached, the pickers, the meter, Stop and Send (U92 to U101, U135)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from qodev.ui.chat.composer_input import ComposerInput
from qodev.ui.chat.pickers import ModelButton, PickerButton
from qodev.ui.chat.profile_picker import TaskRow
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, PushButton, named, relook, set_reason

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.chat.composer_parts import ContextPopup
    from qodev.ui.models.chat_state import ChatState, Chip


class Composer(QFrame):
    """One panel at the bottom of the centre; it decides nothing and shows a ChatState."""

    text_changed = Signal(str)
    send_requested = Signal()
    stop_requested = Signal()
    resume_requested = Signal()
    attach_requested = Signal()
    escape_pressed = Signal()
    chip_removed = Signal(int)
    agent_chosen = Signal(object)
    role_chosen = Signal(object)
    script_chosen = Signal(object)
    model_chosen = Signal(str)
    models_wanted = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "composer", self.tr("Composer"))
        set_look(self, "panel")
        self._theme = theme
        self._chips: tuple[Chip, ...] | None = ()
        self._has_script = self._has_model = False
        self._context_popup: ContextPopup | None = None
        self._context_detail = ""
        self._menu: QMenu | None = None
        self.tasks = TaskRow(theme)
        self.input = ComposerInput(theme)
        self.chips = QWidget()
        named(self.chips, "composer.chips", self.tr("Attachments"))
        self.attach = IconButton(theme, "attach", "composer.attach", self.tr("Attach files"))
        self.agent = PickerButton("picker.agent", self.tr("Agent"), "agentpicker")
        self.role = PickerButton("picker.role", self.tr("Role"), "rolepicker")
        self.script = PickerButton("picker.script", self.tr("Script"), "scriptpicker")
        self.model = ModelButton()
        self.overflow = IconButton(theme, "more", "composer.overflow", self.tr("More choices"))
        self.context = PushButton("", "composer.context", "plain")
        self.stop = PushButton(self.tr("Stop"), "composer.stop")
        self.resume = PushButton(self.tr("Retry"), "composer.resume")
        self.resume.setToolTip(self.tr("Sends the last message again"))
        self.send = PushButton(self.tr("Send"), "composer.send", "primary")
        self._lay_out()
        self._connect()
        set_reason(self.send, self.tr("qodev is still starting."))
        for widget in (self.script, self.context):
            widget.hide()

    def _lay_out(self) -> None:
        self._chip_row = QHBoxLayout(self.chips)
        self._chip_row.setContentsMargins(0, 0, 0, 0)
        self._chip_row.setSpacing(SPACE_1)
        self._chip_row.addStretch(1)
        self.chips.hide()
        lower = QHBoxLayout()
        lower.setSpacing(SPACE_1)
        for widget in (self.attach, self.agent, self.model, self.role, self.script, self.overflow):
            lower.addWidget(widget)
        lower.addStretch(1)
        for button in (self.context, self.stop, self.resume, self.send):
            lower.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addWidget(self.tasks)
        column.addWidget(self.chips)
        column.addWidget(self.input, 1)
        column.addLayout(lower)
        self.overflow.hide()
        self.stop.hide()
        self.resume.hide()

    def _connect(self) -> None:
        self.input.textChanged.connect(self._on_text_changed)
        self.input.send_requested.connect(self.send_requested)
        self.input.escape_pressed.connect(self.escape_pressed)
        self.input.erased_before.connect(self._on_erased_before)
        self.attach.clicked.connect(self.attach_requested)
        self.send.clicked.connect(self.send_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.resume.clicked.connect(self.resume_requested)
        self.agent.chosen.connect(self.agent_chosen)
        self.role.chosen.connect(self.role_chosen)
        self.script.chosen.connect(self.script_chosen)
        self.model.chosen.connect(self.model_chosen)
        self.model.wanted.connect(self.models_wanted)
        self.context.clicked.connect(self._on_context_clicked)
        self.overflow.clicked.connect(self._on_overflow_clicked)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_text_changed(self) -> None:
        self.text_changed.emit(self.input.toPlainText())

    def _on_erased_before(self) -> None:
        if self._chips:
            self.chip_removed.emit(len(self._chips) - 1)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._chips = None
        self._fit_pickers()

    def show_state(self, state: "ChatState") -> None:
        """Shows pickers, meter and what Send would do now."""
        self.agent.set_choices(state.agents, state.agent)
        self.role.set_choices(state.roles, state.role)
        self.script.set_choices(state.scripts, state.script)
        self._has_script = bool(state.scripts)
        self.model.show_choice(state.model)
        self._has_model = bool(state.model.agent)
        self._show_chips(state.chips)
        self._show_buttons(state)
        self.context.setText(state.context)
        self.context.setVisible(bool(state.context))
        self.context.setIcon(self._theme.icon("warning", "deny") if state.is_context_lost else QIcon())
        self.context.setToolTip(state.context_detail)
        self.context.setAccessibleName(self.tr("Context: {0}").format(state.context_detail))
        self._context_detail = state.context_detail
        self._fit_pickers()

    def _show_buttons(self, state: "ChatState") -> None:
        self.send.setText(state.send_label)
        set_reason(self.send, state.send_reason, self.tr("Sends the message"))
        self.stop.setVisible(state.is_running)
        self.resume.setVisible(state.can_retry and not state.chips)
        self.stop.setText(self.tr("Stopping") if state.is_stopping else self.tr("Stop"))
        set_reason(
            self.stop,
            self.tr("It is stopping.") if state.is_stopping else "",
            self.tr("Stops the running turn; its text is kept"),
        )
        relook(self.send, "primary")

    def _show_chips(self, chips: "tuple[Chip, ...]") -> None:
        if chips == self._chips:
            return
        self._chips = chips
        while self._chip_row.count() > 1:
            item = self._chip_row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        from qodev.ui.chat.composer_parts import ChipButton

        for position, chip in enumerate(chips):
            button = ChipButton(self._theme, position, chip, self.chips)
            button.removed.connect(self.chip_removed)
            self._chip_row.insertWidget(position, button)
        self.chips.setVisible(bool(chips))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_pickers()

    def _fit_pickers(self) -> None:
        """Moves pickers into the overflow menu, the least needed first, until the row fits."""
        wanted = [(self.role, True), (self.script, self._has_script), (self.model, self._has_model)]
        room = self.width() - 2 * SPACE_3
        fixed = [self.attach, self.agent, self.send]
        fixed += [w for w in (self.context, self.stop, self.resume) if not w.isHidden()]
        used = sum(w.sizeHint().width() + SPACE_1 for w in fixed)
        overflow = self.overflow.sizeHint().width() + SPACE_1
        needed = used + sum(w.sizeHint().width() + SPACE_1 for w, on in wanted if on)
        hides = needed > room
        used += overflow if hides else 0
        for widget, is_wanted in wanted:
            width = widget.sizeHint().width() + SPACE_1
            fits = is_wanted and (not hides or used + width <= room)
            used += width if fits else 0
            widget.setVisible(fits)
        self.overflow.setVisible(hides)

    def _on_context_clicked(self) -> None:
        if self._context_popup is None:
            from qodev.ui.chat.composer_parts import ContextPopup

            self._context_popup = ContextPopup(self.context)
        self._context_popup.text.setText(self._context_detail)
        self._context_popup.show_above(self.context)

    def _on_overflow_clicked(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self.overflow)
        self._menu.clear()
        for picker, is_there in ((self.role, True), (self.script, self._has_script), (self.model, self._has_model)):
            if is_there and picker.isHidden():
                action = self._menu.addAction(picker.accessibleName())
                action.triggered.connect(picker.open_popup)
        self._menu.popup(self.overflow.mapToGlobal(self.overflow.rect().topLeft()))

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 360), hint.height())
