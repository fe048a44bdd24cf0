"""Judges the text of an open profile as a save would, and makes the texts of new ones (P233 to P235, U75, U80, U85)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan
from qodev.base.text import BLANKS
from qodev.profiles import fields
from qodev.profiles.codev import parse_profile
from qodev.profiles.lint import lint_profile
from qodev.profiles.names import NAME_LIMIT, RESERVED
from qodev.profiles.texts import SIZE_LIMIT_BYTES, Faults, split_document
from qodev.profiles.writing import render_profile
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope, profile_key

_WARN_FROM = 0.9  # U85
_BOM = "\ufeff"
_LINE_ENDS = re.compile(r"(\r\n|\n|\r)")  # P6


class Template(StrEnum):
    """What a new profile begins as."""

    BLANK = "blank"
    REVIEWER = "reviewer"
    READ_ONLY = "read_only"
    NO_SHELL = "no_shell"


@dataclass(frozen=True, slots=True)
class ByteCount:
    """How large a text is as it would be written: UTF-8, without a byte-order mark."""

    bytes: int
    limit: int = SIZE_LIMIT_BYTES

    @property
    def is_near(self) -> bool:
        """Tells whether nine tenths are used up."""
        return self.bytes >= _WARN_FROM * self.limit

    @property
    def is_over(self) -> bool:
        """Tells whether it can no longer be saved."""
        return self.bytes > self.limit


def count_bytes(text: str) -> ByteCount:
    """Returns the size of a text; half a character counts as three bytes."""
    return ByteCount(len(text.removeprefix(_BOM).encode("utf-8", "surrogatepass")))


def content_of(text: str) -> bytes:
    """Returns the bytes that a save writes; raises UnicodeEncodeError for half a character."""
    return text.removeprefix(_BOM).encode()


def check_document(text: str, file_name: str, path: str, others: Mapping[str, str]) -> Parsed[Profile]:
    """Returns what a save would say: errors refuse it, the rest is worth knowing.

    `others` maps the keys of the other profiles of the user's to their files; the file itself is not among them.
    """
    try:
        content = content_of(text)
    except UnicodeEncodeError as fault:
        line = text.count("\n", 0, fault.start) + 1
        message = f"Line {line} holds half of a character."
        span = SourceSpan(path, line, 1)
        found = Diagnostic(Code.PROFILE_BAD_UTF8, Severity.ERROR, message, path=path, span=span, hint="Remove it.")
        return Parsed(None, (found,))
    parsed = parse_profile(content, file_name, path, ProfileScope.USER)
    if parsed.value is None:
        return parsed
    taken = _name_taken(parsed.value, others)
    if taken is not None:
        return Parsed(None, (*parsed.diagnostics, taken))
    return Parsed(parsed.value, (*parsed.diagnostics, *lint_profile(parsed.value)))


def _name_taken(profile: Profile, others: Mapping[str, str]) -> Diagnostic | None:
    """Returns why no other profile may be called so (P50, P235)."""
    if profile.key in RESERVED:
        code, message = Code.PROFILE_RESERVED_NAME, f"`{profile.name}` is reserved for the built-in profile."
    elif profile.key in others:
        code = Code.PROFILE_DUPLICATE_NAME
        message = f"`{profile.name}` is already the name of `{others[profile.key]}`."
    else:
        return None
    span = SourceSpan(profile.path, *_name_place(profile.source))
    hint = "Choose another name."
    return Diagnostic(code, Severity.ERROR, message, profile.name, profile.path, span, "name", hint)


def _name_place(source: str) -> tuple[int, int]:
    """Returns where the value of `name` begins."""
    document = split_document(source, Faults(""))
    for line in document.lines if document is not None else ():
        key, colon, value = line.text.partition(":")
        if colon and fields.unquoted(key.strip(BLANKS)).casefold() == "name":
            return line.line, len(key) + 2 + len(value) - len(value.lstrip(BLANKS))
    return 1, 1


def keys_of(profiles: Iterable[Profile], *, without: str = "") -> dict[str, str]:
    """Returns the names that are taken with their files, save for that of one file."""
    return {profile.key: profile.path for profile in profiles if profile.path != without}


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Returns a name that no profile has: numbered where it is taken or reserved."""
    keys = {*taken, *RESERVED}
    base = wanted[: NAME_LIMIT - 5].strip(BLANKS) or "My Agent"
    numbered = (base, *(f"{base} {number}" for number in range(2, 10_000)))
    return next(name for name in numbered if profile_key(name) not in keys)


def stem_of(name: str) -> str:
    """Returns a file stem for a display name: `Smoke QA` becomes `smoke-qa` (P2)."""
    plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in name.casefold())
    joined = "-".join(part for part in plain.split("-") if part)
    return (joined if joined[:1].isalpha() else f"profile-{joined}")[:40].strip("-") or "profile"


def new_text(template: Template, name: str) -> str:
    """Returns the text of a new profile; it is valid as it stands."""
    return _TEMPLATES[template].replace("{name}", _scalar(name))


def copy_text(profile: Profile, name: str) -> str:
    """Returns the text of a copy under another name: a native file's own text, a built-in one written out.

    Raises Unwritable for an import, whose rules are translated instead.
    """
    if profile.format is ProfileFormat.CODEV:
        return renamed(profile.source, name)
    instructions = profile.instructions or "Work as the user asks.\n\nFollow the project's own conventions."
    copied = replace(profile, name=name, instructions=instructions)
    return render_profile(copied)


def renamed(text: str, name: str) -> str:
    """Returns a valid profile's text with another display name and nothing else changed (P238)."""
    line, column = _name_place(text)
    parts = _LINE_ENDS.split(text)  # texts and line ends in turn
    before = parts[2 * (line - 1)]
    parts[2 * (line - 1)] = f"{before[: column - 1]}{_scalar(name)}"
    return "".join(parts)


def _scalar(name: str) -> str:
    return f'"{name}"' if name[:1] in "\"'" else name


_TEMPLATES: Mapping[Template, str] = {
    Template.BLANK: """\
---
name: {name}
description: Say in one sentence what this profile is for.
default_permission: ask
---
Say what the model should do and how: what to look at first, what to leave alone, and what to report at the end.
""",
    Template.REVIEWER: """\
---
name: {name}
description: Reads changes and reports faults; asks before it runs a check.
default_permission: allow
tools: create_file=deny, write_file=deny, apply_patch=deny, start_background_command=deny, mcp:*=deny
tools: run_command=ask, verify_command=ask
max_steps: 6
# expect ask: npm test
# expect deny write_file: src/main.py
---
Review what was changed, and change nothing yourself.

Read the changed code and what calls it. Look for wrong results, missing cases, races, leaks, and tests that would not
notice. For each finding name the file and line, say what goes wrong with which input, and how sure you are. Put the
gravest first. If you found nothing, say what you looked at.
""",
    Template.READ_ONLY: """\
---
name: {name}
description: Looks at the project and answers; nothing can be changed or run.
default_permission: deny
tools: list_files=allow, read_file=allow, search_files=allow
# expect deny write_file: README.md
# expect deny: ls
---
Answer from what the project's files say. Name the files and lines that your answer rests on, and say plainly what they
do not tell.
""",
    Template.NO_SHELL: """\
---
name: {name}
description: Edits files with review; no command is ever run.
default_permission: allow
tools: run_command=deny, verify_command=deny, start_background_command=deny
deny_edit_paths: .github/**, **/*.lock
# expect deny: npm test
# expect deny write_file: .github/workflows/release.yml
---
Make the change that was asked for, as small as does the job. You cannot run anything: say at the end which commands the
user should run to check it, and what they should show.
""",
}
