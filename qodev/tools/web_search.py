"""Asks the search that the user set up, whose answer is data; SearXNG's JSON, or any text (P249, S155).

The endpoint is an address with `{q}` where the query goes. Without one `q=…&format=json` is added, as SearXNG takes it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.text import clip
from qodev.tools.web_body import Body, read_body, text_of
from qodev.types.tooling import ToolRefusal

PLACEHOLDER = "{q}"
_RESULTS_MOST = 20
_TITLE_LIMIT, _URL_LIMIT, _EXTRACT_LIMIT = 200, 500, 600
_CONNECT_S, _IDLE_S, _TOTAL_S = 10.0, 20.0, 30.0
_HEADERS = {"Accept": "application/json,text/*;q=0.9,*/*;q=0.1", "Accept-Encoding": "gzip, deflate"}


class SearchFault(Exception):
    """The endpoint answered, but not with results."""


@dataclass(frozen=True, slots=True)
class WebSearch:
    """Sends one GET without cookies or keys; the endpoint is the user's own, and may be on this machine."""

    client: HttpClient
    settings: Callable[[], NetSettings]
    secrets: KnownSecrets

    def url_of(self, endpoint: str, query: str) -> str:
        """Returns the address that is asked; raises ToolRefusal when it would hold a key."""
        if self.secrets.stand_in(query):
            raise ToolRefusal("The query holds a key; it is not sent.")
        word = quote(query.encode("utf-8", "replace"), safe="")
        if PLACEHOLDER in endpoint:
            return endpoint.replace(PLACEHOLDER, word)
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}q={word}&format=json"

    async def ask(self, url: str) -> Body:
        """Returns the answer, at most 1 MiB of it; raises NetError, and SearchFault for redirects and other refusals."""
        chosen = self.settings()
        settings = NetSettings(chosen.proxy, chosen.ca_file, chosen.verify_tls, _CONNECT_S, _IDLE_S, _TOTAL_S)
        response = await self.client.stream("GET", url, _HEADERS, None, settings)
        try:
            if response.status in range(300, 400):
                raise SearchFault("The web search redirects to another address, which is not followed.")
            if response.status not in range(200, 300):
                raise SearchFault(f"The web search answered with HTTP {response.status}.")
            return await read_body(response)
        finally:
            await response.close()

    def results_of(self, body: Body, url: str) -> str:
        """Returns the results as lines; an answer without SearXNG's JSON is given as its text. Blocks."""
        text, _ = text_of(body, url)
        results = _results(text)
        if results is None:
            return text.strip() or "Nothing was found."
        lines = [line for number, result in enumerate(results, 1) for line in _shown(number, result)]
        return "\n".join(lines) or "Nothing was found."


def _results(text: str) -> Sequence[Mapping[str, object]] | None:
    """Returns the results of SearXNG's JSON, None for any other text."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = answer.get("results") if isinstance(answer, dict) else None
    return [entry for entry in found if isinstance(entry, dict)][:_RESULTS_MOST] if isinstance(found, list) else None


def _shown(number: int, result: Mapping[str, object]) -> Iterator[str]:
    title, url, extract = (_line(result.get(name)) for name in ("title", "url", "content"))
    yield f"{number}. {clip(title, _TITLE_LIMIT) or '(no title)'}"
    if url:
        yield f"   {clip(url, _URL_LIMIT)}"
    if extract:
        yield f"   {clip(extract, _EXTRACT_LIMIT)}"


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
