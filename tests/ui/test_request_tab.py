"""The Request tab of a Code task: its profile, the tools that go out, and those that the profile keeps out."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from qodev.ui.models.request_state import tool_names
from tests.fakes.services import FakeServices, make_conversation
from tests.ui.conftest import Live


def test_profile_and_tools_of_a_code_task_are_shown(
    live: Callable[[], Live], services: FakeServices, qt_run: Callable[..., None]
) -> None:
    async def run() -> None:
        services.conversations.add(make_conversation("a", "Task"))
        here = live()
        here.presenters.load("a")
        await here.settle()
        preview = services.requests.preview_now
        tab = here.window.inspector
        tab.show_request()
        await here.settle(0.2)
        labels = {
            name: here.window.findChild(QLabel, f"request.{name}") for name in ("profile", "tools", "hidden_tools")
        }
        assert not any(label.isVisible() for label in labels.values())
        body = {"tools": [{"name": "read_file"}, {"name": "list_files"}]}
        services.requests.preview_now = replace(
            preview, body=json.dumps(body).encode(), profile="Reviewer", hidden_tools=("run_command", "write_file")
        )
        here.presenters.inspector.refresh()
        await here.settle(0.2)
        assert {name: label.text() for name, label in labels.items()} == {
            "profile": "Profile: Reviewer",
            "tools": "Offered tools: read_file, list_files",
            "hidden_tools": "Hidden by the profile: run_command, write_file",
        }
        assert all(label.isVisible() for label in labels.values())
        await here.stop()

    qt_run(run())


@pytest.mark.parametrize(
    ("tools", "names"),
    [
        ([{"name": "a", "input_schema": {"name": "no"}}], ("a",)),
        ([{"type": "function", "function": {"name": "a"}}, {"type": "function", "name": "b"}], ("a", "b")),
        ([{"functionDeclarations": [{"name": "a"}, {"name": "b"}]}], ("a", "b")),
        ([{"type": "web_search"}, 3, {"function": "x"}, {"name": "a"}, {"name": "a"}], ("a",)),
        ("none", ()),
        (None, ()),
        ([{"name": "a\u202eb"}], ("a⟦U+202E⟧b",)),
    ],
)
def test_tools_are_read_from_the_shape_of_each_vendor(tools: object, names: tuple[str, ...]) -> None:
    assert tool_names(json.dumps({"tools": tools}).encode()) == names


@pytest.mark.parametrize("body", [b"", b"[]", b"not json"])
def test_body_without_tools_names_none(body: bytes) -> None:
    assert tool_names(body) == ()
