"""What a model can do, as lists of models and Ollama say it (A182)."""

import json

import pytest

from qodev.providers.abilities import read_abilities
from qodev.providers.models import read_models
from qodev.types.providers import ModelInfo

MODEL = ModelInfo("m", "m")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            {"id": "m", "capabilities": {"function_calling": True, "vision": False, "completion_fim": True}},
            (True, False, True),
        ),
        ({"name": "m", "capabilities": ["completion", "vision"]}, (False, True, False)),
        ({"id": "m", "supported_parameters": ["tools"]}, (True, None, None)),
        ({"id": "m", "architecture": {"input_modalities": ["text"]}}, (None, False, None)),
        ({"id": "m", "capabilities": "everything"}, (None, None, None)),
        ({"id": "m"}, (None, None, None)),
    ],
)
def test_lists_say_what_a_model_can_do(entry, said):
    found = read_models(json.dumps({"data": [entry]}).encode())
    assert found is not None
    assert (found[0].tools, found[0].images, found[0].completes) == said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"capabilities": ["completion", "tools"]}', (True, False, False)),
        (b'{"capabilities": ["insert", "vision"]}', (False, True, True)),
        (b'{"capabilities": "tools"}', (None, None, None)),
        (b"[1]", (None, None, None)),
        (b"no json", (None, None, None)),
    ],
)
def test_ollama_says_what_one_model_can_do(content, said):
    found = read_abilities(content, MODEL)
    assert (found.tools, found.images, found.completes) == said
