"""The field that a message is typed into: keys, input methods, paste and drop (U96, U101)."""

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from qodev.ui.kit.theme import Theme, ThemeController, set_look
from qodev.ui.kit.widgets import named

_LONG_PASTE = 5000  # U101
_MOST_LINES = 10
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ComposerInput(QPlainTextEdit):
    """A plain editor that grows with its text and tells when the message is meant to go."""

    send_requested = Signal()
    escape_pressed = Signal()
    erased_before = Signal()  # Backspace where nothing stands before the cursor
    edit_last_requested = Signal()  # Up in an empty field (U98)
    long_text_pasted = Signal(str)
    image_pasted = Signal(bytes)
    files_dropped = Signal(object)  # tuple[str, ...]

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "composer.input", self.tr("Message"))
        set_look(self, "bare")
        self._preedit = ""
        self._sends_on_enter = True
        self.setPlaceholderText(self.tr("Write a message"))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._on_theme_changed)
        self._fit()

    def set_send_key(self, key: str) -> None:
        """Chooses whether Enter or Ctrl+Enter sends."""
        self._sends_on_enter = key != "ctrl_enter"

    @property
    def is_composing(self) -> bool:
        """Tells whether an input method holds text that is not decided yet."""
        return bool(self._preedit)

    def _on_theme_changed(self, _theme: Theme) -> None:
        self._fit()

    def _fit(self) -> None:
        lines = max(1, min(_MOST_LINES, round(self.document().size().height())))
        frame = 2 * self.frameWidth() + round(2 * self.document().documentMargin()) + 2
        wanted = lines * self.fontMetrics().lineSpacing() + frame
        if wanted != self.minimumHeight():
            self.setMinimumHeight(wanted)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in _ENTER_KEYS
        if self._preedit and (is_enter or event.key() == Qt.Key.Key_Escape):
            if event.key() == Qt.Key.Key_Escape:
                self._end_composing()
            return
        if event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif event.key() == Qt.Key.Key_Backspace and self._is_at_start:
            self.erased_before.emit()
        elif event.key() == Qt.Key.Key_Up and not event.modifiers() and self.document().isEmpty():
            self.edit_last_requested.emit()
        elif is_enter and self._is_send(event.modifiers()):
            self.send_requested.emit()
        elif is_enter:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    @property
    def _is_at_start(self) -> bool:
        cursor = self.textCursor()
        return cursor.atStart() and not cursor.hasSelection() and not self._preedit

    def _end_composing(self) -> None:
        method = QGuiApplication.inputMethod()
        if method is not None:
            method.reset()
        self.inputMethodEvent(QInputMethodEvent())

    def _is_send(self, modifiers: Qt.KeyboardModifier) -> bool:
        held = modifiers & ~Qt.KeyboardModifier.KeypadModifier
        wanted = Qt.KeyboardModifier.NoModifier if self._sends_on_enter else Qt.KeyboardModifier.ControlModifier
        return held == wanted

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasUrls() or source.hasImage() or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        paths = tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())
        if paths:
            self.files_dropped.emit(paths)
        elif source.hasImage():
            self._paste_image(source.imageData())
        elif len(source.text()) > _LONG_PASTE:
            self.long_text_pasted.emit(source.text())
        else:
            self.insertPlainText(source.text())

    def _paste_image(self, image: object) -> None:
        if not isinstance(image, QImage):
            return
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, b"PNG")
        self.image_pasted.emit(bytes(buffer.data().data()))

    def paste_as_text(self) -> None:
        """Inserts the clipboard's text, however long it is."""
        self.insertPlainText(QGuiApplication.clipboard().text())

    def replace_text(self, text: str) -> None:
        """Puts another draft into the field, with the cursor at its end; what can be undone begins anew."""
        if text != self.toPlainText():
            self.setPlainText(text)
            cursor = self.textCursor()
            cursor.movePosition(cursor.MoveOperation.End)
            self.setTextCursor(cursor)
