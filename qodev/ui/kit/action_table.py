"""Lists every action of the program: the table of U27, menu by menu, as plain rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from qodev.ui.kit.menus import Menu
from qodev.ui.models.marks import QT_TRANSLATE_NOOP

_Standard = QKeySequence.StandardKey

_TASKS = QT_TRANSLATE_NOOP("actions", "Comes with Code tasks.")
_PROFILES = QT_TRANSLATE_NOOP("actions", "Comes with agent profiles and Code tasks.")
_SETTINGS = QT_TRANSLATE_NOOP("actions", "Comes with the settings window.")
_EDITORS = QT_TRANSLATE_NOOP("actions", "Comes with the agent editor.")
_HISTORY = QT_TRANSLATE_NOOP("actions", "Comes with forking, rewinding and compacting.")


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action: `later` says why it cannot be used yet, `group` names the submenu it lies in."""

    id: str
    label: str
    tip: str
    keys: tuple[str, ...] = ()
    mac_keys: tuple[str, ...] = ()
    standard: QKeySequence.StandardKey | None = None
    later: str = ""
    checkable: bool = False
    group: str = ""
    own_context: bool = False  # its keys count only where it is used, so they are shown and not bound
    ends_section: bool = False


def _row(name: str, label: str, tip: str, keys: str = "", **more: object) -> ActionSpec:
    return ActionSpec(name, label, tip, tuple(keys.split()), **more)  # type: ignore[arg-type]  # fields by name


_FILE = (
    _row("new_conversation", "New conversation", "Starts an empty conversation", "Ctrl+N"),
    _row("new_code_task", "New Code task", "Starts a conversation with tools", "Ctrl+Shift+N"),
    _row("open_project", "Open project…", "Opens a folder as project", "Ctrl+O"),
    _row("recent_projects", "Recent projects", "Lists folders opened before", ends_section=True),
    _row("import_file", "Import agent or profile…", "Copies a file into your folders", later=_EDITORS),
    _row("import_backup", "Import backup…", "Adds the conversations of a backup"),
    _row("export", "Export conversation…", "Writes this conversation to a file", "Ctrl+Shift+E"),
    _row("backup", "Back up all conversations…", "Writes all to one file", ends_section=True),
    _row("settings", "Settings…", "Opens the settings", "Ctrl+,", ends_section=True),
    _row("close", "Close window", "Closes the window in front", "Ctrl+W"),
    _row("quit", "Quit", "Ends qodev; drafts are kept", "Ctrl+Q"),
)

_EDIT = (
    _row("undo", "Undo", "Takes back the last change of the text", standard=_Standard.Undo),
    _row("redo", "Redo", "Makes the change again", standard=_Standard.Redo, ends_section=True),
    _row("cut", "Cut", "Moves the selection to the clipboard", standard=_Standard.Cut),
    _row("copy", "Copy", "Copies the selection", standard=_Standard.Copy),
    _row("copy_plain", "Copy as plain text", "Copies the words without Markdown", "Ctrl+Shift+C"),
    _row("paste", "Paste", "Inserts the clipboard", standard=_Standard.Paste),
    _row("paste_text", "Paste as text", "Inserts the clipboard as text, however long", "Ctrl+Shift+V"),
    _row("select_all", "Select all", "Selects everything", standard=_Standard.SelectAll, ends_section=True),
    _row("save_document", "Save document", "Writes the open file", "Ctrl+S"),
    _row("revert_document", "Revert document", "Takes the open file from the disk again", ends_section=True),
    _row("find", "Find in conversation", "Looks for text in this conversation", "Ctrl+F"),
    _row("find_next", "Find next", "Goes to the next hit", "F3", mac_keys=("Ctrl+G",)),
    _row("find_previous", "Find previous", "Goes to the hit before", "Shift+F3", mac_keys=("Ctrl+Shift+G",)),
    _row("find_all", "Search all conversations…", "Looks for text in every conversation", "Ctrl+Shift+F"),
)

_VIEW = (
    _row("palette", "Command palette…", "Finds an action by its name", "Ctrl+K Ctrl+Shift+P", ends_section=True),
    _row("sidebar", "Sidebar", "Shows or hides the list of conversations", "Ctrl+B", checkable=True),
    _row("inspector", "Inspector", "Shows or hides the panel at the right", "Ctrl+Shift+B", checkable=True),
    _row("tab_changes", "Changes", "Shows what was changed in files", "Ctrl+1"),
    _row("tab_request", "Request", "Shows the exact request", "Ctrl+2"),
    _row("tab_permissions", "Permissions", "Shows what would be allowed", "Ctrl+3", later=_PROFILES),
    _row("tab_children", "Children", "Shows delegated work", "Ctrl+4", later=_TASKS),
    _row("tab_files", "Files", "Shows the files of the project", "Ctrl+5", later=_TASKS, ends_section=True),
    _row("problems", "Problems", "Shows what is wrong in your files", "Ctrl+Shift+M", checkable=True),
    _row("next_problem", "Next problem", "Opens the next problem", "F8"),
    _row("previous_problem", "Previous problem", "Opens the problem before", "Shift+F8", ends_section=True),
    _row("next_pane", "Next pane", "Moves the focus to the next pane", "F6"),
    _row("previous_pane", "Previous pane", "Moves the focus to the pane before", "Shift+F6"),
    _row(
        "next_conversation",
        "Next conversation",
        "Opens the conversation below",
        "Ctrl+PgDown",
        mac_keys=("Ctrl+Shift+]",),
    ),
    _row(
        "previous_conversation",
        "Previous conversation",
        "Opens the conversation above",
        "Ctrl+PgUp",
        mac_keys=("Ctrl+Shift+[",),
    ),
    _row("next_waiting", "Go to what needs you", "Opens what waits for you", "Ctrl+Shift+J", ends_section=True),
    _row("expand_all", "Expand all", "Opens every card"),
    _row("collapse_all", "Collapse all", "Closes every card", ends_section=True),
    _row("zoom_in", "Larger text", "Makes all text larger", standard=_Standard.ZoomIn),
    _row("zoom_out", "Smaller text", "Makes all text smaller", standard=_Standard.ZoomOut),
    _row("zoom_reset", "Normal text size", "Sets the text size to 100 %", "Ctrl+0", ends_section=True),
    _row("appearance_system", "System", "Follows the system's theme", checkable=True, group="Appearance"),
    _row("appearance_light", "Light", "Uses the light theme", checkable=True, group="Appearance"),
    _row("appearance_dark", "Dark", "Uses the dark theme", checkable=True, group="Appearance"),
    _row("full_screen", "Full screen", "Fills the screen", "F11", mac_keys=("Meta+Ctrl+F",), checkable=True),
)

_CONVERSATION = (
    _row("send", "Send", "Sends the message"),
    _row("send_now", "Send now", "Stops the running turn and sends", "Ctrl+Shift+Return"),
    _row("stop", "Stop", "Stops the running turn; its text is kept", "Shift+Esc", mac_keys=("Ctrl+.",)),
    _row("resume", "Continue or retry", "Runs the last turn again", "Ctrl+R", ends_section=True),
    _row("toggle_task", "Chat / Code task", "Switches tools on or off", "Ctrl+Shift+T"),
    _row("toggle_plan", "Switch Build / Plan", "Alternates Build and Plan", "Ctrl+Shift+A"),
    _row("choose_profile", "Choose profile…", "Opens the profiles", "Ctrl+Shift+O"),
    _row("choose_agent", "Choose agent…", "Opens the agents", "Ctrl+Shift+L"),
    _row("choose_role", "Choose role…", "Opens the roles"),
    _row("mode_ask", "Ask", "Asks before each action", checkable=True, group="Mode"),
    _row("mode_read_only", "Read-only", "Reads without asking", checkable=True, group="Mode"),
    _row("mode_allowlist", "Allowlist", "Runs what you allowed exactly", checkable=True, group="Mode"),
    _row("mode_auto", "Auto", "Runs without asking", checkable=True, group="Mode", ends_section=True),
    _row("fork", "Fork", "Copies the conversation into a new one"),
    _row("rewind", "Rewind…", "Goes back to before the last message"),
    _row("compact", "Compact…", "Replaces old messages by a summary", later=_HISTORY),
    _row("replay", "Replay turn…", "Sends a stored request again", later=_HISTORY),
    _row("view_request", "View request", "Shows the request of this turn"),
    _row("next_change", "Next change", "Goes to the next change", "F7", group="Review"),
    _row("previous_change", "Previous change", "Goes to the change before", "Shift+F7", group="Review"),
    _row("accept_hunk", "Accept change", "Accepts", "A", group="Review", own_context=True),
    _row("reject_hunk", "Reject change", "Rejects", "R", group="Review", own_context=True),
    _row("comment", "Comment", "Writes a comment", "C", group="Review", own_context=True),
    _row("usage", "Usage and cost…", "Shows tokens and cost", later="Comes with prices per model.", ends_section=True),
    _row("rename", "Rename", "Gives the conversation a title", "F2"),
    _row("pin", "Pin", "Keeps the conversation at the top", checkable=True),
    _row("archive", "Archive", "Moves the conversation to Archived", checkable=True),
    _row("delete", "Delete", "Deletes the conversation; undo is offered"),
)

_AGENTS = (
    _row("manage_agents", "Manage agents…", "Opens the agents page"),
    _row("new_agent", "New agent…", "Makes an agent from a base"),
    _row("agents_folder", "Open agents folder", "Opens the folder of your agents"),
    _row(
        "reload_agents", "Reload from disk", "Reads agents, roles, providers and rosters again", "F5", ends_section=True
    ),
    _row("fixtures", "Fixture matrix…", "Tries agents on test contexts"),
    _row("compare", "Compare bodies…", "Compares two request bodies"),
    _row("routing", "Test routing…", "Shows which agent a file gets", ends_section=True),
    _row("providers", "Providers…", "Opens the providers page"),
    _row("roles", "Roles…", "Opens the roles page"),
    _row("pipelines", "Pipelines…", "Opens the pipelines page"),
)

_MORE = (
    _row("manage_profiles", "Manage agent profiles…", "Opens the window of the profiles"),
    _row("profiles_folder", "Open agent profiles folder", "Opens the folder of your profiles"),
    _row("new_profile", "New agent profile…", "Makes a profile"),
    _row("refresh_profiles", "Refresh agent profiles", "Reads profiles again", ends_section=True),
    _row("xray", "Permission X-ray…", "Shows what would be allowed"),
    _row("mcp", "MCP servers…", "Opens the servers page"),
    _row("skills", "Skills…", "Opens the skills page"),
    _row("cloud", "Cloud agents…", "Opens the cloud library", later="Comes with cloud agents.", ends_section=True),
    _row("trust", "Trust this folder…", "Lets the files of a folder count"),
)

_HELP = (
    _row("help", "Help", "Opens the handbook", standard=_Standard.HelpContents, later="Comes with the handbook."),
    _row("shortcuts", "Keyboard shortcuts", "Lists every action with its key", ends_section=True),
    _row("first_run", "Try offline…", "Shows the ways to start"),
    _row("self_check", "Self-check…", "Checks folders, keyring and network", later=_SETTINGS, ends_section=True),
    _row("logs", "Open log folder", "Opens the folder of the log files"),
    _row("copy_diagnostics", "Copy diagnostics", "Copies versions and problems, without secrets", ends_section=True),
    _row("about", "About qodev", "Shows version and licence"),
)

TABLE: tuple[tuple[Menu, tuple[ActionSpec, ...]], ...] = (
    (Menu.FILE, _FILE),
    (Menu.EDIT, _EDIT),
    (Menu.VIEW, _VIEW),
    (Menu.CONVERSATION, _CONVERSATION),
    (Menu.AGENTS, _AGENTS),
    (Menu.MORE, _MORE),
    (Menu.HELP, _HELP),
)


def all_specs() -> Iterator[ActionSpec]:
    """Yields every row of the table in menu order."""
    for _, rows in TABLE:
        yield from rows
