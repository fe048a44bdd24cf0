"""Turns stored messages into the history that templates see (A87 to A94)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from qodev.base.jsontext import JsonValue
from qodev.types.agents import ClientApi
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

IdFitter = Callable[[ClientApi, str], str]
"""Fits a tool id to what an API accepts, the same for a call and its result (A94)."""

_SIGNED_ONLY = frozenset({ClientApi.ANTHROPIC, ClientApi.GOOGLE})  # A93: unsigned thinking is refused there
_MISSING_IMAGE = "[an image of this message is missing]"


def template_history(
    messages: Sequence[Message], api: ClientApi, fit_id: IdFitter, *, files_in_text: bool
) -> list[dict[str, JsonValue]]:
    """Returns `ctx.history` for a request to `api`.

    With `files_in_text` the attachments of the last message stand as text before what was typed; without it the
    template shows them itself, by `ctx.files_metadata` (A90). Those of earlier messages always stand as text.
    """
    pairs = _paired_blocks(messages, api)
    history: list[dict[str, JsonValue]] = []
    for position, message in enumerate(messages):
        hides_files = position == len(messages) - 1 and not files_in_text
        kept = [pairs.get((position, place), block) for place, block in enumerate(message.blocks)]
        paired = replace(message, blocks=tuple(block for block in kept if block is not None))
        blocks = _sendable(paired, api, hides_files=hides_files)
        if blocks:
            history.append(_template_message(message, blocks, lambda raw: fit_id(api, raw)))
    return history


def files_metadata(message: Message | None) -> list[dict[str, JsonValue]]:
    """Returns `ctx.files_metadata` for the message being sent."""
    files = [] if message is None else [b for b in message.blocks if isinstance(b, FileBlock)]
    return [{"file_path": f.path, "content": f.text} for f in files]


_Place = tuple[int, int]  # of a message, and of a block in it


def _paired_blocks(messages: Sequence[Message], api: ClientApi) -> dict[_Place, Block | None]:
    """Returns what becomes of calls and results: None for one without the other, which is dropped alone (A93).

    A result belongs to the last call of its id before it, since some servers count ids anew with each answer. It takes
    name and vendor's id from that call (A89): both or neither carry an id of their maker.
    """
    found: dict[_Place, Block | None] = {}
    waiting: dict[str, tuple[_Place, ToolUseBlock, Message]] = {}
    for position, message in enumerate(messages):
        for place, block in enumerate(message.blocks):
            here = (position, place)
            if isinstance(block, ToolUseBlock):
                found[here] = None
                waiting[block.id] = (here, block, message)
            elif isinstance(block, ToolResultBlock):
                found[here] = None
                if block.tool_use_id in waiting:
                    asked_at, call, asked_in = waiting.pop(block.tool_use_id)
                    found[asked_at] = call
                    found[here] = replace(
                        block, name=call.name, vendor_id=None if _is_foreign(asked_in, api) else call.vendor_id
                    )
    return found


def _is_foreign(message: Message, api: ClientApi) -> bool:
    return message.client_api is not None and message.client_api != api.value


def _sendable(message: Message, api: ClientApi, *, hides_files: bool) -> list[Block]:
    is_foreign = _is_foreign(message, api)
    files = [] if hides_files else [_file_text(b) for b in message.blocks if isinstance(b, FileBlock)]
    rest = [_fitted(b, api, is_foreign=is_foreign) for b in message.blocks if not isinstance(b, FileBlock)]
    return [*files, *(b for b in rest if b is not None)]


def _file_text(block: FileBlock) -> TextBlock:
    longest = max((len(run) for run in _backtick_runs(block.text)), default=0)
    fence = "`" * max(3, longest + 1)
    note = "\n[the file is longer; its end is left out]" if block.truncated else ""
    return TextBlock(f"File: {block.path}\n{fence}\n{block.text}\n{fence}{note}")


def _backtick_runs(text: str) -> list[str]:
    runs, run = [], ""
    for char in text:
        if char == "`":
            run += char
        elif run:
            runs.append(run)
            run = ""
    return [*runs, run]


def _fitted(block: Block, api: ClientApi, *, is_foreign: bool) -> Block | None:
    """Returns what of a block may go to `api`, or None."""
    match block:
        case ThinkingBlock():
            return None if is_foreign or (api in _SIGNED_ONLY and not block.signature) else block
        case RedactedThinkingBlock():
            return None if is_foreign or not block.data else block
        case TextBlock():
            plain = replace(block, signature=None) if is_foreign else block
            return plain if plain.text or plain.signature else None
        case ToolUseBlock():
            return replace(block, signature=None, vendor_id=None) if is_foreign else block
        case ImageBlock():
            return block if block.data else TextBlock(_MISSING_IMAGE)
        case _:
            return block


def _template_message(message: Message, blocks: Sequence[Block], fit: Callable[[str], str]) -> dict[str, JsonValue]:
    texts = [b.text for b in blocks if isinstance(b, TextBlock) and b.text]
    images = [_image(b) for b in blocks if isinstance(b, ImageBlock)]
    shown: dict[str, JsonValue] = {
        "role": message.role.value,
        "content": "\n\n".join(texts),
        "content_blocks": [_template_block(b, fit) for b in blocks],
    }
    if images:
        shown["images"] = images
    return shown


def _image(block: ImageBlock) -> dict[str, JsonValue]:
    return {"data": block.data, "media_type": block.media_type, "is_url": block.is_url}


def _template_block(block: Block, fit: Callable[[str], str]) -> dict[str, JsonValue]:
    shown: dict[str, JsonValue]
    match block:
        case TextBlock():
            return _with({"type": "text", "text": block.text}, signature=block.signature)
        case ThinkingBlock():
            shown = {"type": "thinking", "thinking": block.thinking, "signature": block.signature or ""}
            return _with(shown, item_id=block.item_id)
        case RedactedThinkingBlock():
            return {"type": "redacted_thinking", "data": block.data}
        case ToolUseBlock():
            shown = {"type": "tool_use", "id": fit(block.id), "name": block.name, "input": block.input}
            return _with(shown, signature=block.signature, vendor_id=block.vendor_id)
        case ToolResultBlock():
            shown = {
                "type": "tool_result",
                "tool_use_id": fit(block.tool_use_id),
                "content": block.content,
                "name": block.name,
                "is_error": block.is_error,
            }
            return _with(shown, vendor_id=block.vendor_id)
        case ImageBlock():
            return {"type": "image", **_image(block)}
        case FileBlock():
            return {"type": "text", "text": _file_text(block).text}


def _with(shown: dict[str, JsonValue], **optional: str | None) -> dict[str, JsonValue]:
    return shown | {key: value for key, value in optional.items() if value}
