"""Takes servers over from the files of other programs: a plan with everything that would be lost, and no secret."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from qodev.base.jsontext import JsonFault, JsonValue, loads_strict
from qodev.base.logs import KnownSecrets, redact
from qodev.tools.mcp_fields import EntryFault, is_variable, read_entry
from qodev.types.servers import ImportedServer, ImportPlan

# The key that holds the servers, by the program whose shape it is: Claude Code, Cursor and many more; VS Code; Zed.
_SHAPES = ("mcpServers", "servers", "context_servers")
_REFERENCE = re.compile(
    r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)|%([A-Za-z_][A-Za-z0-9_]*)%"
)
_PLACEHOLDER = re.compile(r"\$\{[^}]*\}")
_OUTSIDE_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_OUTSIDE_VARIABLE = re.compile(r"[^A-Za-z0-9]+")
# What decides about calls there. Here profiles and modes do, so none of it is taken.
_RIGHTS = ("alwaysAllow", "autoApprove", "autoAllow", "trust", "allowedTools", "excludeTools", "includeTools")
_READ = {"command", "args", "env", "cwd", "url", "serverUrl", "httpUrl", "headers", "type", "transport"} | {
    *("disabled", "enabled", "name", "description", "source"),
    *_RIGHTS,
}
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')
_DEPTH_MOST = 20
_SERVERS_LOOKED_AT = 100


def plan_import(text: str, taken: Sequence[str]) -> ImportPlan:
    """Returns what could be taken over; `taken` are ids in use, which the new ones avoid."""
    try:
        document = loads_strict(_without_comments(text), depth_limit=_DEPTH_MOST)
    except (JsonFault, ValueError) as fault:
        return ImportPlan("", text=f"This is no JSON text: {fault}.")
    source = next((key for key in _SHAPES if isinstance(document, Mapping) and key in document), "")
    servers = document.get(source) if isinstance(document, Mapping) and source else None
    if isinstance(document, Mapping) and isinstance(document.get("mcp"), Mapping):  # VS Code's settings.json
        inner = document["mcp"]
        assert isinstance(inner, Mapping)
        source, servers = ("mcp.servers", inner["servers"]) if "servers" in inner else (source, servers)
    if not isinstance(servers, Mapping):
        shapes = ", ".join(f"`{key}`" for key in _SHAPES)
        return ImportPlan("", text=f"There are no servers in this file: none of {shapes} holds an object.")
    used = [name.casefold() for name in taken]
    found = tuple(_one(name, raw, used) for name, raw in list(servers.items())[:_SERVERS_LOOKED_AT])
    asks = isinstance(document, Mapping) and "inputs" in document
    losses = ["What `inputs` asks for is not taken: set variables instead."] if asks else []
    return ImportPlan(source, found, tuple(losses))


def _one(name: str, raw: JsonValue, used: list[str]) -> ImportedServer:
    if not isinstance(raw, Mapping):
        return ImportedServer(name, None, ("It is no object.",))
    losses: list[str] = []
    variables: list[str] = []
    server = _free_id(name, used)
    entry = _as_entry(server, name, _flattened(raw, losses), losses, variables)
    if isinstance(entry, str):
        return ImportedServer(name, None, (entry, *losses))
    try:
        taken = read_entry(entry)
    except EntryFault as fault:
        return ImportedServer(name, None, (f"It cannot be used here: {fault.reason}.", *losses))
    used.append(server.casefold())
    return ImportedServer(name, taken, tuple(losses), tuple(dict.fromkeys(variables)))


def _free_id(name: str, used: Sequence[str]) -> str:
    stem = _OUTSIDE_NAME.sub("-", name).strip("-")[:36] or "server"
    tries = (stem, *(f"{stem}-{number}" for number in range(2, _SERVERS_LOOKED_AT + 50)))
    return next(one for one in tries if one.casefold() not in used)


def _flattened(raw: Mapping[str, JsonValue], losses: list[str]) -> Mapping[str, JsonValue]:
    """Returns the fields in one level; Zed keeps program, arguments and variables inside of `command`."""
    inner = raw.get("command")
    flat = dict(raw)
    if isinstance(inner, Mapping):
        flat |= {"command": inner.get("path"), "args": inner.get("args", []), "env": inner.get("env") or {}}
    losses.extend(f"`{key}` is not taken." for key in flat if key not in _READ)
    rights = [key for key in flat if key in _RIGHTS]
    if rights:
        names = ", ".join(f"`{key}`" for key in rights)
        losses.append(f"{names}: not taken; profiles and modes decide about calls here.")
    return flat


def _as_entry(
    server: str, name: str, flat: Mapping[str, JsonValue], losses: list[str], variables: list[str]
) -> Mapping[str, JsonValue] | str:
    url = flat.get("url") or flat.get("httpUrl") or flat.get("serverUrl")
    kind = flat.get("type") or flat.get("transport") or ("http" if url else "stdio")
    entry: dict[str, JsonValue] = {"id": server, "name": name[:80], "transport": "http" if url else "stdio"}
    if flat.get("disabled") is True or flat.get("enabled") is False:
        entry["enabled"] = False
    if kind == "sse":
        return "It speaks the former transport `sse`, which is not supported; ask for its `http` address."
    if url:
        return entry | {"url": url, "headers": _named(flat.get("headers"), server, losses, variables, is_header=True)}
    folder = flat.get("cwd")
    if isinstance(folder, str) and PurePath(folder).is_absolute():
        entry["folder"] = folder
    elif folder:
        losses.append("`cwd` is no whole path and is not taken; the server starts in your home folder.")
    environment = _named(flat.get("env"), server, losses, variables)
    return entry | {"command": flat.get("command"), "arguments": _arguments(flat, losses), "environment": environment}


def _arguments(flat: Mapping[str, JsonValue], losses: list[str]) -> JsonValue:
    given = flat.get("args", [])
    if not isinstance(given, Sequence) or isinstance(given, str):
        return given
    kept: list[JsonValue] = []
    for number, argument in enumerate(given, 1):
        if isinstance(argument, str) and redact(argument, KnownSecrets()) != argument:
            losses.append(f"Argument {number} looks like a key and is not taken; pass it by a variable.")
            continue
        if isinstance(argument, str) and _PLACEHOLDER.search(argument):
            losses.append(f"Argument {number} holds a placeholder, which is passed on as it is.")
        kept.append(argument)
    return kept


def _named(
    given: JsonValue, server: str, losses: list[str], variables: list[str], *, is_header: bool = False
) -> JsonValue:
    """Returns names of variables in the place of values; a value itself is never taken, shown or stored."""
    if not isinstance(given, Mapping):
        return {}
    found: dict[str, JsonValue] = {}
    for own, value in given.items():
        reference = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
        if reference is not None:
            variable = next(group for group in reference.groups() if group)
        else:
            variable = _variable_for(own, server, is_header=is_header)
            losses.append(f"The value of `{own}` is not taken: set the environment variable `{variable}` to it.")
        found[own] = variable
        variables.append(variable)
    return found


def _variable_for(own: str, server: str, *, is_header: bool) -> str:
    if not is_header and is_variable(own):
        return own
    name = _OUTSIDE_VARIABLE.sub("_", f"{server}_{own}").strip("_").upper()
    return name if name[:1].isalpha() else f"MCP_{name}"


def _without_comments(text: str) -> str:
    """Returns the text with comments and trailing commas blanked out, outside of strings; VS Code and Zed allow both."""
    plain = _TOKEN.sub(lambda found: found.group() if found.group().startswith('"') else " ", text)
    return _COMMA.sub(lambda found: found.group(1) or "", plain)
