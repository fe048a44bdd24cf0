"""kill -9 in mid-turn: the message, the draft and the text that had come are there at the next start (S163, S166)."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qodev.base.paths import AppPaths
from qodev.services.app import build_services
from qodev.types.conversation import ConversationState
from qodev.types.messages import MessageRole


def _run_until_killed(env: dict[str, str], folder: Path) -> str:
    """Kills `qodev run` after two seconds of the slow script, when a checkpoint is certain; returns the text shown."""
    argv = [sys.executable, "-m", "qodev", "run", "--json", "--agent", "Offline Chat", "--model", "slow", "A question"]
    with subprocess.Popen(argv, env=env, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        texts: list[str] = []
        for line in process.stdout:
            event = json.loads(line)
            if event["type"] == "TextDelta":
                texts.append(event["text"])
            if len(texts) == 6:
                break
        os.kill(process.pid, signal.SIGKILL)
    return "".join(texts)


@pytest.mark.slow
async def test_killed_turn_is_marked_interrupted_and_nothing_is_lost(qodev_env: dict[str, str], tmp_path: Path) -> None:
    shown = await asyncio.to_thread(_run_until_killed, qodev_env, tmp_path)
    services = build_services(AppPaths.from_env(qodev_env, tmp_path), qodev_env)
    await services.start()
    try:
        (conversation,) = services.conversations.all
        page = await services.conversations.page(conversation.id)
    finally:
        await services.stop()
    assert conversation.state is ConversationState.INTERRUPTED
    assert page.messages[0].text == "A question"
    kept = page.messages[1]
    assert kept.role is MessageRole.ASSISTANT
    assert kept.text
    assert shown.startswith(kept.text) or kept.text.startswith(shown)
