"""Connects the panels of a provider with their presenters; what opens dialogs or moves the focus is the page's own."""

from typing import TYPE_CHECKING

from qodev.ui.pages.provider_detail import ProviderDetail

if TYPE_CHECKING:
    from qodev.ui.presenters.providers import ProvidersPresenter


def connect_panels(detail: ProviderDetail, providers: "ProvidersPresenter") -> None:
    """Connects everything of the right side that needs no page."""
    _connect_document(detail, providers)
    _connect_key(detail, providers)
    _connect_test(detail, providers)
    detail.head.restore_requested.connect(providers.plan_removal)
    detail.head.override_requested.connect(providers.override)
    providers.server.state_changed.connect(detail.server.show_state)
    detail.server.start_requested.connect(providers.server.start)
    detail.server.stop_requested.connect(providers.server.stop_server)
    providers.hosted.state_changed.connect(detail.hosted.show_state)


def _connect_document(detail: ProviderDetail, providers: "ProvidersPresenter") -> None:
    document, documents, head = providers.document, providers.document.documents, detail.head
    documents.state_changed.connect(head.bar.show_view)
    documents.state_changed.connect(head.disk.show_view)
    detail.text.text_edited.connect(document.set_text)
    detail.form.changed.connect(document.set_field)
    detail.form.split_requested.connect(document.split_url)
    head.bar.save_requested.connect(documents.save)
    head.bar.revert_requested.connect(documents.revert)
    head.disk.compare_requested.connect(documents.compare)
    head.disk.reload_requested.connect(documents.reload)
    head.disk.keep_requested.connect(documents.keep_mine)


def _connect_key(detail: ProviderDetail, providers: "ProvidersPresenter") -> None:
    key, panel = providers.key, detail.key
    key.state_changed.connect(panel.show_state)
    panel.ref_changed.connect(providers.document.set_field)
    panel.store_requested.connect(key.store)
    panel.clear_requested.connect(key.clear)
    panel.entry_requested.connect(key.name_entry)
    panel.variable_requested.connect(key.name_variable)
    panel.retry_requested.connect(key.retry)
    panel.move_requested.connect(key.move)


def _connect_test(detail: ProviderDetail, providers: "ProvidersPresenter") -> None:
    probe, panel = providers.probe, detail.test
    probe.state_changed.connect(panel.show_state)
    panel.test_requested.connect(probe.test)
    panel.cancel_requested.connect(probe.cancel)
    panel.models_requested.connect(probe.fetch_models)
