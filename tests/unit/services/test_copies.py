"""A request written as a command: words as a POSIX shell reads them."""

import shlex

import pytest

from qodev.services.copies import copy_request, masked_headers
from qodev.types.conversation import RequestPreview

_HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer $MY_KEY", "X-Note": "a 'quoted' $value"}


def _preview(body: str) -> RequestPreview:
    return RequestPreview("A", "POST", "http://127.0.0.1:1/v1?a=b&c", _HEADERS, body.encode(), "", (), "MY_KEY", 1)


@pytest.mark.parametrize("body", ['{"a":"it\'s $HOME `x` \\\\ \\n é"}', '{"a":"line\u2028sep"}', "{}"])
def test_curl_keeps_every_byte_of_the_body(body: str) -> None:
    words = shlex.split(copy_request(_preview(body), "curl").replace("\\\n", " "))
    assert words[words.index("--data-binary") + 1] == body
    assert words[4] == "http://127.0.0.1:1/v1?a=b&c"


def test_curl_leaves_the_key_to_the_shell_and_quotes_the_rest() -> None:
    text = copy_request(_preview("{}"), "curl")
    assert "-H 'Authorization: Bearer '\"$MY_KEY\"" in text
    assert "'a '\"'\"'quoted'\"'\"' $value'" in text.replace("X-Note: ", "")


def test_python_reads_the_key_from_the_environment() -> None:
    text = copy_request(_preview("{}"), "python")
    assert "'Bearer ' + os.environ['MY_KEY']" in text
    compile(text, "copied", "exec")


def test_httpie_gets_the_body_on_standard_input() -> None:
    text = copy_request(_preview('{"a":"é"}'), "httpie")
    assert text.startswith('printf %s \'{"a":"é"}\' | http --stream POST')


def test_masked_headers_name_the_variable_and_no_value() -> None:
    assert masked_headers(_HEADERS)["Authorization"] == "Bearer •••••••• ($MY_KEY)"
