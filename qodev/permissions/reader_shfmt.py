"""Turns the tree of mvdan/sh (`shfmt --to-json`) into simple commands: reader A (S5, S14 to S17)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qodev.permissions import words
from qodev.permissions.trees import PIPED, Assignment, Command, Program, Redirect, Unreadable

Node = Mapping[str, Any]  # JSON of another program: its shape is checked by what is asked of it
_ARITHMETIC = ("UnaryArithm", "ParenArithm")
_NAME_TESTS = ("-v", "-R")  # their word is a variable's name, subscript and all
_NUMBER_TESTS = ("-eq", "-ne", "-lt", "-le", "-gt", "-ge")


def read_tree(statements: Sequence[Node]) -> Program:
    """Returns what a file's statements run; raises Unreadable for a node that is not known."""
    reader = _Reader()
    reader.statements(statements, ())
    return reader.program


class _Reader:
    """Walks the tree; substitutions are read where they stand."""

    def __init__(self) -> None:
        self.program = Program()
        self._kinds: Mapping[str, Callable[[Node, tuple[Redirect, ...]], None]] = {
            "BinaryCmd": self._both,
            "Block": self._block,
            "Subshell": self._block,
            "IfClause": self._if,
            "WhileClause": self._while,
            "ForClause": self._for,
            "CaseClause": self._case,
            "FuncDecl": self._function,
            "TimeClause": self._prefixed,
            "CoprocClause": self._prefixed,
            "ArithmCmd": self._arithmetic_command,
            "TestClause": self._test_command,
            "LetClause": self._let,
        }

    def statements(self, nodes: Sequence[Node] | None, outer: tuple[Redirect, ...]) -> None:
        for node in nodes or ():
            self._statement(node, outer)

    def _statement(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        redirects = tuple(self._redirect(redirect) for redirect in node.get("Redirs") or ())
        command = node.get("Cmd")
        if command is None:
            if redirects:
                self.program.add(Command((), (), redirects, outer))
            return
        kind = command["Type"]
        if kind == "CallExpr":
            self._call(command, redirects, outer)
        elif kind == "DeclClause":
            self._declaration(command, redirects, outer)
        else:
            self.program.note_writes(redirects)
            self._compound(kind, command, (*redirects, *outer))

    def _call(self, node: Node, redirects: tuple[Redirect, ...], outer: tuple[Redirect, ...]) -> None:
        assignments = tuple(self._assignment(assign) for assign in node.get("Assigns") or ())
        found = tuple(self._word(word) for word in node.get("Args") or ())
        kept = tuple(word for word in found if word)
        self.program.add(Command(kept, assignments, redirects, outer))

    def _declaration(self, node: Node, redirects: tuple[Redirect, ...], outer: tuple[Redirect, ...]) -> None:
        found = [str(node["Variant"]["Value"])]
        for assign in node.get("Args") or ():
            if assign.get("Naked"):
                found.append(self._word(assign["Value"]) if "Value" in assign else str(assign["Name"]["Value"]))
            else:
                found.append(self._assignment(assign).text)
        self.program.add(Command(tuple(found), (), redirects, outer))

    def _assignment(self, node: Node) -> Assignment:
        name = str(node["Name"]["Value"])
        if "Index" in node:
            self._arithmetic(node["Index"])
            name += f"[{words.UNKNOWN}]"
        value = ""
        if "Array" in node:
            value = f"({' '.join(self._elements(node['Array']))})"
        elif "Value" in node:
            value = self._word(node["Value"])
        return Assignment(name, value, "+=" if node.get("Append") else "=")

    def _elements(self, array: Node) -> list[str]:
        found: list[str] = []
        for element in array.get("Elems") or ():
            if "Index" in element:
                self._arithmetic(element["Index"])
                found.append(f"{words.UNKNOWN}={self._word(element['Value']) if 'Value' in element else ''}")
            elif "Value" in element:
                found.append(self._word(element["Value"]))
        return found

    def _compound(self, kind: str, node: Node, outer: tuple[Redirect, ...]) -> None:
        read = self._kinds.get(kind)
        if read is None:
            raise Unreadable(f"a construct `{kind}`")
        read(node, outer)

    def _both(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self._statement(node["X"], outer)
        self._statement(node["Y"], (*outer, PIPED) if node["Op"] in ("|", "|&") else outer)

    def _block(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self.statements(node.get("Stmts"), outer)

    def _while(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self.statements(node.get("Cond"), outer)
        self.statements(node.get("Do"), outer)

    def _for(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self._loop(node["Loop"])
        self.statements(node.get("Do"), outer)

    def _function(self, node: Node, _outer: tuple[Redirect, ...]) -> None:
        self._statement(node["Body"], ())

    def _prefixed(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        """Reads what stands behind `time` or `coproc`."""
        if "Stmt" in node:
            self._statement(node["Stmt"], outer)

    def _arithmetic_command(self, node: Node, _outer: tuple[Redirect, ...]) -> None:
        self._arithmetic(node["X"])

    def _test_command(self, node: Node, _outer: tuple[Redirect, ...]) -> None:
        self._test(node["X"])

    def _if(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self.statements(node.get("Cond"), outer)
        self.statements(node.get("Then"), outer)
        if node.get("Else"):
            self._if(node["Else"], outer)

    def _loop(self, node: Node) -> None:
        if node["Type"] == "CStyleLoop":
            for part in ("Init", "Cond", "Post"):
                if node.get(part):
                    self._arithmetic(node[part])
            return
        self.program.note_name(str(node["Name"]["Value"]))
        for word in node.get("Items") or ():
            self._word(word)

    def _case(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        self._word(node["Word"])
        for item in node.get("Items") or ():
            for pattern in item.get("Patterns") or ():
                self._word(pattern)
            self.statements(item.get("Stmts"), outer)

    def _let(self, node: Node, outer: tuple[Redirect, ...]) -> None:
        for expression in node.get("Exprs") or ():
            self._arithmetic(expression)
        self.program.add(Command(("let", words.UNKNOWN), (), (), outer))

    def _test(self, node: Node) -> None:
        kind = node["Type"]
        if kind == "Word":
            self._word(node)
        elif kind == "BinaryTest":
            if node["Op"] in _NUMBER_TESTS:
                self._number_word(node["X"])
                self._number_word(node["Y"])
            else:
                self._test(node["X"])
                self._test(node["Y"])
        elif kind in ("UnaryTest", "ParenTest"):
            self.program.computes_names = self.program.computes_names or node.get("Op") in _NAME_TESTS
            self._test(node["X"])
        else:
            raise Unreadable(f"a construct `{kind}`")

    def _number_word(self, node: Node) -> None:
        self._arithmetic(node) if node["Type"] == "Word" else self._test(node)

    def _arithmetic(self, node: Node) -> None:
        """Reads an arithmetic expression; over a name, bash computes what the variable holds as an expression again."""
        kind = node["Type"]
        if kind == "Word":
            text = self._word(node)
            is_plain = text.isdigit() or text in ("", "@", "*") or _is_count(node)
            self.program.computes_names = self.program.computes_names or not is_plain
        elif kind == "BinaryArithm":
            self._arithmetic(node["X"])
            self._arithmetic(node["Y"])
        elif kind in _ARITHMETIC:
            self._arithmetic(node["X"])
        else:
            raise Unreadable(f"a construct `{kind}`")

    def _redirect(self, node: Node) -> Redirect:
        operator = str(node["Op"])
        descriptor = str((node.get("N") or {}).get("Value", ""))
        if operator in ("<<", "<<-"):
            self._word(node["Word"])
            return Redirect(operator, "", self._here_text(node), descriptor)
        if operator == "<<<":
            return Redirect(operator, "", self._word(node["Word"]), descriptor)
        return Redirect(operator, self._word(node["Word"]), None, descriptor)

    def _here_text(self, node: Node) -> str:
        """Returns the body of a here-document; quoting the delimiter makes it plain text."""
        parts = node["Word"].get("Parts") or ()
        is_plain = any(part["Type"] != "Lit" or "\\" in part.get("Value", "") for part in parts)
        chars: words.Chars = []
        for part in (node.get("Hdoc") or {}).get("Parts") or ():
            if part["Type"] != "Lit":
                chars.extend(self._part(part, in_quotes=True))
            elif is_plain:
                chars.extend(words.quoted(part.get("Value", "")))
            else:
                chars.extend(words.in_double_quotes(part.get("Value", ""), escapes="$`\\"))
        text = "".join(char.text for char in chars)
        self.program.note_code(text)
        return text

    def _word(self, node: Node) -> str:
        chars: words.Chars = []
        had_quotes = False
        for part in node.get("Parts") or ():
            had_quotes = had_quotes or part["Type"] in ("SglQuoted", "DblQuoted")
            chars.extend(self._part(part, in_quotes=False))
        self.program.note_word(chars)
        return words.finish(chars, had_quotes=had_quotes)

    def _part(self, part: Node, *, in_quotes: bool) -> words.Chars:
        kind = part["Type"]
        if kind == "Lit":
            value = str(part.get("Value", ""))
            return words.in_double_quotes(value) if in_quotes else words.bare(value)
        if kind == "SglQuoted":
            value = str(part.get("Value", ""))
            return words.in_ansi_quotes(value) if part.get("Dollar") else words.quoted(value)
        if kind == "DblQuoted":
            return [char for inner in part.get("Parts") or () for char in self._part(inner, in_quotes=True)]
        self._expansion(kind, part)
        return words.unknown(is_held=in_quotes and not _holds_at(part))

    def _expansion(self, kind: str, part: Node) -> None:
        if kind in ("CmdSubst", "ProcSubst"):
            self.statements(part.get("Stmts"), ())
        elif kind == "ParamExp":
            self._parameter(part)
        elif kind == "ArithmExp":
            self._arithmetic(part["X"])
        elif kind not in ("ExtGlob", "BraceExp"):
            raise Unreadable(f"a construct `{kind}`")

    def _parameter(self, part: Node) -> None:
        self.program.computes_names = self.program.computes_names or bool(part.get("Excl"))
        if part.get("Index"):
            self._arithmetic(part["Index"])
        for name in ("Offset", "Length"):
            expression = (part.get("Slice") or {}).get(name)
            if expression:
                self._arithmetic(expression)
        replacement = part.get("Repl") or {}
        for word in (replacement.get("Orig"), replacement.get("With")):
            if word:
                self._word(word)
        expansion = part.get("Exp") or {}
        if expansion.get("Word"):
            text = self._word(expansion["Word"])
            if expansion.get("Op") in ("=", ":="):
                self.program.note_name(str((part.get("Param") or {}).get("Value", "")))
            self.program.prompts = self.program.prompts or (expansion.get("Op") == "@" and text == "P")
        if part.get("NestedParam"):
            self._part(part["NestedParam"], in_quotes=False)


def _holds_at(node: object) -> bool:
    """Tells whether an expansion could be `"$@"` or `"${a[@]}"`, which are several words in spite of quotes."""
    if isinstance(node, dict):
        return any(_holds_at(value) for value in node.values())
    if isinstance(node, list):
        return any(_holds_at(value) for value in node)
    return isinstance(node, str) and "@" in node


def _is_count(node: Node) -> bool:
    """Tells whether a word is a special parameter such as `$#` or `$?`, which holds a number."""
    parts = list(node.get("Parts") or ())
    if len(parts) != 1 or parts[0]["Type"] != "ParamExp":
        return False
    return parts[0]["Param"]["Value"] in ("#", "?", "$", "!") or bool(parts[0].get("Length"))
