"""Turns the tree of tree-sitter-bash into simple commands: reader B, with guards where that grammar guesses (S5, S7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import tree_sitter
import tree_sitter_bash

from qodev.permissions import words
from qodev.permissions.prepass import join_lines
from qodev.permissions.sitter_words import EXPRESSIONS, LOST, Atom, WordReader
from qodev.permissions.trees import PIPED, Assignment, Command, Program, Redirect, Unreadable

NODES_MOST = 200_000  # S12
_DEPTH_MOST = 24

_GROUPS = (
    "program",
    "list",
    "pipeline",
    "subshell",
    "compound_statement",
    "do_group",
    "negated_command",
    "if_statement",
    "elif_clause",
    "else_clause",
    "while_statement",
)
_COMMANDS = ("command", "declaration_command", "unset_command", "redirected_statement")
_CHAINS = ("list", "pipeline", "negated_command")
_ASSIGNMENTS = ("variable_assignment", "variable_assignments")
_LOOPS = ("for_statement", "select_statement", "c_style_for_statement", "case_statement")
_REDIRECTS = ("file_redirect", "heredoc_redirect", "herestring_redirect")
_RESERVED = frozenset(
    [
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "do",
        "done",
        "case",
        "esac",
        "while",
        "until",
        "for",
        "select",
        "function",
        "{",
        "}",
        "[[",
        "]]",
        "!",
    ]
)
_ENDS_OF_CASES = (";;", ";&", ";;&")
_NAME_TESTS = ("-v", "-R")
_NUMBER_TESTS = ("-eq", "-ne", "-lt", "-le", "-gt", "-ge")

_Node = tree_sitter.Node
_Outer = tuple[Redirect, ...]


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))


def read_text(text: str, depth: int = 0) -> Program:
    """Returns what a text runs; raises Unreadable when the grammar fails or a guard fires."""
    if depth > _DEPTH_MOST:
        raise Unreadable("too deep")
    source = join_lines(text).encode("utf-8", "surrogatepass")
    root = _parser().parse(source).root_node
    if root.descendant_count > NODES_MOST:
        raise Unreadable("too large")
    if root.has_error:
        raise Unreadable("syntax")
    reader = _StatementReader(source, depth)
    reader.statement(root, ())
    return reader.program


@dataclass(slots=True)
class _Parts:
    """A command taken apart: its words, assignments and redirections; for a redirected group its body."""

    atoms: list[Atom] = field(default_factory=list)
    assigned: list[_Node] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    bodies: list[_Node] = field(default_factory=list)


class _StatementReader:
    """Walks the statements; words are put together by adjacency, not by the grammar's own idea (guard c)."""

    def __init__(self, source: bytes, depth: int) -> None:
        self.program = Program()
        self._depth = depth
        self._words = WordReader(source, self.program, self._inner_statement, self._inner_text)
        self._kinds: Mapping[str, Callable[[_Node, _Outer], None]] = {
            **dict.fromkeys(_GROUPS, self._group),
            **dict.fromkeys(_COMMANDS, self._command),
            **dict.fromkeys(_ASSIGNMENTS, self._assignments),
            **dict.fromkeys(_LOOPS, self._loop),
            **dict.fromkeys(_REDIRECTS, self._bare_redirect),
            "test_command": self._test_command,
            "function_definition": self._function,
        }

    def _inner_statement(self, node: _Node) -> None:
        self.statement(node, ())

    def _inner_text(self, text: str) -> Program:
        return read_text(text, self._depth + 1)

    def statement(self, node: _Node, outer: _Outer) -> None:
        """Reads a node that stands where a statement can stand."""
        read = self._kinds.get(node.type)
        if read is not None:
            read(node, outer)
        elif node.is_named and node.type != "comment":
            raise Unreadable(f"a construct `{node.type}`")
        elif node.type in _ENDS_OF_CASES:
            raise Unreadable("`;;` outside case")

    def _group(self, node: _Node, outer: _Outer) -> None:
        self._words.check_gaps(node)
        if node.children and node.children[0].type == "((":
            for child in node.children:
                self._words.arithmetic(child)
            return
        for child in node.children:
            self.statement(child, outer)
            if child.type in ("|", "|&") and PIPED not in outer:
                outer = (*outer, PIPED)

    def _assignments(self, node: _Node, outer: _Outer) -> None:
        found = [node]
        if node.type == "variable_assignments":
            self._words.check_gaps(node)
            found = list(node.children)
        self.program.add(Command((), self._assigned(found), (), outer))

    def _assigned(self, nodes: Sequence[_Node]) -> tuple[Assignment, ...]:
        return tuple(self._words.assignment(node) for node in nodes)

    def _loop(self, node: _Node, outer: _Outer) -> None:
        self._words.check_gaps(node)
        if node.type in ("for_statement", "select_statement"):
            self._note_variable(node)
        for child in node.children:
            if child.type in ("do_group", "compound_statement"):
                self.statement(child, outer)
            elif child.type == "case_item":
                self._case_item(child, outer)
            elif node.type == "c_style_for_statement" and child.is_named:
                self._words.arithmetic(child)
            elif child.is_named and child.type != "comment":
                self._words.words_of([Atom.of(child)])

    def _note_variable(self, node: _Node) -> None:
        variable = node.child_by_field_name("variable")
        if variable is not None:
            self.program.note_name(self._words.text_of(variable))

    def _case_item(self, node: _Node, outer: _Outer) -> None:
        self._words.check_gaps(node)
        for at, child in enumerate(node.children):
            if node.field_name_for_child(at) == "value":
                self._words.words_of([Atom.of(child)])
            elif child.type not in _ENDS_OF_CASES:
                self.statement(child, outer)

    def _function(self, node: _Node, _outer: _Outer) -> None:
        self._words.check_gaps(node)
        redirects = tuple(self._redirect(child)[0] for child in node.children if child.type in _REDIRECTS)
        self.program.note_writes(redirects)
        for at, child in enumerate(node.children):
            if node.field_name_for_child(at) == "body":
                self.statement(child, redirects)

    def _bare_redirect(self, node: _Node, outer: _Outer) -> None:
        redirect, extra = self._redirect(node)
        self.program.add(Command(self._words.words_of(extra), (), (redirect,), outer))

    # Tests

    def _test_command(self, node: _Node, outer: _Outer) -> None:
        if _is_bracket(node):
            self._command(node, outer)
        elif node.children[0].type == "((":
            for child in node.children:
                self._words.arithmetic(child)
        else:
            for child in node.children:
                self._test_part(child)

    def _test_part(self, node: _Node) -> None:
        """Reads a part of `[[ … ]]`, which gives no clause of its own (S15)."""
        if node.type not in EXPRESSIONS:
            if node.is_named and node.type != "comment":
                self._words.words_of([Atom.of(node)])
            return
        for gap in self._words.gaps(node):
            self._words.check_leaf(gap.lost)
        operators = [self._words.text_of(child) for child in node.children if child.type == "test_operator"]
        compares_numbers = any(operator in _NUMBER_TESTS for operator in operators)
        names_variable = any(operator in _NAME_TESTS for operator in operators)
        self.program.computes_names = self.program.computes_names or names_variable
        for child in node.children:
            if compares_numbers and child.type != "test_operator":
                self._words.arithmetic(child)
            else:
                self._test_part(child)

    # Commands

    def _command(self, node: _Node, outer: _Outer) -> None:
        self._finish(node, [], outer)

    def _finish(self, node: _Node, redirects: Sequence[Redirect], outer: _Outer) -> None:
        """Reads a command with redirections of its own and those that the grammar put further out."""
        parts = _Parts()
        self._gather(node, parts)
        parts.redirects.extend(redirects)
        parts.atoms.sort(key=lambda atom: atom.start)
        if not parts.bodies:
            found = self._plain(parts.atoms)
            self.program.add(Command(found, self._assigned(parts.assigned), tuple(parts.redirects), outer))
            return
        if parts.atoms:
            raise Unreadable("words after a group")
        for body in parts.bodies:
            self._redirected(body, parts.redirects, outer)

    def _redirected(self, node: _Node, redirects: Sequence[Redirect], outer: _Outer) -> None:
        """Reads what redirections stand behind: of `a && b > f` they are those of `b`, though the grammar says of both."""
        if node.type in _CHAINS:
            self._words.check_gaps(node)
            last = max((at for at, child in enumerate(node.children) if child.is_named), default=-1)
            for at, child in enumerate(node.children):
                if at == last:
                    self._redirected(child, redirects, outer)
                else:
                    self.statement(child, outer)
                if child.type in ("|", "|&") and PIPED not in outer:
                    outer = (*outer, PIPED)
        elif node.type in _COMMANDS:
            self._finish(node, redirects, outer)
        else:
            self.program.note_writes(redirects)
            self.statement(node, (*redirects, *outer))

    def _gather(self, node: _Node, parts: _Parts) -> None:
        self._take_lost(node, parts)
        is_test = node.type == "test_command"
        for child in node.children:
            if child.type in _REDIRECTS:
                redirect, extra = self._redirect(child)
                parts.redirects.extend((redirect, *self._inner_redirects(child)))
                parts.atoms.extend(extra)
            elif child.type == "variable_assignment" and node.type == "command":
                parts.assigned.append(child)
            elif node.type == "redirected_statement":
                self._gather_body(child, parts)
            elif is_test:
                self._gather_test(child, parts)
            elif child.type != "comment":
                inner = child.children[0] if child.type == "command_name" and child.children else child
                parts.atoms.append(Atom(child.start_byte, child.end_byte, inner))

    def _take_lost(self, node: _Node, parts: _Parts) -> None:
        """Takes bytes that the grammar lost as words where they can be nothing else (guard d)."""
        for gap in self._words.gaps(node):
            if not LOST.fullmatch(gap.lost):
                raise Unreadable(f"`{gap.lost[:20]}` is not covered")
            parts.atoms.append(gap)

    def _gather_body(self, child: _Node, parts: _Parts) -> None:
        if child.type in _COMMANDS or (child.type == "test_command" and _is_bracket(child)):
            self._gather(child, parts)
        elif child.type in _ASSIGNMENTS:
            parts.assigned.extend([child] if child.type == "variable_assignment" else child.children)
        else:
            parts.bodies.append(child)

    def _gather_test(self, node: _Node, parts: _Parts) -> None:
        """Takes an expression of `[ … ]` apart into the words it was made of (guard k)."""
        if node.type not in EXPRESSIONS:
            parts.atoms.append(Atom.of(node))
            return
        self._take_lost(node, parts)
        for child in node.children:
            self._gather_test(child, parts)

    def _plain(self, atoms: Sequence[Atom]) -> tuple[str, ...]:
        """Returns a command's words without `time` and `coproc`, which are syntax and not commands (S8)."""
        found = self._words.words_of(atoms)
        raw = self._words.text(atoms[0].start, atoms[0].end) if atoms else ""
        is_whole = len(atoms) < 2 or atoms[1].start > atoms[0].end
        if is_whole and raw in _RESERVED:
            raise Unreadable("a reserved word as a command")
        if found[:1] == ("let",):
            return ("let", words.UNKNOWN)
        if raw not in ("time", "coproc") or found[:1] != (raw,):
            return found
        rest = found[1:]
        while raw == "time" and rest[:1] in (("-p",), ("--",)):
            rest = rest[1:]
        if rest and rest[0] in (*_RESERVED, "(", "time", "coproc"):
            raise Unreadable(f"a group after `{raw}`")
        return rest

    # Redirections

    def _redirect(self, node: _Node) -> tuple[Redirect, list[Atom]]:
        """Returns a redirection, and the words below it that belong to the command (guard i)."""
        if node.type == "heredoc_redirect":
            return self._here_document(node)
        operator = next((child.type for child in node.children if not child.is_named), "")
        descriptor = self._descriptor(node)
        gaps = list(self._words.gaps(node))
        if any(not LOST.fullmatch(gap.lost) for gap in gaps):
            raise Unreadable("bytes that are not covered")
        named = [Atom.of(child) for child in node.children if child.is_named and child.type != "file_descriptor"]
        atoms = sorted([*named, *gaps], key=lambda atom: atom.start)
        if operator in (">&-", "<&-"):
            return Redirect(operator[:2], "-", None, descriptor), atoms
        split = next((n for n in range(1, len(atoms)) if atoms[n].start > atoms[n - 1].end), len(atoms))
        target = self._words.word_of(atoms[:split]) if atoms else ""
        if node.type == "herestring_redirect":
            return Redirect("<<<", "", target, descriptor), atoms[split:]
        return Redirect(operator, target, None, descriptor), atoms[split:]

    def _descriptor(self, node: _Node) -> str:
        return next((self._words.text_of(child) for child in node.children if child.type == "file_descriptor"), "")

    def _here_document(self, node: _Node) -> tuple[Redirect, list[Atom]]:
        start, operator, body = "", "<<", ""
        extra: list[Atom] = []
        for child in node.children:
            if child.type == "heredoc_start":
                start = self._words.text_of(child)
            elif child.type in ("<<", "<<-"):
                operator = child.type
            elif child.type == "heredoc_body":
                body = self._words.here_body(child, is_plain=any(char in start for char in "'\"\\"))
            elif child.type in ("pipeline", "list", "command", "redirected_statement", "subshell"):
                self.statement(child, ())  # the grammar puts what follows on the line below the redirection
            elif child.is_named and child.type not in ("heredoc_end", "comment", *_REDIRECTS):
                extra.append(Atom.of(child))
        return Redirect(operator, "", body, self._descriptor(node)), extra

    def _inner_redirects(self, node: _Node) -> list[Redirect]:
        """Returns redirections that the grammar puts below a here-document."""
        if node.type != "heredoc_redirect":
            return []
        return [self._redirect(child)[0] for child in node.children if child.type in _REDIRECTS]


def _is_bracket(node: _Node) -> bool:
    """Tells whether a test is the command `[ … ]` rather than the syntax `[[ … ]]` or `(( … ))`."""
    return bool(node.children) and node.children[0].type == "["
