"""How each kind of card looks: pads, outline, ground, icons by state."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qodev.ui.kit.theme import BLOCK_GAP_PX
from qodev.ui.models.card_rows import CardKind, Row, RowState, Say


@dataclass(frozen=True, slots=True)
class Pads:
    """Space around the body."""

    left: int = 4
    top: int = 0
    right: int = 4
    bottom: int = 0


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Measures and roles of one kind."""

    pads: Pads = Pads()
    gap: int = BLOCK_GAP_PX
    fill: str = ""
    outline: str = ""
    ink: str = "text"
    head_px: int = 0
    head_left: int = 4

    def scaled(self, px: Callable[[float], int]) -> "CardStyle":
        """Returns the style with the sides of a text scale: icons and buttons stand there."""
        pads = replace(self.pads, left=px(self.pads.left), right=px(self.pads.right))
        return replace(self, pads=pads, head_left=px(self.head_left))

    def outline_of(self, row: Row) -> str:
        """Returns the role of the outline."""
        return "deny" if row.state is RowState.FAILED and row.kind is CardKind.ERROR else self.outline

    def opens_itself(self, row: Row) -> bool:
        """Tells whether the card is open without being asked: a tool that failed is, and one that says something (U111)."""
        return row.kind in CALLS and row.state in (RowState.FAILED, RowState.REFUSED, RowState.RUNNING)


def shows_decision_itself(row: Row) -> bool:
    """Tells whether the record of a decision is shown without being asked: of a refusal it is (P135)."""
    return row.kind in CALLS and row.state is RowState.REFUSED


CALLS = (CardKind.TOOL, CardKind.SKILL)
_ASIDE = Pads(left=28, top=2, right=8, bottom=2)
_STYLES = {
    CardKind.USER: CardStyle(Pads(16, 9, 44, 9), gap=24, fill="user_bg"),
    CardKind.ANSWER: CardStyle(),
    CardKind.THINKING: CardStyle(Pads(28, 2, 8, 6), ink="muted", head_px=28),
    CardKind.TOOL: CardStyle(Pads(12, 0, 12, 12), outline="line", head_px=34, head_left=12),
    CardKind.SKILL: CardStyle(Pads(12, 0, 12, 12), outline="line", head_px=34, head_left=12),
    CardKind.GROUP: CardStyle(outline="line", head_px=34, head_left=12),
    CardKind.CHILD: CardStyle(Pads(28, 2, 16, 12), outline="line", head_px=34, head_left=12),
    CardKind.NOTICE: CardStyle(_ASIDE, ink="muted"),
    CardKind.ERROR: CardStyle(Pads(38, 10, 16, 10), outline="deny", head_left=14),
    CardKind.DIVIDER: CardStyle(head_px=24, gap=24),
}


def style_of(kind: CardKind) -> CardStyle:
    """Returns the look of a kind."""
    return _STYLES[kind]


def icon_of(row: Row, *, is_open: bool) -> tuple[str, str]:
    """Returns the name and the role of the icon of a card; no name for kinds without one."""
    if row.kind is CardKind.THINKING:
        return ("chevron_down" if is_open else "chevron_right") if row.text else "thinking", "muted"
    if row.kind is CardKind.NOTICE:
        return ("warning", "deny") if row.say is Say.CONTEXT_LOST else ("info", "info")
    if row.kind is CardKind.ERROR:
        return "error", "deny"
    if row.kind is CardKind.SKILL and row.state is RowState.DONE:
        return "role", "muted"
    if row.kind in (CardKind.GROUP, *CALLS):
        return state_icon(row.state)
    if row.kind is CardKind.CHILD:
        return "agent", "muted"
    return "", ""


def state_icon(state: RowState) -> tuple[str, str]:
    """Returns the icon and the role of a state."""
    return _STATES.get(state, ("running", "accent"))


_STATES = {
    RowState.DONE: ("check", "allow"),
    RowState.APPLIED: ("check", "allow"),
    RowState.FAILED: ("failed", "deny"),
    RowState.REFUSED: ("close", "deny"),
    RowState.REJECTED: ("close", "ask"),
    RowState.ASKING: ("waiting", "ask"),
    RowState.WAITING: ("starting", "accent"),
    RowState.STOPPED: ("stopped", "ask"),
    RowState.INTERRUPTED: ("interrupted", "ask"),
}
