"""What is asked about whole providers: a name, what follows another name, what breaks without one (U38)."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from qodev.types.instances import InstanceRemoval, InstanceRename
from qodev.ui.kit.theme import SPACE_3, SPACE_4, set_look
from qodev.ui.kit.widgets import Label, named, relook, set_reason
from qodev.ui.models.lists import in_a_row

_WIDTH_CHARACTERS = 60
_LISTED = 12  # names in a sentence; the others are counted

CheckName = Callable[[str], str]
"""Returns why a name cannot be had, "" when it can."""


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ProviderDialogs", text, "", count)


def listed(names: tuple[str, ...]) -> str:
    """Returns names for a sentence, the last ones as a number."""
    shown = in_a_row(f"`{name}`" for name in names[:_LISTED])
    rest = len(names) - _LISTED
    return f"{shown} {_tr('and %n other(s)', rest)}" if rest > 0 else shown


class NameDialog(QDialog):
    """Asks for a name, and says below why it cannot be had."""

    named_so = Signal(str)

    def __init__(self, name: str, title: str, act: str, check: CheckName, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._check = check
        self.name = QLineEdit()
        named(self.name, f"{name}.name", _tr("Name"))
        self.about = Label("", "secondary", wraps=True)
        self.problem = Label("", "warning", wraps=True)
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.act = box.addButton(act, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = box.addButton(_tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        named(self.act, f"{name}.act", act)
        named(self.cancel, f"{name}.cancel", _tr("Cancel"))
        set_look(self.act, "primary")
        form = QFormLayout()
        form.addRow(_tr("Name"), self.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addLayout(form)
        column.addWidget(self.about)
        column.addWidget(self.problem)
        column.addWidget(box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.name.textChanged.connect(self._on_changed)
        self.act.clicked.connect(self._on_act)
        self.cancel.clicked.connect(self.reject)

    def ask(self, name: str, about: str = "") -> None:
        """Opens with a first name, which is selected."""
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self.name.setText(name)
        self._on_changed()
        self.name.selectAll()
        self.open()
        self.name.setFocus()

    def _on_changed(self) -> None:
        problem = self._check(self.name.text())
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        set_reason(self.act, problem)

    def _on_act(self) -> None:
        self.named_so.emit(self.name.text().strip())
        self.accept()


class _PlanDialog(QDialog):
    """Says what an act would do; no button is the default one, and Escape gives the safe answer."""

    agreed = Signal()

    def __init__(self, name: str, title: str, texts: list[str], act: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self.column.setSpacing(SPACE_3)
        self.texts = [Label(text, wraps=True) for text in texts]
        for label in self.texts:
            label.setMinimumWidth(label.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
            self.column.addWidget(label)
        box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.act = box.addButton(act, QDialogButtonBox.ButtonRole.DestructiveRole)
        self.keep = box.addButton(_tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        for button, part in ((self.act, "act"), (self.keep, "keep")):
            named(button, f"{name}.{part}", button.text())
            button.setAutoDefault(False)
            button.setDefault(False)
        self.column.addWidget(box)
        self.act.clicked.connect(self._on_act)
        self.keep.clicked.connect(self.reject)
        self.keep.setFocus()

    def _on_act(self) -> None:
        self.agreed.emit()
        self.accept()


class RenameDialog(_PlanDialog):
    """Shows which agents and providers would follow a new name, and offers to change them."""

    renamed = Signal(object)  # InstanceRename

    def __init__(self, plan: InstanceRename, parent: QWidget) -> None:
        self._plan = plan
        followers = tuple(r.name for r in plan.references if r.is_editable)
        fixed = tuple(r.name for r in plan.fixed)
        texts = [_tr("`{0}` becomes `{1}`.").format(plan.before, plan.after)]
        if followers:
            texts.append(_tr("These name it: {0}.").format(listed(followers)))
        if fixed:
            left = _tr("Not changed, since qodev never writes there: {0}. They will not find it.")
            texts.append(left.format(listed(fixed)))
        super().__init__("dialog.provider_rename", _tr("Rename provider"), texts, _tr("Rename"), parent)
        self.follow = QCheckBox(_tr("Change them too, as one step that can be undone"))
        named(self.follow, "dialog.provider_rename.follow", self.follow.text())
        self.follow.setChecked(True)
        self.follow.setVisible(bool(followers))
        self.column.insertWidget(self.column.count() - 1, self.follow)
        self._count = len(followers)
        self.follow.toggled.connect(self._show_act)
        self.agreed.connect(self._on_agreed)
        self._show_act()

    def _show_act(self) -> None:
        does_follow = self._count and self.follow.isChecked()
        self.act.setText(_tr("Rename and change %n file(s)", self._count) if does_follow else _tr("Rename"))
        self.act.setAccessibleName(self.act.text())

    def _on_agreed(self) -> None:
        self.renamed.emit(self._plan if self.follow.isChecked() else replace(self._plan, references=()))


class RemovalDialog(_PlanDialog):
    """Names what would break, and asks about the key apart."""

    removed = Signal(object, bool)  # InstanceRemoval, also the key

    def __init__(self, plan: InstanceRemoval, parent: QWidget) -> None:
        self._plan = plan
        super().__init__(
            "dialog.provider_remove", _tr("Remove provider"), _removal_texts(plan), _removal_act(plan), parent
        )
        relook(self.act, "danger")
        self.key = QCheckBox(_tr("Also forget its key `{0}`").format(plan.key_item))
        named(self.key, "dialog.provider_remove.key", self.key.text())
        self.key.setVisible(bool(plan.key_item))
        self.column.insertWidget(self.column.count() - 1, self.key)
        self.agreed.connect(self._on_agreed)

    def _on_agreed(self) -> None:
        self.removed.emit(self._plan, self.key.isChecked())


def _removal_texts(plan: InstanceRemoval) -> list[str]:
    texts = [_tr("The file of `{0}` is moved to the trash.").format(plan.name)]
    if plan.restores_bundled:
        texts.append(_tr("The bundled provider of that name is used again."))
    if plan.breaks:
        texts.append(_tr("These agents use it and could not be sent: {0}.").format(listed(plan.breaks)))
    if plan.children:
        texts.append(_tr("These providers extend it and would not load: {0}.").format(listed(plan.children)))
    return texts


def _removal_act(plan: InstanceRemoval) -> str:
    if plan.restores_bundled:
        return _tr("Restore bundled")
    broken = len(plan.breaks)
    return _tr("Remove and break %n agent(s)", broken) if broken else _tr("Move to the trash")
