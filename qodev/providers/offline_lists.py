"""The offline server's model lists and the small questions that local servers answer."""

from collections.abc import Mapping, Sequence

from qodev.base.jsontext import JsonValue
from qodev.providers.offline_http import SeenRequest
from qodev.providers.offline_scripts import Script

CONTEXT_TOKENS = 32_768
_SINCE = "2026-01-01T00:00:00Z"


def list_answer(request: SeenRequest, scripts: Sequence[Script]) -> Mapping[str, JsonValue] | None:
    """Returns the answer to a GET, None for an unknown path; the scripts are the models."""
    path = request.path
    if path.endswith("/health"):
        return {"status": "ok"}
    if path.endswith("/props"):
        settings: JsonValue = {"n_ctx": CONTEXT_TOKENS}
        return {"default_generation_settings": settings, "total_slots": 1, "model_path": "offline"}
    if path.endswith("/api/tags"):
        return {"models": [_ollama_model(script) for script in scripts]}
    if path.endswith("/api/version"):
        return {"version": "0.0.0"}
    return _models(request, scripts) if path.endswith("/models") else None


def show_answer() -> Mapping[str, JsonValue]:
    """Returns what Ollama says about a model: every script can call tools, none sees images or fills in code."""
    return {"capabilities": ["completion", "tools"], "details": {"family": "offline"}}


def _models(request: SeenRequest, scripts: Sequence[Script]) -> Mapping[str, JsonValue]:
    if "anthropic-version" in request.headers:
        models: list[JsonValue] = [
            {"type": "model", "id": script.id, "display_name": script.title, "created_at": _SINCE} for script in scripts
        ]
        return {"data": models, "has_more": False, "first_id": scripts[0].id, "last_id": scripts[-1].id}
    if "x-goog-api-key" in request.headers or "pageSize=" in request.query:
        return {"models": [_google_model(script) for script in scripts]}
    listed: list[JsonValue] = [
        {"id": script.id, "object": "model", "created": 1767225600, "owned_by": "qodev"} for script in scripts
    ]
    return {"object": "list", "data": listed}


def _google_model(script: Script) -> JsonValue:
    return {
        "name": f"models/{script.id}",
        "displayName": script.title,
        "description": script.description,
        "inputTokenLimit": CONTEXT_TOKENS,
        "outputTokenLimit": 8192,
        "supportedGenerationMethods": ["generateContent"],
    }


def _ollama_model(script: Script) -> JsonValue:
    details: JsonValue = {"format": "gguf", "family": "offline", "parameter_size": "0B", "quantization_level": "none"}
    return {"name": script.id, "model": script.id, "modified_at": _SINCE, "size": 0, "digest": "", "details": details}
