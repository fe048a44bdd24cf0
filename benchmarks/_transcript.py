"""A transcript on screen, and an answer that grows in it."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchmarks._data import answer_text
from benchmarks._kit import require
from benchmarks._window import discard, settle, show
from qodev.types.conversation import ChatMode, MessagePage, TurnRequest
from qodev.types.events import AnyEvent, BlockKind, BlockStarted, TextDelta, TurnQueued, TurnStarted
from qodev.types.messages import Message, MessageRole, MessageState, Origin, TextBlock

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from qodev.ui.chat.transcript_view import TranscriptView
    from qodev.ui.kit.theme import ThemeController

CONVERSATION = "c"
_TURN = "live"
DELTA_CHARS = 16  # some four tokens, as come in a frame


def make_view(themes: "ThemeController") -> "TranscriptView":
    """Returns the product's transcript, shown."""
    from qodev.ui.chat.markdown import MarkdownReader
    from qodev.ui.chat.transcript_view import TranscriptView
    from qodev.ui.models.transcript import TranscriptModel

    MarkdownReader()  # the program imports the parser in a worker, before it is needed
    view = TranscriptView(TranscriptModel(), themes)
    show(view)
    return view


def load(view: "TranscriptView", made: Sequence[Message]) -> None:
    """Shows messages, all of them loaded."""
    view.model.show_page(CONVERSATION, MessagePage(tuple(made), 0, len(made)))
    settle()
    require(view.model.rowCount() >= len(made), "rows are missing")


class GrowingAnswer:
    """An answer that comes in deltas, as a turn tells them."""

    def __init__(self, view: "TranscriptView") -> None:
        self._view = view
        self._source = ""
        self.length = 0

    def begin(self, text: str, more: str) -> None:
        """Shows an answer of `text`, to which `more` will come."""
        self._source = text + more
        self.length = len(text)
        self._view.model.apply([*turn_begins(), delta(text)])
        settle()

    def grow(self, _number: int = 0) -> None:
        """Adds one delta."""
        before = self.length
        self.length += DELTA_CHARS
        self._view.model.apply([delta(self._source[before : self.length])])

    def check(self) -> None:
        """Raises CheckError unless the transcript holds what came and shows its end."""
        row = self._view.model.row(self._view.model.rowCount() - 1)
        require(row.text == self._source[: self.length], "the answer in the transcript is not what came")
        require(self._view.is_following, "the transcript does not show the end of the answer")


def turn_begins(turn: str = _TURN) -> list[AnyEvent]:
    """Returns the events at the start of a turn."""
    blocks = (TextBlock("Go on."),)
    now = time.time()
    asked = Message(f"{turn}.asked", MessageRole.USER, blocks, Origin.USER, MessageState.COMPLETE, now, turn_id=turn)
    request = TurnRequest(turn, CONVERSATION, "Go on.", (), "Chat", None, None, ChatMode.CHAT, None, now)
    ids = {"conversation_id": CONVERSATION, "turn_id": turn}
    return [
        TurnQueued(**ids, request=request, message=asked, position=0),
        TurnStarted(**ids, agent="Chat", agents_revision=1, model="made"),
        BlockStarted(**ids, index=0, kind=BlockKind.TEXT),
    ]


def delta(text: str) -> TextDelta:
    """Returns a piece of the answer."""
    return TextDelta(conversation_id=CONVERSATION, turn_id=_TURN, index=0, text=text)


class PlainEditor:
    """The least that shows text that grows: Qt's plain editor with the same text."""

    def __init__(self, text: str, more: str) -> None:
        from PySide6.QtGui import QTextCursor
        from PySide6.QtWidgets import QPlainTextEdit

        self._source = text + more
        self.length = len(text)
        self.editor = QPlainTextEdit()
        self.editor.setUndoRedoEnabled(False)
        self.editor.setPlainText(text)
        show(self.editor)
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        settle()

    @property
    def viewport(self) -> "QWidget":
        """Returns what is repainted."""
        return self.editor.viewport()

    def grow(self, _number: int = 0) -> None:
        """Adds one delta and shows the end."""
        before = self.length
        self.length += DELTA_CHARS
        cursor = self.editor.textCursor()
        cursor.insertText(self._source[before : self.length])
        self.editor.ensureCursorVisible()

    def close(self) -> None:
        """Checks the text and removes the editor."""
        require(self.editor.toPlainText() == self._source[: self.length], "the editor's text is not what came")
        discard(self.editor)


def make_text(chars: int, more: int) -> tuple[str, str]:
    """Returns a Markdown text of `chars` characters, and `more` that go on from there."""
    whole = answer_text(chars + more)
    return whole[:chars], whole[chars:]
