"""The one way from a call to its act: judged, asked about, looked at again, permitted (P130, P131)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from qodev.base.errors import UserFacingError
from qodev.base.ids import Clock, IdSource
from qodev.permissions.broker import PermissionBroker
from qodev.permissions.judge import judge
from qodev.permissions.offers import exact_text, offers_of
from qodev.permissions.refusals import refusal_text
from qodev.permissions.risks import find_risks
from qodev.types.changes import CHANGED_MEANWHILE, EditProposal
from qodev.types.permissions import CallKind, Effect, ProjectMode, Step
from qodev.types.policies import ProjectPolicy, ProjectRule, RuleKind
from qodev.types.questions import (
    AnsweredBy,
    AnsweredQuestion,
    AnswerOption,
    Offer,
    PermissionAnswer,
    PermissionRequest,
    QuestionKind,
)
from qodev.types.tooling import CallView, Permit, PreparedCall, ToolCall, ToolContext
from qodev.types.verdicts import Verdict

_KINDS = {
    Step.CONFIRM: QuestionKind.CONFIRM,
    Step.PROMPT: QuestionKind.PROMPT,
    Step.HARD_PROMPT: QuestionKind.HARD,
    Step.REVIEW: QuestionKind.REVIEW,
}
_COMMANDS = (CallKind.RUN, CallKind.VERIFY, CallKind.BACKGROUND)


@dataclass(frozen=True, slots=True)
class GateParts:
    """What the gate asks of the rest of the program; all of it is asked anew at every call."""

    policy_of: Callable[[str], Awaitable[ProjectPolicy]]
    add_rule: Callable[[str, ProjectRule, ProjectMode | None], Awaitable[object]]  # raises UserFacingError
    note_use: Callable[[str, ProjectRule], Awaitable[object]]
    is_trusted: Callable[[str], Awaitable[bool]]
    protection: Callable[[str], str | None]  # why a command can never be allowed exactly (P120)
    broker: PermissionBroker
    clock: Clock
    new_id: IdSource


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of a call before its act: a permit, or the sentence that says why there is none."""

    verdict: Verdict | None
    mode: ProjectMode | None
    permit: Permit | None = None
    sentence: str = ""
    is_fault: bool = False  # the call itself does not work, whatever the rules say
    answers: tuple[AnsweredQuestion, ...] = ()


class _No(Exception):
    """The first no ends it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class PermissionGate:
    """Every call of every tool passes here, and nowhere else."""

    def __init__(self, parts: GateParts) -> None:
        self._parts = parts

    async def judge(self, prepared: PreparedCall, context: ToolContext) -> tuple[Verdict, ProjectPolicy]:
        """Returns the verdict for a prepared call under the rules in force now."""
        policy = await _policy_for(self._parts, context)
        return judge(context.profile, prepared.subject, policy), policy

    async def authorize(
        self, call: ToolCall, prepared: PreparedCall, context: ToolContext, *, asker: str = ""
    ) -> Ruling:
        """Returns a permit for the act of a call, or why there is none; questions are asked on the way."""
        verdict, policy = await self.judge(prepared, context)
        passage = _Passage(self._parts, call, prepared, context, asker, policy.mode, verdict)
        try:
            permit = await passage.go()
        except _No as no:
            is_fault = bool(prepared.fault) and no.sentence == prepared.fault
            return Ruling(verdict, policy.mode, None, no.sentence, is_fault, tuple(passage.answers))
        return Ruling(verdict, policy.mode, permit, answers=tuple(passage.answers))

    async def may_repeat(
        self, call: ToolCall, view: CallView, verdict: Verdict | None, context: ToolContext, *, asker: str = ""
    ) -> PermissionAnswer:
        """Asks whether the third identical call in a row may run, in every mode (P139)."""
        policy = await _policy_for(self._parts, context)
        offers = (AnswerOption.ALLOW_ONCE, AnswerOption.DENY, AnswerOption.DENY_TELL)
        request = PermissionRequest(
            id=self._parts.new_id("ask"),
            conversation_id=context.conversation_id,
            turn_id=context.turn_id,
            call_id=call.id,
            kind=QuestionKind.REPEAT,
            asker=asker,
            tool=call.name,
            view=view,
            verdict=verdict,
            profile=context.profile.name,
            project=str(context.project),
            mode=policy.mode,
            offers=tuple(Offer(option) for option in offers),
        )
        return await self._parts.broker.ask(request)


class _Passage:
    """One call on its way through the gate."""

    def __init__(  # noqa: PLR0913  one call with everything about it
        self,
        parts: GateParts,
        call: ToolCall,
        prepared: PreparedCall,
        context: ToolContext,
        asker: str,
        mode: ProjectMode | None,
        verdict: Verdict,
    ) -> None:
        self._parts = parts
        self._call = call
        self._prepared = prepared
        self._context = context
        self._asker = asker
        self._mode = mode
        self._verdict = verdict
        self._project = str(context.project)
        self.answers: list[AnsweredQuestion] = []

    async def go(self) -> Permit:
        """Returns the permit; raises _No."""
        verdict = self._verdict
        if Step.REFUSE in verdict.actions:
            raise _No(refusal_text(verdict, self._call.name))
        await self._require_trust()
        if self._prepared.fault:
            raise _No(self._prepared.fault)
        bound = await self._prepared.bind()
        accepted: tuple[int, ...] | None = None
        for step in verdict.actions:
            if step.is_question:
                answer = await self._ask(_KINDS[step], bound)
                accepted = answer.accepted if step is Step.REVIEW else accepted
        await self._look_again(bound)
        await self._note_use()
        is_unasked = self._mode is ProjectMode.AUTO and not self.answers
        return Permit(verdict.actions[-1], accepted, is_unasked)

    async def _require_trust(self) -> None:
        if not await self._parts.is_trusted(self._project):
            raise _No("The call is refused: the folder is not trusted.")

    async def _ask(self, kind: QuestionKind, bound: str) -> PermissionAnswer:
        answer = await self._parts.broker.ask(self._question(kind, bound))
        self.answers.append(AnsweredQuestion(kind, answer.option, answer.by, self._parts.clock(), answer.note))
        if answer.option in (AnswerOption.ALLOW_EXACTLY, AnswerOption.ALLOW_SWITCH, AnswerOption.DENY_EXACTLY):
            await self._store_rule(answer.option)
        if not answer.option.is_yes:
            raise _No(_words_of_no(kind, answer))
        if kind is QuestionKind.REVIEW and answer.accepted == ():
            raise _No("The user rejected the change. The file stays as it is.")
        return answer

    def _question(self, kind: QuestionKind, bound: str) -> PermissionRequest:
        subject = self._prepared.subject
        text = exact_text(subject)
        is_command = subject.kind in _COMMANDS and bool(text)
        protection = self._parts.protection(text) if is_command else None
        return PermissionRequest(
            id=self._parts.new_id("ask"),
            conversation_id=self._context.conversation_id,
            turn_id=self._context.turn_id,
            call_id=self._call.id,
            kind=kind,
            asker=self._asker,
            tool=self._call.name,
            view=self._prepared.view,
            verdict=self._verdict,
            profile=self._context.profile.name,
            project=self._project,
            mode=self._mode,
            offers=offers_of(kind, subject, self._verdict, self._mode, protection),
            digest=bound,
            proposal=self._prepared.proposal if kind is QuestionKind.REVIEW else None,
            exact_text=text,
            risks=find_risks(subject),
        )

    async def _store_rule(self, option: AnswerOption) -> None:
        """Stores an exact rule; when that fails the call does not run (P126)."""
        subject = self._prepared.subject
        effect = Effect.ALLOW if option.is_yes else Effect.DENY
        if subject.server:
            fingerprint = subject.fingerprint if effect is Effect.ALLOW else ""
            rule = ProjectRule(RuleKind.OPERATION, subject.operation, effect, subject.server, fingerprint)
        else:
            rule = ProjectRule(RuleKind.COMMAND, exact_text(subject), effect)
        mode = ProjectMode.ALLOWLIST if option is AnswerOption.ALLOW_SWITCH else None
        try:
            await self._parts.add_rule(self._project, rule, mode)
        except UserFacingError as fault:
            raise _No(f"The call is refused: its rule could not be stored. {fault.message}") from fault

    async def _look_again(self, bound: str) -> None:
        """Asks everything anew right before the act: trust, the project's rules, and what was approved (S38, S72)."""
        await self._require_trust()
        policy = await _policy_for(self._parts, self._context)
        verdict = judge(self._context.profile, self._prepared.subject, policy)
        if Step.REFUSE in verdict.actions:
            raise _No(refusal_text(verdict, self._call.name))
        asked = {one.kind for one in self.answers}
        is_unasked = any(step.is_question and _KINDS[step] not in asked for step in verdict.actions)
        if is_unasked and not self.answers:
            raise _No("The call is refused: the rules of the project changed meanwhile. Make it again.")
        if await self._prepared.bind() != bound:
            raise _No(_changed(self._prepared.proposal))

    async def _note_use(self) -> None:
        rule = await self._exact_allow()
        if rule is not None and not self.answers:
            await self._parts.note_use(self._project, rule)

    async def _exact_allow(self) -> ProjectRule | None:
        subject = self._prepared.subject
        if self._mode is not ProjectMode.ALLOWLIST:
            return None
        policy = await _policy_for(self._parts, self._context)
        if subject.server:
            rule = policy.find_operation(subject.server, subject.operation)
        else:
            rule = policy.find_command(exact_text(subject)) if subject.kind in _COMMANDS else None
        return rule if rule is not None and rule.effect is Effect.ALLOW else None


async def _policy_for(parts: GateParts, context: ToolContext) -> ProjectPolicy:
    """Returns what is in force now; a mode chosen for this run takes the place of a readable one (P127)."""
    policy = await parts.policy_of(str(context.project))
    is_chosen = context.mode is not None and policy.mode is not None
    return replace(policy, mode=context.mode) if is_chosen else policy


def _changed(proposal: EditProposal | None) -> str:
    """Returns what is said of a call whose matter changed before its act (S38, U127)."""
    if proposal is not None:
        return f"`{proposal.path}` {CHANGED_MEANWHILE}"
    return "The call is refused: what it is about changed while it was looked at. Make it again."


def _words_of_no(kind: QuestionKind, answer: PermissionAnswer) -> str:
    """Returns what the model is told of a no (P82)."""
    told = f" The user says: {answer.note}" if answer.note else ""
    match answer.by:
        case AnsweredBy.NOBODY:
            return "The call is refused: it needs an answer, and nobody can be asked here."
        case AnsweredBy.TRUST:
            return "The call is refused: the folder is not trusted any more."
        case AnsweredBy.STOPPED | AnsweredBy.CLOSED:
            return "The call was withdrawn before it was answered."
        case _:
            pass
    if kind is QuestionKind.CONFIRM:
        return f"The call is rejected by the profile's question: the user said no.{told}"
    if kind is QuestionKind.REVIEW:
        return f"The user rejected the change. The file stays as it is.{told}"
    return f"The user said no to this call.{told}"
