"""The form of a provider over one text: each edit changes the bytes of its key alone (U39, U61)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from qodev.base.errors import UserFacingError
from qodev.base.jsontext import JsonValue
from qodev.types.agents import ProviderInstance
from qodev.types.instances import InstanceAnalysis, InstanceField
from qodev.ui.models.document_state import DocumentView
from qodev.ui.models.notices import Notice
from qodev.ui.models.provider_rows import ProviderItem
from qodev.ui.models.provider_state import FormProblem, ProviderForm
from qodev.ui.presenters.core import Presenter
from qodev.ui.presenters.document import DocumentPresenter

if TYPE_CHECKING:
    from qodev.services.app import Services

_QUIET_MS = 120


class ProviderDocumentPresenter(Presenter):
    """Holds the text of the provider in front through a DocumentPresenter, and what it comes to."""

    form_changed = Signal(object)  # ProviderForm, once a text was read: never older than what was typed
    standing_changed = Signal()  # the text is saved, or no longer
    text_shown = Signal(str)  # the text view takes this text
    saved = Signal(str)  # path

    def __init__(self, services: "Services", documents: DocumentPresenter, parent: QObject | None = None) -> None:
        super().__init__(services, parent)
        self.documents = documents
        self.form = ProviderForm()
        self._revision = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._analyse_now)
        documents.opened.connect(self._on_opened)
        documents.text_replaced.connect(self._on_text_replaced)
        documents.state_changed.connect(self._on_state_changed)
        documents.saved.connect(self.saved)

    @property
    def is_dirty(self) -> bool:
        """Tells whether the text in front has changes that are not saved."""
        view = self.documents.view
        return view.is_dirty and view.path == self.form.path

    def open(self, item: ProviderItem | None) -> None:
        """Brings the file of a provider to the front; the built-in one has none and is only shown."""
        self._revision += 1
        self._timer.stop()
        if item is None:
            self._set(ProviderForm())
        elif item.path:
            self._set(ProviderForm(path=item.path, read_only=self.tr("The file is being read.")))
            self.documents.open(item.path)
        else:
            instance = self.services.agents.snapshot.instances.get(item.name)
            self._set(self._built_in(instance) if instance is not None else ProviderForm())

    def close(self, path: str) -> None:
        """Forgets a document whose file is removed."""
        self.documents.close(path)

    def _built_in(self, instance: ProviderInstance) -> ProviderForm:
        values: dict[str, JsonValue] = {
            "name": instance.name,
            "description": instance.description,
            "client_api": instance.client_api.value,
            "url": instance.url,
        }
        fields = {key: InstanceField(key, value, is_written=True) for key, value in values.items()}
        reason = self.tr("`{0}` is built into qodev.").format(instance.name)
        url = self.services.instances.editing.sample_url(instance)
        return ProviderForm(fields=fields, read_only=reason, effective_url=url, name=instance.name)

    def _on_opened(self, path: str, text: str) -> None:
        if path == self.form.path:
            self.text_shown.emit(text)
            self._analyse_now()

    def _on_text_replaced(self, text: str) -> None:
        self._revision += 1
        self.text_shown.emit(text)
        self._timer.start()

    def _on_state_changed(self, view: DocumentView) -> None:
        if view.path and view.path == self.form.path:
            self.standing_changed.emit()

    def tell_text(self) -> None:
        """Tells the text once more."""
        self.text_shown.emit(self.documents.text)

    def set_text(self, text: str) -> None:
        """Takes what was typed into the text itself."""
        if text != self.documents.text:
            self._put(text)

    def set_field(self, key: str, value: JsonValue) -> None:
        """Sets a key of the file; None takes it out, so that what is inherited counts again."""
        editing = self.services.instances.editing
        try:
            if value is None:
                text = editing.remove_key(self.documents.text, key)
            else:
                text = editing.set_key(self.documents.text, key, value)
        except UserFacingError as fault:
            self.notice_raised.emit(Notice(fault.message, fault.hint or ""))
            return
        self._put(text)
        self.text_shown.emit(text)

    def _put(self, text: str) -> None:
        """Takes a text; what is being read of an older one is dropped, so that it cannot undo what was typed."""
        self._revision += 1
        self.documents.set_text(text)
        self._timer.start()

    def split_url(self) -> None:
        """Cuts off the endpoint that was pasted as part of the URL."""
        if self.form.pasted_url:
            self.set_field("url", self.form.pasted_url)

    def _analyse_now(self) -> None:
        self._timer.stop()
        self._revision += 1
        self.spawn(self._analyse(self.form.path, self.documents.text, self._revision), "analyse")

    async def _analyse(self, path: str, text: str, revision: int) -> None:
        found = await self.services.instances.editing.analyse(path, text)
        if revision == self._revision:
            self._set(self._formed(path, found))

    def _formed(self, path: str, found: InstanceAnalysis) -> ProviderForm:
        read_only = self.documents.view.read_only
        if found.syntax is not None:
            span = found.syntax.span
            place = (span.line, span.column) if span is not None else (1, 1)
            paused = self.tr("Form paused: line {0}, column {1}. {2}").format(*place, found.syntax.message)
            return replace(self.form, paused=paused, read_only=read_only)
        problems = tuple(
            FormProblem(
                d.severity.value, f"{d.message} {d.advice or ''}".strip(), d.key or "", d.span.line if d.span else 0
            )
            for d in found.diagnostics
        )
        form = ProviderForm(
            path=path,
            fields=found.fields or {},
            unknown=tuple((found.unknown or {}).items()),
            problems=problems,
            read_only=read_only,
            effective_url=found.effective_url,
            list_url=found.list_url,
            pasted_url=found.pasted.url if found.pasted is not None else "",
            pasted_endpoint=found.pasted.endpoint if found.pasted is not None else "",
            parents=tuple(sorted(self.services.agents.snapshot.instances)),
            name=found.instance.name if found.instance is not None else "",
        )
        return replace(form, key_ref=str(form.value("api_key_ref") or ""))

    def _set(self, form: ProviderForm) -> None:
        self.form = form
        self.form_changed.emit(form)
