"""A rendered prompt is cut where roles and files were put in (U67)."""

import pytest

from qodev.agents.prompt_functions import cut_parts
from qodev.types.agents import PromptPart

NOTES = "A first line that is long enough.\nA second one.\nA third one."


def inserted(text: str, source: str = "read_file") -> PromptPart:
    return PromptPart(text, source, "x")


CASES = [  # prompt, inserted texts, pieces with their source
    (f"Before {NOTES} after", [NOTES], [("Before ", ""), (NOTES, "read_file"), (" after", "")]),
    ("Nothing of it", [NOTES], [("Nothing of it", "")]),
    (f"{NOTES[:45]} and no more", [NOTES], [(NOTES[:45], "read_file"), (" and no more", "")]),
    ("one two one", ["one", "one"], [("one", "read_file"), (" two ", ""), ("one", "read_file")]),
    ("all", ["all"], [("all", "read_file")]),
    ("text", ["", "  "], [("text", "")]),
    ("", ["x"], []),
]


@pytest.mark.parametrize(("prompt", "texts", "pieces"), CASES)
def test_pieces_are_told_apart_and_make_the_whole(prompt: str, texts: list[str], pieces: list[tuple[str, str]]) -> None:
    found = cut_parts(prompt, [inserted(text) for text in texts])
    assert [(part.text, part.source) for part in found] == pieces
    assert "".join(part.text for part in found) == prompt
