"""Names the tools that rules speak of, and groups them (P76 to P85, P158, P164)."""

from collections.abc import Mapping

from qodev.types.tools import COMMAND_TOOLS, EDIT_TOOLS, READ_TOOLS

FIND_TOOLS = ("glob_files", "grep_files")
WEB_TOOLS = ("fetch_url", "web_search")
CHILD_TOOLS = ("delegate_task", "send_to_child", "list_children")
BACKGROUND_TOOLS = ("read_background_command", "stop_background_command")
CHECKLIST = "update_task_checklist"
STANDING_TOOLS = (*READ_TOOLS, *EDIT_TOOLS, *COMMAND_TOOLS, CHECKLIST)

# The tools that an action of an imported rule governs (P155).
GOVERNED: Mapping[str, tuple[str, ...]] = {
    "edit": EDIT_TOOLS,
    "read": READ_TOOLS,
    "list": ("list_files",),
    "search": ("search_files",),
    "glob": ("glob_files",),
    "grep": ("grep_files",),
    "shell": COMMAND_TOOLS,
    "subagent": ("delegate_task",),
    "todo": (CHECKLIST,),
}
# The words that stand for an action in OpenCode's table; a pattern governs every action whose word it matches (P166).
ACTION_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("edit", "write"), "edit"),
    **{word: word for word in ("read", "list", "glob", "grep", "skill")},
    **dict.fromkeys(("shell", "bash"), "shell"),
    **dict.fromkeys(("task", "subagent"), "subagent"),
    **dict.fromkeys(("todoread", "todowrite"), "todo"),
}
