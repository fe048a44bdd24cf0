"""What a project's mode makes of a profile's value: refuse, questions, act, in order (P117 to P129, P133).

Pure: the gate carries the steps out, the simulator shows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from qodev.types.permissions import CallKind, Effect, ProjectMode, Step

_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that decides about a call once the profile's value is known.

    `mode` is None when the project's rules could not be read (P127): then nothing but a person decides on commands and
    servers, and for all else the mode counts as ask.
    """

    kind: CallKind
    value: Effect
    mode: ProjectMode | None
    exact: Effect | None = None  # allow or deny of an exact rule
    is_simple_read: bool = False  # P121
    is_protected: bool = False  # P120: no exact allow counts
    is_steering: bool = False  # P114: the edit changes how agents behave
    is_same_server: bool = True  # P129: what an exact allow was given for has not changed


def plan_steps(call: Situation) -> tuple[Step, ...]:
    """Returns the steps when every question is answered yes."""
    if call.value is Effect.DENY or call.exact is Effect.DENY:
        return (Step.REFUSE,)
    if call.kind in _COMMANDS:
        return _plan_command(call)
    if call.kind is CallKind.EDIT:
        return _plan_edit(call)
    if call.value is Effect.HARD_ASK:
        return (Step.HARD_PROMPT, Step.RUN)
    if call.kind is CallKind.LIST_CHILDREN:
        return (Step.RUN,)
    return (*_question(call), Step.RUN)


def _plan_command(call: Situation) -> tuple[Step, ...]:
    if call.kind is CallKind.BACKGROUND and call.mode is ProjectMode.READ_ONLY:
        return (Step.REFUSE,)
    if call.value is Effect.HARD_ASK:
        return (Step.HARD_PROMPT, Step.RUN)
    is_served = call.is_simple_read and call.kind is CallKind.RUN
    if is_served and call.mode is ProjectMode.READ_ONLY:
        return (*((Step.CONFIRM,) if call.value is Effect.ASK else ()), Step.FILE_FUNCTIONS)
    if is_served and call.mode is ProjectMode.AUTO:
        return (Step.FILE_FUNCTIONS,)
    return (*_question(call), Step.RUN)


def _question(call: Situation) -> tuple[Step, ...]:
    """Returns the question of a call that is neither denied nor an edit, if there is one."""
    asks_mode = call.kind in (*_COMMANDS, CallKind.MCP, CallKind.WEB)
    if call.mode is None and call.kind in (*_COMMANDS, CallKind.MCP):
        return (Step.PROMPT,)
    if call.mode is ProjectMode.AUTO:
        return ()
    if call.value is Effect.ASK:
        return (Step.CONFIRM,)
    return (Step.PROMPT,) if asks_mode and not _is_allowed_exactly(call) else ()


def _is_allowed_exactly(call: Situation) -> bool:
    counts = call.exact is Effect.ALLOW and call.mode is ProjectMode.ALLOWLIST
    return counts and not call.is_protected and call.is_same_server


def _plan_edit(call: Situation) -> tuple[Step, ...]:
    is_auto = call.mode is ProjectMode.AUTO
    confirm = (Step.CONFIRM,) if call.value is Effect.ASK and not is_auto else ()
    review = () if is_auto and not call.is_steering and call.value is not Effect.HARD_ASK else (Step.REVIEW,)
    return (*confirm, *review, Step.APPLY)


def after_answers(steps: tuple[Step, ...], *, can_ask: bool, says_yes: bool) -> tuple[Step, ...]:
    """Returns what happens when all questions get one answer; where nobody can be asked a question is a no (P133)."""
    first = next((at for at, step in enumerate(steps) if step.is_question), None)
    if first is None or (can_ask and says_yes):
        return steps
    return (*steps[: first + 1], Step.REFUSE) if can_ask else (Step.REFUSE,)


KIND_OF: Mapping[str, CallKind] = {
    "run_command": CallKind.RUN,
    "verify_command": CallKind.VERIFY,
    "start_background_command": CallKind.BACKGROUND,
    **dict.fromkeys(("create_file", "write_file", "apply_patch"), CallKind.EDIT),
    **dict.fromkeys(("list_files", "read_file", "search_files", "glob_files", "grep_files"), CallKind.READ),
    **dict.fromkeys(("read_background_command", "stop_background_command"), CallKind.BACKGROUND_IO),
    "update_task_checklist": CallKind.CHECKLIST,
    **dict.fromkeys(("fetch_url", "web_search"), CallKind.WEB),
    **dict.fromkeys(("delegate_task", "send_to_child"), CallKind.DELEGATE),
    "list_children": CallKind.LIST_CHILDREN,
}
