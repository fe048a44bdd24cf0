"""`qodev trust`: which folders count, what they would change, and the decision about them (S67 to S81)."""

import argparse
import asyncio
import difflib
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from qodev.base.errors import UserFacingError
from qodev.base.text import show_hidden
from qodev.cli.output import CANCELLED, DONE, PROBLEMS, print_json, print_table, print_text, say
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.trust import Loosening, SheetFile, TrustSheet


def run_trust(options: argparse.Namespace) -> int:
    """Carries out one of the `trust` actions."""
    actions = {"list": _list, "add": _add, "remove": _remove, "diff": _diff}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _list(services: "Services", options: argparse.Namespace) -> int:
    folders = await services.trust.folders()
    if options.json:
        print_json([{"path": f.path, "since": _date(f.since), "there": f.is_there} for f in folders])
    elif not folders:
        print_text("No folder is trusted.")
    else:
        rows = ((f.path, _date(f.since), "trusted" if f.is_there else "another folder, or gone") for f in folders)
        print_table(("PATH", "SINCE", "STATE"), rows)
    return DONE


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


async def _add(services: "Services", options: argparse.Namespace) -> int:
    sheet = await services.trust.sheet(options.folder)
    if sheet.refusal is not None:
        raise UserFacingError(f"`{sheet.path}` cannot be trusted. {sheet.refusal}", "Trust the project's own folder.")
    if options.digests:
        _require_digests(sheet, options.digests)
    elif not sys.stdin.isatty():
        _refuse_without_terminal(sheet, has_yes=options.yes)
    else:
        _tell_sheet(sheet, say)
        if not options.yes and not await _agrees():
            say("Nothing was changed.")
            return CANCELLED
    await services.trust.trust(sheet)
    if options.json:
        print_json({"path": sheet.path, "trusted": True, "digest": sheet.digest, "accepted": _files(sheet.files)})
    else:
        print_text(f"`{sheet.path}` is trusted, with its files as they are now.")
    return DONE


def _require_digests(sheet: "TrustSheet", named: list[str]) -> None:
    """Raises unless the digests are that of the sheet, or exactly those of its files (S78)."""
    given = {digest.lower() for digest in named}
    if given == {sheet.digest} or (sheet.files and given == {file.digest for file in sheet.files}):
        return
    raise UserFacingError(
        f"The files of `{sheet.path}` are not those that you named: they have the digest {sheet.digest}.",
        "Look at them with `qodev trust diff`, then name the digest that it prints.",
    )


def _refuse_without_terminal(sheet: "TrustSheet", *, has_yes: bool) -> None:
    message = "--yes counts on a terminal only." if has_yes else "Nobody can be asked here, so nothing was trusted."
    listed = ", ".join(f"{file.path} {file.digest}" for file in sheet.files) or "no files that steer agents"
    hint = f"If these are what you mean ({listed}), add --digest {sheet.digest}."
    raise UserFacingError(message, hint)


async def _agrees() -> bool:
    say("Trust this folder, with its files as they are now? [y/N]")
    answer = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    return answer.strip().lower() in ("y", "yes")


async def _remove(services: "Services", options: argparse.Namespace) -> int:
    path = await services.trust.revoke(options.folder)
    if options.json:
        print_json({"path": path, "trusted": False})
    else:
        print_text(f"`{path}` is not trusted.")
    return DONE


async def _diff(services: "Services", options: argparse.Namespace) -> int:
    sheet = await services.trust.sheet(options.folder)
    if options.json:
        print_json(_sheet(sheet))
    else:
        _tell_sheet(sheet, print_text)
        for file in sheet.pending:
            for line in _difference(file):
                print_text(line)
    return PROBLEMS if sheet.pending else DONE


def _sheet(sheet: "TrustSheet") -> dict[str, object]:
    return {
        "path": sheet.path,
        "trusted": sheet.is_trusted,
        "since": _date(sheet.since) if sheet.since is not None else None,
        "digest": sheet.digest,
        "appears": sheet.appears,
        "skills": sheet.skills,
        "shadowed": sheet.shadowed,
        "ignored": sheet.ignored,
        "allowed": [_loosening(found) for found in sheet.allowed],
        "changed": _files(sheet.pending),
        "files": _files(sheet.files),
        "remarks": sheet.remarks,
    }


def _files(files: "tuple[SheetFile, ...]") -> list[dict[str, object]]:
    return [{"kind": f.kind, "path": f.path, "digest": f.digest, "state": f.state} for f in files]


def _loosening(found: "Loosening") -> dict[str, object]:
    return {
        "profile": found.profile,
        "file": found.file,
        "subject": found.subject,
        "before": found.before,
        "after": found.after,
    }


def _tell_sheet(sheet: "TrustSheet", tell: Callable[[str], None]) -> None:
    for line in _sheet_lines(sheet):
        tell(line)


def _sheet_lines(sheet: "TrustSheet") -> list[str]:
    state = f"trusted since {_date(sheet.since)}" if sheet.since is not None else "not trusted"
    lines = [f"{sheet.path}: {state}", *sheet.remarks]
    lines.extend(
        f"  {file.state.value:8} {file.kind:12} {file.digest}  {show_hidden(file.path)}" for file in sheet.files
    )
    if not sheet.files:
        lines.append("  It holds no files that steer agents.")
    lines.extend(f"`{name}` appears among the profiles." for name in sheet.appears)
    lines.extend(f"The skill `{name}` appears." for name in sheet.skills)
    lines.extend(f"`{name}` is replaced." for name in sheet.shadowed)
    lines.extend(f"`{name}` is ignored: reserved name." for name in sheet.ignored)
    lines.extend(_loosening_line(found) for found in sheet.allowed)
    lines.append(f"digest of all files: {sheet.digest}")
    return [show_hidden(line) for line in lines]


def _loosening_line(found: "Loosening") -> str:
    before = found.before.value if found.before is not None else "limited"
    after = found.after.value if found.after is not None else "not said"
    return f"`{found.profile}` is less strict about {found.subject}: {before} before, {after} now ({found.file})."


def _difference(file: "SheetFile") -> list[str]:
    before = file.accepted.splitlines() if file.accepted is not None else []
    lines = difflib.unified_diff(before, file.text.splitlines(), f"accepted/{file.path}", file.path, lineterm="")
    return [show_hidden(line) for line in lines]
