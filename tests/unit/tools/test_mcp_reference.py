"""The reference servers of MCP, as npm has them. Skipped where npm is not at hand, unless QODEV_REQUIRE_NPM says so."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from qodev.types.servers import ServerEntry, Transport
from qodev.types.tooling import ToolOutput
from tests.servers.mcp_stage import stage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PACKAGES = ("@modelcontextprotocol/server-everything@2026.8.31", "@modelcontextprotocol/server-filesystem@2026.8.31")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the reference servers."""
    folder = tmp_path_factory.mktemp("npm")
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return missing("there is no npm")
    argv = (npm, "install", "--no-fund", "--no-audit", "--prefer-offline", "--ignore-scripts", *PACKAGES)
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    if done.returncode != 0:
        return missing(f"npm could not install them: {done.stderr[-300:]}")
    return folder / "node_modules" / "@modelcontextprotocol"


def missing(reason: str) -> Path:
    if os.environ.get("QODEV_REQUIRE_NPM") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def content(output: ToolOutput) -> str:
    return str(json.loads(output.content)["content"])


def entry(folder: Path, name: str, *arguments: str) -> ServerEntry:
    program = folder / f"server-{name}" / "dist" / "index.js"
    return ServerEntry(name, name, Transport.STDIO, command="node", arguments=(str(program), *arguments), start_s=60)


async def test_everything_server(installed: Path, tmp_path: Path):
    async with stage(tmp_path, [entry(installed, "everything")]) as at:
        await at.accept("everything")
        tools = await at.offer()
        assert content(await at.call(tools["echo"], message="hello")) == "Echo: hello"
        assert "5" in content(await at.call(tools["get-sum"], a=2, b=3))
        assert "[image image/png," in content(await at.call(tools["get-tiny-image"]))
        names = json.loads(content(await at.call(tools["get-env"])))
        assert not {name for name in names if "TOKEN" in name or "KEY" in name}
        long = await at.call(tools["trigger-long-running-operation"], duration=1, steps=2)
        assert "completed" in content(long)
        assert len(at.progress) == 2
        assert "[user]" in content(await at.call(tools["prompt:simple-prompt"]))
        assert content(await at.call(tools["resource:architecture.md"])).startswith("#")
        template = tools["resource-template:Dynamic Text Resource"]
        [variable] = template.spec.input_schema["required"]  # type: ignore[misc]
        assert "Resource 1" in content(await at.call(template, **{variable: "1"}))


async def test_filesystem_server_reads_and_writes_in_its_own_folder_alone(installed: Path, tmp_path: Path):
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.txt").write_text("words\n")
    async with stage(tmp_path, [entry(installed, "filesystem", str(folder))]) as at:
        await at.accept("filesystem")
        tools = await at.offer()
        assert content(await at.call(tools["read_text_file"], path=str(folder / "a.txt"))) == "words\n"
        await at.call(tools["write_file"], path=str(folder / "b.txt"), content="new")
        assert (folder / "b.txt").read_text() == "new"
        outside = await at.call(tools["read_text_file"], path=str(tmp_path / "accepted.json"))
        assert outside.is_error
        assert "denied" in content(outside)
