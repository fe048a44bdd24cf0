"""Turns foreign agents into drafts of native profiles: mapped where that is never broader, else listed as lost (P248)."""

from collections.abc import Iterable
from enum import StrEnum

from qodev.base.text import BLANKS
from qodev.profiles.drafting import Drafting
from qodev.profiles.loose_front import LooseFront, read_front
from qodev.profiles.names import split_file_name
from qodev.profiles.texts import Faults, split_document
from qodev.profiles.translate_cli import draft_cli_agent
from qodev.profiles.translate_opencode import RuleView, draft_opencode
from qodev.types.profile_drafts import ProfileDraft


class ForeignForm(StrEnum):
    """What a file was written for."""

    CLAUDE_CODE = "claude_code"
    QODER = "qoder"
    OPENCODE = "opencode"


def translate(
    content: bytes, file_name: str, form: ForeignForm, view: RuleView, taken: Iterable[str] = ()
) -> ProfileDraft:
    """Returns a draft for any bytes; `taken` are the keys of names that are not free. Nothing of the file is run."""
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    document = split_document(text, Faults(""))
    if document is None:
        draft = Drafting()
        draft.lose("front matter", "the file has none, so every tool is denied")
        return draft.finish(split_file_name(file_name) or file_name, "", text.strip(BLANKS), taken)
    front = read_front(document.lines)
    draft = draft_opencode(front, view) if form is ForeignForm.OPENCODE else draft_cli_agent(front)
    if "\ufffd" in text:
        draft.lose("encoding", "some bytes are no UTF-8")
    name = _text(front, "name") or split_file_name(file_name) or file_name
    return draft.finish(name, _text(front, "description"), document.body, taken)


def _text(front: LooseFront, key: str) -> str:
    value = front.values.get(key)
    return (value.text or "") if value is not None else ""
