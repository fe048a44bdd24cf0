"""`qodev try-out`: set up, show or remove the local try-out model (F47)."""

import argparse
import sys
from typing import TYPE_CHECKING

from qodev.base.errors import UserFacingError
from qodev.cli.main import DONE, PROBLEMS
from qodev.cli.output import print_json, print_table, print_text, say
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services


def run_try_out(options: argparse.Namespace) -> int:
    """Carries out one of the `try-out` actions."""
    actions = {"setup": _setup, "status": _status, "remove": _remove}
    return run_with_services(lambda services: actions[options.action](services, options))
