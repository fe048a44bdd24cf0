"""The few real widgets of a transcript: one frame for each card in view, and in it the card's buttons (U181)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from qodev.ui.chat.blocks import CodeLayout
from qodev.ui.chat.card_styles import CALLS
from qodev.ui.chat.cards import Card
from qodev.ui.chat.segments import SegmentKind
from qodev.ui.kit.theme import ThemeController, set_look
from qodev.ui.kit.widgets import sharp_icon
from qodev.ui.models.card_rows import CardKind, RowState
from qodev.ui.models.transcript_words import card_name, card_text, size_text

_SIDE_PX = 26
_BUTTON_PADS_PX = 28
_BUTTON_ICON_PX = 22
_SPOKEN_LIMIT = 2_000_000


class CardAct(StrEnum):
    """What a button of a card does; the values are the object names (U181)."""

    TOGGLE = "card.toggle"
    COPY = "card.copy"
    MENU = "card.menu"
    SHOW_ALL = "card.show_all"
    BRANCH = "card.branch"
    CODE_COPY = "code.copy"
    CODE_WRAP = "code.wrap"
    CODE_SAVE = "code.save"
    DECISION = "card.decision"
    RESUME = "card.resume"
    REVIEW = "card.review"
    UNDO = "card.undo"
    RETRY = "notice.action"
    PROVIDER = "notice.action:provider"


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """One button: where it stands in its card, and for code the first segment of its fence."""

    act: CardAct
    rect: QRect
    segment: int = 0
    text: str = ""
    is_checked: bool = False
    is_first: bool = True  # of its kind in the card; later ones carry their segment in the name


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of a card was pressed."""

    key: str
    act: CardAct
    segment: int


_ICONS = {
    CardAct.COPY: "copy",
    CardAct.MENU: "more",
    CardAct.CODE_COPY: "copy",
    CardAct.CODE_WRAP: "wrap",
    CardAct.CODE_SAVE: "save",
    CardAct.DECISION: "help",
    CardAct.RESUME: "play",
    CardAct.REVIEW: "compare",
    CardAct.UNDO: "undo",
    CardAct.RETRY: "retry",
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Transcript", text)


def _tip(act: CardAct) -> str:
    tips = {
        CardAct.TOGGLE: _tr("Show or hide details"),
        CardAct.COPY: _tr("Copy as Markdown"),
        CardAct.MENU: _tr("More for this card"),
        CardAct.SHOW_ALL: _tr("Show the whole text in a window of its own"),
        CardAct.BRANCH: _tr("Shows the branches that begin here"),
        CardAct.CODE_COPY: _tr("Copy code"),
        CardAct.CODE_WRAP: _tr("Wrap long lines"),
        CardAct.CODE_SAVE: _tr("Save code as a file…"),
        CardAct.DECISION: _tr("Show or hide why this call was allowed or refused"),
        CardAct.REVIEW: _tr("Shows what this call changed"),
        CardAct.UNDO: _tr("Takes back what this call changed, or brings it again"),
        CardAct.RESUME: _tr("Goes on where the turn stopped"),
        CardAct.RETRY: _tr("Send the message again"),
        CardAct.PROVIDER: _tr("Shows the provider that was asked, with its test"),
    }
    return tips[act]


def build_buttons(card: Card, clip: QRect) -> Iterator[ButtonSpec]:
    """Yields the buttons of a card that are in `clip`, in the order of the tab key."""
    row, wide, side = card.row, card.room.width, card.room.look.theme.px(_SIDE_PX)
    if card.can_open:
        top = card.gap + card.head_px // 2 if card.head_px else card.body_top + card.room.look.line_px // 2
        left = card.style.head_left - 5 if row.kind is CardKind.THINKING else wide - side - 8
        yield ButtonSpec(CardAct.TOGGLE, QRect(left, top - side // 2, side, side))
    if row.state is RowState.APPLIED:
        top = card.gap + (card.head_px - side) // 2
        places = 3 if card.is_open else 2
        yield ButtonSpec(CardAct.REVIEW, QRect(wide - places * side - 8, top, side, side))
        yield ButtonSpec(CardAct.UNDO, QRect(wide - (places + 1) * side - 8, top, side, side))
    if row.kind in CALLS and card.is_open and row.call is not None and row.call.record is not None:
        top = card.gap + card.head_px // 2
        yield ButtonSpec(
            CardAct.DECISION, QRect(wide - 2 * side - 8, top - side // 2, side, side), is_checked=card.shows_decision
        )
    yield from _code_buttons(card, clip)
    gap = card.gap_rect()
    if gap is not None:
        said = _tr("Open full output ({0})") if row.kind in CALLS else _tr("Show all ({0})")
        text = said.format(size_text(len(row.text or row.output)))
        yield ButtonSpec(CardAct.SHOW_ALL, gap.adjusted(0, 4, 0, -4), text=text)
    if row.offers_resume:
        yield from _wide_buttons(card, [(CardAct.RESUME, _tr("Continue"))])
    if row.kind is CardKind.ERROR:
        yield from _error_buttons(card)
    if row.kind is CardKind.USER:
        yield ButtonSpec(CardAct.MENU, QRect(wide - side - 8, card.gap + 7, side, side))
    if row.branches:
        yield _branch_button(card)
    if row.footer is not None:
        top = card.height - card.foot_px + 4 + (card.foot_px - 4 - side) // 2
        yield ButtonSpec(CardAct.COPY, QRect(wide - 2 * side - 6, top, side, side))
        yield ButtonSpec(CardAct.MENU, QRect(wide - side - 4, top, side, side))


def _branch_button(card: Card) -> ButtonSpec:
    """Returns the button that says which of its branches a prompt begins, such as 2 / 3 (U131)."""
    row, theme = card.row, card.room.look.theme
    place = row.branches.index(row.message_id or "") + 1 if row.message_id in row.branches else len(row.branches)
    text = _tr("{0} / {1}").format(place, len(row.branches))
    side = theme.px(_SIDE_PX)
    width = QFontMetrics(card.room.look.strong).horizontalAdvance(text) + theme.px(_BUTTON_PADS_PX)
    return ButtonSpec(CardAct.BRANCH, QRect(card.left, card.height - side - theme.px(8), width, side), text=text)


def _error_buttons(card: Card) -> Iterator[ButtonSpec]:
    """Yields what can be done about an answer that failed; without an agent no provider was asked (U177)."""
    acts = [(CardAct.RETRY, _tr("Retry"))]
    if card.row.subject:
        acts.append((CardAct.PROVIDER, _tr("Open provider")))
    yield from _wide_buttons(card, acts)


def _wide_buttons(card: Card, acts: Sequence[tuple[CardAct, str]]) -> Iterator[ButtonSpec]:
    theme, metrics = card.room.look.theme, QFontMetrics(card.room.look.strong)
    left, top = card.left, card.height - card.foot_px - 4
    for act, text in acts:
        pads = theme.px(_BUTTON_PADS_PX + (_BUTTON_ICON_PX if act in _ICONS else 0))
        width = metrics.horizontalAdvance(text) + pads
        yield ButtonSpec(act, QRect(left, top, width, theme.px(_SIDE_PX)), text=text)
        left += width + theme.px(8)


def _code_buttons(card: Card, clip: QRect) -> Iterator[ButtonSpec]:
    body, side = card.body, card.room.look.theme.px(_SIDE_PX)
    if not body.segments:
        return
    first = next((i for i, one in enumerate(body.segments) if one.kind is SegmentKind.CODE), -1)
    for index, segment_top in card.segments_in(clip.top(), clip.bottom()):
        if body.segments[index].kind is not SegmentKind.CODE:
            continue
        layout = body.find_layout(index)
        for number, block in enumerate(layout.blocks if layout is not None else ()):
            if isinstance(block, CodeLayout) and block.bar_px:
                assert layout is not None
                top = segment_top + layout.tops[number] + (block.bar_px - side) // 2
                right = card.left + block.left + block.width - 4
                is_wrapped = index in body.wrapped
                wrap = ButtonSpec(CardAct.CODE_WRAP, _at(right - 3 * side, top, side), index, is_checked=is_wrapped)
                yield replace(wrap, is_first=index == first)
                yield ButtonSpec(CardAct.CODE_SAVE, _at(right - 2 * side, top, side), index, is_first=index == first)
                yield ButtonSpec(CardAct.CODE_COPY, _at(right - side, top, side), index, is_first=index == first)


def _at(x: int, y: int, side: int) -> QRect:
    return QRect(x, y, side, side)


_NOTHING = ButtonSpec(CardAct.COPY, QRect(), -1)  # what a button is before it is dressed


class _CardButton(QToolButton):
    """Paints its icon itself while nothing happens to it: a style sheet takes five times as long, at each frame."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.underMouse() or self.hasFocus() or self.isChecked() or self.isDown() or self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        size = self.iconSize()
        corner = QPoint((self.width() - size.width()) // 2, (self.height() - size.height()) // 2)
        self.icon().paint(painter, QRect(corner, size))
        painter.end()


class CardFrame(QWidget):
    """Stands over a painted card, shows nothing itself; names the card to screen readers and holds its buttons."""

    pressed = Signal(object)  # Pressed

    def __init__(self, themes: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._key = ""
        self._buttons: list[tuple[ButtonSpec, QToolButton]] = []
        self._spare: list[QToolButton] = []
        self._spoken: object = None
        self._basis: object = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_card(self, card: Card, place: QRect, clip: QRect) -> None:
        """Takes the place of a card and puts its buttons where they belong."""
        if self.geometry() != place:
            self.setGeometry(place)
        self._key = card.row.key
        is_live = card.row.state.is_live
        spoken = (card.row.key, card.row.state) if is_live else card.row  # a growing text is read out when it is whole
        if self._spoken != spoken:
            self._spoken = spoken
            self.setObjectName(card.row.object_name)
            self.setAccessibleName(card_name(card.row))
            self.setAccessibleDescription("" if is_live else card_text(card.row)[:_SPOKEN_LIMIT])
        self._update_buttons(card, clip)
        if self.isHidden():
            self.show()

    def _update_buttons(self, card: Card, clip: QRect) -> None:
        """Leaves the buttons alone while nothing that they depend on has changed, as at most frames."""
        basis = (
            None
            if card.row.state.is_live or card.has_code
            else (card.row, card.height, card.room.width, card.is_open, card.shows_decision, card.body.gap)
        )
        if basis is None or basis != self._basis:
            self._basis = basis
            self._place_buttons(list(build_buttons(card, clip)), is_open=card.is_open)

    def _place_buttons(self, specs: list[ButtonSpec], *, is_open: bool) -> None:
        while len(self._buttons) > len(specs):
            _, button = self._buttons.pop()
            button.hide()
            button.setObjectName("")
            self._spare.append(button)
        for index, spec in enumerate(specs):
            if index == len(self._buttons):
                self._buttons.append((_NOTHING, self._spare.pop() if self._spare else self._make()))
            before, button = self._buttons[index]
            if before.act is not spec.act or before.segment != spec.segment or before.text != spec.text:
                self._dress(button, spec)
            if spec.act is CardAct.TOGGLE:
                self._dress_toggle(button, is_open=is_open)
            if button.isChecked() != spec.is_checked:
                button.setChecked(spec.is_checked)
            if before.rect != spec.rect:
                button.setGeometry(spec.rect)
            if button.isHidden():
                button.show()
            self._buttons[index] = (spec, button)

    def _make(self) -> QToolButton:
        button = _CardButton(self)
        set_look(button, "plain")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(self._on_clicked)
        return button

    def _dress(self, button: QToolButton, spec: ButtonSpec) -> None:
        button.setObjectName(spec.act.value if spec.is_first else f"{spec.act}:{spec.segment}")
        look = "compact" if spec.text else "plain"
        if button.property("look") != look:
            set_look(button, look)
            button.style().unpolish(button)
            button.style().polish(button)
        button.setToolTip(_tip(spec.act))
        button.setAccessibleName(spec.text or _tip(spec.act))
        button.setCheckable(spec.act in (CardAct.CODE_WRAP, CardAct.DECISION))
        button.setText(spec.text)
        has_icon = spec.act in _ICONS
        style = Qt.ToolButtonStyle
        both = style.ToolButtonTextBesideIcon if has_icon else style.ToolButtonTextOnly
        button.setToolButtonStyle(both if spec.text else style.ToolButtonIconOnly)
        if has_icon:
            self._set_icon(button, _ICONS[spec.act])

    def _dress_toggle(self, button: QToolButton, *, is_open: bool) -> None:
        name = "chevron_down" if is_open else "chevron_right"
        self._set_icon(button, name)
        button.setAccessibleName(_tr("Hide details") if is_open else _tr("Show details"))

    def _set_icon(self, button: QToolButton, name: str) -> None:
        side = self._themes.theme.px(16)
        button.setIconSize(QSize(side, side))
        button.setIcon(sharp_icon(self._themes, name, "muted", side, self.devicePixelRatioF()))

    def redress(self) -> None:
        """Takes the icons of a new theme."""
        self._basis = None
        for spec, button in self._buttons:
            self._dress(button, spec)

    def _on_clicked(self) -> None:
        button = self.sender()
        for spec, known in self._buttons:
            if known is button:
                self.pressed.emit(Pressed(self._key, spec.act, spec.segment))
                return

    def action_names(self) -> tuple[str, ...]:
        """Returns the names of the buttons that the card has in view."""
        return tuple(button.objectName() for _, button in self._buttons)

    def has_focused_button(self) -> bool:
        """Tells whether the keyboard is on one of the buttons."""
        return any(button.hasFocus() for _, button in self._buttons)

    def button(self, act: CardAct) -> QToolButton | None:
        """Returns the first button of a kind."""
        return next((button for spec, button in self._buttons if spec.act is act), None)


class FramePool:
    """Gives frames to the cards in view and takes them back; few are ever made."""

    def __init__(self, themes: ThemeController, parent: QWidget, on_pressed: Callable[[object], None]) -> None:
        self._themes = themes
        self._parent = parent
        self._on_pressed = on_pressed
        self._used: dict[str, CardFrame] = {}
        self._free: list[CardFrame] = []

    def __len__(self) -> int:
        return len(self._used) + len(self._free)

    def find(self, key: str) -> CardFrame | None:
        """Returns the frame of a card in view, or None."""
        return self._used.get(key)

    def keep(self, keys: set[str]) -> None:
        """Takes back the frames of all other cards."""
        for key in [key for key in self._used if key not in keys]:
            frame = self._used.pop(key)
            view = self._parent.parentWidget()
            if view is not None and frame.has_focused_button():  # else the keyboard would go to some neighbour
                view.setFocus()
            frame.hide()
            self._free.append(frame)

    def frame_for(self, key: str) -> CardFrame:
        """Returns the frame of a card."""
        if key not in self._used:
            self._used[key] = self._free.pop() if self._free else self._make()
        return self._used[key]

    def _make(self) -> CardFrame:
        frame = CardFrame(self._themes, self._parent)
        frame.pressed.connect(self._on_pressed)
        return frame

    def rename(self, before: str, after: str) -> None:
        """Follows a card that has its final id now."""
        if before in self._used:
            self._used[after] = self._used.pop(before)

    def redress(self) -> None:
        """Takes the icons of a new theme."""
        for frame in (*self._used.values(), *self._free):
            frame.redress()
