"""Marks texts in tables that are made before the language is known."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: ARG001, N802  # the name that Qt's tools look for
    """Returns `text` as it is: it is translated, in `context`, where it is shown.

    PySide6 has the same function, typed as returning object.
    """
    return text
