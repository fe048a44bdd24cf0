"""The model of the agent that is edited: override, the provider's list, a tiny test, and whether all of it fits (U71, U72)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.agents import AgentSpec, Layer
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.types.providers import ModelInfo, ProviderFailure
from qodev.ui.models.agent_editor_state import AnswerView, answer_view
from qodev.ui.models.agent_fit import fit_pills
from qodev.ui.models.chat_state import ModelChoice
from qodev.ui.models.notices import Toast
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_MODELS_KEPT = 5000  # U41
_NAME_LENGTH = 200


class AgentModelPresenter(Presenter):
    """Stores a model at once, apart from the file; knows the lists that were fetched in this run."""

    model_changed = Signal(object)  # ModelChoice
    answer_changed = Signal(object)  # AnswerView
    warnings_changed = Signal(object)  # Pill for each thing that does not fit the model

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._name = ""
        self._listed: dict[str, Mapping[str, ModelInfo]] = {}
        self._notes: dict[str, str] = {}
        self._asked_about: set[tuple[str, str]] = set()  # instance and model
        self._asked = 0
        self._tested = ""  # the agent whose test is under way

    def open(self, name: str) -> None:
        """Shows the model of an agent; "" for what is no agent that can be used."""
        if name != self._name:
            self._name = name
            self._asked += 1
            self._tested = ""
            self.answer_changed.emit(AnswerView())
        self.refresh()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if self._name and any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch):
            self.refresh()

    @property
    def _spec(self) -> AgentSpec | None:
        return self.services.agents.snapshot.agents.get(self._name)

    def refresh(self) -> None:
        """Shows model, source and list as they are now."""
        spec = self._spec
        if spec is None:
            self.model_changed.emit(ModelChoice())
            self.warnings_changed.emit(())
            return
        snapshot = self.services.agents.snapshot
        listed = self._listed.get(spec.provider_instance, {})
        choice = ModelChoice(
            spec.name,
            snapshot.model_of(spec.name),
            spec.model,
            spec.name in snapshot.overrides,
            tuple(listed),
            self._notes.get(spec.provider_instance, ""),
        )
        self.model_changed.emit(choice)
        self._ask_abilities()
        self.warnings_changed.emit(fit_pills(spec, listed.get(choice.model)))

    def choose(self, model: str) -> None:
        """Overrides the model; what the file says anyway, or nothing, takes the override back."""
        spec = self._spec
        if spec is None:
            return
        wanted = " ".join(model.split())
        is_default = not wanted or wanted == spec.model
        self.spawn(self._store(spec.name, None if is_default else wanted), "choose_model")

    def reset(self) -> None:
        """Takes the override back."""
        if self._spec is not None:
            self.spawn(self._store(self._name, None), "reset_model")

    async def _store(self, name: str, model: str | None) -> None:
        before = self.services.agents.snapshot.overrides.get(name)
        await self.services.agents.set_model(name, model)
        if model is not None and model != before:
            text = self.tr("`{0}` uses `{1}` from the next request on.").format(name, model)
            self.toast_raised.emit(Toast(text, seconds=4))
        elif model is None and before is not None:
            self.toast_raised.emit(Toast(self.tr("`{0}` uses the model of its file again.").format(name), seconds=4))
        self.refresh()

    def load_models(self) -> None:
        """Asks the provider for its models, once; a list that could not be had is asked for again."""
        spec = self._spec
        if spec is None or spec.provider_instance in self._listed:
            return
        if self._notes.get(spec.provider_instance) == self.tr("Loading models…"):
            return
        self._notes[spec.provider_instance] = self.tr("Loading models…")
        self.refresh()
        self.spawn(self._load(spec.provider_instance), "load_models")

    async def _load(self, instance: str) -> None:
        try:
            found = await self.services.providers.models(instance)
        except UserFacingError as fault:
            self._notes[instance] = self._unreachable(fault)
        else:
            self._listed[instance] = {m.id[:_NAME_LENGTH]: m for m in found[:_MODELS_KEPT]}
            self._notes[instance] = self.tr("%n model(s)", "", len(self._listed[instance]))
            self._ask_abilities()
        self.refresh()

    def _ask_abilities(self) -> None:
        """Asks what the model in use can do, where the list has not said it; each model once."""
        spec = self._spec
        if spec is None:
            return
        name = self.services.agents.snapshot.model_of(spec.name)
        model = self._listed.get(spec.provider_instance, {}).get(name)
        key = (spec.provider_instance, name)
        if model is not None and model.tools is None and key not in self._asked_about:
            self._asked_about.add(key)
            self.spawn(self._learn(spec.provider_instance, model), "abilities")

    async def _learn(self, instance: str, model: ModelInfo) -> None:
        learnt = await self.services.providers.abilities(instance, model)
        if learnt != model:
            self._listed[instance] = {**self._listed[instance], model.id: learnt}
            self.refresh()

    def _unreachable(self, fault: UserFacingError) -> str:
        """Returns the sentence with address and status (U71)."""
        where = fault.message
        if isinstance(fault, ProviderFailure) and fault.error.url:
            status = str(fault.error.status) if fault.error.status is not None else fault.error.message
            where = f"{fault.error.url}: {status}"
        return self.tr("Unreachable. Type a model name. {0}").format(where)

    def test(self) -> None:
        """Sends one tiny request with the agent as it is saved."""
        if not self.test_reason:
            self._asked += 1
            self._tested = self._name
            self.answer_changed.emit(AnswerView(self.tr("Testing…"), is_running=True))
            self.spawn(self._test(self._name, self._asked), "test_agent")

    async def _test(self, name: str, asked: int) -> None:
        try:
            view = answer_view(await self.services.editing.test(name))
        except UserFacingError as fault:
            text = f"{fault.message} {fault.hint or ''}".strip()
            view = AnswerView(text, text, is_ok=False)
        if asked == self._asked:
            self._tested = ""
            self.answer_changed.emit(replace(view, is_running=False))
            self.spoken.emit(view.text)

    @property
    def test_reason(self) -> str:
        """Returns why the agent cannot be tested, or ''."""
        spec = self._spec
        if spec is None:
            return self.tr("Only an agent that is loaded can be tested.")
        if not spec.usable:
            return self.tr("The agent cannot be used: mend its errors first.")
        return self.tr("The test is under way.") if self._tested else ""

    @property
    def is_built_in(self) -> bool:
        """Tells whether the agent has no file."""
        spec = self._spec
        return spec is not None and spec.layer is Layer.BUILT_IN
