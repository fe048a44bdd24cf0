"""Turns what an MCP server lists into operations with names and limits; what breaks one is left out with a note."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, dump_pretty
from qodev.base.text import clip, show_hidden
from qodev.tools.arguments import closed_object, text
from qodev.types.tools import ToolName

# P195
OPERATIONS_MOST = 512
DESCRIPTION_MOST = 4_000
SCHEMA_MOST_BYTES = 64 * 1024
SCHEMAS_MOST_BYTES = 1024 * 1024
NAME_MOST = 160
ARGUMENTS_MOST = 500_000
_VALUE_MOST = 4_000  # of one argument of a prompt or a template
_VARIABLE = re.compile(r"\{[+#./;?&]?([^{}]*)\}")
_SHOWN_NAME = 80

Fingerprint = Callable[[str, str, str, JsonValue], str]
"""Returns one number for a target, a name, a description and a schema (P129)."""


class OperationKind(StrEnum):
    """What an operation is on the server's side; the value is the prefix of its name (P194)."""

    TOOL = ""
    PROMPT = "prompt:"
    RESOURCE = "resource:"
    TEMPLATE = "resource-template:"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that a server can be asked for."""

    server: str
    kind: OperationKind
    name: str  # as rules and people see it, its kind before it
    target: str  # what the server is asked for: the tool's or prompt's name, a URI, a template of one
    description: str
    schema: Mapping[str, JsonValue]
    digest: str = ""  # over name, description, schema and target (S151)

    @property
    def tool(self) -> ToolName:
        """Returns the names that models and rules see (P194)."""
        return ToolName.of_server(self.server, self.name)

    @property
    def shown(self) -> str:
        """Returns what was accepted, or is to be, as text of which a difference can be made."""
        parts = [f"name: {self.name}", f"asks for: {self.target}", "description:", self.description, "arguments:"]
        return show_hidden("\n".join((*parts, dump_pretty(self.schema))))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that a server lists and that is not used."""

    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server lists, as it came."""

    tools: Sequence[JsonValue] = ()
    prompts: Sequence[JsonValue] = ()
    resources: Sequence[JsonValue] = ()
    templates: Sequence[JsonValue] = ()
    notes: tuple[str, ...] = ()  # such as that a list did not end


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The operations of one server, in the order in which it lists them."""

    operations: tuple[Operation, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(slots=True)
class _Building:
    """A catalogue in the making."""

    server: str
    fingerprint: Fingerprint
    operations: list[Operation] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    schema_bytes: int = 0

    def take(self, found: Operation) -> None:
        note, size = self._fault(found)
        if note:
            self.left_out.append(LeftOut(clip(found.name, NAME_MOST), note))
            return
        self.schema_bytes += size
        self.functions.add(found.tool.name)
        wanted: dict[str, JsonValue] = {"schema": found.schema, "target": found.target}
        self.operations.append(replace(found, digest=self.fingerprint("", found.name, found.description, wanted)))

    def _fault(self, found: Operation) -> tuple[str, int]:
        """Returns why an operation is left out, "" for one that is fine, and the size of its schema."""
        if not found.name.removeprefix(found.kind.value).strip():
            return "It has no name.", 0
        if len(found.name) > NAME_MOST:
            return f"Its name is longer than {NAME_MOST} characters.", 0
        if len(found.description) > DESCRIPTION_MOST:
            return f"Its description is longer than {DESCRIPTION_MOST:,} characters.", 0
        try:
            size = len(dump_compact(found.schema).encode("utf-8", "surrogatepass"))
        except JsonFault:
            return "Its schema is no JSON.", 0
        if size > SCHEMA_MOST_BYTES:
            return f"Its schema is larger than {SCHEMA_MOST_BYTES // 1024} KiB.", 0
        if found.schema.get("type") != "object":
            return "Its schema is no object.", 0
        if self.schema_bytes + size > SCHEMAS_MOST_BYTES:
            return "The schemas of all tools together are larger than 1 MiB.", 0
        if len(self.operations) >= OPERATIONS_MOST:
            return f"Only {OPERATIONS_MOST} operations are used.", 0
        return ("Another operation has its name.", 0) if found.tool.name in self.functions else ("", size)


def build_catalogue(server: str, listing: Listing, fingerprint: Fingerprint) -> Catalogue:
    """Returns what a server offers; its descriptions and schemas are data of a stranger and decide nothing (S152)."""
    building = _Building(server, fingerprint)
    kinds = (
        (listing.tools, _tool, "a tool"),
        (listing.prompts, _prompt, "a prompt"),
        (listing.resources, _resource, "a resource"),
        (listing.templates, _template, "a resource template"),
    )
    for raws, read, what in kinds:
        for raw in raws:
            found = read(server, raw) if isinstance(raw, Mapping) else None
            if found is None:
                building.left_out.append(LeftOut(_name_of(raw), f"It is not what {what} must be."))
            else:
                building.take(found)
    return Catalogue(tuple(building.operations), tuple(building.left_out))


def _name_of(raw: JsonValue) -> str:
    name = raw.get("name") if isinstance(raw, Mapping) else None
    return clip(name, _SHOWN_NAME) if isinstance(name, str) else "?"


def _string(raw: Mapping[str, JsonValue], key: str) -> str | None:
    value = raw.get(key)
    return value if isinstance(value, str) else None


def _tool(server: str, raw: Mapping[str, JsonValue]) -> Operation | None:
    name, schema = _string(raw, "name"), raw.get("inputSchema")
    if name is None or not isinstance(schema, Mapping):
        return None
    whole = schema if "type" in schema else {"type": "object"} | dict(schema)
    return Operation(server, OperationKind.TOOL, name, name, _string(raw, "description") or "", whole)


def _prompt(server: str, raw: Mapping[str, JsonValue]) -> Operation | None:
    name, given = _string(raw, "name"), raw.get("arguments") or ()
    if name is None or not isinstance(given, Sequence) or isinstance(given, str):
        return None
    arguments = [one for one in given if isinstance(one, Mapping) and isinstance(one.get("name"), str)]
    if len(arguments) != len(given):
        return None
    properties = {str(one["name"]): text(_string(one, "description") or "", _VALUE_MOST, least=0) for one in arguments}
    optional = [str(one["name"]) for one in arguments if one.get("required") is not True]
    schema = closed_object(properties, optional=optional)
    full = f"{OperationKind.PROMPT.value}{name}"
    return Operation(server, OperationKind.PROMPT, full, name, _string(raw, "description") or "", schema)


def _resource(server: str, raw: Mapping[str, JsonValue]) -> Operation | None:
    name, uri = _string(raw, "name"), _string(raw, "uri")
    if name is None or not uri:
        return None
    full = f"{OperationKind.RESOURCE.value}{name}"
    return Operation(server, OperationKind.RESOURCE, full, uri, _string(raw, "description") or "", closed_object({}))


def _template(server: str, raw: Mapping[str, JsonValue]) -> Operation | None:
    name, uri = _string(raw, "name"), _string(raw, "uriTemplate")
    if name is None or not uri:
        return None
    names = list(_variables(uri))
    properties = {one: text(f"Stands in {clip(uri, _SHOWN_NAME)}.", _VALUE_MOST) for one in names}
    full = f"{OperationKind.TEMPLATE.value}{name}"
    description = _string(raw, "description") or ""
    return Operation(server, OperationKind.TEMPLATE, full, uri, description, closed_object(properties))


def _variables(uri: str) -> Iterable[str]:
    """Yields the names of the variables of a URI template (RFC 6570), without their modifiers."""
    listed = (part for found in _VARIABLE.finditer(uri) for part in found.group(1).split(","))
    return dict.fromkeys(part.rstrip("*").partition(":")[0].strip() for part in listed if part.strip())


_HOME = re.compile(
    r"(?:^|[\s\"'`(=])(?:~[/\\]|\$\{?HOME\b|%USERPROFILE%|/home/\w|/Users/\w|[A-Za-z]:\\Users\\)", re.IGNORECASE
)
_SECRET_PLACE = re.compile(r"\.(?:ssh|aws|gnupg|netrc|kube|docker|npmrc|pypirc|env)\b")
_COMMAND = re.compile(
    r"\b(?:curl|wget|bash|zsh|powershell|sudo|chmod|chown|eval|scp|nc)\s+[-./~$\w]|\brm\s+-|\bsh\s+-c\b|\|\s*(?:ba)?sh\b",
    re.IGNORECASE,
)
_OF_A_TOOL = re.compile(r"[_-]|[a-z][A-Z]")


def flags_of(operation: Operation, others: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Returns what a person should know before accepting an operation; nothing is decided by it (S152).

    `others` are the names of the operations of the other servers, by server.
    """
    shown = f"{operation.description}\n{dump_compact(operation.schema)}"
    found: list[str] = []
    if show_hidden(operation.name + operation.description) != operation.name + operation.description:
        found.append("Its name or description holds characters that cannot be seen, or gaps.")
    if not operation.name.isascii():
        found.append("Its name holds letters that may look like others.")
    if _HOME.search(shown) or _SECRET_PLACE.search(shown):
        found.append("Its description names a path in the home folder.")
    if _COMMAND.search(shown):
        found.append("Its description holds what looks like a shell command.")
    named = sorted(
        f"{server}/{name}" for server, names in others.items() for name in names if _names(shown, server, name)
    )
    if named:
        found.append(f"Its description names tools of other servers: {', '.join(named[:5])}.")
    return tuple(found)


def _names(shown: str, server: str, name: str) -> bool:
    """Tells whether a text names a tool: as a word when it looks like a name, a plain word in quotes or with its server."""
    if len(name) < 4 or name not in shown:
        return False
    if _OF_A_TOOL.search(name):
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", shown) is not None
    return re.search(rf"[`'\"]{re.escape(name)}[`'\"]|{re.escape(server)}\W+{re.escape(name)}\b", shown) is not None
