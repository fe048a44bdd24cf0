"""The trust sheet and the trust diff: pages of the centre that show what would count, and ask (U151 to U155, S75)."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.deaf import DeafTime
from qodev.ui.kit.diff_text import show_diff
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_5, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, QuietSplitter, named, set_reason
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.trust_state import EffectLine, FileLine, SheetState, promise

_COLUMN_PX = 860
_LIST_PX = 320


class EffectList(QFrame):
    """What would change, a line each."""

    def __init__(self, theme: ThemeController, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name, self.tr("Effects"))
        set_look(self, "card")
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        self._column.setSpacing(SPACE_1)
        self._lines: list[QWidget] = []
        self.texts: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[EffectLine]) -> None:
        """Replaces the lines."""
        for line in self._lines:
            line.hide()
            line.deleteLater()
        self._lines = [self._line(line) for line in lines]
        for made in self._lines:
            self._column.addWidget(made)
            made.show()
        self.texts = tuple(line.text for line in lines)
        self.setAccessibleDescription(". ".join(self.texts))

    def _line(self, line: EffectLine) -> QWidget:
        outer = QWidget()
        row = QHBoxLayout(outer)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(PictureLabel(self._theme, line.icon, line.role), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(line.text, wraps=True))
        if line.detail:
            words.addWidget(Label(line.detail, "secondary", wraps=True))
        row.addLayout(words, 1)
        return outer


class FileView(QWidget):
    """The files at the left, the text or the difference of the one in front at the right."""

    chosen = Signal(int)  # its place

    def __init__(self, theme: ThemeController, name: str, *, is_diff: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_diff = is_diff
        self.rows: RowsModel[FileLine] = RowsModel(
            (Column(self.tr("File"), _label, tooltip=_tip),), _path, spoken=_spoken, parent=self
        )
        self.list = QListView()
        named(self.list, name, self.tr("Files"))
        self.list.setModel(self.rows)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setWordWrap(True)
        self.about = Label("", "secondary", wraps=True)
        self.marks = Label("", "warning", wraps=True)
        self.text = QPlainTextEdit()
        named(self.text, f"{name}.text", self.tr("Text of the file"))
        set_look(self.text, "mono")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(theme.theme.px(120))
        self._lay_out()
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE_2, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.about, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.marks)
        column.addWidget(self.text, 1)
        split = QuietSplitter()
        split.addWidget(self.list)
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        split.setSizes([_LIST_PX, 2 * _LIST_PX])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)

    def show_files(self, files: Sequence[FileLine]) -> None:
        """Replaces the files; the first one is in front."""
        self.rows.set_rows(files)
        suspect = next((place for place, file in enumerate(files) if file.marks), 0)
        first = self.rows.index(suspect, 0)
        self.list.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._show()

    @property
    def place(self) -> int:
        """Returns the place of the file in front, -1 for none."""
        return self.list.currentIndex().row()

    def _on_current_changed(self) -> None:
        self._show()
        self.chosen.emit(self.place)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._show()

    def _show(self) -> None:
        file = self.rows.row(self.place) if 0 <= self.place < len(self.rows.rows) else None
        self.about.setText(
            file.about if file is not None else self.tr("The folder holds no profiles, skills or instruction files.")
        )
        self.marks.setText(", ".join(file.marks) if file is not None else "")
        self.marks.setVisible(bool(file is not None and file.marks))
        self.text.setVisible(file is not None)
        self.text.setFont(self._theme.theme.font(TextSize.MONO))
        if file is None:
            self.text.clear()
        elif self._is_diff:
            show_diff(self.text, self._theme.theme, file.lines)
        else:
            self.text.setPlainText(file.text)


class Sheet(QWidget):
    """A page with title, effects, files and buttons; none of them is the default, and Escape is the safe answer."""

    declined = Signal()

    def __init__(self, theme: ThemeController, name: str, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name, spoken)
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = Label("", "page", wraps=True)
        self.path = Label("", "mono", wraps=True)
        self.remarks = Label("", "warning", wraps=True)
        self.deaf = DeafTime(self)
        self.buttons = QWidget()
        self._flow = FlowLayout(self.buttons, SPACE_2)

    def lay_out(self, parts: Sequence[QWidget], files: QWidget, buttons: Sequence[PushButton]) -> None:
        """Puts the parts above the files, and the buttons below them."""
        inner = QWidget()
        inner.setMaximumWidth(_COLUMN_PX)
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_5, SPACE_5, SPACE_5, SPACE_4)
        column.setSpacing(SPACE_3)
        for part in (self.title, self.path, self.remarks, *parts):
            column.addWidget(part)
        column.addWidget(files, 1)
        column.addWidget(self.buttons)
        for button in buttons:
            self._flow.addWidget(button)
        holder = QWidget()
        set_look(holder, "surface")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(inner, 1000)
        row.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def show_head(self, state: SheetState) -> None:
        """Shows title, folder and what is special about it; input does not count for a moment."""
        self.title.setText(state.title)
        self.path.setText(state.path)
        said = [state.refusal, *state.remarks]
        self.remarks.setText("\n".join(line for line in said if line))
        self.remarks.setVisible(any(said))
        self.deaf.begin()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.deaf.begin()
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # no button: what is being typed decides nothing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.deaf.is_deaf:
            self.declined.emit()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)


class TrustSheet(Sheet):
    """Shown over the conversation when a folder is opened about which nobody decided."""

    accepted = Signal()
    parent_accepted = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(theme, "trust.sheet", self.tr("Trust this folder"), parent)
        self.promise = Label(promise(), wraps=True)
        self.effects = EffectList(theme, "trust.effects")
        self.files = FileView(theme, "trust.list", is_diff=False)
        self.accept = PushButton(self.tr("Trust this folder"), "trust.accept")
        self.above = PushButton("", "trust.parent")
        self.decline = PushButton(self.tr("Keep untrusted"), "trust.decline")
        self.lay_out((self.promise, self.effects), self.files, (self.decline, self.above, self.accept))
        self.accept.clicked.connect(self.accepted)
        self.above.clicked.connect(self.parent_accepted)
        self.decline.clicked.connect(self.declined)

    def show_state(self, state: SheetState) -> None:
        """Shows a folder."""
        self.effects.show_lines(state.effects)
        self.files.show_files(state.files)
        trusted = self.tr("This folder is trusted as it is shown.") if state.is_trusted and not state.pending else ""
        set_reason(self.accept, state.refusal or trusted)
        self.decline.setText(self.tr("Close") if state.is_trusted else self.tr("Keep untrusted"))
        self.decline.setAccessibleName(self.decline.text())
        self.above.setText(state.parent)
        self.above.setAccessibleName(state.parent)
        self.above.setVisible(bool(state.parent))
        self.show_head(state)


class TrustDiff(Sheet):
    """What of a trusted folder has changed since it was accepted."""

    files_accepted = Signal(object)  # places of files
    revoked = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(theme, "trust.diff", self.tr("Changes of trusted files"), parent)
        self.effects = EffectList(theme, "trust.diff.effects")
        self.files = FileView(theme, "trust.diff.list", is_diff=True)
        self.one = PushButton(self.tr("Accept this file"), "trust.diff.accept_one")
        self.every = PushButton("", "trust.accept_changes")
        self.revoke = PushButton(self.tr("Stop trusting"), "trust.revoke", "danger")
        self.later = PushButton(self.tr("Decide later"), "trust.diff.later")
        self._count = 0
        self.lay_out((self.effects,), self.files, (self.later, self.revoke, self.one, self.every))
        self.one.clicked.connect(self._on_one)
        self.every.clicked.connect(self._on_every)
        self.revoke.clicked.connect(self.revoked)
        self.later.clicked.connect(self.declined)

    def show_state(self, state: SheetState) -> None:
        """Shows the files that wait."""
        self._count = len(state.files)
        self.effects.show_lines(state.effects)
        self.files.show_files(state.files)
        text = self.tr("Accept all %n file(s)", "", self._count)
        self.every.setText(text)
        self.every.setAccessibleName(text)
        reason = "" if self._count else self.tr("No file waits for a decision.")
        for button in (self.one, self.every):
            set_reason(button, reason)
        self.one.setVisible(self._count > 1)
        self.show_head(state)

    def _on_one(self) -> None:
        self.files_accepted.emit((self.files.place,))

    def _on_every(self) -> None:
        self.files_accepted.emit(tuple(range(self._count)))


def _label(file: FileLine) -> str:
    return "  ·  ".join((file.path, file.state, *file.marks))


def _tip(file: FileLine) -> str:
    return file.spoken


def _path(file: FileLine) -> str:
    return file.path


def _spoken(file: FileLine) -> str:
    return file.spoken
