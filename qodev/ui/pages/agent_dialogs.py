"""What is asked about whole agents: a new one, another name, deleting one (U45, U72, A178, A180)."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.choice_line import ChoiceLine
from qodev.ui.kit.dialogs import Question
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, named, set_reason
from qodev.ui.models.agent_body import BodyType, type_word
from qodev.ui.models.agent_wishes import AgentBase, DeleteQuestion, NewAgentWish, RenameQuestion

_WIDTH_CHARACTERS = 64
_LISTED = 12  # names in a sentence; the others are counted

CheckName = Callable[[str], str]  # why a name cannot be had, or ''


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentDialogs", text, "", count)


class _FormDialog(QDialog):
    """A form with a message below it, and one verb that is disabled with a reason while the form cannot be used."""

    def __init__(self, name: str, title: str, act: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = QFormLayout()
        self.form.setSpacing(SPACE_2)
        self.problem = Label("", "warning", wraps=True)
        self.box = QDialogButtonBox(Qt.Orientation.Horizontal)
        self.act: QPushButton = self.box.addButton(act, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel: QPushButton = self.box.addButton(_tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        named(self.act, f"{name}.act", act)
        named(self.cancel, f"{name}.cancel", _tr("Cancel"))
        set_look(self.act, "primary")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self.column.setSpacing(SPACE_3)
        self.column.addLayout(self.form)
        self.column.addWidget(self.problem)
        self.column.addStretch(1)
        self.column.addWidget(self.box)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS)
        self.act.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)

    def show_problem(self, text: str) -> None:
        """Says why the form cannot be used, or nothing."""
        self.problem.setText(text)
        set_reason(self.act, text)


class NewAgentDialog(_FormDialog):
    """Asks name, base and model; a bundled name is refused with the advice what to do instead."""

    wished = Signal(object)  # NewAgentWish

    def __init__(
        self,
        theme: ThemeController,
        bases: Sequence[AgentBase],
        check_name: CheckName,
        parent: QWidget,
        *,
        start: tuple[str, str] = ("", ""),  # name and base
    ) -> None:
        super().__init__("dialog.new_agent", _tr("New agent"), _tr("Create agent"), parent)
        self._bases = {one.name: one for one in bases}
        self._check_name = check_name
        name, base = start
        self.name = QLineEdit(name)
        named(self.name, "dialog.new_agent.name", self.tr("Name"))
        self.base = ChoiceLine(theme, base)
        named(self.base, "dialog.new_agent.base", self.tr("Extends"))
        self.base.set_choices(list(self._bases))
        self.base.setPlaceholderText(self.tr("A base such as Anthropic Base Chat, or another agent"))
        self.base_note = Label("", "secondary", wraps=True)
        self.model = QLineEdit()
        named(self.model, "dialog.new_agent.model", self.tr("Model"))
        self.form.addRow(self.tr("Name"), self.name)
        self.form.addRow(self.tr("Extends"), self.base)
        self.form.addRow("", self.base_note)
        self.form.addRow(self.tr("Model"), self.model)
        for line in (self.name, self.base, self.model):
            line.textChanged.connect(self._check)
        self.accepted.connect(self._on_accepted)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def _check(self) -> None:
        base = self._bases.get(self.base.text().strip())
        self.base_note.setText(base.description if base is not None else "")
        inherited = base.model if base is not None else ""
        self.model.setPlaceholderText(
            self.tr("{0}, inherited").format(inherited) if inherited else self.tr("A model name")
        )
        self.show_problem(self._problem(base))

    def _problem(self, base: AgentBase | None) -> str:
        found = self._check_name(self.name.text())
        if found:
            return found
        if base is None:
            typed = self.base.text().strip()
            return (
                self.tr("There is no agent `{0}` to extend.").format(typed)
                if typed
                else self.tr("Choose what it extends.")
            )
        if not base.model and not self.model.text().strip():
            return self.tr("`{0}` names no model: type one.").format(base.name)
        return ""

    def _on_accepted(self) -> None:
        wish = NewAgentWish(self.name.text().strip(), self.base.text().strip(), self.model.text().strip())
        self.wished.emit(wish)


class RenameDialog(_FormDialog):
    """Asks the new name, and lists every place that names the agent."""

    name_changed = Signal(str)
    renamed = Signal()

    def __init__(self, name: str, check_name: CheckName, parent: QWidget) -> None:
        super().__init__("dialog.rename_agent", _tr("Rename agent"), _tr("Rename agent"), parent)
        self._before = name
        self._check_name = check_name
        self.name = QLineEdit(name)
        named(self.name, "dialog.rename_agent.name", self.tr("Name"))
        self.head = Label("", "secondary", wraps=True)
        self.references = QPlainTextEdit()
        named(self.references, "dialog.rename_agent.references", self.tr("References"))
        set_look(self.references, "mono")
        self.references.setReadOnly(True)
        self.references.setTabChangesFocus(True)
        self.form.addRow(self.tr("Name"), self.name)
        self.column.insertWidget(2, self.head)
        self.column.insertWidget(3, self.references, 1)
        self.name.textChanged.connect(self._on_name_changed)
        self.accepted.connect(self.renamed)
        self._on_name_changed(name)
        self.name.selectAll()
        self.name.setFocus()

    def _on_name_changed(self, text: str) -> None:
        wanted = text.strip()
        is_same = wanted == self._before
        is_recased = wanted.casefold() == self._before.casefold() and not is_same
        problem = self.tr("Type another name.") if is_same else ("" if is_recased else self._check_name(wanted))
        self.show_problem(problem)
        self.name_changed.emit(wanted)

    def show_plan(self, plan: RenameQuestion) -> None:
        """Lists what the rename changes, and what it leaves."""
        own = sum(reference.is_own for reference in plan.references)
        left = len(plan.references) - own
        texts = []
        if not plan.references and not plan.conversations:
            texts.append(self.tr("Nothing else names this agent."))
        if own:
            texts.append(self.tr("%n place(s) will be changed with it, as one step that can be undone.", "", own))
        if left:
            texts.append(self.tr("%n place(s) cannot be changed and will name a missing agent.", "", left))
        if plan.conversations:
            texts.append(self.tr("%n conversation(s) will go on with it under the new name.", "", plan.conversations))
        self.head.setText("\n".join(texts))
        self.references.setPlainText("\n".join(reference.text for reference in plan.references))
        self.references.setVisible(bool(plan.references))


class KeyDialog(_FormDialog):
    """Asks the name of a key of the body, and its type when it is a new one."""

    named_key = Signal(str, str)  # name, value of BodyType

    def __init__(self, table: str, taken: Sequence[str], parent: QWidget, *, name: str = "") -> None:
        title = _tr("Rename key") if name else _tr("Add key")
        super().__init__("dialog.key", title, title, parent)
        self._taken = taken
        self._before = name
        self.name = QLineEdit(name)
        named(self.name, "dialog.key.name", self.tr("Name"))
        self.kind = QComboBox()
        named(self.kind, "dialog.key.type", self.tr("Type"))
        for kind in BodyType:
            self.kind.addItem(type_word(kind), kind.value)
        self.form.addRow(self.tr("In"), Label(table, "mono"))
        self.form.addRow(self.tr("Name"), self.name)
        if not name:
            self.form.addRow(self.tr("Type"), self.kind)
        self.name.textChanged.connect(self._check)
        self.accepted.connect(self._on_accepted)
        self._check(name)
        self.name.selectAll()
        self.name.setFocus()

    def _check(self, text: str) -> None:
        wanted = text.strip()
        if not wanted:
            self.show_problem(self.tr("Type a name."))
        elif wanted == self._before:
            self.show_problem(self.tr("Type another name."))
        elif wanted in self._taken:
            self.show_problem(self.tr("There is a key `{0}` already.").format(wanted))
        else:
            self.show_problem("" if wanted.isprintable() else self.tr("A key has printable characters only."))

    def _on_accepted(self) -> None:
        self.named_key.emit(self.name.text().strip(), str(self.kind.currentData()))


def delete_question(asked: DeleteQuestion) -> Question:
    """Returns the question before an agent goes to the trash: who uses it (A180)."""
    parts = [_tr("`{0}` goes to the trash.").format(asked.name)]
    if asked.children:
        parts.append(_tr("These agents extend it and stop loading: {0}.").format(_list(asked.children)))
    if asked.rosters:
        parts.append(_tr("These pipelines name it and show it as missing: {0}.").format(_list(asked.rosters)))
    if asked.has_override:
        parts.append(_tr("Its model override is kept for when it is back."))
    if len(parts) == 1:
        parts.append(_tr("Nothing else uses it."))
    return Question("dialog.delete", _tr("Delete agent"), "\n\n".join(parts), _tr("Delete agent"), _tr("Cancel"))


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_LISTED])
    more = len(names) - _LISTED
    return _tr("{0} and %n more", more).format(shown) if more > 0 else shown
