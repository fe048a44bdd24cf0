"""The Problems pane: what is wrong in the user's files, where, and the log of loading (U161 to U163)."""

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qodev.ui.kit.row_views import RowTable
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, TextSize, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton, Label, PushButton, named, set_reason, sharp_icon
from qodev.ui.models.lists import in_a_row
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.problem_rows import ProblemRow, ProblemsState, severity_word
from qodev.ui.models.rows import Column, RowsModel

_ICONS = {"error": ("error", "deny"), "warning": ("warning", "ask"), "info": ("info", "info")}
_SWITCHES = {
    "error": QT_TRANSLATE_NOOP("Problems", "Show errors"),
    "warning": QT_TRANSLATE_NOOP("Problems", "Show warnings"),
    "info": QT_TRANSLATE_NOOP("Problems", "Show infos"),
}
_Index = QModelIndex | QPersistentModelIndex


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Problems", text, "", count)


class ProblemFilter(QSortFilterProxyModel):
    """Keeps rows of the chosen severities that hold every word."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._hidden: frozenset[str] = frozenset()

    def set_filter(self, text: str, hidden: frozenset[str]) -> None:
        """Changes what is kept."""
        self._words = tuple(text.casefold().split())
        self._hidden = hidden
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: _Index) -> bool:
        model = self.sourceModel()
        if not isinstance(model, RowsModel):
            return False
        row = model.row(source_row)
        text = f"{row.message} {row.subject} {row.path} {row.code} {' '.join(row.dependants)}".casefold()
        return row.severity not in self._hidden and all(word in text for word in self._words)


class ProblemsPage(QWidget):
    """A list with filter and severity switches, and the messages beside it."""

    open_requested = Signal(str, int, int)
    fix_requested = Signal(object)  # ProblemRow

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = ProblemsState()
        self.model: RowsModel[ProblemRow] = RowsModel(
            self._columns(), _id_of, state_of=_severity_of, spoken=_spoken, parent=self
        )
        self.proxy = ProblemFilter(self)
        self.proxy.setSourceModel(self.model)
        self.filter = QLineEdit()
        named(self.filter, "problems.filter", self.tr("Filter problems"))
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.severity = QWidget()
        named(self.severity, "problems.severity", self.tr("Severities"))
        self.switches = {name: self._switch(name) for name in _ICONS}
        self.list = RowTable()
        self.messages = QPlainTextEdit()
        self.empty = Label("", "muted", wraps=True)
        self.copy = PushButton(self.tr("Copy"), "problems.copy", "compact")
        self.fix = PushButton(self.tr("Fix"), "problems.fix", "compact")
        self.open = PushButton(self.tr("Open at line"), "problems.open", "compact")
        self.tabs = QTabWidget()
        self._set_up_list()
        self._lay_out()
        self._connect()
        self.show_state(ProblemsState())

    def _columns(self) -> tuple[Column[ProblemRow], ...]:
        return (
            Column(self.tr("Severity"), _word, icon=self._icon),
            Column(self.tr("Message"), _message, tooltip=_text),
            Column(self.tr("Item"), _subject),
            Column(self.tr("Place"), _place, tooltip=_path),
            Column(self.tr("Code"), _code),
        )

    def _icon(self, row: ProblemRow) -> object:
        return self._theme.icon(*_ICONS[row.severity])

    def _switch(self, severity: str) -> QToolButton:
        button = QToolButton()
        named(button, f"problems.severity:{severity}", _tr(_SWITCHES[severity]))
        set_look(button, "compact")
        button.setCheckable(True)
        button.setChecked(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setText(severity_word(severity))
        button.setToolTip(_tr(_SWITCHES[severity]))
        button.toggled.connect(self._on_filter_changed)
        return button

    def _set_up_list(self) -> None:
        named(self.list, "problems.list", self.tr("Problems"))
        self.list.setModel(self.proxy)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setShowGrid(False)
        self.list.setTabKeyNavigation(False)
        self.list.verticalHeader().hide()
        self.list.setWordWrap(False)
        header = self.list.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for section in (0, 2, 3, 4):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        named(self.messages, "problems.messages", self.tr("Messages of loading"))
        set_look(self.messages, "mono")
        self.messages.setReadOnly(True)
        self.messages.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._on_theme_changed(self._theme.theme)

    def _lay_out(self) -> None:
        switches = QHBoxLayout(self.severity)
        switches.setContentsMargins(0, 0, 0, 0)
        switches.setSpacing(SPACE_1)
        for button in self.switches.values():
            switches.addWidget(button)
        bar = QHBoxLayout()
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.severity)
        bar.addWidget(self.fix)
        bar.addWidget(self.open)
        bar.addWidget(self.copy)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, SPACE_2, 0, 0)
        column.addLayout(bar)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        self.tabs.addTab(page, self.tr("Problems"))
        self.tabs.addTab(self.messages, self.tr("Messages"))
        self.tabs.setDocumentMode(True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SPACE_3, 0, SPACE_3, SPACE_2)
        outer.addWidget(self.tabs)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._on_filter_changed)
        self.list.activated.connect(self._on_activated)
        self.list.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.open.clicked.connect(self._on_open)
        self.fix.clicked.connect(self._on_fix)
        self.copy.clicked.connect(self._on_copy)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.messages.setFont(theme.font(TextSize.MONO))
        self.list.verticalHeader().setDefaultSectionSize(theme.px(28))
        self.list.viewport().update()
        for severity, button in self.switches.items():
            side = theme.px(16)
            button.setIconSize(QSize(side, side))
            button.setIcon(sharp_icon(self._theme, *_ICONS[severity], side, self.devicePixelRatioF()))

    def show_state(self, state: ProblemsState) -> None:
        """Shows the findings; a selected one that stays keeps its selection."""
        self.model.set_rows(state.rows)
        if state.messages != self._shown.messages:
            self.messages.setPlainText("\n".join(state.messages))
            bar = self.messages.verticalScrollBar()
            bar.setValue(bar.maximum())
        self._shown = state
        self._show_empty()

    def _show_empty(self) -> None:
        is_empty = self.proxy.rowCount() == 0
        text = self._shown.empty_text if not self._shown.rows else self.tr("Nothing matches the filter.")
        self.empty.setText(text if is_empty else "")
        self.empty.setVisible(is_empty)
        self.list.setVisible(not is_empty)
        self._on_current_changed()

    def _on_filter_changed(self) -> None:
        hidden = frozenset(name for name, button in self.switches.items() if not button.isChecked())
        self.proxy.set_filter(self.filter.text(), hidden)
        self._show_empty()

    def _current(self) -> ProblemRow | None:
        index = self.list.currentIndex()
        return self.model.row(self.proxy.mapToSource(index).row()) if index.isValid() else None

    def _on_current_changed(self) -> None:
        row = self._current()
        set_reason(
            self.copy,
            "" if row is not None else self.tr("Select a problem first."),
            self.tr("Copies the whole message"),
        )
        reason = (
            self.tr("Select a problem first.") if row is None else ("" if row.path else self.tr("It lies in no file."))
        )
        set_reason(self.open, reason, self.tr("Opens the file at the line"))

        has_fix = row is not None and row.fix is not None and bool(row.path)
        no_fix = self.tr("No repair is known for it.") if row is not None and not has_fix else ""
        tip = row.fix.title if row is not None and row.fix is not None else ""
        set_reason(self.fix, self.tr("Select a problem first.") if row is None else no_fix, tip)

    def _on_fix(self) -> None:
        row = self._current()
        if row is not None and row.fix is not None and row.path:
            self.fix_requested.emit(row)

    def _on_activated(self, _index: QModelIndex) -> None:
        self._on_open()

    def _on_open(self) -> None:
        row = self._current()
        if row is not None and row.path:
            self.open_requested.emit(row.path, max(1, row.line), max(1, row.column))

    def _on_copy(self) -> None:
        row = self._current()
        if row is not None:
            QGuiApplication.clipboard().setText(row.text)

    def step(self, by: int) -> None:
        """Selects the next or the previous problem and opens it."""
        count = self.proxy.rowCount()
        if not count:
            return
        here = self.list.currentIndex().row()
        there = (here + by) % count if here >= 0 else (0 if by > 0 else count - 1)
        self.tabs.setCurrentIndex(0)
        self.list.setCurrentIndex(self.proxy.index(there, 0))
        self._on_open()


def _id_of(row: ProblemRow) -> str:
    return f"{row.path}:{row.line}:{row.column}:{row.code}:{row.subject}:{row.message}"


def _severity_of(row: ProblemRow) -> str:
    return row.severity


def _spoken(row: ProblemRow) -> str:
    return f"{_word(row)}, {row.message}, {row.place}"


def _word(row: ProblemRow) -> str:
    return severity_word(row.severity)


def _message(row: ProblemRow) -> str:
    text = " ".join(part for part in (row.message.splitlines()[0] if row.message else "", row.hint) if part)
    affected = _tr("affects {0}").format(in_a_row(row.dependants)) if row.dependants else ""
    return f"{text} · {affected}" if affected else text


def _text(row: ProblemRow) -> str:
    return row.text


def _subject(row: ProblemRow) -> str:
    return row.subject


def _place(row: ProblemRow) -> str:
    return row.place


def _path(row: ProblemRow) -> str:
    return row.path


def _code(row: ProblemRow) -> str:
    return row.code


class ProblemsDock(QDockWidget):
    """Holds the page at the bottom of the window."""

    def __init__(self, theme: ThemeController, parent: QWidget) -> None:
        super().__init__(_tr("Problems"), parent)
        named(self, "problems.dock", self.tr("Problems"))
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.page = ProblemsPage(theme)
        self.setWidget(self.page)
        self.setTitleBarWidget(QWidget())  # the tabs name what is shown
        close = IconButton(theme, "close", "problems.close", self.tr("Close problems"))
        close.clicked.connect(self.hide)
        self.page.tabs.setCornerWidget(close, Qt.Corner.TopRightCorner)
