"""The bar above every document and the banner for a file that changed on the disk meanwhile (U35)."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from qodev.types.documents import DocumentState
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, IconButton, Label, PictureLabel, PushButton, named, relook, set_reason
from qodev.ui.models.document_state import DocumentView
from qodev.ui.models.words import DOCUMENT_WORDS, StateWord

_LOOKS = {"allow": "ok", "ask": "warning", "deny": "error"}


class DocBar(QWidget):
    """Name, modified mark, state, Revert and Save; whoever owns it connects the two wishes to a DocumentPresenter."""

    save_requested = Signal()
    revert_requested = Signal()
    external_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "doc.bar", self.tr("Document"))
        self.name = ElidedLabel("", "strong")
        self.modified = Label("", "warning")
        named(self.modified, "doc.modified")
        self.picture = PictureLabel(theme)
        self.state = Label("", "secondary")
        named(self.state, "doc.state", self.tr("State of the file"))
        self.save = PushButton(self.tr("Save"), "doc.save", "compact")
        self.revert = PushButton(self.tr("Revert"), "doc.revert", "compact")
        self.external = IconButton(theme, "external", "doc.external", self.tr("Open externally"))
        self.external.hide()  # shown by whoever follows its wish
        self._row = row = QHBoxLayout(self)
        self.set_margins(SPACE_4, SPACE_3)
        row.addWidget(self.name, 1)
        for widget in (self.modified, self.picture, self.state, self.external, self.revert, self.save):
            row.addWidget(widget)
        self.save.clicked.connect(self.save_requested)
        self.revert.clicked.connect(self.revert_requested)
        self.external.clicked.connect(self.external_requested)
        self.show_view(DocumentView())

    def set_margins(self, left_px: int, right_px: int) -> None:
        """Brings the bar in line with what stands below it."""
        self._row.setContentsMargins(left_px, SPACE_2, right_px, SPACE_2)

    def show_view(self, view: DocumentView) -> None:
        """Shows the state of another document, or another state."""
        self.name.set_line(view.name)
        self.name.setToolTip(view.path)
        self.modified.setText("•" if view.is_dirty else "")
        self.modified.setAccessibleName(self.tr("Modified") if view.is_dirty else "")
        self._show_word(view, DOCUMENT_WORDS[view.state])
        reason = self._reason(view)
        waits = self.tr("Choose Reload or Keep mine first.") if view.state is DocumentState.CHANGED_ON_DISK else ""
        if view.is_gone and waits:
            waits = self.tr("Choose Keep mine first.")
        set_reason(self.save, reason or waits, self.tr("Writes the file whole or not at all"))
        set_reason(self.revert, reason, self.tr("Takes the text on the disk again"))

    def _show_word(self, view: DocumentView, word: StateWord) -> None:
        self.picture.set_picture(word.icon if view.path else "", word.role)
        self.state.setText(word.text if view.path else "")
        relook(self.state, _LOOKS.get(word.role, "secondary"))
        self.state.setToolTip(view.fault or view.read_only)
        self.state.setAccessibleDescription(view.fault or view.read_only)

    def _reason(self, view: DocumentView) -> str:
        if not view.path:
            return self.tr("No document is open.")
        if view.read_only:
            return view.read_only
        if view.state is DocumentState.SAVING:
            return self.tr("The file is being saved.")
        return "" if view.is_dirty else self.tr("Nothing was changed.")


class DiskBanner(QFrame):
    """Says that a file changed on the disk while it has unsaved changes here, or why it could not be saved."""

    compare_requested = Signal()
    reload_requested = Signal()
    keep_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "banner.disk")
        set_look(self, "banner")
        self.picture = PictureLabel(theme, "warning", "ask")
        self.text = Label("", wraps=True)
        self.compare = PushButton(self.tr("Compare"), "banner.disk.compare", "compact")
        self.reload = PushButton(self.tr("Reload"), "banner.disk.reload", "compact")
        self.keep = PushButton(self.tr("Keep mine"), "banner.disk.keep", "compact")
        self.compare.setToolTip(self.tr("Shows both texts line by line"))
        self.reload.setToolTip(self.tr("Takes the text on the disk; undo brings yours back"))
        self.keep.setToolTip(self.tr("Keeps your text; saving then replaces what is on the disk"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_3, SPACE_2, SPACE_2, SPACE_2)
        row.addWidget(self.picture)
        row.addWidget(self.text, 1)
        for button in (self.compare, self.reload, self.keep):
            row.addWidget(button)
        self.compare.clicked.connect(self.compare_requested)
        self.reload.clicked.connect(self.reload_requested)
        self.keep.clicked.connect(self.keep_requested)
        self.hide()

    def show_view(self, view: DocumentView) -> None:
        """Shows or hides itself, as the document wants."""
        is_changed = view.state is DocumentState.CHANGED_ON_DISK
        text = self._changed_text(view) if is_changed else view.fault
        self.text.setText(text)
        self.setAccessibleName(text)
        for button in (self.compare, self.reload, self.keep):
            button.setVisible(is_changed)
        self.reload.setVisible(is_changed and not view.is_gone)
        self.setVisible(bool(text))

    def _changed_text(self, view: DocumentView) -> str:
        if view.is_gone:
            return self.tr("`{0}` was deleted while it has unsaved changes here.").format(view.name)
        return self.tr("`{0}` changed on disk while it has unsaved changes here.").format(view.name)
