"""Every command in the documents runs and ends as they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def _commands() -> list[tuple[str, str, int]]:
    """Returns (page, command, exit code) for every line that begins with `$`."""
    found = {}
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            for line in block.splitlines():
                if line.startswith("$ "):
                    command, _, code = line[2:].partition(" # exit ")
                    found[command.strip()] = (page.name, command.strip(), int(code or 0))
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "code"), _commands(), ids=lambda value: str(value)[:60])
def test_command_of_the_documents_ends_as_they_say(
    page: str, command: str, code: int, qodev_env: dict[str, str], tmp_path: Path
) -> None:
    folder = Path(sys.executable).parent
    env = qodev_env | {"PATH": f"{folder}:{qodev_env.get('PATH', '')}"}
    done = subprocess.run(["sh", "-c", command], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, f"{page}: {done.stdout}{done.stderr}"
    assert "Traceback" not in done.stderr
