"""Buttons that show what is chosen and open the choices (U71, U93, U94, A107)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from qodev.ui.kit.theme import set_look
from qodev.ui.kit.widgets import named

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.chat.picker_popups import ChoicePopup, ModelPopup
    from qodev.ui.models.chat_state import Choice, ModelChoice

_LABEL_LENGTH = 28


def _clipped(text: str) -> str:
    return text if len(text) <= _LABEL_LENGTH else text[: _LABEL_LENGTH - 1] + "…"


class PickerButton(QPushButton):
    """Shows what is chosen and opens the list of choices; `what` is said before the value by screen readers."""

    chosen = Signal(object)  # str or None

    def __init__(self, name: str, what: str, popup_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name, what)
        self._what = what
        self._popup_name = popup_name
        self._popup: ChoicePopup | None = None
        set_look(self, "plain")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is: in the message
        self.setText(f"{what} ▾")
        self.clicked.connect(self.open_popup)
        self._choices: tuple[Choice, ...] = ()
        self._chosen: str | None = None

    @property
    def popup(self) -> "ChoicePopup":
        """Returns the list of choices; it is made when it is opened first."""
        if self._popup is None:
            from qodev.ui.chat.picker_popups import ChoicePopup

            self._popup = ChoicePopup(self, self._popup_name, f"{self._what}s")
            self._popup.chosen.connect(self.chosen)
        return self._popup

    def set_choices(self, choices: "Sequence[Choice]", chosen: str | None) -> None:
        """Replaces the choices; nothing is rebuilt when they are the same."""
        if (tuple(choices), chosen) == (self._choices, self._chosen):
            return
        self._choices, self._chosen = tuple(choices), chosen
        current = next((c for c in choices if c.value == chosen), None)
        label = current.label if current is not None else (chosen or self._what)
        missing = f" {current.detail}" if current is not None and current.detail == "(missing)" else ""
        self.setText(f"{_clipped(label)}{missing} ▾")
        self.setAccessibleName(f"{self._what}: {label}{missing}")
        tips = (f"{self._what}: {label}", current.detail if current else "", current.problem if current else "")
        self.setToolTip("\n".join(t for t in tips if t))

    def open_popup(self) -> None:
        """Shows the choices."""
        self.popup.set_choices(self._choices, self._chosen)
        self.popup.open_at(self if self.isVisible() else self.window())


class ModelButton(QPushButton):
    """Shows model and source of the agent in use; opens the override."""

    chosen = Signal(str)
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "picker.model", self.tr("Model"))
        set_look(self, "plain")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is: in the message
        self._choice: ModelChoice | None = None
        self._popup: ModelPopup | None = None
        self.clicked.connect(self.open_popup)
        self.hide()

    @property
    def popup(self) -> "ModelPopup":
        """Returns the override; it is made when it is opened first."""
        if self._popup is None:
            from qodev.ui.chat.picker_popups import ModelPopup

            self._popup = ModelPopup(self)
            self._popup.chosen.connect(self.chosen)
            self._popup.wanted.connect(self.wanted)
            if self._choice is not None:
                self._popup.show_choice(self._choice)
        return self._popup

    def show_choice(self, choice: "ModelChoice") -> None:
        """Shows a model and where it comes from."""
        self.setVisible(bool(choice.agent))
        source = self.tr("override") if choice.is_overridden else self.tr("file")
        self.setText(f"{_clipped(choice.model or self.tr('no model'))} · {source} ▾")
        self.setAccessibleName(self.tr("Model: {0}, from {1}").format(choice.model, source))
        self.setToolTip(f"{choice.agent} · {choice.model} · {source}")
        self._choice = choice
        if self._popup is not None:
            self._popup.show_choice(choice)

    def open_popup(self) -> None:
        """Shows the override."""
        self.popup.open_at(self if self.isVisible() else self.window())
