"""Connection tests in steps over real sockets, and the plain words for each way that they fail (U41)."""

import asyncio
import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.netcauses import NetCause
from qodev.providers.explain import explain
from qodev.providers.probe import UNWATCHED, ProbeMeans, probe_instance, probe_message, with_message
from qodev.providers.sending import Sealing
from qodev.providers.short_message import short_request
from qodev.providers.url import split_pasted
from qodev.types.agents import ClientApi, LaunchSpec, ProviderInstance
from qodev.types.instances import ExplanationAction
from qodev.types.providers import ErrorKind, ProbeResult, ProbeStep, ProbeWatch
from tests.fakes.sending import END, HI, SSE, request_to, sender
from tests.fakes.wire import CERTIFICATES, MemorySecrets, RawAnswer, instance, listening, raw_server
from tests.servers.offline import offline_server

DIRECT = NetSettings("none")
LIST = RawAnswer(200, {}, [b'{"data":[{"id":"a"},{"id":"b"}]}'])
KEY = "sk-abcdef-1234567890"


async def probe(
    target: ProviderInstance, net: NetSettings = DIRECT, watch: ProbeWatch = UNWATCHED, **options: bool
) -> ProbeResult:
    client = HttpClient(proxies=dict)
    may_send = options.get("may_send_plain", False)
    sealing = Sealing(MemorySecrets({"ref": KEY}), KnownSecrets(), may_send_plain=lambda _: may_send)
    result = await probe_instance(target, ProbeMeans(client, sealing, net), watch)
    await client.close()
    return result


async def probed(url: str, net: NetSettings = DIRECT) -> tuple[bool, list[tuple[str, bool]], list[ProbeStep]]:
    seen: list[ProbeStep] = []
    target = instance(url, key_ref="ref", verify_tls=net.verify_tls)
    result = await probe(target, net, ProbeWatch(taken=seen.append))
    assert list(result.steps) == seen
    return result.ok, [(step.name, step.ok) for step in result.steps], seen


def serving_tls(name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{name}.pem")
    return context


async def test_good_connection_passes_every_step() -> None:
    async with raw_server(LIST) as server:
        ok, steps, told = await probed(server.url)
    assert (ok, [name for name, _ in steps]) == (True, ["address", "tls", "sign_in", "models"])
    assert (told[1].text, told[3].text) == ("Not used: http", "2 models")


async def test_steps_are_told_while_the_request_is_under_way() -> None:
    told: list[str] = []
    waits, asked = asyncio.Event(), asyncio.Event()

    async def wait(_: int) -> None:
        asked.set()
        await waits.wait()

    watch = ProbeWatch(told.append, lambda step: told.append(f"{step.name}!"))
    answer = replace(LIST, before_chunk=wait)
    async with raw_server(answer, ssl=serving_tls("good")) as server, asyncio.TaskGroup() as group:
        net = NetSettings("none", ca_file=str(CERTIFICATES / "authority.pem"))
        test = group.create_task(probe(instance(server.url), net, watch))
        await asked.wait()
        assert told == ["address", "address!", "tls", "tls!", "sign_in"]
        waits.set()
        assert (await test).ok
    assert told[5:] == ["sign_in!", "models", "models!"]


async def test_connection_that_stands_already_passes_every_step_again() -> None:
    client = HttpClient(proxies=dict)
    async with offline_server() as server:
        means = ProbeMeans(client, Sealing(MemorySecrets({}), KnownSecrets()), DIRECT)
        for _ in range(2):
            result = await probe_instance(instance(server.url), means)
            assert [step.name for step in result.steps] == ["address", "tls", "sign_in", "models"]
    await client.close()


async def test_failed_step_is_the_last() -> None:
    async with raw_server(RawAnswer(401)) as server:
        assert (await probed(server.url))[1][-1] == ("sign_in", False)
    assert (await probed(server.url))[1] == [("address", False)]
    async with raw_server(RawAnswer(404)) as server:
        assert (await probed(server.url))[1][-1] == ("models", False)
    async with raw_server(RawAnswer(200, {}, [b"hi"])) as server:
        assert (await probed(server.url))[1][-1] == ("models", False)
    assert (await probed("http://192.0.2.1"))[1] == [("sign_in", False)]


async def test_failed_step_says_where_with_what_status_and_what_the_server_said() -> None:
    refused = RawAnswer(401, {"x-request-id": "r-1"}, [b'{"error":{"message":"Incorrect key provided: ' + KEY.encode()])
    refused = replace(refused, chunks=[refused.chunks[0] + b'."}}'])
    async with raw_server(refused) as server:
        result = await probe(instance(server.url, key_ref="ref"))
    step = result.steps[-1]
    assert (step.url, step.status) == (f"{server.url}/v1/models", 401)
    assert (step.vendor_text, result.request_id) == ("Incorrect key provided: •••.", "r-1")


async def test_tls_step_names_issuer_and_trust_store() -> None:
    async with raw_server(LIST, ssl=serving_tls("self_made")) as server:
        ok, steps, told = await probed(server.url)
        assert (ok, steps) == (False, [("address", True), ("tls", False)])
        assert "`Nobody Ltd`" in told[1].text
        assert "the system's certificate store" in told[1].text
        ok, _, told = await probed(server.url, NetSettings("none", verify_tls=False))
        assert (ok, told[1].text) == (True, "TLS check off")


async def test_short_message_is_a_step_of_its_own() -> None:
    async with raw_server(RawAnswer(200, SSE, [HI, END]), RawAnswer(404)) as server, sender() as it:
        good = await probe_message(it.provider, request_to(instance(server.url)))
        bad = await probe_message(it.provider, request_to(instance(server.url)))
    assert (good.step.name, good.step.ok, good.step.text) == ("message", True, "hi")
    assert (bad.step.ok, bad.step.text) == (False, "HTTP 404: Not Found")
    before = ProbeResult(ok=True, kind=None, text="2 models", url="u", steps=(ProbeStep("models", ok=True, text=""),))
    assert with_message(before, good).ok
    after = with_message(before, bad)
    assert (after.ok, after.kind, [step.ok for step in after.steps]) == (False, ErrorKind.NOT_FOUND, [True, False])


@pytest.mark.parametrize("api", list(ClientApi))
async def test_short_message_is_answered_in_every_wire_format(api: ClientApi) -> None:
    async with offline_server() as server, sender() as it:
        prefix = "/v1beta" if api is ClientApi.GOOGLE else ""
        told = await probe_message(it.provider, short_request(instance(server.url + prefix, api), "echo"))
    assert told.error is None
    assert "OK" in told.step.text


# What a failure means, in plain words: each provoked by a real server.


async def explained(result: ProbeResult, target: ProviderInstance | None = None) -> tuple[str, str, ExplanationAction]:
    found = explain(result, target)
    assert found is not None
    return found.title, found.text, found.action


async def test_refused_key_says_so_with_its_status() -> None:
    async with raw_server(RawAnswer(401)) as server:
        target = instance(server.url, key_ref="ref")
        title, text, action = await explained(await probe(target), target)
        assert title == "The key was refused (401). Check the key and the host it belongs to."
        assert (action, "the address is right" in text) == (ExplanationAction.EDIT_KEY, True)
        without = instance(server.url)
        assert (await explained(await probe(without), without))[0] == "The server wants a key (401)."


async def test_key_that_would_travel_in_the_clear_is_explained() -> None:
    title, text, action = await explained(await probe(instance("http://192.0.2.1", key_ref="ref")))
    assert title == "Nothing was sent, for the key's sake."
    assert ("unencrypted" in text, action) == (True, ExplanationAction.EDIT_KEY)


@pytest.mark.parametrize(
    ("api", "path", "asked", "fixed"),
    [
        (ClientApi.OPENAI_CHAT, "/v1/v1", "/v1/v1/models", "/v1"),
        (ClientApi.OPENAI_CHAT, "/api/v1/chat", "/api/v1/chat/v1/models", "/api/v1"),
        (ClientApi.OLLAMA, "/api/api", "/api/api/tags", "/api"),
        (ClientApi.OLLAMA, "/v1", "/v1/api/tags", ""),
    ],
)
async def test_404_by_a_doubled_path_offers_the_url_that_is_meant(
    api: ClientApi, path: str, asked: str, fixed: str
) -> None:
    async with raw_server(RawAnswer(404)) as server:
        found = explain(await probe(instance(server.url + path, api)))
    assert server.seen[0].target == asked
    assert found is not None
    assert found.action is ExplanationAction.USE_URL
    assert found.value == server.url + fixed
    assert found.title in ("The path is doubled (404).", "The path has a part too many (404).")


async def test_404_of_another_path_offers_to_edit_the_url() -> None:
    async with raw_server(RawAnswer(404)) as server:
        title, _, action = await explained(await probe(instance(server.url + "/elsewhere")))
    assert (title, action) == ("The path is not there (404).", ExplanationAction.EDIT_URL)


@pytest.mark.parametrize(
    ("certificate", "ca_file", "title", "action"),
    [
        ("self_made", None, "The server's certificate is not trusted.", ExplanationAction.EDIT_CA_FILE),
        ("expired", "authority", "The server's certificate has run out.", ExplanationAction.RETRY),
        ("other_name", "authority", "The server's certificate is for another host.", ExplanationAction.EDIT_URL),
        ("good", "gone", "The CA file cannot be read.", ExplanationAction.EDIT_CA_FILE),
    ],
)
async def test_tls_failures_are_told_apart(
    certificate: str, ca_file: str | None, title: str, action: ExplanationAction
) -> None:
    net = NetSettings("none", ca_file=str(CERTIFICATES / f"{ca_file}.pem") if ca_file else None)
    async with raw_server(LIST, ssl=serving_tls(certificate)) as server:
        result = await probe(instance(server.url), net)
    found, text, offered = await explained(result)
    assert (found, offered) == (title, action)
    assert text
    failed = result.steps[-1].text
    assert ca_file == "gone" or ("certificate store" in failed and "issued by" in failed)


async def test_server_without_tls_is_told() -> None:
    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()

    async with listening(babble) as url:
        result = await probe(instance(url.replace("http:", "https:")))
    title, text, action = await explained(result)
    assert title == "The server did not agree on a secure connection."
    assert ("http://" in text, action) == (True, ExplanationAction.EDIT_URL)


async def test_refused_connection_is_told_and_a_launchable_server_can_be_started() -> None:
    async with raw_server() as gone:
        url = gone.url
    target = instance(url)
    result = await probe(target)
    assert result.cause is NetCause.REFUSED
    title, text, action = await explained(result, target)
    assert (title, action) == ("The connection was refused.", ExplanationAction.RETRY)
    assert url.removeprefix("http://") in text
    launchable = replace(target, launch=LaunchSpec("server"))
    title, _, action = await explained(result, launchable)
    assert (title, action) == ("The server does not run.", ExplanationAction.START_SERVER)


async def test_unknown_host_is_told() -> None:
    title, text, action = await explained(await probe(instance("http://no-such-host.invalid")))
    assert (title, action) == ("The host is not known.", ExplanationAction.EDIT_URL)
    assert "`no-such-host.invalid`" in text


@pytest.mark.parametrize(
    ("status", "title"), [(407, "The proxy wants a log-in (407)."), (502, "The proxy made no connection.")]
)
async def test_refusing_proxy_is_told_apart_from_the_server(status: int, title: str) -> None:
    async with raw_server(RawAnswer(status)) as proxy:
        result = await probe(instance("https://models.example"), NetSettings(proxy.url))
    assert [(step.name, step.ok) for step in result.steps] == [("address", False)]
    found, _, action = await explained(result)
    assert (found, action) == (title, ExplanationAction.EDIT_PROXY)


async def test_proxy_that_is_not_there_is_told() -> None:
    async with raw_server() as gone:
        url = gone.url
    title, text, action = await explained(await probe(instance("https://models.example"), NetSettings(url)))
    assert (title, action) == ("The proxy made no connection.", ExplanationAction.EDIT_PROXY)
    assert url.removeprefix("http://") in text


async def test_silence_page_fault_and_redirect_are_told() -> None:
    async with raw_server(RawAnswer(200, {}, [b"<html>hello</html>"])) as server:
        assert (await explained(await probe(instance(server.url))))[0] == "The answer is not that of a model server."
    async with raw_server(RawAnswer(500)) as server:
        assert (await explained(await probe(instance(server.url))))[0] == "The server has a fault of its own (500)."
    async with raw_server(RawAnswer(429)) as server:
        assert (await explained(await probe(instance(server.url))))[0] == "The server asks to wait (429)."
    async with raw_server(RawAnswer(302, {"location": "https://elsewhere.example/"})) as server:
        title, text, action = await explained(await probe(instance(server.url)))
        assert (title, action) == ("The server sends on to another address.", ExplanationAction.EDIT_URL)
        assert "elsewhere.example" in text
    async with raw_server(replace(LIST, then="silence", headers={"content-length": "999"})) as server:
        net = NetSettings("none", idle_s=0.05)
        assert (await explained(await probe(instance(server.url), net)))[0] == "The server did not answer in time."


async def test_success_needs_no_explanation() -> None:
    async with raw_server(LIST) as server:
        assert explain(await probe(instance(server.url))) is None


async def test_address_that_is_none_is_explained() -> None:
    assert (await explained(await probe(instance("nonsense"))))[0] == "The address cannot be used."


@pytest.mark.parametrize(
    ("pasted", "url", "endpoint"),
    [
        ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1", "/chat/completions"),
        ("https://api.anthropic.com/v1/messages/", "https://api.anthropic.com/v1", "/messages"),
        ("http://box:11434/api/chat", "http://box:11434", "/api/chat"),
        ("http://box/v1/responses?api-version=2", "http://box/v1?api-version=2", "/responses"),
        (
            "https://g.example/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
            "https://g.example/v1beta",
            "/models/gemini-3:streamGenerateContent",
        ),
    ],
)
def test_pasted_endpoint_is_split(pasted: str, url: str, endpoint: str) -> None:
    assert split_pasted(pasted) == (url, endpoint)
    assert split_pasted(url) is None


def test_certificates_of_these_tests_are_there() -> None:
    assert not Path(CERTIFICATES / "gone.pem").exists()
