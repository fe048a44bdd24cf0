"""What a finding advises, in words for people."""

import pytest

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity


@pytest.mark.parametrize(
    ("message", "hint", "advice"),
    [
        ("Unknown function.", "tojson", "Did you mean `tojson`?"),
        ("Unknown parent; did you mean `My Agent`?", "My Agent", None),
        ("The file is not UTF-8.", "Save the file as UTF-8.", "Save the file as UTF-8."),
        ("Nothing to say.", None, None),
    ],
)
def test_advice_is_a_sentence_and_said_once(message: str, hint: str | None, advice: str | None) -> None:
    assert Diagnostic(Code.KEY_UNKNOWN, Severity.WARNING, message, hint=hint).advice == advice
