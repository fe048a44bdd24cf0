"""`qodev try-out`: set up, show or remove the local try-out model (F47)."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from qodev.cli.output import CANCELLED, DONE, PROBLEMS, print_json, print_text, say
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.services.try_out import TryOutStatus


def run_try_out(options: argparse.Namespace) -> int:
    """Carries out one of the `try-out` actions."""
    actions = {"setup": _setup, "status": _status, "remove": _remove}
    return run_with_services(lambda services: actions[options.action](services, options))


async def _setup(services: "Services", options: argparse.Namespace) -> int:
    plan = await services.try_out.plan()
    for line in plan.lines:
        say(line)
    if not options.yes and not await _agrees():
        say("Nothing was changed.")
        return CANCELLED
    status = await services.try_out.setup(say)
    _print(status, options)
    return DONE


async def _agrees() -> bool:
    """Asks once; without a terminal the answer is no."""
    if not sys.stdin.isatty():
        return False
    say("Go on? [y/N]")
    answer = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    return answer.strip().lower() in ("y", "yes")


async def _status(services: "Services", options: argparse.Namespace) -> int:
    status = await services.try_out.status()
    _print(status, options)
    return DONE if status.is_ready else PROBLEMS


async def _remove(services: "Services", options: argparse.Namespace) -> int:
    await services.try_out.remove()
    _print(await services.try_out.status(), options)
    return DONE


def _print(status: "TryOutStatus", options: argparse.Namespace) -> None:
    if options.json:
        print_json(status)
        return
    words = {"ready": "is set up", "incomplete": "is set up in part", "absent": "is not set up"}
    print_text(f"The try-out model {words[status.state]}. Folder: {status.folder}")
    for part in status.parts:
        print_text(f"  {part.name}: {part.path or 'missing'}")
