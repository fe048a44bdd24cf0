"""Reads out of the source which texts are translated, and in which context."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_TABLES = {  # where a table's rows are texts: module -> (context, call, positions, keywords)
    "qodev/ui/kit/action_table.py": ("actions", "_row", (1, 2), ("later", "group")),
    "qodev/settings/schema.py": ("core", "Option", (2, 3), ("title", "help")),
    "qodev/providers/offline_scripts.py": ("core", "Script", (1, 2), ("title", "description")),
}


class Fault(Exception):
    """A call whose text cannot be known before the program runs."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text to be translated."""

    context: str
    source: str
    comment: str = ""
    has_number: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Returns what makes it one entry of a catalogue."""
        return self.context, self.source, self.comment


def collect() -> list[Text]:
    """Returns every text of the window and of the core's tables, each once; raises Fault."""
    paths = [*sorted((ROOT / "qodev" / "ui").rglob("*.py")), *(ROOT / name for name in _TABLES)]
    found: dict[tuple[str, str, str], Text] = {}
    for path in dict.fromkeys(paths):
        for text in texts_in(path):
            known = found.setdefault(text.key, text)
            if known.has_number != text.has_number:
                raise Fault(f"{text.context}: {text.source!r} is used with a number and without one")
    return list(found.values())


def texts_in(path: Path) -> Iterator[Text]:
    """Yields the texts of one module."""
    name = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"), name)
    if name in _TABLES:
        yield from _rows(tree, name)
    if name.startswith("qodev/ui/"):
        yield from _Reader(tree, name).read(tree, "")


def _rows(tree: ast.Module, name: str) -> Iterator[Text]:
    context, call, positions, keywords = _TABLES[name]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == call:
            shown = [arg for position, arg in enumerate(node.args) if position in positions]
            shown += [keyword.value for keyword in node.keywords if keyword.arg in keywords]
            yield from (Text(context, arg.value) for arg in shown if is_text(arg) and arg.value)


def called(node: ast.Call) -> str:
    """Returns the last name of what is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_text(node: ast.expr) -> bool:
    """Tells whether an expression is a literal text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class _Reader:
    """Walks a module and knows in which class it is."""

    def __init__(self, tree: ast.Module, name: str) -> None:
        self._name = name
        self._own = next((found for node in tree.body if (found := own_context(node))), "")

    def read(self, node: ast.AST, owner: str) -> Iterator[Text]:
        if own_context(node):
            return  # the definition of `_tr` itself
        if isinstance(node, ast.ClassDef):
            owner = node.name
        if isinstance(node, ast.Call):
            yield from self._read_call(node, owner)
        for child in ast.iter_child_nodes(node):
            yield from self.read(child, owner)

    def _read_call(self, node: ast.Call, owner: str) -> Iterator[Text]:
        match called(node), node.args:
            case "tr", [text, *more] if isinstance(node.func, ast.Attribute):
                yield from self._text(node, owner, [text, *more])
            case "_tr", [text, *more]:
                yield from self._text(node, self._own, [text, ast.Constant(""), *more])
            case "translate", [context, text, *more] if is_text(context):
                yield from self._text(node, context.value, [text, *more])
            case "QT_TRANSLATE_NOOP", [context, text] if is_text(context) and is_text(text):
                yield Text(context.value, text.value)
            case _:
                return

    def _text(self, node: ast.Call, context: str, args: list[ast.expr]) -> Iterator[Text]:
        """Yields the text of a call; one that is chosen from a table was marked in the table."""
        text, *more = args
        if isinstance(text, ast.JoinedStr | ast.BinOp):
            raise Fault(f"{self._name}:{node.lineno} the text must be one literal; put values in by `.format`")
        if is_text(text) and text.value:
            if not context:
                raise Fault(f"{self._name}:{node.lineno} `_tr` has no context; define it as the guide says")
            comment = more[0].value if more and is_text(more[0]) else ""
            has_number = len(more) > 1 or any(keyword.arg in ("n", "count") for keyword in node.keywords)
            yield Text(context, text.value, comment, has_number=has_number)


def own_context(node: ast.AST) -> str:
    """Returns the context of a module's own `_tr`, "" for any other node."""
    if not isinstance(node, ast.FunctionDef) or node.name != "_tr":
        return ""
    calls = (inner for inner in ast.walk(node) if isinstance(inner, ast.Call) and called(inner) == "translate")
    return next((call.args[0].value for call in calls if call.args and is_text(call.args[0])), "")
