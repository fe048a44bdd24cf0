"""A whole window on real services, as `Program` puts it together, in folders of its own."""

import asyncio
import gc
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from benchmarks._data import conversation, messages
from benchmarks._kit import child_env, fast_folder, require
from benchmarks._window import application, keep, settled, theme
from benchmarks.store import fill
from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.store.conversation_rows import write_conversation
from qodev.store.recovery import open_conversations

if TYPE_CHECKING:
    from qodev.ui.main_window import MainWindow
    from qodev.ui.presenters.bundle import Presenters

AGENT = "Played"
_WAIT_S = 20.0


class LiveWindow:
    """A window with everything behind it."""

    def __init__(self, services: Services, window: "MainWindow", presenters: "Presenters") -> None:
        self.services = services
        self.window = window
        self.presenters = presenters

    async def open(self, conversation_id: str) -> None:
        """Opens a conversation and returns once its last page is painted."""
        self.presenters.conversations.select(conversation_id)
        assert self.window.transcript is not None
        transcript = self.window.transcript.view.model
        async with asyncio.timeout(_WAIT_S):
            while transcript.conversation_id != conversation_id:  # noqa: ASYNC110  turns of the loop are all there is
                await asyncio.sleep(0)
        self.window.repaint()
        require(transcript.rowCount() > 0, "the conversation that was opened shows nothing")


@asynccontextmanager
async def live_window(counts: Sequence[int], model_url: str = "") -> AsyncIterator[LiveWindow]:
    """Gives a shown window on conversations with so many messages each; their ids are those of `conversation`.

    With a URL there is an agent `AGENT` that asks it.
    """
    from qodev.ui.bridge import EventBridge
    from qodev.ui.main_window import MainWindow
    from qodev.ui.presenters.bundle import Presenters

    application()
    home = fast_folder()
    paths = AppPaths.from_env(child_env(home), home)
    await _write(paths, counts)
    if model_url:
        _write_agent(paths, model_url)
    services = build_services(paths, child_env(home))
    await services.start()
    window = MainWindow(theme())
    window.resize(1440, 900)
    window.show()
    window.finish()
    presenters = Presenters(services, window)
    window.attach(presenters)
    bridge = EventBridge(window)
    bridge.batch_ready.connect(presenters.take)
    services.bus.subscribe(bridge.take)
    presenters.load("")
    await settled()
    try:
        yield LiveWindow(services, window, presenters)
    finally:
        await presenters.stop()
        await services.stop()
        window.hide()
        keep(window)
        gc.collect()  # here, on the GUI thread: a collection in a worker would destroy Qt's objects there
        await asyncio.to_thread(shutil.rmtree, home, ignore_errors=True)


async def _write(paths: AppPaths, counts: Sequence[int]) -> None:
    paths.data.mkdir(parents=True)
    database = (await open_conversations(paths.database, clock=_now)).database
    made = [conversation(number) for number in range(len(counts))]
    await database.write(lambda link: [write_conversation(link, one) for one in made])
    for one, count in zip(made, counts, strict=True):
        await fill(database, one.id, list(messages(count, prefix=f"{one.id}.")))
    await database.close()


def _write_agent(paths: AppPaths, url: str) -> None:
    for folder in paths.folders():
        folder.mkdir(parents=True, exist_ok=True)
    head = "schema_version = 1\n\n"
    instance = f'{head}name = "{AGENT}"\nclient_api = "openai_chat"\nurl = "{url}"\napi_key_ref = ""\n'
    (paths.providers / "played.toml").write_text(instance, encoding="utf-8")
    agent = f'{head}extends = "OpenAI Compatible Base Chat"\nname = "{AGENT}"\nprovider_instance = "{AGENT}"\n'
    text = f'{agent}endpoint = "/v1/chat/completions"\nmodel = "made"\n'
    (paths.agents / "played.toml").write_text(text, encoding="utf-8")


def _now() -> float:
    return 1_790_000_000.0
