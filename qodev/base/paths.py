"""Our folders on three systems, computed from an environment (A1, A2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class AppPaths:
    """Where qodev keeps its files; nothing is created by making this value."""

    config: Path
    data: Path
    state: Path
    cache: Path
    home: Path

    @classmethod
    def from_env(cls, env: Mapping[str, str], working_dir: Path) -> "AppPaths":
        """Returns the platform's folders, or those below `QODEV_HOME` when that is set and not empty.

        A relative `QODEV_HOME` is taken from `working_dir`. Outside `QODEV_HOME` platformdirs decides, from the
        environment of this process.
        """
        home = Path(env.get("HOME") or env.get("USERPROFILE") or Path.home())
        chosen = env.get("QODEV_HOME", "")
        if chosen:
            root = working_dir / chosen
            return cls(root / "config", root / "data", root / "state", root / "cache", home)
        return cls._platform(home)

    @classmethod
    def _platform(cls, home: Path) -> "AppPaths":
        from platformdirs import PlatformDirs  # costs 4 ms, needed only without QODEV_HOME

        dirs = PlatformDirs("qodev", appauthor=False, roaming=True)
        return cls(
            Path(dirs.user_config_dir),
            Path(dirs.user_data_dir),
            Path(dirs.user_state_dir),
            Path(dirs.user_cache_dir),
            home,
        )

    @property
    def agents(self) -> Path:
        """Returns the folder of the user's agents; `partials` lies in it."""
        return self.config / "agents"

    @property
    def providers(self) -> Path:
        """Returns the folder of the user's provider instances."""
        return self.config / "providers"

    @property
    def roles(self) -> Path:
        """Returns the folder of the user's roles."""
        return self.config / "roles"

    @property
    def profiles(self) -> Path:
        """Returns the folder of the user's profiles."""
        return self.config / "profiles"

    @property
    def agent_models(self) -> Path:
        """Returns the file of model overrides."""
        return self.config / "agent_models.json"

    @property
    def pipelines(self) -> Path:
        """Returns the file of rosters."""
        return self.config / "pipelines.toml"

    @property
    def settings(self) -> Path:
        """Returns the file of settings."""
        return self.config / "settings.toml"

    @property
    def database(self) -> Path:
        """Returns the database of conversations."""
        return self.data / "conversations.sqlite"

    @property
    def logs(self) -> Path:
        """Returns the folder of log files."""
        return self.state / "logs"

    @property
    def try_out(self) -> Path:
        """Returns the folder of the try-out model (F47)."""
        return self.data / "try-out"

    def folders(self) -> tuple[Path, ...]:
        """Returns every folder that is created at start (A3), parents first."""
        return (
            self.config,
            self.agents,
            self.agents / "partials",
            self.providers,
            self.roles,
            self.profiles,
            self.data,
            self.state,
            self.logs,
            self.cache,
        )
