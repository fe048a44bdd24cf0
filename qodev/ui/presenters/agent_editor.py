"""The document of the agent editor: analysed while it is typed, changed key by key, nothing blocks typing (U60 to U66)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.diagnostics import Diagnostic, Fix, Severity
from qodev.base.jsontext import JsonValue
from qodev.types.agents import AgentSnapshot, AgentSpec, BaseSpec
from qodev.types.editing import AgentAnalysis, Completion
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind
from qodev.ui.models.agent_body import build_body
from qodev.ui.models.agent_editor_state import (
    EditorState,
    chain_of,
    key_at,
    line_of,
    origin_pills,
    problems_of,
    state_pills,
    still_valid,
)
from qodev.ui.models.agent_form_state import build_form, paused_text
from qodev.ui.models.agent_origins import find_leaf, why_state
from qodev.ui.models.agent_rows import Pill
from qodev.ui.models.completions import CompletionChoice, kind_word
from qodev.ui.models.text_bridge import carry_over, shown_text
from qodev.ui.models.text_marks import marks_of
from qodev.ui.presenters.agent_edits import Edit, EditQueue
from qodev.ui.presenters.core import Presenter

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.ui.presenters.document import DocumentPresenter

_ANALYSE_MS = 15  # U61: a change of the text is in the form within 100 ms
_TRY_MS = 120  # U65: findings within 300 ms of the last key


class AgentEditorPresenter(Presenter):
    """Keeps the text of one file as the truth: form edits are edits of the text, and the form follows the text."""

    text_opened = Signal(str)  # another document, as an editor shows it
    text_replaced = Signal(str, bool)  # the text with an edit in it; whether it joins the edit before
    state_changed = Signal(object)  # EditorState
    problems_changed = Signal(object, object)  # EditorProblem rows, TextMark ranges
    why_changed = Signal(object)  # WhyState
    completed = Signal(object, int, int)  # CompletionChoice rows for a line and a column
    leaf_completed = Signal(object, int, int)  # the same for a template of the body or the prompt
    place_wanted = Signal(int, int)  # line and column to go to
    key_shown = Signal(str)  # the key that the caret stands in
    unsaved_text = Signal(str, str)  # path and text, for the live request

    def __init__(self, services: "Services", documents: "DocumentPresenter", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.documents = documents
        self.state = EditorState()
        self._source, self._shown = "", ""
        self._revision = 0
        self._key = ""
        self._place = (0, 0)
        self._analysis: AgentAnalysis | None = None
        self._tried: tuple[Diagnostic, ...] = ()
        self._good: tuple[str, tuple[Diagnostic, ...]] = ("", ())  # the last text that parsed, and its findings
        self._edits = EditQueue(services.pool, self._current, self._take)
        self._is_analysing = False
        self._edited: tuple[str, int] = ("", -1)  # the key of the last edit, and the revision that it made
        self._analyse_timer = self._timer(_ANALYSE_MS, self._analyse_now)
        self._try_timer = self._timer(_TRY_MS, self._try_now)
        documents.opened.connect(self._on_opened)
        documents.text_replaced.connect(self._on_text_replaced)

    def _timer(self, after_ms: int, run: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(run)
        return timer

    @property
    def snapshot(self) -> AgentSnapshot:
        """Returns the catalog in use."""
        return self.services.agents.snapshot

    def find(self, name: str) -> AgentSpec | BaseSpec | None:
        """Returns the agent or base of a name."""
        return self.snapshot.agents.get(name) or self.snapshot.bases.get(name)

    def open(self, path: str, line: int = 0, column: int = 1) -> None:
        """Brings a file to the front, at a place of it when `line` is given."""
        self._place = (line, column)
        if path == self.state.path and path:
            self._go_to_place()
        else:
            self.documents.open(path)

    def _go_to_place(self) -> None:
        line, column = self._place
        self._place = (0, 0)
        if line:
            self.place_wanted.emit(line, column)

    def _on_opened(self, path: str, text: str) -> None:
        if path == self.state.path and text == self._source:
            self._go_to_place()  # it was asked for twice
            return
        self._source, self._shown = text, shown_text(text)
        self._revision += 1
        self._analysis, self._tried, self._key, self._good = None, (), "", ("", ())
        self._edits.clear()
        self.state = EditorState(path, read_only=self.documents.view.read_only)
        self._tell()

    def _tell(self) -> None:
        """Tells views that another document is in front."""
        place, self._place = self._place, (0, 0)
        path = self.state.path
        self.text_opened.emit(self._shown)
        self._place = place
        self.problems_changed.emit((), ())
        self.why_changed.emit(why_state(None, "", path=path, read_only=self.state.read_only))
        self._go_to_place()
        self._analyse_now()

    def tell_again(self) -> None:
        """Tells a view that was made anew what is in front, its words in the language of now."""
        if self.state.path:
            self._analysis = None
            self._tell()

    def _on_text_replaced(self, text: str) -> None:
        """Takes a text that did not come from typing: a quick fix, Revert, Reload."""
        if text != self._source:
            self._take(text, "")

    def note_text(self, shown: str) -> None:
        """Takes what was typed into the text editor."""
        if shown != self._shown:
            self._source = carry_over(self._source, self._shown, shown)
            self._shown = shown
            self._changed()

    def _take(self, source: str, key: str) -> None:
        joins = bool(key) and self._edited == (key, self._revision)
        self._source, self._shown = source, shown_text(source)
        self._changed()
        self._edited = (key, self._revision)
        self.text_replaced.emit(self._shown, joins)

    def _changed(self) -> None:
        self._revision += 1
        self.documents.set_text(self._source)
        self._analyse_timer.start()
        self._try_timer.start()

    def take(self, batch: tuple[AnyEvent, ...]) -> None:
        """Takes the events of a frame: parents, instances and overrides may have changed."""
        if self.state.path and any(isinstance(e, CatalogChanged) and e.kind is CatalogKind.AGENTS for e in batch):
            self._analyse_timer.start()
            self._try_timer.start()

    # Analysis

    def _analyse_now(self) -> None:
        self._analyse_timer.stop()
        if self.state.path and not self._is_analysing:
            self._is_analysing = True
            self.spawn(self._analyse(), "analyse")

    async def _analyse(self) -> None:
        try:
            while True:
                path, revision = self.state.path, self._revision
                analysis = await self.services.editing.analyse(path, self._source)
                if revision == self._revision and path == self.state.path:
                    self._show(analysis)
                    return
        finally:
            self._is_analysing = False

    def _show(self, analysis: AgentAnalysis) -> None:
        is_first = self._analysis is None
        self._analysis = analysis
        before = self.state
        base = replace(before, parses=analysis.parses, is_usable=analysis.is_usable)
        if analysis.parses:
            self.state = self._read(base, analysis)
        else:
            self.state = replace(base, form=replace(before.form, paused=_paused(analysis)))
        self.state = replace(self.state, pills=self._pills(analysis))
        self.state_changed.emit(self.state)
        self.unsaved_text.emit(before.path, self._source)
        self._show_problems()
        self._show_why()
        if is_first:
            self._try_timer.start()

    def _read(self, state: EditorState, analysis: AgentAnalysis) -> EditorState:
        return replace(
            state,
            name=analysis.name,
            chain=chain_of(analysis.chain),
            url=analysis.url or "",
            form=build_form(analysis, read_only=state.read_only, choices=self._choices()),
            body=build_body(analysis.leaves, state.path),
            leaves=analysis.leaves,
        )

    def _choices(self) -> Mapping[str, tuple[str, ...]]:
        snapshot = self.snapshot
        parents = (*sorted(snapshot.bases), *sorted(snapshot.agents))
        return {"extends": parents, "provider_instance": tuple(sorted(snapshot.instances))}

    def _pills(self, analysis: AgentAnalysis) -> tuple[Pill, ...]:
        found = self.find(analysis.name)
        spec = found if found is not None and found.span.path == analysis.path else None
        errors = sum(d.severity is Severity.ERROR for d in (*analysis.diagnostics, *self._tried))
        states = state_pills(
            analysis,
            is_stale=isinstance(spec, AgentSpec) and spec.stale,
            is_checking=spec is not None and analysis.name in self.snapshot.checking,
            errors=errors,
        )
        folder = spec.folder if isinstance(spec, AgentSpec) else None
        return (*states, *origin_pills(analysis, spec.layer if spec is not None else None, folder))

    def _try_now(self) -> None:
        if self.state.path:
            self.spawn(self._try(self.state.path, self._revision), "try_out")

    async def _try(self, path: str, revision: int) -> None:
        found = await self.services.editing.try_out(path, self._source)
        if found is not None and revision == self._revision and path == self.state.path:
            self._tried = found
            if self._analysis is not None:
                self.state = replace(self.state, pills=self._pills(self._analysis))
                self.state_changed.emit(self.state)
            self._show_problems()

    def _show_problems(self) -> None:
        analysed = self._analysis.diagnostics if self._analysis is not None else ()
        path = self.state.path
        if self.state.parses:
            found = (*analysed, *(one for one in self._tried if one not in analysed))
            self._good = (self._source, found)
        else:
            good, before = self._good
            found = (*analysed, *still_valid(before, good, self._source, path))
        self.problems_changed.emit(problems_of(found, path), marks_of(found, path))

    def apply_fix(self, fix: object) -> None:
        """Makes a quick fix as an undoable edit."""
        if isinstance(fix, Fix):
            self.documents.apply_fix(fix)

    # Where a value comes from

    def select_key(self, key: str) -> None:
        """Shows why a key has its value."""
        self._key = key
        self._show_why()

    def _show_why(self) -> None:
        state = self.state
        leaf = find_leaf(state.leaves, self._key) if self._key else None
        if self._key:
            reason = state.read_only or state.form.paused
            self.why_changed.emit(why_state(leaf, self._key, path=state.path, read_only=reason))

    def note_caret(self, line: int) -> None:
        """Follows the caret of the text: its key is shown in the form and explained."""
        if self.state.parses:
            key = key_at(self.state.form, self.state.leaves, self.state.path, line)
            if key and key != self._key:
                self.select_key(key)
                self.key_shown.emit(key)

    def enter_key(self, key: str) -> None:
        """Follows the focus of the form: the caret goes to the lines of the key, where the file writes it."""
        if key != self._key:
            self.select_key(key)
        line = line_of(self.state.form, self.state.leaves, self.state.path, key)
        if line and self.state.parses:
            self.place_wanted.emit(line, 1)

    # Edits of keys

    def set_key(self, key: Sequence[str], value: JsonValue) -> None:
        """Writes a key; what is typed into one field counts as one step of undo."""
        path = tuple(key)

        def make(text: str) -> str:
            return self.services.editing.set_key(text, path, value)

        self._edit(make, ".".join(path))

    def remove_key(self, key: Sequence[str]) -> None:
        """Takes the lines of a key away; the inherited value counts again."""
        path = tuple(key)

        def make(text: str) -> str:
            return self.services.editing.remove_key(text, path)

        self._edit(make, "")

    def rename_key(self, key: Sequence[str], name: str) -> None:
        """Gives the last part of a key another name."""
        path = tuple(key)

        def make(text: str) -> str:
            return self.services.editing.rename_key(text, path, name)

        self._edit(make, "")

    def reset_key(self) -> None:
        """Resets the key that is explained to what is inherited."""
        if self._key:
            self.remove_key(self._key.split("."))

    def _edit(self, make: Edit, key: str) -> None:
        if not self.state.read_only and self._edits.add(key, make):
            self.spawn(self._edits.run(), "edit")

    def _current(self) -> tuple[str, str]:
        return self.state.path, self._source

    # Completion

    def complete(self, line: int, column: int) -> None:
        """Looks up what could stand at a place of the text."""
        self.spawn(self._complete(self._source, line, column), "complete")

    async def _complete(self, source: str, line: int, column: int) -> None:
        found = await self.services.pool.run(self.services.editing.completions, self.state.path, source, line, column)
        if source == self._source:
            self.completed.emit(_choices_of(found), line, column)

    def complete_leaf(self, key: str, text: str, line: int, column: int) -> None:
        """Looks up what could stand at a place of a template that a field of the form holds."""
        self.spawn(self._complete_leaf(key, text, line, column), "complete_leaf")

    async def _complete_leaf(self, key: str, text: str, line: int, column: int) -> None:
        above = text.split("\n")[:line]
        before = "\n".join((*above[:-1], above[-1][: column - 1]))
        table, _, last = key.rpartition(".")
        head = f"[{table}]\n" if table else ""
        source = f"{head}{last} = '''\n{before}"
        lines = source.split("\n")
        found = await self.services.pool.run(
            self.services.editing.completions, self.state.path, source, len(lines), len(lines[-1]) + 1
        )
        self.leaf_completed.emit(_choices_of(found), line, column)


def _choices_of(found: Sequence[Completion]) -> tuple[CompletionChoice, ...]:
    return tuple(CompletionChoice(c.text, kind_word(c.kind), c.detail, c.start) for c in found)


def _paused(analysis: AgentAnalysis) -> str:
    syntax = analysis.syntax
    if syntax is None or syntax.span is None:
        return paused_text(1, 1, "")
    return paused_text(syntax.span.line, syntax.span.column, syntax.message)
