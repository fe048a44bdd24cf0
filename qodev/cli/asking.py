"""Asks a person on the terminal about calls of a Code task; without a terminal nobody can be asked (P133)."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from qodev.base.text import show_hidden
from qodev.cli.output import say

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.events import AnyEvent
    from qodev.types.questions import AnswerOption, PermissionRequest

_WORDS = {
    "allow_once": ("y", "yes, once"),
    "allow_exactly": ("a", "always allow exactly this"),
    "allow_switch": ("s", "always allow exactly this, and switch the project to Allowlist"),
    "deny": ("n", "no"),
    "deny_tell": ("t", "no, and tell the agent why"),
    "deny_exactly": ("b", "always block exactly this"),
}


def is_terminal() -> bool:
    """Tells whether somebody sits at both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def allow_beforehand(rules: Iterable[str]) -> "Callable[[PermissionRequest], bool]":
    """Returns what answers yes where exactly one of these rules asks; hard questions and steering files it leaves (P133)."""
    wanted = {rule.strip() for rule in rules}

    def allows(request: "PermissionRequest") -> bool:
        from qodev.types.questions import QuestionKind

        rule = request.verdict.rule if request.verdict is not None else None
        if rule is None or request.kind in (QuestionKind.HARD, QuestionKind.REPEAT):
            return False
        if request.proposal is not None and request.proposal.is_steering:
            return False
        return bool({rule.text, f"{rule.text}={rule.effect.value}"} & wanted)

    return allows


class TerminalAsker:
    """Puts one question after the other on the terminal."""

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._one_at_a_time = asyncio.Lock()

    def take(self, event: "AnyEvent") -> None:
        """Takes an event of the bus; a question is asked beside what else happens."""
        from qodev.types.work_events import PermissionRequested

        if isinstance(event, PermissionRequested):
            self._services.tasks.spawn(self._ask(event.request), name="question")

    async def _ask(self, request: "PermissionRequest") -> None:
        from qodev.types.questions import PermissionAnswer

        async with self._one_at_a_time:
            if request not in self._services.code_tasks.broker.open:
                return
            _show(request)
            options = {_WORDS[one.option.value][0]: one.option for one in request.offers if not one.disabled}
            option, note = await asyncio.to_thread(_read_answer, options)
            self._services.code_tasks.broker.answer(request.id, PermissionAnswer(option, note=note))


def _show(request: "PermissionRequest") -> None:
    view = request.view
    say(f"\nqodev asks: {request.tool} in {request.project} (profile {request.profile}, {request.kind.value})")
    if request.verdict is not None:
        say(f"Why: {request.verdict.reason}")
    say(show_hidden(view.text or view.target))
    if request.proposal is not None:
        for hunk in request.proposal.hunks:
            say(f"@@ -{hunk.before_start},{len(hunk.before)} +{hunk.after_start},{len(hunk.after)} @@")
            for mark, lines in (("-", hunk.before), ("+", hunk.after)):
                for line in lines:
                    say(f"{mark}{show_hidden(line.rstrip(chr(10)))}")
    for risk in request.risks:
        say(f"Note: {risk}")
    for offer in request.offers:
        key, words = _WORDS[offer.option.value]
        say(f"  [{key}] {words}" + (f" (not offered: {offer.disabled})" if offer.disabled else ""))


def _read_answer(options: "dict[str, AnswerOption]") -> "tuple[AnswerOption, str]":
    """Reads one answer; an end of input is a no."""
    from qodev.types.questions import AnswerOption

    while True:
        try:
            typed = _line(f"{'/'.join(options)}? ").strip().casefold()
        except EOFError:
            return AnswerOption.DENY, ""
        option = options.get(typed) or (options.get(typed[:1]) if typed in ("yes", "no") else None)
        if option is None:
            continue
        note = ""
        if option is AnswerOption.DENY_TELL:
            with suppress(EOFError):
                note = _line("Tell the agent: ").strip()
        return option, note


def _line(prompt: str) -> str:
    sys.stderr.write(prompt)
    sys.stderr.flush()
    typed = sys.stdin.readline()
    if not typed:
        raise EOFError
    return typed
