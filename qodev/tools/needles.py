"""Says which text a file must hold so that a pattern can match in it, for programs that look through many files quickly.

What they find are candidates alone. Where a pattern gives no such text for sure, every file is one.
"""

# What `re.IGNORECASE` takes for equal beside a letter's own two cases.
_FURTHER = {"i": "\u0130\u0131", "s": "\u017f", "k": "\u212a"}
_CLASSES = "dDwWsSbBAZ"
_SPECIAL = "\\.^$*+?()[]{}|"


def needle_of_text(text: str) -> str:
    """Returns the longest part of a literal text whose spellings in any case are known."""
    return _longest(text)


def needle_of_pattern(pattern: str) -> str:
    """Returns a text that every match of a regular expression holds, in any case; "" where none is sure."""
    runs = [""]
    at = 0
    while at < len(pattern):
        read = _read_piece(pattern, at)
        if read is None:
            return ""
        piece, at = read
        follower = pattern[at : at + 1]
        if follower == "{" and "}" not in pattern[at:]:
            return ""
        if piece and follower not in ("*", "?", "{"):
            runs[-1] += piece
        if not piece or follower in ("*", "?", "{", "+"):
            runs.append("")
        at = _behind_quantifier(pattern, at)
    return max((_longest(run) for run in runs), key=len)


def _read_piece(pattern: str, at: int) -> tuple[str, int] | None:
    """Returns what must stand at a place, "" for what may vary, and where the next piece begins; None if unsure."""
    char = pattern[at]
    if char == "|" or pattern.startswith("(?", at):
        return None
    if char == "\\":
        following = pattern[at + 1 : at + 2]
        if not following or (following.isalnum() and following not in _CLASSES):
            return None  # such as `\x41` or `\1`
        return "" if following.isalnum() else following, at + 2
    if char in "([":
        end = _end_of(pattern, at)
        return ("", end) if end >= 0 else None
    return "" if char in _SPECIAL else char, at + 1


def _behind_quantifier(pattern: str, at: int) -> int:
    if pattern.startswith("{", at):
        return pattern.index("}", at) + 1
    while pattern[at : at + 1] in ("*", "+", "?") and at < len(pattern):
        at += 1
    return at


def _end_of(pattern: str, at: int) -> int:
    """Returns the place behind the group or set that begins at `at`, -1 where that is not sure."""
    if pattern[at] == "[":
        start = at + (2 if pattern.startswith("^", at + 1) else 1)
        at = start
        while at < len(pattern) and (pattern[at] != "]" or at == start):
            at += 2 if pattern[at] == "\\" else 1
        return at + 1 if at < len(pattern) else -1
    depth = 0
    while at < len(pattern):
        if pattern.startswith("(?", at):
            return -1
        if pattern[at] == "[":
            at = _end_of(pattern, at)
            if at < 0:
                return -1
            continue
        depth += {"(": 1, ")": -1}.get(pattern[at], 0)
        at += 2 if pattern[at] == "\\" else 1
        if depth == 0:
            return at
    return -1


def _longest(text: str) -> str:
    best = run = ""
    for char in text:
        run = run + char if _variants(char) else ""
        if len(run) > len(best):
            best = run
    return best


def _variants(char: str) -> str:
    """Returns every character that counts as this one in any case; "" where they are not known."""
    if char < " ":
        return ""
    if char.isascii():
        return "".join(dict.fromkeys(char + char.lower() + char.upper() + _FURTHER.get(char.lower(), "")))
    return char if char.lower() == char.upper() == char.casefold() == char else ""


def case_free(needle: str) -> str:
    """Returns a regular expression, of ripgrep and of POSIX alike, that finds a needle in any case.

    Alternatives stand for letters, so that a program that knows bytes alone reads them right.
    """
    return "".join(_alternatives(_variants(char)) for char in needle)


def _alternatives(chars: str) -> str:
    written = [f"\\{char}" if char in _SPECIAL else char for char in chars]
    return written[0] if len(written) == 1 else f"({'|'.join(written)})"
