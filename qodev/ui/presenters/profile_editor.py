"""The text of one profile is the truth: form edits are edits of it, findings and X-ray follow while it is typed (U76 to U85)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.diagnostics import Diagnostic, Fix, sorted_diagnostics
from qodev.base.errors import UserFacingError
from qodev.types.permissions import Effect
from qodev.types.profile_editing import ExampleReport, ExampleResult, ProfileAnalysis
from qodev.types.profiles import Profile
from qodev.ui.models.agent_editor_state import problems_of
from qodev.ui.models.notices import Notice
from qodev.ui.models.profile_form_state import (
    build_form,
    field_at,
    interpreter_fix,
    with_matches,
)
from qodev.ui.models.profile_state import ProfileCount, ProfileEditorState, count_of, error_text
from qodev.ui.models.text_bridge import carry_over, shown_text
from qodev.ui.models.text_marks import marks_of
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.profile_edits import Edit, ProfileEdits

if TYPE_CHECKING:
    from qodev.services.app import Services
    from qodev.ui.presenters.profile_document import ProfileDocument

_ANALYSE_MS = 15  # U61
_EXAMPLES_MS = 100  # U65: findings within 300 ms of the last key


@dataclass(frozen=True, slots=True)
class ReadOnlyText:
    """A text that can only be read; `profile` is None for a skipped file."""

    path: str
    name: str
    text: str
    reason: str
    profile: Profile | None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_native: bool = True


class ProfileEditorPresenter(Presenter):
    """Analyses the text in front; an older result is dropped."""

    text_opened = Signal(str)
    text_replaced = Signal(str, bool)  # the text with an edit in it; whether it joins the edit before
    state_changed = Signal(object)  # ProfileEditorState
    problems_changed = Signal(object, object)  # EditorProblem rows, TextMark ranges
    place_wanted = Signal(int, int)
    field_shown = Signal(str)
    judged = Signal(object, bool)  # the profile that the text is, or None; whether the last one still stands for it
    reported = Signal(object)  # ExampleReport

    def __init__(self, services: "Services", documents: "ProfileDocument", parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.documents = documents
        self.state = ProfileEditorState()
        self.tried_command = ""
        self._source, self._shown = "", ""
        self._revision = 0
        self._analysis: ProfileAnalysis | None = None
        self._read_only: ReadOnlyText | None = None
        self._report = ExampleReport()
        self._place = (0, 0)
        self._edited: tuple[str, int] = ("", -1)
        self._is_analysing = False
        self._is_running = False
        self.edits = ProfileEdits(services, self.edit, self)
        self._analyse_timer = self._timer(_ANALYSE_MS, self._analyse_now)
        self._examples_timer = self._timer(_EXAMPLES_MS, self._run_examples)
        documents.opened.connect(self._on_opened)
        documents.text_replaced.connect(self._on_text_replaced)

    def _timer(self, after_ms: int, run: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(run)
        return timer

    @property
    def source(self) -> str:
        """Returns the text in front."""
        return self._source

    def open(self, path: str, line: int = 0, column: int = 1) -> None:
        """Brings a file of the user's to the front, at a place of it when `line` is given."""
        self._place = (line, column)
        if path == self.state.path and self._read_only is None:
            self._go_to_place()
        else:
            self.documents.open(path)

    def show_read_only(self, shown: ReadOnlyText, line: int = 0) -> None:
        """Shows a text that can only be read; the same one again keeps the reader's place."""
        if shown == self._read_only and not line:
            return
        self._place = (line, 1)
        self._read_only = shown
        self._show_text(shown.path, shown.text, shown.reason)

    def _on_opened(self, path: str, text: str) -> None:
        if path == self.state.path and text == self._source and self._read_only is None:
            self._go_to_place()
            return
        self._read_only = None
        self._show_text(path, text, self.documents.view.read_only)

    def _show_text(self, path: str, text: str, reason: str) -> None:
        self._source, self._shown = text, shown_text(text)
        self._revision += 1
        self._analysis, self._report = None, ExampleReport()
        is_new = self._read_only is None and self.documents.is_new
        self.state = ProfileEditorState(
            path, read_only=reason, stem=PurePath(path).name.removesuffix(".md"), is_new=is_new
        )
        self.text_opened.emit(self._shown)
        self.problems_changed.emit((), ())
        self.reported.emit(self._report)
        self._go_to_place()
        self._analyse_now()

    def _go_to_place(self) -> None:
        line, column = self._place
        self._place = (0, 0)
        if line:
            self.place_wanted.emit(line, column)

    def tell_again(self) -> None:
        """Tells everything to a window that was made anew; its undo begins here."""
        if self._analysis is not None:
            self.text_opened.emit(self._shown)
            self.state_changed.emit(self.state)
            self._show_problems()

    def note_path(self, path: str) -> None:
        """Takes another file of a new document."""
        self.state = replace(self.state, path=path, stem=PurePath(path).name.removesuffix(".md"))
        self._analyse_timer.start()

    def note_created(self) -> None:
        """Takes that the new document is a file now."""
        self.state = replace(self.state, is_new=False)
        self.state_changed.emit(self.state)

    def _on_text_replaced(self, text: str) -> None:
        """Takes a text that did not come from typing: a quick fix, Revert, Reload."""
        if text != self._source and self._read_only is None:
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

    def look_again(self) -> None:
        """Judges the same text anew: other profiles, or the command of the X-ray, are others now."""
        if self.state.path:
            self._analyse_timer.start()

    # Analysis

    def _analyse_now(self) -> None:
        self._analyse_timer.stop()
        if (self.state.path or self._read_only is not None) and not self._is_analysing:
            self._is_analysing = True
            self.spawn(self._analyse(), "analyse")

    async def _analyse(self) -> None:
        try:
            while True:
                revision, path = self._revision, self.state.path
                analysis = await self._analysis_of(path)
                if revision == self._revision and path == self.state.path:
                    self._show(analysis)
                    return
        finally:
            self._is_analysing = False

    async def _analysis_of(self, path: str) -> ProfileAnalysis:
        shown, editing = self._read_only, self.services.profile_editing
        if shown is None:
            return await editing.analyse(path, self._source)
        if shown.profile is not None:
            return replace(await editing.read(shown.profile, shown.text), diagnostics=shown.diagnostics)
        found = await editing.analyse(path, shown.text)
        return replace(found, profile=None, diagnostics=shown.diagnostics)

    def _show(self, analysis: ProfileAnalysis) -> None:
        self._analysis = analysis
        self.state = self._state_of(analysis)
        self.state_changed.emit(self.state)
        self._show_problems()
        is_stale = analysis.profile is None and self._read_only is None
        self.judged.emit(analysis.profile, is_stale)
        self._examples_timer.start()

    def _state_of(self, analysis: ProfileAnalysis) -> ProfileEditorState:
        shown, state = self._read_only, self.state
        if shown is not None and not shown.is_native:
            return replace(state, name=shown.name, has_form=False)
        form = build_form(analysis, state.form, is_read_only=bool(state.read_only))
        form = with_matches(form, self._report.matches)
        return replace(
            state,
            name=shown.name if shown is not None else analysis.written.value("name"),
            form=form,
            count=count_of(analysis) if shown is None else ProfileCount(),
            error=error_text(analysis.diagnostics) if shown is None else "",
        )

    def _show_problems(self) -> None:
        analysed = self._analysis.diagnostics if self._analysis is not None else ()
        found = (*analysed, *(one for one in self._report.diagnostics if one not in analysed))
        path = self.state.path
        self.problems_changed.emit(problems_of(sorted_diagnostics(found), path), marks_of(found, path))

    # Examples

    def _run_examples(self) -> None:
        profile = self._analysis.profile if self._analysis is not None else None
        if profile is not None and not self._is_running:
            self._is_running = True
            self.spawn(self._examples(profile), "examples")

    async def _examples(self, profile: Profile) -> None:
        try:
            while True:
                tried = (self.tried_command,) if self.tried_command.strip() else ()
                report = await self.services.profile_editing.run_examples(profile, tried)
                now = self._analysis.profile if self._analysis is not None else None
                if now is profile or now is None:
                    break
                profile = now
        finally:
            self._is_running = False
        if now is profile:
            self._take_report(report)

    def _take_report(self, report: ExampleReport) -> None:
        self._report = report
        form = with_matches(self.state.form, report.matches)
        if form != self.state.form:
            self.state = replace(self.state, form=form)
            self.state_changed.emit(self.state)
        self._show_problems()
        self.reported.emit(report)

    def note_tried(self, command: str) -> None:
        """Takes the command of the X-ray: the rule tables say which rules match it."""
        if command != self.tried_command:
            self.tried_command = command
            self._examples_timer.start()

    # Edits of the form are in `edits`; these need to know the findings or what is shown

    def deny_interpreters(self) -> None:
        """Makes the repair of the lint about interpreters (U79)."""
        found = interpreter_fix(self._analysis.diagnostics if self._analysis is not None else ())
        if found is not None and found.fix is not None:
            self.documents.apply_fix(found.fix)

    def keep_example(self, tool: str, argument: str, effect: object) -> None:
        """Keeps a case as a comment in the front matter, of a profile that cannot be changed in a file of ours (U91)."""
        shown = self._read_only
        if isinstance(effect, Effect) and shown is not None and shown.profile is not None:
            self.spawn(self._keep(shown.profile, tool, argument, effect), "keep")
        elif isinstance(effect, Effect):
            self.edits.add_example(tool, argument, effect)

    async def _keep(self, profile: Profile, tool: str, argument: str, effect: Effect) -> None:
        await self.services.profile_editing.keep_example(profile, tool, argument, effect)
        self._run_examples()

    def forget_example(self, place: int) -> None:
        """Gives up an example that is in no file of the profile."""
        results = self._report.results
        shown = self._read_only
        if shown is not None and shown.profile is not None and place < len(results) and not results[place].line:
            self.spawn(self._forget(shown.profile, results[place]), "forget")

    async def _forget(self, profile: Profile, example: ExampleResult) -> None:
        await self.services.profile_editing.forget_example(profile, example)
        self._run_examples()

    def edit(self, key: str, make: Edit) -> None:
        """Changes the text; edits in a row of one key are one step of undo."""
        if self.state.read_only or self._read_only is not None:
            return
        try:
            after = make(self._source)
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or ""))
            return
        except IndexError:
            return  # the rule that was meant is gone already
        if after != self._source:
            self._take(after, key)

    def apply_fix(self, fix: object) -> None:
        """Makes a quick fix as an undoable edit."""
        if isinstance(fix, Fix) and self._read_only is None:
            self.documents.apply_fix(fix)

    # Where the caret is

    def note_caret(self, line: int) -> None:
        """Follows the caret of the text: its field is shown in the form."""
        found = field_at(self.state.form, line)
        if found and not self.state.form.paused:
            self.field_shown.emit(found)

    def enter_field(self, name: str) -> None:
        """Follows the focus of the form: the caret goes to the line of the field."""
        line = self.state.form.lines.get(name)
        if line and not self.state.form.paused:
            self.place_wanted.emit(line, 1)
