"""Connects the views of the chat with their presenters; nothing else happens here."""

from typing import TYPE_CHECKING

from qodev.ui.chat.chat_view import ChatView
from qodev.ui.chat.conversations import Sidebar

if TYPE_CHECKING:  # views are painted before the presenters are imported (F19)
    from qodev.ui.chat.first_run import FirstRunPage
    from qodev.ui.chat.inspector import Inspector
    from qodev.ui.chat.search_results import SearchPage
    from qodev.ui.presenters.bundle import Presenters


def connect_sidebar(sidebar: Sidebar, presenters: "Presenters") -> None:
    """Connects the list of conversations."""
    conversations = presenters.conversations
    conversations.state_changed.connect(sidebar.show_state)
    sidebar.new_requested.connect(conversations.create)
    sidebar.open_requested.connect(conversations.select)
    sidebar.delete_requested.connect(conversations.delete)
    sidebar.filter_changed.connect(conversations.set_filter)
    sidebar.archived_toggled.connect(conversations.show_archived)
    sidebar.search_requested.connect(presenters.search.search)


def connect_chat(view: ChatView, presenters: "Presenters") -> None:
    """Connects header, composer and pickers."""
    chat, agents = presenters.chat, presenters.agents
    composer = view.composer
    chat.state_changed.connect(view.show_state)
    chat.draft_loaded.connect(composer.input.replace_text)
    chat.sent.connect(composer.input.clear)
    chat.store_failed.connect(view.show_store_fault)
    view.renamed.connect(presenters.rename_current)
    view.stop_requested.connect(chat.stop_turn)
    composer.resume_requested.connect(chat.retry)
    view.save_requested.connect(chat.flush)
    composer.text_changed.connect(chat.note_text)
    composer.chip_removed.connect(chat.remove_attachment)
    composer.input.long_text_pasted.connect(chat.attach_text)
    composer.input.image_pasted.connect(chat.attach_image)
    composer.input.files_dropped.connect(chat.attach_paths)
    composer.agent_chosen.connect(agents.choose_agent)
    composer.role_chosen.connect(agents.choose_role)
    composer.script_chosen.connect(agents.choose_script)
    composer.model_chosen.connect(agents.choose_model)
    composer.models_wanted.connect(agents.load_models)
    presenters.general.send_key_changed.connect(composer.input.set_send_key)
    presenters.general.busy_changed.connect(view.header.busy.set_moving)


def connect_inspector(inspector: "Inspector", presenters: "Presenters") -> None:
    """Connects the tabs."""
    request = inspector.request
    presenters.inspector.state_changed.connect(request.show_state)
    request.copy_requested.connect(presenters.inspector.copy_as)
    request.step_chosen.connect(presenters.inspector.select_step)
    request.show_state(presenters.inspector.state)
    tab, changes = inspector.changes, presenters.changes
    changes.state_changed.connect(tab.show_state)
    tab.scope_chosen.connect(changes.choose_scope)
    tab.branch_chosen.connect(changes.choose_branch)
    tab.opened.connect(changes.open)
    tab.toggled.connect(changes.toggle)
    tab.turn_undone.connect(changes.undo_turn)
    tab.retried.connect(changes.refresh)
    tab.cancelled.connect(changes.cancel)
    tab.shown_changed.connect(changes.set_shown)
    tab.show_state(changes.state)
    changes.set_shown(tab.isVisible())  # it may have come on screen before there was anyone to tell


def connect_first_run(page: "FirstRunPage", presenters: "Presenters") -> None:
    """Connects the doors."""
    first_run = presenters.first_run
    first_run.state_changed.connect(page.show_state)
    page.offline_requested.connect(first_run.choose_offline)
    page.local_requested.connect(first_run.choose_local)
    page.key_requested.connect(first_run.choose_key)
    page.try_out_requested.connect(first_run.choose_try_out)
    page.skip_requested.connect(first_run.skip)
    page.back_requested.connect(first_run.show_doors)
    page.cancel_requested.connect(first_run.cancel)
    page.script_used.connect(first_run.use_offline)
    page.server_used.connect(first_run.use_local)
    page.address_test_requested.connect(first_run.test_address)
    page.address_used.connect(first_run.use_address)
    page.provider_chosen.connect(first_run.choose_provider)
    page.test_requested.connect(first_run.store_and_test)
    page.provider_used.connect(first_run.use_provider)
    page.set_up_requested.connect(first_run.set_up_try_out)
    page.try_out_used.connect(first_run.use_try_out)
    page.remove_requested.connect(first_run.remove_try_out)
    page.without_project_requested.connect(first_run.go_without_project)
    page.show_state(first_run.state)


def connect_search(page: "SearchPage", presenters: "Presenters") -> None:
    """Connects the search over all conversations."""
    presenters.search.state_changed.connect(page.show_state)
    page.search_requested.connect(presenters.search.search)
    page.open_requested.connect(presenters.search.open_hit)
