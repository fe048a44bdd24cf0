"""Services on temporary folders for tests of editing, and small agents to edit."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from qodev.base.paths import AppPaths
from qodev.services.app import Services, build_services
from qodev.types.editing import AgentAnalysis, EffectiveLeaf

BASE = "Ollama Base Chat"


@asynccontextmanager
async def running(paths: AppPaths, *, with_store: bool = False) -> AsyncIterator[Services]:
    """Starts services and stops them."""
    made = build_services(paths, {"HOME": str(paths.home)})
    await made.start(with_store=with_store)
    try:
        yield made
    finally:
        await made.stop()


def own(name: str, extra: str = "", *, base: str = BASE) -> str:
    """Returns the text of a small agent; `extra` follows its keys."""
    return f'schema_version = 1\nname = "{name}"\nextends = "{base}"\nmodel = "m"\n{extra}'


def place(services: Services, stem: str) -> str:
    """Returns the path of an agent file of the user's own."""
    return str(services.paths.agents / f"{stem}.toml")


def put(path: str | Path, text: str) -> Path:
    """Writes a file as another program would."""
    made = Path(path)
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text, encoding="utf-8")
    return made


def read(path: str | Path) -> str:
    """Returns the text of a file, line ends as they are."""
    return Path(path).read_bytes().decode()


async def write(services: Services, stem: str, text: str) -> str:
    """Saves an agent file as the editor does, and loads it."""
    path = put(place(services, stem), text)
    await services._catalog.accept((path,))  # what saving a document does
    return str(path)


def leaf(analysis: AgentAnalysis, key: str) -> EffectiveLeaf:
    """Returns the effective value of a key."""
    return next(one for one in analysis.leaves if one.key == key)
