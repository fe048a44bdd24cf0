"""Every text that the window shows goes through `tr` (U174): a literal that does not is found here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.rules.source import modules, place, tree_of

_TRANSLATING = {"tr", "_tr", "translate", "core_text", "QT_TRANSLATE_NOOP"}
_PROSE = re.compile(
    r"[A-Za-z]{2,}[,;:.…]? +[A-Za-z]|^(?!Ctrl\+|Shift\+|Alt\+|Meta\+)[A-Z][a-z]+|[a-z]{2,} $|^ [a-z]{2,}"
)
_SHOWN = {  # calls that put a text before people's eyes or ears -> which arguments
    **dict.fromkeys(("setText", "setToolTip", "setStatusTip", "setWhatsThis", "setPlaceholderText"), (0,)),
    **dict.fromkeys(("setAccessibleName", "setAccessibleDescription", "setWindowTitle", "setTitle"), (0,)),
    **dict.fromkeys(("addAction", "addMenu", "addButton", "addItem", "addRow", "setPrefix", "setSuffix"), (0,)),
    **dict.fromkeys(("QLabel", "Label", "ElidedLabel", "QPushButton", "PushButton", "QCheckBox"), (0,)),
    **dict.fromkeys(("QRadioButton", "QGroupBox", "QAction", "QMenu", "QDockWidget", "QListWidgetItem"), (0,)),
    **dict.fromkeys(("setTabText", "addTab", "setTabToolTip", "set_reason"), (1, 2)),
    **dict.fromkeys(("announce", "Toast", "setLabelText", "setInformativeText"), (0,)),
    "Notice": (0, 1),
    "named": (2,),
    "IconButton": (3,),
    "Column": (0,),
    "Question": (1, 2, 3, 4, 6),
    "TextDialog": (0, 1),
}
_NAMES = {  # words that are the same in every language, and words for files and people's reports
    "qodev": "the name of the program",
    "HTTPie": "the name of a program",
    "Python": "the name of a language",
    "Aa": "a picture made of letters",
    ".*": "a picture made of signs",
    ".md": "how a file's name ends",
    **dict.fromkeys(("Ctrl", "Alt", "Shift", "Meta"), "the name of a key in Qt's own spelling"),
}
_NO_TEXT_FOR_THE_WINDOW = {
    ("ui/app.py", "The window's place could not be stored: "): "for the terminal, after the window",
    (
        "ui/app.py",
        "qodev cannot run with PySide6 6.12.0 on Python 3.11, which ends at random: install PySide6 below 6.12.",
    ): "for the terminal, before Qt works",
    ("ui/pages/server_dialogs.py", "Authorization=TICKETS_AUTHORIZATION"): "a sample of what can be typed",
    ("ui/pages/servers_pane.py", "Model Context Protocol"): "the name of a protocol, for the search",
    ("ui/chat/first_run_local.py", "Ollama"): "the name of a program",
    ("ui/presenters/agents.py", "Offline"): "the name of an instance of the core",
    ("ui/presenters/first_run.py", "Offline Chat"): "the name of an agent",
    ("ui/presenters/first_run.py", "Try-out Chat"): "the name of an agent",
    ("ui/presenters/first_run.py", "Ollama Base Chat"): "the name of an agent",
    ("ui/presenters/first_run.py", "LM Studio Base Chat"): "the name of an agent",
    ("ui/presenters/first_run.py", "llama.cpp Base Chat"): "the name of an agent",
    ("ui/presenters/first_run.py", "Own server"): "the name of a file that is made",
    ("ui/presenters/first_run.py", " on "): "part of an agent's name",
    ("ui/presenters/general.py", ", Python "): "names of programs",
    ("ui/models/trust_state.py", "command "): "how the core begins the subject of a command",
    ("ui/models/profile_words.py", "Reviewer"): "the name of a profile",
    ("ui/models/profile_words.py", "git push origin main"): "a command",
    ("ui/models/profile_words.py", "write_file: src/a.py"): "the call of a tool",
    ("ui/kit/languages.py", "English"): "a language by the name that it calls itself",
}
_NO_TEXT_MODULES = {
    "ui/kit/action_table.py": "its rows are read by packaging/translations.py and translated by `actions`",
    "ui/kit/style_sheet.py": "a style sheet",
    "ui/kit/highlight.py": "names of tokens",
    "ui/kit/palettes.py": "colours",
    "ui/kit/theme.py": "fonts and styles",
}
_NO_TEXT_CALLS = {"QKeySequence", "QShortcut", "QFont", "AssertionError", "Signal", "getLogger", "set_look", "cast"}


def _window_modules() -> list[Path]:
    return [path for path in modules() if place(path).startswith("ui/")]


def test_no_bare_text_is_given_to_a_widget() -> None:
    found = [
        f"{place(path)}:{node.lineno} {_called(node)}: {text!r} is not translated"
        for path in _window_modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        for argument in _shown_arguments(node)
        for text in _bare(argument)
    ]
    assert not found, "\n".join(found)


def test_no_prose_stands_outside_of_translations() -> None:
    found = [
        f"{place(path)}:{line} {text!r} is not translated"
        for path in _window_modules()
        if place(path) not in _NO_TEXT_MODULES
        for line, text in _untranslated(tree_of(path))
        if _PROSE.search(text) and text.strip(" –") not in _NAMES and (place(path), text) not in _NO_TEXT_FOR_THE_WINDOW
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_still_there() -> None:
    texts = {
        (place(path), node.value)
        for path in _window_modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(_NO_TEXT_FOR_THE_WINDOW) - texts == set()
    assert set(_NO_TEXT_MODULES) - {place(path) for path in modules()} == set()


def test_what_is_translated_is_one_literal_or_a_marked_one() -> None:
    found = [
        f"{place(path)}:{node.lineno} the text of `tr` must be one literal; put values in by `.format`"
        for path in _window_modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and _called(node) in _TRANSLATING
        for argument in node.args[:2]
        if isinstance(argument, ast.JoinedStr | ast.BinOp)
    ]
    assert not found, "\n".join(found)


def test_no_text_is_translated_before_the_language_is_known() -> None:
    found = [
        f"{place(path)}:{node.lineno} is translated when the module is imported; mark it with QT_TRANSLATE_NOOP"
        for path in _window_modules()
        for node in _at_import(tree_of(path))
        if isinstance(node, ast.Call) and _called(node) in _TRANSLATING - {"QT_TRANSLATE_NOOP"}
    ]
    assert not found, "\n".join(found)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _shown_arguments(node: ast.Call) -> Iterator[ast.expr]:
    positions = _SHOWN.get(_called(node), ())
    yield from (argument for position, argument in enumerate(node.args) if position in positions)


def _bare(node: ast.expr) -> Iterator[str]:
    """Yields the words that an expression shows without translation; what comes from elsewhere is judged there."""
    match node:
        case ast.Constant(value=str(text)):
            if re.search(r"[A-Za-z]{2}", text) and text.strip(" –") not in _NAMES and not re.match(r"https?://", text):
                yield text
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _bare(part)
        case ast.BinOp(left=left, right=right):
            yield from _bare(left)
            yield from _bare(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _bare(body)
            yield from _bare(orelse)
        case ast.Call(func=ast.Attribute(value=ast.Constant() as text, attr="format")):
            yield from _bare(text)
        case _:
            return


def _untranslated(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields the literals outside of translations, docstrings, annotations and what never reaches the window."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        left_out.update(id(inner) for part in _silent_parts(node) for inner in ast.walk(part))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.lineno, node.value


def _silent_parts(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node  # a docstring
    if isinstance(node, ast.Call) and (_called(node) in _TRANSLATING | _NO_TEXT_CALLS or _is_log(node)):
        yield from node.args
    if isinstance(node, ast.Call) and _called(node) == "spawn":
        yield from node.args[1:]  # the name of a task
    if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield node.annotation
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
        yield node.returns
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Subscript):
        yield node.value  # a type under a name
    if isinstance(node, ast.Assert) and node.msg is not None:
        yield node.msg


def _is_log(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "_LOG"


def _at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields what is evaluated when a module is imported: everything but the bodies of functions."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        else:
            waiting += ast.iter_child_nodes(node)
