"""The centre of the window: header, banners, transcript, composer (U18)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from qodev.ui.chat.composer import Composer
from qodev.ui.kit.busy import BusySign
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_5, SPACE_6, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Hairline, IconButton, Label, PictureLabel, PushButton, QuietSplitter, named, relook
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

if TYPE_CHECKING:  # not needed for the first paint (F19)
    from qodev.ui.kit.messages import Banner
    from qodev.ui.models.chat_state import ChatState
    from qodev.ui.models.notices import Notice

_ESCAPE_MS = 2000  # U97
_PROJECT_LENGTH = 24
_SUGGESTIONS = (
    QT_TRANSLATE_NOOP("EmptyTranscript", "Explain the attached file step by step."),
    QT_TRANSLATE_NOOP("EmptyTranscript", "Find the bug in the attached code."),
    QT_TRANSLATE_NOOP("EmptyTranscript", "Write tests for the attached function."),
)
_LOOKS = {"deny": "error", "ask": "warning", "allow": "ok"}


class ChatHeader(QWidget):
    """The title, editable in place, and what the conversation does."""

    renamed = Signal(str)
    more_requested = Signal(QPoint)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "chat.header", self.tr("Conversation"))
        self._title = ""
        self.title = QLineEdit()
        named(self.title, "chat.title", self.tr("Title"))
        set_look(self.title, "title")
        self.title.setMaxLength(200)
        self.picture = PictureLabel(theme)
        self.busy = BusySign(theme)
        self.project = Label("", "pill")
        self.project.setToolTip(self.tr("Project"))
        self.state = Label("", "secondary")
        named(self.state, "chat.state", self.tr("State"))
        self.more = IconButton(theme, "more", "chat.more", self.tr("More"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_2)
        row.addWidget(self.title, 1)
        row.addWidget(self.project, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.picture)
        row.addWidget(self.busy, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.state)
        row.addWidget(self.more)
        self.title.editingFinished.connect(self._on_edited)
        self.more.clicked.connect(self._on_more)
        self.title.setText(self.tr("New conversation"))
        self.title.setReadOnly(True)
        self.picture.hide()
        self.project.hide()

    def show_state(self, state: "ChatState") -> None:
        """Shows title and state; a title that is being typed stays."""
        if state.title != self._title and not (self.title.hasFocus() and self.title.isModified()):
            self._title = state.title
            self.title.setText(state.title)
            self.title.setCursorPosition(0)
        self.title.setReadOnly(not state.conversation_id)
        name = state.project
        self.project.setText(name if len(name) <= _PROJECT_LENGTH else name[: _PROJECT_LENGTH - 1] + "…")
        self.project.setToolTip(self.tr("Project {0}").format(state.project))
        self.project.setVisible(bool(state.project))
        self.picture.set_picture(state.state_icon, state.state_role)
        is_busy = state.is_running and not state.is_stopping
        self.busy.setVisible(is_busy)
        self.picture.setVisible(bool(state.state) and not is_busy)
        self.state.setText(state.state)
        relook(self.state, _LOOKS.get(state.state_role, "secondary"))

    def edit_title(self) -> None:
        """Puts the focus into the title."""
        self.title.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.title.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.title.hasFocus():
            self.title.setText(self._title)
            self.title.clearFocus()
        else:
            super().keyPressEvent(event)

    def _on_edited(self) -> None:
        typed = " ".join(self.title.text().split())
        if typed and typed != self._title:
            self._title = typed
            self.renamed.emit(typed)
        else:
            self.title.setText(self._title)

    def _on_more(self) -> None:
        self.more_requested.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))


class EmptyTranscript(QWidget):
    """What stands where no message is: what to do, and three beginnings."""

    suggestion_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = Label("", "muted", wraps=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_5, SPACE_6, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_2)
        column.addStretch(1)
        column.addWidget(self.text)
        self._buttons: list[SuggestionButton] = []
        self._loading = ""
        self._has_project = False
        self._beginnings = QVBoxLayout()
        self._beginnings.setSpacing(SPACE_2)
        column.addLayout(self._beginnings)
        column.addStretch(2)

    def set_project(self, *, on: bool) -> None:
        """Says what can be asked about a project."""
        if on != self._has_project:
            self._has_project = on
            self.set_loading(self._loading)

    def set_loading(self, text: str) -> None:
        """Shows what is being loaded instead of beginnings; "" shows them again."""
        self._loading = text
        plain = self.tr("Ask a question, or attach files and ask about them.")
        about = self.tr("Ask about this project, or switch to Code task to change it.")
        self.text.setText(text or (about if self._has_project else plain))
        for position, suggestion in enumerate(_SUGGESTIONS if not self._buttons else ()):
            button = SuggestionButton(position, self.tr(suggestion))
            button.chosen.connect(self.suggestion_chosen)
            self._beginnings.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self._buttons.append(button)
        for button in self._buttons:
            button.setVisible(not text)


class SuggestionButton(PushButton):
    """One beginning of a message."""

    chosen = Signal(str)

    def __init__(self, position: int, text: str) -> None:
        super().__init__(text, f"chat.suggestion:{position}", "chip")
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        self.chosen.emit(self.text())


class ChatView(QWidget):
    """Header above, transcript and composer in panes of their own below."""

    renamed = Signal(str)
    more_requested = Signal(QPoint)
    stop_requested = Signal()
    said = Signal(str)
    said_briefly = Signal(str)
    details_requested = Signal(object)  # Notice
    save_requested = Signal()
    trust_banner_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "chat", self.tr("Conversation"))
        set_look(self, "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._state: ChatState | None = None
        self._banners: dict[str, Banner] = {}
        self.header = ChatHeader(theme)
        self.transcripts = QStackedWidget()
        self.empty = EmptyTranscript()
        self.transcripts.addWidget(self.empty)
        self.transcript: QWidget | None = None
        self._find: QWidget | None = None
        self.composer = Composer(theme)
        self.panes = QuietSplitter(Qt.Orientation.Vertical)
        self._is_sized = False  # the person has moved the border between transcript and composer
        self._fit = QTimer(self)
        self._fit.setSingleShot(True)
        self._fit.setInterval(0)
        self._escape = QTimer(self)
        self._escape.setSingleShot(True)
        self._escape.setInterval(_ESCAPE_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        lower = QWidget()
        inner = self._column = QWidget()
        self._on_theme_changed(self._theme.theme)
        stack = QVBoxLayout(inner)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(SPACE_2)
        stack.addWidget(self.composer, 1)
        self._stack = stack
        row = QHBoxLayout(lower)
        row.setContentsMargins(SPACE_4, SPACE_1, SPACE_4, SPACE_4)
        row.addStretch(1)
        row.addWidget(inner, 1000)
        row.addStretch(1)
        self.panes.addWidget(self.transcripts)
        self.panes.addWidget(lower)
        self.panes.setCollapsible(0, False)
        self.panes.setCollapsible(1, False)
        self.panes.setStretchFactor(0, 1)
        self.panes.setStretchFactor(1, 0)
        self.panes.setHandleWidth(SPACE_1)
        self._on_fit()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(Hairline(self._theme))
        column.addWidget(self.panes, 1)

    def _on_fit(self) -> None:
        self.panes.setSizes([10_000, 1])  # the composer as small as it may be

    def _on_splitter_moved(self) -> None:
        self._is_sized = True

    def _connect(self) -> None:
        self._fit.timeout.connect(self._on_fit)
        self.panes.splitterMoved.connect(self._on_splitter_moved)
        self.header.renamed.connect(self.renamed)
        self.header.more_requested.connect(self.more_requested)
        self.composer.escape_pressed.connect(self.on_escape)
        self.composer.stop_requested.connect(self.stop_requested)
        self.empty.suggestion_chosen.connect(self._on_suggestion)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self._column.setMaximumWidth(theme.column_px() + SPACE_2)  # the column of the transcript
        if not self._is_sized:
            self._fit.start()

    @property
    def store_banner(self) -> "Banner":
        """Returns the banner that says that something could not be saved."""
        return self._banner("banner.store", "error", "deny")

    @property
    def notice_banner(self) -> "Banner":
        """Returns the banner of notices."""
        return self._banner("banner.notice", "info", "info")

    def _banner(self, name: str, icon: str, role: str) -> "Banner":
        if name not in self._banners:
            from qodev.ui.kit.messages import Banner

            self._banners[name] = Banner(self._theme, name, icon, role)
            self._banners[name].details_requested.connect(self.details_requested)
            self._banners[name].retry_requested.connect(self.save_requested)
            self._stack.insertWidget(0, self._banners[name])
        return self._banners[name]

    def show_trust(self, sentence: str) -> None:
        """Says that trusted files have changed; "" ends that."""
        if sentence or "banner.trust" in self._banners:
            from qodev.ui.models.notices import Notice

            self.trust_banner.show_notice(Notice(sentence) if sentence else None)

    @property
    def trust_banner(self) -> "Banner":
        """Returns the banner about changed files of a trusted folder."""
        if "banner.trust" not in self._banners:
            banner = self._banner("banner.trust", "warning", "ask")
            banner.retry_requested.disconnect(self.save_requested)
            banner.retry_requested.connect(self.trust_banner_requested)
            banner.retry.setText(self.tr("Review…"))
            banner.retry.setAccessibleName(banner.retry.text())
            banner.retry.show()
        return self._banners["banner.trust"]

    def add_above_composer(self, widget: QWidget) -> None:
        """Puts a widget right above the composer, below every banner."""
        self._stack.insertWidget(self._stack.indexOf(self.composer), widget)
        self._fit.start()

    def show_store_fault(self, notice: "Notice | None") -> None:
        """Says that something could not be saved, or that it can again."""
        if notice is not None or "banner.store" in self._banners:
            self.store_banner.show_notice(notice)

    def set_transcript(self, transcript: QWidget, find: QWidget) -> None:
        """Puts the transcript and its find bar into their places."""
        self.transcript = transcript
        self._find = find
        self.transcripts.addWidget(transcript)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(2, find)

    def show_transcript(self, *, has_rows: bool, loading: str = "") -> None:
        """Shows the transcript, or what stands for an empty one."""
        self.empty.set_loading(loading)
        shows = has_rows and self.transcript is not None
        self.transcripts.setCurrentWidget(self.transcript if shows else self.empty)  # type: ignore[arg-type]  # not None when it shows

    def show_state(self, state: "ChatState") -> None:
        """Shows everything around the transcript."""
        before, self._state = self._state, state
        self.header.show_state(state)
        self.composer.show_state(state)
        self.empty.set_project(on=bool(state.project))
        if before is not None and state.launching != before.launching:
            self._show_launching(state.launching)

    def _show_launching(self, sentence: str) -> None:
        from qodev.ui.models.notices import Notice

        notice = Notice(sentence, self.tr("The message goes once it is ready.")) if sentence else None
        self._banner("banner.launch", "starting", "accent").show_notice(notice)

    def on_escape(self) -> None:
        """Stops a running turn at the second Escape within two seconds (U97)."""
        if self._find is not None and self._find.isVisibleTo(self):
            self._find.keyPressEvent(_escape_key())
            return
        if self._state is None or not self._state.is_running or self._state.is_stopping:
            return
        if self._escape.isActive():
            self._escape.stop()
            self.stop_requested.emit()
        else:
            self._escape.start()
            self.said_briefly.emit(self.tr("Press Escape again to stop."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.on_escape()
        else:
            super().keyPressEvent(event)

    def _on_suggestion(self, text: str) -> None:
        self.composer.input.replace_text(text)
        self.composer.input.setFocus(Qt.FocusReason.OtherFocusReason)


def _escape_key() -> QKeyEvent:
    return QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
