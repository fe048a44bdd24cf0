"""Refreshes the catalogues in `resources/translations`: `python packaging/translations.py`.

Reads every text that the window shows out of the source, merges it into the `.ts` files (what is new comes as
unfinished, what is gone is dropped) and compiles the `.qm` files. `--check` changes nothing and fails, with a list,
when a catalogue is not complete. The files are those of Qt: Qt Linguist opens them.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from translated_texts import ROOT, Fault, Text, collect

FOLDER = ROOT / "resources" / "translations"
COMMAND = "python packaging/translations.py"
_FORMS = {"en": 2, "zh_CN": 1}  # plural forms of each language
_PLACEHOLDER = re.compile(r"\{\w*\}|%n")
_AGREEING = re.compile(r"\b(is|are|has|have|was|were|does|do|wait|belong|appear|use|hold|need|name|extend)\b")


@dataclass(slots=True)
class Entry:
    """A text in one language: one form, or one for each plural."""

    text: Text
    forms: list[str] = field(default_factory=list)
    is_unfinished: bool = True


Catalogue = dict[tuple[str, str, str], Entry]


def wanted(language: str, texts: list[Text]) -> list[Text]:
    """Returns what a catalogue holds: English only what has a number."""
    return [text for text in texts if language != "en" or text.has_number]


def read(path: Path) -> Catalogue:
    """Reads a `.ts` file; a missing one is empty."""
    if not path.exists():
        return {}
    found: Catalogue = {}
    for context in ET.parse(path).getroot().iter("context"):  # noqa: S314  our own file
        name = context.findtext("name", "")
        for message in context.iter("message"):
            text = Text(
                name,
                message.findtext("source", ""),
                message.findtext("comment", ""),
                has_number=message.get("numerus") == "yes",
            )
            translation = message.find("translation")
            if translation is not None:
                forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
                found[text.key] = Entry(text, forms, translation.get("type") == "unfinished")
    return found


def merge(language: str, texts: list[Text], before: Catalogue) -> Catalogue:
    """Returns the catalogue for `texts`; a text that is translated elsewhere is taken over from there."""
    elsewhere = {entry.text.source: entry for entry in before.values() if not entry.is_unfinished}
    after: Catalogue = {}
    for text in wanted(language, texts):
        known = before.get(text.key) or elsewhere.get(text.source)
        if known is not None and known.text.has_number == text.has_number:
            after[text.key] = Entry(text, known.forms, known.is_unfinished)
        else:
            after[text.key] = suggest(language, text)
    return after


def suggest(language: str, text: Text) -> Entry:
    """Returns the English plurals of `%n file(s)`, else empty forms that somebody has to write."""
    if language == "en" and "(s)" in text.source and not _AGREEING.search(text.source):
        return Entry(text, [text.source.replace("(s)", ""), text.source.replace("(s)", "s")], is_unfinished=False)
    return Entry(text, [""] * (_FORMS[language] if text.has_number else 1))


def render(language: str, catalogue: Catalogue) -> str:
    """Returns a `.ts` file, sorted so that two people's additions seldom meet."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}">']
    contexts = sorted({key[0] for key in catalogue})
    for context in contexts:
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        for key in sorted(key for key in catalogue if key[0] == context):
            lines += rendered(catalogue[key])
        lines.append("</context>")
    return "\n".join([*lines, "</TS>", ""])


def rendered(entry: Entry) -> list[str]:
    """Returns the lines of one message."""
    text, state = entry.text, ' type="unfinished"' if entry.is_unfinished else ""
    lines = ['    <message numerus="yes">' if text.has_number else "    <message>"]
    lines.append(f"        <source>{escape(text.source)}</source>")
    if text.comment:
        lines.append(f"        <comment>{escape(text.comment)}</comment>")
    if text.has_number:
        forms = "".join(f"<numerusform>{escape(form)}</numerusform>" for form in entry.forms)
        lines.append(f"        <translation{state}>{forms}</translation>")
    else:
        lines.append(f"        <translation{state}>{escape(entry.forms[0])}</translation>")
    return [*lines, "    </message>"]


def escape(text: str) -> str:
    """Returns `text` for XML, as Qt's tools write it."""
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&apos;")):
        text = text.replace(char, entity)
    return text


def faults_of(language: str, catalogue: Catalogue) -> list[str]:
    """Returns what is wrong with the entries: unfinished, another set of placeholders, too few plurals."""
    found = []
    for entry in catalogue.values():
        text = entry.text
        shown = f"{language}: {text.context}: {text.source!r}"
        expected = _FORMS[language] if text.has_number else 1
        if entry.is_unfinished or not all(entry.forms):
            found.append(f"{shown} is unfinished")
        elif len(entry.forms) != expected:
            found.append(f"{shown} needs {expected} forms")
        elif any(not is_faithful(text.source, form) for form in entry.forms):
            found.append(f"{shown} has other placeholders than its translation {entry.forms}")
    return found


def is_faithful(source: str, form: str) -> bool:
    """Tells whether a translation has the placeholders of its source; a plural may say `one` for `%n`."""
    before, after = sorted(_PLACEHOLDER.findall(source)), sorted(_PLACEHOLDER.findall(form))
    return after in (before, [mark for mark in before if mark != "%n"])


def compile_into(folder: Path, language: str, content: str) -> Path:
    """Compiles a catalogue and returns the `.qm` file."""
    source, target = folder / f"qodev_{language}.ts", folder / f"qodev_{language}.qm"
    source.write_text(content, encoding="utf-8", newline="\n")
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    command = [str(tool) if tool.exists() else "pyside6-lrelease", "-silent", str(source), "-qm", str(target)]
    subprocess.run(command, check=True)  # noqa: S603  Qt's own compiler, on our own files
    return target


def replace_files(language: str, content: str) -> None:
    """Puts new files in the place of the old ones; a window that runs has the old `.qm` mapped into its memory."""
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as folder:
        compiled = compile_into(Path(folder), language, content)
        for made in (compiled.with_suffix(".ts"), compiled):
            made.replace(FOLDER / made.name)


def check(language: str, content: str, catalogue: Catalogue) -> list[str]:
    """Returns what would change and what is missing."""
    path = FOLDER / f"qodev_{language}.ts"
    found = faults_of(language, catalogue)
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        stored = read(path)
        found += [f"{language}: {key[0]}: {key[1]!r} is not in the catalogue" for key in catalogue if key not in stored]
        found += [
            f"{language}: {key[0]}: {key[1]!r} is in no source any more" for key in stored if key not in catalogue
        ]
        found += [f"{path.name} is not as the command writes it"]
        return found
    with tempfile.TemporaryDirectory() as folder:
        compiled = compile_into(Path(folder), language, content).read_bytes()
    shipped = path.with_suffix(".qm")
    if not shipped.exists() or shipped.read_bytes() != compiled:
        found.append(f"{shipped.name} is older than {path.name}")
    return found


def main() -> int:
    """Refreshes or checks all catalogues; returns 1 when somebody has to do something."""
    parser = argparse.ArgumentParser(description="Refreshes the catalogues of translations.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a catalogue is not complete")
    is_check = parser.parse_args().check
    try:
        texts = collect()
    except Fault as fault:
        print(fault)  # noqa: T201  a command
        return 1
    found: list[str] = []
    for language in _FORMS:
        catalogue = merge(language, texts, read(FOLDER / f"qodev_{language}.ts"))
        content = render(language, catalogue)
        if is_check:
            found += check(language, content, catalogue)
        else:
            replace_files(language, content)
            found += faults_of(language, catalogue)
    for line in found:
        print(line)  # noqa: T201  a command
    if found:
        print(f"Translate what is listed in resources/translations/*.ts, then run: {COMMAND}")  # noqa: T201  a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
