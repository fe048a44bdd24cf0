"""The review of one changed file: side by side or unified, decided change by change, with comments on lines (U124 to U127)."""

from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QListView, QStackedWidget, QVBoxLayout, QWidget

from qodev.ui.chat.diff_view import DiffView
from qodev.ui.chat.review_parts import CommentBox, StaleBar
from qodev.ui.kit.deaf import DeafTime
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import (
    ElidedLabel,
    IconButton,
    Label,
    PictureLabel,
    PushButton,
    QuietSplitter,
    is_inside,
    named,
    set_reason,
)
from qodev.ui.models.review_choices import Choice
from qodev.ui.models.review_lines import ReviewLine
from qodev.ui.models.review_state import ReviewFile, ReviewState
from qodev.ui.models.rows import Column, RowsModel

_LIST_PX = 240


class ReviewPanel(QWidget):
    """A page of the centre. No button is the default, and input does not count for a moment after it appears (U121)."""

    closed = Signal()
    file_chosen = Signal(str)
    sided = Signal(bool)
    choice_made = Signal(int, object)  # index of a change, Choice
    all_chosen = Signal(object)  # Choice
    applied = Signal()
    refused = Signal(str)  # the reason
    large_wanted = Signal()
    compared = Signal()
    asked_again = Signal()
    external_wanted = Signal()
    commented = Signal(object, int, str, str)  # Place, last line, quoted, text
    comments_sent = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "review.panel", self.tr("Review of changes"))
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.state = ReviewState()
        self._theme = theme
        self._shown_id = ""
        self.back = IconButton(theme, "chevron_left", "review.back", self.tr("Back to the conversation"))
        self.title = ElidedLabel("", "title")
        self.counts = Label("", "secondary")
        self.picture = PictureLabel(theme)
        self.word = Label("", "secondary")
        self.view = self._make_view()
        self.external = IconButton(theme, "external", "review.external", self.tr("Open in editor"))
        self.warnings = Label("", "warning", wraps=True)
        self.facts = Label("", "secondary", wraps=True)
        self.stale = StaleBar(theme)
        self._make_files()
        self.unified = DiffView(theme, "review.unified", self.tr("Changes"), 2)
        self.before = DiffView(theme, "review.before", self.tr("Before"), 1)
        self.after = DiffView(theme, "review.after", self.tr("After"), 1)
        self.large = PushButton(self.tr("Compute the difference"), "review.compute")
        self.loading = Label(self.tr("Reading changes…"), "muted")
        self.note = Label("", "secondary", wraps=True)
        self.box = CommentBox()
        self._make_buttons()
        self._lay_out()
        self._connect()
        self.deaf = DeafTime(self)

    def _make_view(self) -> QComboBox:
        box = QComboBox()
        named(box, "review.view", self.tr("View"))
        set_look(box, "compact")
        box.addItems([self.tr("Side by side"), self.tr("Unified")])
        return box

    def _make_files(self) -> None:
        self.rows: RowsModel[ReviewFile] = RowsModel(
            (Column(self.tr("File"), _line, tooltip=_path),), _id, spoken=_line, parent=self
        )
        self.files = QListView()
        named(self.files, "review.files", self.tr("Files"))
        self.files.setModel(self.rows)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _make_buttons(self) -> None:
        self.previous = PushButton(self.tr("Previous"), "review.previous", "compact")
        self.next = PushButton(self.tr("Next"), "review.next", "compact")
        self.accept = PushButton(self.tr("Accept change"), "review.accept_hunk", "compact")
        self.reject = PushButton(self.tr("Reject change"), "review.reject_hunk", "compact")
        self.accept_all = PushButton(self.tr("Accept all"), "review.accept_all", "compact")
        self.reject_all = PushButton(self.tr("Reject all"), "review.reject_all", "compact")
        self.comment = PushButton(self.tr("Comment…"), "review.comment", "compact")
        self.tips = {
            self.previous: self.tr("Goes to the change before (Shift+F7)"),
            self.next: self.tr("Goes to the next change (F7)"),
            self.accept: self.tr("Accepts this change (A)"),
            self.reject: self.tr("Rejects this change (R)"),
            self.comment: self.tr("Writes a comment to the chosen lines (C)"),
        }
        for button, tip in self.tips.items():
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
        self.send = PushButton("", "review.send_comments")
        self.reason = QLineEdit()
        named(self.reason, "review.reason", self.tr("What the agent is told when you reject"))
        self.reason.setPlaceholderText(self.tr("What the agent is told when you reject"))
        self.refuse = PushButton(self.tr("Reject the file"), "review.refuse")
        self.apply = PushButton("", "review.apply")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        for part in (self.back, self.title, self.counts, self.picture, self.word, self.view, self.external):
            head.addWidget(part, 1 if part is self.title else 0)
        self._split = QuietSplitter()
        self._split.addWidget(self.files)
        self._split.addWidget(self._make_stack())
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([_LIST_PX, 4 * _LIST_PX])
        self._tools = QWidget()
        flow = FlowLayout(self._tools, SPACE_1)
        for button in (
            self.previous,
            self.next,
            self.accept,
            self.reject,
            self.accept_all,
            self.reject_all,
            self.comment,
        ):
            flow.addWidget(button)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_2)
        foot.addWidget(self.send)
        foot.addWidget(self.reason, 1)
        foot.addStretch(0)
        foot.addWidget(self.refuse)
        foot.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(SPACE_2)
        column.addLayout(head)
        for above in (self.warnings, self.facts, self.stale):
            column.addWidget(above)
        column.addWidget(self._split, 1)
        for below in (self.note, self._tools, self.box):
            column.addWidget(below)
        column.addLayout(foot)

    def _make_stack(self) -> QStackedWidget:
        self._sides = QuietSplitter()
        for side in (self.before, self.after):
            self._sides.addWidget(side)
        self._sides.setChildrenCollapsible(False)
        self._empty = QWidget()
        empty = QVBoxLayout(self._empty)
        empty.addWidget(self.loading, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.addWidget(self.large, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.addStretch(1)
        self._stack = QStackedWidget()
        for page in (self._empty, self.unified, self._sides):
            self._stack.addWidget(page)
        return self._stack

    def _connect(self) -> None:
        self.back.clicked.connect(self.closed)
        self.view.activated.connect(self._on_view_chosen)
        self.external.clicked.connect(self.external_wanted)
        self.files.selectionModel().currentChanged.connect(self._on_file_chosen)
        self.previous.clicked.connect(partial(self.step, -1))
        self.next.clicked.connect(partial(self.step, 1))
        self.accept.clicked.connect(partial(self._choose, Choice.ACCEPTED))
        self.reject.clicked.connect(partial(self._choose, Choice.REJECTED))
        self.accept_all.clicked.connect(partial(self.all_chosen.emit, Choice.ACCEPTED))
        self.reject_all.clicked.connect(partial(self.all_chosen.emit, Choice.REJECTED))
        self.comment.clicked.connect(self.begin_comment)
        self.send.clicked.connect(self.comments_sent)
        self.refuse.clicked.connect(self._on_refused)
        self.apply.clicked.connect(self.applied)
        self.large.clicked.connect(self.large_wanted)
        self.stale.compared.connect(self.compared)
        self.stale.asked_again.connect(self.asked_again)
        self.box.kept.connect(self._on_comment_kept)
        for view in (self.unified, self.before, self.after):
            view.accept_pressed.connect(partial(self._choose, Choice.ACCEPTED))
            view.reject_pressed.connect(partial(self._choose, Choice.REJECTED))
            view.comment_pressed.connect(self.begin_comment)
            view.line_changed.connect(self._show_buttons)
        for one, other in ((self.before, self.after), (self.after, self.before)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
            one.line_changed.connect(partial(self._follow_line, one, other))

    def _follow_line(self, one: DiffView, other: DiffView) -> None:
        row = one.currentIndex().row()
        if other.currentIndex().row() != row and 0 <= row < len(other.lines.lines):
            index = other.lines.index(row)
            other.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    # What is shown.

    def show_state(self, state: ReviewState) -> None:
        """Shows a review; a new one begins at its first change."""
        is_new = state.id != self._shown_id or state.diff is not self.state.diff
        self.state, self._shown_id = state, state.id
        self.title.set_line(state.title)
        self.counts.setText(state.counts)
        self.word.setText(state.word.text if state.word is not None else "")
        self.picture.set_picture(state.word.icon if state.word else "", state.word.role if state.word else "muted")
        self.view.setCurrentIndex(0 if state.is_sided else 1)
        for label, text in (
            (self.warnings, "\n".join(state.warnings)),
            (self.facts, "  ·  ".join(state.facts)),
            (self.note, state.note),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        self.stale.show_text(state.stale)
        self.rows.set_rows(state.files)
        self.files.setVisible(len(state.files) > 1)
        self._mark_file(state.id)
        self._show_lines(state)
        if is_new and state.lines is not None:
            self._go_to(0)
        self._show_buttons()

    def _mark_file(self, row_id: str) -> None:
        row = self.rows.find_row(row_id)
        selection = self.files.selectionModel()
        if row is not None and selection.currentIndex().row() != row:
            selection.blockSignals(True)  # Qt's own
            selection.setCurrentIndex(self.rows.index(row, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            selection.blockSignals(False)
            self.files.viewport().update()

    def _show_lines(self, state: ReviewState) -> None:
        diff, lines = state.diff, state.lines
        self.loading.setVisible(state.is_loading)
        self.large.setVisible(diff is not None and diff.waits and not state.is_loading)
        if diff is None or diff.waits or lines is None:
            if diff is not None:
                text = self.tr("Compute the difference of %n line(s)", "", diff.lines)
                self.large.setText(text)
                self.large.setAccessibleName(text)
            self._stack.setCurrentWidget(self._empty)
            return
        if state.is_sided:
            self.before.show_lines(lines.before, state.choices)
            self.after.show_lines(lines.after, state.choices)
        else:
            self.unified.show_lines(lines.unified, state.choices)
        self._stack.setCurrentWidget(self._sides if state.is_sided else self.unified)

    def _show_buttons(self) -> None:
        state = self.state
        hunks = len(state.diff.hunks) if state.diff is not None else 0
        answered = "" if state.can_answer else state.note or self.tr("It was answered.")
        none = self.tr("There are no changes.") if not hunks else ""
        single = self.tr("There is one change only.") if hunks == 1 else ""
        for button in (self.previous, self.next):
            set_reason(button, none or single, self.tips[button])
        off = "" if self.current_hunk is not None else self.tr("Choose a line of a change first.")
        for button in (self.accept, self.reject):
            set_reason(button, answered or none or off, self.tips[button])
        for button in (self.accept_all, self.reject_all):
            set_reason(button, answered or none)
        lines = self._commented() is not None
        set_reason(self.comment, "" if lines else self.tr("Choose a line first."), self.tips[self.comment])
        is_proposal = bool(state.choices) or state.can_answer
        for part in (self.accept, self.reject, self.accept_all, self.reject_all, self.reason, self.refuse, self.apply):
            part.setVisible(is_proposal)
        set_reason(self.refuse, answered)
        set_reason(self.reason, answered)
        set_reason(self.apply, state.apply_reason)
        for button, text in ((self.apply, state.apply_text), (self.send, state.send_text)):
            button.setText(text)
            button.setAccessibleName(text)
        self.send.setVisible(bool(state.all_comments))

    # What is chosen.

    @property
    def front(self) -> DiffView:
        """Returns the list in which keys count."""
        if not self.state.is_sided:
            return self.unified
        return self.before if self.before.hasFocus() else self.after

    @property
    def current_hunk(self) -> int | None:
        """Returns the index of the change that the line in front belongs to."""
        line = self.front.current_line
        return line.hunk if line is not None else None

    def step(self, by: int) -> None:
        """Goes to the next change, or the one before; after the last one comes the first."""
        hunks = len(self.state.diff.hunks) if self.state.diff is not None else 0
        if hunks:
            here = self._nearest()
            self._go_to((here + by) % hunks)

    def _nearest(self) -> int:
        """Returns the change of the line in front, or the last one above it."""
        lines = self.front.lines.lines[: self.front.currentIndex().row() + 1]
        return next((line.hunk for line in reversed(lines) if line.hunk is not None), -1)

    def _go_to(self, hunk: int) -> None:
        for view in (self.before, self.after) if self.state.is_sided else (self.unified,):
            view.go_to_hunk(hunk)

    def _choose(self, choice: Choice) -> None:
        hunk = self.current_hunk
        if hunk is None or not self.state.can_answer:
            return
        self.choice_made.emit(hunk, choice)
        following = (*range(hunk + 1, len(self.state.choices)), *range(hunk))
        waiting = next((at for at in following if self.state.choices[at] is Choice.OPEN), None)
        if waiting is not None and self.state.choices[hunk] is choice:
            self._go_to(waiting)

    def _commented(self) -> tuple[ReviewLine, ReviewLine, str] | None:
        """Returns the first and last line of what is chosen, and the text of the first one."""
        current = self.front.current_line
        chosen = [line for line in self.front.chosen_lines or (current,) if line is not None and line.place is not None]
        if not chosen:
            return None
        sides = [line for line in chosen if line.place and line.place.is_before == chosen[0].place.is_before]  # type: ignore[union-attr]
        return sides[0], sides[-1], sides[0].text

    def begin_comment(self) -> None:
        """Opens the line for a comment to what is chosen."""
        found = self._commented()
        if found is None or found[0].place is None or found[1].place is None:
            return
        first, last, quoted = found
        drafted = next((one.text for one in self.state.comments if one.first == first.place), "")
        assert first.place is not None
        assert last.place is not None
        self.box.open_for(first.place, last.place.line, quoted, drafted)

    def _on_comment_kept(self, place: object, last: int, quoted: str, text: str) -> None:
        self.commented.emit(place, last, quoted, text)
        self.front.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_view_chosen(self, index: int) -> None:
        self.sided.emit(index == 0)

    def _on_file_chosen(self) -> None:
        row = self.files.currentIndex().row()
        if 0 <= row < len(self.rows.rows):
            self.file_chosen.emit(self.rows.row(row).id)

    def _on_refused(self) -> None:
        self.refused.emit(self.reason.text().strip())
        self.reason.clear()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.deaf.begin()
        self.front.setFocus(Qt.FocusReason.OtherFocusReason)  # whoever asked for the panel wants to read

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            if self.box.isVisible():
                self.box.cancel()
                self.front.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self.closed.emit()  # nothing is answered: the proposal goes on waiting
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or is_inside(self.focusWidget(), self.box):
            super().keyPressEvent(event)


def _line(file: ReviewFile) -> str:
    return file.line


def _path(file: ReviewFile) -> str:
    return file.path


def _id(file: ReviewFile) -> str:
    return file.id
