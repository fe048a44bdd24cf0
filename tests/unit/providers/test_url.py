"""The effective URL: rules A123 to A129 and A141 beyond the case file."""

import pytest

from qodev.base.diagnostics import Severity
from qodev.providers.url import effective_url, find_secret_query, host_of, is_local_host, model_list_url, shown_url
from qodev.types.agents import ClientApi
from tests.fakes.wire import instance


def _url(url: str, endpoint: str = "/y", model: str = "m") -> str | None:
    return effective_url(url, endpoint, model).value


def _codes(url: str, endpoint: str = "/y", model: str = "m") -> list[str]:
    return [d.code.value for d in effective_url(url, endpoint, model).diagnostics]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x.io", "http:/x.io", "https://", "https:///v1", "https://:80", "https://x.io:0", "https://x.io:65536",
        "https://x.io:", "https://u@x.io", "https://u:p@x.io/v1", "https://@x.io", "https://x.io/../a", "https://x.io/./a",
        "https://x.io/a/..", "https://x.io/%2e%2E/a", "https://x.io/a b", " https://x.io", "https://x.io ", "https://x.io\t",
        "https://x.io\x00", "https://x.io\u00a0", "https://[::1", "https://[::g]", "https://[::1]x", "https://a..b",
        "https://x.io\\a", "https://${MODEL}.io", "https://\u00e9\ud800.io", "https://x.io:8o", "https://%20.io",
    ],
)  # fmt: skip
def test_url_that_no_request_can_go_to_is_invalid(url: str) -> None:
    assert (_url(url), _codes(url)) == (None, ["url.invalid"])


@pytest.mark.parametrize("endpoint", ["/a/../b", "/./b", "..", "/a\nb", "/a\x7f", "/y#z", "/a/%2e./b"])
def test_endpoint_with_dots_marks_or_controls_is_invalid(endpoint: str) -> None:
    assert (_url("https://x.io", endpoint), _codes("https://x.io", endpoint)) == (None, ["url.invalid"])


@pytest.mark.parametrize("endpoint", ["https://x.io/y", "HTTP://x.io", "ftp://x"])
def test_endpoint_that_is_a_url_is_refused(endpoint: str) -> None:
    assert _codes("https://x.io", endpoint) == ["url.endpoint_absolute"]


@pytest.mark.parametrize("url", ["localhost:1234", "//x.io", "x.io/v1"])
def test_missing_scheme_hints_at_http(url: str) -> None:
    hint = effective_url(url, "/y", "m").diagnostics[0].hint
    assert hint == f"http://{url.lstrip('/')}"


def test_empty_url_hints_at_the_scheme() -> None:
    assert effective_url("", "/y", "m").diagnostics[0].hint == "http://…"


@pytest.mark.parametrize(
    ("url", "endpoint", "model", "wanted"),
    [
        ("HTTPS://API.X.io/V1", "/y", "m", "https://api.x.io/V1/y"),
        ("https://x.io:8443/a", "/y", "m", "https://x.io:8443/a/y"),
        ("http://[2001:DB8::1]:80", "/y", "m", "http://[2001:db8::1]:80/y"),
        ("https://bücher.example", "/y", "m", "https://xn--bcher-kva.example/y"),
        ("https://x.io/${MODEL}", "/y", "a/b", "https://x.io/a/b/y"),
        ("https://x.io?m=${MODEL}", "/y", "a/b", "https://x.io/y?m=a%2Fb"),
        ("https://x.io", "/y?a=b c&d=é\"", "m", "https://x.io/y?a=b%20c&d=%C3%A9%22"),
        ("https://x.io", "/a{b}|^`<>\"[]", "m", "https://x.io/a%7Bb%7D%7C%5E%60%3C%3E%22%5B%5D"),
        ("https://x.io", "/m/${MODEL}", "50%", "https://x.io/m/50%25"),
        ("https://x.io", "/m/${MODEL}", "-._~:@!$&'()*+,;=", "https://x.io/m/-._~:@!$&'()*+,;="),
        ("https://x.io", "/m/${OTHER}", "x", "https://x.io/m/$%7BOTHER%7D"),
        ("https://x.io", "/y/", "m", "https://x.io/y/"),
        ("https://x.io", "", "m", "https://x.io"),
        ("https://x.io?a=1?b", "/y", "m", "https://x.io/y?a=1?b"),
        ("https://user.io/a@b", "/y", "m", "https://user.io/a@b/y"),
        ("https://x.io", "/m/${MODEL}", "\ud800", "https://x.io/m/%EF%BF%BD"),
    ],
)  # fmt: skip
def test_url_is_joined_and_encoded(url: str, endpoint: str, model: str, wanted: str) -> None:
    assert (_url(url, endpoint, model), _codes(url, endpoint, model)) == (wanted, [])


@pytest.mark.parametrize("model", ["", ".", "..", "a/", "/a", "a//b", "a/../b"])
def test_model_with_an_empty_or_dotted_part_has_no_place_in_a_path(model: str) -> None:
    assert _codes("https://x.io", "/m/${MODEL}", model) == ["url.bad_model"]


def test_model_of_dots_may_stand_in_a_query() -> None:
    assert _url("https://x.io", "/m?n=${MODEL}", "../x") == "https://x.io/m?n=..%2Fx"
    assert _codes("https://x.io", "/m?n=${MODEL}", "") == ["url.bad_model"]


@pytest.mark.parametrize(
    ("url", "endpoint", "wanted"),
    [
        ("https://x.io/v1/chat/completions", "/completions", "https://x.io/v1/completions"),
        ("https://x.io/v1/responses", "/responses", "https://x.io/v1/responses"),
        ("http://h:8080/infill/", "/completion", "http://h:8080/completion"),
        ("https://x.io/v1beta/models/g:streamGenerateContent", "/models/m:generateContent", "https://x.io/v1beta/models/m:generateContent"),
        ("https://x.io/a/b/c", "/b/c", "https://x.io/a/b/c"),
        ("https://x.io/m/m/go", "/m/${MODEL}/go", "https://x.io/m/m/go"),
    ],
)  # fmt: skip
def test_pasted_end_is_cut_once(url: str, endpoint: str, wanted: str) -> None:
    found = effective_url(url, endpoint, "m")
    assert (found.value, [d.code.value for d in found.diagnostics]) == (wanted, ["url.full_pasted"])
    assert found.diagnostics[0].severity is Severity.WARNING
    assert found.diagnostics[0].fix is not None


@pytest.mark.parametrize(
    "url", ["https://x.io/mychat/completionsx", "https://x.io/Chat/Completions", "https://x.io/v1/embeddings"]
)
def test_other_ends_are_no_pasted_endpoints(url: str) -> None:
    assert _codes(url) == []


@pytest.mark.parametrize(("segment", "is_version"), [("v1", True), ("v1beta", True), ("v2", True), ("api", True), ("v1beta2", True), ("v", False), ("V1", False), ("apis", False), ("beta", False)])  # fmt: skip
def test_repeated_segment_is_folded_when_it_looks_like_a_version(segment: str, is_version: bool) -> None:
    wanted = f"https://x.io/{segment}/y" if is_version else f"https://x.io/{segment}/{segment}/y"
    assert _url(f"https://x.io/{segment}", f"/{segment}/y") == wanted


@pytest.mark.parametrize(
    ("api", "url", "wanted"),
    [
        (ClientApi.ANTHROPIC, "https://api.anthropic.com", "https://api.anthropic.com/v1/models?limit=1000"),
        (ClientApi.ANTHROPIC, "https://api.anthropic.com/v1", "https://api.anthropic.com/v1/models?limit=1000"),
        (ClientApi.GOOGLE, "https://g.io/v1beta", "https://g.io/v1beta/models?pageSize=1000"),
        (ClientApi.OLLAMA, "http://localhost:11434", "http://localhost:11434/api/tags"),
        (ClientApi.OLLAMA, "http://localhost:11434/api", "http://localhost:11434/api/tags"),
        (ClientApi.OPENAI_CHAT, "https://api.openai.com/v1", "https://api.openai.com/v1/models"),
        (ClientApi.OPENAI_CHAT, "https://api.deepseek.com", "https://api.deepseek.com/v1/models"),
        (ClientApi.OPENAI_CHAT, "https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/models"),
        (ClientApi.OPENAI_CHAT, "https://x.io/v1/chat/completions", "https://x.io/v1/models"),
        (ClientApi.OPENAI_RESPONSES, "http://localhost:1234", "http://localhost:1234/v1/models"),
        (ClientApi.MISTRAL, "https://api.mistral.ai", "https://api.mistral.ai/v1/models"),
        (ClientApi.LLAMA_CPP, "http://localhost:8080", "http://localhost:8080/v1/models"),
    ],
)
def test_model_list_url_follows_the_client_api(api: ClientApi, url: str, wanted: str) -> None:
    assert model_list_url(instance(url, api)).value == wanted


def test_shown_url_has_no_user_and_no_query_values() -> None:
    assert shown_url("https://u:p@x.io/a?tenant=KEY&x=&flag") == "https://x.io/a?tenant=…&x=&flag"
    assert shown_url("https://x.io/a@b") == "https://x.io/a@b"


@pytest.mark.parametrize(
    "url", ["https://u:p4ss@x.io", "u:p4ss@x.io", "https://u:p4ss@x.io/a b", "https://u:p4ss@x.io/../#"]
)
def test_diagnostic_of_a_url_does_not_show_its_user(url: str) -> None:
    assert "p4ss" not in repr(effective_url(url, "/y", "m").diagnostics)


def test_query_that_can_only_be_a_secret_is_found() -> None:
    assert find_secret_query("https://x.io/a?b=c&Api_Key=d") == "Api_Key"
    assert find_secret_query("https://x.io/key=a?keys=b&tokens=c&key=") is None


def test_host_of_a_broken_url_is_empty() -> None:
    assert host_of("http://[::1") == ""


@pytest.mark.parametrize(("host", "is_local"), [("localhost", True), ("127.0.0.2", True), ("::1", True), ("192.168.1.5", True), ("box", True), ("nas.local", True), ("api.openai.com", False), ("8.8.8.8", False)])  # fmt: skip
def test_local_hosts_are_this_machine_and_its_network(host: str, is_local: bool) -> None:
    assert is_local_host(host) is is_local
