"""Every diagnostic code is explained to people, and no other."""

import re

from qodev.base.codes import Code
from tests.rules.source import ROOT


def test_every_code_has_its_line_in_the_documents() -> None:
    text = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z0-9_]+(?:\.[a-z_]+)?)` \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(code.value for code in Code)
