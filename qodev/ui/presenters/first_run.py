"""The three doors of the first run and the try-out model; nothing connects before a door is chosen (U156 to U160)."""

import asyncio
import itertools
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QObject, Signal

from qodev.base.errors import UserFacingError
from qodev.services.own_files import NewAgent
from qodev.types.agents import AgentSpec, ClientApi
from qodev.types.providers import LocalServer, ProbeResult
from qodev.ui.models.core_words import core_text
from qodev.ui.models.first_run_state import (
    Door,
    FirstRunState,
    KeySource,
    ProviderRow,
    ScriptRow,
    ServerKind,
    ServerRow,
    StepRow,
)
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.notices import Notice, Toast
from qodev.ui.presenters.consents import ConsentPresenter
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services

OFFLINE_AGENT = "Offline Chat"
TRY_OUT_AGENT = "Try-out Chat"
_FIRST_SCRIPTS = ("tour", "thinking", "slow", "error")
_PLACES: Mapping[KeySource, Literal["keyring", "memory", "file"]] = {
    KeySource.KEYRING: "keyring",
    KeySource.MEMORY: "memory",
    KeySource.FILE: "file",
}
_LOG_LINES = 400
_API_OF = {kind: ClientApi(kind.value) for kind in ServerKind}
_BASES = {
    ClientApi.OLLAMA: "Ollama Base Chat",
    ClientApi.OPENAI_CHAT: "LM Studio Base Chat",
    ClientApi.LLAMA_CPP: "llama.cpp Base Chat",
}
_STEP_NAMES = {
    "address": QT_TRANSLATE_NOOP("FirstRun", "Address"),
    "tls": "TLS",
    "sign_in": QT_TRANSLATE_NOOP("FirstRun", "Sign-in"),
    "models": QT_TRANSLATE_NOOP("FirstRun", "Model list"),
    "message": QT_TRANSLATE_NOOP("FirstRun", "Short message"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("FirstRun", text, "", count)


class FirstRunPresenter(Presenter):
    """Leads to the first answer."""

    state_changed = Signal(object)  # FirstRunState
    project_opened = Signal(str)  # its path, after `finished`
    finished = Signal(str)  # id of the conversation that was prepared, "" when the page was skipped

    def __init__(self, services: "Services", consents: ConsentPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self._consents = consents
        self.state = FirstRunState()
        self._prepared = ""  # id of the conversation that waits for its folder
        self._revision = 0
        self._setup: asyncio.Task[None] | None = None

    def show_doors(self) -> None:
        """Goes back to the doors and drops what is under way."""
        self._revision += 1
        self._set(door=Door.DOORS, is_busy=False, busy_text="")

    def skip(self) -> None:
        """Leaves the page."""
        self.show_doors()
        self.finished.emit("")

    def choose_offline(self) -> None:
        """Starts the offline provider and offers first messages."""
        scripts = {script.id: script for script in self.services.offline.scripts}
        chosen = [scripts[name] for name in _FIRST_SCRIPTS if name in scripts]
        rows = tuple(ScriptRow(s.id, core_text(s.title), core_text(s.description)) for s in chosen)
        self._set(door=Door.OFFLINE, scripts=rows, is_busy=True, busy_text=self.tr("Starting the offline provider…"))
        self.spawn(self._start_offline(), "offline")

    async def _start_offline(self) -> None:
        try:
            await self.services.offline.ensure_started()
        finally:
            self._set(is_busy=False, busy_text="")

    def use_offline(self, script: str, text: str) -> None:
        """Prepares a conversation with a script and sends its first message."""
        self.spawn(self._use_offline(script, text), "use_offline")

    async def _use_offline(self, script: str, text: str) -> None:
        conversations = self.services.conversations
        made = await conversations.create()
        await conversations.choose_agent(made.id, OFFLINE_AGENT)
        await conversations.choose_script(made.id, script)
        await conversations.rename(made.id, self.tr("Offline demo"))
        self.finished.emit(made.id)
        await conversations.send(made.id, text)

    def choose_local(self) -> None:
        """Asks the three well-known local ports."""
        self._revision += 1
        self._set(
            door=Door.LOCAL, servers=(), is_busy=True, busy_text=self.tr("Looking at ports 11434, 1234 and 8080…")
        )
        self._clear_test()
        self.spawn(self._probe(self._revision), "probe")

    async def _probe(self, revision: int) -> None:
        found = await self.services.providers.find_local()
        if revision == self._revision:
            self._set(is_busy=False, busy_text="", servers=tuple(_server_row(server) for server in found))

    def test_address(self, kind: ServerKind, address: str) -> None:
        """Asks a server at an own address for its models; nothing is stored yet."""
        self._revision += 1
        self._clear_test()
        self._set(is_busy=True, busy_text=self.tr("Testing the connection…"))
        self.spawn(self._test_address(kind, address, self._revision), "test_address")

    async def _test_address(self, kind: ServerKind, address: str, revision: int) -> None:
        try:
            result = await self.services.providers.test_address(_API_OF[kind], address)
        finally:
            if revision == self._revision:
                self._set(is_busy=False, busy_text="")
        if revision == self._revision:
            self._show_result(result)

    def use_address(self, kind: ServerKind, address: str, model: str) -> None:
        """Stores a server at an own address as an instance, and prepares a conversation with an agent for it."""
        self.spawn(self._use_address(kind, address, model), "use_address")

    async def _use_address(self, kind: ServerKind, address: str, model: str) -> None:
        if not model:
            raise UserFacingError(self.tr("The agent needs the name of a model."), self.tr("Type or choose one."))
        taken = self.services.agents.snapshot.instances
        name = free_name(address.strip().partition("://")[2].rstrip("/") or "Own server", taken)
        made = await self.services.providers.add(name, _API_OF[kind], address)
        agent = await self._add_agent(made.name, _BASES[_API_OF[kind]], model)
        await self._prepare(agent)

    async def _add_agent(self, instance: str, base: str, model: str) -> str:
        snapshot = self.services.agents.snapshot
        name = free_name(f"{model} on {instance}", (*snapshot.agents, *snapshot.bases))
        spec = await self.services.agents.add(NewAgent(name, base, instance, model))
        return spec.name

    def use_local(self, instance: str, model: str) -> None:
        """Prepares a conversation with an agent of a local server."""
        self.spawn(self._use_instance(instance, model), "use_local")

    def choose_key(self) -> None:
        """Lists the providers that want a key; no key is looked at yet."""
        instances = self.services.agents.snapshot.instances.values()
        rows = tuple(_provider_row(i.name, i.description, i.api_key_ref) for i in instances if i.api_key_ref)
        self._revision += 1
        self._set(door=Door.KEY, providers=rows, is_busy=True, busy_text=self.tr("Looking for a keyring…"))
        self._clear_test()
        self.spawn(self._probe_keyring(self._revision), "keyring")

    async def _probe_keyring(self, revision: int) -> None:
        name = await self.services.providers.probe_keyring()
        if revision != self._revision:
            return
        self._set(is_busy=False, busy_text="", is_keyring_known=True, keyring_name=name or "")
        names = [row.name for row in self.state.providers]
        if names:
            self.choose_provider(self.state.provider if self.state.provider in names else names[0])

    def _clear_test(self) -> None:
        self._set(key_state="", has_key=False, steps=(), test_text="", models=(), is_test_ok=False)

    def choose_provider(self, name: str) -> None:
        """Tells whether the provider has a key already."""
        self._revision += 1
        self._set(provider=name)
        self._clear_test()
        self.spawn(self._key_state(name, self._revision), "key_state")

    async def _key_state(self, name: str, revision: int) -> None:
        status = await self.services.providers.key_status(name)
        if revision == self._revision:
            known = {"set": self.tr("A key is set ({0}).").format(status.source), "not_set": self.tr("No key yet.")}
            text = known.get(status.state, self.tr("This provider needs no key."))
            self._set(key_state=text, has_key=status.state == "set")

    def store_and_test(self, name: str, secret: str, source: KeySource) -> None:
        """Stores the key, then tests the connection; a failed test loses nothing (U159)."""
        if not secret and source is not KeySource.ENVIRONMENT and not self.state.has_key:
            self.notice_raised.emit(Notice(self.tr("There is no key to test."), self.tr("Type the key first.")))
            return
        self._revision += 1
        self._set(is_busy=True, busy_text=self.tr("Testing the connection…"), steps=(), test_text="", is_test_ok=False)
        self.spawn(self._store_and_test(name, secret, source, self._revision), "test")

    async def _store_and_test(self, name: str, secret: str, source: KeySource, revision: int) -> None:
        try:
            place = _PLACES.get(source)
            if secret and place is not None:
                await self.services.providers.store_key(name, secret, place)
            if not await self._consents.ask(name):
                self._set(is_busy=False, busy_text="", key_state=self.tr("The key is stored; nothing was sent."))
                return
            result = await self.services.providers.test(name)
        except UserFacingError:
            self._set(is_busy=False, busy_text="")
            raise
        if revision == self._revision:
            self._show_result(result)

    def _show_result(self, result: ProbeResult) -> None:
        steps = tuple(StepRow(_tr(_STEP_NAMES.get(s.name, s.name)), s.ok, s.text) for s in result.steps)
        self._set(
            is_busy=False,
            busy_text="",
            steps=steps,
            test_text=_test_text(result),
            is_test_ok=result.ok,
            models=tuple(m.id for m in result.models),
            key_state=self.tr("A key is set.") if result.ok and self.state.door is Door.KEY else self.state.key_state,
        )
        if result.ok:
            self.spoken.emit(self.tr("Connection test done"))
        else:
            self.alarm_spoken.emit(self.tr("Failed: {0}").format(result.text))

    def use_provider(self, name: str, model: str) -> None:
        """Prepares a conversation with an agent of a provider."""
        self.spawn(self._use_instance(name, model), "use_provider")

    async def _use_instance(self, instance: str, model: str) -> None:
        spec = self._agent_for(instance, model)
        if spec is None:
            await self._prepare(await self._add_agent(instance, self._base_for(instance), model))
            return
        if model and model != self.services.agents.snapshot.model_of(spec.name):
            await self.services.agents.set_model(spec.name, model)
        await self._prepare(spec.name)

    def _agent_for(self, instance: str, model: str) -> AgentSpec | None:
        snapshot = self.services.agents.snapshot
        usable = [a for a in snapshot.agents.values() if a.provider_instance == instance and a.usable and not a.hidden]
        chat = [a for a in usable if "chat" in {t.casefold() for t in a.tags} or "chat" in a.name.casefold()]
        exact = [a for a in chat if snapshot.model_of(a.name) == model]
        return next(iter(exact or chat), None)

    def _base_for(self, instance: str) -> str:
        found = self.services.agents.snapshot.find_instance(instance)
        base = _BASES.get(found.client_api) if found is not None else None
        if base is None:
            raise UserFacingError(
                self.tr("No agent uses `{0}`.").format(instance),
                self.tr("Make one that names it as provider_instance."),
            )
        return base

    def choose_try_out(self) -> None:
        """Shows what setting up the try-out model would do."""
        self._set(door=Door.TRY_OUT, is_busy=True, busy_text=self.tr("Looking at what is there…"), log=())
        self.spawn(self._plan(), "plan")

    async def _plan(self) -> None:
        plan = await self.services.try_out.plan()
        status = await self.services.try_out.status()
        self._set(is_busy=False, busy_text="", plan=tuple(plan.lines), is_try_out_ready=status.is_ready)

    def set_up_try_out(self) -> None:
        """Downloads and builds the try-out model; its output is shown line by line."""
        self._set(is_busy=True, busy_text=self.tr("Setting up the try-out model…"), log=())
        self._setup = self.spawn(self._set_up_try_out(), "try_out")

    async def _set_up_try_out(self) -> None:
        try:
            await self.services.try_out.setup(self._on_line)
            await self.services.agents.reload()
        finally:
            self._set(is_busy=False, busy_text="")
        self._set(is_try_out_ready=True)

    def remove_try_out(self) -> None:
        """Removes the try-out model: its folder, its instance and its agent."""
        self._set(is_busy=True, busy_text=self.tr("Removing the try-out model…"), log=())
        self.spawn(self._remove_try_out(), "remove_try_out")

    async def _remove_try_out(self) -> None:
        try:
            await self.services.try_out.remove()
            await self.services.agents.reload()
        finally:
            self._set(is_busy=False, busy_text="")
        self._set(is_try_out_ready=False)
        self.toast_raised.emit(Toast(self.tr("The try-out model is removed.")))

    def _on_line(self, line: str) -> None:
        self._set(log=(*self.state.log[1 - _LOG_LINES :], line))

    def cancel(self) -> None:
        """Ends what is under way; the try-out set-up ends its processes."""
        self._revision += 1
        if self._setup is not None:
            self._setup.cancel()
        self._set(is_busy=False, busy_text="")

    def use_try_out(self) -> None:
        """Prepares a conversation with the try-out model."""
        self.spawn(self._prepare(TRY_OUT_AGENT), "use_try_out")

    async def _prepare(self, agent: str) -> None:
        """Makes the conversation, and asks which folder it is about (U160)."""
        made = await self.services.conversations.create()
        await self.services.conversations.choose_agent(made.id, agent)
        self._prepared = made.id
        self._set(door=Door.PROJECT)

    def go_without_project(self) -> None:
        """Opens the prepared conversation as it is."""
        self.finished.emit(self._prepared)

    def use_project(self, folder: str) -> None:
        """Opens the prepared conversation in a project; what trust would do is shown next, if nobody decided yet."""
        self.spawn(self._use_project(folder), "use_project")

    async def _use_project(self, folder: str) -> None:
        opened = await self.services.projects.open(folder)
        await self.services.conversations.choose_project(self._prepared, opened.path)
        self.finished.emit(self._prepared)
        self.project_opened.emit(opened.path)

    def _set(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.state_changed.emit(self.state)


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Returns `wanted`, with a number behind it when that name is taken."""
    names = {name.casefold() for name in taken}
    numbered = (f"{wanted} {number}" for number in itertools.count(2))
    return next(name for name in itertools.chain((wanted,), numbered) if name.casefold() not in names)


def _test_text(result: ProbeResult) -> str:
    """Returns what a test came to; a fault that a step tells already is not told again."""
    if result.ok:
        return result.text
    if any(step.text == result.text for step in result.steps):
        return _tr("The connection does not work yet.")
    status = f" ({result.status})" if result.status else ""
    return f"{result.text}{status} {result.url if result.url not in result.text else ''}".strip()


def _server_row(server: LocalServer) -> ServerRow:
    if server.models is None:
        return ServerRow(server.url, server.instance, _tr("Nothing there"))
    names = tuple(m.id for m in server.models)
    return ServerRow(server.url, server.instance, _tr("Found: %n model(s)", len(names)), names, is_found=True)


def _provider_row(name: str, description: str, key_ref: str) -> ProviderRow:
    parts = [part.strip() for part in key_ref.split("|")]
    variables = tuple(part.removeprefix("env:") for part in parts if part.startswith("env:"))
    return ProviderRow(name, description, key_ref, variables)
