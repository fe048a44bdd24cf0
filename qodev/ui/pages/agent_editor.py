"""The agent editor: head, form and text on one document, findings and reasons below, the live request at the right (U60)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QSplitter, QToolButton, QVBoxLayout, QWidget

from qodev.ui.kit.doc_bar import DiskBanner, DocBar
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Hairline, IconButton, Label, PushButton, named, set_reason
from qodev.ui.models.agent_editor_state import AnswerView, EditorMode, EditorState
from qodev.ui.models.agent_rows import Pill
from qodev.ui.models.document_state import DocumentView
from qodev.ui.pages.agent_bottom import AgentBottom
from qodev.ui.pages.agent_chain import AgentHead
from qodev.ui.pages.agent_form import AgentForm
from qodev.ui.pages.agent_model import AgentModelRow
from qodev.ui.pages.agent_text import AgentText

if TYPE_CHECKING:
    from qodev.ui.presenters.agent_page import AgentPagePresenter

_WIDE_PX = 760  # of form and text together: below it they lie above each other
_NARROW_PX = 720  # of the whole editor: below it the request takes the place of form and text
_REQUEST_PX = 360
_BOTTOM_PX = 140
_SHORT_PX = 560  # of the editor: below it form and text get the room of what the list and the tooltips say too
_LINES, _SHORT_LINES = 3, 2  # of the detail of a problem


class ModeSwitch(QWidget):
    """Form, Text or Split, one of them."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "agent.view", self.tr("View"))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        words = {EditorMode.FORM: self.tr("Form"), EditorMode.TEXT: self.tr("Text"), EditorMode.SPLIT: self.tr("Split")}
        self.buttons: dict[EditorMode, QToolButton] = {}
        for mode, word in words.items():
            button = QToolButton()
            named(button, f"agent.view:{mode.value}", word)
            set_look(button, "compact")
            button.setText(word)
            button.setCheckable(True)
            button.setProperty("mode", mode.value)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._on_clicked)
            self._group.addButton(button)
            self.buttons[mode] = button
            row.addWidget(button)

    def _on_clicked(self) -> None:
        checked = self._group.checkedButton()
        if checked is not None:
            self.chosen.emit(str(checked.property("mode")))

    def show_mode(self, mode: EditorMode) -> None:
        """Marks a mode."""
        self.buttons[mode].setChecked(True)


class AgentEditor(QWidget):
    """Shows one agent file; it only connects views and presenters."""

    rename_requested = Signal()
    new_from_requested = Signal()

    def __init__(self, theme: ThemeController, presenter: "AgentPagePresenter", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "agent.editor", self.tr("Agent"))
        self._theme = theme
        self._presenter = presenter
        self._mode = EditorMode.FORM
        self._warnings: tuple[Pill, ...] = ()
        self._request: QWidget | None = None
        self._is_request_chosen = False
        self.doc = DocBar(theme)
        self.disk = DiskBanner(theme)
        self.head = AgentHead(theme)
        self.view = ModeSwitch()
        self.rename = IconButton(theme, "rename", "agent.rename", self.tr("Rename…"))
        self.new_from = PushButton(self.tr("New from this…"), "agent.new_from", "compact")
        self.read_only = Label("", "secondary", wraps=True)
        self.read_only_row = QWidget()
        self.request_button = QToolButton()
        self.model = AgentModelRow(theme)
        self.paused = Label("", "warning", wraps=True)
        named(self.paused, "agent.paused")
        self.form = AgentForm(theme)
        self.text = AgentText(theme)
        self.bottom = AgentBottom(theme)
        self.problems, self.why = self.bottom.problems, self.bottom.why
        self.panes = QSplitter(Qt.Orientation.Horizontal)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.rows = QSplitter(Qt.Orientation.Vertical)
        self._set_up_buttons()
        self._lay_out()
        self._connect_views()
        self._connect_presenters(presenter)
        self.set_mode(EditorMode.FORM)
        self._on_document_changed(presenter.documents.view)

    def _set_up_buttons(self) -> None:
        button = self.request_button
        named(button, "agent.show_request", self.tr("Live request"))
        set_look(button, "compact")
        button.setText(self.tr("Request"))
        button.setCheckable(True)
        button.setChecked(True)
        button.setToolTip(self.tr("Shows what would be sent now"))

    def _lay_out(self) -> None:
        for widget in (self.view, self.request_button, self.rename):
            self.head.buttons.addWidget(widget)
        notice = QHBoxLayout(self.read_only_row)
        notice.setContentsMargins(0, 0, 0, 0)
        notice.setSpacing(SPACE_2)
        notice.addWidget(self.read_only, 1)
        notice.addWidget(self.new_from)
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(SPACE_4, 0, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_2)
        for part in (self.disk, self.head, self.read_only_row, self.model, self.paused):
            column.addWidget(part)
        for splitter in (self.panes, self.columns, self.rows):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        self.panes.addWidget(self.form)
        self.panes.addWidget(self.text)
        self.columns.addWidget(self.panes)
        self.columns.setStretchFactor(0, 1)
        self.rows.addWidget(self.columns)
        self.rows.addWidget(self.bottom)
        self.rows.setStretchFactor(0, 1)
        self.rows.setSizes([10 * _BOTTOM_PX, _BOTTOM_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.doc)
        outer.addWidget(top)
        outer.addWidget(Hairline(self._theme))
        outer.addWidget(self.rows, 1)
        self.paused.hide()

    def set_request(self, pane: QWidget) -> None:
        """Puts the live request to the right."""
        self._request = pane
        self.columns.addWidget(pane)
        self.columns.setStretchFactor(1, 0)
        self.columns.setSizes([2 * _REQUEST_PX, _REQUEST_PX])
        self._arrange()

    def _on_request_clicked(self) -> None:
        self._is_request_chosen = True
        self._arrange()

    def _arrange(self) -> None:
        """Lays form, text and request side by side where there is room; in a narrow window the request takes all of it."""
        is_narrow = self.width() < self._theme.theme.px(_NARROW_PX)
        if not self._is_request_chosen:
            self.request_button.setChecked(not is_narrow)
        wants_request = self.request_button.isChecked() and self._request is not None
        if self._request is not None:
            self._request.setVisible(wants_request)
        self.panes.setVisible(not (is_narrow and wants_request))
        is_wide = self.panes.width() >= self._theme.theme.px(_WIDE_PX)
        self.panes.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def _connect_views(self) -> None:
        self.view.chosen.connect(self._on_mode_chosen)
        self.request_button.clicked.connect(self._on_request_clicked)
        self.rename.clicked.connect(self.rename_requested)
        self.new_from.clicked.connect(self.new_from_requested)
        self.form.undo_requested.connect(self.text.undo_or_redo)

    def _connect_presenters(self, presenter: "AgentPagePresenter") -> None:
        self._connect_documents(presenter)
        editor, model = presenter.editor, presenter.model
        self.text.typed.connect(editor.note_text)
        self.text.caret_moved.connect(editor.note_caret)
        self.text.completion_wanted.connect(editor.complete)
        self.form.key_set.connect(editor.set_key)
        self.form.key_removed.connect(editor.remove_key)
        self.form.key_renamed.connect(editor.rename_key)
        self.form.key_entered.connect(editor.enter_key)
        self.form.completion_wanted.connect(editor.complete_leaf)
        self.problems.fix_requested.connect(editor.apply_fix)
        self.problems.place_chosen.connect(self.go_to_place)
        self.why.place_chosen.connect(editor.open)
        self.why.reset_requested.connect(editor.reset_key)
        self.head.link_chosen.connect(editor.open)
        editor.text_opened.connect(self._on_text_opened)
        editor.text_replaced.connect(self._on_text_replaced)
        editor.state_changed.connect(self.show_state)
        editor.problems_changed.connect(self._on_problems_changed)
        editor.why_changed.connect(self.why.show_state)
        editor.completed.connect(self.text.show_completions)
        editor.leaf_completed.connect(self.form.show_completions)
        editor.place_wanted.connect(self.text.go_to)
        editor.key_shown.connect(self.form.show_key)
        self.model.chosen.connect(model.choose)
        self.model.reset_requested.connect(model.reset)
        self.model.models_wanted.connect(model.load_models)
        self.model.test_requested.connect(model.test)
        model.model_changed.connect(self._on_model_changed)
        model.answer_changed.connect(self._on_answer_changed)
        model.warnings_changed.connect(self._on_warnings_changed)

    def _connect_documents(self, presenter: "AgentPagePresenter") -> None:
        documents = presenter.documents
        documents.state_changed.connect(self._on_document_changed)
        self.doc.save_requested.connect(documents.save)
        self.doc.revert_requested.connect(documents.revert)
        self.disk.compare_requested.connect(documents.compare)
        self.disk.reload_requested.connect(documents.reload)
        self.disk.keep_requested.connect(documents.keep_mine)

    @property
    def mode(self) -> EditorMode:
        """Returns what of the document is shown."""
        return self._mode

    def _on_mode_chosen(self, mode: str) -> None:
        self.set_mode(EditorMode(mode))
        (self.form if self._mode is EditorMode.FORM else self.text.edit).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_mode(self, mode: EditorMode) -> None:
        """Shows form, text, or both."""
        self._mode = mode
        self.view.show_mode(mode)
        self.form.setVisible(mode is not EditorMode.TEXT)
        self.text.setVisible(mode is not EditorMode.FORM)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        is_short = self.height() < self._theme.theme.px(_SHORT_PX)
        self.head.show_places(not is_short)
        self.problems.set_lines(_SHORT_LINES if is_short else _LINES)

    def go_to_place(self, path: str, line: int, column: int) -> None:
        """Opens a file at a place, in the text."""
        if self._mode is EditorMode.FORM:
            self.set_mode(EditorMode.SPLIT)
        self._presenter.editor.open(path, line, column)
        self.text.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_text_beside(self) -> None:
        """Shows the text too, while the focus stays where it is."""
        if self._mode is EditorMode.FORM:
            self.set_mode(EditorMode.SPLIT)

    def show_text(self) -> None:
        """Shows the text with the focus in it."""
        self.show_text_beside()
        self.text.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_content(self) -> None:
        """Moves the focus into what is shown."""
        if self._mode is EditorMode.TEXT:
            self.text.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.form.focus_key("name")

    def _on_text_opened(self, text: str) -> None:
        path = self._presenter.editor.state.path
        self.text.open_text(path, text, is_read_only=bool(self._presenter.documents.view.read_only))

    def _on_text_replaced(self, text: str, joins: bool) -> None:  # noqa: FBT001  # a slot
        self.text.take_text(text, joins=joins)

    def _on_problems_changed(self, rows: tuple[object, ...], marks: tuple[object, ...]) -> None:
        self.problems.show_problems(rows)  # type: ignore[arg-type]  # a signal carries objects
        self.text.show_marks(marks)  # type: ignore[arg-type]

    def show_state(self, state: EditorState) -> None:
        """Shows a text as it stands."""
        self.head.show_state(state, self._warnings)
        self.paused.setText(state.form.paused)
        self.paused.setVisible(bool(state.form.paused))
        self.form.show_state(state.form, state.body)
        self._show_reasons()

    def _show_reasons(self) -> None:
        read_only = self._presenter.editor.state.read_only
        self.read_only.setText(read_only)
        self.read_only_row.setVisible(bool(read_only))
        set_reason(self.rename, self._presenter.rename_reason, self.tr("Changes the name here and where it is used"))
        set_reason(
            self.model.test, self._presenter.model.test_reason, self.tr("Sends one tiny request with the saved file")
        )

    def _on_document_changed(self, view: DocumentView) -> None:
        self.doc.show_view(view)
        self.disk.show_view(view)
        self._show_reasons()

    def _on_model_changed(self, choice: object) -> None:
        self.model.show_choice(choice)  # type: ignore[arg-type]  # a signal carries objects
        self._show_reasons()

    def _on_answer_changed(self, answer: AnswerView) -> None:
        self.model.show_answer(answer, self._presenter.model.test_reason)

    def _on_warnings_changed(self, warnings: tuple[Pill, ...]) -> None:
        self._warnings = warnings
        self.head.show_state(self._presenter.editor.state, warnings)
