"""Makes what the rows work on: agents, conversations, answers and streams, the same at every run (F6)."""

import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from qodev.types.conversation import Conversation, ConversationState
from qodev.types.messages import Message, MessageRole, MessageState, Origin, StopReason, TextBlock, Usage

_TEXT = (
    "the a model agent answer reads writes file window paints text block when because every only request server "
    "returns value list table code line chat message token stream frame budget ratio floor memory worker thread "
    "loop event signal index search query store commit page layout width height colour theme menu button key press"
)
_WORDS = tuple(_TEXT.split())
_LONG_AGO_S = 60.0
_EPOCH = 1_790_000_000.0
TOKEN_CHARS = 4
COMMON_NEEDLE = "frame"  # a word that stands in most messages
RARE_NEEDLE = "quokka"  # one that stands in fifty, wherever they are


def words(source: random.Random, count: int) -> str:
    """Returns `count` words."""
    return " ".join(source.choices(_WORDS, k=count))


# Agents.

_BODY = """
[body]
max_tokens = {limit}
stream     = true
system     = '''
{{% if ctx.system_prompt %}}{{{{ tojson(ctx.system_prompt) }}}}{{% endif %}}
'''
messages   = '''
[ {{% for message in ctx.history %}}{{% if not loop.first %}},{{% endif %}}
  {{"role": {{{{ tojson(message.role) }}}}, "content": {{{{ tojson(message.content) }}}}, "kind": "{kind}"}}
{{% endfor %}} ]
'''
"""


def write_agents(folder: Path, count: int, *, bases: int = 20) -> None:
    """Writes `count` agents into `folder`: bases with templates, families below them, agents below those (3 deep)."""
    folder.mkdir(parents=True, exist_ok=True)
    families = max(1, count // 20)
    bases = min(bases, families)
    for number in range(count):
        _write_old(folder / f"agent_{number:05d}.toml", _agent_text(number, bases, families))


def _agent_text(number: int, bases: int, families: int) -> str:
    head = f'schema_version = 1\n\nname        = "Made {number:05d}"\ndescription = "Number {number} of many."\n'
    if number < bases:
        table = _BODY.format(limit=1000 + number, kind=number)
        return (
            f'{head}abstract    = true\n\nprovider_instance = "Claude"\nendpoint = "/v1/messages"\n'
            f'system_prompt = "You are agent {number}."\ntags = ["chat", "made"]\n{table}'
        )
    if number < bases + families:
        parent = f"Made {number % bases:05d}"
        return f'{head}abstract    = true\nextends     = "{parent}"\n\n[body]\ntemperature = 0.{number % 9}\n'
    parent = f"Made {bases + number % families:05d}"
    return (
        f'{head}extends     = "{parent}"\nmodel       = "model-{number % 7}"\n\n'
        f'[match]\nfile_patterns = ["*.{number % 50}"]\n\n[body]\nmax_tokens = {2000 + number}\n'
    )


def _write_old(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    age(path)


def age(path: Path) -> None:
    """Makes a file look written a minute ago: younger ones are read anew whatever a cache says (F21)."""
    seconds = path.stat().st_mtime - _LONG_AGO_S
    os.utime(path, (seconds, seconds))


# Text.

_CODE = """```python
def total(values: list[int]) -> int:
    found = 0
    for value in values:
        found += value  # every one
    return found
```"""
_TABLE = "| name | ratio | state |\n|---|---|---|\n| paint | 1.3 | ok |\n| loop | 1.5 | ok |"


def answer_text(chars: int, seed: int = 1) -> str:
    """Returns Markdown of about `chars` characters: paragraphs, lists, code and tables."""
    source = random.Random(seed)
    parts: list[str] = []
    length = 0
    while length < chars:
        kind = len(parts) % 6
        if kind == 3:
            part = _CODE
        elif kind == 5:
            part = _TABLE
        elif kind == 4:
            part = "\n".join(f"- **{words(source, 2)}** {words(source, 8)} `{words(source, 1)}`" for _ in range(4))
        else:
            part = words(source, 60).capitalize() + "."
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts)[:chars]


def plain_text(chars: int, seed: int = 1) -> str:
    """Returns lines of words, as an editor would show them."""
    source = random.Random(seed)
    lines: list[str] = []
    length = 0
    while length < chars:
        line = words(source, 12)
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)[:chars]


def table_text(rows: int) -> str:
    """Returns a Markdown table."""
    source = random.Random(5)
    lines = ["| number | words | code |", "|---|---|---|"]
    lines += [f"| {number} | {words(source, 5)} | `x{number}` |" for number in range(rows)]
    return "\n".join(lines)


# Conversations.


def conversation(number: int = 0) -> Conversation:
    """Returns a conversation without messages."""
    source = random.Random(number)
    at = _EPOCH + number
    return Conversation(
        f"conv_{number:06d}", words(source, 6), at, at, state=ConversationState.DONE, last_text=words(source, 8)
    )


def messages(count: int, *, chars: int = 830, prefix: str = "m") -> Iterator[Message]:
    """Yields questions and answers in turn, an answer of about `chars` characters with code and tables among them."""
    source = random.Random(11)
    answers = [answer_text(2 * chars - 120, seed) for seed in range(40)]
    for number in range(count):
        turn = f"{prefix}t{number // 2}"
        if number % 2 == 0:
            text = f"{words(source, 18)} {number}"
            yield _message(f"{prefix}{number}", MessageRole.USER, text, number, turn)
        else:
            text = f"{answers[number // 2 % len(answers)]}\n\nEnd {number}."
            yield _message(f"{prefix}{number}", MessageRole.ASSISTANT, text, number, turn)


def short_messages(count: int) -> Iterator[Message]:
    """Yields messages of some 300 characters each, for search; fifty of them hold the rare word."""
    source = random.Random(13)
    step = max(1, count // 50)
    for number in range(count):
        rare = f" {RARE_NEEDLE}" if number % step == 0 else ""
        yield _message(f"s{number}", MessageRole.USER, f"{words(source, 45)}{rare}", number, f"st{number}")


def _message(name: str, role: MessageRole, text: str, number: int, turn: str) -> Message:
    is_answer = role is MessageRole.ASSISTANT
    return Message(
        name,
        role,
        (TextBlock(text),),
        Origin.MODEL if is_answer else Origin.USER,
        MessageState.COMPLETE,
        _EPOCH + number,
        turn_id=turn,
        usage=Usage(900, 200) if is_answer else None,
        stop=StopReason.END if is_answer else None,
        agent="Offline Chat" if is_answer else None,
        model="made" if is_answer else None,
        duration_s=2.0 if is_answer else None,
    )


def history(count: int) -> list[dict[str, object]]:
    """Returns messages as templates see them (A88)."""
    source = random.Random(17)
    made: list[dict[str, object]] = []
    for number in range(count):
        text = f'{words(source, 90)} "quoted"\n{words(source, 40)}'
        role = "assistant" if number % 2 else "user"
        made.append({"role": role, "content": text, "content_blocks": [{"type": "text", "text": text}]})
    return made


# Streams.


def pieces(count: int, words_each: int = 1) -> list[str]:
    """Returns the deltas of a stream; some vendors send a token each, others some words."""
    source = random.Random(19)
    return [f"{words(source, words_each)} " for _ in range(count)]


def openai_events(texts: Sequence[str]) -> list[bytes]:
    """Returns server-sent events of Chat Completions, the end among them."""
    events = [_sse(_openai_chunk({"content": text}, None)) for text in texts]
    events.insert(0, _sse(_openai_chunk({"role": "assistant", "content": ""}, None)))
    return [*events, _sse(_openai_chunk({}, "stop")), b"data: [DONE]\n\n"]


def _openai_chunk(delta: dict[str, object], finish: str | None) -> dict[str, object]:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_790_000_000, "model": "made"}
    return {**head, "system_fingerprint": "fp_1", "choices": [choice]}


def anthropic_events(texts: Sequence[str]) -> list[bytes]:
    """Returns server-sent events of the Messages API, the end among them."""
    usage = {"input_tokens": 10, "output_tokens": 1}
    start = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "made"}
    begun = {**start, "stop_reason": None, "stop_sequence": None, "usage": usage}
    events: list[dict[str, object]] = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    ]
    events += [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}} for text in texts
    ]
    events += [
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return [f"event: {event['type']}\n".encode() + _sse(event) for event in events]


def ollama_lines(texts: Sequence[str]) -> list[bytes]:
    """Returns JSON lines of Ollama's chat, the end among them."""
    head = {"model": "made", "created_at": "2026-01-01T00:00:00Z"}
    lines: list[dict[str, object]] = [
        {**head, "message": {"role": "assistant", "content": text}, "done": False} for text in texts
    ]
    end = {"role": "assistant", "content": ""}
    lines.append({**head, "message": end, "done": True, "done_reason": "stop", "prompt_eval_count": 5, "eval_count": 5})
    return [json.dumps(line).encode() + b"\n" for line in lines]


def _sse(event: dict[str, object]) -> bytes:
    return b"data: " + json.dumps(event, separators=(",", ":")).encode() + b"\n\n"
