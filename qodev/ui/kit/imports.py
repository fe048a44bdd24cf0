"""Keeps imports as cheap as they are without Qt."""

import builtins

import PySide6.QtCore  # noqa: F401  # puts its hook before every import of the process


def keep_imports_plain() -> None:
    """Takes out PySide6's hook, which serves `from __feature__ import`, that qodev does not use.

    For each module that is imported it reads the source to look for the word PySide6, and keeps the text: a sixth of
    the time and a quarter of the memory that a start's imports take (seen with 6.11.3). To be called before anything
    else of the window is imported; nothing happens where there is no such hook.
    """
    plain = getattr(builtins, "__orig_import__", None)  # where PySide6 keeps what it replaced
    if plain is not None:
        builtins.__import__ = plain
