"""Characters that hide or look like others: what a text would be taken for (S4, S30)."""

import unicodedata
from collections.abc import Iterable, Iterator

ODD_BLANKS = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_JOINERS = "\u200c\u200d"
# Cyrillic and Greek letters that are drawn as Latin ones in common fonts; NFKC leaves them apart.
_LATIN = str.maketrans(
    {
        **dict(zip("аеорсухіјѕһԁԛԝѵ", "aeopcyxijshdqwv", strict=True)),
        **dict(zip("АВЕЗКМНОРСТУХЅІЈԌ", "ABE3KMHOPCTYXSIJG", strict=True)),
        **dict(zip("οναριυκϲϳ", "ovapiukcj", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHIKMNOPTYXCJ", strict=True)),
        **dict(zip("ıɡɑɩ", "igai", strict=True)),
    }
)
_BLANKS = str.maketrans(dict.fromkeys(ODD_BLANKS, " "))


def skeleton(text: str) -> str:
    """Returns the text that a reader could take this one for."""
    if text.isascii():
        return text
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", visible.translate(_BLANKS)).translate(_LATIN)


def unreadable_characters(text: str) -> Iterator[str]:
    """Yields what makes a text opaque wherever it stands: controls but tab and line feed, halves of characters (S4)."""
    for char in text:
        if (unicodedata.category(char) == "Cc" and char not in "\t\n") or unicodedata.category(char) == "Cs":
            yield f"U+{ord(char):04X}"


def hidden_characters(text: str) -> Iterator[str]:
    """Yields format, private-use and unassigned characters; joiners between two characters beyond ASCII are plain (S30)."""
    if text.isascii():
        return
    for at, char in enumerate(text):
        if char.isascii() or unicodedata.category(char) not in ("Cf", "Co", "Cn"):
            continue
        is_joining = char in _JOINERS and 0 < at < len(text) - 1
        if not (is_joining and not text[at - 1].isascii() and not text[at + 1].isascii()):
            yield f"U+{ord(char):04X}"


def odd_blanks(bare: Iterable[str]) -> Iterator[str]:
    """Yields blanks other than space, tab and line end in unquoted text (S4)."""
    for text in bare:
        for char in text:
            if char in ODD_BLANKS:
                yield f"U+{ord(char):04X}"


def disguised(bare: Iterable[str]) -> Iterator[str]:
    """Yields what is drawn as ASCII outside of quotes and is not: full-width letters, words of look-alikes (S30)."""
    for text in bare:
        for char in text:
            if not char.isascii() and char not in ODD_BLANKS and unicodedata.normalize("NFKC", char).isascii():
                yield f"U+{ord(char):04X}"
        if not text.isascii() and skeleton(text).isascii():
            first = next(char for char in text if not char.isascii())
            yield f"U+{ord(first):04X}"
