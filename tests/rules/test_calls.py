"""Calls that are never made, since each has broken a program before (U2, style.md section 8)."""

import ast

from tests.rules.source import attributes, modules, place, tree_of

_WAITING = ("exec", "exec_", "processEvents")
_STATIC = ("QMessageBox.question", "QMessageBox.warning", "QMessageBox.information", "QMessageBox.critical")
_PICKERS = ("getOpenFileName", "getSaveFileName", "getExistingDirectory", "getOpenFileNames")


def test_no_dialog_blocks_the_loop() -> None:
    found = [
        f"{place(path)}:{line} {name}"
        for path in modules()
        for name, line in attributes(path)
        if name.rpartition(".")[2] in (*_WAITING, *_PICKERS) or name.endswith(_STATIC)
    ]
    assert found == []


def test_no_text_is_evaluated() -> None:
    found = [
        f"{place(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("eval", "exec", "compile")
    ]
    assert found == []


def test_tasks_are_started_by_their_owner() -> None:
    found = [
        f"{place(path)}:{line} {name}"
        for path in modules()
        for name, line in attributes(path)
        if name.endswith((".create_task", ".ensure_future")) and place(path) != "base/tasks.py"
    ]
    assert found == []


def test_connects_take_no_lambda() -> None:
    found = [
        f"{place(path)}:{node.lineno}"
        for path in modules()
        if place(path).startswith("ui/")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "connect"
        and any(isinstance(a, ast.Lambda) for a in node.args)
    ]
    assert found == []


def test_style_sheets_stand_in_the_theme_alone() -> None:
    found = [
        f"{place(path)}:{line}"
        for path in modules()
        for name, line in attributes(path)
        if name.endswith(".setStyleSheet") and not place(path).startswith("ui/kit/")
    ]
    assert found == []


def test_no_text_becomes_html() -> None:
    found = [
        f"{place(path)}:{line} {name}"
        for path in modules()
        for name, line in attributes(path)
        if name.endswith((".setHtml", ".setMarkdown", ".insertHtml", ".appendHtml"))
    ]
    assert found == []
