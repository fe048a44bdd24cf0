"""Starts the window: paint first, then the loop, then everything heavy in one worker thread (F19, J1)."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import PySide6
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QApplication

from qodev.base.marks import Moment, mark
from qodev.base.paths import AppPaths
from qodev.ui.kit.collector import Collector, keep_collector_off
from qodev.ui.kit.languages import languages_of
from qodev.ui.main_window import MainWindow
from qodev.ui.opening import open_anew, open_window, state_of
from qodev.ui.presenters.window_state import WindowState

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncGenerator

    from PySide6.QtNetwork import QLocalServer

    from qodev.services.app import Services
    from qodev.ui.bridge import EventBridge
    from qodev.ui.presenters.bundle import Presenters
    from qodev.ui.watch import QtFolderWatch

_FAILED = 3  # exit code of the command line contract
_LOCK_NAME = "window.lock"
_RAISE = b"raise\n"
_CONNECT_MS = 1000


def refusal(pyside: str, python: tuple[int, int]) -> str:
    """Returns why this pair of PySide6 and Python cannot be used, or '' (F36)."""
    if pyside == "6.12.0" and python == (3, 11):
        return "qodev cannot run with PySide6 6.12.0 on Python 3.11, which ends at random: install PySide6 below 6.12."
    return ""


def _say(text: str) -> None:
    """Writes a line where there is a terminal; a windowed start on Windows has none."""
    stream: TextIO | None = sys.stderr
    if stream is not None:
        stream.write(text + "\n")


def run_app() -> int:
    """Opens the window and returns the exit code once it has closed."""
    reason = refusal(PySide6.__version__, sys.version_info[:2])
    if reason:
        _say(reason)
        return _FAILED
    keep_collector_off()
    paths = AppPaths.from_env(os.environ, Path.cwd())
    app = QApplication([*sys.argv[:1], "-style", "fusion"])
    app.setApplicationName("qodev")
    app.setApplicationDisplayName("qodev")
    app.setDesktopFileName("qodev")
    app.setQuitOnLastWindowClosed(False)
    lock = _lock(paths)
    if lock is None and _raise_first(_server_name(paths)):
        return 0
    window, state = open_window(app, paths)
    return _run_loop(app, window, paths, state)


def _lock(paths: AppPaths) -> QLockFile | None:
    """Returns the lock of the first window of these folders, None when another one has it."""
    try:
        paths.state.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return QLockFile("")  # a folder that cannot be written is told once the window is there
    lock = QLockFile(str(paths.state / _LOCK_NAME))
    lock.setStaleLockTime(0)  # the lock of a process that lives never grows old
    return lock if lock.tryLock(0) or lock.error() is not QLockFile.LockError.LockFailedError else None


def _server_name(paths: AppPaths) -> str:
    from qodev.base.files import digest_of

    return f"qodev-{digest_of(str(paths.state).encode())[:20]}"


def _raise_first(name: str) -> bool:
    """Asks the window that runs already to come to the front; tells whether it answered."""
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    socket.write(_RAISE)
    return socket.waitForBytesWritten(_CONNECT_MS)


def _run_loop(app: QApplication, window: MainWindow, paths: AppPaths, state: WindowState) -> int:
    import asyncio

    from qasync import QEventLoop  # has no types: the one override lives here

    def make_loop() -> "asyncio.AbstractEventLoop":
        loop: asyncio.AbstractEventLoop = QEventLoop(app)
        return loop

    with asyncio.Runner(loop_factory=make_loop) as runner:
        return runner.run(Program(app, window, paths, state).run())


class Program:
    """Lives as long as the window: brings the services up, hands them over, and takes everything down again."""

    def __init__(self, app: QApplication, window: MainWindow, paths: AppPaths, state: WindowState) -> None:
        self._app = app
        self._window = window
        self._paths = paths
        self._state = state
        self._services: Services | None = None
        self._presenters: Presenters | None = None
        self._bridge: EventBridge | None = None
        self._watch: QtFolderWatch | None = None
        self._server: QLocalServer | None = None
        self._is_asking = False
        self._is_language_due = False

    async def run(self) -> int:
        """Starts, waits until quitting was decided, and stops."""
        mark(Moment.LOOP, os.environ)
        import asyncio

        from qodev.base.tasks import TaskOwner

        self._window.finish()
        self._collector = Collector(self._app)
        loop = asyncio.get_running_loop()
        self._quitting: asyncio.Future[int] = loop.create_future()
        self._tasks = TaskOwner("app", self._on_fault)
        loop.set_exception_handler(self._on_loop_fault)
        sys.excepthook = self._on_slot_fault
        # asyncio's own loops close generators that were left early, such as a stream of the network; qasync's does not.
        self._loop = loop
        sys.set_asyncgen_hooks(finalizer=self._on_generator_left)
        self._follow(self._window)
        self._listen()
        self._catch_interrupt(loop)
        try:
            await self._start_or_say(loop)
            return await self._quitting
        finally:
            await self._stop()

    async def _start_or_say(self, loop: "asyncio.AbstractEventLoop") -> None:
        from qodev.base.errors import UserFacingError
        from qodev.ui.models.notices import Notice

        try:
            await self._start(loop)
        except UserFacingError as fault:
            self._window.show_notice(Notice(fault.message, fault.hint or ""))

    async def _start(self, loop: "asyncio.AbstractEventLoop") -> None:
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1, thread_name_prefix="import") as worker:
            await loop.run_in_executor(worker, import_heavy)
            if self._state.conversation:
                await loop.run_in_executor(worker, import_for_messages)
        from qodev.services.app import build_services
        from qodev.ui.bridge import EventBridge
        from qodev.ui.presenters.bundle import Presenters
        from qodev.ui.watch import QtFolderWatch

        services = self._services = build_services(self._paths, os.environ)
        await services.start(wait_for_checks=False)
        mark(Moment.READY, os.environ)
        presenters = self._presenters = Presenters(services, self._app)
        await asyncio.sleep(0)  # between the steps, so that typing and painting go on
        self._window.attach(presenters)
        self._keep_what_was_typed()
        await asyncio.sleep(0)
        bridge = self._bridge = EventBridge(self._app)
        bridge.batch_ready.connect(presenters.take)
        services.bus.subscribe(bridge.take)
        presenters.general.language_changed.connect(self._on_language_changed)
        presenters.conversations.opened.connect(self._on_opened)
        is_restored = bool(services.preferences.value("restore_at_start"))
        presenters.load(*((self._state.conversation, self._state.project) if is_restored else ("",)))
        await asyncio.sleep(0)
        self._watch = QtFolderWatch(self._app)
        services.watch_folders(self._watch)
        if not presenters.conversations.count and not self._state.has_passed_first_run:
            self._window.centre.show_first_run()
        await asyncio.sleep(0)
        self._collector.freeze()
        mark(Moment.USABLE, os.environ)
        self._warm(services)

    def _follow(self, window: MainWindow) -> None:
        """Hears what a window wishes."""
        window.quit_requested.connect(self._on_quit_requested)
        window.activity_changed.connect(self._on_activity_changed)
        window.files.document_changed.connect(self._on_document_changed)

    def _on_language_changed(self, _language: str) -> None:
        self._is_language_due = True
        self._tasks.spawn(self._take_language(), name="language")  # not now: the control that asked is in the window

    def _on_document_changed(self) -> None:
        if self._is_language_due:
            self._tasks.spawn(self._take_language(), name="language")

    async def _take_language(self) -> None:
        """Opens the window anew in the language of the setting, once no file in it has unsaved changes (U174)."""
        if self._services is None or self._presenters is None or self._window.files.has_unsaved:
            return
        self._is_language_due = False
        if languages_of(self._app).use(str(self._services.preferences.value("language"))):
            self._window = open_anew(self._window, self._presenters)
            self._follow(self._window)

    def _keep_what_was_typed(self) -> None:
        """Takes over what was typed before the presenters were there."""
        typed = self._window.centre.chat.composer.input.toPlainText()
        if typed and self._presenters is not None:
            self._presenters.chat.note_text(typed)

    def _warm(self, services: "Services") -> None:
        """Imports what requests need, builds the TLS context and the first client; all off the loop (F20)."""
        self._tasks.spawn(self._prepare_requests(services), name="warm")

    async def _prepare_requests(self, services: "Services") -> None:
        await services.pool.run(import_for_messages)
        await services.pool.run(import_for_requests)
        await services.client.warm()
        self._collector.freeze()

    def _on_activity_changed(self, visible: bool, active: bool) -> None:  # noqa: FBT001  # a slot
        if self._bridge is not None:
            self._bridge.set_window_state(visible=visible, active=active)
        if active and self._watch is not None:
            self._watch.tell_now()  # network folders send no signals

    def _listen(self) -> None:
        from PySide6.QtNetwork import QLocalServer

        self._server = QLocalServer(self._app)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        name = _server_name(self._paths)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # left behind by a process that was killed
            self._server.listen(name)
        self._server.newConnection.connect(self._on_second_start)

    def _on_second_start(self) -> None:
        if self._server is not None:
            connection = self._server.nextPendingConnection()
            if connection is not None:
                connection.disconnected.connect(connection.deleteLater)
        self._window.come_to_front()

    def _catch_interrupt(self, loop: "asyncio.AbstractEventLoop") -> None:
        import signal

        if os.name != "nt":
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self._quit)
        # On Windows Python sees the signal once its own code runs again, which the loop's timers cause.

    def _on_quit_requested(self) -> None:
        running = self._services.conversations.running if self._services is not None else ()
        if not running and not self._window.files.has_unsaved:
            self._quit()
        elif not self._is_asking:
            self._is_asking = True
            self._tasks.spawn(self._ask_to_quit(len(running)), name="quit")

    async def _ask_to_quit(self, running: int) -> None:
        from qodev.ui.kit.dialogs import ask, quit_question

        try:
            if await self._settle_unsaved() and (not running or await ask(quit_question(running), self._window)):
                self._quit()
        finally:
            self._is_asking = False

    async def _settle_unsaved(self) -> bool:
        """Asks about unsaved documents and does what was answered; tells whether the program may end (U35)."""
        from qodev.ui.kit.dialogs import Answer, choose, unsaved_question

        documents = self._presenters.documents if self._presenters is not None else None
        if documents is None or not documents.dirty():
            return True
        answer = await choose(unsaved_question([d.name for d in documents.dirty()]), self._window)
        if answer is Answer.OTHER:
            return await documents.save_all()
        if answer is Answer.ACT:
            await documents.discard_all()
        return answer is Answer.ACT

    def _quit(self) -> None:
        if not self._quitting.done():
            self._quitting.set_result(0)

    async def _stop(self) -> None:
        """Stores drafts and the window's state, then ends everything."""
        self._save_state()
        if self._presenters is not None:
            await self._presenters.stop()
        if self._watch is not None:
            self._watch.stop()
        if self._server is not None:
            self._server.close()
        self._window.hide()
        if self._services is not None:
            await self._services.stop()
        await self._tasks.stop()

    def _on_opened(self, _conversation: str) -> None:
        """Remembers the open conversation at once, so that it is there again after a kill (U167)."""
        if self._services is not None and not self._quitting.done():
            self._tasks.spawn(self._services.pool.run(self._store, self._current_state()), name="state")

    def _save_state(self) -> None:
        self._store(self._current_state())

    def _store(self, state: WindowState) -> None:
        from qodev.ui.presenters.window_state import save_window_state

        try:
            save_window_state(self._paths.data, state)
        except OSError as fault:
            _say(f"The window's place could not be stored: {fault.strerror}.")

    def _current_state(self) -> WindowState:
        return state_of(self._window, self._presenters, self._state)

    def _on_generator_left(self, generator: "AsyncGenerator[Any, Any]") -> None:
        if not self._loop.is_closed():  # the collector calls this, in whatever thread it runs
            self._loop.call_soon_threadsafe(partial(self._close_generator, generator))

    def _close_generator(self, generator: "AsyncGenerator[Any, Any]") -> None:
        self._tasks.spawn(generator.aclose(), name="generator")

    def _on_fault(self, name: str, fault: BaseException) -> None:
        if self._services is not None:
            self._services.report_fault(name, fault)

    def _on_slot_fault(self, _kind: type[BaseException], fault: BaseException, _trace: object) -> None:
        """Takes what a slot raised: Qt would only print it."""
        if self._services is None:
            sys.__excepthook__(type(fault), fault, fault.__traceback__)
        self._on_fault("window", fault)

    def _on_loop_fault(self, _loop: "asyncio.AbstractEventLoop", context: dict[str, Any]) -> None:
        fault = context.get("exception") or RuntimeError(str(context.get("message")))
        self._on_fault("loop", fault)


def import_heavy() -> None:
    """Imports what the window needs beyond its first paint, in order of need; runs in a worker thread (F37, F38)."""
    _import("qodev.services.app", "qodev.ui.presenters.bundle", "qodev.ui.chat.transcript_pane")


def import_for_messages() -> None:
    """Imports what only a conversation with messages needs; runs in a worker thread."""
    _import("markdown_it")


def import_for_requests() -> None:
    """Imports what only a request needs, httpx aside; runs in a worker thread once the window can be used (F37)."""
    _import("jinja2.sandbox", "keyring")


def _import(*names: str) -> None:
    import importlib

    for name in names:
        importlib.import_module(name)
