"""The edit tools: create_file, write_file, apply_patch. They propose; what is written is what was accepted (P181 to P184)."""

from collections.abc import Awaitable, Callable

from qodev.base.text import with_line_ends
from qodev.base.textfiles import TEXT_LIMIT_BYTES
from qodev.tools.arguments import JsonObject, closed_object, text
from qodev.tools.envelope import wrap_untrusted
from qodev.tools.patch import apply_patch
from qodev.types.changes import ChangeKind, EditProposal, Hunk
from qodev.types.files import AppliedEdit, EditDesk, EditTarget, PathRefused
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

_PATH_POINTS = 240
_VERBS = {ChangeKind.CREATE: CallVerb.CREATE, ChangeKind.WRITE: CallVerb.WRITE, ChangeKind.PATCH: CallVerb.PATCH}
_NAMES = {ChangeKind.CREATE: "create_file", ChangeKind.WRITE: "write_file", ChangeKind.PATCH: "apply_patch"}
_BOM = "\ufeff"
_LISTED = 12  # rejected changes that a result names one by one

After = Callable[[EditTarget, str], str]
"""Returns the text after an edit, from the file and the second argument; raises ToolRefusal."""


def edit_tools(desk: EditDesk) -> "tuple[EditTool, ...]":
    """Returns the three tools."""
    return (
        EditTool(
            desk,
            ChangeKind.CREATE,
            "Creates a text file, UTF-8, with exactly this content; missing folders are made. The file must not exist.",
            {"content": text("The whole text of the new file.", TEXT_LIMIT_BYTES, least=0)},
            _created,
        ),
        EditTool(
            desk,
            ChangeKind.WRITE,
            "Replaces the text of a file that exists. Its encoding, byte order mark and line ends stay, whichever line "
            "ends the new text has.",
            {"content": text("The whole new text of the file.", TEXT_LIMIT_BYTES, least=0)},
            _written,
        ),
        EditTool(
            desk,
            ChangeKind.PATCH,
            "Changes a file that exists by the hunks of a unified diff. Lines that a hunk names must stand where it says, "
            "word for word; nothing is searched. Encoding and line ends of the file stay.",
            {
                "patch": text(
                    "Hunks only, each after its own `@@ -line,count +line,count @@`, without lines that name files.",
                    TEXT_LIMIT_BYTES,
                )
            },
            _patched,
        ),
    )


class EditTool:
    """Proposes one change of one file."""

    def __init__(self, desk: EditDesk, kind: ChangeKind, says: str, content: JsonObject, after: After) -> None:
        self._desk = desk
        self._kind = kind
        self._after = after
        (self._argument,) = content
        where = text("File relative to the project.", _PATH_POINTS)
        schema = closed_object({"relative_path": where, **content})
        self._spec = ToolSpec(ToolName(_NAMES[kind]), CallKind.EDIT, says, schema)

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Reads the file and makes the proposal; what is wrong with it waits until the rules have spoken (P131)."""
        argument, content = str(call.input["relative_path"]), str(call.input[self._argument])
        self._check_size(content)
        try:
            target = await self._desk.look(context, argument)
        except PathRefused as fault:
            refused = PermissionSubject(self._spec.name, CallKind.EDIT, paths=(argument,), refusal=fault.reason)
            return PreparedCall(
                refused, self._view(argument), _failing(f"{fault.reason[:1].upper()}{fault.reason[1:]}.")
            )
        subject = self._subject(target)
        view = self._view(target.path.given)
        try:
            proposal = await self._propose(call, target, content)
        except ToolRefusal as fault:
            return PreparedCall(subject, view, _failing(fault.text), fault=fault.text)

        async def bind() -> str:
            return await self._desk.binding(context, target, proposal)

        async def act(permit: Permit) -> ToolOutput:
            applied = await self._desk.apply(context, target, proposal, permit.accepted)
            return _output(self._spec.name.name, proposal, applied, is_unasked=permit.is_unasked)

        return PreparedCall(subject, view, act, bind, proposal)

    def _check_size(self, content: str) -> None:
        size = len(content.encode("utf-8", "surrogatepass"))
        if size > TEXT_LIMIT_BYTES:
            raise ToolRefusal(
                f"The argument `{self._argument}` is too long: {size:,} bytes, at most {TEXT_LIMIT_BYTES:,}."
            )

    def _subject(self, target: EditTarget) -> PermissionSubject:
        return PermissionSubject(
            self._spec.name,
            CallKind.EDIT,
            paths=target.path.names,
            is_steering=target.path.is_steering,
            folds_case=target.root.folds_case,
        )

    def _view(self, path: str) -> CallView:
        return CallView(_VERBS[self._kind], path)

    async def _propose(self, call: ToolCall, target: EditTarget, content: str) -> EditProposal:
        if target.fault:
            raise ToolRefusal(target.fault)
        if self._kind is ChangeKind.CREATE and target.path.exists:
            raise ToolRefusal(f"`{target.path.given}` exists already: use write_file or apply_patch.")
        if self._kind is not ChangeKind.CREATE and not target.path.exists:
            raise ToolRefusal(f"There is no file `{target.path.given}`: use create_file.")
        return await self._desk.propose(target, call.id, self._kind, lambda: self._after(target, content))


def _failing(reason: str) -> "Callable[[Permit], Awaitable[ToolOutput]]":
    async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001 -- nothing is permitted
        raise ToolRefusal(reason)

    return act


def _created(target: EditTarget, content: str) -> str:  # noqa: ARG001 -- there is no file yet
    return content


def _written(target: EditTarget, content: str) -> str:
    before = target.text
    assert before is not None
    if before.form.bom:
        content = content.removeprefix(_BOM)
    if "\n" not in before.text:
        return content
    return with_line_ends(content.replace("\r\n", "\n"), before.text)


def _patched(target: EditTarget, content: str) -> str:
    return apply_patch(target.text.text if target.text is not None else "", content)


def _output(tool: str, proposal: EditProposal, applied: AppliedEdit, *, is_unasked: bool) -> ToolOutput:
    verb = "Created" if proposal.kind is ChangeKind.CREATE else "Changed"
    lines = [f"{verb} `{proposal.path}`."]
    if applied.rejected:
        lines = [f"Applied {len(applied.applied)} of {len(proposal.hunks)} changes to `{proposal.path}`."]
        lines += [f"Rejected by the user: {_place(proposal.hunks[at])}." for at in applied.rejected[:_LISTED]]
        if len(applied.rejected) > _LISTED:
            lines.append(f"Rejected by the user: {len(applied.rejected) - _LISTED} more.")
        lines.append("Rejected changes were not written: read the file before you change it again.")
    content = "\n".join(lines)
    facts = tuple(("mark", mark) for mark in proposal.marks)  # S57: also where nobody was asked
    facts += (("applied", "unasked"),) if is_unasked else ()
    wrapped, _ = wrap_untrusted(tool, content, path=proposal.path)
    return ToolOutput(wrapped, shown=content, files=(proposal.path,), facts=facts)


def _place(hunk: Hunk) -> str:
    """Says where a change stands in the text from before."""
    if not hunk.before:
        return f"the lines put in before line {hunk.before_start}"
    last = hunk.before_start + len(hunk.before) - 1
    return (
        f"the change of line {last}"
        if last == hunk.before_start
        else f"the change of lines {hunk.before_start} to {last}"
    )
