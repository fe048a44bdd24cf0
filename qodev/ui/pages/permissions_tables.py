"""The tables of the Permissions & trust page: exact rules, and folders that are trusted (U50)."""

from PySide6.QtCore import QCoreApplication

from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.permission_rows import FolderRow, RuleRow
from qodev.ui.models.profile_words import EFFECT_ROLES
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.pages.permissions_parts import RowsTable


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Permissions", text, "", count)


class RulesTable(RowsTable):
    """The exact rules of a project."""

    def __init__(self, theme: ThemeController) -> None:
        columns = (
            Column(_tr("Effect"), _effect, icon=self._icon),
            Column(_tr("Kind"), _kind),
            Column(_tr("Exact text"), _text, tooltip=_text),
            Column(_tr("Counts"), _counts),
            Column(_tr("Added"), _added),
            Column(_tr("Last used"), _used),
        )
        model: RowsModel[RuleRow] = RowsModel(columns, _rule_id, spoken=_rule_spoken, parent=None)
        super().__init__(theme, "settings.permissions.rules", _tr("Exact rules"), model)
        model.setParent(self)
        self.stretch(2)

    def _icon(self, row: RuleRow) -> object:
        return self._theme.icon(*EFFECT_ROLES[row.rule.effect])


class FoldersTable(RowsTable):
    """The folders that are trusted, and what each one brings."""

    def __init__(self, theme: ThemeController) -> None:
        columns = (
            Column(_tr("Folder"), _path, tooltip=_path),
            Column(_tr("State"), _word, icon=self._icon),
            Column(_tr("Since"), _since),
            Column(_tr("Enables"), _enables, tooltip=_enables),
        )
        model: RowsModel[FolderRow] = RowsModel(columns, _path, spoken=_folder_spoken, parent=None)
        super().__init__(theme, "settings.permissions.folders", _tr("Trusted folders"), model)
        model.setParent(self)
        self.stretch(0)

    def _icon(self, row: FolderRow) -> object:
        return self._theme.icon(row.word.icon, row.word.role)


def _rule_id(row: RuleRow) -> str:
    return row.id


def _effect(row: RuleRow) -> str:
    return row.effect


def _kind(row: RuleRow) -> str:
    return row.kind


def _text(row: RuleRow) -> str:
    return row.text


def _counts(row: RuleRow) -> str:
    return row.counts


def _added(row: RuleRow) -> str:
    return row.added


def _used(row: RuleRow) -> str:
    return row.used


def _rule_spoken(row: RuleRow) -> str:
    return row.spoken


def _path(row: FolderRow) -> str:
    return row.path


def _word(row: FolderRow) -> str:
    return row.word.text


def _since(row: FolderRow) -> str:
    return row.since


def _enables(row: FolderRow) -> str:
    return row.enables


def _folder_spoken(row: FolderRow) -> str:
    return row.spoken
