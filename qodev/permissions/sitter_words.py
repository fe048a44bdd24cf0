"""Words, expansions and assignments of tree-sitter-bash's tree, put together by adjacency (S7, S16, S17)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import tree_sitter

from qodev.permissions import words
from qodev.permissions.trees import Assignment, Program, Unreadable

EXPRESSIONS = {
    "unary_expression",
    "binary_expression",
    "ternary_expression",
    "postfix_expression",
    "parenthesized_expression",
}
_EXPANSIONS = {
    "simple_expansion",
    "expansion",
    "command_substitution",
    "process_substitution",
    "arithmetic_expansion",
    "brace_expression",
}
_BARE = {"word", "number", "test_operator", "variable_name", "special_variable_name", "file_descriptor"}
# What 0.25 drops and what can only be a word, such as the `-` of `python3 - <<E`.
LOST = re.compile(r"[-./=:@%+,A-Za-z]+")
_CODE_IN_LEAF = re.compile(r"(?<!\\)(?:\\\\)*(`|\$\(|[<>]\(|\n)")
_CODE_IN_QUOTES = re.compile(r"(?<!\\)(?:\\\\)*(`|\$\()")
_SPECIAL_COUNTS = ("#", "?", "$", "!")


@dataclass(frozen=True, slots=True)
class Atom:
    """A part of a command line between two places of the source: a node, or bytes that no node covers."""

    start: int
    end: int
    node: tree_sitter.Node | None
    lost: str = ""

    @classmethod
    def of(cls, node: tree_sitter.Node) -> "Atom":
        """Returns a node as a part."""
        return cls(node.start_byte, node.end_byte, node)


class WordReader:
    """Reads words of one source; statements inside of substitutions go back to whoever reads statements."""

    def __init__(
        self,
        source: bytes,
        program: Program,
        read_statement: Callable[[tree_sitter.Node], None],
        read_inner: Callable[[str], Program],
    ) -> None:
        self._source = source
        self.program = program
        self._read_statement = read_statement
        self._read_inner = read_inner

    def text(self, start: int, end: int) -> str:
        """Returns the source between two bytes."""
        return self._source[start:end].decode("utf-8", "surrogatepass")

    def text_of(self, node: tree_sitter.Node) -> str:
        """Returns the source of a node."""
        return self.text(node.start_byte, node.end_byte)

    def check_gaps(self, node: tree_sitter.Node) -> None:
        """Raises Unreadable for bytes between statements that no node covers."""
        for gap in self.gaps(node):
            raise Unreadable(f"`{gap.lost[:20]}` is not covered")

    def gaps(self, node: tree_sitter.Node) -> Iterator[Atom]:
        """Yields what stands between a node's children and is no blank."""
        at = node.start_byte
        for child in [*node.children, None]:
            until = child.start_byte if child is not None else node.end_byte
            text = self.text(at, until)
            if text.strip(" \t\n"):
                start = at + len(text[: len(text) - len(text.lstrip(" \t\n"))].encode())
                yield Atom(start, start + len(text.strip(" \t\n").encode()), None, text.strip(" \t\n"))
            at = max(at, child.end_byte) if child is not None else until

    def words_of(self, atoms: Sequence[Atom]) -> tuple[str, ...]:
        """Returns the words that parts make; parts without a blank between them are one (guard c)."""
        groups: list[list[Atom]] = []
        for atom in atoms:
            if groups and groups[-1][-1].end == atom.start:
                groups[-1].append(atom)
            else:
                groups.append([atom])
        return tuple(word for group in groups if (word := self.word_of(group)))

    def word_of(self, atoms: Sequence[Atom]) -> str:
        """Returns one word of its parts, quotes removed."""
        chars: words.Chars = []
        had_quotes = False
        flat = list(self._flat(atoms))
        for at, atom in enumerate(flat):
            follows = flat[at + 1].node if at + 1 < len(flat) else None
            if atom.node is None:
                chars.extend(words.bare(atom.lost))
            elif atom.node.type == "$" and follows is not None and follows.type == "string":
                continue  # `$"…"`: a text that may be translated (guard j)
            elif atom.node.type == "variable_assignment":
                chars.extend(words.quoted(self.assignment(atom.node).text))
            elif atom.node.type == "array":
                chars.extend(words.quoted(self._array(atom.node)))
            else:
                had_quotes = had_quotes or atom.node.type in ("string", "raw_string", "ansi_c_string")
                chars.extend(self._chars(atom.node))
        self.program.note_word(chars)
        return words.finish(chars, had_quotes=had_quotes)

    def _flat(self, atoms: Sequence[Atom]) -> Iterator[Atom]:
        for atom in atoms:
            node = atom.node
            if node is not None and node.type in ("concatenation", "command_name"):
                inner = [Atom.of(child) for child in node.children]
                inner.extend(self.gaps(node))
                yield from self._flat(sorted(inner, key=lambda part: part.start))
            else:
                yield atom

    def _chars(self, node: tree_sitter.Node) -> words.Chars:
        kind = node.type
        text = self.text_of(node)
        if kind == "raw_string":
            return words.quoted(text[1:-1])
        if kind == "ansi_c_string":
            return words.in_ansi_quotes(text[2:-1])
        if kind in ("string", "translated_string"):
            return self._string(node)
        if kind in _EXPANSIONS:
            self._expansion(node)
            return words.unknown()
        if kind in ("extglob_pattern", "regex"):
            if re.search(r"[@!+?*]\(", text):
                return words.unknown()
            return words.bare(text)
        if kind in _BARE or not node.is_named:
            self.check_leaf(text)
            return self._bare(text)
        raise Unreadable(f"a construct `{kind}`")

    def _bare(self, text: str) -> words.Chars:
        """Returns the characters of an unquoted leaf; `$$` in it is the number of the shell (guard l)."""
        chars: words.Chars = []
        for at, part in enumerate(text.split("$$")):
            chars.extend(words.unknown() if at else [])
            chars.extend(words.bare(part))
        return chars

    def check_leaf(self, text: str) -> None:
        """Raises Unreadable for code that the grammar took for plain text (guard e)."""
        if _CODE_IN_LEAF.search(text):
            raise Unreadable("a substitution inside a word")

    def _string(self, node: tree_sitter.Node) -> words.Chars:
        chars: words.Chars = []
        text = self.text_of(node)
        at = node.start_byte + text.index('"') + 1
        for child in node.children:
            if child.type in _EXPANSIONS:
                chars.extend(self._quoted_raw(self.text(at, self._begin(child))))
                self._expansion(child)
                chars.extend(words.unknown(is_held="@" not in self.text_of(child)))
                at = child.end_byte
        chars.extend(self._quoted_raw(self.text(at, node.end_byte - 1)))
        return chars

    def _begin(self, node: tree_sitter.Node) -> int:
        """Returns where an expansion begins; 0.25 takes blanks before a `$` into it."""
        text = self.text_of(node)
        return node.start_byte + len(text) - len(text.lstrip(" \t\n"))

    def _quoted_raw(self, raw: str) -> words.Chars:
        if _CODE_IN_QUOTES.search(raw):
            raise Unreadable("a substitution inside quotes")
        return words.in_double_quotes(raw)

    def _expansion(self, node: tree_sitter.Node) -> None:
        if node.type == "command_substitution":
            self._substitution(node)
        elif node.type == "process_substitution":
            self._inner_statements(node)
        elif node.type == "arithmetic_expansion":
            for child in node.children:
                if child.is_named:
                    self.arithmetic(child)
        elif node.type == "expansion":
            self._parameter(node)

    def _substitution(self, node: tree_sitter.Node) -> None:
        text = self.text_of(node)
        if text.startswith("`") and "\\" in text:
            self._merge(self._read_inner(re.sub(r"\\([`$\\])", r"\1", text[1:-1])))
            return
        self._inner_statements(node)

    def _merge(self, inner: Program) -> None:
        self.program.merge(inner)

    def _inner_statements(self, node: tree_sitter.Node) -> None:
        self.check_gaps(node)
        for child in node.children:
            if child.is_named:
                self._read_statement(child)
            elif child.type == ";;":
                raise Unreadable("`;;` outside case")

    def _parameter(self, node: tree_sitter.Node) -> None:
        operators = [child.type for child in node.children if not child.is_named]
        self.program.prompts = self.program.prompts or ("@" in operators and "P" in operators)
        self.program.computes_names = self.program.computes_names or "!" in operators
        if "=" in operators or ":=" in operators:
            self.program.note_name(next((self.text_of(c) for c in node.children if c.type == "variable_name"), ""))
        for gap in self.gaps(node):
            self.check_leaf(gap.lost)
        for child in node.children:
            self._parameter_part(child)

    def _parameter_part(self, node: tree_sitter.Node) -> None:
        if node.type == "subscript":
            self._subscript(node)
        elif node.type in (*_EXPANSIONS, "string", "raw_string", "ansi_c_string"):
            self._chars(node)
        elif node.type in EXPRESSIONS:
            self.arithmetic(node)
        elif node.type in ("concatenation", "array"):
            for child in node.children:
                self._parameter_part(child)
        else:
            self.check_leaf(self.text_of(node))

    def _subscript(self, node: tree_sitter.Node) -> None:
        for at, child in enumerate(node.children):
            if node.field_name_for_child(at) == "index":
                self.arithmetic(child)

    def arithmetic(self, node: tree_sitter.Node) -> None:
        """Reads an arithmetic expression; names in it are noted, substitutions read."""
        if node.type in ("number", "comment") or not node.is_named:
            return
        self.program.computes_names = self.program.computes_names or self._has_name(node)
        if node.type in _EXPANSIONS:
            self._expansion(node)
        elif node.type in ("string", "raw_string", "concatenation"):
            self.words_of([Atom.of(node)])
        elif node.type in ("word", "variable_name"):
            self.check_leaf(self.text_of(node))
        else:
            for gap in self.gaps(node):
                self.check_leaf(gap.lost)
            for child in node.children:
                self.arithmetic(child)

    def _has_name(self, node: tree_sitter.Node) -> bool:
        """Tells whether a part of an expression stands for what a variable holds."""
        text = self.text_of(node)
        if node.type in ("word", "variable_name"):
            return text not in ("@", "*") and not text.isdigit()
        if node.type == "simple_expansion":
            return text[1:] not in _SPECIAL_COUNTS
        named = ("process_substitution", "expansion", "string", "raw_string", "concatenation")
        return node.type in (*named, "variable_assignment", "subscript") and not text.startswith("${#")

    def assignment(self, node: tree_sitter.Node) -> Assignment:
        """Reads `NAME=value`, an element of an array, or a whole array."""
        name, sign, value = "", "=", ""
        for at, child in enumerate(node.children):
            if child.type == "variable_name" and not name:
                name = self.text_of(child)
            elif child.type == "subscript":
                self._subscript(child)
                name = f"{self.text_of(child.children[0])}[{words.UNKNOWN}]"
            elif child.type in ("=", "+="):
                sign = child.type
            elif node.field_name_for_child(at) == "value":
                is_array = child.type == "array"
                value = self._array(child) if is_array else self.word_of([Atom.of(child)])
        for gap in self.gaps(node):
            raise Unreadable(f"`{gap.lost[:20]}` is not covered")
        return Assignment(name, value, sign)

    def _array(self, node: tree_sitter.Node) -> str:
        self.check_gaps(node)
        atoms = [Atom.of(c) for c in node.children if c.type not in ("(", ")", "comment")]
        return f"({' '.join(self.words_of(atoms))})"

    def here_body(self, node: tree_sitter.Node, *, is_plain: bool) -> str:
        """Returns the text of a here-document; a quoted delimiter makes it plain."""
        if is_plain:
            self.program.note_code(self.text_of(node))
            return self.text_of(node)
        chars: words.Chars = []
        at = node.start_byte
        for child in node.children:
            if child.type in _EXPANSIONS:
                chars.extend(self._here_raw(self.text(at, self._begin(child))))
                chars.extend(self._chars(child))
                at = child.end_byte
        chars.extend(self._here_raw(self.text(at, node.end_byte)))
        text = "".join(char.text for char in chars)
        self.program.note_code(text)
        return text

    def _here_raw(self, raw: str) -> words.Chars:
        if _CODE_IN_QUOTES.search(raw):
            raise Unreadable("a substitution inside a here-document")
        return words.in_double_quotes(raw, escapes="$`\\")
