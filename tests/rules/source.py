"""Reads the product's source for the rules that import-linter and ruff cannot see."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def modules() -> list[Path]:
    """Returns every module of the product."""
    return sorted((ROOT / "qodev").rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    """Returns a module's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path) -> str:
    """Returns a module's path below `qodev/`."""
    return path.relative_to(ROOT / "qodev").as_posix()


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yields (module, line) of every import, those inside functions too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno


def attributes(path: Path) -> Iterator[tuple[str, int]]:
    """Yields (dotted name, line) of every attribute access."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node), node.lineno
