"""Chooses the language of the window and loads its catalogue (U174).

The catalogues lie in `resources/translations`. English has one too: its source texts leave the plurals open
("%n file(s)"), so a window is never shown without a catalogue.
"""

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from qodev.base.assets import resource

SYSTEM = "system"
ENGLISH = "en"
CHINESE = "zh_CN"
PSEUDO = "pseudo"  # for tests: every text that is translated gets accents, brackets and 40 % more room
VARIABLE = "QODEV_LANGUAGE"  # wins over the setting

_OBJECT_NAME = "languages"
_OWN_NAMES = {ENGLISH: "English", CHINESE: "简体中文"}
_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_KEPT = re.compile(r"(\{\w*\}|%n|&.|`[^`]*`|\n)")  # placeholders, access keys and code
_FILLER = "~"
_WORD = 8  # characters of the filler without a blank: it breaks into lines as words do
_GROWTH = 0.4


def own_names() -> dict[str, str]:
    """Returns the languages with a catalogue, each by the name that it calls itself."""
    return dict(_OWN_NAMES)


def find_language(wanted: str, system: Sequence[str]) -> str:
    """Returns the language to show: what is `wanted`, or the first of the system's that has a catalogue.

    Chinese of any region and script is shown in simplified characters, which is nearer than English.
    """
    if wanted in (*_OWN_NAMES, PSEUDO):
        return wanted
    for name in system if wanted == SYSTEM else (wanted,):
        language = re.split("[-_]", name)[0].casefold()
        if language in ("zh", "en"):
            return CHINESE if language == "zh" else ENGLISH
    return ENGLISH


class PseudoTranslator(QTranslator):
    """Translates into English that stands out, so that tests see what was forgotten and what is cut."""

    def __init__(self, english: QTranslator, parent: QObject) -> None:
        super().__init__(parent)
        self._english = english

    def isEmpty(self) -> bool:  # noqa: N802  # an override of Qt
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        if not source or source.endswith("MMM"):
            return source  # a pattern of dates
        return pseudo(self._english.translate(context, source, disambiguation, n) or source)


def pseudo(text: str) -> str:
    """Returns `text` in brackets, with accents and 40 % longer; placeholders stay."""
    if text == ", ":
        return text  # between the parts of a list, which have their own brackets
    parts = _KEPT.split(text)
    shown = "".join(part if position % 2 else part.translate(_ACCENTS) for position, part in enumerate(parts))
    room = max(1, round(len(text) * _GROWTH))
    filler = " ".join(_FILLER * min(_WORD, room - start) for start in range(0, room, _WORD))
    return f"[{shown}{filler}]"


class Languages(QObject):
    """Holds the catalogues that the application uses now; a widget that is made afterwards speaks the language."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self.setObjectName(_OBJECT_NAME)
        self._app = app
        self._loaded: list[QTranslator] = []
        self.name = ""
        self.wanted = SYSTEM

    def use(self, wanted: str) -> bool:
        """Takes another language, by the value of the setting; tells whether anything changed."""
        name = find_language(wanted, QLocale.system().uiLanguages())
        self.wanted = wanted
        if name == self.name:
            return False
        self.name = name
        for translator in self._loaded:
            self._app.removeTranslator(translator)
            translator.deleteLater()
        locale = QLocale(ENGLISH if name == PSEUDO else name)
        is_system = wanted == SYSTEM and QLocale.system().language() is not QLocale.Language.C
        QLocale.setDefault(QLocale.system() if is_system else locale)
        self._loaded = self._load(name)
        for translator in self._loaded:
            self._app.installTranslator(translator)
        return True

    def _load(self, name: str) -> list[QTranslator]:
        own = QTranslator(self)
        own.load(f"qodev_{ENGLISH if name == PSEUDO else name}", _folder())
        if name == PSEUDO:
            return [own, PseudoTranslator(own, self)]
        of_qt = QTranslator(self)  # words of Qt's own, such as those of a text field's menu
        of_qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        return [of_qt, own]


def languages_of(app: QCoreApplication) -> Languages:
    """Returns the one such object of an application."""
    # By name: without one, every child becomes a Python object first, among them the style with its 500 constants.
    found: Languages | None = app.findChild(Languages, _OBJECT_NAME)
    return found if found is not None else Languages(app)


def _folder() -> str:
    try:
        return str(resource("translations"))
    except FileNotFoundError:
        return ""  # a window in English with plain plurals is better than none
