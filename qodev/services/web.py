"""Makes the web tools of Code tasks from the user's settings (P249)."""

from collections.abc import Callable
from dataclasses import dataclass

from qodev.base.logs import KnownSecrets
from qodev.base.net import HttpClient, NetSettings
from qodev.base.tasks import WorkPool
from qodev.tools.web import WebSource
from qodev.tools.web_fetch import PageFetcher
from qodev.tools.web_search import WebSearch


@dataclass(frozen=True, slots=True)
class WebParts:
    """What the web tools need of the rest of the program; settings are asked at each call."""

    client: HttpClient
    proxy: Callable[[], str]
    ca_file: Callable[[], str]  # "" for none
    endpoint: Callable[[], str]  # of web_search, "" for none
    secrets: KnownSecrets
    pool: WorkPool


def make_web_source(parts: WebParts) -> WebSource:
    """Wires them; nothing is asked."""

    def settings() -> NetSettings:
        return NetSettings(proxy=parts.proxy(), ca_file=parts.ca_file() or None)

    fetcher = PageFetcher(parts.client, settings, parts.secrets)
    search = WebSearch(parts.client, settings, parts.secrets)
    return WebSource(fetcher, search, parts.endpoint, parts.pool)
