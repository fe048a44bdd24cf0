"""A copied request, run by its own program against the Offline server, sends the very bytes that the chat sends (U68)."""

import asyncio
import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from qodev.services.app import Services
from qodev.services.copies import CopyForm
from qodev.types.conversation import Draft, RequestPreview
from qodev.types.editing import OpenConversation

TEXT = 'It\'s "quoted", $HOME, `x`, \\n, é and 😀\nsecond line'

# HTTPie's command line as far as copies use it: `http --stream METHOD URL Header:value…`, the body from standard input.
HTTPIE = f"""#!{sys.executable}
import sys, urllib.request
words = [word for word in sys.argv[1:] if not word.startswith("--")]
method, url, *headers = words
named = dict(header.split(":", 1) for header in headers)
request = urllib.request.Request(url, data=sys.stdin.buffer.read(), headers=named, method=method)
print(urllib.request.urlopen(request).read().decode(), end="")
"""


async def sent_by_chat(services: Services) -> tuple[str, bytes, RequestPreview]:
    """Sends a message; returns the conversation, the bytes that the server saw, and the preview of before."""
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, "Offline Chat")
    await services.offline.ensure_started()
    preview = await services.requests.preview(made.id, Draft(TEXT))
    await services.conversations.send(made.id, TEXT)
    await services.conversations.wait(made.id)
    return made.id, services.offline.seen_requests[-1].body, preview


async def run_copy(command: str, folder: Path, name: str) -> str:
    """Runs a copied text in the shell or in Python; returns what it printed."""
    words = ("sh", "-c", command) if name != "python" else (sys.executable, "-c", command)
    env = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=env
    )
    out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with a program `http` in it."""
    program = tmp_path / "bin" / "http"
    program.parent.mkdir()
    program.write_text(HTTPIE)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program.parent


@pytest.mark.parametrize("form", ["curl", "httpie", "python"])
async def test_a_copy_sends_the_bytes_that_the_chat_sends(services: Services, folder: Path, form: CopyForm) -> None:
    assert shutil.which("curl"), "this test needs curl"
    _, chat_bytes, preview = await sent_by_chat(services)
    answer = await run_copy(services.requests.copy_as(preview, form), folder, form)
    copied = services.offline.seen_requests[-1]
    assert copied.body == chat_bytes == preview.body
    assert answer


async def test_the_live_request_of_the_editor_is_what_the_chat_would_send_next(services: Services) -> None:
    conversation, _, _ = await sent_by_chat(services)
    await services.conversations.save_draft(conversation, Draft('and "this" next'))
    text = 'name = "Own"\nextends = "Ollama Base Chat"\nmodel = "m"\n'
    path = services.paths.agents / "own.toml"
    preview = await services.editing.preview(str(path), text, OpenConversation(conversation))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    await services.agents.reload()
    await services.conversations.choose_agent(conversation, "Own")
    later = await services.requests.preview(conversation, Draft('and "this" next'))
    assert (preview.url, preview.body) == (later.url, later.body)
    assert b'and \\"this\\" next' in (preview.body or b"")


async def test_a_copy_with_the_key_holds_it_and_one_without_does_not(services: Services) -> None:
    services.secrets._env = {"ANTHROPIC_API_KEY": "sk-ant-sample-0001"}
    rendered = await services.requests.render_fixture("Claude Haiku 4.5 Chat", "full")
    assert rendered.preview is not None
    assert "sk-ant-sample-0001" not in services.requests.copy_as(rendered.preview, "curl")
    assert "sk-ant-sample-0001" in await services.requests.copy_with_key(rendered.preview, "curl")


async def test_a_copy_names_the_whole_address_though_it_is_shown_without_values(services: Services) -> None:
    rendered = await services.requests.render_fixture("Google Gemini 3.5 Flash Chat", "full")
    assert rendered.preview is not None
    assert rendered.preview.url.endswith("alt=…")
    assert "alt=sse" in services.requests.copy_as(rendered.preview, "curl")
