"""The reading tools that every profile has: list_files, read_file, search_files (P178 to P180)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from qodev.base.tasks import WorkPool
from qodev.tools.arguments import JsonObject, closed_object, text
from qodev.tools.envelope import FILE_LIMIT, cut_middle, wrap_untrusted
from qodev.tools.scan import Found, Scan, ScanLimits, read_text, scan_folder
from qodev.tools.search import Hits, Searching, stopping
from qodev.types.files import FileRoot, OpenRoot, PathRefused, ProjectPath
from qodev.types.permissions import CallKind
from qodev.types.tooling import (
    CallVerb,
    CallView,
    Permit,
    PreparedCall,
    ToolCall,
    ToolContext,
    ToolOutput,
    ToolRefusal,
    ToolSpec,
)
from qodev.types.tools import ToolName
from qodev.types.verdicts import PermissionSubject

PATH_POINTS = 240
_QUERY_POINTS = 1_000
UNSEEN = "Folders of tools and results, links, and names that look like secrets are left out."
_NOTE_ROOM = 200


@dataclass(frozen=True, slots=True)
class ReadParts:
    """What the reading tools work with."""

    pool: WorkPool
    open_root: OpenRoot
    searching: Searching
    limits: ScanLimits = field(default_factory=ScanLimits)

    async def scan(self, context: ToolContext, root: FileRoot, start: ProjectPath | None) -> Scan:
        """Returns what a call may see below a folder; raises PathRefused, OSError."""
        with stopping() as stopped:
            return await self.pool.run(scan_folder, root, start, context.may_show, self.limits, stopped)


class ListFiles:
    """Lists a folder with what lies below it."""

    def __init__(self, parts: ReadParts) -> None:
        self._parts = parts
        where = text("Folder relative to the project; empty for the whole project.", PATH_POINTS, least=0)
        says = "Lists files and folders below a folder of the project, the upper levels first. A folder ends in `/`."
        self._spec = _spec("list_files", f"{says} {UNSEEN}", {"relative_directory": where})

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Resolves the folder."""
        argument = str(call.input["relative_directory"])
        view = CallView(CallVerb.LIST, argument or ".", text=argument)
        return await _prepare_at(self._parts, context, self._spec.name, view, self._list)

    async def _list(self, context: ToolContext, root: FileRoot, start: ProjectPath) -> ToolOutput:
        if not start.exists:
            raise ToolRefusal(f"There is no folder `{start.given}`.")
        try:
            scan = await self._parts.scan(context, root, start)
        except NotADirectoryError:
            raise ToolRefusal(f"`{start.given}` is no folder.") from None
        return name_list("list_files", scan.found, self._parts.limits, is_cut=scan.is_cut, path=start.given)


class ReadFile:
    """Reads one text file."""

    def __init__(self, parts: ReadParts) -> None:
        self._parts = parts
        where = text("File relative to the project.", PATH_POINTS)
        says = "Returns the text of a file of the project with its line ends as they are; of a long one head and tail."
        self._spec = _spec("read_file", says, {"relative_path": where})

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Resolves the path."""
        argument = str(call.input["relative_path"])
        view = CallView(CallVerb.READ, argument, text=argument)
        return await _prepare_at(self._parts, context, self._spec.name, view, self._read)

    async def _read(self, context: ToolContext, root: FileRoot, where: ProjectPath) -> ToolOutput:  # noqa: ARG002
        content = (await self._parts.pool.run(read_text, root, where)).text
        wrapped, is_cut = wrap_untrusted("read_file", content, path=where.given)
        return ToolOutput(wrapped, shown=cut_middle(content, FILE_LIMIT)[0], is_cut=is_cut)


class SearchFiles:
    """Searches the project for a text."""

    def __init__(self, parts: ReadParts) -> None:
        self._parts = parts
        query = text("Text to find in one line, taken literally; case does not count.", _QUERY_POINTS)
        says = "Finds the lines of the project's text files that hold a text, as `path:line: text`."
        self._spec = _spec("search_files", f"{says} {UNSEEN}", {"query": query})

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Looks at the query."""
        query = str(call.input["query"])
        if "\n" in query or "\r" in query:
            raise ToolRefusal("The argument `query` must be one line.")

        async def search() -> ToolOutput:
            root = await self._parts.open_root(context)
            scan = await self._parts.scan(context, root, None)
            found = await self._parts.searching.find_text(root, scan, query, self._parts.limits)
            return hit_list("search_files", found, self._parts.limits)

        async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001 -- a reading has nothing to choose
            return await told(search())

        return PreparedCall(PermissionSubject(self._spec.name, CallKind.READ), CallView(CallVerb.SEARCH, query), act)


def _spec(name: str, says: str, properties: JsonObject) -> ToolSpec:
    return ToolSpec(ToolName(name), CallKind.READ, says, closed_object(properties))


_Reading = Callable[[ToolContext, FileRoot, ProjectPath], Awaitable[ToolOutput]]


async def _prepare_at(
    parts: ReadParts, context: ToolContext, tool: ToolName, view: CallView, read: _Reading
) -> PreparedCall:
    """Resolves the path that a call is about; what no rule can allow stays in the subject (S49)."""
    argument = view.text

    async def look() -> tuple[FileRoot, ProjectPath]:
        root = await parts.open_root(context)
        return root, await parts.pool.run(root.resolve_read, argument)

    async def again(names: Sequence[str]) -> ToolOutput:
        root, found = await look()
        if found.names != names:  # a link was put there since the rules looked at it
            raise ToolRefusal(f"`{found.given}` leads somewhere else than it did.")
        return await read(context, root, found)

    async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001 -- a reading has nothing to choose
        return await told(again(subject.paths))

    try:
        root, found = await look()
        subject = PermissionSubject(tool, CallKind.READ, paths=found.names, folds_case=root.folds_case)
    except PathRefused as fault:
        subject = PermissionSubject(tool, CallKind.READ, paths=(argument,), refusal=fault.reason)
    return PreparedCall(subject, replace(view, text=""), act)


def name_list(tool: str, found: Sequence[Found], limits: ScanLimits, *, is_cut: bool, path: str = "") -> ToolOutput:
    """Returns names, one a line, within the limit of names and the room of a result; a cut list says so."""
    lines = [f"{one.shown}/" if one.is_folder else one.shown for one in found[: limits.names]]
    kept = _fitting(lines)
    is_whole = len(kept) == len(found)
    if not is_whole:
        kept.append(f"[… {len(kept)} names are shown, there are more: name a folder further down]")
    elif is_cut:
        kept.append(f"[… only the first {limits.entries:,} entries were looked at]")
    elif not kept:
        kept.append("[nothing to list]")
    return _output(tool, kept, path, is_cut=is_cut or not is_whole)


def hit_list(tool: str, found: Hits, limits: ScanLimits) -> ToolOutput:
    """Returns the lines of a search as `path:line: text`; a cut list says so."""
    lines = [f"{hit.path}:{hit.line}: {hit.text}" for hit in found.hits]
    kept = _fitting(lines)
    is_whole = len(kept) == len(lines)
    if not is_whole or (found.is_cut and len(lines) >= limits.hits):
        kept.append(f"[… {len(kept)} lines are shown, there are more: search for something narrower]")
    elif found.is_cut:
        kept.append(f"[… only the first {limits.files} files were searched]")
    elif not kept:
        kept.append("[nothing found]")
    return _output(tool, kept, "", is_cut=found.is_cut or not is_whole)


def _fitting(lines: Sequence[str]) -> list[str]:
    """Returns the first lines that leave room for a note in a result."""
    room = FILE_LIMIT - _NOTE_ROOM
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _output(tool: str, lines: Sequence[str], path: str, *, is_cut: bool) -> ToolOutput:
    content = "\n".join(lines)
    return ToolOutput(wrap_untrusted(tool, content, path=path)[0], shown=content, is_cut=is_cut)


async def told(work: Awaitable[ToolOutput]) -> ToolOutput:
    """Awaits a reading; what it meets in the project is told to the model."""
    try:
        return await work
    except PathRefused as fault:
        raise ToolRefusal(sentence(fault.reason)) from fault
    except OSError as fault:
        reason = (fault.strerror or "unknown cause").lower()
        raise ToolRefusal(f"The project cannot be read: {reason}.") from fault


def sentence(reason: str) -> str:
    """Returns a reason as a sentence."""
    return f"{reason[:1].upper()}{reason[1:]}."
