"""The role in front: its bar, its fields, and what `agent_role()` would insert (U35, U46)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from qodev.ui.kit.doc_bar import DiskBanner, DocBar
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, named
from qodev.ui.models.document_state import DocumentView
from qodev.ui.models.role_rows import RoleView

if TYPE_CHECKING:
    from qodev.ui.presenters.document import DocumentPresenter

_PREVIEW_LINES = 6


class RoleEditor(QWidget):
    """Shows a RoleView and tells what was typed; it never changes a field that somebody types into."""

    part_edited = Signal(str, str)  # name, description or text; the value

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = RoleView()
        self._read_only = ""
        self._line = 0  # that is wanted
        self.bar = DocBar(theme)
        self.disk = DiskBanner(theme)
        self.problem = Label("", "error", wraps=True)
        named(self.problem, "settings.roles.problem")
        self.go_to = PushButton(self.tr("Go to line"), "settings.roles.go_to", "compact")
        self.id = QLineEdit()
        self.name = QLineEdit()
        self.description = QLineEdit()
        self.text = QPlainTextEdit()
        self.notes = Label("", "secondary", wraps=True)
        named(self.notes, "settings.roles.notes")
        self.preview = QPlainTextEdit()
        self._set_up()
        self._lay_out()
        self.name.textEdited.connect(self._on_name_edited)
        self.description.textEdited.connect(self._on_description_edited)
        self.text.textChanged.connect(self._on_text_changed)
        self.go_to.clicked.connect(self._on_go_to)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _set_up(self) -> None:
        named(self.id, "settings.roles.id", self.tr("Id"))
        named(self.name, "settings.roles.name", self.tr("Name"))
        named(self.description, "settings.roles.description", self.tr("Description"))
        named(self.text, "settings.roles.text", self.tr("Text"))
        named(self.preview, "settings.roles.preview", self.tr("What the prompt receives"))
        self.id.setReadOnly(True)
        self.id.setToolTip(
            self.tr("The id is the name of the file; it stays as it is. Duplicate the role for another.")
        )
        self.preview.setReadOnly(True)
        set_look(self.preview, "mono")
        for edit in (self.text, self.preview):
            edit.setTabChangesFocus(True)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE_2)
        form.addRow(self._label(self.tr("I&d"), self.id), self.id)
        form.addRow(self._label(self.tr("&Name"), self.name), self.name)
        form.addRow(self._label(self.tr("De&scription"), self.description), self.description)
        body = QWidget()
        set_look(body, "surface")
        inner = QVBoxLayout(body)
        inner.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_3)
        inner.setSpacing(SPACE_2)
        inner.addWidget(self.problem)
        inner.addWidget(self.go_to)
        inner.addLayout(form)
        inner.addWidget(self._label(self.tr("&Text"), self.text))
        inner.addWidget(self.text, 1)
        self.preview_label = self._label("", self.preview)
        self.preview_label.setWordWrap(True)
        inner.addWidget(self.preview_label)
        inner.addWidget(self.preview)
        inner.addWidget(self.notes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.disk)
        column.addWidget(self._scrolled(body), 1)

    def _scrolled(self, body: QWidget) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        return area

    def _label(self, text: str, buddy: QWidget) -> Label:
        label = Label(text)
        label.setBuddy(buddy)
        return label

    def _on_theme_changed(self, theme: Theme) -> None:
        for edit in (self.text, self.preview):
            edit.setFont(theme.font())
        self.text.setMinimumHeight(self.text.fontMetrics().lineSpacing() * _PREVIEW_LINES + SPACE_4)
        self.preview.setFixedHeight(self.preview.fontMetrics().lineSpacing() * _PREVIEW_LINES + SPACE_4)

    def connect_document(self, documents: "DocumentPresenter") -> None:
        """Lets bar and banner follow the document in front, and tell what is wished."""
        documents.state_changed.connect(self._on_document_changed)
        self.bar.save_requested.connect(documents.save)
        self.bar.revert_requested.connect(documents.revert)
        self.disk.compare_requested.connect(documents.compare)
        self.disk.reload_requested.connect(documents.reload)
        self.disk.keep_requested.connect(documents.keep_mine)
        self._on_document_changed(documents.view)

    def _on_document_changed(self, view: DocumentView) -> None:
        self.bar.show_view(view)
        self.disk.show_view(view)
        self._read_only = view.read_only
        self._show_writable()

    def _show_writable(self) -> None:
        read_only = self._read_only
        paused = self.tr("Mend the front matter first.") if self._view.is_whole else ""
        for edit in (self.name, self.description):
            edit.setReadOnly(bool(read_only or paused))
            edit.setToolTip(read_only or paused)
        self.text.setReadOnly(bool(read_only))
        self.text.setToolTip(read_only)

    def show_view(self, view: RoleView) -> None:
        """Shows another role, or another text of it."""
        self.show_preview(view)
        self.id.setText(view.id)
        for edit, value in ((self.name, view.name), (self.description, view.description)):
            if edit.text() != value:
                edit.setText(value)
                if not edit.hasFocus():
                    edit.home(False)  # the beginning of a long text is shown
        self.name.setPlaceholderText(view.id)
        if self.text.toPlainText() != view.text:
            with QSignalBlocker(self.text):
                self.text.setPlainText(view.text)
        if self._line and view.is_whole:
            self._go_to(self._line)
        self._line = 0

    def show_preview(self, view: RoleView) -> None:
        """Shows what follows from the fields."""
        self._view = view
        self.problem.setText(self._problem_text(view))
        self.problem.setVisible(bool(view.problem))
        self.go_to.setVisible(view.is_whole)
        self.preview_label.setText(self._preview_title(view))
        if self.preview.toPlainText() != view.preview:
            self.preview.setPlainText(view.preview)
        self.notes.setText("\n".join(view.notes))
        self.notes.setVisible(bool(view.notes))
        self._show_writable()

    def _problem_text(self, view: RoleView) -> str:
        return self.tr("Not loaded: line {0}. {1}").format(view.line, view.problem) if view.problem else ""

    def want_line(self, line: int) -> None:
        """Goes to a line of the file once it is shown whole; the fields have lines of their own."""
        self._line = line

    def _preview_title(self, view: RoleView) -> str:
        call = f'agent_role("{view.id}")' if view.id else "agent_role()"
        return self.tr("What `{0}` inserts").format(call)

    def _on_name_edited(self, value: str) -> None:
        self.part_edited.emit("name", value)

    def _on_description_edited(self, value: str) -> None:
        self.part_edited.emit("description", value)

    def _on_text_changed(self) -> None:
        if not self.text.isReadOnly():
            self.part_edited.emit("text", self.text.toPlainText())

    def _on_go_to(self) -> None:
        self._go_to(self._view.line)

    def _go_to(self, line: int) -> None:
        block = self.text.document().findBlockByNumber(max(0, line - 1))
        cursor = QTextCursor(block if block.isValid() else self.text.document().firstBlock())
        self.text.setTextCursor(cursor)
        self.text.setFocus()
