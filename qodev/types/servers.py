"""Servers of tools (MCP) as a person sets them up, and as front ends show them."""

from dataclasses import dataclass, field
from enum import StrEnum

from qodev.base.diagnostics import Diagnostic
from qodev.types.verdicts import Verdict
from qodev.types.work import ServerState

START_S, CALL_S = 30, 120  # P196
START_MOST_S, CALL_MOST_S = 120, 600


class Transport(StrEnum):
    """How a server is reached."""

    STDIO = "stdio"
    HTTP = "http"


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server as it is set up (P193). Values of `environment` and `headers` are names of environment variables."""

    id: str
    name: str
    transport: Transport
    is_enabled: bool = True
    command: str = ""
    arguments: tuple[str, ...] = ()
    folder: str = ""  # the working folder; "" is the home folder
    environment: tuple[tuple[str, str], ...] = ()  # (the server's variable, ours)
    url: str = ""
    headers: tuple[tuple[str, str], ...] = ()  # (header, our variable)
    oauth: bool = False
    start_s: int = START_S
    catalogue_s: int = START_S
    call_s: int = CALL_S


@dataclass(frozen=True, slots=True)
class InvalidServer:
    """An entry that cannot be used; the others are not touched by it."""

    label: str  # its id, or its number in the list
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class ServerFile:
    """What the user's file of servers says; `text` is None when it cannot be read."""

    path: str
    text: str | None = ""
    entries: tuple[ServerEntry, ...] = ()
    invalid: tuple[InvalidServer, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def is_usable(self) -> bool:
        """Tells whether entries can be added and changed."""
        return self.text is not None

    def find(self, server: str) -> ServerEntry | None:
        """Returns the entry with an id, compared folded."""
        return next((entry for entry in self.entries if entry.id.casefold() == server.casefold()), None)


@dataclass(frozen=True, slots=True)
class ImportedServer:
    """What came of one server in another program's file: an entry, or why there is none, and what was not taken."""

    label: str
    entry: ServerEntry | None
    losses: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()  # environment variables that must be set for it


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would add; nothing is stored by making it."""

    source: str  # whose shape it is, such as `mcpServers`
    servers: tuple[ImportedServer, ...] = ()
    losses: tuple[str, ...] = ()
    text: str = ""  # why nothing can be taken, "" else


@dataclass(frozen=True, slots=True)
class OperationRow:
    """An operation with what a profile and a project's mode would say to a call of it."""

    server: str
    function: str  # what the model calls (P194)
    uncut: str  # the name that rules may match whole (P79)
    name: str
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server in the list: how it is set up and how it stands."""

    state: ServerState
    entry: ServerEntry | None = None  # None for one that is invalid
    log: tuple[str, ...] = field(default=(), repr=False)
