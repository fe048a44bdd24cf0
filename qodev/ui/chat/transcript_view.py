"""The transcript as people use it: selecting, copying, links, keys, menus, and the buttons of cards (U106, U108)."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QWidget

from qodev.ui.chat.blocks import Room
from qodev.ui.chat.card_frames import CardAct, Pressed
from qodev.ui.chat.cards import Place
from qodev.ui.chat.coloring import CodeColorist
from qodev.ui.chat.full_text import FullTextWindow
from qodev.ui.chat.links import Link, visible_links
from qodev.ui.chat.transcript_pointer import TranscriptPointer
from qodev.ui.kit.theme import ThemeController
from qodev.ui.models.card_rows import CardKind, Row
from qodev.ui.models.transcript import TranscriptModel
from qodev.ui.models.transcript_words import Prices, card_name, card_text, turn_lines


class TranscriptView(TranscriptPointer):
    """Shows a TranscriptModel; what needs a service is a wish told by a signal."""

    link_activated = Signal(str)  # an http or https address, after its target was shown
    retry_requested = Signal(str)  # turn id
    provider_requested = Signal(str)  # name of the agent that asked it
    request_view_requested = Signal(str)  # turn id
    review_requested = Signal(str)  # id of a call that changed a file
    undo_requested = Signal(str)  # the same
    code_save_requested = Signal(str, str)  # code, language
    history_requested = Signal(str, str)  # resend, fork, rewind or branch; message id

    def __init__(self, model: TranscriptModel, themes: ThemeController, parent: QWidget | None = None) -> None:
        self._keeps_scrolling = True
        self._prices: Prices = ()
        self._shows_ring = False  # only who moves by keys looks for it
        self._first_selected = ""  # key of the card where a selection by keys began
        self._menu: QMenu | None = None
        self._full_text: FullTextWindow | None = None
        super().__init__(model, themes, parent)
        self._colorist = CodeColorist(self)
        self.arranged.connect(self._colorist.wake)

    def set_all_open(self, *, is_open: bool) -> None:
        """Opens or closes every card that can be."""
        self.hold()
        self.stack.set_all_open(is_open=is_open)
        self.arrange()
        self.refollow()

    def set_shows_thinking(self, *, shows: bool) -> None:
        """Shows or hides the model's thinking; what is read stays in place."""
        was_following = self.is_following
        self.hold()
        self.stack.set_shows_thinking(shows=shows)
        self.arrange()
        if was_following:
            self.jump_to_latest()

    def _make_room(self) -> Room:
        return replace(super()._make_room(), prices=self._prices)

    def set_prices(self, prices: Prices) -> None:
        """Shows what answers cost; what is read stays in place."""
        self._prices = prices
        self._on_theme_changed()

    def set_keeps_scrolling(self, *, keeps: bool) -> None:
        """Follows an answer while it grows, or stays where its beginning is read."""
        self._keeps_scrolling = keeps

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if self._keeps_scrolling or not self.is_following:
            super()._on_changed(first, last)
            return
        self.hold()
        super()._on_changed(first, last)
        self.refollow()  # as long as all of it is in view there is nothing to scroll

    def toggle(self, key: str) -> None:
        """Opens a closed card or closes an open one; what stands above it does not move."""
        position = self.model.position_of(key)
        if position is not None:
            self.hold()
            self.stack.set_open(key, is_open=not self.stack.card(position).is_open)
            self.arrange()
            self.refollow()

    # Buttons of cards.

    def on_card_pressed(self, pressed: object) -> None:
        assert isinstance(pressed, Pressed)
        position = self.model.position_of(pressed.key)
        if position is None:
            return
        row = self.model.row(position)
        match pressed.act:
            case CardAct.TOGGLE:
                self.toggle(pressed.key)
            case CardAct.COPY:
                self.put(card_text(row))
            case CardAct.MENU | CardAct.BRANCH:
                self._open_below(position, pressed.act)
            case CardAct.DECISION | CardAct.REVIEW | CardAct.UNDO:
                self._call_pressed(row, pressed.act)
            case CardAct.RETRY | CardAct.RESUME:
                self.retry_requested.emit(row.turn_id or "")
            case CardAct.PROVIDER:
                self.provider_requested.emit(row.subject)
            case CardAct.SHOW_ALL:
                self._show_full_text(position)
            case CardAct.CODE_COPY | CardAct.CODE_WRAP | CardAct.CODE_SAVE:
                self._code_pressed(position, pressed)

    def _call_pressed(self, row: Row, act: CardAct) -> None:
        if act is CardAct.DECISION:
            self.hold()
            self.stack.explain(row.key)
            self.arrange()
            self.refollow()
        elif row.call is not None and row.call.record is not None:
            wish = self.review_requested if act is CardAct.REVIEW else self.undo_requested
            wish.emit(row.call.record.call_id)

    def _code_pressed(self, position: int, pressed: Pressed) -> None:
        body = self.stack.card(position).body
        if pressed.act is CardAct.CODE_COPY:
            self.put(body.code_of(pressed.segment))
        elif pressed.act is CardAct.CODE_SAVE:
            language = body.segments[pressed.segment].language
            self.code_save_requested.emit(body.code_of(pressed.segment), language)
        else:
            self.hold()
            body.set_wrapped(pressed.segment, is_wrapped=pressed.segment not in body.wrapped)
            self.arrange()
            self.refollow()

    def _show_full_text(self, position: int) -> None:
        row = self.model.row(position)
        self._full_text = FullTextWindow(row.output or row.text, self._themes, self)
        self._full_text.show()

    # Links.

    def follow_link(self, link: Link, at: QPoint) -> None:
        """Opens what says its own address; for the rest the real target is shown first (S185)."""
        if link.is_plain:
            self.link_activated.emit(link.href)
            return
        menu = self._new_menu()
        target = menu.addAction(link.href)
        target.setEnabled(False)
        menu.addSeparator()
        self._add(menu, self.tr("Open link"), "open_link", link.href)
        self._add(menu, self.tr("Copy address"), "copy_text", link.href)
        menu.popup(at)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001  name and type are Qt's
        links = list(visible_links(self)) if self.hasFocus() else []
        places = [(link.key, link.segment, link.start) for link in links]
        focused = self._focused_link
        now = (
            places.index((focused.key, focused.segment, focused.start))
            if focused and (focused.key, focused.segment, focused.start) in places
            else -1
        )
        wanted = now + (1 if next else -1)
        if links and 0 <= wanted < len(links) and (next or now >= 0):
            self._focused_link = links[wanted]
            self.viewport().update()
            return True
        self._focused_link = None
        self.viewport().update()
        return super().focusNextPrevChild(next)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QPen(self._themes.color("focus"), 2))
        if self._focused_link is not None and self.hasFocus():
            focused = self._focused_link
            for link in visible_links(self):
                if (link.key, link.segment, link.start) == (focused.key, focused.segment, focused.start):
                    for rect in link.rects:
                        painter.drawRect(rect.adjusted(-2, -1, 2, 1))
        elif self._shows_ring and self.hasFocus():
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        reason = Qt.FocusReason
        by_keys = (reason.TabFocusReason, reason.BacktabFocusReason, reason.ShortcutFocusReason)
        self._shows_ring = event.reason() in by_keys
        super().focusInEvent(event)

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif event.key() == Qt.Key.Key_Escape and not self.selection.is_empty:
            self.selection.clear()
            self.viewport().update()
        elif not self._move(event):
            super().keyPressEvent(event)

    def _enter(self) -> None:
        if self._focused_link is not None:
            link = self._focused_link
            self.follow_link(link, self.viewport().mapToGlobal(link.rects[0].bottomLeft().toPoint()))
        elif 0 <= self._current < self.model.rowCount() and self.stack.card(self._current).can_open:
            self.toggle(self.model.row(self._current).key)

    def _move(self, event: QKeyEvent) -> bool:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down if shift:
                self._select_card(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown if shift:
                self._go_to_prompt(-1 if event.key() == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                self.jump_to_latest()
            case _:
                return False
        return True

    def _select_card(self, step: int) -> None:
        """Selects the card at hand, then one more in the direction of the key."""
        last = self.model.rowCount() - 1
        if last < 0:
            return
        if self.selection.is_empty:
            self._current = self._current if 0 <= self._current <= last else (self.visible_rows() or [0])[-1]
            self._first_selected = self.model.row(self._current).key
            self.selection.select_cards(self._current, self._current)
        else:
            self._current = max(0, min(last, self._current + step))
            first = self.model.position_of(self._first_selected)
            self.selection.select_cards(first if first is not None else self._current, self._current)
        self.card_chosen.emit(self.model.row(self._current).key)
        self.reveal(Place(self.model.row(self._current).key, 0, 0))
        self._read_out(self._current)
        self.viewport().update()

    def _read_out(self, position: int) -> None:
        """Points screen readers at a card: its frame is in view by now and carries the whole text."""
        row = self.model.row(position)
        self.setAccessibleDescription(f"{card_name(row)}. {card_text(row)}")
        frame = self.frames.find(row.key)
        if frame is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(frame, QAccessible.Event.Focus))

    def _go_to_prompt(self, step: int) -> None:
        rows = self.model.rows
        top = self.verticalScrollBar().value()
        tops = [(i, self.stack.offset_of(i)) for i, row in enumerate(rows) if row.kind is CardKind.USER]
        if step < 0:
            found = next((i for i, y in reversed(tops) if y < top - 1), None)
        else:
            found = next((i for i, y in tops if y > top + 1), None)
        if found is not None:
            self._current = found
            self.show_row(found, delta=0)
            self._read_out(found)

    # Menus.

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        point = self.viewport().mapFromGlobal(event.globalPos())
        position = self._current if is_key else self.row_under(point)
        if is_key and position < 0 and self.model.rowCount():
            position = self.visible_rows()[-1]
        if 0 <= position < self.model.rowCount():
            self._open_menu(position, None if is_key else event.globalPos())

    def _open_menu(self, position: int, at: QPoint | None) -> None:
        row = self.model.row(position)
        menu = self._new_menu()
        if not self.selection.is_empty:
            self._add(menu, self.tr("Copy selection"), "copy", "")
            self._add(menu, self.tr("Copy selection as plain text"), "copy_plain", "")
            menu.addSeparator()
        self._add(menu, self.tr("Copy"), "copy_text", card_text(row))
        self._add(menu, self.tr("Copy as plain text"), "copy_card", row.key)
        if row.footer is not None:
            details = menu.addMenu(self.tr("About this turn"))
            for line in turn_lines(row.footer):
                self._add(details, line.replace("&", "&&"), "copy_text", line)
        self._add_history(menu, row)
        if row.turn_id:
            self._add(menu, self.tr("View request"), "request", row.turn_id)
        if row.kind is CardKind.ERROR:
            self._add(menu, self.tr("Retry"), "retry", row.turn_id or "")
            if row.subject:
                self._add(menu, self.tr("Open provider"), "provider", row.subject)
        if self.stack.card(position).can_open:
            self._add(menu, self.tr("Show or hide details"), "toggle", row.key)
        menu.popup(at if at is not None else self._below(row, CardAct.MENU))

    def _add_history(self, menu: QMenu, row: Row) -> None:
        if row.message_id is None or row.state.is_live:
            return
        if row.kind is CardKind.USER:
            self._add(menu, self.tr("Edit and resend…"), "resend", row.message_id)
        self._add(menu, self.tr("Fork from here"), "fork", row.message_id)
        if row.kind is CardKind.USER:
            self._add(menu, self.tr("Rewind to here…"), "rewind", row.message_id)

    def _open_below(self, position: int, act: CardAct) -> None:
        if act is CardAct.BRANCH:
            self._open_branches(position)
        else:
            self._open_menu(position, None)

    def _open_branches(self, position: int) -> None:
        row = self.model.row(position)
        menu = self._new_menu()
        for place, head in enumerate(row.branches, 1):
            text = self.tr("Branch {0} of {1}").format(place, len(row.branches))
            self._add(menu, text, "branch", head)
            menu.actions()[-1].setCheckable(True)
            menu.actions()[-1].setChecked(head == row.message_id)
        menu.popup(self._below(row, CardAct.BRANCH))

    def _below(self, row: Row, act: CardAct) -> QPoint:
        frame = self.frames.find(row.key)
        button = frame.button(act) if frame is not None else None
        return button.mapToGlobal(button.rect().bottomLeft()) if button is not None else self._middle()

    def _middle(self) -> QPoint:
        return self.viewport().mapToGlobal(self.viewport().rect().center())

    def _new_menu(self) -> QMenu:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        self._menu.triggered.connect(self._on_menu_triggered)
        return self._menu

    def _add(self, menu: QMenu, text: str, what: str, about: str) -> None:
        menu.addAction(text).setData((what, about))

    def _on_menu_triggered(self, action: QAction) -> None:
        what, about = action.data()
        runs: dict[str, Callable[[str], object]] = {
            "copy": lambda _: self.copy(),
            "copy_plain": lambda _: self.copy_plain(),
            "copy_text": self.put,
            "copy_card": lambda key: self.put(self._plain_card(key)),
            "request": self.request_view_requested.emit,
            "retry": self.retry_requested.emit,
            "provider": self.provider_requested.emit,
            "toggle": self.toggle,
            "open_link": self.link_activated.emit,
        }
        runs.get(what, partial(self.history_requested.emit, what))(about)

    def _plain_card(self, key: str) -> str:
        position = self.model.position_of(key)
        if position is None:
            return ""
        body = self.stack.card(position).body
        return "\n".join(body.layout(index).text for index in range(len(body.segments)))
