"""The tools that a model sees under a profile, and the examples that a profile holds (U89, U91)."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLineEdit, QVBoxLayout, QWidget

from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, TextSize, Theme, ThemeController
from qodev.ui.kit.widgets import ElidedLabel, Label, PushButton, named, set_reason
from qodev.ui.models.rows import Column, RowsModel
from qodev.ui.models.xray_replay import ReplayState
from qodev.ui.models.xray_state import ExampleRow, ToolRow, XrayState
from qodev.ui.pages.xray_lists import plain_list
from qodev.ui.pages.xray_replay import ReplayMenu, ReplayView

_TOOL, _RULE = 0, 3
_RULE_PX = 132
_DETAIL_LINES = 3


class ToolsView(QWidget):
    """Every known tool: in the schema or hidden, effect, rule, line."""

    place_chosen = Signal(str, int, int)
    copy_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[ToolRow, ...] = ()
        self.count = ElidedLabel("", "strong")
        self.filter = QLineEdit()
        named(self.filter, "xray.schema_filter", self.tr("Filter of the tools"))
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.copy = PushButton(self.tr("Copy JSON"), "xray.copy_schema", "compact")
        self.model: RowsModel[ToolRow] = RowsModel(
            self._columns(), _tool_name, state_of=_tool_state, spoken=_tool_spoken, parent=self
        )
        self.list = plain_list(theme, "xray.schema", self.tr("Tools of the profile"))
        self.detail = text_area("xray.schema_detail", self.tr("More about the tool"), theme)
        self.detail.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.detail.hide()
        self.note = Label(self.tr("The same tools are in local and hosted requests."), "secondary", wraps=True)
        self._set_up_list()
        self._lay_out()
        self.filter.textChanged.connect(self._on_filter_changed)
        self.copy.clicked.connect(self.copy_requested)
        self.list.activated.connect(self._on_activated)
        self.list.selectionModel().currentChanged.connect(self._show_detail)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed(theme.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.setFont(theme.font(TextSize.SECONDARY))
        self.detail.setFont(theme.font(TextSize.MONO))
        frame = self.detail.height() - self.detail.viewport().height()
        margin = round(2 * self.detail.document().documentMargin())
        self.detail.setFixedHeight(_DETAIL_LINES * self.detail.fontMetrics().lineSpacing() + frame + margin)

    def _columns(self) -> tuple[Column[ToolRow], ...]:
        return (
            Column(self.tr("Tool"), _tool_name, tooltip=_tool_tip),
            Column(self.tr("Schema"), _tool_state, icon=self._state_icon),
            Column(self.tr("Effect"), _tool_effect),
            Column(self.tr("Rule and line"), _tool_rule, tooltip=_tool_tip),
        )

    def _state_icon(self, row: ToolRow) -> object:
        return self._theme.icon(row.state.icon, row.state.role)

    def _set_up_list(self) -> None:
        self.list.setModel(self.model)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column in range(self.model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_TOOL, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_RULE, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(_RULE, self._theme.theme.px(_RULE_PX))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_2)
        head.addWidget(self.count, 3)
        head.addWidget(self.filter, 2)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_2, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.detail)
        column.addWidget(self.note)

    def show_state(self, state: XrayState) -> None:
        """Shows how the tools stand."""
        self._rows = state.tools
        self.count.set_line(state.counted)
        set_reason(self.copy, "" if state.tools else self.tr("The text is no profile yet."), self.copy.text())
        self._on_filter_changed(self.filter.text())

    def _on_filter_changed(self, text: str) -> None:
        wanted = text.casefold().strip()
        self.model.set_rows([row for row in self._rows if wanted in f"{row.name} {row.effect} {row.rule}".casefold()])
        self._show_detail()

    def _show_detail(self, *_: object) -> None:
        """Shows the current tool whole: the columns cut a long name or rule in its middle."""
        index = self.list.currentIndex()
        text = _tool_tip(self.model.row(index.row())) if index.isValid() else ""
        show_text(self.detail, text)
        self.detail.setVisible(bool(text))

    def _on_activated(self, index: QModelIndex) -> None:
        place = self.model.row(index.row()).place
        if place.line:
            self.place_chosen.emit(place.path, place.line, place.column)


class ExamplesView(QWidget):
    """The examples of the profile, which run while it is typed."""

    line_chosen = Signal(int)
    replays_wanted = Signal()  # the menu of conversations is about to be shown
    forget_requested = Signal(int)  # the place of an example that is in no file of the profile

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_examples = False
        self.title = ElidedLabel("", "strong")
        self.empty = Label(
            self.tr("No examples. Type a case above and keep it, or write `# expect deny: git push origin main`."),
            "secondary",
            wraps=True,
        )
        columns = (
            Column(self.tr("Result"), _example_result, icon=self._icon, tooltip=self._tip),
            Column(self.tr("Example"), _example_text, tooltip=self._tip),
            Column(self.tr("Line"), _example_line),
        )
        self.model: RowsModel[ExampleRow] = RowsModel(
            columns, _example_id, state_of=_example_state, spoken=_example_spoken, parent=self
        )
        self.list = plain_list(theme, "xray.examples", self.tr("Examples of the profile"))
        self.replay = PushButton(self.tr("Replay a conversation…"), "xray.replay", "compact")
        self.menu = ReplayMenu(self)
        self.replay.setMenu(self.menu)
        self.replayed = ReplayView(theme)
        self.replayed.hide()
        self.menu.aboutToShow.connect(self.replays_wanted)
        self.list.setModel(self.model)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column in (0, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._lay_out()
        self.list.activated.connect(self._on_activated)
        forget = QShortcut(QKeySequence.StandardKey.Delete, self.list)
        forget.setContext(Qt.ShortcutContext.WidgetShortcut)
        forget.activated.connect(self._on_forget)
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.list.setFont(theme.font(TextSize.SECONDARY))

    def _tip(self, row: ExampleRow) -> str:
        kept = "" if row.line else self.tr("Kept by qodev, since the profile is read-only. Del removes it.")
        return "\n".join(part for part in (row.text, kept) if part)

    def _icon(self, row: ExampleRow) -> object:
        return self._theme.icon("ok", "allow") if row.is_met else self._theme.icon("failed", "deny")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.replay)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_2, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(head)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addWidget(self.replayed, 1)
        column.addStretch(0)

    def show_state(self, state: XrayState) -> None:
        """Shows what came of the examples."""
        met = sum(row.is_met for row in state.examples)
        count = len(state.examples)
        self.title.set_line(self.tr("{0} of %n example(s) hold", "", count).format(met) if count else "")
        self.model.set_rows(state.examples)
        self._has_examples = bool(state.examples)
        self._show_lists()

    def show_replay(self, state: ReplayState) -> None:
        """Shows the calls of a conversation in the place of the examples; without a title the examples again."""
        self.replayed.setVisible(bool(state.title))
        self.replayed.show_state(state)
        self._show_lists()

    def _show_lists(self) -> None:
        replays = not self.replayed.isHidden()
        self.title.setVisible(not replays)
        self.empty.setVisible(not self._has_examples and not replays)
        self.list.setVisible(self._has_examples and not replays)

    def _on_activated(self, index: QModelIndex) -> None:
        line = self.model.row(index.row()).line
        if line:
            self.line_chosen.emit(line)

    def _on_forget(self) -> None:
        index = self.list.currentIndex()
        if index.isValid() and not self.model.row(index.row()).line:
            self.forget_requested.emit(index.row())


def _tool_name(row: ToolRow) -> str:
    return row.name


def _tool_state(row: ToolRow) -> str:
    return row.state.text


def _tool_effect(row: ToolRow) -> str:
    return row.effect


def _tool_rule(row: ToolRow) -> str:
    pattern = row.rule.rpartition("=")[0] or row.rule  # the effect has a column of its own
    return f"{pattern}  {row.place.short}" if row.place.line else row.rule


def _tool_tip(row: ToolRow) -> str:
    return "\n".join(part for part in (row.name, row.rule, row.place.text, row.note) if part)


def _tool_spoken(row: ToolRow) -> str:
    return ", ".join(part for part in (row.name, row.state.text, row.effect, row.rule, row.place.text) if part)


def _example_id(row: ExampleRow) -> str:
    return row.id


def _example_text(row: ExampleRow) -> str:
    return row.text


def _example_result(row: ExampleRow) -> str:
    return row.result


def _example_state(row: ExampleRow) -> str:
    return "ok" if row.is_met else "failed"


def _example_line(row: ExampleRow) -> str:
    return str(row.line or "")


def _example_spoken(row: ExampleRow) -> str:
    return ", ".join((row.result, row.text))
