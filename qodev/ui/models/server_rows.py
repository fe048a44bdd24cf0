"""MCP servers in the settings: a row for each, the tools of the one in front, and what waits to be accepted (U53)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from qodev.base.text import show_hidden
from qodev.types.permissions import Effect
from qodev.types.servers import OperationRow, ServerRow, Transport
from qodev.types.work import OperationState, ServerOperation, ServerState, ServerStatus
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.profile_words import EFFECT_ROLES, effect_word

_STATES = {
    ServerStatus.OFF: (QT_TRANSLATE_NOOP("ServerTable", "Off"), "stopped", "muted"),
    ServerStatus.IDLE: (QT_TRANSLATE_NOOP("ServerTable", "Not connected"), "paused", "muted"),
    ServerStatus.CONNECTING: (QT_TRANSLATE_NOOP("ServerTable", "Starting"), "starting", "ask"),
    ServerStatus.READY: (QT_TRANSLATE_NOOP("ServerTable", "Ready"), "ok", "allow"),
    ServerStatus.FAILED: (QT_TRANSLATE_NOOP("ServerTable", "Failed"), "error", "deny"),
    ServerStatus.SIGN_IN: (QT_TRANSLATE_NOOP("ServerTable", "Sign-in needed"), "key", "ask"),
    ServerStatus.INVALID: (QT_TRANSLATE_NOOP("ServerTable", "Invalid"), "error", "deny"),
}
_OPERATIONS = {
    OperationState.ACCEPTED: (QT_TRANSLATE_NOOP("ServerTable", "Accepted"), "ok", "allow"),
    OperationState.NEW: (QT_TRANSLATE_NOOP("ServerTable", "New"), "warning", "ask"),
    OperationState.CHANGED: (QT_TRANSLATE_NOOP("ServerTable", "Changed"), "warning", "ask"),
    OperationState.LEFT_OUT: (QT_TRANSLATE_NOOP("ServerTable", "Left out"), "hidden", "muted"),
}
_WAITING = (OperationState.NEW, OperationState.CHANGED)
_TRANSPORTS = {
    Transport.STDIO: QT_TRANSLATE_NOOP("ServerTable", "Program"),
    Transport.HTTP: QT_TRANSLATE_NOOP("ServerTable", "HTTP"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ServerTable", text, "", count)


@dataclass(frozen=True, slots=True)
class ServerLine:
    """One server of the list."""

    id: str  # of the row
    server: str
    name: str
    transport: str
    state: str
    icon: str
    role: str
    tools: str
    row: ServerRow

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.server, self.transport, self.state) if part)


@dataclass(frozen=True, slots=True)
class ToolLine:
    """One operation of the server in front, under its three names."""

    id: str
    name: str
    function: str
    uncut: str
    state: str
    icon: str
    role: str
    verdict: str = ""
    verdict_icon: str = ""
    verdict_role: str = ""
    about: str = ""  # the untrusted description, and what about it is odd

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says."""
        return ", ".join(part for part in (self.name, self.state, self.verdict) if part)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a person is asked to accept: a launch, or an operation."""

    name: str  # "" for the launch
    digest: str
    title: str
    difference: str
    note: str = ""
    is_changed: bool = False  # else it is new


@dataclass(frozen=True, slots=True)
class ServersState:
    """Everything that is shown of servers."""

    lines: tuple[ServerLine, ...] = ()
    hint: str = ""
    is_readable: bool = True
    path: str = ""
    front: str = ""  # id of the server in front
    about: str = ""  # how it stands, in sentences
    launch: str = ""
    tools: tuple[ToolLine, ...] = ()
    changes: tuple[Change, ...] = ()
    is_launch_waiting: bool = False
    log: str = ""
    profiles: tuple[str, ...] = ()
    profile: str = ""

    @property
    def line(self) -> ServerLine | None:
        """Returns the server in front."""
        return next((line for line in self.lines if line.id == self.front), None)


def why_not_removed(line: ServerLine, lines: Sequence[ServerLine]) -> str:
    """Returns why the file must be opened to remove a server, "" when it can be removed here."""
    same = [one for one in lines if one.row.state.id.casefold() == line.row.state.id.casefold()]
    is_clear = line.row.entry is not None or (len(same) == 1 and " " not in line.row.state.id)
    return "" if is_clear else _tr("Several entries could be meant. Open the file.")


def server_line(index: int, row: ServerRow) -> ServerLine:
    """Returns a server as it stands in the list; `index` tells invalid ones apart, which may have any id or none."""
    state = row.state
    word, icon, role = _STATES[state.status]
    usable = [one for one in state.operations if one.state is not OperationState.LEFT_OUT]
    accepted = sum(one.state is OperationState.ACCEPTED for one in usable)
    tools = _tr("{0} of {1}").format(accepted, len(usable)) if usable else ""
    text = _tr(word)
    if state.needs_accepting:
        text, icon, role = _tr("{0}, changed").format(text), "warning", "ask"
    transport = _tr(_TRANSPORTS[row.entry.transport]) if row.entry is not None else ""
    key = f"{index}:{state.id}" if state.status is ServerStatus.INVALID else state.id
    return ServerLine(key, show_hidden(state.id), show_hidden(state.name), transport, text, icon, role, tools, row)


def about_server(state: ServerState) -> str:
    """Returns how a server stands, in sentences."""
    match state.status:
        case ServerStatus.INVALID:
            return show_hidden(state.text)
        case ServerStatus.OFF:
            return _tr("It is switched off and never connected.")
        case _ if not state.is_launch_accepted:
            return _tr("It is not started until you accept how it starts: see below, then Review changes…")
        case ServerStatus.IDLE:
            return _tr("It is connected when a Code task begins.")
        case ServerStatus.CONNECTING:
            return _tr("Starting `{0}`…").format(state.id)
        case ServerStatus.SIGN_IN:
            return _tr("It wants you to sign in. Test opens your browser.")
        case ServerStatus.FAILED:
            first = show_hidden(state.text.partition("\n")[0])
            return _tr("`{0}` {1}. See its log.").format(state.id, first.removesuffix("."))
        case _:
            return _tr("Connected: {0}").format(show_hidden(state.text)) if state.text else _tr("Connected.")


def tool_lines(state: ServerState, verdicts: Sequence[OperationRow]) -> tuple[ToolLine, ...]:
    """Returns the operations of a server; `verdicts` are those under the profile that was chosen."""
    by_name = {row.name: row for row in verdicts if row.server == state.id}
    return tuple(_tool_line(index, one, by_name.get(one.name)) for index, one in enumerate(state.operations))


def _tool_line(index: int, one: ServerOperation, row: OperationRow | None) -> ToolLine:
    word, icon, role = _OPERATIONS[one.state]
    about = [show_hidden(one.description), show_hidden(one.note)]
    line = ToolLine(
        id=f"{index}:{one.name}",
        name=show_hidden(one.name),
        function=one.function,
        uncut=row.uncut if row is not None else "",
        state=_tr(word),
        icon=icon,
        role=role,
        about="\n".join(part for part in about if part),
    )
    if row is None or row.verdict is None:
        return line
    effect = Effect.DENY if row.verdict.is_hidden else row.verdict.value
    verdict = _tr("{0}, hidden").format(effect_word(effect)) if row.verdict.is_hidden else effect_word(effect)
    verdict_icon, verdict_role = EFFECT_ROLES[effect]
    return ToolLine(
        *(line.id, line.name, line.function, line.uncut, line.state, line.icon, line.role),
        verdict,
        verdict_icon,
        verdict_role,
        line.about,
    )


def changes_of(state: ServerState) -> tuple[Change, ...]:
    """Returns what waits to be accepted: the launch first, then what is new or changed of the operations."""
    found: list[Change] = []
    if not state.is_launch_accepted and state.status is not ServerStatus.INVALID:
        title = _tr("How it starts has changed") if state.launch_difference else _tr("How it starts")
        found.append(Change("", "", title, state.launch_difference or state.launch, "", bool(state.launch_difference)))
    for one in state.operations:
        if one.state in _WAITING:
            is_changed = one.state is OperationState.CHANGED
            title = (_tr("Changed: {0}") if is_changed else _tr("New: {0}")).format(show_hidden(one.name))
            found.append(Change(one.name, one.digest, title, one.difference, one.note, is_changed))
    return tuple(found)
