"""Finds the mechanical repair of a finding: what it changes in the text of the file that the finding is in (U65).

A repair is offered only when making it leaves everything else as it is; what needs a decision has none.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from qodev.agents.fix_texts import FixContext, edit_between
from qodev.agents.table_fixes import TABLE_FIXES
from qodev.agents.template_fixes import TEMPLATE_FIXES
from qodev.agents.toml_text import TomlEditError
from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Fix

Repair = Callable[[FixContext], tuple[str, str] | None]
"""Returns a title and the text after the repair."""

_REPAIRS: Mapping[Code, Repair] = {**TABLE_FIXES, **TEMPLATE_FIXES}


def find_fix(diagnostic: Diagnostic, text: str) -> Fix | None:
    """Returns the repair of a finding in a text without BOM and with LF; None when there is none."""
    repair = _REPAIRS.get(diagnostic.code)
    if repair is None or diagnostic.file is None:
        return None
    try:
        found = repair(FixContext(diagnostic, text))
    except (TomlEditError, KeyError):  # what cannot be done safely is not offered
        return None
    if found is None or found[1] == text:
        return None
    title, after = found
    return Fix(title, (edit_between(diagnostic.file, text, after),))


Known = dict[tuple[Diagnostic, str], Fix | None]
"""Repairs by finding and text, so that a reload finds those of files alone that changed."""


def with_fixes(
    found: Iterable[Diagnostic], text_of: Callable[[str], str | None], *, most: int = 1000, known: Known | None = None
) -> tuple[Diagnostic, ...]:
    """Returns the findings, the first `most` of those that can be repaired with their repairs.

    `text_of` gives the text of a file, None when it cannot be edited; it is asked once for each file. `known` holds
    what was found now when this returns.
    """
    texts: dict[str, str | None] = {}
    before = dict(known) if known is not None else {}
    now: Known = {}
    mended: list[Diagnostic] = []
    for diagnostic in found:
        path = diagnostic.file
        if path is None or diagnostic.code not in _REPAIRS or len(now) >= most:
            mended.append(diagnostic)
            continue
        if path not in texts:
            texts[path] = text_of(path)
        text, plain = texts[path], replace(diagnostic, fix=None)
        if text is None:
            mended.append(plain)
            continue
        key = (plain, text)
        fix = now[key] = before[key] if key in before else find_fix(plain, text)
        mended.append(replace(plain, fix=fix))
    if known is not None:
        known.clear()
        known.update(now)
    return tuple(mended)
