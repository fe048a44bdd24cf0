"""Gives the labels of a form access keys, each letter once (U34)."""

from collections.abc import Sequence


def with_access_keys(labels: Sequence[str]) -> tuple[str, ...]:
    """Returns the labels with `&` before their access key; a label in another script gets a Latin letter behind it."""
    used: set[str] = set()
    return tuple(_marked(label.replace("&", "&&"), used) for label in labels)


def _marked(label: str, used: set[str]) -> str:
    position = next((i for i in _candidates(label) if label[i].upper() not in used), None)
    if position is not None:
        used.add(label[position].upper())
        return f"{label[:position]}&{label[position:]}"
    free = next((letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in used), None)
    if free is None or any(_is_latin(char) for char in label):
        return label
    used.add(free)
    return f"{label} (&{free})"


def _candidates(label: str) -> list[int]:
    """Returns the places of letters: beginnings of words first."""
    letters = [i for i, char in enumerate(label) if _is_latin(char)]
    begins = [i for i in letters if i == 0 or label[i - 1] == " "]
    return begins + [i for i in letters if i not in begins]


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalpha()
