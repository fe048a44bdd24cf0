"""Where long texts are cut to head and tail, and output into segments (U107, U111)."""

from qodev.ui.chat.segments import CODE_LINES, PROSE_LIMIT, Segment, SegmentKind

PART_LIMIT = 100_000  # U107: above it head and tail are shown
_HEAD, _TAIL = 50_000, 25_000
OUTPUT_LIMIT, OUTPUT_LINES = 64_000, 400  # U111, of what a call gave
_OUTPUT_HEAD, _OUTPUT_TAIL = 48_000, 16_000
_HEAD_LINES, _TAIL_LINES = 300, 100


def is_long(text: str, *, is_output: bool) -> bool:
    """Tells whether only head and tail of a text are shown."""
    if is_output:
        return len(text) > OUTPUT_LIMIT or text.count("\n") > OUTPUT_LINES
    return len(text) > PART_LIMIT


def cut_points(text: str, *, is_output: bool) -> tuple[int, int]:
    """Returns where the head of a long text ends and where its tail begins, at line ends where there are any."""
    head, tail = (_OUTPUT_HEAD, _OUTPUT_TAIL) if is_output else (_HEAD, _TAIL)
    head_end = min(len(text), text.rfind("\n", 0, head) + 1 or head)
    late = max(0, len(text) - tail)
    tail_start = text.find("\n", late) + 1 or late
    if is_output:
        head_end = min(head_end, _after_line(text, _HEAD_LINES))
        tail_start = max(tail_start, _before_line(text, _TAIL_LINES))
    return head_end, max(head_end, tail_start)


def _after_line(text: str, count: int) -> int:
    """Returns where the first `count` lines end."""
    place = 0
    for _ in range(count):
        place = text.find("\n", place) + 1
        if not place:
            return len(text)
    return place


def _before_line(text: str, count: int) -> int:
    """Returns where the last `count` lines begin."""
    place = len(text)
    for _ in range(count):
        place = text.rfind("\n", 0, place)
        if place < 0:
            return 0
    return place + 1


def split_code(text: str) -> list[Segment]:
    """Cuts output that is no Markdown into segments of 40 lines."""
    segments: list[Segment] = []
    if not text:
        return segments
    lines = [piece for line in text.split("\n") for piece in _line_pieces(line)]
    offset = 0
    for first in range(0, len(lines), CODE_LINES):
        part = lines[first : first + CODE_LINES]
        shown = "\n".join(piece for piece, _ in part)
        size = sum(len(piece) + is_end for piece, is_end in part)
        is_last = first + CODE_LINES >= len(lines)
        number = len(segments)
        segments.append(
            Segment(
                SegmentKind.CODE,
                shown,
                offset,
                min(len(text), offset + size),
                part=number,
                is_last=is_last,
                is_tight=number > 0,
                continues=number > 0,
            )
        )
        offset += size
    return segments


def _line_pieces(line: str) -> list[tuple[str, int]]:
    cuts = range(0, max(1, len(line)), PROSE_LIMIT)
    return [(line[cut : cut + PROSE_LIMIT], int(cut + PROSE_LIMIT >= len(line))) for cut in cuts]
