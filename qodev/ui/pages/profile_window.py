"""The profile window: list, form or text, X-ray, problems, and the state of the file (U73 to U91)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from qodev.types.documents import DocumentState
from qodev.ui.kit.doc_bar import DiskBanner
from qodev.ui.kit.messages import Banner
from qodev.ui.kit.name_row import NameRow
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Hairline, IconButton, Label, PushButton, named, set_reason
from qodev.ui.models.agent_editor_state import EditorMode, EditorProblem
from qodev.ui.models.document_state import Comparison, DocumentView
from qodev.ui.models.profile_state import ProfileEditorState, ProfileReasons, RenameQuestion
from qodev.ui.models.text_marks import TextMark
from qodev.ui.pages.comparison import CompareDialog
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.profile_dialogs import RenameProfileDialog
from qodev.ui.pages.profile_form import ProfileFormView
from qodev.ui.pages.profile_list_pane import ProfileListPane
from qodev.ui.pages.profile_parts import FileRow, LossList, ProfileBar, ProfileProblems, ProfileView
from qodev.ui.pages.profile_text import ProfileText
from qodev.ui.pages.unsaved import UnsavedGuard
from qodev.ui.pages.xray_pane import XrayPane

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.presenters.profiles import ProfilesPresenter

_SIZE, _LEAST = (1180, 760), (860, 560)
_LIST_PX, _XRAY_PX, _PROBLEMS_PX = 252, 464, 150
_CENTRE_PX = 372


class ProfileWindow(QWidget):
    """Shows one profile at a time; it only connects views and presenters."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "profiles.window", self.tr("Agent profiles"))
        self.setWindowTitle(self.tr("Agent profiles"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_look(self, "window")
        self.setMinimumSize(*_LEAST)
        self.resize(*_SIZE)
        self._theme = theme
        self._presenter: ProfilesPresenter = presenters.profiles
        self._mode = self._wanted = EditorMode.FORM
        self._guard = UnsavedGuard(self, presenters.documents, self._presenter.document.place)
        self._make_parts(theme)
        self._lay_out()
        self._connect_views()
        self._connect_presenters()
        self.set_mode(EditorMode.FORM)
        self._on_document_changed(self._presenter.document.view)
        self.list.list.setFocus()

    def _make_parts(self, theme: ThemeController) -> None:
        self.list = ProfileListPane(theme)
        self.banner = Banner(theme, "profiles.banner", "warning", "ask")
        self.toast = PageToast(self)
        self.disk = DiskBanner(theme)
        self.bar = ProfileBar(theme)
        self.head = NameRow()
        self.title = self.head.name
        self.view = ProfileView()
        self.copy = IconButton(theme, "copy", "profiles.copy", self.tr("Copy to my profiles…"))
        self.rename = IconButton(theme, "rename", "profiles.rename", self.tr("Rename…"))
        self.delete = IconButton(theme, "delete", "profiles.delete", self.tr("Delete"))
        self.external = IconButton(theme, "external", "profiles.external", self.tr("Open externally"))
        self.read_only = Label("", "secondary", wraps=True)
        self.copy_here = PushButton(self.tr("Copy to my profiles…"), "profiles.copy_here", "compact")
        self.translate = PushButton(self.tr("Translate…"), "profiles.translate", "compact")
        self.read_only_row = QWidget()
        self.file = FileRow()
        self.losses = LossList(theme)
        self.paused = Label("", "warning", wraps=True)
        named(self.paused, "profile.paused")
        self.form = ProfileFormView(theme)
        self.text = ProfileText(theme)
        self.stack = QStackedWidget()
        self.problems = ProfileProblems(theme)
        self.xray = XrayPane(theme)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.rows = QSplitter(Qt.Orientation.Vertical)

    def _lay_out(self) -> None:
        self.stack.addWidget(self.form)
        self.stack.addWidget(self.text)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(Hairline(self._theme))
        column.addWidget(self.stack, 1)
        for splitter in (self.columns, self.rows):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        self.rows.addWidget(centre)
        self.rows.addWidget(self.problems)
        self.rows.setMinimumWidth(self._theme.theme.px(_CENTRE_PX))
        self.rows.setStretchFactor(0, 1)
        self.rows.setSizes([6 * _PROBLEMS_PX, _PROBLEMS_PX])
        for place, widget in enumerate((self.list, self.rows, self.xray)):
            self.columns.addWidget(widget)
            self.columns.setStretchFactor(place, 1 if place == 1 else 0)
        middle = _SIZE[0] - _LIST_PX - _XRAY_PX
        self.columns.setSizes([_LIST_PX, middle, _XRAY_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        for part in (self.banner, self.disk):
            outer.addWidget(part)
        outer.addWidget(self.columns, 1)
        outer.addWidget(Hairline(self._theme))
        outer.addWidget(self.bar)

    def _head(self) -> QWidget:
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_2)
        for widget in (self.view, self.copy, self.rename, self.delete, self.external):
            self.head.buttons.addWidget(widget)
        notice = QHBoxLayout(self.read_only_row)
        notice.setContentsMargins(0, 0, 0, 0)
        notice.addWidget(self.read_only, 1)
        notice.addWidget(self.translate)
        notice.addWidget(self.copy_here)
        column.addWidget(self.head)
        for part in (self.read_only_row, self.file, self.losses, self.paused):
            column.addWidget(part)
        return head

    def _connect_views(self) -> None:
        self.view.chosen.connect(self._on_mode_chosen)
        self.form.undo_requested.connect(self._on_undo)
        self.problems.place_chosen.connect(self.go_to_place)
        self.xray.place_chosen.connect(self.go_to_place)
        self.xray.line_chosen.connect(self._on_line_chosen)
        for keys, slot in (("Ctrl+S", self._on_save), ("Ctrl+W", self.close)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        rename = QShortcut(QKeySequence("F2"), self.list)
        rename.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        rename.activated.connect(self._presenter.plan_rename)

    def _connect_presenters(self) -> None:
        presenter = self._presenter
        presenter.rows_changed.connect(self.list.show_rows)
        presenter.selection_wanted.connect(self.list.choose)
        presenter.status_told.connect(self.bar.tell)
        presenter.reasons_changed.connect(self._show_reasons)
        presenter.rename_planned.connect(self._on_rename_planned)
        presenter.offers_changed.connect(self.list.new.show_offers)
        presenter.fresh.begun.connect(self._on_begun)
        presenter.fresh.losses_changed.connect(self.losses.show_losses)
        for part in presenter.all:  # what the document says comes by the messages of the main window
            part.notice_raised.connect(self.banner.show_notice)
            part.toast_raised.connect(self.toast.show_toast)
        self._connect_wishes()
        self._connect_document()
        self._connect_editor()
        self.xray.attach(presenter.xray)
        presenter.xray.copied.connect(self._on_copied)

    def _connect_wishes(self) -> None:
        presenter = self._presenter
        self.list.picked.connect(presenter.open_row)
        self.list.list.delete_requested.connect(presenter.delete)
        self.list.refresh_requested.connect(presenter.refresh)
        self.list.folder_requested.connect(presenter.open_folder)
        self.list.new.template_chosen.connect(presenter.new)
        self.list.new.copy_chosen.connect(presenter.copy)
        self.list.new.translation_chosen.connect(presenter.translate)
        self.copy.clicked.connect(self._on_copy)
        self.copy_here.clicked.connect(self._on_copy)
        self.translate.clicked.connect(self._on_translate)
        self.rename.clicked.connect(presenter.plan_rename)
        self.delete.clicked.connect(presenter.delete)
        self.external.clicked.connect(presenter.open_externally)
        self.file.stem_typed.connect(presenter.fresh.set_stem)
        self.toast.undo_requested.connect(presenter.undo)

    def _connect_document(self) -> None:
        document = self._presenter.document
        document.state_changed.connect(self._on_document_changed)
        document.compared.connect(self._on_compared)
        self.bar.save_requested.connect(document.save)
        self.bar.revert_requested.connect(document.revert)
        self.disk.compare_requested.connect(document.compare)
        self.disk.reload_requested.connect(document.reload)
        self.disk.keep_requested.connect(document.keep_mine)

    def _connect_editor(self) -> None:
        editor = self._presenter.editor
        self.text.typed.connect(editor.note_text)
        self.text.line_entered.connect(editor.note_caret)
        self.form.field_set.connect(editor.edits.set_field)
        self.form.list_set.connect(editor.edits.set_list)
        self.form.rule_set.connect(editor.edits.set_rule)
        self.form.rule_removed.connect(editor.edits.remove_rule)
        self.form.rule_moved.connect(editor.edits.move_rule)
        self.form.commands_denied.connect(editor.edits.deny_commands)
        self.form.interpreters_denied.connect(editor.deny_interpreters)
        self.form.field_entered.connect(editor.enter_field)
        self.problems.fix_requested.connect(editor.apply_fix)
        self.xray.forget_requested.connect(editor.forget_example)
        editor.state_changed.connect(self.show_state)
        editor.text_opened.connect(self._on_text_opened)
        editor.text_replaced.connect(self._on_text_replaced)
        editor.problems_changed.connect(self._on_problems_changed)
        editor.place_wanted.connect(self.text.go_to)
        editor.field_shown.connect(self.form.show_field)

    # What is shown

    @property
    def mode(self) -> EditorMode:
        """Returns which view of the document is shown."""
        return self._mode

    def set_mode(self, mode: EditorMode) -> None:
        """Shows form or text, also for the profiles that come to the front later."""
        self._wanted = mode
        self._show_mode(mode)

    def _show_mode(self, mode: EditorMode) -> None:
        self._mode = mode
        self.view.show_mode(mode)
        self.stack.setCurrentWidget(self.form if mode is EditorMode.FORM else self.text)
        self.paused.setVisible(bool(self.paused.text()) and mode is EditorMode.FORM)

    def _on_mode_chosen(self, mode: str) -> None:
        self.set_mode(EditorMode(mode))
        (self.form if self._mode is EditorMode.FORM else self.text).setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_place(self, path: str, line: int, column: int) -> None:
        """Goes to a place of the text; one in another file opens that."""
        self.set_mode(EditorMode.TEXT)
        if not path or path == self._presenter.editor.state.path:
            self.text.go_to(line, column)
        else:
            self._presenter.open_path(path, line, column)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_line_chosen(self, line: int) -> None:
        self.go_to_place("", line, 1)

    def show_state(self, state: ProfileEditorState) -> None:
        """Shows a text as it stands."""
        self.head.show_name(state.name or state.stem)
        self.file.show_state(state)
        self.paused.setText(state.form.paused if not state.read_only else "")
        self.read_only.setText(state.read_only)
        self.read_only_row.setVisible(bool(state.read_only))
        self.form.show_form(state.form)
        self.bar.show_error(state.error)
        set_reason(
            self.view.buttons[EditorMode.FORM],
            "" if state.has_form else self.tr("It is no profile in the format of qodev, so it has no form."),
        )
        self._show_mode(self._wanted if state.has_form else EditorMode.TEXT)

    def _show_reasons(self, reasons: ProfileReasons) -> None:
        for button, reason in (
            (self.copy, reasons.copy),
            (self.copy_here, reasons.copy),
            (self.rename, reasons.rename),
            (self.delete, reasons.delete),
            (self.external, reasons.external),
        ):
            set_reason(button, reason, button.accessibleName())
        self.translate.setVisible(not reasons.translate)
        self.copy_here.setVisible(bool(reasons.translate))

    def _on_document_changed(self, view: DocumentView) -> None:
        is_own = not self._presenter.editor.state.read_only
        shown = view if is_own else self._foreign()
        self.bar.show_view(shown)
        self.disk.show_view(shown if shown.state.value == "changed_on_disk" else DocumentView())
        self._show_reasons(self._presenter.reasons)

    def _foreign(self) -> DocumentView:
        """Returns what is said of a file that is only read here, such as a profile of a project."""
        state = self._presenter.editor.state
        name = state.path.replace("\\", "/").rpartition("/")[2] or state.name
        return DocumentView(state.path, name, DocumentState.READ_ONLY, read_only=state.read_only)

    def _on_text_opened(self, text: str) -> None:
        self.text.open_text(text, is_read_only=bool(self._presenter.editor.state.read_only))
        self._on_document_changed(self._presenter.document.view)

    def _on_text_replaced(self, text: str, joins: bool) -> None:  # noqa: FBT001  # a slot
        self.text.apply_text(text, joins=joins)

    def _on_undo(self, is_redo: bool) -> None:  # noqa: FBT001  # a slot
        if is_redo:
            self.text.redo()
        else:
            self.text.undo()

    def _on_problems_changed(self, rows: tuple[EditorProblem, ...], marks: tuple[TextMark, ...]) -> None:
        self.problems.show_problems(rows)
        self.text.set_marks(marks)

    # What is wished

    def _on_save(self) -> None:
        self._presenter.document.save()

    def _on_copy(self) -> None:
        self._presenter.copy()

    def _on_translate(self) -> None:
        self._presenter.translate()

    def _on_begun(self, _path: str) -> None:
        self.set_mode(EditorMode.FORM)
        self.form.focus_field("name")

    def _on_rename_planned(self, question: RenameQuestion) -> None:
        dialog = RenameProfileDialog(question, self)
        dialog.wished.connect(self._presenter.rename)
        dialog.open()

    def _on_compared(self, comparison: Comparison) -> None:
        CompareDialog(self._theme, comparison, self).open()

    def _on_copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._guard.may_close():
            event.accept()
        else:
            event.ignore()
