"""kill -9 in mid-turn: the message, the draft and the text that had come are there at the next start (S163, S166)."""

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


@pytest.mark.slow
async def test_killed_turn_is_marked_interrupted_and_nothing_is_lost(qodev_env: dict[str, str], tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "qodev", "run", "--json", "--agent", "Offline Chat", "--model", "slow", "A question"]
    process = subprocess.Popen(argv, env=qodev_env, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    shown, deltas = "", 0
    for line in process.stdout:
        event = json.loads(line)
        if event["type"] == "TextDelta":
            shown, deltas = shown + event["text"], deltas + 1
        if deltas == 6:  # two seconds of the slow script: at least one checkpoint has been written
            break
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
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
    assert shown.startswith(kept.text[: len(shown)]) or kept.text.startswith(shown)
