"""`qodev run`: one message, the answer streamed to standard output."""

import argparse
import asyncio
import contextlib
import dataclasses
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from qodev.base.errors import UserFacingError
from qodev.base.text import show_hidden
from qodev.cli.output import CANCELLED, DONE, FAILED, as_json, print_json, say
from qodev.cli.session import run_with_services

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.types.conversation import ChatMode
    from qodev.types.events import AnyEvent
    from qodev.types.questions import CallRecord


def run_prompt(options: argparse.Namespace) -> int:
    """Sends the prompt and follows its turn to the end."""
    prompt = sys.stdin.read() if options.prompt == "-" else options.prompt
    return run_with_services(lambda services: _run(services, options, prompt), with_store=True)


async def _run(services: "Services", options: argparse.Namespace, prompt: str) -> int:
    project = str(options.project.resolve()) if options.project is not None else None
    await _check_choices(services, options, project)
    conversation = await services.conversations.create(project, await _mode_of(services, options, project))
    if options.agent is not None:
        await services.conversations.choose_agent(conversation.id, options.agent)
    if options.role is not None:
        await services.conversations.choose_role(conversation.id, options.role)
    if options.model is not None:
        await services.conversations.choose_model(conversation.id, options.model)
    await _choose_task(services, options, conversation.id)
    follower = RunFollower(conversation.id, as_lines=options.json)
    with contextlib.ExitStack() as open_ends:
        open_ends.callback(services.bus.subscribe(follower.take))
        _attend(services, options, open_ends)
        with _interruptible(services, conversation.id):
            await services.conversations.send(conversation.id, prompt)
            await services.conversations.wait(conversation.id)
    follower.finish()
    return follower.exit_code


async def _mode_of(services: "Services", options: argparse.Namespace, project: str | None) -> "ChatMode":
    """Returns whether this is a Code task: some choice is about one, or the folder is trusted."""
    from qodev.types.conversation import ChatMode

    is_task = any((options.profile, options.mode, options.max_steps, options.yes_to))
    if not is_task and project is not None:
        is_task = await services.code_tasks.is_trusted(project)
        if not is_task:
            say(f"qodev: `{project}` is not trusted, so this is a chat without tools.")
    return ChatMode.CODE_TASK if is_task else ChatMode.CHAT


async def _choose_task(services: "Services", options: argparse.Namespace, conversation_id: str) -> None:
    """Chooses profile, mode and cap of a Code task; mode and cap count for this run alone."""
    from qodev.types.permissions import ProjectMode

    if options.profile is not None:
        await services.profile_choices.choose(conversation_id, options.profile)
    mode = ProjectMode(options.mode) if options.mode is not None else None
    services.code_tasks.choose_for(conversation_id, mode=mode, max_steps=options.max_steps)


def _attend(services: "Services", options: argparse.Namespace, open_ends: contextlib.ExitStack) -> None:
    """Lets questions be answered: beforehand by a rule, else on the terminal, else by nobody, which is a no."""
    from qodev.cli.asking import TerminalAsker, allow_beforehand, is_terminal

    broker = services.code_tasks.broker
    if options.yes_to:
        broker.allow_beforehand(allow_beforehand(options.yes_to))
    if is_terminal():
        open_ends.callback(broker.attend())
        open_ends.callback(services.bus.subscribe(TerminalAsker(services).take))


async def _check_choices(services: "Services", options: argparse.Namespace, project: str | None) -> None:
    """Refuses names that do not exist before a conversation is made for them."""
    if options.agent is not None:
        services.agents.require_usable(options.agent)
    roles = services.agents.snapshot.roles
    if options.role and options.role not in roles:
        raise UserFacingError(f"There is no role `{options.role}`.", f"Known ids: {', '.join(sorted(roles))}.")
    if options.project is not None and not options.project.is_dir():
        raise UserFacingError(f"`{options.project}` is no folder.", "Name an existing folder.")
    if options.profile is not None:
        await services.profiles.capture(options.profile, project)


@contextlib.contextmanager
def _interruptible(services: "Services", conversation_id: str) -> Iterator[None]:
    """Makes Ctrl+C stop the turn, so that what had come is stored, instead of ending the program."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        services.tasks.spawn(services.conversations.stop_turn(conversation_id), name="stop")

    try:
        loop.add_signal_handler(signal.SIGINT, stop)
    except NotImplementedError:  # Windows: Ctrl+C ends the program; the kept text is marked at the next start
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


class RunFollower:
    """Prints a turn's events: one JSON object a line, or the text as it comes."""

    def __init__(self, conversation_id: str, *, as_lines: bool) -> None:
        from qodev.types.messages import Usage

        self._conversation_id = conversation_id
        self._as_lines = as_lines
        self._texts: list[str] = []
        self._stop = "unknown"
        self._usage = Usage()
        self._count, self._at = 0, 0.0
        self._files: dict[str, None] = {}
        self._denials: list[str] = []
        self.exit_code = FAILED

    def take(self, event: "AnyEvent") -> None:
        """Takes one event of the bus; those of other conversations are left out."""
        owner = getattr(event, "conversation_id", None)
        conversation = getattr(event, "conversation", None)
        if self._conversation_id not in (owner, getattr(conversation, "id", None)):
            return
        self._follow(event)
        if self._as_lines:
            print_json(event_json(event), indent=None)
            self._count, self._at = event.seq, event.at

    def _follow(self, event: "AnyEvent") -> None:
        from qodev.types import events, work_events

        match event:
            case events.TextDelta():
                self._write(event.text)
            case events.StepStarted():
                self._write("\n\n" if self._texts else "")
            case events.UsageUpdated():
                self._usage = event.total
            case events.RetryScheduled():
                self._tell(f"Retrying in {event.delay_s:.0f} s ({event.attempt} of {event.attempts}).")
            case events.NoticeRaised():
                self._tell(event.text)
            case work_events.ToolFinished():
                self._finished(event.record)
            case events.TurnFinished():
                self._stop, self.exit_code = event.outcome.stop.value, DONE
            case events.TurnFailed():
                self._stop, self.exit_code = "failed", FAILED
                self._tell(f"qodev: {event.text}" + (f" {event.hint}" if event.hint else ""))
            case events.TurnCancelled():
                self._stop, self.exit_code = "cancelled", CANCELLED
            case _:
                pass

    def _finished(self, record: "CallRecord") -> None:
        self._files.update(dict.fromkeys(record.files))
        if record.state.value == "refused":
            self._denials.append(record.sentence)
        took = f", {record.duration_s:.1f} s" if record.duration_s is not None else ""
        why = f": {record.sentence}" if record.sentence else ""
        self._tell(f"[{record.tool} {show_hidden(record.view.target)}: {record.state.value}{took}{why}]")

    def _write(self, text: str) -> None:
        self._texts.append(text)
        if not self._as_lines:
            sys.stdout.write(text)
            sys.stdout.flush()

    def _tell(self, text: str) -> None:
        if not self._as_lines:
            say(text)

    def finish(self) -> None:
        """Ends the output: a line end after the text, or the summary as the last line."""
        from qodev.types.events import RunSummarized

        text = "".join(self._texts)  # the answers of all steps, parted by blank lines
        if not self._as_lines:
            sys.stdout.write("" if text.endswith("\n") or not text else "\n")
            return
        summary = RunSummarized(
            seq=self._count + 1,
            at=self._at,
            stop=self._stop,
            text=text,
            usage=self._usage,
            files=tuple(self._files),
            denials=tuple(self._denials),
            exit_code=self.exit_code,
        )
        print_json(event_json(summary), indent=None)


def event_json(event: "AnyEvent") -> dict[str, object]:
    """Returns an event as one object: `type` is the class name of `types.events`."""
    fields = {f.name: as_json(getattr(event, f.name)) for f in dataclasses.fields(event)}
    head = {"type": type(event).__name__, "seq": fields.pop("seq"), "at": fields.pop("at")}
    return head | fields
