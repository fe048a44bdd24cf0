"""Turns files and pasted things into blocks of a message, within their limits (U101)."""

import base64
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale

from qodev.base.errors import UserFacingError
from qodev.base.files import read_bounded
from qodev.base.text import show_hidden
from qodev.types.messages import Block, FileBlock, ImageBlock
from qodev.ui.models.chat_state import Chip

TEXT_LIMIT_BYTES = 500_000
IMAGE_LIMIT_BYTES = 5_000_000
_MEDIA_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Attachments", text, "", count)


def _media_type(content: bytes) -> str | None:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for mark, kind in _MEDIA_TYPES.items() if content.startswith(mark)), None)


def load_attachment(path: Path) -> Block:
    """Reads a file as image or text; blocking. Raises UserFacingError when it cannot be attached."""
    name = show_hidden(path.name)
    try:
        content = read_bounded(path, IMAGE_LIMIT_BYTES)
    except OSError as fault:
        reason = (fault.strerror or _tr("unknown cause")).lower()
        raise UserFacingError(_tr("`{0}` cannot be attached: {1}.").format(name, reason), _limits()) from fault
    kind = _media_type(content)
    if kind is not None:
        return ImageBlock(base64.b64encode(content).decode("ascii"), kind)
    if len(content) > TEXT_LIMIT_BYTES:
        raise UserFacingError(_tr("`{0}` has {1} kB.").format(name, _thousands(len(content))), _limits())
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UserFacingError(_tr("`{0}` is neither an image nor UTF-8 text.").format(name), _limits()) from fault
    return FileBlock(path.as_posix(), text)


def pasted_text(text: str) -> Block:
    """Returns a long pasted text as a file; raises UserFacingError over the limit."""
    size = len(text.encode())
    if size > TEXT_LIMIT_BYTES:
        raise UserFacingError(_tr("The pasted text has {0} kB.").format(_thousands(size)), _limits())
    return FileBlock("pasted.txt", text)


def pasted_image(content: bytes) -> Block:
    """Returns a pasted PNG picture; raises UserFacingError over the limit."""
    if len(content) > IMAGE_LIMIT_BYTES:
        raise UserFacingError(
            _tr("The picture has {0} MB.").format(QLocale().toString(len(content) / 1_000_000, "f", 1)), _limits()
        )
    return ImageBlock(base64.b64encode(content).decode("ascii"), "image/png")


def _limits() -> str:
    limits = (TEXT_LIMIT_BYTES // 1000, IMAGE_LIMIT_BYTES // 1_000_000)
    return _tr("Text may have {0} kB and images {1} MB.").format(*limits)


def _thousands(size_bytes: int) -> str:
    return QLocale().toString(round(size_bytes / 1000))


def chip_of(block: Block) -> Chip:
    """Returns what stands for an attached block above the composer."""
    if isinstance(block, FileBlock):
        folder, _, name = (show_hidden(part) for part in block.path.rpartition("/"))
        if not name:  # a mentioned folder
            name = f"{folder.rpartition('/')[2]}/"
        return Chip(name, _size(len(block.text.encode())), path=block.path)
    if isinstance(block, ImageBlock):
        return Chip(block.media_type.partition("/")[2].upper(), _size(len(block.data) * 3 // 4), is_image=True)
    return Chip(type(block).__name__, "")


def _size(size_bytes: int) -> str:
    if size_bytes < 1000:
        return _tr("%n byte(s)", size_bytes)
    return f"{size_bytes / 1000:.1f} kB" if size_bytes < 1_000_000 else f"{size_bytes / 1_000_000:.1f} MB"
