"""Servers of another program's file: what would be stored, and what would be lost, before anything is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from qodev.base.text import show_hidden
from qodev.types.servers import ImportedServer, ImportPlan, Transport
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_3, SPACE_4, ThemeController
from qodev.ui.kit.widgets import Label, QuietSplitter, named, set_reason

_NAME = "dialog.server_import"
_SIZE = (820, 480)


class ServerImportDialog(QDialog):
    """A tick for each server that can be taken, and the report of the one in front."""

    chosen = Signal(tuple)  # of ServerEntry

    def __init__(self, plan: ImportPlan, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, _NAME, self.tr("Import servers"))
        self.setWindowTitle(self.tr("Import servers"))
        self.finished.connect(self.deleteLater)
        self._plan = plan
        self.list = QListWidget()
        named(self.list, f"{_NAME}.list", self.tr("Servers in the file"))
        self.list.setSpacing(SPACE_1)
        self.report = text_area(f"{_NAME}.report", self.tr("What is taken and what is lost"), theme)
        box = QDialogButtonBox()
        self.act = box.addButton(self.tr("Import"), QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.act, f"{_NAME}.accept", self.tr("Import"))
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        for one in plan.servers:
            self._add(one)
        self._lay_out(box)
        self.list.currentRowChanged.connect(self._show_row)
        self.list.itemChanged.connect(self._count)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)
        self.list.setCurrentRow(0)
        self._count()

    def _add(self, one: ImportedServer) -> None:
        item = QListWidgetItem(show_hidden(one.label))
        if one.entry is None:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
            item.setText(self.tr("{0} (cannot be taken)").format(show_hidden(one.label)))
        else:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
        self.list.addItem(item)

    def _lay_out(self, box: QDialogButtonBox) -> None:
        split = QuietSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(self.report)
        split.setStretchFactor(1, 1)
        split.setSizes([_SIZE[0] // 3, _SIZE[0] * 2 // 3])
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        explained = self.tr("Keys in the file are never taken, and nothing starts before you accept it.")
        column.addWidget(Label("\n".join((explained, *self._plan.losses)), "secondary", wraps=True))
        column.addWidget(split, 1)
        column.addWidget(box)
        self.resize(*_SIZE)

    def _show_row(self, row: int) -> None:
        if 0 <= row < len(self._plan.servers):
            show_text(self.report, self._report_of(self._plan.servers[row]))

    def _report_of(self, one: ImportedServer) -> str:
        lines = []
        entry = one.entry
        if entry is not None:
            target = entry.url if entry.transport is Transport.HTTP else " ".join((entry.command, *entry.arguments))
            lines += [self.tr("Taken as `{0}`:").format(entry.id), f"  {target}"]
        if one.variables:
            lines += ["", self.tr("Variables that must be set:"), *(f"  {name}" for name in one.variables)]
        if one.losses:
            lines += ["", self.tr("Not taken:"), *(f"  {loss}" for loss in one.losses)]
        return show_hidden("\n".join(lines).strip())

    def _chosen(self) -> tuple[object, ...]:
        rows = range(self.list.count())
        ticked = (row for row in rows if self.list.item(row).checkState() is Qt.CheckState.Checked)
        return tuple(entry for row in ticked if (entry := self._plan.servers[row].entry) is not None)

    def _count(self) -> None:
        number = len(self._chosen())
        self.act.setText(self.tr("Import %n server(s)", "", number))
        set_reason(self.act, "" if number else self.tr("Tick what you want to import."))

    def _on_accepted(self) -> None:
        if self._chosen():
            self.chosen.emit(self._chosen())
            self.accept()
