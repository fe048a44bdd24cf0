"""Makes QActions and menus out of the action table, and lets their keys win in text fields (U27, U29)."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QMenu, QWidget
from shiboken6 import isValid

from qodev.ui.kit.action_table import TABLE, ActionSpec, all_specs
from qodev.ui.kit.key_map import KeyChoices, keys_of, portable, without_access_key
from qodev.ui.kit.menus import Menu

_APPEARANCE = "appearance_"
_ROLES = {
    "settings": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
    "quit": QAction.MenuRole.QuitRole,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("actions", text)


class ActionSet(QObject):
    """Owns every action of a window; `triggered` names the one that was chosen."""

    triggered = Signal(str)

    def __init__(self, parent: QWidget, menus: dict[Menu, QMenu]) -> None:
        super().__init__(parent)
        self._specs = {spec.id: spec for spec in all_specs()}
        self._actions: dict[str, QAction] = {}
        self.menus = menus
        self.submenus: dict[str, QMenu] = {}
        appearance = QActionGroup(self)
        for spec in self._specs.values():
            action = self._make(spec, parent)
            if spec.id.startswith(_APPEARANCE):
                appearance.addAction(action)
        for menu_id, rows in TABLE:
            self._fill_menu(menus[menu_id], rows)
        self._guard = KeyGuard(self._bound_keys(), self)

    def _make(self, spec: ActionSpec, parent: QWidget) -> QAction:
        action = QAction(_tr(spec.label), parent)
        action.setObjectName(f"action.{spec.id}")
        action.setCheckable(spec.checkable)
        action.setMenuRole(_ROLES.get(spec.id, QAction.MenuRole.NoRole))
        if not spec.own_context:
            action.setShortcuts(keys_of(spec, {}))
        self._actions[spec.id] = action
        self.set_reason(spec.id, spec.later)
        action.triggered.connect(self._on_triggered)
        parent.addAction(action)
        return action

    def set_keys(self, chosen: KeyChoices) -> None:
        """Gives every action its keys, those that the user chose before those of the table (U37)."""
        for spec in self._specs.values():
            keys = keys_of(spec, chosen)
            if not spec.own_context and self._actions[spec.id].shortcuts() != keys:
                self._actions[spec.id].setShortcuts(keys)
        self._guard.set_keys(self._bound_keys())

    def _on_triggered(self) -> None:
        self.triggered.emit(self.sender().objectName().removeprefix("action."))

    def _bound_keys(self) -> list[QKeySequence]:
        specs = (s for s in self._specs.values() if s.standard is None and not s.own_context)
        return [key for spec in specs for key in self._actions[spec.id].shortcuts()]

    def __getitem__(self, name: str) -> QAction:
        """Returns the action `action.<name>`."""
        return self._actions[name]

    def spec(self, name: str) -> ActionSpec:
        """Returns the row of the table."""
        return self._specs[name]

    def set_reason(self, name: str, reason: str) -> None:
        """Disables an action and says why in its tips, or enables it when `reason` is empty (U10)."""
        action, spec = self._actions[name], self._specs[name]
        action.setEnabled(not reason)
        tip = _tr(spec.tip)
        shown = _tr("{0}. {1}").format(tip, _tr(reason)) if reason else tip
        action.setStatusTip(shown)
        action.setToolTip(shown)
        action.setWhatsThis(_tr(reason))

    def reason(self, name: str) -> str:
        """Returns why an action cannot be used now, or ''."""
        return self._actions[name].whatsThis()

    def _fill_menu(self, menu: QMenu, rows: Iterable[ActionSpec]) -> None:
        for spec in rows:
            if spec.group and spec.group not in self.submenus:
                submenu = menu.addMenu(_tr(spec.group))
                submenu.setToolTipsVisible(True)
                self.submenus[spec.group] = submenu
            (self.submenus[spec.group] if spec.group else menu).addAction(self._actions[spec.id])
            if spec.ends_section:
                menu.addSeparator()

    def path_of(self, name: str) -> str:
        """Returns the menu path of an action, such as "View → Appearance"."""
        spec = self._specs[name]
        title = _tr(next(menu.value for menu, rows in TABLE if spec in rows))
        parts = [without_access_key(title)] + ([_tr(spec.group)] if spec.group else [])
        return " → ".join(parts)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the ids of all actions in menu order."""
        return tuple(self._specs)


class KeyGuard(QObject):
    """Lets the table's keys win over what text fields do with them, such as Ctrl+K on some desktops (U29).

    Only the object with the focus is watched: a filter on the application would see every event of the program.
    """

    def __init__(self, keys: Iterable[QKeySequence], parent: QObject) -> None:
        super().__init__(parent)
        self._keys: frozenset[str] = frozenset()
        self.set_keys(keys)
        self._watched: QObject | None = None
        application = QCoreApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusObjectChanged.connect(self._on_focus_object_changed)

    def set_keys(self, keys: Iterable[QKeySequence]) -> None:
        """Replaces the keys that win."""
        self._keys = frozenset(portable(key) for key in keys)

    def _on_focus_object_changed(self, focused: QObject | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = focused
        if focused is not None and not isinstance(focused, QKeySequenceEdit):  # that one wants every key itself
            focused.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            pressed = portable(QKeySequence(event.keyCombination()))
            if pressed in self._keys:
                event.ignore()  # a field that accepts it here would get the key instead of the action
                return True
        return False
