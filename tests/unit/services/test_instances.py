"""Files of provider instances: the list, new ones, renames and removals as single steps, what a text would give."""

from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.services.own_files import NewInstance
from qodev.types.agents import ClientApi, Layer
from qodev.types.instances import InstanceRow, InstanceState
from tests.fakes.keyring_backends import FakeKeyring
from tests.fakes.wire import RawAnswer, raw_server
from tests.unit.services.instance_kit import AGENT, NOW, Bench, bench

LIST = RawAnswer(200, {}, [b'{"data":[{"id":"a"}]}'])


def text_of(path: str | Path) -> str:
    return Path(path).read_text()


def put(path: str | Path, text: str) -> None:
    Path(path).write_text(text)


def all_files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.toml")}


def row_of(rows: tuple[InstanceRow, ...], name: str) -> InstanceRow:
    return next(row for row in rows if row.name == name)


async def test_list_holds_bundled_and_own_instances_with_their_states(tmp_path: Path) -> None:
    async with bench(tmp_path, env={"OPENAI_API_KEY": "sk-abcdefgh"}) as it:
        it.write("mine", 'name = "Mine"\nclient_api = "ollama"\nurl = "http://box:11434"\n')
        it.write("over", 'name = "llama.cpp"\nextends = "llama.cpp"\nurl = "http://box:8080"\n')
        await it.load()
        rows = await it.instances.files.rows()
    assert [row.layer for row in rows[:3]] == [Layer.USER, Layer.USER, Layer.BUNDLED]
    assert len(rows) == 17
    assert (rows[-1].name, rows[-1].layer, rows[-1].path) == ("Offline", Layer.BUILT_IN, "")
    assert row_of(rows, "Mine").state is InstanceState.NOT_TESTED
    assert row_of(rows, "llama.cpp").overrides_bundled
    assert row_of(rows, "Claude").state is InstanceState.NO_KEY
    assert row_of(rows, "OpenAI (Responses API)").state is InstanceState.NOT_TESTED


async def test_broken_files_losers_and_bases_are_listed_too(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        it.write("a_broken", "name = \n")
        it.write("b_nameless", 'url = "http://x"\n')
        it.write("c_base", 'name = "Base"\nabstract = true\nclient_api = "ollama"\n')
        it.write("d_first", 'name = "Twice"\nclient_api = "ollama"\nurl = "http://one"\n')
        it.write("e_second", 'name = "Twice"\nclient_api = "ollama"\nurl = "http://two"\n')
        it.write("f_api", 'name = "Wrong"\nclient_api = "olama"\nurl = "http://x"\n')
        await it.load()
        rows = await it.instances.files.rows()
    own = {Path(row.path).stem: row for row in rows if row.layer is Layer.USER}
    assert {stem: row.state for stem, row in own.items()} == {
        "a_broken": InstanceState.INVALID,
        "b_nameless": InstanceState.INVALID,
        "c_base": InstanceState.NOT_TESTED,
        "d_first": InstanceState.INVALID,
        "e_second": InstanceState.NOT_TESTED,
        "f_api": InstanceState.INVALID,
    }
    assert own["a_broken"].name == "a_broken.toml"
    assert own["c_base"].is_abstract
    assert "line 1" in own["a_broken"].note
    assert "the latter is used" in own["d_first"].note
    assert own["f_api"].problem is not None


async def test_state_follows_the_last_test_until_the_instance_changes(tmp_path: Path) -> None:
    async with bench(tmp_path) as it, raw_server(LIST) as server:
        path = it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\n')
        await it.load()
        result = await it.providers.test("Mine")
        row = row_of(await it.instances.files.rows(), "Mine")
        assert (result.tested_at, row.state, row.tested_at) == (NOW, InstanceState.READY, NOW)
        put(path, f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}/x"\n')
        await it.load()
        assert row_of(await it.instances.files.rows(), "Mine").state is InstanceState.NOT_TESTED
        assert await it.providers.last_test("Mine") is None


async def test_last_test_outlives_the_program(tmp_path: Path) -> None:
    async with raw_server() as gone:
        url = gone.url
    async with bench(tmp_path) as it:
        it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{url}"\n')
        await it.load()
        told = await it.providers.test("Mine")
    async with bench(tmp_path) as it:
        assert await it.providers.last_test("Mine") == told
        row = row_of(await it.instances.files.rows(), "Mine")
        assert (row.state, row.note) == (InstanceState.UNREACHABLE, "The connection was refused.")
        (it.paths.data / "connection_tests.json").write_text("[1]")
    async with bench(tmp_path) as it:
        assert await it.providers.last_test("Mine") is None


async def test_each_wire_format_has_a_template_that_loads(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        for template in it.instances.files.templates:
            name = it.instances.files.free_name("New")
            await it.instances.files.create(NewInstance(name, template.client_api, template.url, name))
        made = [i for i in it.catalog.snapshot.instances.values() if i.layer is Layer.USER]
        assert {i.client_api for i in made} == set(ClientApi)
        assert all(i.api_key_ref == i.name for i in made)
        assert it.catalog.snapshot.diagnostics == ()


async def test_new_from_this_is_a_thin_file_that_inherits(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await it.instances.files.extend("Claude", "My Claude")
        assert it.instance("My Claude").url == "https://api.anthropic.com"
        assert text_of(path) == 'schema_version = 1\n\nname = "My Claude"\nextends = "Claude"\n'
        with pytest.raises(UserFacingError, match="already"):
            await it.instances.files.extend("Claude", "my claude")


async def test_duplicate_keeps_comments_and_unknown_keys(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        text = '# first\nname = "Mine"  # of mine\nclient_api = "ollama"\nurl = "http://box"\nodd = 1\n'
        path = it.write("mine", text)
        await it.load()
        copy = await it.instances.files.duplicate(path, "Yours")
        assert text_of(copy) == text.replace('"Mine"', '"Yours"')
        assert it.instance("Yours").url == "http://box"


async def test_override_replaces_a_bundled_one_and_removing_it_restores(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await it.instances.files.override("llama.cpp")
        assert it.instance("llama.cpp").overrides_bundled
        plan = await it.instances.changes.plan_removal(path)
        assert (plan.restores_bundled, plan.breaks) == (True, ())
        token = await it.instances.changes.remove(plan, with_key=False)
        assert it.instance("llama.cpp").layer is Layer.BUNDLED
        await it.instances.changes.undo(token)
        assert it.instance("llama.cpp").overrides_bundled
        with pytest.raises(UserFacingError, match="no bundled"):
            await it.instances.files.override("llama.cpp")


async def _with_users(it: Bench) -> str:
    path = it.write("mine", '# mine\nname = "Mine"\nclient_api = "ollama"\nurl = "http://box"\napi_key_ref = "mine"\n')
    it.write("child", 'name = "Child"\nextends = "Mine"\n')
    it.write_agent("One Chat", "Mine")
    it.write_agent("Two Chat", "mine")
    it.write_agent("Extra Chat", "Mine", it.paths.home / "extra")
    it.write_agent("Other Chat", "Claude")
    await it.load()
    return path


async def test_removal_names_the_agents_that_would_break_and_can_be_undone(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        before = text_of(path)
        plan = await it.instances.changes.plan_removal(path)
        assert plan.breaks == ("Extra Chat", "One Chat", "Two Chat")
        assert plan.children == ("Child",)
        token = await it.instances.changes.remove(plan, with_key=False)
        assert "Mine" not in it.catalog.snapshot.instances
        assert Path(path) not in all_files(tmp_path / "home" / "config")
        await it.instances.changes.undo(token)
        assert text_of(path) == before
        assert "Mine" in it.catalog.snapshot.instances
        with pytest.raises(UserFacingError, match="already"):
            await it.instances.changes.undo(token)


async def test_removal_asks_about_a_key_that_nobody_else_reads(tmp_path: Path) -> None:
    keyring = FakeKeyring()
    async with bench(tmp_path, keyring=keyring) as it:
        path = it.write("mine", 'name = "Mine"\nclient_api = "ollama"\nurl = "http://box"\napi_key_ref = "mine"\n')
        await it.load()
        await it.instances.keys.store("mine", "sk-abcdefgh", "keyring")
        plan = await it.instances.changes.plan_removal(path)
        assert plan.key_item == "mine"
        shared = it.write("too", 'name = "Too"\nclient_api = "ollama"\nurl = "http://box"\napi_key_ref = "mine"\n')
        await it.load()
        assert (await it.instances.changes.plan_removal(path)).key_item == ""
        put(shared, 'name = "Too"\nclient_api = "ollama"\nurl = "http://box"\n')
        await it.load()
        await it.instances.changes.remove(plan, with_key=True)
        assert keyring.held == {}


async def test_rename_changes_every_reference_in_one_step(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        held = all_files(tmp_path)
        plan = await it.instances.changes.plan_rename(path, "Box")
        assert {(r.name, r.key, r.is_editable) for r in plan.references} == {
            ("Child", "extends", True),
            ("One Chat", "provider_instance", True),
            ("Two Chat", "provider_instance", True),
            ("Extra Chat", "provider_instance", False),
        }
        assert [r.name for r in plan.fixed] == ["Extra Chat"]
        token = await it.instances.changes.rename(plan)
        snapshot = it.catalog.snapshot
        assert snapshot.agents["One Chat"].provider_instance == "Box"
        assert snapshot.instances["Child"].url == "http://box"
        after = (it.paths.agents / "one_chat.toml").read_text()
        assert after == held[it.paths.agents / "one_chat.toml"].decode().replace('"Mine"  #', '"Box"  #')
        await it.instances.changes.undo(token)
        assert {p: p.read_bytes() for p in held} == held


async def test_undo_of_a_rename_refuses_when_a_file_changed_since(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        token = await it.instances.changes.rename(await it.instances.changes.plan_rename(path, "Box"))
        with (it.paths.agents / "one_chat.toml").open("a") as stream:
            stream.write("# by hand\n")
        with pytest.raises(UserFacingError, match="changed since"):
            await it.instances.changes.undo(token)
        assert '"Box"' in text_of(path)


async def test_rename_that_cannot_write_one_file_changes_none(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        long_name = it.paths.agents / f"z{'o' * 239}.toml"  # no room for the name of a temporary file beside it
        put(long_name, AGENT.format(name="Zoo Chat", instance="Mine"))
        await it.load()
        held = all_files(tmp_path)
        plan = await it.instances.changes.plan_rename(path, "Box")
        assert "Zoo Chat" in {r.name for r in plan.references}
        with pytest.raises(UserFacingError, match="cannot be written"):
            await it.instances.changes.rename(plan)
        assert all_files(tmp_path) == held
        assert "Mine" in it.catalog.snapshot.instances


async def test_rename_reads_every_file_before_it_writes_one(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        held = all_files(tmp_path)
        plan = await it.instances.changes.plan_rename(path, "Box")
        gone = replace(plan.references[0], path=str(tmp_path / "nowhere" / "x.toml"), name="Gone")
        with pytest.raises(UserFacingError, match="cannot be read"):
            await it.instances.changes.rename(replace(plan, references=(*plan.references, gone)))
        assert all_files(tmp_path) == held


async def test_renaming_an_override_leaves_what_names_the_bundled_one(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await it.instances.files.override("Claude")
        it.write_agent("One Chat", "Claude")
        await it.load()
        plan = await it.instances.changes.plan_rename(path, "Mine")
        assert plan.references == ()


async def test_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = await _with_users(it)
        for name in ("Claude", "claude", "Offline "):
            if name.strip() == "Offline":
                continue
            with pytest.raises(UserFacingError, match="already"):
                await it.instances.changes.plan_rename(path, name)


async def test_result_and_consents_follow_a_new_name(tmp_path: Path) -> None:
    async with bench(tmp_path) as it, raw_server(LIST) as server:
        path = it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\n')
        await it.load()
        told = await it.providers.test("Mine")
        await it.instances.changes.rename(await it.instances.changes.plan_rename(path, "Box"))
        assert await it.providers.last_test("Box") == told


# What a text would give


async def test_analysis_shows_values_defaults_and_where_they_are_inherited_from(tmp_path: Path) -> None:
    text = (
        'name = "Mine"\nextends = "Claude"\ndescription = "Ours"\nodd = 1\n'
        '[timeouts]\nidle_s = 5\n[headers]\n"X-Team" = "a"\n[launch]\ncommand = "x"\nstrange = 2\n'
    )
    async with bench(tmp_path) as it:
        found = await it.instances.editing.analyse(str(it.paths.providers / "mine.toml"), text)
    assert found.parses
    assert found.fields is not None
    url, idle, connect, description = (
        found.fields[key] for key in ("url", "timeouts.idle_s", "timeouts.connect_s", "description")
    )
    assert (url.value, url.is_written, url.inherited, url.inherited_from) == (
        None,
        False,
        "https://api.anthropic.com",
        "Claude",
    )
    assert (idle.value, idle.inherited, connect.value, connect.inherited) == (5, 120, None, 10)
    assert (description.value, description.inherited) == ("Ours", "Messages API of Anthropic.")
    assert found.unknown == {"odd": 1, "launch.strange": 2}
    assert found.effective_url == "https://api.anthropic.com/v1/messages"
    assert found.list_url == "https://api.anthropic.com/v1/models?limit=1000"
    assert {d.code.value for d in found.diagnostics} == {"key.unknown"}


async def test_analysis_of_broken_texts_says_why(tmp_path: Path) -> None:
    async with bench(tmp_path) as it:
        path = str(it.paths.providers / "mine.toml")
        broken = await it.instances.editing.analyse(path, 'name = "Mine\n')
        assert (broken.parses, broken.syntax and broken.syntax.span and broken.syntax.span.line) == (False, 1)
        no_url = await it.instances.editing.analyse(path, 'name = "Mine"\nclient_api = "ollama"\n')
        assert (no_url.instance, no_url.effective_url) == (None, "")
        assert [d.code.value for d in no_url.diagnostics] == ["provider.invalid"]


async def test_pasted_endpoint_is_recognised_and_the_sample_url_is_right_all_the_same(tmp_path: Path) -> None:
    text = 'name = "Mine"\nclient_api = "openai_chat"\nurl = "https://x.example/v1/chat/completions"\n'
    async with bench(tmp_path) as it:
        found = await it.instances.editing.analyse(str(it.paths.providers / "mine.toml"), text)
        assert found.pasted is not None
        assert (found.pasted.url, found.pasted.endpoint) == ("https://x.example/v1", "/chat/completions")
        assert found.effective_url == "https://x.example/v1/chat/completions"
        split = it.instances.editing.set_key(text, "url", found.pasted.url)
        assert (await it.instances.editing.analyse("x.toml", split)).pasted is None


async def test_edits_change_one_key_alone(tmp_path: Path) -> None:
    text = '# head\nname = "Mine"\n\n[headers]\n"X.Y" = "1"  # why\n'
    async with bench(tmp_path) as it:
        edit = it.instances.editing
        assert edit.set_key(text, "headers.X.Y", "2") == text.replace('"1"', '"2"')
        assert edit.remove_key(edit.set_key(text, "url", "http://x"), "url") == text
        assert "idle_s = 3" in edit.set_key(text, "timeouts.idle_s", 3)


# Keys


async def test_key_view_tells_places_and_never_the_key(tmp_path: Path) -> None:
    async with bench(tmp_path, env={"THERE": "sk-from-variable"}) as it:
        it.write("mine", 'name = "Mine"\nclient_api = "ollama"\nurl = "http://b"\napi_key_ref = "k | env:GONE"\n')
        it.write("too", 'name = "Too"\nclient_api = "ollama"\nurl = "http://b"\napi_key_ref = "k"\n')
        await it.load()
        keys = it.instances.keys
        view = await keys.view("k | env:GONE | env:THERE", "Mine")
        assert (view.state, view.source, view.item) == ("set", "env:THERE", "k")
        assert [(v.name, v.is_found) for v in view.variables] == [("GONE", False), ("THERE", True)]
        assert (view.is_probed, it.keyring.calls, view.shared_with) == (False, [], ("Too",))
        assert await keys.probe() == "Fake keyring"
        await keys.store("k | env:GONE", "  sk-abcdefgh\n", "keyring")
        view = await keys.view("k | env:GONE", "Mine")
        assert (view.state, view.source, view.backend, view.is_probed) == ("set", "keyring", "Fake keyring", True)
        assert "sk-abcdefgh" not in repr(view)
        await keys.clear("k | env:GONE")
        assert (await keys.view("k | env:GONE", "Mine")).state == "not_set"
        assert (await keys.view("", "Mine")).state == "none"


async def test_replaced_key_makes_the_instance_untested(tmp_path: Path) -> None:
    async with bench(tmp_path) as it, raw_server(LIST) as server:
        it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\napi_key_ref = "k"\n')
        await it.load()
        await it.instances.keys.store("k", "sk-abcdefgh", "file")
        assert (await it.providers.test("Mine")).ok
        await it.instances.keys.store("k", "sk-12345678", "file")
        assert await it.providers.last_test("Mine") is None
        assert (it.paths.data / "keys.json").stat().st_mode & 0o777 == 0o600


async def test_key_that_a_server_echoes_is_in_no_file_of_the_results(tmp_path: Path) -> None:
    secret = "sk-canary-1234567890"
    refused = RawAnswer(401, {}, [b'{"error":{"message":"Incorrect API key: ' + secret.encode() + b'"}}'])
    async with bench(tmp_path) as it, raw_server(refused) as server:
        it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\napi_key_ref = "k"\n')
        await it.load()
        await it.instances.keys.store("k", secret, "memory")
        result = await it.providers.test("Mine")
        assert server.seen[0].headers["authorization"] == f"Bearer {secret}"
        assert secret not in repr(result)
        kept = text_of(it.paths.data / "connection_tests.json")
        assert "Incorrect API key" in kept
        assert secret not in kept


async def test_instances_without_a_key_never_touch_the_keyring(tmp_path: Path) -> None:
    async with bench(tmp_path) as it, raw_server(LIST) as server:
        it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\n')
        await it.load()
        await it.instances.files.rows()
        await it.providers.test("Mine")
        assert it.keyring.calls == []


# Tests and consents


async def test_short_message_follows_when_it_is_asked_for(tmp_path: Path) -> None:
    from tests.servers.offline import offline_server

    async with bench(tmp_path) as it, offline_server() as server:
        it.write("mine", f'name = "Mine"\nclient_api = "openai_chat"\nurl = "{server.url}"\n')
        await it.load()
        assert [s.name for s in (await it.providers.test("Mine")).steps][-1] == "models"
        good = await it.providers.test("Mine", message_model="echo")
        assert ([s.name for s in good.steps][-1], good.ok) == ("message", True)
        bad = await it.providers.test("Mine", message_model="error")
        assert (bad.ok, bad.status, [s.ok for s in bad.steps][-1]) == (False, 500, False)
        first = await it.providers.test("Mine", message_model="")
        assert first.steps[-1].ok


async def test_hosted_consents_are_kept_by_instance_and_host(tmp_path: Path) -> None:
    from qodev.types.instances import HostedConsent

    async with bench(tmp_path) as it:
        path = it.write("mine", 'name = "Mine"\nclient_api = "openai_chat"\nurl = "https://a.example"\n')
        await it.load()
        assert it.providers.is_hosted("Mine")
        assert not it.providers.is_hosted("llama.cpp")
        assert await it.providers.hosted_consent("Mine") == HostedConsent()
        await it.providers.give_hosted_consent("Mine", HostedConsent(code=True, sharing=False))
    async with bench(tmp_path) as it:
        assert await it.providers.hosted_consent("Mine") == HostedConsent(code=True)
        await it.instances.changes.rename(await it.instances.changes.plan_rename(path, "Box"))
        assert await it.providers.hosted_consent("Box") == HostedConsent(code=True)
        put(path, 'name = "Box"\nclient_api = "openai_chat"\nurl = "https://b.example"\n')
        await it.load()
        assert await it.providers.hosted_consent("Box") == HostedConsent()
