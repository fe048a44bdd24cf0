"""The list of provider instances: what a row shows, what it is found by, and what can be done with it (U38)."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from qodev.types.agents import ClientApi, Layer
from qodev.types.instances import InstanceRow, InstanceState
from qodev.ui.models.marks import QT_TRANSLATE_NOOP
from qodev.ui.models.words import INSTANCE_WORDS, StateWord

API_TITLES = {
    ClientApi.OPENAI_CHAT: QT_TRANSLATE_NOOP("Providers", "Chat Completions (OpenAI-compatible)"),
    ClientApi.OPENAI_RESPONSES: QT_TRANSLATE_NOOP("Providers", "Responses API of OpenAI"),
    ClientApi.ANTHROPIC: QT_TRANSLATE_NOOP("Providers", "Messages API of Anthropic"),
    ClientApi.GOOGLE: QT_TRANSLATE_NOOP("Providers", "Gemini API of Google"),
    ClientApi.MISTRAL: QT_TRANSLATE_NOOP("Providers", "API of Mistral"),
    ClientApi.OLLAMA: QT_TRANSLATE_NOOP("Providers", "Ollama, its own API"),
    ClientApi.LLAMA_CPP: QT_TRANSLATE_NOOP("Providers", "llama.cpp, its own server"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Providers", text, "", count)


def api_title(api: ClientApi) -> str:
    """Returns what a wire format is called, in the language of the window."""
    return _tr(API_TITLES[api])


@dataclass(frozen=True, slots=True)
class ProviderPill:
    """A small word beside a name; `role` is a colour that repeats it."""

    text: str
    role: str = "muted"


@dataclass(frozen=True, slots=True)
class ProviderItem:
    """One row of the list; `id` is the path of its file, or its name where there is none."""

    id: str
    name: str
    url: str
    path: str
    is_own: bool
    is_bundled: bool  # part of qodev with a file, so that it can be extended and overridden
    overrides_bundled: bool
    word: StateWord
    pills: tuple[ProviderPill, ...]
    note: str = ""
    is_usable: bool = True  # it gives an instance that can be tested
    search_text: str = ""

    @property
    def tip(self) -> str:
        """Returns everything about it, a line each."""
        return "\n".join(line for line in (self.name, self.url, self.word.text, self.note, self.path) if line)

    @property
    def spoken(self) -> str:
        """Returns what a screen reader says of the row."""
        words = (self.name, self.word.text, *(pill.text for pill in self.pills), self.url, self.note)
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class ItemReasons:
    """Why an action cannot be done with the selected row; "" when it can."""

    duplicate: str = ""
    new_from: str = ""
    rename: str = ""
    delete: str = ""
    override: str = ""
    restore: str = ""


@dataclass(frozen=True, slots=True)
class ProvidersState:
    """Everything that the list shows."""

    items: tuple[ProviderItem, ...] = ()
    selected: str = ""
    is_loading: bool = True
    has_own: bool = False

    def find(self, item_id: str) -> ProviderItem | None:
        """Returns a row by its id."""
        return next((item for item in self.items if item.id == item_id), None)

    @property
    def current(self) -> ProviderItem | None:
        """Returns the selected row."""
        return self.find(self.selected)

    @property
    def reasons(self) -> ItemReasons:
        """Returns what can be done with the selected row."""
        return reasons_for(self.current)


def item_of(row: InstanceRow) -> ProviderItem:
    """Returns how an instance, or a file that gives none, is listed."""
    return ProviderItem(
        id=row.path or row.name,
        name=row.name,
        url=row.url,
        path=row.path,
        is_own=row.layer is Layer.USER,
        is_bundled=row.layer is Layer.BUNDLED,
        overrides_bundled=row.overrides_bundled,
        word=INSTANCE_WORDS[row.state],
        pills=tuple(_pills(row)),
        note=row.note or (row.problem.message if row.problem is not None else "") or row.description,
        is_usable=row.client_api is not None,
        search_text=f"{row.name} {row.url} {row.description} {row.client_api or ''} {row.path}".casefold(),
    )


def _pills(row: InstanceRow) -> list[ProviderPill]:
    pills = [ProviderPill(_tr("user") if row.layer is Layer.USER else _tr("bundled"))]
    if row.layer is Layer.BUILT_IN:
        pills = [ProviderPill(_tr("built-in"))]
    if row.overrides_bundled:
        pills.append(ProviderPill(_tr("overrides bundled"), "info"))
    if row.is_abstract:
        pills.append(ProviderPill(_tr("abstract")))
    if row.is_stale:
        pills.append(ProviderPill(_tr("older version in use"), "ask"))
    return pills


def reasons_for(item: ProviderItem | None) -> ItemReasons:
    """Returns why each action cannot be done with a row."""
    if item is None:
        reason = _tr("Select a provider first.")
        return ItemReasons(reason, reason, reason, reason, reason, reason)
    own = "" if item.is_own else _tr("`{0}` is part of qodev and read-only.").format(item.name)
    usable = "" if item.is_usable else _tr("The file gives no provider yet.")
    no_file = "" if item.path else _tr("`{0}` has no file.").format(item.name)
    not_bundled = "" if item.is_bundled else _tr("Only bundled providers can be overridden.")
    no_override = "" if item.overrides_bundled else _tr("This provider overrides no bundled one.")
    is_pill = any(pill.text == _tr("abstract") for pill in item.pills)
    return ItemReasons(
        duplicate=no_file or (usable if not is_pill else ""),
        new_from=no_file or (usable if not is_pill else ""),
        rename=own or (usable if not is_pill else ""),
        delete=own,
        override=not_bundled,
        restore=no_override,
    )


def tested_text(tested_at: float, moment: str) -> str:
    """Returns when a test was made; `moment` is its time, written by the caller."""
    return _tr("Tested {0}").format(moment) if tested_at else _tr("Never tested")


def is_ready(row: InstanceRow) -> bool:
    """Tells whether a row can be talked to as far as anybody knows."""
    return row.state is InstanceState.READY


def counted_models(count: int) -> str:
    """Returns how many models a list has."""
    return _tr("%n model(s)", count).replace(str(count), QLocale().toString(count), 1)
