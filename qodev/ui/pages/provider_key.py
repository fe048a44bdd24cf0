"""The key of a provider: where it is kept, typed masked, shown only as set, cleared (U40)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from qodev.ui.kit.theme import SPACE_2, TextSize, ThemeController
from qodev.ui.kit.widgets import IconButton, Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.provider_state import KeyPlaceChoice, KeyState
from qodev.ui.pages.provider_document import Section
from qodev.ui.pages.provider_fields import AREA, LABEL_PX, TextField

if TYPE_CHECKING:
    from qodev.ui.kit.dialogs import QuestionDialog

_PLACE_TITLES = {
    KeyPlaceChoice.KEYRING: QT_TRANSLATE_NOOP("ProviderKey", "Keyring"),
    KeyPlaceChoice.VARIABLE: QT_TRANSLATE_NOOP("ProviderKey", "Environment variable"),
    KeyPlaceChoice.MEMORY: QT_TRANSLATE_NOOP("ProviderKey", "Until qodev quits"),
    KeyPlaceChoice.FILE: QT_TRANSLATE_NOOP("ProviderKey", "Private file"),
}
_SOURCES = {
    "keyring": QT_TRANSLATE_NOOP("ProviderKey", "in the keyring"),
    "memory": QT_TRANSLATE_NOOP("ProviderKey", "until qodev quits"),
    "file": QT_TRANSLATE_NOOP("ProviderKey", "in a private file"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProviderKey", text)


def place_title(place: KeyPlaceChoice, backend: str | None) -> str:
    """Returns what a place is called; a keyring by its name."""
    title = _tr(_PLACE_TITLES[place])
    return _tr("{0}: {1}").format(title, backend) if backend and place is KeyPlaceChoice.KEYRING else title


def file_question(parent: QWidget) -> "QuestionDialog":
    """Returns the question before a key goes into a file, which it does only after consent (S174)."""
    from qodev.ui.kit.dialogs import Question, QuestionDialog

    question = Question(
        "dialog.key_file",
        _tr("Keep the key in a file"),
        _tr("The key is written into a file that only your user may read. Programs that run as you can read it too."),
        _tr("Keep it in a file"),
        _tr("Cancel"),
        is_destructive=False,
    )
    dialog = QuestionDialog(question, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


class KeyEdit(QLineEdit):
    """Takes a key: masked for eyes, screen readers and the clipboard; what is typed can be pasted, never copied (S176)."""

    def __init__(self) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.setPlaceholderText(self.tr("Paste the key"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.Cut):
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.paste()


class TypedKey(QWidget):
    """Paints what is being typed; no text of it is there for a screen reader, and it is gone with the key."""

    def __init__(self, theme: ThemeController, edit: KeyEdit) -> None:
        super().__init__()
        self._theme = theme
        self._edit = edit
        edit.textChanged.connect(self._on_changed)
        self.hide()

    def _on_changed(self, _text: str) -> None:
        self.setMinimumHeight(self._theme.theme.px(20))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.theme.font(TextSize.MONO))
        painter.setPen(self._theme.color("text"))
        line = painter.fontMetrics().elidedText(self._edit.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, line)
        painter.end()


class KeyPanel(Section):
    """Reference, place, the key itself, and what is known about it."""

    ref_changed = Signal(str, object)  # key of the document, value
    store_requested = Signal(str, object)  # the key, KeyPlaceChoice
    clear_requested = Signal()
    entry_requested = Signal()
    variable_requested = Signal(str)
    retry_requested = Signal()
    move_requested = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(_tr("Key"))
        self._theme = theme
        self._state = KeyState()
        self.reference = TextField(theme, "api_key_ref", _tr("Key reference"), "key:reference")
        self.reference.label.setToolTip(_tr("An entry of the key store, `env:NAME`, or several of them parted by `|`"))
        self.picture = PictureLabel(theme, "key", "muted")
        self.status = Label("", wraps=True)
        self.source = QComboBox()
        named(self.source, f"{AREA}key_source", _tr("Where the key is kept"))
        self.source.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.source.setMinimumContentsLength(6)
        self.edit = KeyEdit()
        named(self.edit, f"{AREA}key", _tr("Key"))
        self.reveal = IconButton(theme, "preview", f"{AREA}key_reveal", _tr("Show what is typed"))
        self.reveal.setCheckable(True)
        self.typed = TypedKey(theme, self.edit)
        self.save = PushButton(_tr("Store key"), f"{AREA}key_save", "primary")
        self.clear = PushButton(_tr("Clear"), f"{AREA}key_clear", "compact")
        self.variable = QLineEdit()
        named(self.variable, f"{AREA}key:variable", _tr("Name of the variable"))
        self.variable.setPlaceholderText(_tr("Such as NAME_API_KEY"))
        self.name_variable = PushButton(_tr("Read this variable"), f"{AREA}key:use_variable", "compact")
        self.entry = PushButton(_tr("Name an entry"), f"{AREA}key:entry", "compact")
        self.moving = Label("", wraps=True)
        self.move_key = PushButton(_tr("Move the key"), f"{AREA}key:move", "compact")
        self.notice = Label("", "warning", wraps=True)
        self.retry = PushButton(_tr("Retry"), f"{AREA}key:retry", "compact")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.add(self.reference)
        self.add(self._row(None, self.picture, (self.status, 1), self.entry, self.clear))
        self._move_row = self._row("", (self.moving, 1), self.move_key)
        self.add(self._move_row)
        self._notice_row = self._row("", (self.notice, 1), self.retry)
        self.add(self._notice_row)
        self.add(self._row(_tr("Keep it in"), (self.source, 1)))
        self._key_row = self._row(_tr("Key"), (self.edit, 1), self.reveal)
        self._typed_row = self._row("", (self.typed, 1))
        self._variable_row = self._row(_tr("Variable"), (self.variable, 1), self.name_variable)
        self._save_row = self._row("", self.save, (QWidget(), 1))
        self.add(self._key_row, self._typed_row, self._save_row, self._variable_row)
        self._typed_row.hide()

    def _row(self, label: str | None, *widgets: "QWidget | tuple[QWidget, int]") -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        if label is not None:
            heading = Label(label)
            heading.setFixedWidth(max(self._theme.theme.px(LABEL_PX), heading.sizeHint().width()))
            row.addWidget(heading)
        for one in widgets:
            widget, stretch = one if isinstance(one, tuple) else (one, 0)
            row.addWidget(widget, stretch)
        return holder

    def _connect(self) -> None:
        self.reference.changed.connect(self.ref_changed)
        self.source.activated.connect(self._on_source)
        self.save.clicked.connect(self._on_save)
        self.edit.returnPressed.connect(self._on_save)
        self.edit.textChanged.connect(self._on_typed)
        self.reveal.toggled.connect(self._on_reveal)
        self.clear.clicked.connect(self.clear_requested)
        self.entry.clicked.connect(self.entry_requested)
        self.retry.clicked.connect(self.retry_requested)
        self.move_key.clicked.connect(self.move_requested)
        self.name_variable.clicked.connect(self._on_variable)
        self.variable.returnPressed.connect(self._on_variable)

    def show_state(self, state: KeyState) -> None:
        """Shows what is known; what is being typed stays."""
        is_other = state.ref != self._state.ref
        self._state = state
        if is_other:
            self.edit.clear()
        self._show_places()
        self._show_status()
        self._show_notice()
        self._show_reasons()

    def _show_places(self) -> None:
        wanted = list(self._state.places)
        if [self.source.itemData(i) for i in range(self.source.count())] != wanted:
            self.source.clear()
            for place in wanted:
                self.source.addItem(place_title(place, None), place)
            keeps = KeyPlaceChoice.KEYRING if KeyPlaceChoice.KEYRING in wanted else KeyPlaceChoice.MEMORY
            self.source.setCurrentIndex(max(0, self.source.findData(keeps)))
        view = self._state.view
        row = self.source.findData(KeyPlaceChoice.KEYRING)
        if row >= 0:
            self.source.setItemText(row, place_title(KeyPlaceChoice.KEYRING, view.backend if view else None))
        self._on_source()

    def _show_status(self) -> None:
        view = self._state.view
        if view is None:
            text, icon, role = _tr("Looking for the key…"), "key", "muted"
        elif view.state == "none":
            text, icon, role = _tr("This provider names no key."), "key", "muted"
        elif view.state == "set":
            where = _SOURCES.get(view.source)
            place = _tr(where) if where else _tr("in the variable `{0}`").format(view.source.removeprefix("env:"))
            text, icon, role = _tr("The key is set, {0}.").format(place), "ok", "allow"
        else:
            text, icon, role = _tr("No key is set."), "key", "ask"
        self.status.setText("\n".join((text, *self._further())))
        self.picture.set_picture(icon, role)

    def _further(self) -> list[str]:
        view = self._state.view
        if view is None:
            return []
        lines = [
            _tr("Variable `{0}`: found").format(one.name)
            if one.is_found
            else _tr("Variable `{0}`: not found").format(one.name)
            for one in view.variables
        ]
        if view.shared_with:
            lines.append(_tr("Also used by {0}.").format(in_a_row(f"`{name}`" for name in view.shared_with)))
        return lines

    def _show_notice(self) -> None:
        no_keyring = _tr("No keyring on this system. Use an environment variable, or keep the key until qodev quits.")
        text = self._state.fault or (no_keyring if self._state.has_no_keyring else "")
        self.notice.setText(text)
        self._notice_row.setVisible(bool(text))
        self.retry.setVisible(bool(self._state.fault) and bool(self._state.ref))

    def _show_reasons(self) -> None:
        state, view = self._state, self._state.view
        self._move_row.setVisible(bool(state.movable))
        self.moving.setText(_tr("The key is stored under `{0}`.").format(state.movable))
        has_entry = view is not None and bool(view.item)
        busy = _tr("The key store is being asked.") if state.is_busy else ""
        no_entry = _tr("The key reference names no entry to store a key in.")
        set_reason(self.save, busy or ("" if has_entry else no_entry), _tr("Keeps the key where you chose"))
        self.edit.setEnabled(has_entry)
        self.edit.setToolTip("" if has_entry else no_entry)
        self.reveal.setEnabled(has_entry)
        stored = view is not None and view.source in _SOURCES
        set_reason(self.clear, busy or ("" if stored else _tr("No key is stored.")), _tr("Forgets the stored key"))
        read_only = "" if state.can_change_ref else _tr("This file is read-only.")
        self.entry.setVisible(view is not None and not has_entry)
        set_reason(self.entry, read_only, _tr("Makes the key reference name an entry that a key can be stored in"))
        set_reason(self.name_variable, read_only, _tr("Makes the key reference name this variable too"))

    def _on_source(self) -> None:
        is_variable = self.source.currentData() == KeyPlaceChoice.VARIABLE
        self._key_row.setVisible(not is_variable)
        self._save_row.setVisible(not is_variable)
        self._variable_row.setVisible(is_variable)
        self._typed_row.setVisible(not is_variable and self.reveal.isChecked())

    def _on_typed(self, _text: str) -> None:
        if not self.edit.text():
            self.reveal.setChecked(False)

    def _on_reveal(self, is_shown: bool) -> None:  # noqa: FBT001  # a slot
        self.reveal.set_picture("hidden" if is_shown else "preview")
        self.typed.setVisible(is_shown)
        self._typed_row.setVisible(is_shown)

    def _on_variable(self) -> None:
        self.variable_requested.emit(self.variable.text())
        self.variable.clear()

    def _on_save(self) -> None:
        if self.save.isEnabled() and self.source.currentData() == KeyPlaceChoice.FILE and self.edit.text():
            self._ask_for_file()
        elif self.save.isEnabled():
            self._store()

    def _ask_for_file(self) -> None:
        dialog = file_question(self.window())
        dialog.accepted.connect(self._store)
        dialog.open()

    def _store(self) -> None:
        secret = self.edit.text()
        self.edit.clear()
        self.store_requested.emit(secret, self.source.currentData())

    def focus_key(self) -> None:
        """Takes the typing to where a key can be entered."""
        target: QWidget = self.edit if self.edit.isEnabled() and self.edit.isVisibleTo(self) else self.reference.control
        target.setFocus(Qt.FocusReason.OtherFocusReason)
