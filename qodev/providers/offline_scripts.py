"""What the offline server can play: each script is an answer, good or broken, told apart by the request's model."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from qodev.base.jsontext import JsonFault, JsonValue, dump_compact, loads_strict
from qodev.base.text import clip
from qodev.types.messages import StopReason


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, the same for every wire format."""

    script: str
    parameters: str  # what stands behind a colon in the model's name
    text: str  # the last message of the user; for fill-in-the-middle the last line before the cursor
    results: tuple[str, ...]  # tool results that came after the last answer
    tools: tuple[str, ...]
    prompt_tokens: int
    attempt: int  # how often these very bytes came, this time included
    rounds: int = 0  # answers since the user last wrote something


@dataclass(frozen=True, slots=True)
class Say:
    """Text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Think:
    """Reasoning; left out where a wire format has none."""

    text: str


@dataclass(frozen=True, slots=True)
class CallTool:
    """A tool call; the arguments are JSON text, right or wrong."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Garble:
    """A line of the stream that is no JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Fail:
    """An error object inside the stream, after which nothing comes."""

    message: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection ends here, without the format's end mark."""


Step: TypeAlias = Say | Think | CallTool | Garble | Fail | Cut


@dataclass(frozen=True, slots=True)
class Answer:
    """Steps in order and how they end."""

    steps: tuple[Step, ...]
    stop: StopReason = StopReason.END
    pause_s: float = 0.012  # between two words
    prompt_share: float = 1.0  # part of the prompt that the server says it read
    splits_characters: bool = False  # network chunks end inside characters


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error before the first byte of an answer."""

    status: int
    message: str
    retry_after_s: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """One behaviour, as lists and documents name it."""

    id: str
    title: str
    description: str  # one sentence
    play: Callable[[Asked], Answer | Refusal]
    is_secure: bool = False  # shows itself at the server's https address alone


_TOUR = """# A tour of Markdown

This answer comes from the **offline server** inside qodev. No model wrote it and no network was used. It shows what an \
answer can hold: *emphasis*, `code`, ~~struck text~~ and [a link](https://commonmark.org).

## Lists

- Fruit
  - Apples, red and green
  - Pears
- Bread, still warm

1. Open a conversation.
2. Choose an agent.
3. Ask something.

## A table

| Wire format | Answers come as | Ends with |
|---|---|---|
| Anthropic | events | `message_stop` |
| OpenAI | events | `finish_reason` |
| Ollama | lines of JSON | `"done": true` |

## Code

```python
def greet(name: str) -> str:
    \"\"\"Returns a greeting.\"\"\"
    return f"Hello, {name}!"


print(greet("world"))
```

## A quotation

> A request that can be read before it is sent holds no surprises afterwards.

### The end

Letters of many scripts arrive whole: Grüße, привет, 你好, مرحبا, 😀. That was the tour.
"""

_FILE_TEXT = "def greet(name: str) -> str:\n    return f'Hello, {name}!'\n"


def _echo(asked: Asked) -> Answer:
    if asked.results:
        return _after_tools(asked)
    said = asked.text.strip()
    return Answer((Say(f"You said: {said}" if said else "You said nothing."),))


def _after_tools(asked: Asked) -> Answer:
    lines = "\n\n".join(f"> {clip(_said(result), 400)}".replace("\n", "\n> ") for result in asked.results)
    count = "The tool answered" if len(asked.results) == 1 else f"{len(asked.results)} tools answered"
    return Answer((Say(f"{count}:\n\n{lines}\n\nThat is all I wanted to know."),))


def _said(result: str) -> str:
    """Returns what a result says, without the object around it: quoted whole it would pass for a made-up result."""
    try:
        value = loads_strict(result)
    except JsonFault:
        return result
    content = value.get("content") if isinstance(value, Mapping) else None
    return content if isinstance(content, str) else result


def _call_tool(asked: Asked) -> Answer:
    """Plays a list of steps: a line `---` ends one, each line that begins with a name is a call, the rest are its arguments."""
    steps = re.split(r"^---[ \t]*$", asked.parameters.strip() or asked.text.strip(), flags=re.MULTILINE)
    played = max(asked.rounds, 1 if asked.results else 0)
    if played >= len(steps):
        return _after_tools(asked)
    typed = re.split(r"^(?=[A-Za-z_][\w-]*(?:[ \t]|$))", steps[played].strip(), flags=re.MULTILINE)
    calls = [_typed_call(one) for one in typed if one.strip()]
    if not calls or not all(call.name for call in calls):
        usage = 'Type the name of a tool and its arguments, such as `read_file {"relative_path": "README.md"}`.'
        return Answer((Say(usage),))
    names = ", ".join(f"`{call.name}`" for call in calls)
    return Answer((Say(f"I call {names}."), *calls), StopReason.TOOL_CALLS)


def _typed_call(typed: str) -> CallTool:
    name, _, arguments = typed.strip().partition(" ")
    return CallTool("" if "{" in name else name, arguments.strip() or "{}")


def _change_file(asked: Asked) -> Answer:
    if asked.results:
        return _after_tools(asked)
    path = asked.parameters.strip() or "greeting.py"
    arguments = dump_compact({"relative_path": path, "content": _FILE_TEXT})
    return Answer((Say(f"I write `{path}`."), CallTool("create_file", arguments)), StopReason.TOOL_CALLS)


def _slow(_: Asked) -> Answer:
    text = " ".join(f"Word {number}," for number in range(1, 120)) + " and that was the last one."
    return Answer((Say(text),), pause_s=0.4)


def _think(asked: Asked) -> Answer:
    thought = (
        "The user wrote something. I should answer it, and be brief. First I look at the words, then at what they may"
        " mean. Nothing here needs a tool.\n\nSo I answer directly."
    )
    return Answer((Think(thought), Say(f"I thought about it. {clip(asked.text.strip(), 200)}".rstrip())))


def _broken_json(_: Asked) -> Answer:
    return Answer((Say("The next line of this stream is broken."), Garble('{"choices": [{"delta": {"content": "lo')))


def _rate_limit(asked: Asked) -> Answer | Refusal:
    if asked.attempt % 2:
        return Refusal(429, "Too many requests. Try again in 1 second.", retry_after_s=1)
    return Answer((Say("The second try was let in."),))


def _error_in_stream(_: Asked) -> Answer:
    return Answer((Say("This answer begins well, and then the server "), Fail("The server is overloaded.")))


def _cut_context(_: Asked) -> Answer:
    text = "I read only the end of what you sent. The numbers of this answer say so."
    return Answer((Say(text),), prompt_share=0.1)


def _length(_: Asked) -> Answer:
    return Answer((Say("This answer reaches its limit in the middle of a"),), StopReason.LENGTH)


def _cut_stream(_: Asked) -> Answer:
    return Answer((Say("The connection ends before this sentence "), Cut()))


def _tls_failure(_: Asked) -> Refusal:
    return Refusal(400, "This script answers at the server's https address, with bytes that are not TLS.")


def _split_characters(_: Asked) -> Answer:
    return Answer(
        (Say("Grüße, привет, 你好, 😀 👩‍👩‍👧 e\u0301: every character arrives whole."),), splits_characters=True
    )


def _error(_: Asked) -> Refusal:
    return Refusal(500, "The server had an error while it worked on your request.")


def _big_answer(_: Asked) -> Answer:
    paragraph = "This paragraph is one of many; together they make an answer of about two hundred thousand characters."
    text = "\n\n".join(f"## Part {number}\n\n{paragraph}" for number in range(1, 1701))
    return Answer((Say(text),), pause_s=0.0)


SCRIPTS: tuple[Script, ...] = (
    Script("echo", "Echo", "Repeats your message.", _echo),
    Script(
        "tour",
        "Markdown tour",
        "Shows headings, lists, a table, code, a quotation and links.",
        lambda _: Answer((Say(_TOUR),)),
    ),
    Script("call_tool", "Call a tool…", "Calls the tool whose name and JSON arguments you type.", _call_tool),
    Script("change_file", "Change a file", "Asks to make a small file with the tool `create_file`.", _change_file),
    Script("thinking", "Think first", "Thinks before it answers, where the wire format has thinking.", _think),
    Script("slow", "Slow answer", "Writes two or three words a second, long enough to stop it.", _slow),
    Script("big_answer", "Big answer", "Sends about two hundred thousand characters without a pause.", _big_answer),
    Script("split_utf8", "Split characters", "Cuts its network chunks inside characters.", _split_characters),
    Script("length", "Stop at the limit", "Stops in mid-sentence because its token limit is reached.", _length),
    Script("cut_context", "Cut context", "Reports that it read a tenth of what was sent.", _cut_context),
    Script(
        "rate_limit", "Rate limit", "Refuses with 429 and a waiting time, then answers the same request.", _rate_limit
    ),
    Script("error", "Server error", "Refuses with 500 and the vendor's error text.", _error),
    Script("error_in_stream", "Error in mid-answer", "Begins an answer and then reports an error.", _error_in_stream),
    Script("broken_json", "Broken JSON", "Begins an answer and then sends a line that is no JSON.", _broken_json),
    Script("cut_stream", "Cut connection", "Begins an answer and then closes the connection.", _cut_stream),
    Script(
        "tls_failure",
        "TLS failure",
        "Answers a TLS connection with bytes that are not TLS.",
        _tls_failure,
        is_secure=True,
    ),
)


DEFAULT_SCRIPT = "echo"
"""What a request without a model gets; some formats need none."""


def find_script(model: str, scripts: Sequence[Script] = SCRIPTS) -> tuple[Script | None, str]:
    """Returns the script that `model` names, and the parameters behind its colon: `call_tool:read_file {"path": "a"}`."""
    name, _, parameters = (model or DEFAULT_SCRIPT).partition(":")
    return next((script for script in scripts if script.id == name), None), parameters


def arguments_object(arguments: str) -> Mapping[str, JsonValue]:
    """Returns arguments for the formats that send objects; what is no JSON object becomes `{}` there."""
    try:
        value = loads_strict(arguments)
    except JsonFault:
        return {}
    return value if isinstance(value, Mapping) else {}
