"""Random TOML documents whose every line is known: with comments, dots, inline tables, blocks, CR LF and a BOM."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

NAMES = ("name", "model", "tags", "body", "match", "a", "b-1", "_", "12", '"a b"', "'c.d'", '"é"', '""', "'#'")
VALUES = (
    "1",
    "-0x1F".removeprefix("-"),
    "1.5",
    "6e+2",
    "inf",
    "nan",
    "true",
    '"text # no comment"',
    '"\\u00e9 \\" = ["',
    "'C:\\lit'",
    '"""a"""',
    '"""\nsaid "so" # no comment\n[nor.a.header]\nnext = 1 \\\n  went on"""',
    "'''\n[not.a.header]\nx = ''1''''",
    "1979-05-27T07:32:00Z",
    "1979-05-27 07:32:00",
    "07:32:00",
    "[]",
    "[1, 2,]",
    "[ \"a\" , 'b' ]",
    '[\n  "a", # first, ] "\n\n  # between\n  "b"\n]',
    "[\n[1, [2]], {a=1,b=[2]},\n]",
    "{}",
    "{ }",
    '{ a = 1, b.c = "x", b.d = 2 }',
    "{a={b=[1]},c='}'}",
    '{ t = """\nx""" }',
)
TAILS = ("", "", "  # why", " #", "\t# a = 1 ] }")
BETWEEN = ("", "", "\n", "# a note\n", "\n# a note\n\n", "  # indented = 1\n")


@dataclass(slots=True)
class Line:
    """One pair of a document: `before` + `indent` + key + ` = ` + value + tail, as it stands in the text."""

    path: tuple[str, ...]
    start: int  # of its line
    key: tuple[int, int]  # of the last part of its key
    value: tuple[int, int]
    end: int  # behind its newline


@dataclass(slots=True)
class Document:
    """A text with its lines; offsets count in `text`."""

    text: str = ""
    lines: list[Line] = field(default_factory=list)


def plain(name: str) -> str:
    """Returns a written key as it is read."""
    return name[1:-1] if name[:1] in "\"'" else name


class _Writer:
    def __init__(self, draw: st.DrawFn, newline: str) -> None:
        self.draw = draw
        self.newline = newline
        self.document = Document("\ufeff" if draw(st.integers(0, 4)) == 0 else "")

    def write(self, text: str) -> None:
        self.document.text += text.replace("\n", self.newline)

    def here(self) -> int:
        return len(self.document.text)

    def table(self, path: tuple[str, ...], names: list[str]) -> None:
        """Writes the pairs of one table; a dotted one takes its first name for itself and may be continued."""
        dotted: dict[str, list[str]] = {}
        for _ in range(self.draw(st.integers(0, 4))):
            if not names:
                return
            self.write(self.draw(st.sampled_from(BETWEEN)))
            is_continued: bool = self.draw(st.booleans())
            if dotted and is_continued:
                first = self.draw(st.sampled_from(sorted(dotted)))
                rest = dotted[first]
                if rest:
                    self.pair(path, (first, rest.pop()))
                continue
            first = names.pop()
            if self.draw(st.integers(0, 3)) == 0:
                dotted[first] = ["z", "y", "x"]
                self.pair(path, (first, dotted[first].pop()))
            else:
                self.pair(path, (first,))

    def pair(self, table: tuple[str, ...], keys: tuple[str, ...]) -> None:
        start = self.here()
        self.write(self.draw(st.sampled_from(("", "", "  "))))
        key = (start, start)
        for position, name in enumerate(keys):
            if position:
                self.write(self.draw(st.sampled_from((".", " . "))))
            key_start = self.here()
            self.write(name)
            key = (key_start, self.here())
        self.write(self.draw(st.sampled_from((" = ", "=", "   = "))))
        value_start = self.here()
        self.write(self.draw(st.sampled_from(VALUES)))
        value = (value_start, self.here())
        self.write(self.draw(st.sampled_from(TAILS)) + "\n")
        path = (*table, *map(plain, keys))
        self.document.lines.append(Line(path, start, key, value, self.here()))

    def fresh(self) -> list[str]:
        return self.draw(st.permutations(NAMES))

    def sections(self, names: list[str]) -> None:
        for _ in range(self.draw(st.integers(0, 3))):
            if not names:
                return
            name = names.pop()
            self.write(self.draw(st.sampled_from(BETWEEN)))
            if self.draw(st.integers(0, 3)) == 0:
                for number in range(self.draw(st.integers(1, 2))):
                    self.write(f"[[{name}]]{self.draw(st.sampled_from(TAILS))}\n")
                    inner = self.fresh()
                    self.table((plain(name), str(number)), inner)
                    self.below(name, (plain(name), str(number)), inner)
                continue
            inner = self.fresh()
            if self.draw(st.booleans()):
                self.write(f"[{name}]{self.draw(st.sampled_from(TAILS))}\n")
                self.table((plain(name),), inner)
            self.below(name, (plain(name),), inner)

    def below(self, written: str, path: tuple[str, ...], names: list[str]) -> None:
        """Writes tables below another one: single ones and arrays of them."""
        for _ in range(self.draw(st.integers(0, 2))):
            if not names:
                return
            name = names.pop()
            between = self.draw(st.sampled_from(BETWEEN))
            is_array: bool = self.draw(st.booleans())
            self.write(f"{between}[[{written}.{name}]]\n" if is_array else f"{between}[ {written} . {name} ]\n")
            self.table((*path, plain(name), "0") if is_array else (*path, plain(name)), self.fresh())


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Draws a document."""
    writer = _Writer(draw, draw(st.sampled_from(("\n", "\n", "\r\n"))))
    names = writer.fresh()
    writer.table((), names)
    writer.sections(names)
    document = writer.document
    if draw(st.booleans()):
        bare = document.text.removesuffix(writer.newline)
        if document.lines and document.lines[-1].end == len(document.text):
            document.lines[-1].end = len(bare)
        document.text = bare
    return document


VALUES_TO_SET = st.one_of(
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.sampled_from(("a\nb", 'say "x"', "it's", "\\d+\n'''", '"""\n', "\n", "", "x" * 150, "\r\n", "end\\")),
    st.lists(st.one_of(st.integers(), st.text(max_size=5)), max_size=4),
    st.dictionaries(st.sampled_from(("p", "q r", "")), st.integers(), max_size=3),
)
