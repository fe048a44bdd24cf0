"""Parts of the profile window: document bar at the bottom, form or text, problems, a file name that follows the name (U73 to U85)."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qodev.types.profile_drafts import ProfileLoss, TranslationOffer
from qodev.ui.kit.doc_bar import DocBar
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.agent_editor_state import EditorMode, EditorProblem
from qodev.ui.models.document_state import DocumentView
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_state import ProfileEditorState
from qodev.ui.models.words import StateWord
from qodev.ui.pages.agent_problems import AgentProblems

_LOSSES_SHOWN = 4
_ORIGINS = {
    "claude_code": QT_TRANSLATE_NOOP("ProfileParts", "Claude Code"),
    "opencode": QT_TRANSLATE_NOOP("ProfileParts", "OpenCode"),
    "qoder": QT_TRANSLATE_NOOP("ProfileParts", "Qoder"),
}


class ProfileBar(DocBar):
    """A document bar that says in a sentence why something cannot be saved or was not done (U80, U82)."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        self._told = ""
        self._error = ""
        self._view = DocumentView()
        super().__init__(theme, parent)
        row, before = self.layout(), self.state
        self.state = ElidedLabel("", "secondary")
        named(self.state, "doc.state", self.tr("State of the file"))
        assert isinstance(row, QHBoxLayout), "a bar is a row"
        row.replaceWidget(before, self.state)
        before.setParent(None)
        row.setStretch(0, 0)
        row.setStretchFactor(self.state, 1)
        self.name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.show_view(self._view)

    def tell(self, text: str) -> None:
        """Says why something was not done, until the document changes."""
        self._told = text
        self.show_view(self._view)

    def show_error(self, error: str) -> None:
        """Says why a save would be refused, "" while it would not."""
        self._error = error
        self.show_view(self._view)

    def show_view(self, view: DocumentView) -> None:
        if view != self._view:
            self._told = "" if view.path != self._view.path or not view.is_dirty else self._told
            self._view = view
        super().show_view(view)
        if self._error and self._is_open:
            set_reason(self.save, self._error)

    @property
    def _is_open(self) -> bool:
        return bool(self._view.path) and not self._view.read_only

    def _show_word(self, view: DocumentView, word: StateWord) -> None:
        error = self._error if self._is_open else ""
        sentence = self._told or error or view.fault
        role = ("ask" if self._told else "deny") if sentence else word.role
        icon = ("warning" if self._told else "error") if sentence else word.icon
        super()._show_word(view, word)
        self.picture.set_picture(icon if view.path else "", role)
        if sentence:
            self.state.setText(sentence)
        self.state.setToolTip(sentence or view.read_only or self.state.text())
        self.state.setAccessibleDescription(sentence or view.read_only)


class ProfileView(QWidget):
    """Form or Text."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "profile.view", self.tr("View"))
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons: dict[EditorMode, QToolButton] = {}
        for mode, word in ((EditorMode.FORM, self.tr("Form")), (EditorMode.TEXT, self.tr("Text"))):
            button = self.buttons[mode] = QToolButton()
            named(button, f"profile.view:{mode.value}", word)
            set_look(button, "compact")
            button.setText(word)
            button.setCheckable(True)
            button.setProperty("mode", mode.value)
            self._group.addButton(button)
            button.clicked.connect(self._on_clicked)
            row.addWidget(button)

    def _on_clicked(self) -> None:
        checked = self._group.checkedButton()
        if checked is not None:
            self.chosen.emit(str(checked.property("mode")))

    def show_mode(self, mode: EditorMode) -> None:
        """Marks a view."""
        self.buttons[mode].setChecked(True)


class ProfileProblems(AgentProblems):
    """The findings about the profile in front."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        named(self.list, "profile.diagnostics", self.tr("Problems of this profile"))
        named(self.detail, "profile.detail", self.tr("More about the problem"))
        named(self.fix, "profile.fix", self.fix.text())

    def show_problems(self, rows: tuple[EditorProblem, ...]) -> None:
        super().show_problems(rows)
        if not rows:
            self.empty.setText(self.tr("Nothing is wrong with this profile."))


class FileRow(QWidget):
    """The stem of the file and the byte counter."""

    stem_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = QLineEdit()
        named(self.file, "profile.file", self.tr("File name"))
        set_look(self.file, "mono")
        self.suffix = Label(".md", "secondary")
        self.count = Label("", "secondary")
        named(self.count, "profile.bytes", self.tr("Size of the file"))
        label = Label(self.tr("File"), "secondary")
        label.setBuddy(self.file)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_1)
        row.addWidget(label)
        row.addWidget(self.file, 1)
        row.addWidget(self.suffix)
        row.addStretch(1)
        row.addWidget(self.count)
        self.file.textEdited.connect(self.stem_typed)

    def show_state(self, state: ProfileEditorState) -> None:
        """Shows file and size; the file of a saved profile is changed by Rename."""
        is_typing = state.is_new and self.file.hasFocus()  # what no file can be called is said, not taken away
        if self.file.text() != state.stem and not is_typing:
            self.file.setText(state.stem)
            self.file.home(False)
        self.file.setReadOnly(not state.is_new)
        tip = "" if state.is_new else self.tr("Rename… gives it another file.")
        self.file.setToolTip(tip)
        self.file.setAccessibleDescription(tip)
        self.count.setText(state.count.text)
        if self.count.property("look") != state.count.look:
            set_look(self.count, state.count.look)
            self.count.style().unpolish(self.count)
            self.count.style().polish(self.count)
        self.setVisible(bool(state.path))


class NewButton(PushButton):
    """Begins a profile from a template, or from a copy of another one (U75)."""

    template_chosen = Signal(str)
    copy_chosen = Signal(str)
    translation_chosen = Signal(str)  # path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "profiles.new", "compact", parent)
        self.setText(self.tr("New…"))
        self.setAccessibleName(self.tr("New profile"))
        self.names: tuple[str, ...] = ()
        self.offers: tuple[TranslationOffer, ...] = ()
        self.clicked.connect(self.pop_up)

    def pop_up(self) -> None:
        """Shows what a profile can begin as."""
        menu = QMenu(self)
        named(menu, "profiles.new_menu", self.tr("New profile"))
        words = {
            "blank": self.tr("Blank"),
            "reviewer": self.tr("Reviewer"),
            "read_only": self.tr("Read-only"),
            "no_shell": self.tr("No shell"),
        }
        for key, word in words.items():
            menu.addAction(word).setData(("template", key))
        copies = menu.addMenu(self.tr("Copy of…"))
        for name in self.names:
            copies.addAction(name).setData(("copy", name))
        translations = menu.addMenu(self.tr("Translate…"))
        for offer in self.offers:
            action = translations.addAction(translation_label(offer))
            action.setData(("translation", offer.path))
            action.setToolTip("\n".join(part for part in (offer.path, offer.reason) if part))
        translations.setToolTipsVisible(True)
        translations.setEnabled(bool(self.offers))
        menu.triggered.connect(self._on_triggered)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _on_triggered(self, action: QAction) -> None:
        kind, value = action.data()
        signals = {"template": self.template_chosen, "copy": self.copy_chosen, "translation": self.translation_chosen}
        signals[kind].emit(str(value))

    def show_names(self, names: Sequence[str]) -> None:
        """Takes the profiles that a copy can be made of."""
        self.names = tuple(names)

    def show_offers(self, offers: tuple[TranslationOffer, ...]) -> None:
        """Takes the foreign agents that can be translated."""
        self.offers = offers


def translation_label(offer: TranslationOffer) -> str:
    """Returns an agent that can be translated with the program that it was written for."""
    origin = _ORIGINS.get(offer.form, offer.form)
    return f"{offer.name}  ·  {QCoreApplication.translate('ProfileParts', origin)}"


class LossList(QWidget):
    """What a translation could not take over, above the text (P248)."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = Label("", "warning")
        self.list = text_area("profile.losses", self.tr("What was not taken over"), theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.title)
        column.addWidget(self.list)
        self.hide()

    def show_losses(self, losses: tuple[ProfileLoss, ...]) -> None:
        """Shows other losses; none hide the list."""
        self.title.setText(self.tr("%n part(s) were not taken over", "", len(losses)))
        lines = [self.tr("{0}: {1}").format(_lost_field(loss), loss.reason) for loss in losses]
        show_text(self.list, "\n".join(lines))
        self.setVisible(bool(losses))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        broken = round(self.list.document().size().height())  # in lines as they are broken
        lines = min(_LOSSES_SHOWN, max(1, broken))
        self.list.setFixedHeight(lines * self.list.fontMetrics().lineSpacing() + SPACE_4)


def _lost_field(loss: ProfileLoss) -> str:
    return f"{loss.line} {loss.field}" if loss.line else loss.field
