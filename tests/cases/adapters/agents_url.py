"""Runs `agents/url.jsonl`."""

from qodev.providers.url import effective_url
from tests.cases.kit import Case, difference


def run(case: Case) -> str | None:
    """Compares the URL and its diagnostics."""
    found = effective_url(case["url"], case["endpoint"], case["model"])
    codes = [diagnostic.code.value for diagnostic in found.diagnostics]
    expect = case["expect"]
    if "error" in expect:
        return difference("error", (None, [expect["error"]]), (found.value, codes))
    return difference("url", (expect["url"], expect["diagnostics"]), (found.value, codes))
