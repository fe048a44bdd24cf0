"""A child sees listed names alone, no secret and nothing that changes which programs run (S122)."""

import pytest

from qodev.base.environment import build_environment

SETS = set(build_environment({}))


@pytest.mark.parametrize(
    ("parent", "added", "key_refs", "kept"),
    [
        (["PATH", "OPENAI_API_KEY", "MY_TOKEN", "DB_PASSWORD"], [], [], ["PATH"]),
        (["PATH", "LLM_ACCESS"], ["LLM_ACCESS"], ["LLM_ACCESS"], ["PATH"]),
        (["PATH", "LD_PRELOAD", "NODE_OPTIONS", "GIT_DIR"], ["LD_PRELOAD", "NODE_OPTIONS", "GIT_DIR"], [], ["PATH"]),
        (["PATH", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS"], [], [], ["PATH"]),
        (["PATH", "SSH_AUTH_SOCK"], ["SSH_AUTH_SOCK"], [], ["PATH", "SSH_AUTH_SOCK"]),
        (["CARGO_HOME", "CC", "LC_ALL", "XDG_RUNTIME_DIR"], [], [], ["CARGO_HOME", "CC", "LC_ALL", "XDG_RUNTIME_DIR"]),
        (["Path", "path", "HOME"], [], [], ["HOME"]),
        (["PATH", "EDITOR", "HTTPS_PROXY"], ["HTTPS_PROXY"], [], ["HTTPS_PROXY", "PATH"]),
    ],
)
def test_build_environment_passes_listed_names_only(parent, added, key_refs, kept):
    found = build_environment(dict.fromkeys(parent, "x"), added=added, key_refs=key_refs)

    assert sorted(set(found) - SETS) == kept


def test_build_environment_sets_quiet_values_and_extra():
    found = build_environment({"TERM": "xterm", "PATH": "/bin"}, extra={"PATH": "/other", "HF_TOKEN": "t"})

    assert found["TERM"] == "dumb"
    assert found["GIT_TERMINAL_PROMPT"] == "0"
    assert found["PAGER"] == "cat"
    assert found["PATH"] == "/other"
    assert found["HF_TOKEN"] == "t"


def test_build_environment_folds_names_on_windows_alone():
    parent = dict.fromkeys(("Path", "SystemRoot", "ComSpec", "My_Token", "EDITOR", "lc_all"), "x")

    windows = build_environment(parent, added=["editor"], is_windows=True)
    posix = build_environment(parent, added=["editor"], is_windows=False)

    assert sorted(set(windows) - SETS) == ["ComSpec", "EDITOR", "Path", "SystemRoot", "lc_all"]
    assert set(posix) == SETS


def test_build_environment_on_windows_refuses_a_key_in_any_case():
    assert set(build_environment({"Llm": "x"}, added=["LLM"], key_refs=["llm"], is_windows=True)) == SETS
