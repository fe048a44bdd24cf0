"""Wires a simulator alone, for a command line that answers at once: no agents, no database (F13, `cli.explain`)."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.policies import PolicyStore
from qodev.permissions.protected import ProtectedText
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.profiles.catalog import ProfileSources, load_profiles
from qodev.profiles.codev import parse_profile
from qodev.services.simulator import Simulator, SimulatorParts
from qodev.types.profiles import Profile, ProfileScope
from qodev.workspace.git import Git
from qodev.workspace.trust import TrustStore


@dataclass(frozen=True, slots=True)
class Explaining:
    """A simulator with the profiles that it can be asked about."""

    simulator: Simulator
    profiles: tuple[Profile, ...]

    def require_profile(self, name: str) -> Profile:
        """Returns the profile of that name, or of that file; raises UserFacingError."""
        if name.lower().endswith(".md"):
            return _profile_of_file(Path(name))
        found = next((profile for profile in self.profiles if profile.name.casefold() == name.casefold()), None)
        if found is None:
            names = ", ".join(profile.name for profile in self.profiles)
            raise UserFacingError(f"There is no profile `{name}`.", f"Profiles are {names}.")
        return found


def _profile_of_file(path: Path) -> Profile:
    try:
        content = path.read_bytes()
    except OSError as fault:
        raise UserFacingError(f"`{path}` cannot be read: {fault.strerror or fault}.") from fault
    parsed = parse_profile(content, path.name, str(path), ProfileScope.USER)
    if parsed.value is None:
        first = parsed.diagnostics[0]
        place = f" (line {first.span.line})" if first.span is not None else ""
        raise UserFacingError(f"`{path}` is no profile: {first.message}{place}", first.advice)
    return parsed.value


@contextmanager
def explaining(paths: AppPaths, env: Mapping[str, str], project: Path | None) -> Iterator[Explaining]:
    """Reads what explaining needs, and takes its temporary folder away again. Blocking."""
    trust = TrustStore(paths.data / "trust.json", paths.home, time.time)
    trust.load()
    policies = PolicyStore(paths.data / "policies.json", ProtectedText(paths.data, paths.home), time.time)
    policies.load()
    trusted = project if project is not None and trust.is_trusted(project) else None
    sources = ProfileSources(paths.config, paths.home, env, None, trusted)
    pool = WorkPool()
    with tempfile.TemporaryDirectory(prefix="qodev-") as folder:
        empty = Path(folder)
        readers = CommandReaders(find_shfmt(env), empty)
        parts = SimulatorParts(readers, policies.policy_of, policies.protection, Git(env, empty).hooks_folder, pool)
        try:
            yield Explaining(Simulator(parts), load_profiles(sources, 1).profiles)
        finally:
            pool.close()
