"""The form of a profile: exactly the fields of the format, on the same document as the text (U76 to U79)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

from qodev.types.profile_editing import COMMANDS, TOOLS
from qodev.ui.kit.theme import SPACE_2, SPACE_3, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PushButton, is_inside, named, set_reason
from qodev.ui.models.profile_form_state import DENIED_WITH_PATHS, FIELDS, LISTS, NO_FORM, ProfileForm
from qodev.ui.pages.profile_fields import ProfileField, make_field
from qodev.ui.pages.profile_rules import RuleEditor


class ProfileFormView(QScrollArea):
    """Shows what the text says; each change leaves as the field and the value that the text gets."""

    field_set = Signal(str, str)
    list_set = Signal(str, object)
    rule_set = Signal(str, int, str, object)
    rule_removed = Signal(str, int)
    rule_moved = Signal(str, int, int)
    commands_denied = Signal()
    interpreters_denied = Signal()
    field_entered = Signal(str)
    undo_requested = Signal(bool)

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "profile.form", self.tr("Form of the profile"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self.fields: dict[str, ProfileField] = {}
        self.rules = {kind: RuleEditor(theme, kind) for kind in (TOOLS, COMMANDS)}
        self.unknown = Label("", "warning", wraps=True)
        self.deny_commands = PushButton(
            self.tr("Also deny run_command and verify_command"), "profile.deny_commands", "compact"
        )
        self.deny_interpreters = PushButton(self.tr("Also deny interpreters"), "profile.deny_interpreters", "compact")
        self._lay_out()
        self._connect()
        self.show_form(NO_FORM)

    def _field(self, name: str) -> ProfileField:
        made = self.fields[name] = make_field(self._theme, name)
        made.entered.connect(self.field_entered)
        made.undo_requested.connect(self.undo_requested)
        made.changed.connect(self._on_changed)
        return made

    def _lay_out(self) -> None:
        inner = QWidget()
        set_look(inner, "window")
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_4)
        column.setSpacing(SPACE_2)
        column.addWidget(self.unknown)
        for name in FIELDS:
            column.addWidget(self._field(name))
        column.addWidget(self.rules[TOOLS])
        column.addWidget(self.rules[COMMANDS])
        column.addWidget(self.deny_interpreters, 0, Qt.AlignmentFlag.AlignLeft)
        for name in LISTS:
            column.addWidget(self._field(name))
        column.addWidget(self.deny_commands, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._field("instructions"), 1)
        self.setWidget(inner)

    def _connect(self) -> None:
        for rules in self.rules.values():
            rules.rule_set.connect(self.rule_set)
            rules.rule_removed.connect(self.rule_removed)
            rules.rule_moved.connect(self.rule_moved)
            rules.undo_requested.connect(self.undo_requested)
            rules.entered.connect(self.field_entered)
        self.deny_commands.clicked.connect(self.commands_denied)
        self.deny_interpreters.clicked.connect(self.interpreters_denied)

    def _on_changed(self, name: str, value: str) -> None:
        if name in LISTS:
            self.list_set.emit(name, tuple(value.split(",")) if value else ())
        else:
            self.field_set.emit(name, value)

    def show_form(self, form: ProfileForm) -> None:
        """Shows a text as it stands."""
        for name, field in self.fields.items():
            value = form.instructions if name == "instructions" else form.values.get(name, "")
            field.show_value(value, form.faults.get(name, ""), is_editable=form.is_editable)
        reason = form.paused or (self.tr("The profile is read-only.") if form.is_read_only else "")
        for kind, rules in self.rules.items():
            rules.show_rules(form.rules(kind), reason)
        self.unknown.setText("\n".join(form.unknown))
        self.unknown.setVisible(bool(form.unknown))
        self.deny_interpreters.setVisible(form.can_deny_interpreters)
        set_reason(
            self.deny_interpreters, reason, self.tr("Programs that run programs could still do what a rule denies")
        )
        has_paths = any(form.values.get(name) for name in LISTS)
        denied = {
            rule.pattern.casefold() for rule in form.tools if rule.effect is not None and rule.effect.value == "deny"
        }
        self.deny_commands.setVisible(has_paths and not denied.issuperset(DENIED_WITH_PATHS))
        set_reason(self.deny_commands, reason, self.tr("Commands are not bound by path patterns"))

    def show_field(self, name: str) -> None:
        """Marks the field whose line holds the caret, and brings it into view."""
        for key, field in self.fields.items():
            field.set_current(key == name)
        target: QWidget | None = self.fields.get(name) or self.rules.get(name)
        if target is not None and not is_inside(QApplication.focusWidget(), self):
            self.ensureWidgetVisible(target)

    def focus_field(self, name: str) -> None:
        """Moves the focus into a field."""
        if name in self.fields:
            self.fields[name].control.setFocus(Qt.FocusReason.OtherFocusReason)
