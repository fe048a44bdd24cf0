"""Our folders on three systems, computed from an environment (A1, A2)."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # not needed before the first paint, nor by `qodev paths`
    from qodev.base.diagnostics import Diagnostic

_XDG = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
}


def _unusable_variables(env: Mapping[str, str]) -> tuple[str, ...]:
    """Names those that hold a relative path, which the XDG rules void, or a file (S170)."""
    if sys.platform in ("win32", "darwin"):
        return ()
    set_ones = {name: Path(env[name]) for name in _XDG if env.get(name)}
    return tuple(name for name, path in set_ones.items() if not path.is_absolute() or path.is_file())


def folder_notices(env: Mapping[str, str]) -> "tuple[Diagnostic, ...]":
    """Returns at most one warning: which variables name no folder, so that the platform's own is used instead."""
    unusable = () if env.get("QODEV_HOME") else _unusable_variables(env)
    if not unusable:
        return ()
    from qodev.base.codes import Code
    from qodev.base.diagnostics import Diagnostic, Severity

    names = ", ".join(f"`{name}`" for name in unusable)
    hint = "Let them name folders by their whole path, or unset them."
    return (
        Diagnostic(Code.DIR_UNWRITABLE, Severity.WARNING, f"No folder is named by {names}; it is ignored.", hint=hint),
    )


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
        return cls._platform(home, env)

    @classmethod
    def _platform(cls, home: Path, env: Mapping[str, str]) -> "AppPaths":
        from platformdirs import PlatformDirs  # costs 4 ms, needed only without QODEV_HOME

        dirs = PlatformDirs("qodev", appauthor=False, roaming=True)
        chosen = (dirs.user_config_dir, dirs.user_data_dir, dirs.user_state_dir, dirs.user_cache_dir)
        unusable = _unusable_variables(env)
        config, data, state, cache = (
            home / fallback / "qodev" if variable in unusable else Path(folder)
            for (variable, fallback), folder in zip(_XDG.items(), chosen, strict=True)
        )
        return cls(config, data, state, cache, home)

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
    def skills(self) -> Path:
        """Returns the folder of the user's own skills."""
        return self.config / "skills"

    @property
    def agent_models(self) -> Path:
        """Returns the file of model overrides."""
        return self.config / "agent_models.json"

    @property
    def pipelines(self) -> Path:
        """Returns the file of rosters."""
        return self.config / "pipelines.toml"

    @property
    def servers(self) -> Path:
        """Returns the file of MCP servers (P192)."""
        return self.config / "mcp.json"

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
