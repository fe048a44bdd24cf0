"""A conversation as a text for others: Markdown, a page without scripts, or JSON that comes back equal (U139, P231)."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePath, PureWindowsPath

from qodev.base.jsontext import JsonValue, dump_pretty
from qodev.base.logs import MARK, KnownSecrets, find_secrets
from qodev.store.archive import Archived, pack_all, unpack_all
from qodev.types.history import ExportFormat, ExportOptions
from qodev.types.messages import (
    Block,
    FileBlock,
    ImageBlock,
    Message,
    MessageRole,
    Origin,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

_LEFT_OUT = "[left out]"
_UNSCANNED = frozenset({"signature", "data", "id", "turn_id", "tool_use_id"})
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}"
    "h2{font-size:1rem;border-top:1px solid #d0d7de;padding-top:1rem}pre{background:#f6f8fa;padding:.75rem;overflow:auto}"
    "img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:.25rem .5rem}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre{background:#161b22}}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def prepare(found: Archived, options: ExportOptions) -> Archived:
    """Returns a conversation with what the options leave of it."""
    messages = tuple(_kept(message, options) for message in found.messages)
    here = replace(found.conversation, draft=type(found.conversation.draft)())
    return _mapped(Archived(here, messages), _changer(here.project, options))


def secrets_in(found: Archived, known: KnownSecrets) -> tuple[str, ...]:
    """Returns what in a conversation is a known key or looks like one, each once."""
    seen: dict[str, None] = {}
    for text in _texts(pack_all([found])):
        seen.update(dict.fromkeys(find_secrets(text, known)))
    return tuple(seen)


def render(found: Archived, options: ExportOptions) -> str:
    """Returns the text of an export; `found` was prepared with the same options."""
    if options.format is ExportFormat.JSON:
        return dump_pretty(pack_all([found])) + "\n"
    return _markdown(found) if options.format is ExportFormat.MARKDOWN else _html(found)


def project_name(project: str) -> str:
    """Returns the last part of a folder's path, of whatever system it is."""
    return (PureWindowsPath(project) if "\\" in project else PurePath(project)).name


def _kept(message: Message, options: ExportOptions) -> Message:
    blocks = tuple(kept for block in message.blocks if (kept := _kept_block(block, options)) is not None)
    data = message.provider_data
    if not options.outputs:
        data = {key: value for key, value in data.items() if key != "calls"}  # records hold what was shown of outputs
    return replace(message, blocks=blocks, provider_data=data)


def _kept_block(block: Block, options: ExportOptions) -> Block | None:
    if isinstance(block, ThinkingBlock | RedactedThinkingBlock):
        return block if options.thinking else None
    if isinstance(block, ImageBlock):
        return block if options.images else None
    if isinstance(block, ToolResultBlock) and not options.outputs:
        return replace(block, content=_LEFT_OUT)
    return block


def _changer(project: str | None, options: ExportOptions) -> Callable[[str], str]:
    pairs = [(secret, MARK) for secret in sorted(options.blacked, key=len, reverse=True)]
    if options.project_name and project and project_name(project):
        pairs.append((project.rstrip("/\\"), project_name(project)))

    def change(text: str) -> str:
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    return change


def _mapped(found: Archived, change: Callable[[str], str]) -> Archived:
    packed = _map_texts(pack_all([found]), change)
    (mapped,) = unpack_all(packed)
    return mapped


def _map_texts(value: JsonValue, change: Callable[[str], str]) -> JsonValue:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {
            key: item if key in _UNSCANNED and isinstance(item, str) else _map_texts(item, change)
            for key, item in value.items()
        }
    return [_map_texts(item, change) for item in value] if isinstance(value, Sequence) else value


def _texts(value: JsonValue) -> Sequence[str]:
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    _map_texts(value, note)
    return found


# Markdown.


def _markdown(found: Archived) -> str:
    here = found.conversation
    lines = [f"# {_one_line(here.title) or 'Conversation'}", ""]
    if here.project:
        lines += [f"Project: {_one_line(here.project)}", ""]
    for message in found.messages:
        parts = [_markdown_block(block) for block in message.blocks]
        parts += [f"**Failed:** {message.error}"] if message.error else []
        if any(parts):
            lines += [f"## {_speaker(message)}", "", "\n\n".join(part for part in parts if part), ""]
    return "\n".join(lines)


def _markdown_block(block: Block) -> str:
    match block:
        case TextBlock():
            return block.text
        case ThinkingBlock():
            quoted = "\n".join(f"> {line}".rstrip() for line in block.thinking.splitlines())
            return f"> *Thinking*\n>\n{quoted}" if block.thinking else ""
        case RedactedThinkingBlock():
            return "> *Thinking, hidden by the provider*"
        case ToolUseBlock():
            return f"**Call** `{block.name}`\n\n{_fenced(dump_pretty(block.input), 'json')}"
        case ToolResultBlock():
            return f"**{'Failed' if block.is_error else 'Result'}** `{block.name}`\n\n{_fenced(block.content)}"
        case ImageBlock():
            return f"![image]({_source(block)})" if _source(block) else f"Image: `{block.data}`"
        case FileBlock():
            return f"**File** `{block.path}`\n\n{_fenced(block.text)}"


def _fenced(text: str, language: str = "") -> str:
    longest, run = 2, 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _source(block: ImageBlock) -> str:
    """Returns an image that stands in the text itself, "" for one that lies elsewhere or is of another kind."""
    return "" if block.is_url or block.media_type not in _PICTURES else f"data:{block.media_type};base64,{block.data}"


def _speaker(message: Message) -> str:
    at = datetime.fromtimestamp(message.created_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if message.role is MessageRole.ASSISTANT:
        agent = _one_line(message.agent or "Assistant")
        return f"{agent}, {_one_line(message.model)}, {at}" if message.model else f"{agent}, {at}"
    return f"{'You' if message.origin is Origin.USER else message.origin.value.capitalize()}, {at}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


# HTML.


def _html(found: Archived) -> str:
    from markdown_it import MarkdownIt

    # Without raw HTML, and without images of a text, which would be fetched when the page is opened.
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable(["image"])
    here = found.conversation
    title = html.escape(_one_line(here.title) or "Conversation")
    body = [f"<h1>{title}</h1>"]
    if here.project:
        body.append(f"<p>Project: {html.escape(here.project)}</p>")
    for message in found.messages:
        parts = [_html_block(block, reader.render) for block in message.blocks]
        parts += [f"<p><strong>Failed:</strong> {html.escape(message.error)}</p>"] if message.error else []
        if any(parts):
            body += [f"<h2>{html.escape(_speaker(message))}</h2>", *parts]
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{html.escape(_POLICY)}"><meta name="referrer" content="no-referrer"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(part for part in body if part) + "\n</body></html>\n"
    )


def _html_block(block: Block, render_markdown: Callable[[str], str]) -> str:
    match block:
        case TextBlock():
            return render_markdown(block.text)
        case ThinkingBlock():
            return _details("Thinking", block.thinking) if block.thinking else ""
        case RedactedThinkingBlock():
            return "<p><em>Thinking, hidden by the provider</em></p>"
        case ToolUseBlock():
            return _details(f"Call {block.name}", dump_pretty(block.input))
        case ToolResultBlock():
            return _details(f"{'Failed' if block.is_error else 'Result'} {block.name}", block.content)
        case ImageBlock():
            source = _source(block)
            if source:
                return f'<p><img alt="image" src="{html.escape(source)}"></p>'
            return f"<p>Image: <code>{html.escape(block.data)}</code></p>"
        case FileBlock():
            return _details(f"File {block.path}", block.text)


def _details(title: str, text: str) -> str:
    return f"<details open><summary>{html.escape(title)}</summary><pre>{html.escape(text)}</pre></details>"
