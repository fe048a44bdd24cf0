"""Asks for the id of a new role, and which roles of a JSON file are wanted (U46, A106)."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.role_rows import OfferState

_WIDTH_CHARACTERS = 80
_LIST_LINES = 12


class NewRoleDialog(QDialog):
    """An id and a name; the id is judged while it is typed."""

    accepted_role = Signal(str, str)  # id, name

    def __init__(self, why_not: Callable[[str], str], parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.new_role", self.tr("New role"))
        self.setWindowTitle(self.tr("New role"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._why_not = why_not
        self.id = QLineEdit()
        named(self.id, "dialog.new_role.id", self.tr("Id"))
        self.name = QLineEdit()
        named(self.name, "dialog.new_role.name", self.tr("Name"))
        self.reason = Label("", "secondary", wraps=True)
        box = QDialogButtonBox()
        self.make = box.addButton(self.tr("Create role"), QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.make, "dialog.new_role.accept", self.tr("Create role"))
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        form = QFormLayout()
        form.setSpacing(SPACE_2)
        form.addRow(self._label(self.tr("&Id"), self.id), self.id)
        form.addRow(self._label(self.tr("&Name"), self.name), self.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_2)
        column.addLayout(form)
        column.addWidget(self.reason)
        column.addStretch(1)
        column.addWidget(box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.id.textChanged.connect(self._on_typed)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)
        self._on_typed("")

    def _label(self, text: str, buddy: QWidget) -> Label:
        label = Label(text)
        label.setBuddy(buddy)
        return label

    def _on_typed(self, text: str) -> None:
        reason = self._why_not(text.strip())
        set_reason(self.make, reason)
        self.reason.setText(reason if text else self.tr("The id becomes the name of the file and stays as it is."))

    def _on_accepted(self) -> None:
        if self.make.isEnabled():
            self.accepted_role.emit(self.id.text().strip(), self.name.text().strip())
            self.accept()


class ImportDialog(QDialog):
    """The roles of a JSON file with a tick each; those that came with another program are unticked."""

    accepted_offers = Signal(object)  # tuple of RoleOffer

    def __init__(self, state: OfferState, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dialog.import_roles", self.tr("Import roles"))
        self.setWindowTitle(self.tr("Import roles"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        self.list = QListWidget()
        named(self.list, "dialog.import_roles.list", self.tr("Roles of the file"))
        self.take = QPushButton()
        self._fill()
        refused = Label("\n".join(state.refused), "warning", wraps=True)
        refused.setVisible(bool(state.refused))
        box = QDialogButtonBox()
        box.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        named(self.take, "dialog.import_roles.accept")
        box.addButton(QDialogButtonBox.StandardButton.Cancel)
        intro = self.tr("`{0}` stays as it is. Ids that are taken get a number.").format(state.file)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_2)
        column.addWidget(Label(intro, wraps=True))
        column.addWidget(self.list, 1)
        column.addWidget(refused)
        column.addWidget(box)
        self.resize(
            self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS,
            self.fontMetrics().lineSpacing() * _LIST_LINES * 2,
        )
        self.list.itemChanged.connect(self._on_ticked)
        box.accepted.connect(self._on_accepted)
        box.rejected.connect(self.reject)
        self._on_ticked()

    def _fill(self) -> None:
        for offer in self._state.offers:
            text = f"{offer.name} · {offer.id}"
            if not offer.is_ticked:
                text = self.tr("{0} · {1} · came with the other program").format(offer.name, offer.id)
            item = QListWidgetItem(text)
            item.setSizeHint(QSize(0, self.fontMetrics().lineSpacing() + SPACE_3))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if offer.is_ticked else Qt.CheckState.Unchecked)
            item.setToolTip("\n".join(line for line in (offer.description, offer.text[:500]) if line))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _on_ticked(self, _item: QListWidgetItem | None = None) -> None:
        count = len(self._ticked())
        self.take.setText(self.tr("Import %n role(s)", "", count))
        self.take.setAccessibleName(self.take.text())
        set_reason(self.take, "" if count else self.tr("Tick a role first."))

    def _ticked(self) -> list[int]:
        rows = range(self.list.count())
        return [row for row in rows if self.list.item(row).checkState() is Qt.CheckState.Checked]

    def _on_accepted(self) -> None:
        if self.take.isEnabled():
            self.accepted_offers.emit(tuple(self._state.offers[row] for row in self._ticked()))
            self.accept()
