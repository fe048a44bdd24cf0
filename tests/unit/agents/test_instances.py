"""Provider instance files: keys, layers, inheritance, and what makes one impossible."""

from pathlib import Path

import pytest

from qodev.agents.instance_values import find_url_fault
from qodev.types.agents import ClientApi, Layer
from tests.unit.agents.loading_kit import Disk, agent, ids, shown

BOX = 'name = "Box"\nclient_api = "openai_chat"\nurl = "http://localhost:1/v1"\n'


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def test_bundled_instances_are_the_fifteen(disk: Disk) -> None:
    snapshot = disk.load()
    assert len(snapshot.instances) == 15
    assert {i.layer for i in snapshot.instances.values()} == {Layer.BUNDLED}
    assert snapshot.instances["Codestral"].client_api is ClientApi.MISTRAL
    assert ids(snapshot) == []


def test_all_keys_are_read(disk: Disk) -> None:
    text = BOX + (
        'description = "d"\napi_key_ref = "Box | env:BOX_KEY"\nproxy = "http://proxy:3128"\nca_file = "/ca.pem"\n'
        'verify_tls = false\nschema_version = 9\n[extras]\nanything = 1\n[headers]\nX-One = "env:ONE"\n'
        "[timeouts]\nconnect_s = 1\nidle_s = 2.5\ntotal_s = 0\n"
        '[launch]\ncommand = "serve"\nargs = ["-p", "1"]\ncwd = "/tmp"\nready_url = "http://localhost:1/health"\n'
        'ready_timeout_s = 5\ndetach = true\nauto_start = true\n[launch.env]\nA = "b"\n'
    )
    disk.write("providers/box.toml", text)
    snapshot = disk.load()
    box = snapshot.instances["Box"]
    assert ids(snapshot) == []
    assert (box.api_key_ref, box.proxy, box.ca_file, box.verify_tls) == (
        "Box | env:BOX_KEY",
        "http://proxy:3128",
        "/ca.pem",
        False,
    )
    assert (box.timeouts.connect_s, box.timeouts.idle_s, box.timeouts.total_s) == (1, 2.5, 0)
    assert box.launch is not None
    assert (box.launch.args, dict(box.launch.env), box.launch.ready_timeout_s, box.launch.detach) == (
        ("-p", "1"),
        {"A": "b"},
        5.0,
        True,
    )
    assert dict(box.headers) == {"X-One": "env:ONE"}
    assert (box.layer, box.overrides_bundled, box.span.line) == (Layer.USER, False, 1)


@pytest.mark.parametrize(
    ("written", "api"),
    [
        ("Claude", "anthropic"),
        ("OPENAI (chat completions)", "openai_chat"),
        ("OpenAI Compatible", "openai_chat"),
        ("OpenRouter", "openai_chat"),
        ("LM Studio (Chat Completions)", "openai_chat"),
        ("Ollama (OpenAI-compatible)", "openai_chat"),
        ("OpenAI (Responses API)", "openai_responses"),
        ("lm studio (responses api)", "openai_responses"),
        ("Google AI", "google"),
        ("ollama (native)", "ollama"),
        ("Mistral AI", "mistral"),
        ("Codestral", "mistral"),
        ("LLAMA.CPP", "llama_cpp"),
        ("llama_cpp", "llama_cpp"),
    ],
)
def test_client_api_has_aliases(disk: Disk, written: str, api: str) -> None:
    disk.write("providers/box.toml", BOX.replace("openai_chat", written))
    assert disk.load().instances["Box"].client_api == api


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("timeout = 1", ("key.unknown", "timeout", "timeouts")),
        ("timeouts.conect_s = 1", ("key.unknown", "timeouts.conect_s", "connect_s")),
        ('timeouts.idle_s = "1"', ("key.type", "timeouts.idle_s", None)),
        ("timeouts.idle_s = 0", ("key.value", "timeouts.idle_s", None)),
        ("timeouts.total_s = nan", ("key.value", "timeouts.total_s", None)),
        ("timeouts = 5", ("key.type", "timeouts", None)),
        ("verify_tls = 1", ("key.type", "verify_tls", None)),
        ("headers.X = 1", ("key.type", "headers.X", None)),
        ('headers.X = "a\\nb"', ("key.value", "headers.X", None)),
        ('headers."X Y" = "a"', ("key.value", "headers.X Y", None)),
        ('proxy = "socks"', ("key.value", "proxy", None)),
        ("launch.args = [1]", ("key.type", "launch.args", None)),
        ('launch.env.A = 1\nlaunch.command = "x"', ("key.type", "launch.env.A", None)),
        ("launch.comand = 1", ("key.unknown", "launch.comand", "command")),
        ("abstract = 1", ("key.type", "abstract", None)),
        ("api_key_ref = 5", ("key.type", "api_key_ref", None)),
    ],
)
def test_one_fault_gives_one_finding_and_the_instance_loads(disk: Disk, line: str, row: tuple[object, ...]) -> None:
    if line.startswith("launch.") and "command" not in line:
        line = f'launch.command = "x"\n{line}'
    disk.write("providers/box.toml", BOX + line + "\n")
    snapshot = disk.load()
    assert [(d.code.value, d.key, d.hint) for d in snapshot.diagnostics] == [row]
    assert "Box" in snapshot.instances


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (BOX.replace('name = "Box"\n', ""), "name", 1),
        (BOX.replace('"Box"', "5"), "name", 1),
        (BOX.replace("openai_chat", "openai"), "client_api", 2),
        (BOX.replace('client_api = "openai_chat"\n', ""), "client_api", 1),
        (BOX.replace('url = "http://localhost:1/v1"\n', ""), "url", 1),
        (BOX.replace("http://localhost:1/v1", "localhost:1"), "url", 3),
        (BOX.replace("http://localhost:1/v1", "ftp://x"), "url", 3),
        (BOX.replace("localhost:1/v1", "localhost:1/v1?api_key=x"), "url", 3),
    ],
)
def test_impossible_instances_are_dropped(disk: Disk, text: str, key: str, line: int) -> None:
    disk.write("providers/box.toml", text)
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"Box"'))
    snapshot = disk.load()
    assert "Box" not in snapshot.instances
    found = next(d for d in snapshot.diagnostics if d.code == "provider.invalid")
    assert (found.key, found.span and found.span.line) == (key, line)
    if key == "name":
        assert ids(snapshot) == ["provider.invalid", "provider.unknown"]
    else:
        assert ids(snapshot) == ["provider.invalid"]
        assert found.dependants == ("A",)
    assert snapshot.agents["A"].usable  # listed; it cannot be sent


@pytest.mark.parametrize(
    ("url", "is_good"),
    [
        ("http://localhost:11434", True),
        ("HTTPS://Example.org/v1/", True),
        ("http://[::1]:8080", True),
        ("http://h/${MODEL}/x?a=b", True),
        ("http://héllo/x", True),
        ("http://h/a%20b", True),
        ("http:///x", False),
        ("http://h:0", False),
        ("http://h:99999", False),
        ("http://h:", False),
        ("http://h:x", False),
        ("http://u:p@h", False),
        ("http://h/#a", False),
        ("http://h/a b", False),
        ("http://h/a\tb", False),
        ("http://h/../x", False),
        ("http://h/.", False),
        ("http://[x", False),
        ("http://h?Key=1", False),
        ("http://h?x=1&token=", False),
        ("http://h?tokens=1", True),
        ("//h/x", False),
        ("h", False),
    ],
)
def test_urls(url: str, is_good: bool) -> None:
    assert (find_url_fault(url) is None) is is_good


def test_missing_scheme_is_suggested(disk: Disk) -> None:
    disk.write("providers/box.toml", BOX.replace("http://localhost:1/v1", "box:1/v1"))
    assert disk.load().diagnostics[0].hint == "http://box:1/v1"


@pytest.mark.parametrize(
    ("url", "ref", "warned"),
    [
        ("http://box/v1", "K", True),
        ("http://127.0.0.2", "K", True),
        ("HTTP://box", "K", True),
        ("http://box/v1", "", False),
        ("http://localhost/v1", "K", False),
        ("http://LOCALHOST", "K", False),
        ("http://127.0.0.1:5", "K", False),
        ("http://[::1]:5", "K", False),
        ("https://box", "K", False),
    ],
)
def test_key_in_the_clear_is_warned_about(disk: Disk, url: str, ref: str, warned: bool) -> None:
    disk.write("providers/box.toml", BOX.replace("http://localhost:1/v1", url) + f'api_key_ref = "{ref}"\n')
    assert ids(disk.load()) == (["provider.insecure"] if warned else [])


def test_user_file_replaces_the_bundled_instance_of_its_name(disk: Disk) -> None:
    disk.write("providers/mine.toml", BOX.replace("Box", "Claude"))
    snapshot = disk.load()
    claude = snapshot.instances["Claude"]
    assert (claude.client_api, claude.overrides_bundled, claude.layer) == (ClientApi.OPENAI_CHAT, True, Layer.USER)
    assert ids(snapshot) == ["provider.overrides_bundled"]
    assert len(snapshot.instances) == 15


def test_extending_its_own_name_inherits_the_bundled_instance(disk: Disk) -> None:
    disk.write("providers/o.toml", 'name = "Ollama (Native)"\nextends = "Ollama (Native)"\nurl = "http://box:11434"\n')
    disk.write("providers/p.toml", 'name = "Second"\nextends = "Ollama (Native)"\n')
    snapshot = disk.load()
    assert snapshot.instances["Ollama (Native)"].url == snapshot.instances["Second"].url == "http://box:11434"
    assert snapshot.instances["Second"].client_api is ClientApi.OLLAMA
    assert snapshot.instances["Second"].overrides_bundled is False
    assert ids(snapshot) == ["provider.overrides_bundled"]


def test_own_name_without_a_bundled_one_is_a_cycle(disk: Disk) -> None:
    disk.write("providers/o.toml", 'name = "Mine"\nextends = "Mine"\nurl = "http://box:11434"\n')
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.members) == ("extends.cycle", ("Mine",))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('name = "Claude"\nextends = "Nope"\n', "extends.unknown"),
        ('name = "Claude"\nextends = 5\n', "key.type"),
        ('name = "Claude"\nclient_api = "x"\nurl = "http://h"\n', "provider.invalid"),
    ],
)
def test_broken_override_leaves_the_bundled_instance(disk: Disk, text: str, code: str) -> None:
    disk.write("providers/mine.toml", text)
    disk.write("user/a.toml", agent("A"))
    snapshot = disk.load()
    assert ids(snapshot) == [code]
    assert snapshot.diagnostics[0].dependants == ()
    assert snapshot.instances["Claude"].layer is Layer.BUNDLED
    assert snapshot.instances["Claude"].url == "https://api.anthropic.com"


def test_cycle_drops_its_members_and_what_uses_them(disk: Disk) -> None:
    disk.write("providers/a.toml", 'name = "One"\nextends = "Two"\nurl = "http://h"\nclient_api = "google"\n')
    disk.write("providers/b.toml", 'name = "Two"\nextends = "One"\n')
    disk.write("providers/c.toml", 'name = "Three"\nextends = "Two"\n')
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"Two"'))
    (found,) = disk.load().diagnostics
    assert (found.code.value, found.members, found.dependants) == ("extends.cycle", ("One", "Two"), ("A", "Three"))


def test_more_than_sixteen_hops_are_too_many(disk: Disk) -> None:
    disk.write("providers/n00.toml", BOX.replace("Box", "N00"))
    for i in range(1, 19):
        disk.write(f"providers/n{i:02}.toml", f'name = "N{i:02}"\nextends = "N{i - 1:02}"\n')
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (found.code.value, found.subject, found.dependants) == ("extends.too_deep", "N17", ("N18",))
    assert "N16" in snapshot.instances


def test_bad_value_of_a_base_is_one_finding_for_all_heirs(disk: Disk) -> None:
    disk.write("providers/a.toml", 'name = "Base"\nabstract = true\nclient_api = "google"\nurl = "h"\n')
    disk.write("providers/b.toml", 'name = "One"\nextends = "Base"\n')
    disk.write("providers/c.toml", 'name = "Two"\nextends = "Base"\n')
    disk.write("providers/d.toml", 'name = "Fine"\nextends = "Base"\nurl = "http://h"\n')
    disk.write("user/a.toml", agent("A").replace('"Claude"', '"Two"'))
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (shown(found), found.subject, found.dependants) == (
        ("provider.invalid", "a.toml", 4),
        "Base",
        ("A", "One", "Two"),
    )
    assert "Base" not in snapshot.instances
    assert "Fine" in snapshot.instances


def test_two_user_files_of_one_name_warn_and_the_later_wins(disk: Disk) -> None:
    disk.write("providers/a.toml", BOX)
    disk.write("providers/b.toml", BOX.replace("/v1", "/v2"))
    snapshot = disk.load()
    assert [shown(d) for d in snapshot.diagnostics] == [("name.duplicate", "a.toml", 1)]
    assert snapshot.instances["Box"].url.endswith("/v2")


def test_tables_merge_key_by_key(disk: Disk) -> None:
    disk.write("providers/a.toml", BOX + '[headers]\nA = "1"\nB = "1"\n[timeouts]\nidle_s = 5\n')
    disk.write("providers/b.toml", 'name = "Two"\nextends = "Box"\n[headers]\nB = "2"\n')
    two = disk.load().instances["Two"]
    assert (dict(two.headers), two.timeouts.idle_s) == ({"A": "1", "B": "2"}, 5)


def test_launch_without_a_command_is_ignored(disk: Disk) -> None:
    disk.write("providers/a.toml", BOX + "[launch]\ndetach = true\n")
    snapshot = disk.load()
    assert [(d.code.value, d.key) for d in snapshot.diagnostics] == [("key.value", "launch.command")]
    assert snapshot.instances["Box"].launch is None
