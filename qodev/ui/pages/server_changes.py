"""What waits to be accepted of a server, each with its difference; nothing is accepted that was not shown (S150, S151)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_3, SPACE_4, ThemeController
from qodev.ui.kit.widgets import Label, QuietSplitter, named, set_reason
from qodev.ui.models.server_rows import Change, ServersState

_NAME = "dialog.server_changes"
_SIZE = (860, 560)


class ChangesDialog(QDialog):
    """A list with a tick for each change, and the difference of the one in front."""

    accepted_changes = Signal(str, str, dict)  # server, launch as it was shown or "", digests by name

    def __init__(self, state: ServersState, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        title = self.tr("Changes of `{0}`").format(state.front)
        named(self, _NAME, title)
        self.setWindowTitle(title)
        self.finished.connect(self.deleteLater)
        self._server, self._launch = state.front, state.launch
        self._changes = state.changes
        self.list = QListWidget()
        named(self.list, f"{_NAME}.list", self.tr("Changes"))
        self.list.setSpacing(SPACE_1)
        self.note = Label("", "error", wraps=True)
        named(self.note, f"{_NAME}.note")
        self.text = text_area(f"{_NAME}.text", self.tr("Difference"), theme)
        box = QDialogButtonBox()
        self.act = box.addButton(self.tr("Accept"), QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.act, f"{_NAME}.accept", self.tr("Accept"))
        self.keep = box.addButton(QDialogButtonBox.StandardButton.Cancel)
        for change in self._changes:
            self._add(change)
        self._lay_out(box)
        self.list.currentRowChanged.connect(self._show_row)
        self.list.itemChanged.connect(self._count)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)
        self.list.setCurrentRow(0)
        self._count()
        self.keep.setFocus()

    def _add(self, change: Change) -> None:
        item = QListWidgetItem(change.title)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        # What changed, and what is odd, is ticked by whoever has looked at it; a first list is mostly taken as it is.
        item.setCheckState(Qt.CheckState.Unchecked if change.note or change.is_changed else Qt.CheckState.Checked)
        item.setToolTip(change.note or change.title)
        self.list.addItem(item)

    def _lay_out(self, box: QDialogButtonBox) -> None:
        right = QWidget()
        inner = QVBoxLayout(right)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE_3)
        inner.addWidget(self.note)
        inner.addWidget(self.text, 1)
        split = QuietSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([_SIZE[0] // 3, _SIZE[0] * 2 // 3])
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        explained = self.tr(
            "What is accepted counts until it changes. Descriptions are the server's own words; they change no rule."
        )
        column.addWidget(Label(explained, "secondary", wraps=True))
        column.addWidget(split, 1)
        column.addWidget(box)
        self.resize(*_SIZE)

    def _show_row(self, row: int) -> None:
        if 0 <= row < len(self._changes):
            change = self._changes[row]
            self.note.setText(change.note)
            self.note.setVisible(bool(change.note))
            show_text(self.text, change.difference)

    def _ticked(self) -> list[Change]:
        rows = range(self.list.count())
        return [self._changes[row] for row in rows if self.list.item(row).checkState() is Qt.CheckState.Checked]

    def _count(self) -> None:
        ticked = len(self._ticked())
        self.act.setText(self.tr("Accept %n change(s)", "", ticked))
        set_reason(self.act, "" if ticked else self.tr("Tick what you accept."))

    def _on_accepted(self) -> None:
        ticked = self._ticked()
        if ticked:
            launch = self._launch if any(not change.name for change in ticked) else ""
            self.accepted_changes.emit(self._server, launch, {one.name: one.digest for one in ticked if one.name})
            self.accept()
