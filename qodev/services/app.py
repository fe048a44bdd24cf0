"""Wires everything together; the only place where objects are made for each other."""

import logging
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.agents.catalog import AgentCatalog, CatalogSettings
from qodev.base.assets import resource
from qodev.base.diagnostics import Diagnostic
from qodev.base.files import make_folders, remove_leftovers
from qodev.base.ids import new_id
from qodev.base.logs import configure_logs
from qodev.base.net import HttpClient, NetSettings
from qodev.base.paths import AppPaths
from qodev.base.tasks import TaskOwner, WorkPool
from qodev.providers.http import HttpProvider
from qodev.providers.launch import Launcher
from qodev.runtime.context import TokenMeter
from qodev.runtime.request import BuilderPlaces, RequestBuilder
from qodev.runtime.session import ConversationSession
from qodev.runtime.turn import TurnParts
from qodev.services.agents import AgentsService, url_problems
from qodev.services.bus import EventBus
from qodev.services.conversations import ConversationsService
from qodev.services.offline import OfflineService
from qodev.services.problems import ProblemList
from qodev.services.providers import ProvidersService
from qodev.services.reload import FolderReloads
from qodev.services.requests import RequestsService
from qodev.services.try_out import TryOut
from qodev.settings.overrides import ModelOverrides
from qodev.settings.secrets import KeySecrets
from qodev.settings.store import SettingsStore
from qodev.types.agents import ProviderInstance
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, CoreFault
from qodev.types.ports import FolderWatch
