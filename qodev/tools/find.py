"""The finding tools of profiles that name them: glob_files, grep_files (P172, P173)."""

import re
from collections.abc import Sequence

from qodev.base.patterns import PathGlob
from qodev.tools.arguments import closed_object, text
from qodev.tools.read import UNSEEN, ReadParts, hit_list, name_list, told
from qodev.tools.scan import Found
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

_PATTERN_POINTS = 240
_WILD = re.compile(r"[*?][*?/]*")  # `**/` can be nothing, its slash too


class GlobFiles:
    """Finds files by their path."""

    def __init__(self, parts: ReadParts) -> None:
        self._parts = parts
        pattern = text(
            "Path pattern for the whole path from the project's folder: `*` is any run without `/`, `**` any run, "
            "`?` one character. `**/*.py` finds every Python file.",
            _PATTERN_POINTS,
        )
        says = f"Lists the files of the project whose path fits a pattern. {UNSEEN}"
        self._spec = ToolSpec(ToolName("glob_files"), CallKind.READ, says, closed_object({"pattern": pattern}))

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Looks at the pattern."""
        pattern = str(call.input["pattern"])
        if pattern.startswith(("/", "~")) or "\\" in pattern or ".." in pattern.split("/"):
            raise ToolRefusal("The argument `pattern` is relative to the project, with `/` and without `..`.")

        async def find() -> ToolOutput:
            root = await self._parts.open_root(context)
            scan = await self._parts.scan(context, root, None)
            found = await self._parts.pool.run(fitting, pattern, scan.files, folds_case=root.folds_case)
            return name_list("glob_files", found, self._parts.limits, is_cut=scan.is_cut)

        async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001 -- a reading has nothing to choose
            return await told(find())

        subject = PermissionSubject(self._spec.name, CallKind.READ, query=pattern)
        return PreparedCall(subject, CallView(CallVerb.SEARCH, pattern), act)


def fitting(pattern: str, files: Sequence[Found], *, folds_case: bool) -> list[Found]:
    """Returns the files whose whole path fits; most are told by the plain ends of the pattern."""
    wanted = pattern.casefold() if folds_case else pattern
    fits = PathGlob(wanted).matches
    head, tail = _WILD.split(wanted, maxsplit=1)[0], _WILD.split(wanted)[-1]
    found: list[Found] = []
    for one in files:
        path = one.shown.casefold() if folds_case else one.shown
        if path.startswith(head) and path.endswith(tail) and fits(path):
            found.append(one)
    return found


class GrepFiles:
    """Finds lines by a regular expression."""

    def __init__(self, parts: ReadParts) -> None:
        self._parts = parts
        pattern = text("Regular expression of Python for one line; case does not count.", _PATTERN_POINTS)
        says = f"Finds the lines of the project's text files that a pattern matches, as `path:line: text`. {UNSEEN}"
        self._spec = ToolSpec(ToolName("grep_files"), CallKind.READ, says, closed_object({"pattern": pattern}))

    @property
    def spec(self) -> ToolSpec:
        """Returns what the model is told."""
        return self._spec

    async def prepare(self, call: ToolCall, context: ToolContext) -> PreparedCall:
        """Tries to read the pattern; raises ToolRefusal for a bad one (P172)."""
        pattern = str(call.input["pattern"])
        await self._parts.searching.check(pattern)

        async def find() -> ToolOutput:
            root = await self._parts.open_root(context)
            scan = await self._parts.scan(context, root, None)
            found = await self._parts.searching.find_pattern(root, scan, pattern, self._parts.limits)
            return hit_list("grep_files", found, self._parts.limits)

        async def act(permit: Permit) -> ToolOutput:  # noqa: ARG001 -- a reading has nothing to choose
            return await told(find())

        subject = PermissionSubject(self._spec.name, CallKind.READ, query=pattern)
        return PreparedCall(subject, CallView(CallVerb.SEARCH, pattern), act)
