"""Finds what a template does that works otherwise than its author may think (A62 to A64)."""

from collections.abc import Iterator
from dataclasses import dataclass

from jinja2 import nodes

from qodev.agents.names import CTX_FIELDS, OBJECT_METHODS
from qodev.base.codes import Code
from qodev.base.text import near_miss


@dataclass(frozen=True, slots=True)
class Lint:
    """A warning about one line of a template; `hint` is a suggestion."""

    code: Code
    message: str
    hint: str | None
    line: int


def find_lints(tree: nodes.Template) -> tuple[Lint, ...]:
    """Returns the lints of one template in the order of their lines."""
    found = [*_index_lints(tree), *_ctx_lints(tree), *_set_lints(tree)]
    return tuple(sorted(found, key=lambda lint: lint.line))


def _index_lints(tree: nodes.Template) -> Iterator[Lint]:
    loops = {"loop"}
    for assign in tree.find_all(nodes.Assign):
        is_alias = isinstance(assign.node, nodes.Name) and assign.node.name == "loop"
        if is_alias and isinstance(assign.target, nodes.Name):
            loops.add(assign.target.name)
    message = "`loop.index` counts from 1 here and from 0 in inja."
    for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
        if _is_member(node, loops, "index"):
            hint = "Write `loop.index0` or `loop.index1`."
            yield Lint(Code.TEMPLATE_AMBIGUOUS_INDEX, message, hint, node.lineno)


def _is_member(node: nodes.Node, owners: set[str], name: str) -> bool:
    return _owner(node) in owners and _member(node) == name


def _owner(node: nodes.Node) -> str | None:
    inner = node.node if isinstance(node, nodes.Getattr | nodes.Getitem) else None
    return inner.name if isinstance(inner, nodes.Name) and inner.ctx == "load" else None


def _member(node: nodes.Node) -> str | None:
    if isinstance(node, nodes.Getattr):
        return str(node.attr)
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
        return node.arg.value
    return None


def _ctx_lints(tree: nodes.Template) -> Iterator[Lint]:
    if any(name.name == "ctx" and name.ctx != "load" for name in tree.find_all(nodes.Name)):
        return
    for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
        field = _member(node) if _owner(node) == "ctx" else None
        if field is not None and field not in CTX_FIELDS | OBJECT_METHODS:
            near = near_miss(field, CTX_FIELDS)
            yield Lint(Code.TEMPLATE_UNKNOWN_CTX, f"`ctx` has no member `{field}`.", near, node.lineno)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a name is set or read: the loops around it, outermost first."""

    name: str
    loops: tuple[int, ...]
    line: int
    kind: str  # "set", "target" or "read"


def _set_lints(tree: nodes.Template) -> Iterator[Lint]:
    places: list[_Place] = []
    _collect(tree, (), frozenset(), places)
    by_name: dict[str, list[_Place]] = {}
    for place in places:
        by_name.setdefault(place.name, []).append(place)
    for name, of_name in by_name.items():
        yield from _leaks(name, of_name)


def _leaks(name: str, places: list[_Place]) -> Iterator[Lint]:
    reported: set[int] = set()
    setters = {place.loops[-1] for place in places if place.loops and place.kind != "read"}
    # Which loop gives the name its value at each place: the innermost one that sets it; None is outside of all.
    givers = {next((loop for loop in reversed(place.loops) if loop in setters), None) for place in places}
    for place in places:
        if place.kind != "set" or not place.loops or place.loops[-1] in reported:
            continue
        # The name is used elsewhere, and not in another loop that sets it itself: outside of all, or in a loop around.
        if None in givers or not givers.isdisjoint(place.loops[:-1]):
            reported.add(place.loops[-1])
            message = f"`{name}` is set inside a loop and used outside it: each pass has its own `{name}`."
            yield Lint(Code.TEMPLATE_SET_IN_LOOP, message, "namespace", place.line)


def _collect(node: nodes.Node, loops: tuple[int, ...], hidden: frozenset[str], places: list[_Place]) -> None:
    if isinstance(node, nodes.Name):
        if node.name not in hidden:
            kind = "read" if node.ctx == "load" else "set"
            places.append(_Place(node.name, loops, node.lineno, kind))
        return
    if isinstance(node, nodes.For):
        _collect_loop(node, loops, hidden, places)
        return
    if isinstance(node, nodes.Macro | nodes.CallBlock | nodes.With):
        hidden = hidden | _own_names(node)
    for child in node.iter_child_nodes():
        _collect(child, loops, hidden, places)


def _collect_loop(node: nodes.For, loops: tuple[int, ...], hidden: frozenset[str], places: list[_Place]) -> None:
    inner = (*loops, id(node))
    _collect(node.iter, loops, hidden, places)
    targets = (name for name in _names_in(node.target) if name.name not in hidden)
    places.extend(_Place(name.name, inner, name.lineno, "target") for name in targets)
    for child in (*node.body, *([node.test] if node.test is not None else [])):
        _collect(child, inner, hidden, places)
    for child in node.else_:
        _collect(child, loops, hidden, places)


def _own_names(node: nodes.Macro | nodes.CallBlock | nodes.With) -> frozenset[str]:
    """Names that are another variable inside the node than outside."""
    if isinstance(node, nodes.With):
        return frozenset(name.name for target in node.targets for name in _names_in(target))
    own = {name.name for name in node.find_all(nodes.Name) if name.ctx != "load"}
    return frozenset(own)


def _names_in(target: nodes.Node) -> Iterator[nodes.Name]:
    if isinstance(target, nodes.Name):
        yield target
    yield from target.find_all(nodes.Name)
