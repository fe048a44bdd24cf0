"""How large things may be, and what every module says first (style.md, section 1 and 4)."""

import ast
from pathlib import Path

from tests.rules.source import ROOT, modules, place, tree_of

LONGEST_MODULE = 400
LONGEST_FUNCTION = 40


def test_modules_keep_their_size() -> None:
    long = {place(path): _lines(path) for path in modules() if _lines(path) > LONGEST_MODULE}
    assert long == {}


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_modules_say_their_job() -> None:
    silent = [place(p) for p in modules() if p.name != "__init__.py" and not ast.get_docstring(tree_of(p))]
    assert silent == []


def test_package_files_are_empty() -> None:
    full = [place(p) for p in modules() if p.name == "__init__.py" and p.stat().st_size and place(p) != "__init__.py"]
    assert full == []


def test_functions_keep_their_size() -> None:
    long = [
        f"{place(path)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION + _docstring_lines(node)
    ]
    assert long == []


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return (first.end_lineno or 0) - first.lineno + 1 if is_text else 0


def test_no_machine_is_named() -> None:
    marks = ("/wo" + "rk/", "/ro" + "ot/", "/opt/" + "q/", "fa" + "rm-")
    files = [
        p
        for folder in ("qodev", "tests", "docs", "packaging", "benchmarks", "resources")
        for p in (ROOT / folder).rglob("*")
    ]
    texts = [
        p
        for p in [*files, ROOT / "README.md", ROOT / "pyproject.toml"]
        if p.suffix in (".py", ".md", ".toml", ".sh", ".jinja")
    ]
    found = [
        str(p.relative_to(ROOT))
        for p in texts
        for mark in marks
        if mark in p.read_text(encoding="utf-8", errors="replace")
    ]
    assert found == []
