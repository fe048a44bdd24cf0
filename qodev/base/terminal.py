"""Turns what programs write for a terminal into plain text, so that nothing moves or hides outside its place (S130)."""

import codecs
import re

_CSI_BYTES = 64
_STRING_BYTES = 4096
_LINE_POINTS = 16_384  # what is further to the left in a line can no longer be overwritten
_BROKEN = "\ufffd"

_ESC = "\x1b"
_SPECIAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_CSI_BEGUN = re.compile(r"\x1b\[[0-?]*[ -/]*\Z")
_STRING = re.compile(r"\x1b(?:\][^\x1b\x07]*(?:\x07|\x1b\\)|[P_^X][^\x1b]*\x1b\\)")
_STRING_BEGUN = re.compile(r"\x1b(?:\][^\x1b\x07]*|[P_^X][^\x1b]*)\x1b?\Z")
_SHORT = re.compile(r"\x1b(?:[ -/]+[0-~]|[0-OQ-WYZ\\`-~])")
_SHORT_BEGUN = re.compile(r"\x1b[ -/]*\Z")
# (a whole sequence, one that may still become whole, the most bytes of it)
_SEQUENCES = (
    (_CSI, _CSI_BEGUN, _CSI_BYTES),
    (_STRING, _STRING_BEGUN, _STRING_BYTES),
    (_SHORT, _SHORT_BEGUN, _CSI_BYTES),
)


class Terminal:
    """Reads bytes in pieces of any size; where they are cut makes no difference.

    Colours and every other sequence are dropped, CR goes back to the start of the line, backspace one step, tab and LF
    stay. Other controls, and an ESC without a sequence, become U+FFFD.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting = ""  # a sequence without its end
        self._line: list[str] = []
        self._at = 0

    def feed(self, piece: bytes) -> str:
        """Takes the next bytes and returns the lines that are done with them."""
        return self._read(self._decoder.decode(piece), is_last=False)

    def finish(self) -> str:
        """Returns the rest: what stands in the last line, and a sequence that never ended."""
        settled = self._read(self._decoder.decode(b"", final=True), is_last=True)
        rest = "".join(self._line)
        self._line, self._at = [], 0
        return settled + rest

    @property
    def line(self) -> str:
        """Returns the line that is being written."""
        return "".join(self._line)

    def _read(self, piece: str, *, is_last: bool) -> str:
        text, self._waiting = self._waiting + piece, ""
        settled: list[str] = []
        at = 0
        while at < len(text):
            found = _SPECIAL.search(text, at)
            end = found.start() if found is not None else len(text)
            self._write(text[at:end], settled)
            if found is None:
                break
            at = end + 1
            if text[end] == _ESC:
                length = _sequence_length(text, end)
                if length is None and not is_last:
                    self._waiting = text[end:]
                    break
                if length:
                    at = end + length
                    continue
            self._control(text[end], settled)
        return "".join(settled)

    def _control(self, char: str, settled: list[str]) -> None:
        if char == "\r":
            self._at = 0
        elif char == "\b":
            self._at = max(0, self._at - 1)
        else:
            self._write(_BROKEN, settled)

    def _write(self, run: str, settled: list[str]) -> None:
        """Writes text without controls but tab and LF."""
        head, feed, tail = run.partition("\n")
        self._put(head, settled)
        if feed:
            done, last_feed, tail = ("\n" + tail).rpartition("\n")
            settled.extend((*self._line, done, last_feed))
            self._line, self._at = [], 0
            self._put(tail, settled)

    def _put(self, text: str, settled: list[str]) -> None:
        self._line[self._at : self._at + len(text)] = text
        self._at += len(text)
        full = self._at - self._at % _LINE_POINTS
        if full:
            settled.append("".join(self._line[:full]))
            del self._line[:full]
            self._at -= full


def _sequence_length(text: str, start: int) -> int | None:
    """Returns how long the sequence at an ESC is, 0 when there is none, None when that is not yet known."""
    for whole, begun, most_bytes in _SEQUENCES:
        found = whole.match(text, start)
        if found is not None:
            return len(found.group()) if _bytes_of(found.group()) <= most_bytes else 0
        if begun.match(text, start) is not None:
            return None if _bytes_of(text[start:]) < most_bytes else 0
    return 0


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def plain_terminal(output: bytes) -> str:
    """Returns the plain text of a whole output."""
    terminal = Terminal()
    return terminal.feed(output) + terminal.finish()
