"""Questions about calls, docked between transcript and composer: none has a default, none takes the focus (U117 to U123)."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qodev.types.questions import AnswerOption
from qodev.ui.kit.deaf import DeafTime
from qodev.ui.kit.flow import FlowLayout
from qodev.ui.kit.text_areas import show_text, text_area
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_3, Theme, ThemeController, set_look
from qodev.ui.kit.widgets import Label, PictureLabel, PushButton, named, set_reason
from qodev.ui.models.question_state import AnswerRow, QuestionsState, QuestionState

_TEXT_LINES = (1, 9)
_NAMES = {
    AnswerOption.ALLOW_ONCE: "prompt.allow_once",
    AnswerOption.ALLOW_EXACTLY: "prompt.allow_exactly",
    AnswerOption.ALLOW_SWITCH: "prompt.allow_switch",
    AnswerOption.DENY: "prompt.deny",
    AnswerOption.DENY_TELL: "prompt.deny_tell",
    AnswerOption.DENY_EXACTLY: "prompt.deny_exactly",
}
_STORING = (AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH, AnswerOption.DENY_EXACTLY)
_NEEDS_READING = (AnswerOption.ALLOW_ONCE, AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH)


class ClauseTable(QWidget):
    """The clauses of a command with what each one gets."""

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "prompt.clauses", self.tr("Clauses"))
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_1)

    def show_question(self, state: QuestionState) -> None:
        """Shows the clauses of one question; one alone says nothing that the text does not."""
        self.setVisible(len(state.clauses) > 1)
        if len(state.clauses) <= 1:
            return
        for clause in state.clauses:
            line = QWidget(self)
            row = QHBoxLayout(line)
            row.setContentsMargins(clause.depth * SPACE_3, 0, 0, 0)
            row.setSpacing(SPACE_2)
            row.addWidget(PictureLabel(self._theme, *clause.look), 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(Label(clause.text, "mono", wraps=True), 3)
            by = "  ".join(part for part in (clause.rule, clause.place.text) if part)
            row.addWidget(Label(f"{clause.effect}  {by}".strip(), "secondary", wraps=True), 2)
            self._column.addWidget(line)
        spoken = (f"{clause.text}: {clause.effect}" for clause in state.clauses)
        self.setAccessibleDescription(". ".join(spoken))


class AnswerBox(QWidget):
    """What is asked before a rule is stored or a no is explained: the exact text, or a reason."""

    confirmed = Signal(object, str)  # AnswerOption, the reason that was typed
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._option = AnswerOption.DENY
        self.exact = Label("", "mono", wraps=True)
        named(self.exact, "prompt.exact_text", self.tr("Text that is stored"))
        self.note = Label("", "secondary", wraps=True)
        self.reason = QLineEdit()
        named(self.reason, "prompt.reason", self.tr("What the agent is told"))
        self.reason.setPlaceholderText(self.tr("What the agent is told"))
        self.store = PushButton("", "prompt.store", "primary")
        self.cancel = PushButton(self.tr("Back"), "prompt.back")
        row = QHBoxLayout()
        row.setSpacing(SPACE_2)
        row.addWidget(self.store)
        row.addWidget(self.cancel)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_1, 0, 0)
        column.setSpacing(SPACE_1)
        for part in (self.exact, self.note, self.reason):
            column.addWidget(part)
        column.addLayout(row)
        self.store.clicked.connect(self._on_confirmed)
        self.reason.returnPressed.connect(self._on_confirmed)
        self.cancel.clicked.connect(self.cancelled)
        self.hide()

    def open_for(self, option: AnswerOption, state: QuestionState) -> None:
        """Asks what an answer needs."""
        self._option = option
        stores = option in _STORING
        self.exact.setText(state.exact_text)
        self.exact.setVisible(stores)
        notes = {
            AnswerOption.ALLOW_EXACTLY: state.exact_note,
            AnswerOption.ALLOW_SWITCH: self.tr("The project changes to Allowlist, where this rule counts."),
            AnswerOption.DENY_EXACTLY: self.tr("Blocks exactly this text in every mode."),
        }
        self.note.setText(notes.get(option, ""))
        self.note.setVisible(bool(self.note.text()))
        self.reason.setVisible(option is AnswerOption.DENY_TELL)
        words = {
            AnswerOption.ALLOW_EXACTLY: self.tr("Store and run"),
            AnswerOption.ALLOW_SWITCH: self.tr("Switch, store and run"),
            AnswerOption.DENY_EXACTLY: self.tr("Store and block"),
        }
        self.store.setText(words.get(option, self.tr("Deny and tell")))
        self.store.setAccessibleName(self.store.text())
        self.show()
        (self.reason if option is AnswerOption.DENY_TELL else self.store).setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_confirmed(self) -> None:
        told = self.reason.text().strip() if self._option is AnswerOption.DENY_TELL else ""
        self.confirmed.emit(self._option, told)


class PromptCard(QFrame):
    """One question. Allow stays disabled until the end of its text was on screen (S188)."""

    answered = Signal(str, object, str)  # id, AnswerOption, note
    contain_requested = Signal()

    def __init__(self, theme: ThemeController, state: QuestionState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, f"prompt.card:{state.id}", state.spoken)
        set_look(self, "question")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self.state = state
        self._was_read = False
        self.lead = Label(state.lead, "warning", wraps=True)
        self.lead.setVisible(bool(state.lead))
        self.question = Label(state.question, "strong", wraps=True)
        named(self.question, "prompt.question", state.question)
        self.text = text_area("prompt.text", self.tr("Text"), theme)
        show_text(self.text, state.text)
        self.clauses = ClauseTable(theme)
        self.clauses.show_question(state)
        self.facts = self._facts()
        self.buttons = QWidget()
        self._flow = FlowLayout(self.buttons, SPACE_2)
        self._buttons = {row.option: self._button(row) for row in state.answers}
        self.box = AnswerBox()
        self.hint = self._hint()
        self.show_hint(state)
        self._lay_out()
        self.deaf = DeafTime(self)
        self.box.confirmed.connect(self._on_confirmed)
        self.box.cancelled.connect(self._on_cancelled)
        self.text.verticalScrollBar().valueChanged.connect(self._look_for_end)
        self.text.verticalScrollBar().rangeChanged.connect(self._look_for_end)
        theme.changed.connect(self._fit_text)
        self._fit_text(theme.theme)

    def _facts(self) -> QWidget:
        holder = QWidget()
        named(holder, "prompt.facts", self.tr("Facts"))
        form = QFormLayout(holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(1)
        form.setHorizontalSpacing(SPACE_3)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for fact in self.state.facts:
            value = Label(fact.value, wraps=True)
            value.setToolTip(fact.tip)
            form.addRow(Label(fact.name, "secondary"), value)
        holder.setAccessibleDescription(". ".join(f"{fact.name}: {fact.value}" for fact in self.state.facts))
        return holder

    def _hint(self) -> QWidget:
        """Makes the line that offers containment; it is no answer, so it lies below them."""
        holder = QWidget()
        self.hint_text = Label("", "secondary", wraps=True)
        self.contain = PushButton(self.tr("Contain commands…"), "prompt.contain", "plain")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self.hint_text, 1)
        row.addWidget(self.contain, 0, Qt.AlignmentFlag.AlignTop)
        self.contain.clicked.connect(self.contain_requested)
        return holder

    def show_hint(self, state: QuestionState) -> None:
        """Shows or takes away the offer of containment; everything else of a question never changes."""
        self.hint_text.setText(state.hint)
        self.hint.setVisible(bool(state.hint))

    def _button(self, row: AnswerRow) -> PushButton:
        button = PushButton(row.text, _NAMES[row.option])
        set_reason(button, row.reason)
        button.clicked.connect(partial(self._on_clicked, row.option))
        self._flow.addWidget(button)
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        column.setSpacing(SPACE_2)
        for part in (self.lead, self.question, self.text, self.clauses, self.facts, self.buttons, self.box, self.hint):
            column.addWidget(part)

    def _fit_text(self, theme: Theme) -> None:
        wrapped = round(self.text.document().size().height())  # in lines, as this kind of document counts
        lines = max(_TEXT_LINES[0], min(_TEXT_LINES[1], max(wrapped, self.text.blockCount())))
        margins = 2 * int(self.text.document().documentMargin()) + 2 * self.text.frameWidth()
        self.text.setFixedHeight(lines * self.text.fontMetrics().lineSpacing() + margins + theme.px(4))
        self._look_for_end()

    def needed_px(self, width: int) -> int:
        """Returns how high the card is at a width."""
        layout = self.layout()
        assert layout is not None
        return max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height()) + 2

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.deaf.begin()
        self._look_for_end()

    def _look_for_end(self) -> None:
        bar = self.text.verticalScrollBar()
        self._was_read = self._was_read or (self.text.isVisible() and bar.value() >= bar.maximum())
        unread = "" if self._was_read else self.tr("Scroll to the end of the text first.")
        for row in self.state.answers:
            if row.option in _NEEDS_READING:
                set_reason(self._buttons[row.option], row.reason or unread)

    def resizeEvent(self, event: QEvent) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt's own event of this handler
        self._fit_text(self._theme.theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            if self.box.isVisible():
                self._on_cancelled()
            else:
                self.answered.emit(self.state.id, AnswerOption.DENY, "")
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # no button is the default (U121)
            super().keyPressEvent(event)

    def _on_clicked(self, option: AnswerOption) -> None:
        if option in _STORING or option is AnswerOption.DENY_TELL:
            self.buttons.hide()
            self.box.open_for(option, self.state)
        else:
            self.answered.emit(self.state.id, option, "")

    def _on_confirmed(self, option: AnswerOption, note: str) -> None:
        self.answered.emit(self.state.id, option, note)

    def _on_cancelled(self) -> None:
        self.box.hide()
        self.buttons.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)


class PromptArea(QWidget):
    """The bar that counts, and the cards of the conversation in view, at most half as high as the window's centre."""

    answered = Signal(str, object, str)
    contain_requested = Signal()
    next_requested = Signal()
    deny_all_requested = Signal()

    def __init__(self, theme: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cards: dict[str, PromptCard] = {}
        self.bar = self._make_bar()
        self._holder = QWidget()
        self._column = QVBoxLayout(self._holder)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_2)
        self._column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._holder)
        self._holder.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addWidget(self.bar)
        column.addWidget(self.area)
        self.hide()

    def _make_bar(self) -> QWidget:
        bar = QWidget()
        named(bar, "prompt.bar", self.tr("Open questions"))
        self.count = Label("", "warning")
        self.next = PushButton(self.tr("Go to the next"), "prompt.next")
        self.deny_all = PushButton("", "prompt.deny_all")
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self.count, 1)
        row.addWidget(self.next)
        row.addWidget(self.deny_all)
        self.next.clicked.connect(self.next_requested)
        self.deny_all.clicked.connect(self.deny_all_requested)
        return bar

    @property
    def cards(self) -> Sequence[PromptCard]:
        """Returns the cards in the order in which they were asked."""
        return tuple(self._cards.values())

    def show_state(self, state: QuestionsState) -> None:
        """Shows the open questions; a card that stays keeps its place and its focus."""
        wanted = {card.id: card for card in state.cards}
        for gone in [key for key in self._cards if key not in wanted]:
            card = self._cards.pop(gone)
            card.hide()
            card.deleteLater()
        for key, card_state in wanted.items():
            if key not in self._cards:
                self._add(card_state)
            else:
                self._cards[key].show_hint(card_state)
        self.count.setText(state.bar)
        self.next.setVisible(state.elsewhere > 0)
        self.deny_all.setText(self.tr("Deny all %n", "", len(state.cards)))
        self.deny_all.setAccessibleName(self.deny_all.text())
        self.deny_all.setVisible(len(state.cards) > 1)
        self.bar.setVisible(bool(state.bar))
        self.area.setVisible(bool(state.cards))
        self.setVisible(bool(state.cards) or bool(state.bar))
        self.fit()

    def _add(self, state: QuestionState) -> None:
        card = PromptCard(self._theme, state, self._holder)
        card.answered.connect(self.answered)
        card.contain_requested.connect(self.contain_requested)
        self._cards[state.id] = card
        self._column.insertWidget(self._column.count() - 1, card)
        card.show()

    def fit(self) -> None:
        """Takes the height that the cards need, at most half of what is there."""
        outer = self.window().height() if self.window() is not self else 0
        width = max(1, self.area.viewport().width())
        needed = sum(card.needed_px(width) for card in self.cards) + SPACE_2 * max(0, len(self._cards) - 1)
        height = min(needed, max(outer // 2, self._theme.theme.px(160)))
        if height != self.area.height():
            self.area.setFixedHeight(height)
            self.updateGeometry()

    def resizeEvent(self, event: QEvent) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt's own event of this handler
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._holder and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.fit()
        return super().eventFilter(watched, event)

    def focus_first(self) -> bool:
        """Puts the focus on the frame of the first card, not on a button; tells whether there is one (U121)."""
        if not self._cards:
            return False
        self.cards[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def sizeHint(self) -> QSize:
        bar = self.bar.sizeHint().height() if self.bar.isVisibleTo(self) else 0
        return QSize(super().sizeHint().width(), bar + (self.area.height() if self._cards else 0))
