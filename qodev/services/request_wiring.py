"""Makes the one builder of requests."""

from qodev.agents.catalog import AgentCatalog
from qodev.base.paths import AppPaths
from qodev.providers.http import HttpProvider
from qodev.runtime.context import TokenMeter
from qodev.runtime.request import BuilderPlaces, RequestBuilder
from qodev.services.offline import OfflineService


def make_builder(
    catalog: AgentCatalog, paths: AppPaths, meter: TokenMeter, provider: HttpProvider, offline: OfflineService
) -> RequestBuilder:
    """Returns what renders agents into requests, for previews and turns alike."""
    places = BuilderPlaces(paths.home, paths.config)
    return RequestBuilder(lambda: catalog.snapshot, places, meter, provider.takes_stream_options, offline.place)
