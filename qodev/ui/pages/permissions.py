"""The Permissions & trust page: the mode and the rules of one project, and the folders that are trusted (U50 to U52)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from qodev.types.permissions import ProjectMode
from qodev.types.policies import Containment, ProjectRule, RuleKind
from qodev.ui.kit.messages import Banner
from qodev.ui.kit.theme import SPACE_1, SPACE_5, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, named, set_reason
from qodev.ui.models.contain_words import CHOICES, choice_word, contain_help
from qodev.ui.models.mode_words import MODES
from qodev.ui.models.notices import Notice
from qodev.ui.models.permission_rows import PermissionsState
from qodev.ui.models.profile_words import mode_word
from qodev.ui.pages.page import SearchEntry, SettingsPage
from qodev.ui.pages.page_toast import PageToast
from qodev.ui.pages.permissions_dialogs import RuleDialog, TrialDialog
from qodev.ui.pages.permissions_parts import ModeChoice, buttons, labelled, section
from qodev.ui.pages.permissions_tables import FoldersTable, RulesTable
from qodev.ui.pages.setting_rows import group_of

if TYPE_CHECKING:
    from qodev.ui.presenters.bundle import Presenters

_COLUMN_PX = 860
_CONTROL_PX = 130
_STEPS = (8, 64)  # P137
_P = "settings.permissions"


class PermissionsPage(SettingsPage):
    """Shows a PermissionsState; everything that is done is a wish to the presenter."""

    def __init__(self, theme: ThemeController, presenters: "Presenters", parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._presenter = presenters.permissions
        self._state = PermissionsState()
        self._edited: ProjectRule | None = None
        self.project = QComboBox()
        self.fault = Banner(theme, f"{_P}.fault", "error", "deny")
        self.fault.close_button.setVisible(False)
        self.fault.retry.setText(self.tr("Open file"))
        self.fault.retry.setAccessibleName(self.fault.retry.text())
        self.reloaded = Label("", "secondary", wraps=True)
        self.mode = ModeChoice(theme)
        self.max_steps = QSpinBox()
        self.contain = QComboBox()
        self.variables = QLineEdit()
        self.default_mode = QComboBox()
        self.rules = RulesTable(theme)
        self.folders = FoldersTable(theme)
        self.no_rules = Label(self.tr("No exact rule in this project."), "secondary", wraps=True)
        self.no_folders = Label(self.tr("No folder is trusted."), "secondary", wraps=True)
        self.add = PushButton(self.tr("Add…"), f"{_P}.add", "compact")
        self.edit = PushButton(self.tr("Edit…"), f"{_P}.edit", "compact")
        self.delete = PushButton(self.tr("Delete"), f"{_P}.remove", "compact")
        self.test = PushButton(self.tr("Test…"), f"{_P}.test", "compact")
        self.review = PushButton(self.tr("Review…"), f"{_P}.review", "compact")
        self.revoke = PushButton(self.tr("Stop trusting"), f"{_P}.revoke", "compact")
        self._set_up()
        self._lay_out()
        self.toast = PageToast(self)
        self._connect(presenters)
        self._show(self._presenter.state)

    def _set_up(self) -> None:
        named(self.project, f"{_P}.project", self.tr("Project"))
        named(self.max_steps, f"{_P}.max_steps", self.tr("Step cap"))
        named(self.contain, f"{_P}.contain", self.tr("Containment"))
        named(self.default_mode, f"{_P}.default_mode", self.tr("Mode of new projects"))
        named(self.reloaded, f"{_P}.reloaded")
        self.max_steps.setRange(*_STEPS)
        self.max_steps.setKeyboardTracking(False)
        self.max_steps.setAlignment(Qt.AlignmentFlag.AlignRight)
        for control in (self.max_steps, self.contain, self.default_mode, self.variables):
            control.setMinimumWidth(_CONTROL_PX)
        for choice in CHOICES:
            self.contain.addItem(choice_word(choice), choice)
        named(self.variables, f"{_P}.variables", self.tr("Variables for commands"))
        self.contain_help = Label("", "secondary", wraps=True)
        for mode in MODES:
            if mode is not ProjectMode.AUTO:
                self.default_mode.addItem(mode_word(mode), mode)

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setMaximumWidth(_COLUMN_PX)
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_5, SPACE_1, SPACE_5, SPACE_5)
        column.setSpacing(SPACE_5)
        for part in (*self._of_project(), *self._of_all()):
            column.addWidget(part)
        column.addStretch(1)
        holder = QWidget()
        set_look(holder, "surface")
        side = QHBoxLayout(holder)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(inner, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _of_project(self) -> tuple[QWidget, ...]:
        steps = self.tr("For turns whose profile sets no number of steps.")
        variables = self.tr("Names that commands see besides the usual ones. Names of secrets are refused.")
        limits = (
            labelled(self.tr("&Step cap"), steps, self.max_steps),
            labelled(self.tr("&Containment"), self.contain_help, self.contain),
            labelled(self.tr("&Variables for commands"), variables, self.variables),
        )
        return (
            labelled(self.tr("&Project"), "", self.project),
            self.fault,
            self.reloaded,
            section(self.tr("Mode"), self.mode),
            group_of(self.theme, self.tr("Limits"), limits),
            section(
                self.tr("Exact rules"),
                self.rules,
                self.no_rules,
                buttons(self.add, self.edit, self.delete, self.test),
            ),
        )

    def _of_all(self) -> tuple[QWidget, ...]:
        default = self.tr("For projects in which nothing was chosen. Auto is chosen for one project at a time.")
        return (
            group_of(
                self.theme,
                self.tr("All projects"),
                (labelled(self.tr("Mode of &new projects"), default, self.default_mode),),
            ),
            section(self.tr("Trusted folders"), self.folders, self.no_folders, buttons(self.review, self.revoke)),
        )

    def _connect(self, presenters: "Presenters") -> None:
        presenter = self._presenter
        presenter.state_changed.connect(self._show)
        presenter.notice_raised.connect(self.notice_raised)
        presenter.toast_raised.connect(self.toast.show_toast)
        presenters.mode.auto_kept.connect(self._on_mode_kept)
        self.toast.undo_requested.connect(presenter.undo)
        self.project.activated.connect(self._on_project)
        self.mode.chosen.connect(presenter.set_mode)
        self.max_steps.valueChanged.connect(presenter.set_max_steps)
        self.contain.activated.connect(self._on_contain)
        self.variables.editingFinished.connect(self._on_variables)
        self.default_mode.activated.connect(self._on_default_mode)
        self.fault.retry_requested.connect(self._on_open_file)
        self.rules.activated_row.connect(self._on_edit)
        self.rules.removed_row.connect(self._on_delete)
        self.rules.current_changed.connect(self._show_reasons)
        self.folders.current_changed.connect(self._show_reasons)
        self.folders.activated_row.connect(presenter.review)
        self.add.clicked.connect(self._on_add)
        self.edit.clicked.connect(self._on_edit)
        self.delete.clicked.connect(self._on_delete)
        self.test.clicked.connect(self._on_test)
        self.review.clicked.connect(self._on_review)
        self.revoke.clicked.connect(self._on_revoke)

    def opened(self) -> None:
        self._presenter.load()

    def entries(self) -> tuple[SearchEntry, ...]:
        permission = (self.tr("permission"), self.tr("approval"))
        return (
            SearchEntry(self.tr("Mode of a project"), "", "mode", permission, f"{_P}.mode"),
            SearchEntry(self.tr("Exact rules"), "", "rules", ("allow", "deny", "allowlist"), f"{_P}.rules"),
            SearchEntry(self.tr("Mode of new projects"), "", "default_mode", permission, f"{_P}.default_mode"),
            SearchEntry(self.tr("Step cap"), "", "max_steps", (), f"{_P}.max_steps"),
            SearchEntry(self.tr("Containment"), "", "contain", ("sandbox",), f"{_P}.contain"),
            SearchEntry(self.tr("Variables for commands"), "", "variables", ("environment",), f"{_P}.variables"),
            SearchEntry(self.tr("Trusted folders"), "", "", (self.tr("trust"),), f"{_P}.folders"),
        )

    # What the presenter tells.

    def _show(self, state: PermissionsState) -> None:
        self._state = state
        with QSignalBlocker(self.project):
            self.project.clear()
            for path, label in state.projects:
                self.project.addItem(label, path)
            self.project.setCurrentIndex(self.project.findData(state.project))
        set_reason(self.project, "" if state.projects else self.tr("No project was opened yet."))
        self.fault.show_notice(Notice(state.fault_text, "", state.fault) if state.fault else None)
        self.fault.retry.setVisible(bool(state.fault))
        self.reloaded.setText(state.reloaded)
        self.reloaded.setVisible(bool(state.reloaded))
        self.mode.show_mode(state.mode, state.reason)
        with QSignalBlocker(self.max_steps):
            self.max_steps.setValue(state.max_steps)
        set_reason(self.max_steps, state.reason)
        self._show_commands(state)
        self.default_mode.setCurrentIndex(self.default_mode.findData(state.default_mode))
        unreadable = state.reason if state.fault else ""
        set_reason(self.default_mode, unreadable)
        self.rules.show_rows(state.rules)
        self.rules.setVisible(bool(state.rules))
        self.no_rules.setVisible(not state.rules)
        self.folders.show_rows(state.folders)
        self.folders.setVisible(bool(state.folders))
        self.no_folders.setVisible(not state.folders)
        self._show_reasons()

    def _show_commands(self, state: PermissionsState) -> None:
        with QSignalBlocker(self.contain):
            self.contain.setCurrentIndex(self.contain.findData(state.contain.setting))
        set_reason(self.contain, state.contain_reason)
        self.contain_help.setText(contain_help(state.contain))
        if not self.variables.hasFocus() or not self.variables.isModified():
            self.variables.setText(", ".join(state.variables))
        set_reason(self.variables, state.reason)

    def _show_reasons(self) -> None:
        state = self._state
        rule = "" if 0 <= self.rules.place < len(state.rules) else self.tr("Choose a rule first.")
        folder = "" if 0 <= self.folders.place < len(state.folders) else self.tr("Choose a folder first.")
        set_reason(self.add, state.reason)
        for button in (self.edit, self.delete):
            set_reason(button, state.reason or rule)
        set_reason(self.test, "" if state.project else self.tr("Open a project first."))
        for button in (self.review, self.revoke):
            set_reason(button, folder)

    def _on_mode_kept(self) -> None:
        self.mode.show_mode(self._state.mode, self._state.reason)

    # What the person does.

    def _on_project(self, index: int) -> None:
        self._presenter.choose_project(str(self.project.itemData(index)))

    def _on_default_mode(self, index: int) -> None:
        self._presenter.set_default_mode(ProjectMode(self.default_mode.itemData(index)))

    def _on_contain(self, index: int) -> None:
        self._presenter.set_contain(Containment(self.contain.itemData(index)))

    def _on_variables(self) -> None:
        if self.variables.isModified():
            self.variables.setModified(False)
            self._presenter.set_variables(self.variables.text())

    def _on_open_file(self) -> None:
        self.file_requested.emit(self._state.file, 1, 1)

    def _rule_in_front(self) -> ProjectRule | None:
        place = self.rules.place
        return self._state.rules[place].rule if 0 <= place < len(self._state.rules) else None

    def _on_add(self) -> None:
        dialog = RuleDialog(self._presenter.why_not, None, self._state.mode, self)
        dialog.accepted_rule.connect(self._presenter.add_rule)
        dialog.open()

    def _on_edit(self) -> None:
        rule = self._rule_in_front()
        if rule is not None and not self._state.reason:
            dialog = RuleDialog(self._presenter.why_not, rule, self._state.mode, self)
            dialog.accepted_rule.connect(self._on_edited)
            dialog.open()
            self._edited = rule

    def _on_edited(self, after: ProjectRule, to_allowlist: bool) -> None:  # noqa: FBT001  # a slot
        if self._edited is not None:
            self._presenter.change_rule(self._edited, after, to_allowlist)

    def _on_delete(self) -> None:
        rule = self._rule_in_front()
        if rule is not None and not self._state.reason:
            self._presenter.remove_rule(rule)

    def _on_test(self) -> None:
        rule = self._rule_in_front()
        command = rule.text if rule is not None and rule.kind is RuleKind.COMMAND else ""
        dialog = TrialDialog(self.theme, command, self._presenter.profile_names, self)
        dialog.tested.connect(self._presenter.test)
        self._presenter.explained.connect(dialog.show_explanation)
        self._presenter.unexplained.connect(dialog.show_fault)
        dialog.open()

    def _on_review(self) -> None:
        self._presenter.review(self.folders.place)

    def _on_revoke(self) -> None:
        self._presenter.revoke(self.folders.place)
