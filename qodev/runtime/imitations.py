"""Notices answers that write the result of a tool themselves (P143)."""

import re

# What a result looks like on the wire or in the formats that models were trained on; a text with one of them and no
# call is an imitation, since only qodev writes results.
_MARKS = re.compile(
    r"\"type\"\s*:\s*\"(?:untrusted_tool_output|agent_skill_output|tool_result|function_call_output)\""
    r"|</?(?:tool_response|tool_result|function_results|function_response)>"
    r"|<\|(?:tool_response|tool_outputs?_begin|tool▁outputs▁begin)\|?>",
    re.IGNORECASE,
)
CORRECTION = (
    "No tool ran: your last message wrote a result itself, without a call. Only results that arrive as the answer to a"
    " call are real. Make the call, or answer without it."
)
UNVERIFIED = "Unverified: no tool ran."


def imitates_result(text: str) -> bool:
    """Tells whether an answer without calls writes down the result of one; quoting it in code counts too."""
    return _MARKS.search(text) is not None
