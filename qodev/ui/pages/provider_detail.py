"""The right side of the Providers page: head with actions and document bar, and the panels below one another."""

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from qodev.types.instances import InstanceField
from qodev.ui.kit.doc_bar import DiskBanner, DocBar
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, SPACE_5, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import ElidedLabel, Label, PictureLabel, PushButton, named, relook, set_reason
from qodev.ui.models.provider_rows import ItemReasons, ProviderItem
from qodev.ui.models.provider_state import ProviderForm
from qodev.ui.pages.provider_document import ProviderFormView, Section
from qodev.ui.pages.provider_fields import AREA, breakable
from qodev.ui.pages.provider_hosted import HostedPanel
from qodev.ui.pages.provider_key import KeyPanel
from qodev.ui.pages.provider_launch import LaunchPanel
from qodev.ui.pages.provider_test import TestPanel

_LOOKS = {"allow": "ok", "ask": "warning", "deny": "error"}


class DetailHead(QWidget):
    """Name, state and pills of a provider, what can be done with it, and the bar of its document."""

    new_from_requested = Signal()
    duplicate_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()
    override_requested = Signal()
    restore_requested = Signal()

    def __init__(self, theme: ThemeController) -> None:
        super().__init__()
        self.title = ElidedLabel("", "title")
        self.picture = PictureLabel(theme)
        self.word = Label("")
        self.pills = QWidget()
        self._pill_row = QHBoxLayout(self.pills)
        self._pill_row.setContentsMargins(0, 0, 0, 0)
        self._pill_row.setSpacing(SPACE_2)
        self.note = Label("", "secondary", wraps=True)
        self.new_from = PushButton(self.tr("New from this…"), f"{AREA}new_from", "compact")
        self.duplicate = PushButton(self.tr("Duplicate…"), f"{AREA}duplicate", "compact")
        self.rename = PushButton(self.tr("Rename…"), f"{AREA}rename", "compact")
        self.delete = PushButton(self.tr("Delete…"), f"{AREA}delete", "compact")
        self.override = PushButton(self.tr("Override"), f"{AREA}new_from:override", "compact")
        self.restore = PushButton(self.tr("Restore bundled"), f"{AREA}restore_bundled", "compact")
        self.bar = DocBar(theme)
        self.disk = DiskBanner(theme)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE_2)
        first.addWidget(self.title, 1)
        for widget in (self.picture, self.word, self.pills):
            first.addWidget(widget)
        holder = QWidget()
        actions = FlowLayout(holder, SPACE_2)
        for button in self._buttons():
            actions.addWidget(button)
        self._menu = QMenu(self)
        for button in self._buttons():
            action = self._menu.addAction(button.text())
            action.triggered.connect(button.click)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            SPACE_3, 0, SPACE_5, SPACE_2
        )  # as far from the right as the panels, whose area scrolls
        column.setSpacing(SPACE_2)
        column.addLayout(first)
        column.addWidget(self.note)
        column.addWidget(holder)
        column.addWidget(self.bar)
        column.addWidget(self.disk)
        self.bar.set_margins(0, 0)

    def _buttons(self) -> tuple[PushButton, ...]:
        return (self.new_from, self.duplicate, self.override, self.restore, self.rename, self.delete)

    def pop_up(self, place: QPoint) -> None:
        """Shows the same actions as a menu of the row (U171)."""
        for action, button in zip(self._menu.actions(), self._buttons(), strict=True):
            action.setEnabled(button.isEnabled())
            action.setVisible(not button.isHidden())
            action.setToolTip(button.toolTip())
        self._menu.popup(place)

    def _connect(self) -> None:
        self.new_from.clicked.connect(self.new_from_requested)
        self.duplicate.clicked.connect(self.duplicate_requested)
        self.rename.clicked.connect(self.rename_requested)
        self.delete.clicked.connect(self.delete_requested)
        self.override.clicked.connect(self.override_requested)
        self.restore.clicked.connect(self.restore_requested)

    def show_item(self, item: ProviderItem | None, reasons: ItemReasons) -> None:
        """Shows another provider, or another state of it."""
        set_reason(self.new_from, reasons.new_from, self.tr("Makes a small file of your own that inherits from it"))
        set_reason(self.duplicate, reasons.duplicate, self.tr("Copies the whole file under another name"))
        set_reason(self.rename, reasons.rename, self.tr("Also changes the agents that use it, if you agree"))
        set_reason(self.delete, reasons.delete, self.tr("Moves the file to the trash; says first what would break"))
        set_reason(self.override, reasons.override, self.tr("Makes a file of your own that replaces it everywhere"))
        set_reason(self.restore, reasons.restore, self.tr("Moves your file to the trash"))
        self.override.setVisible(item is not None and not item.is_own)
        self.restore.setVisible(item is not None and item.overrides_bundled)
        if item is None:
            return
        self.title.set_line(item.name)
        self.picture.set_picture(item.word.icon, item.word.role)
        self.word.setText(item.word.text)
        relook(self.word, _LOOKS.get(item.word.role, "muted"))
        self.note.setText(breakable(item.note))
        self.note.setVisible(bool(item.note))
        self.bar.setVisible(bool(item.path))
        self._show_pills(item)

    def _show_pills(self, item: ProviderItem) -> None:
        while self._pill_row.count():
            before = self._pill_row.takeAt(0)
            widget = before.widget() if before is not None else None
            if widget is not None:
                widget.deleteLater()
        for pill in item.pills:
            self._pill_row.addWidget(Label(pill.text, "pill"))


class TextSection(Section):
    """The text of the document itself; form and text are one document."""

    text_edited = Signal(str)

    def __init__(self, theme: ThemeController) -> None:
        super().__init__(self.tr("Text of the file"))
        self.edit = QPlainTextEdit()
        named(self.edit, f"{AREA}name:text", self.tr("Text of the file"))
        set_look(self.edit, "mono")
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(theme.theme.px(220))
        self.add(self.edit)
        self.edit.textChanged.connect(self._on_changed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.edit.setFont(theme.font(TextSize.MONO))

    def show_text(self, text: str) -> None:
        """Takes a text as one undoable edit; the caret stays."""
        if text == self.edit.toPlainText():
            return
        place = self.edit.textCursor().position()
        with QSignalBlocker(self.edit):
            cursor = self.edit.textCursor()
            cursor.beginEditBlock()
            cursor.select(cursor.SelectionType.Document)
            cursor.insertText(text)
            cursor.endEditBlock()
        cursor = self.edit.textCursor()
        cursor.setPosition(min(place, len(text)))
        self.edit.setTextCursor(cursor)

    def go_to(self, line: int, column: int) -> None:
        """Puts the caret at a place."""
        block = self.edit.document().findBlockByNumber(line - 1)
        cursor = self.edit.textCursor()
        cursor.setPosition(block.position() + min(column - 1, max(0, block.length() - 1)) if block.isValid() else 0)
        self.edit.setTextCursor(cursor)

    def _on_changed(self) -> None:
        if not self.edit.isReadOnly():
            self.text_edited.emit(self.edit.toPlainText())


class ProviderDetail:
    """The panels of one provider; they only show states and emit wishes."""

    def __init__(self, theme: ThemeController) -> None:
        self.head = DetailHead(theme)
        self.form = ProviderFormView(theme)
        self.key = KeyPanel(theme)
        self.test = TestPanel(theme)
        self.hosted = HostedPanel(theme)
        self.server = LaunchPanel(theme, self.form.launch)
        self.text = TextSection(theme)
        self.body = QWidget()
        self.form.setParent(self.body)
        self.form.hide()  # it holds nothing itself: its sections stand between the others
        column = QVBoxLayout(self.body)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_4)
        column.setSpacing(SPACE_3)
        sections = (
            self.form.connection,
            self.key,
            self.test,
            self.form.network,
            self.hosted,
            self.server,
            self.form.file,
            self.text,
        )
        for section in sections:
            column.addWidget(section)
        column.addStretch(1)
        set_look(self.body, "surface")
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.body)

    def show_form(self, form: ProviderForm) -> None:
        """Shows the values of the document in every panel that edits it."""
        self.form.show_form(form)
        reference = form.fields.get("api_key_ref") or InstanceField("api_key_ref", None, is_written=False)
        self.key.reference.show_field(reference, form.read_only or form.paused, "")
        self.test.set_editable(not form.read_only)
        self.text.edit.setReadOnly(bool(form.read_only))
        self.text.setVisible(bool(form.path))

    def scroll_up(self) -> None:
        """Goes back to the top, as for another provider."""
        self.area.verticalScrollBar().setValue(0)
