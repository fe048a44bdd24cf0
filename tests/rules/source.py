"""Reads the product's source for the rules that import-linter and ruff cannot see."""

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def modules() -> tuple[Path, ...]:
    """Returns every module of the product."""
    return tuple(sorted((ROOT / "qodev").rglob("*.py")))


@cache
def _trees() -> dict[Path, ast.Module]:
    """Parses with the collector off and keeps the trees out of its sight: walking them is most of what they cost."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in modules()}
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def tree_of(path: Path) -> ast.Module:
    """Returns a module's syntax tree."""
    return _trees()[path]


def place(path: Path) -> str:
    """Returns a module's path below `qodev/`."""
    return path.relative_to(ROOT / "qodev").as_posix()


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Returns (module, line) of every import, those inside functions too."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found.extend((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.module, node.lineno))
    return tuple(found)


@cache
def attributes(path: Path) -> tuple[tuple[str, int], ...]:
    """Returns (dotted name, line) of every attribute access; what is no name stands as `?`."""
    nodes = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute))
    return tuple((_dotted(node), node.lineno) for node in nodes)


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id if isinstance(node, ast.Name) else "?", *reversed(parts)])
