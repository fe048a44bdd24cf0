"""Whether tools, images and code completion of an agent fit its model, as far as the server says (A182)."""

from PySide6.QtCore import QCoreApplication

from qodev.types.agents import AgentSpec
from qodev.types.providers import ModelInfo
from qodev.ui.models.agent_rows import Pill


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("AgentFit", text, "", count)


def fit_pills(spec: AgentSpec, model: ModelInfo | None) -> tuple[Pill, ...]:
    """Returns a warning for each thing the agent asks of a model that cannot do it; nothing for what is not known."""
    if model is None:
        return ()
    found = []
    if spec.enable_tools and model.tools is False:
        found.append(Pill(_tr("the model has no tools"), "ask"))
    if model.images is False and sends_history(spec) and not is_fim(spec):
        found.append(Pill(_tr("the model reads no images"), "ask"))
    if model.completes is False and is_fim(spec):
        found.append(Pill(_tr("the model is for chat only"), "ask"))
    return tuple(found)


def sends_history(spec: AgentSpec) -> bool:
    """Tells whether an agent sends messages, and the images in them: itself or through a partial."""
    return _mentions(spec.body, "ctx.history") or _mentions(spec.body, "include")


def is_fim(spec: AgentSpec) -> bool:
    """Tells whether an agent fills in the middle: its body gives the code after the caret."""
    return _mentions(spec.body, "ctx.suffix")


def _mentions(value: object, word: str) -> bool:
    if isinstance(value, str):
        return word in value
    if isinstance(value, dict):
        return any(_mentions(member, word) for member in value.values())
    return isinstance(value, list | tuple) and any(_mentions(member, word) for member in value)
