"""The find bar of the transcript: counts in all messages, marks in the ones in view, opens what hides a hit (U137)."""

import re
from collections.abc import Iterator, Sequence
from time import perf_counter

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from qodev.ui.chat.cards import CardPaints, Place
from qodev.ui.chat.finding import FindQuery, Hit, OlderHit, find_in_rows
from qodev.ui.chat.shapes import Paint
from qodev.ui.chat.transcript_view import TranscriptView
from qodev.ui.kit.theme import SPACE_1, SPACE_2, SPACE_4, ThemeController, set_look
from qodev.ui.kit.widgets import IconButton

_PAUSE_MS = 120
_SLICE_S = 0.006
_VISIBLE_LIMIT = 500  # marks in one segment


class FindBar(QWidget):
    """Looks in the loaded rows itself; what lies before them is asked for by signal and answered by `set_older_hits`."""

    older_search_requested = Signal(object)  # FindQuery; answer with set_older_hits
    load_requested = Signal(int)  # position of a message that must be loaded to show its hit
    closed = Signal()

    def __init__(self, view: TranscriptView, themes: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._themes = themes
        self._pattern: re.Pattern[str] | None = None
        self._hits: list[Hit] = []
        self._older: tuple[OlderHit, ...] = ()
        self._current: Hit | None = None
        self._search: Iterator[list[Hit]] | None = None
        self._wants_last = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._build()
        self._connect()
        self.hide()

    def _build(self) -> None:
        self.setObjectName("chat.find")
        self.input = QLineEdit(self)
        self.input.setObjectName("chat.find_input")
        self.input.setPlaceholderText(self.tr("Find in conversation"))
        self.input.setAccessibleName(self.tr("Find in conversation"))
        self.count = QLabel(self)
        self.count.setObjectName("chat.find_count")
        set_look(self.count, "secondary")
        self.case = self._switch("chat.find_case", "Aa", self.tr("Match case"))
        self.word = self._switch("chat.find_word", self.tr("Word"), self.tr("Whole word"))
        self.regex = self._switch("chat.find_regex", ".*", self.tr("Regular expression"))
        self.previous = self._button("chat.find_previous", "chevron_up", self.tr("Previous hit"))
        self.next = self._button("chat.find_next", "chevron_down", self.tr("Next hit"))
        self.close_button = self._button("chat.find_close", "close", self.tr("Close find"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, SPACE_1, SPACE_4, SPACE_1)
        row.setSpacing(SPACE_2)
        row.addWidget(self.input, 1)
        for widget in (self.count, self.case, self.word, self.regex, self.previous, self.next, self.close_button):
            row.addWidget(widget)

    def _switch(self, name: str, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setCheckable(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        set_look(button, "compact")
        button.toggled.connect(self._on_changed)
        return button

    def _button(self, name: str, icon: str, tip: str) -> QToolButton:
        return IconButton(self._themes, icon, name, tip, self)

    def _connect(self) -> None:
        self.input.textChanged.connect(self._on_changed)
        self._pause.timeout.connect(self._start)
        self._slices.timeout.connect(self._work)
        self.next.clicked.connect(self.find_next)
        self.previous.clicked.connect(self.find_previous)
        self.close_button.clicked.connect(self.close_bar)
        self._themes.changed.connect(self._on_theme_changed)
        self._view.arranged.connect(self._mark_visible)
        self._view.model.rowsInserted.connect(self._on_rows_changed)
        self._view.model.rowsRemoved.connect(self._on_rows_changed)
        self._view.model.modelReset.connect(self._on_changed)

    # What others may ask.

    def open_bar(self, text: str = "") -> None:
        """Shows the bar with the keyboard in it; `text` is looked for at once."""
        self.show()
        if text:
            self.input.setText(text)
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()
        self._on_changed()

    def close_bar(self) -> None:
        """Hides the bar and the marks; the keyboard goes back to the transcript."""
        self.hide()
        self._slices.stop()
        self._view.set_found(None)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def find_next(self) -> None:
        """Goes to the next hit, from the last to the first."""
        self._step(1)

    def find_previous(self) -> None:
        """Goes to the hit before, into messages that must be loaded for it."""
        self._step(-1)

    def set_older_hits(self, hits: Sequence[OlderHit]) -> None:
        """Takes what was found in messages that are not loaded."""
        self._older = tuple(hit for hit in hits if hit.position < self._view.model.first_position)
        self._show_count()

    # Searching.

    def query(self) -> FindQuery:
        """Returns what is looked for."""
        return FindQuery(self.input.text(), self.case.isChecked(), self.word.isChecked(), self.regex.isChecked())

    def _on_changed(self) -> None:
        if not self.isHidden():
            self._pause.start()

    def _on_rows_changed(self) -> None:
        self._older = tuple(hit for hit in self._older if hit.position < self._view.model.first_position)
        self._on_changed()

    def _start(self) -> None:
        query = self.query()
        self._hits = []
        self._pattern = None
        self._slices.stop()
        if not query.text:
            self._finish()
            return
        try:
            self._pattern = query.compile()
        except re.error as fault:
            self.count.setText(self.tr("Not a pattern: {0}").format(fault.msg))
            self._view.set_found(None)
            return
        self._search = find_in_rows(self._view.model.rows, self._pattern)
        self._slices.start()
        if self._view.model.has_older:
            self.older_search_requested.emit(query)

    def _work(self) -> None:
        until = perf_counter() + _SLICE_S
        while self._search is not None and perf_counter() < until:
            found = next(self._search, None)
            if found is None:
                self._finish()
                return
            self._hits.extend(found)

    def _finish(self) -> None:
        self._slices.stop()
        self._search = None
        if self._wants_last and self._hits:
            self._wants_last = False
            self._go(self._last_of_loaded())
        elif self._current not in self._hits:
            self._current = None
        self._mark_visible()
        self._show_count()

    def _last_of_loaded(self) -> Hit:
        """Returns the last hit before the one that was shown, now that older messages are there."""
        if self._current in self._hits:
            return self._hits[max(0, self._hits.index(self._current) - 1)]
        return self._hits[-1]

    def _show_count(self) -> None:
        older = sum(hit.count for hit in self._older)
        total = older + len(self._hits)
        if self._pattern is None:
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("No match"))
        else:
            now = older + self._hits.index(self._current) + 1 if self._current in self._hits else 0
            self.count.setText(self.tr("{0} of {1}").format(now, total))

    # Going.

    def _step(self, step: int) -> None:
        if self._pattern is None:
            return
        if step < 0 and self._older and (not self._hits or self._current == self._hits[0]):
            self._wants_last = True
            self.load_requested.emit(self._older[-1].position)
            return
        if not self._hits:
            return
        if self._current in self._hits:
            index = (self._hits.index(self._current) + step) % len(self._hits)
        else:
            index = self._nearest(step)
        self._go(self._hits[index])
        self._show_count()

    def _nearest(self, step: int) -> int:
        """Returns the first hit in view, or the last one above it when going back."""
        rows = self._view.visible_rows()
        top = rows[0] if rows else 0
        below = [i for i, hit in enumerate(self._hits) if (self._view.model.position_of(hit.key) or 0) >= top]
        if step > 0:
            return below[0] if below else 0
        return below[0] - 1 if below else len(self._hits) - 1

    def _go(self, hit: Hit) -> None:
        self._current = hit
        position = self._view.model.position_of(hit.key)
        if position is None:
            return
        self._view.stack.uncover(position)
        card = self._view.stack.card(position)
        if card.can_open and not card.is_open:
            self._view.toggle(hit.key)
            card = self._view.stack.card(position)
        segments = card.body.segments
        index = next((i for i, one in enumerate(segments) if one.end > hit.start), max(0, len(segments) - 1))
        shown = (
            self._shown_at(card.body.layout(index).text, card.body.text, hit, segments[index].start) if segments else 0
        )
        self._view.reveal(Place(hit.key, index, shown))
        self._mark_visible()

    def _shown_at(self, shown: str, source: str, hit: Hit, start: int) -> int:
        """Returns where a hit of the source stands in the shown text: the match of the same number."""
        assert self._pattern is not None
        number = sum(1 for _ in self._pattern.finditer(source, start, hit.start))
        places = [match.start() for match in self._pattern.finditer(shown)]
        return places[min(number, len(places) - 1)] if places else 0

    def _mark_visible(self) -> None:
        if self.isHidden() or self._pattern is None:
            self._view.set_found(None)
            return
        paints = CardPaints()
        for position in self._view.visible_rows():
            self._mark_row(position, paints)
        self._view.set_found(paints)

    def _mark_row(self, position: int, paints: CardPaints) -> None:
        assert self._pattern is not None
        view, key = self._view, self._view.model.row(position).key
        card = view.stack.card(position)
        top = view.verticalScrollBar().value() - view.stack.offset_of(position)
        for index, _ in card.segments_in(top, top + view.viewport().height()):
            layout = card.body.find_layout(index)
            for count, match in enumerate(self._pattern.finditer(layout.text if layout is not None else "")):
                if count >= _VISIBLE_LIMIT:
                    break
                is_current = self._is_current(key, index, match.start(), position)
                ground = self._themes.color("accent" if is_current else "sel")
                ink = self._themes.color("on_accent" if is_current else "text")
                paints.add(key, index, Paint(match.start(), match.end(), ground, ink))

    def _is_current(self, key: str, segment: int, start: int, position: int) -> bool:
        hit = self._current
        if hit is None or hit.key != key:
            return False
        body = self._view.stack.card(position).body
        one = body.segments[segment]
        if not one.start <= hit.start < max(one.end, one.start + 1):
            return False
        return self._shown_at(body.layout(segment).text, body.text, hit, one.start) == start

    def _on_theme_changed(self) -> None:
        self._mark_visible()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._step(-1 if shift else 1)
        else:
            super().keyPressEvent(event)
