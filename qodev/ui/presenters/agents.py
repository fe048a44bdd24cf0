"""What the pickers of the composer offer: agents, roles, scripts and the model of an agent (U71, U94, A107)."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.types.agents import AgentSnapshot, AgentSpec, Layer, Pipeline, RoleSpec
from qodev.types.conversation import Conversation
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.ui.models.chat_state import ChatState, Choice, ModelChoice, auto_word
from qodev.ui.models.core_words import core_text
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.notices import Toast
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_OFFLINE_INSTANCE = "Offline"
_MODELS_KEPT = 5000  # U41
_MODEL_NAME_LENGTH = 200
_LAYERS = {
    Layer.BUNDLED: QT_TRANSLATE_NOOP("Choices", "bundled"),
    Layer.USER: QT_TRANSLATE_NOOP("Choices", "user"),
    Layer.EXTRA: QT_TRANSLATE_NOOP("Choices", "extra"),
    Layer.PROJECT: QT_TRANSLATE_NOOP("Choices", "project"),
    Layer.BUILT_IN: QT_TRANSLATE_NOOP("Choices", "built in"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Choices", text, "", count)


class AgentsPresenter(Presenter):
    """Follows the catalog and the open conversation, and stores what is chosen."""

    choices_changed = Signal(object)  # ChatState with the fields of the pickers filled
    catalog_changed = Signal(object)  # AgentSnapshot

    def __init__(self, services: "Services", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._conversation: Conversation | None = None
        self._models: dict[str, tuple[str, ...]] = {}
        self._notes: dict[str, str] = {}

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns the catalog in use."""
        return self.services.agents.snapshot

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame."""
        if any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch):
            self.catalog_changed.emit(self.snapshot)
            self.refresh()

    def open(self, conversation: Conversation | None) -> None:
        """Shows the choices of another conversation, or newer choices of the same."""
        self._conversation = conversation
        self.refresh()

    def refresh(self) -> None:
        """Builds the choices anew."""
        conversation = self._conversation
        snapshot = self.snapshot
        agent = conversation.agent if conversation is not None else None
        in_use = self._agent_in_use()
        spec = snapshot.agents.get(in_use) if in_use is not None else None
        is_offline = spec is not None and spec.provider_instance == _OFFLINE_INSTANCE
        state = ChatState(
            agents=agent_choices(snapshot, agent, self._auto_winner()),
            agent=agent,
            agent_label=agent or auto_word(),
            roles=role_choices(snapshot, conversation.role_id if conversation is not None else None),
            role=conversation.role_id if conversation is not None else None,
            scripts=self._scripts() if is_offline else (),
            script=conversation.script if conversation is not None else None,
            model=ModelChoice() if is_offline else self._model_choice(spec),  # there the script is the model
        )
        self.choices_changed.emit(state)

    def _auto_winner(self) -> str | None:
        return self.services.agents.route(Pipeline.CHAT, "", "").winner

    def _agent_in_use(self) -> str | None:
        chosen = self._conversation.agent if self._conversation is not None else None
        return chosen or self._auto_winner()

    def _scripts(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(s.id, core_text(s.title), tip=core_text(s.description)) for s in self.services.offline.scripts
        )

    def _model_choice(self, spec: AgentSpec | None) -> ModelChoice:
        if spec is None:
            return ModelChoice()
        return ModelChoice(
            spec.name,
            self.snapshot.model_of(spec.name),
            spec.model,
            spec.name in self.snapshot.overrides,
            self._models.get(spec.provider_instance, ()),
            self._notes.get(spec.provider_instance, ""),
        )

    def choose_agent(self, name: str | None) -> None:
        """Stores the agent of the open conversation; None is Auto."""
        if self._conversation is not None:
            self.spawn(self.services.conversations.choose_agent(self._conversation.id, name), "choose_agent")

    def choose_role(self, role_id: str | None) -> None:
        """Stores the role; "" is *No role*."""
        if self._conversation is not None:
            self.spawn(self.services.conversations.choose_role(self._conversation.id, role_id), "choose_role")

    def choose_script(self, script: str | None) -> None:
        """Stores the script of the Offline provider."""
        if self._conversation is not None:
            self.spawn(self.services.conversations.choose_script(self._conversation.id, script), "choose_script")

    def choose_model(self, model: str) -> None:
        """Overrides the model of the agent in use, apart from its file; "" takes the override back."""
        agent = self._agent_in_use()
        if agent is None:
            return
        wanted = " ".join(model.split())
        spec = self.snapshot.agents.get(agent)
        is_default = spec is not None and wanted == spec.model
        self.spawn(self._set_model(agent, None if is_default or not wanted else wanted), "choose_model")

    async def _set_model(self, agent: str, model: str | None) -> None:
        await self.services.agents.set_model(agent, model)
        self.refresh()

    def load_models(self) -> None:
        """Asks the provider of the agent in use for its models, once; an answer that failed is asked again."""
        agent = self._agent_in_use()
        spec = self.snapshot.agents.get(agent) if agent is not None else None
        if spec is None or spec.provider_instance in self._models:
            return
        self._notes[spec.provider_instance] = self.tr("Loading models…")
        self.refresh()
        self.spawn(self._load_models(spec.provider_instance), "load_models")

    async def _load_models(self, instance: str) -> None:
        try:
            found = await self.services.providers.models(instance)
        except UserFacingError as fault:
            self._notes[instance] = self.tr("Unreachable. Type a model name. {0}").format(fault.message)
        else:
            names = tuple(m.id[:_MODEL_NAME_LENGTH] for m in found[:_MODELS_KEPT])
            self._models[instance] = names
            self._notes[instance] = self.tr("%n model(s)", "", len(names))
        self.refresh()

    def reload(self) -> None:
        """Reads agents, roles, providers and rosters from disk again."""
        self.spawn(self._reload(), "reload")

    async def _reload(self) -> None:
        before = self.snapshot
        after = await self.services.agents.reload()
        changed = changed_agents(before, after)
        text = self.tr("%n agent(s) reloaded.", "", changed)
        self.toast_raised.emit(Toast(text if changed else self.tr("Nothing has changed on disk.")))


def changed_agents(before: AgentSnapshot, after: AgentSnapshot) -> int:
    """Returns how many agents came, went or have other content."""
    names = set(before.agents) | set(after.agents)
    return sum(_digest(before, name) != _digest(after, name) for name in names)


def _digest(snapshot: AgentSnapshot, name: str) -> str:
    return snapshot.agents[name].digest if name in snapshot.agents else ""


def agent_choices(snapshot: AgentSnapshot, chosen: str | None, auto_winner: str | None) -> tuple[Choice, ...]:
    """Returns Auto, then every agent that can be picked; a chosen one that is gone stays as *(missing)* (A47)."""
    detail = _tr("now {0}").format(auto_winner) if auto_winner is not None else ""
    problem = "" if auto_winner is not None else _tr("No agent of the chat roster fits. Choose an agent.")
    tip = _tr("The first agent of the chat roster that fits the last file.")
    result = [Choice(None, auto_word(), detail, tip, problem)]
    if chosen is not None and chosen not in snapshot.agents:
        missing = _tr("The agent `{0}` is missing. Choose another.").format(chosen)
        result.append(Choice(chosen, chosen, _tr("(missing)"), problem=missing))
    shown = [a for a in snapshot.agents.values() if not a.hidden or a.name == chosen]
    result.extend(_agent_choice(snapshot, spec) for spec in sorted(shown, key=_agent_order))
    return tuple(result)


def _agent_order(spec: AgentSpec) -> tuple[bool, bool, str]:
    return spec.layer is Layer.BUNDLED, spec.layer is Layer.BUILT_IN, spec.name.casefold()


def _agent_choice(snapshot: AgentSnapshot, spec: AgentSpec) -> Choice:
    source = _tr("override") if spec.name in snapshot.overrides else _tr("file")
    marks = [_tr(_LAYERS[spec.layer]) if spec.folder is None else spec.folder]
    if spec.name in snapshot.checking:
        marks.append(_tr("checking…"))
    if spec.stale:
        marks.append(_tr("older version in use"))
    problem = ""
    if not spec.usable:
        reason = spec.problem.message if spec.problem is not None else _tr("It does not load.")
        problem = _tr("The agent `{0}` cannot be used: {1}").format(spec.name, reason)
    detail = f"{snapshot.model_of(spec.name)} · {source} · {' · '.join(marks)}"
    return Choice(spec.name, spec.name, detail, spec.description, problem)


def role_choices(snapshot: AgentSnapshot, chosen: str | None) -> tuple[Choice, ...]:
    """Returns *No role* first, then the default, then every role by name (A107)."""
    default = snapshot.roles.get("developer")
    label = _tr("{0} (default)").format(default.name) if default is not None else _tr("Default")
    result = [Choice("", _tr("No role")), Choice(None, label, tip=_tr("Used when nothing is chosen."))]
    if chosen and chosen not in snapshot.roles:
        tip = _tr("Developer is used until you choose another role.")
        result.append(Choice(chosen, chosen, _tr("(missing)"), tip))
    roles = sorted(snapshot.roles.values(), key=lambda role: (role.name.casefold(), role.id))
    result.extend(Choice(role.id, role.name, _role_detail(role), role.description) for role in roles)
    return tuple(result)


def _role_detail(role: RoleSpec) -> str:
    """Returns the marks of a role; a bundled one has none."""
    marks = [] if role.layer is Layer.BUNDLED else [_tr(_LAYERS[role.layer])]
    if role.stale:
        marks.append(_tr("older version in use"))
    return " · ".join(marks)
