"""Tests a connection in steps that can be watched: address, TLS, sign-in, model list, one short message (U41)."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from qodev.base.net import HttpClient, NetSettings
from qodev.base.netstages import NetStage
from qodev.base.text import clip
from qodev.providers.models import SUCCESS, ModelsAsked, ask_for_models, no_list, read_models
from qodev.providers.sending import Sealing
from qodev.providers.url import model_list_url
from qodev.types.agents import ProviderInstance
from qodev.types.providers import (
    ErrorChunk,
    ErrorKind,
    ModelInfo,
    ProbeResult,
    ProbeStep,
    ProbeWatch,
    Provider,
    ProviderError,
    ProviderFailure,
    ProviderRequest,
    TextChunk,
)

_TEXT_LIMIT = 200
UNWATCHED = ProbeWatch()
ADDRESS, TLS, SIGN_IN, MODELS, MESSAGE = "address", "tls", "sign_in", "models", "message"


@dataclass(frozen=True, slots=True)
class ProbeMeans:
    """What a test is made with."""

    client: HttpClient
    sealing: Sealing
    net: NetSettings


@dataclass(slots=True)
class _Steps:
    """The steps of one test, told as they are decided."""

    watch: ProbeWatch
    is_secure: bool
    is_checked: bool
    taken: list[ProbeStep] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Tells whether a step is decided."""
        return any(step.name == name for step in self.taken)

    def done(self, name: str, text: str = "Done") -> None:
        """Notes a step that succeeded, once."""
        if not self.has(name):
            self._add(ProbeStep(name, ok=True, text=text))

    def failed(self, name: str, error: ProviderError) -> None:
        """Notes the step at which the test ends; a proxy that was reached and then refuses takes the address back."""
        if name == ADDRESS:
            self.taken.clear()
        self._add(ProbeStep(name, False, error.message, error.url, error.status, error.vendor_text))  # noqa: FBT003  ok

    def _add(self, step: ProbeStep) -> None:
        self.taken.append(step)
        self.watch.taken(step)

    def on_stage(self, stage: NetStage) -> None:
        """Takes how far the request has come."""
        if stage is NetStage.CONNECTED:
            self.done(ADDRESS)
            self._secured_if(not self.is_secure)
        elif stage is NetStage.SECURED:
            self._secured_if(done=self.is_secure)

    def _secured_if(self, done: bool) -> None:  # noqa: FBT001  read as its name says
        if done:
            text = "Not used: http" if not self.is_secure else "Done" if self.is_checked else "TLS check off"
            self.done(TLS, text)
        self.watch.began(SIGN_IN if done else TLS)

    def connected(self) -> None:
        """Notes that an answer came, so all before it went well; a connection that stood already tells nothing else."""
        self.done(ADDRESS)
        if not self.has(TLS):
            self._secured_if(done=True)


async def probe_instance(instance: ProviderInstance, means: ProbeMeans, watch: ProbeWatch = UNWATCHED) -> ProbeResult:
    """Tests a connection up to its model list; never raises for the other side's faults."""
    url = model_list_url(instance).value or instance.url
    steps = _Steps(watch, url.startswith("https://"), instance.verify_tls)
    watch.began(ADDRESS)
    try:
        asked = await ask_for_models(instance, means.client, means.sealing, means.net, steps.on_stage)
    except ProviderFailure as failure:
        steps.failed(_failed_step(steps, failure.error), failure.error)
        return _failure(steps, failure.error)
    steps.connected()
    return _judge(asked, steps)


def _failed_step(steps: _Steps, error: ProviderError) -> str:
    """Returns the step that a fault before any answer belongs to."""
    if error.is_proxy:
        return ADDRESS
    if error.kind is ErrorKind.AUTH:
        return SIGN_IN  # not sent at all, for the key's sake
    if error.kind is ErrorKind.TLS:
        steps.done(ADDRESS)
        return TLS
    return ADDRESS if not steps.has(ADDRESS) else SIGN_IN


def _judge(asked: ModelsAsked, steps: _Steps) -> ProbeResult:
    if asked.answer.status not in SUCCESS:
        error = asked.error()
        if error.kind is ErrorKind.AUTH or error.is_proxy:
            steps.failed(SIGN_IN, error)
        else:
            steps.done(SIGN_IN, "Not refused")
            steps.failed(MODELS, error)
        return _failure(steps, error)
    steps.done(SIGN_IN)
    steps.watch.began(MODELS)
    models = read_models(asked.answer.body)
    if models is None:
        error = no_list(asked.errors)
        steps.failed(MODELS, error)
        return _failure(steps, error)
    steps.done(MODELS, _counted(models))
    return ProbeResult(
        ok=True,
        kind=None,
        text=steps.taken[-1].text,
        url=asked.errors.shown,
        status=asked.answer.status,
        models=models,
        steps=tuple(steps.taken),
    )


def _failure(steps: _Steps, error: ProviderError) -> ProbeResult:
    return ProbeResult(
        ok=False,
        kind=error.kind,
        text=error.message,
        url=error.url,
        status=error.status,
        steps=tuple(steps.taken),
        hint=error.hint,
        cause=error.cause,
        is_proxy=error.is_proxy,
        request_id=error.request_id,
    )


def _counted(models: Sequence[ModelInfo]) -> str:
    return "1 model" if len(models) == 1 else f"{len(models):,} models"


@dataclass(frozen=True, slots=True)
class MessageProbe:
    """What came of one short message: its step, and the error when there was one."""

    step: ProbeStep
    error: ProviderError | None = None


async def probe_message(provider: Provider, request: ProviderRequest) -> MessageProbe:
    """Sends one short message as the last step of a test, if the user asked for it."""
    text, error = "", None
    stream = provider.stream(request)
    async with aclosing(stream) as chunks:  # type: ignore[type-var]  # a generator in fact
        async for chunk in chunks:
            if isinstance(chunk, TextChunk):
                text = clip(text + chunk.text, _TEXT_LIMIT)
            elif isinstance(chunk, ErrorChunk):
                error = chunk.error
    if error is not None:
        return MessageProbe(ProbeStep(MESSAGE, False, error.message, error.url, error.status, error.vendor_text), error)  # noqa: FBT003
    return MessageProbe(ProbeStep(MESSAGE, ok=True, text=text.strip() or "Answered without text"))


def with_message(result: ProbeResult, told: MessageProbe) -> ProbeResult:
    """Returns the result of a test with what came of its short message."""
    steps = (*result.steps, told.step)
    if told.error is None:
        return ProbeResult(True, None, result.text, result.url, result.status, result.models, steps)  # noqa: FBT003
    error = told.error
    return ProbeResult(
        ok=False,
        kind=error.kind,
        text=error.message,
        url=error.url,
        status=error.status,
        models=result.models,
        steps=steps,
        hint=error.hint,
        cause=error.cause,
        is_proxy=error.is_proxy,
        request_id=error.request_id,
    )
