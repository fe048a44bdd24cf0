"""What Undo, Copy, Paste and their like do: whatever the widget with the focus can (U27)."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QComboBox, QWidget

_METHODS = {
    "undo": ("undo",),
    "redo": ("redo",),
    "cut": ("cut",),
    "copy": ("copy", "copy_selection"),
    "copy_plain": ("copy_plain", "copy"),
    "paste": ("paste",),
    "paste_text": ("paste_as_text", "paste"),
    "select_all": ("selectAll", "select_all"),
}


def run_edit(name: str) -> bool:
    """Runs an edit action on the focused widget; tells whether `name` is one."""
    methods = _METHODS.get(name)
    if methods is None:
        return False
    focused = QApplication.focusWidget()
    if isinstance(focused, QComboBox) and focused.lineEdit() is not None:
        focused = focused.lineEdit()
    call = _find(focused, methods)
    if call is not None:
        call()
    return True


def _find(widget: QWidget | None, methods: tuple[str, ...]) -> Callable[[], object] | None:
    """Returns the first method that the widget, or one it lies in, has."""
    while widget is not None:
        for method in methods:
            call = getattr(widget, method, None)
            if callable(call):
                return call  # type: ignore[no-any-return]  # looked up by name
        widget = widget.parentWidget()
    return None
