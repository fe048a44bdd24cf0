"""The connection test of a provider, step by step, with a plain explanation of what failed (U41)."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.instances import Explanation
from qodev.types.providers import ProbeResult, ProbeStep, ProbeWatch
from qodev.ui.models.provider_rows import counted_models
from qodev.ui.models.provider_state import (
    MESSAGE_STEP,
    STEP_NAMES,
    ExplanationView,
    ProbeState,
    StepState,
    StepView,
)
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services


class ProbePresenter(Presenter):
    """Runs one test at a time; a result that comes after another provider was chosen is kept and not shown."""

    state_changed = Signal(object)  # ProbeState
    finished = Signal()

    def __init__(self, services: "Services", consents: ConsentPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._consents = consents
        self.state = ProbeState()
        self._running: asyncio.Task[None] | None = None

    def show_for(self, name: str, refusal: str) -> None:
        """Shows the last test of a provider."""
        if name != self.state.name:
            self.cancel()
            self.state = ProbeState(name=name)
        self._set(refusal=refusal)
        if name and not self.state.is_running:
            self.spawn(self._show_last(name), "last")

    async def _show_last(self, name: str) -> None:
        result = await self.services.providers.last_test(name)
        if name != self.state.name or self.state.is_running:
            return
        listed = tuple(model.id for model in self.services.providers.known_models(name))
        if result is not None:
            self._show_result(name, result, listed)
        elif self.state.tested_at:  # what was tested is no longer what is there
            self._set(steps=(), is_ok=None, tested_at=0.0, explanation=None, details="")

    def refuse(self, reason: str) -> None:
        """Says why nothing can be tested now, or that it can."""
        if reason != self.state.refusal:
            self._set(refusal=reason)

    def test(self, message_model: str | None = None) -> None:
        """Begins a test; with a model one short message follows, "" takes the first of the list."""
        if self.state.is_running or not self.state.name or self.state.refusal:
            return
        names = (*STEP_NAMES, *((MESSAGE_STEP,) if message_model is not None else ()))
        steps = tuple(StepView(name) for name in names)
        self._set(steps=steps, is_running=True, is_ok=None, explanation=None, details="", note="")
        self._running = self.spawn(self._test(self.state.name, message_model), "test")

    async def _test(self, name: str, message_model: str | None) -> None:
        try:
            if not await self._consents.ask(name):
                self._set(is_running=False, steps=(), note=self.tr("Nothing was sent."))
                return
            watch = ProbeWatch(self._on_began, self._on_taken)
            result = await self.services.providers.test(name, watch, message_model=message_model)
        except UserFacingError as fault:
            text = f"{fault.message} {fault.hint or ''}".strip()
            self._set(is_running=False, is_ok=False, explanation=ExplanationView(fault.message, text))
            return
        except asyncio.CancelledError:
            self._on_cancelled(name)
            raise
        if name == self.state.name:
            self._show_result(name, result, tuple(model.id for model in result.models))
            text = self.tr("The connection works.")
            self.spoken.emit(text if result.ok else self.tr("Failed: {0}").format(result.text))
        self.finished.emit()

    def _on_cancelled(self, name: str) -> None:
        if name == self.state.name and self.state.is_running:
            done = tuple(s for s in self.state.steps if s.state in (StepState.DONE, StepState.FAILED))
            self._set(is_running=False, steps=done, note=self.tr("The test was cancelled."))

    def cancel(self) -> None:
        """Ends the test that is under way."""
        if self._running is not None and not self._running.done():
            self._running.cancel()

    def _on_began(self, step: str) -> None:
        self._change_step(replace(self._step(step), state=StepState.RUNNING))

    def _on_taken(self, step: ProbeStep) -> None:
        self._change_step(_view_of(step))
        if not step.ok and step.name == "address":  # it is taken back when a proxy refuses after it was reached
            rest = tuple(StepView(s.name) if s.name != step.name else s for s in self.state.steps)
            self._set(steps=rest)

    def _step(self, name: str) -> StepView:
        return next((step for step in self.state.steps if step.name == name), StepView(name))

    def _change_step(self, changed: StepView) -> None:
        if self.state.is_running:
            self._set(steps=tuple(changed if step.name == changed.name else step for step in self.state.steps))

    def _show_result(self, name: str, result: ProbeResult, listed: tuple[str, ...]) -> None:
        found = self.services.providers.explain(name, result)
        self._set(
            steps=tuple(_view_of(step) for step in result.steps),
            is_running=False,
            is_ok=result.ok,
            tested_at=result.tested_at,
            explanation=_explained(found),
            details=_details(result),
            models=listed or self.state.models,
            models_text=counted_models(len(listed)) if listed else self.state.models_text,
            note="",
        )

    def fetch_models(self) -> None:
        """Asks for the list of models alone."""
        if self.state.name and not self.state.is_fetching and not self.state.refusal:
            self._set(is_fetching=True, models_text=self.tr("Loading models…"))
            self.spawn(self._fetch(self.state.name), "models")

    async def _fetch(self, name: str) -> None:
        text, models = self.tr("Nothing was sent."), self.state.models
        try:
            if await self._consents.ask(name):
                models = tuple(model.id for model in await self.services.providers.models(name))
                text = counted_models(len(models))
        except UserFacingError as fault:
            text = self.tr("No list: {0} A name can be typed.").format(fault.message)
        if name == self.state.name:
            self._set(is_fetching=False, models=models, models_text=text)
            self.spoken.emit(text)

    def _set(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.state_changed.emit(self.state)


def _view_of(step: ProbeStep) -> StepView:
    state = StepState.DONE if step.ok else StepState.FAILED
    return StepView(step.name, state, step.text, step.url, step.status, step.vendor_text)


def _explained(found: Explanation | None) -> ExplanationView | None:
    return ExplanationView(found.title, found.text, found.action.value, found.value) if found is not None else None


def _details(result: ProbeResult) -> str:
    """Returns the raw facts of a failure, for Details (U176)."""
    if result.ok:
        return ""
    rows = (
        ("error", result.text),
        ("hint", result.hint),
        ("kind", result.kind),
        ("status", result.status),
        ("url", result.url),
        ("request-id", result.request_id),
        ("server", result.steps[-1].vendor_text if result.steps else ""),
    )
    return "\n".join(f"{name}: {value}" for name, value in rows if value)
