"""Starts and stops the services around one command."""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.cli.output import FAILED, fail

if TYPE_CHECKING:
    from qodev.services.app import Services

T = TypeVar("T")


def run_with_services(work: "Callable[[Services], Awaitable[T]]", *, with_store: bool = False) -> T:
    """Runs `work` on a loop of its own between the start and the stop of the services; `with_store` opens the database."""
    return asyncio.run(_run(work, with_store=with_store))


async def _run(work: "Callable[[Services], Awaitable[T]]", *, with_store: bool) -> T:
    from qodev.services.app import build_services  # heavy: only commands that need it pay for it

    services = build_services(AppPaths.from_env(os.environ, Path.cwd()), os.environ)
    try:
        await services.start(with_store=with_store)
        return await work(services)
    finally:
        await services.stop()


def run_guarded(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Runs a command; a failure is told as the contract says and ends with exit code 3."""
    try:
        return command(options)
    except UserFacingError as fault:
        fail(kind_of(fault), fault.message, fault.hint, as_document=options.json)
    except OSError as fault:
        reason = f"{fault.strerror or fault}: {fault.filename}" if fault.filename else str(fault.strerror or fault)
        fail("storage", f"{reason}.", None, as_document=options.json)
    return FAILED


def kind_of(fault: UserFacingError) -> str:
    """Returns the `kind` of a failure for the JSON document."""
    error = getattr(fault, "error", None)
    if error is not None:
        return str(error.kind.value)
    if type(fault) is UserFacingError:
        return "failed"
    return type(fault).__name__.removesuffix("Error").removesuffix("Failure").lower()
