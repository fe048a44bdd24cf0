"""Says how settings are shown: in which group, under which object name, and with which words for their choices."""

from PySide6.QtCore import QCoreApplication

from qodev.ui.models.marks import QT_TRANSLATE_NOOP

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        QT_TRANSLATE_NOOP("SettingsWords", "Window"),
        ("language", "appearance", "text_size", "busy_animation", "tray_icon", "restore_at_start"),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsWords", "Chat"),
        ("send_key", "keep_scrolling", "show_thinking", "failed_checks", "external_editor", "prices"),
    ),
    (
        QT_TRANSLATE_NOOP("SettingsWords", "Notifications"),
        ("notify_needs_you", "notify_finished", "notify_failed", "notify_child_finished"),
    ),
    (QT_TRANSLATE_NOOP("SettingsWords", "Network"), ("proxy", "ca_file")),
    (QT_TRANSLATE_NOOP("SettingsWords", "Files"), ("extra_agent_folders", "log_level")),
)
"""Groups of the General page and the keys of their settings, in order; the data folder follows as last row."""

_NAMES = {
    "restore_at_start": "restore",
    "keep_scrolling": "scroll",
    "show_thinking": "thinking",
    "tray_icon": "tray",
    "busy_animation": "busy",
    "external_editor": "editor",
    "notify_needs_you": "notifications:needs_you",
    "notify_finished": "notifications:finished",
    "notify_failed": "notifications:failed",
    "notify_child_finished": "notifications:child_finished",
}

_ELSEWHERE = {  # than in a group
    "keys": "settings.keys",
    "codev_profiles": "settings.profiles.extra_folder",
    "web_search": "settings.mcp.search",
}

_CHOICES = {
    "system": QT_TRANSLATE_NOOP("SettingsWords", "System"),
    "light": QT_TRANSLATE_NOOP("SettingsWords", "Light"),
    "dark": QT_TRANSLATE_NOOP("SettingsWords", "Dark"),
    "enter": QT_TRANSLATE_NOOP("SettingsWords", "Enter"),
    "ctrl_enter": QT_TRANSLATE_NOOP("SettingsWords", "Ctrl+Enter"),
    "off": QT_TRANSLATE_NOOP("SettingsWords", "Off"),
    "visual": QT_TRANSLATE_NOOP("SettingsWords", "Visual"),
    "sound": QT_TRANSLATE_NOOP("SettingsWords", "With sound"),
    "none": QT_TRANSLATE_NOOP("SettingsWords", "None"),
    "manual": QT_TRANSLATE_NOOP("SettingsWords", "Manual"),
    "debug": QT_TRANSLATE_NOOP("SettingsWords", "Debug"),
    "info": QT_TRANSLATE_NOOP("SettingsWords", "Info"),
    "warning": QT_TRANSLATE_NOOP("SettingsWords", "Warnings"),
    "error": QT_TRANSLATE_NOOP("SettingsWords", "Errors"),
}

_SYNONYMS = {
    "language": QT_TRANSLATE_NOOP("SettingsWords", "translation Chinese English locale"),
    "appearance": QT_TRANSLATE_NOOP("SettingsWords", "theme colours dark mode light mode"),
    "text_size": QT_TRANSLATE_NOOP("SettingsWords", "font zoom scale larger smaller"),
    "busy_animation": QT_TRANSLATE_NOOP("SettingsWords", "spinner motion movement"),
    "tray_icon": QT_TRANSLATE_NOOP("SettingsWords", "notification area status icon"),
    "restore_at_start": QT_TRANSLATE_NOOP("SettingsWords", "session reopen launch"),
    "send_key": QT_TRANSLATE_NOOP("SettingsWords", "enter return newline submit"),
    "keep_scrolling": QT_TRANSLATE_NOOP("SettingsWords", "auto-scroll follow bottom"),
    "show_thinking": QT_TRANSLATE_NOOP("SettingsWords", "reasoning thoughts"),
    "failed_checks": QT_TRANSLATE_NOOP("SettingsWords", "verify tests limit task"),
    "external_editor": QT_TRANSLATE_NOOP("SettingsWords", "open files program code vim"),
    "prices": QT_TRANSLATE_NOOP("SettingsWords", "cost tokens money usage"),
    "notify_needs_you": QT_TRANSLATE_NOOP("SettingsWords", "notification alert sound question"),
    "notify_finished": QT_TRANSLATE_NOOP("SettingsWords", "notification alert sound done"),
    "notify_failed": QT_TRANSLATE_NOOP("SettingsWords", "notification alert sound error"),
    "notify_child_finished": QT_TRANSLATE_NOOP("SettingsWords", "notification alert sound delegated"),
    "proxy": QT_TRANSLATE_NOOP("SettingsWords", "network http socks connection"),
    "ca_file": QT_TRANSLATE_NOOP("SettingsWords", "certificate tls ssl pem authority"),
    "extra_agent_folders": QT_TRANSLATE_NOOP("SettingsWords", "directory path team"),
    "codev_profiles": QT_TRANSLATE_NOOP("SettingsWords", "Code task agents directory import"),
    "web_search": QT_TRANSLATE_NOOP("SettingsWords", "internet SearXNG engine endpoint"),
    "log_level": QT_TRANSLATE_NOOP("SettingsWords", "logging debug verbose"),
    "keys": QT_TRANSLATE_NOOP("SettingsWords", "shortcuts hotkeys key bindings"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("SettingsWords", text, "", count)


def control_name(key: str) -> str:
    """Returns the object name of the control of a setting (U181)."""
    return _ELSEWHERE.get(key) or f"settings.general.{_NAMES.get(key, key)}"


def group_title(title: str) -> str:
    """Returns the title of a group in the language of the window."""
    return _tr(title)


def choice_word(choice: str) -> str:
    """Returns the word for a choice; one that has none is shown as it is stored."""
    return _tr(_CHOICES[choice]) if choice in _CHOICES else choice


def synonyms_of(key: str) -> tuple[str, ...]:
    """Returns other words under which a setting is found."""
    return tuple(_tr(_SYNONYMS[key]).split()) if key in _SYNONYMS else ()
