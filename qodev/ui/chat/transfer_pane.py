"""Connects exports, backups and imports: which file is meant is asked here, all else is the presenter's (U139)."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from qodev.ui.kit.widgets import named

if TYPE_CHECKING:
    from qodev.types.history import Exported, ExportFormat, ExportOptions
    from qodev.ui.chat.export_dialog import ExportDialog
    from qodev.ui.presenters.bundle import Presenters

_UNFIT = re.compile(r"[^\w.-]+")  # in the name of a file
_BACKUP_NAME = "qodev-backup.json"


class TransferPane(QObject):
    """Makes dialogs when they are wanted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._presenters: Presenters | None = None
        self._dialog: ExportDialog | None = None
        self._title = ""
        self._text = ""

    def attach(self, presenters: "Presenters") -> None:
        """Begins to act."""
        self._presenters = presenters
        presenters.transfer.previewed.connect(self._on_previewed)

    def actions(self) -> dict[str, Callable[[], None]]:
        """Returns what the actions of the File menu do."""
        return {"export": self.open_export, "backup": self.open_backup, "import_backup": self.open_import}

    def open_export(self) -> None:
        """Opens the dialog of the open conversation."""
        from qodev.ui.chat.export_dialog import ExportDialog

        here = self._presenters.transfer.current if self._presenters is not None else None
        if self._presenters is None or here is None:
            return
        self._title = here.title or self.tr("New conversation")
        dialog = self._dialog = ExportDialog(here.id, self._title, self._window)
        dialog.preview_wanted.connect(self._presenters.transfer.preview)
        dialog.save_wanted.connect(self._on_save_wanted)
        dialog.finished.connect(self._on_finished)
        dialog.open()
        dialog.start()

    def _on_previewed(self, options: "ExportOptions", made: "Exported") -> None:
        if self._dialog is not None:
            self._dialog.show_export(options, made)

    def _on_finished(self) -> None:
        self._dialog = None

    def _on_save_wanted(self, kind: "ExportFormat", text: str) -> None:
        self._text = text
        name = _UNFIT.sub("-", self._title).strip("-.")[:60] or "conversation"
        self._ask_where(self.tr("Export conversation"), f"{name}.{kind.value}").fileSelected.connect(self._on_export_to)

    def _on_export_to(self, path: str) -> None:
        if self._presenters is not None:
            self._presenters.general.save_copy(path, self._text)
        if self._dialog is not None:
            self._dialog.accept()

    def open_backup(self) -> None:
        """Asks where a backup of all conversations goes."""
        if self._presenters is not None:
            dialog = self._ask_where(self.tr("Back up all conversations"), _BACKUP_NAME)
            dialog.fileSelected.connect(self._presenters.transfer.back_up)

    def open_import(self) -> None:
        """Asks which file is to be added."""
        if self._presenters is not None:
            dialog = self._file_dialog(self.tr("Import backup"))
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilter(self.tr("Exports and backups of qodev (*.json)"))
            dialog.fileSelected.connect(self._presenters.transfer.take_in)
            dialog.open()

    def _ask_where(self, title: str, name: str) -> QFileDialog:
        dialog = self._file_dialog(title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(name)
        dialog.open()
        return dialog

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        named(dialog, "export.file", title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
