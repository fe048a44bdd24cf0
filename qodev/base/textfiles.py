"""Reads bytes as a text with its encoding, BOM and line ends, and writes it back with the same (P179, S162).

A file is text when it is UTF-8 or, behind a BOM, UTF-16; its name does not count. A NUL character makes either binary: it
stands in UTF-32 and in what only looks like UTF-16, and no source has one.
"""

import codecs
import re
from dataclasses import dataclass

TEXT_LIMIT_BYTES = 500_000  # P179: for reading, writing and checkpoints alike
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class TextForm:
    """How a text lies in its file."""

    encoding: str = "utf-8"  # or utf-16-le, utf-16-be
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """Returns the bytes of a text in this form; raises UnicodeEncodeError for half a character."""
        return self.bom + text.encode(self.encoding)


@dataclass(frozen=True, slots=True)
class FileText:
    """A decoded text, without its BOM and with its line ends as they are."""

    text: str
    form: TextForm = TextForm()


def decode_file(content: bytes) -> FileText | None:
    """Returns what the bytes say, None when they are no text."""
    bom, encoding = next(((bom, name) for bom, name in _BOMS if content.startswith(bom)), (b"", "utf-8"))
    try:
        text = content[len(bom) :].decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else FileText(text, TextForm(encoding, bom))


def split_lines(text: str) -> list[str]:
    """Returns the lines with their ends; a line ends at LF alone, so joining them gives the text back."""
    return _LINES.findall(text)


def bare_line(line: str) -> str:
    """Returns a line without its LF or CR LF."""
    return line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line
