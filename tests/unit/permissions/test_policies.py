"""The registry of modes and exact rules: all or nothing, saved before it counts, shared by two windows."""

import json
import resource
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qodev.base.jsontext import JsonValue
from qodev.permissions.fingerprints import fingerprint_of
from qodev.permissions.policies import PolicyError, PolicyStore
from qodev.permissions.policy_file import PolicyFault, Registry, parse_registry, render_registry
from qodev.permissions.protected import ProtectedText
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import Containment, ProjectRule, RuleKind

PROJECT = "/home/u/shop"
PROTECTED = ProtectedText(Path("/home/u/.local/share/qodev"), Path("/home/u"))
NPM = ProjectRule(RuleKind.COMMAND, "npm test", Effect.ALLOW)
PUSH = ProjectRule(RuleKind.COMMAND, "git push origin main", Effect.DENY)
SEARCH = ProjectRule(RuleKind.OPERATION, "search", Effect.ALLOW, server="GitHub", fingerprint="f" * 64)


@pytest.fixture
def store(tmp_path: Path) -> PolicyStore:
    return opened(tmp_path)


def opened(folder: Path) -> PolicyStore:
    made = PolicyStore(folder / "data" / "permissions.json", PROTECTED, lambda: 7.0)
    made.load()
    return made


def written(store: PolicyStore, document: object) -> PolicyStore:
    store.path.parent.mkdir(exist_ok=True)
    store.path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    store.load()
    return store


def a_project(**changes: object) -> dict[str, object]:
    return {"path": PROJECT, "mode": "auto", "rules": []} | changes


def a_rule(**changes: object) -> dict[str, object]:
    return {"kind": "command", "text": "npm test", "effect": "allow"} | changes


def test_a_fresh_project_asks(store: PolicyStore) -> None:
    policy = store.policy_of(PROJECT)
    assert (policy.mode, policy.rules, policy.is_stored) == (ProjectMode.ASK, (), False)


def test_what_was_stored_is_there_after_a_restart(store: PolicyStore, tmp_path: Path) -> None:
    store.set_mode(PROJECT, ProjectMode.AUTO)
    store.add_rule(PROJECT, NPM)
    store.add_rule(PROJECT, SEARCH)
    policy = opened(tmp_path).policy_of(f"{PROJECT}/")
    assert policy.mode is ProjectMode.AUTO
    assert policy.rules == (replace(NPM, added_at=7.0), replace(SEARCH, added_at=7.0))


def test_modes_are_stored_by_name(store: PolicyStore) -> None:
    store.set_mode(PROJECT, ProjectMode.READ_ONLY)
    assert json.loads(store.path.read_text())["projects"][0]["mode"] == "read_only"


@pytest.mark.parametrize(
    ("number", "mode"), [(0, "ask"), (1, "ask"), (2, "read_only"), (3, "read_only"), (9, "ask"), (-1, "ask")]
)
def test_a_number_of_an_older_file_never_becomes_auto(store: PolicyStore, number: int, mode: str) -> None:
    written(store, {"projects": [a_project(mode=number)]})
    assert store.policy_of(PROJECT).mode == mode
    store.add_rule(PROJECT, PUSH)
    assert json.loads(store.path.read_text())["projects"][0]["mode"] == mode


def test_a_default_mode_counts_only_without_a_record(store: PolicyStore) -> None:
    store.set_mode(PROJECT, ProjectMode.ASK)
    store.set_default_mode(ProjectMode.READ_ONLY)
    assert store.policy_of(PROJECT).mode is ProjectMode.ASK
    assert store.policy_of("/elsewhere").mode is ProjectMode.READ_ONLY
    with pytest.raises(PolicyError, match="Auto cannot be"):
        store.set_default_mode(ProjectMode.AUTO)


@pytest.mark.parametrize(
    "command", ["git push  origin main", "GIT push origin main", "git push origin main;", "git push origin"]
)
def test_an_exact_rule_matches_no_other_text(store: PolicyStore, command: str) -> None:
    store.add_rule(PROJECT, PUSH)
    policy = store.policy_of(PROJECT)
    assert policy.find_command(command) is None


def test_an_exact_rule_matches_its_text_with_blanks_around_it(store: PolicyStore) -> None:
    store.add_rule(PROJECT, PUSH)
    found = store.policy_of(PROJECT).find_command("\n git push origin main\t\u3000")
    assert found is not None
    assert found.effect is Effect.DENY
    assert store.policy_of(PROJECT).find_command("git push origin main\x1f") is None


def test_a_rule_about_the_same_thing_is_replaced(store: PolicyStore) -> None:
    store.add_rule(PROJECT, NPM)
    store.add_rule(PROJECT, replace(NPM, effect=Effect.DENY))
    assert [rule.effect for rule in store.policy_of(PROJECT).rules] == [Effect.DENY]


def test_a_rule_and_the_mode_that_honours_it_are_one_step(store: PolicyStore) -> None:
    store.add_rule(PROJECT, NPM, mode=ProjectMode.ALLOWLIST)
    assert store.policy_of(PROJECT).mode is ProjectMode.ALLOWLIST


def test_saving_a_rule_alone_leaves_the_mode(store: PolicyStore) -> None:
    store.set_mode(PROJECT, ProjectMode.READ_ONLY)
    store.add_rule(PROJECT, NPM)
    assert store.policy_of(PROJECT).mode is ProjectMode.READ_ONLY


def test_rules_are_removed_and_their_use_is_noted(store: PolicyStore) -> None:
    store.add_rule(PROJECT, NPM)
    store.add_rule(PROJECT, PUSH)
    store.note_use(PROJECT, PUSH)
    store.remove_rule(PROJECT, NPM)
    assert [(rule.text, rule.used_at) for rule in store.policy_of(PROJECT).rules] == [("git push origin main", 7.0)]


def test_a_record_is_put_whole_and_forgotten_whole(store: PolicyStore) -> None:
    store.put_record("/child", ProjectMode.AUTO, (PUSH,), contain=Containment.ON, variables=("A",))
    assert list(store.projects) == ["/child"]
    policy = store.policy_of("/child")
    assert (policy.rules, policy.contain, policy.variables) == ((PUSH,), Containment.ON, ("A",))
    store.forget("/child/")
    assert not store.projects


@pytest.mark.parametrize(
    "command",
    [
        "git status",
        "GIT.EXE status",
        "/usr/bin/git status",
        "sh -c 'git push'",
        'g"i"t push',
        "g\\it push",
        "ｇｉｔ push",
        "gi\u200bt push",
        "cat .git/config",
        "rm -rf sub/.git",
        "cat /home/u/.local/share/qodev/permissions.json",
        "cat ~/.local/share/qodev/trust.json",
        'cat "$HOME/.local/share/qodev/x"',
        "cat ../.LOCAL/share/QODEV/x",
    ],
)
def test_protected_commands_can_be_denied_and_never_allowed(store: PolicyStore, command: str) -> None:
    with pytest.raises(PolicyError, match="cannot always be allowed"):
        store.add_rule(PROJECT, ProjectRule(RuleKind.COMMAND, command, Effect.ALLOW))
    assert not store.path.exists()
    store.add_rule(PROJECT, ProjectRule(RuleKind.COMMAND, command, Effect.DENY))
    assert store.policy_of(PROJECT).find_command(command) is not None


@pytest.mark.parametrize("command", ["npm test", "echo digit", "cat .gitignore", "legit x", "gitk2", "cat share/x"])
def test_other_commands_can_be_allowed(store: PolicyStore, command: str) -> None:
    store.add_rule(PROJECT, ProjectRule(RuleKind.COMMAND, command, Effect.ALLOW))
    assert store.policy_of(PROJECT).find_command(command) is not None


def test_an_operation_is_found_by_its_folded_server_and_exact_name(store: PolicyStore) -> None:
    store.add_rule(PROJECT, SEARCH)
    policy = store.policy_of(PROJECT)
    assert policy.find_operation("gitHUB", "search") is not None
    assert policy.find_operation("github", "Search") is None
    assert policy.find_operation("gitlab", "search") is None


SCHEMA: dict[str, JsonValue] = {"type": "object", "properties": {"q": {"type": "string"}}}


@pytest.mark.parametrize(
    "changed",
    [
        ("https://b", "search", "Finds.", SCHEMA),
        ("https://a", "search2", "Finds.", SCHEMA),
        ("https://a", "search", "Finds!", SCHEMA),
        ("https://a", "search", "Finds.", {"type": "object"}),
    ],
)
def test_a_fingerprint_changes_with_each_of_its_parts(changed: tuple[str, str, str, JsonValue]) -> None:
    before = fingerprint_of("https://a", "search", "Finds.", SCHEMA)
    assert fingerprint_of(*changed) != before
    assert fingerprint_of("https://a", "search", "Finds.", dict(reversed(SCHEMA.items()))) == before


BAD = {
    "no_json": b"{",
    "not_utf8": b'{"projects": [], "version": 1, "x": "\xff"}',
    "no_object": [],
    "newer": {"version": 2},
    "unknown_key": {"version": 1, "grants": []},
    "projects_no_list": {"projects": {}},
    "project_no_object": {"projects": ["/x"]},
    "relative_path": {"projects": [a_project(path="shop")]},
    "path_twice": {"projects": [a_project(), a_project(path="/home/u/x/../shop/")]},
    "no_mode": {"projects": [{"path": PROJECT}]},
    "unknown_mode": {"projects": [a_project(mode="yolo")]},
    "mode_flag": {"projects": [a_project(mode=True)]},
    "mode_deny": {"projects": [a_project(mode="deny")]},
    "auto_by_default": {"default_mode": "auto"},
    "too_many_projects": {"projects": [a_project(path=f"/p{n}") for n in range(501)]},
    "too_many_rules": {"projects": [a_project(rules=[a_rule(text=f"x{n}") for n in range(301)])]},
    "rule_no_object": {"projects": [a_project(rules=["npm test"])]},
    "rule_ask": {"projects": [a_project(rules=[a_rule(effect="ask")])]},
    "rule_hard_ask": {"projects": [a_project(rules=[a_rule(effect="hard_ask")])]},
    "rule_kind": {"projects": [a_project(rules=[a_rule(kind="tool")])]},
    "rule_untrimmed": {"projects": [a_project(rules=[a_rule(text=" x")])]},
    "rule_empty": {"projects": [a_project(rules=[a_rule(text="")])]},
    "rule_long": {"projects": [a_project(rules=[a_rule(text="x" * 4001)])]},
    "rule_nul": {"projects": [a_project(rules=[a_rule(text="a\0b")])]},
    "rule_unknown_key": {"projects": [a_project(rules=[a_rule(pattern="x")])]},
    "rule_twice": {"projects": [a_project(rules=[a_rule(), a_rule(effect="deny")])]},
    "command_with_server": {"projects": [a_project(rules=[a_rule(server="x")])]},
    "operation_without_server": {"projects": [a_project(rules=[a_rule(kind="operation", fingerprint="f")])]},
    "allow_without_fingerprint": {"projects": [a_project(rules=[a_rule(kind="operation", server="x")])]},
    "deny_with_fingerprint": {
        "projects": [a_project(rules=[a_rule(kind="operation", server="x", effect="deny", fingerprint="f")])]
    },
    "containment_unknown": {"projects": [a_project(contain="strict")]},
    "containment_flag": {"projects": [a_project(contain=True)]},
    "variables_no_list": {"projects": [a_project(variables="LLM_HOME")]},
    "variable_no_text": {"projects": [a_project(variables=[7])]},
    "variable_with_value": {"projects": [a_project(variables=["A=1"])]},
    "variable_twice": {"projects": [a_project(variables=["A", "A"])]},
    "too_many_variables": {"projects": [a_project(variables=[f"V{n}" for n in range(65)])]},
    "date": {"projects": [a_project(rules=[a_rule(added="today")])]},
    "endless_date": b'{"projects": [{"path": "/x", "mode": "ask", "rules": [{"kind": "command", "text": "x", '
    b'"effect": "deny", "added": 1e999}]}]}',
    "endless_number": b'{"version": ' + b"9" * 5000 + b"}",
    "key_twice": b'{"version": 1, "version": 1}',
    "too_large": b'{"projects": []' + b" " * (8 * 1024 * 1024) + b"}",
}


@pytest.mark.parametrize("document", BAD.values(), ids=BAD)
def test_one_bad_part_makes_everything_unreadable_and_nothing_is_changed(store: PolicyStore, document: object) -> None:
    written(store, document)
    before = store.path.read_bytes()
    policy = store.policy_of(PROJECT)
    assert (policy.mode, policy.rules) == (None, ())
    assert policy.fault is not None
    with pytest.raises(PolicyError, match="could not be read"):
        store.set_mode(PROJECT, ProjectMode.AUTO)
    with pytest.raises(PolicyError, match="could not be read"):
        store.add_rule(PROJECT, PUSH)
    assert store.path.read_bytes() == before


def test_of_a_file_that_is_damaged_meanwhile_nothing_counts_any_more(store: PolicyStore) -> None:
    store.set_default_mode(ProjectMode.READ_ONLY)
    store.add_rule(PROJECT, NPM, mode=ProjectMode.AUTO)
    written(store, b"{")
    assert (store.policy_of(PROJECT).mode, store.default_mode) == (None, ProjectMode.ASK)
    assert not store.projects


def test_a_repaired_file_counts_again(store: PolicyStore) -> None:
    written(store, b"{")
    store.path.write_text(json.dumps({"projects": [a_project()]}))
    assert store.refresh()
    assert store.policy_of(PROJECT).mode is ProjectMode.AUTO


def test_what_another_window_wrote_counts_from_the_next_look(store: PolicyStore, tmp_path: Path) -> None:
    other = opened(tmp_path)
    other.add_rule(PROJECT, PUSH)
    assert store.policy_of(PROJECT).rules == ()
    assert store.refresh()
    assert not store.refresh()
    assert len(store.policy_of(PROJECT).rules) == 1


def test_two_windows_lose_nothing(tmp_path: Path) -> None:
    def fill(name: str) -> None:
        window = opened(tmp_path)
        for number in range(20):
            window.add_rule(PROJECT, ProjectRule(RuleKind.COMMAND, f"{name} {number}", Effect.DENY))

    threads = [threading.Thread(target=fill, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened(tmp_path).policy_of(PROJECT).rules) == 40


def test_commands_are_contained_where_it_was_stored_and_nowhere_else(store: PolicyStore, tmp_path: Path) -> None:
    assert store.policy_of(PROJECT).contain is Containment.OFF
    store.set_contain(PROJECT, Containment.NETWORK)
    assert json.loads(store.path.read_text())["projects"][0]["contain"] == "network"
    again = opened(tmp_path)
    assert again.policy_of(PROJECT).contain is Containment.NETWORK
    assert again.policy_of("/elsewhere").contain is Containment.OFF


def test_what_cannot_be_read_says_nothing_about_containment(store: PolicyStore) -> None:
    store.set_contain(PROJECT, Containment.ON)
    written(store, b"{")
    assert store.policy_of(PROJECT).contain is None


def test_names_of_variables_are_kept_sorted(store: PolicyStore, tmp_path: Path) -> None:
    store.set_variables(PROJECT, ["SSH_AUTH_SOCK", "LLM_HOME"])
    assert opened(tmp_path).policy_of(PROJECT).variables == ("LLM_HOME", "SSH_AUTH_SOCK")


@pytest.mark.parametrize("name", ["MY_TOKEN", "LD_PRELOAD", "GIT_DIR", "BASH_ENV", "PAGER", "A B", "", "1X", "A=1"])
def test_a_name_that_no_command_may_see_is_not_stored(store: PolicyStore, name: str) -> None:
    store.set_variables(PROJECT, ["LLM_HOME"])
    with pytest.raises(PolicyError):
        store.set_variables(PROJECT, ["LLM_HOME", name])
    assert store.policy_of(PROJECT).variables == ("LLM_HOME",)


def test_limits_hold_when_saving(store: PolicyStore) -> None:
    rules = tuple(ProjectRule(RuleKind.COMMAND, f"x{n}", Effect.DENY) for n in range(300))
    store.put_record(PROJECT, ProjectMode.ASK, rules)
    before = store.path.read_bytes()
    with pytest.raises(PolicyError, match="more than 300 rules"):
        store.add_rule(PROJECT, PUSH)
    assert store.path.read_bytes() == before
    assert len(store.policy_of(PROJECT).rules) == 300


def test_what_cannot_be_written_is_not_published(store: PolicyStore) -> None:
    store.set_mode(PROJECT, ProjectMode.ASK)
    before = store.path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(
        resource.RLIMIT_FSIZE, (len(before), limits[1])
    )  # as a full disk: the lock fits, a rule does not
    try:
        with pytest.raises(PolicyError, match="could not be stored"):
            store.add_rule(PROJECT, PUSH, mode=ProjectMode.AUTO)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert store.policy_of(PROJECT).mode is ProjectMode.ASK
    assert store.path.read_bytes() == before


def test_a_folder_in_the_place_of_the_file_refuses_and_publishes_nothing(store: PolicyStore) -> None:
    store.path.mkdir(parents=True)
    store.load()
    with pytest.raises(PolicyError):
        store.set_mode(PROJECT, ProjectMode.AUTO)
    assert store.policy_of(PROJECT).mode is None


def test_the_file_is_the_users_alone(store: PolicyStore) -> None:
    store.set_mode(PROJECT, ProjectMode.ASK)
    assert store.path.stat().st_mode & 0o777 == 0o600


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30)
RULES = st.lists(st.builds(ProjectRule, st.just(RuleKind.COMMAND), TEXTS, st.just(Effect.DENY)), max_size=4)


@given(RULES, st.sampled_from(list(ProjectMode)))
def test_a_registry_reads_back_as_it_was_written_or_is_refused(rules: list[ProjectRule], mode: ProjectMode) -> None:
    from qodev.permissions.policy_file import ProjectRecord

    registry = Registry(projects=(ProjectRecord(PROJECT, mode, tuple(rules)),))
    try:
        read = parse_registry(render_registry(registry))
    except PolicyFault:
        return
    assert read == registry


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, lambda x: st.lists(x) | st.dictionaries(TEXTS, x))
)
def test_no_document_makes_the_reader_raise_anything_else(document: object) -> None:
    for shape in (document, {"projects": document}, {"projects": [a_project(rules=document)]}):
        try:
            parse_registry(json.dumps(shape).encode())
        except PolicyFault:
            continue
