"""Puts the profiles of all tiers together: the better tier wins, two names are reserved (P43 to P52, P63)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Parsed, Severity, SourceSpan, sorted_diagnostics
from qodev.profiles.builtin import BUILT_IN
from qodev.profiles.codev import parse_profile
from qodev.profiles.names import RESERVED
from qodev.profiles.opencode import parse_opencode
from qodev.profiles.places import FoundFile, Tier, TierReader, opencode_folder, tiers
from qodev.types.profiles import Profile, ProfileFormat, ProfileScope, ProfileSnapshot

_BUILT_IN_KEYS = {profile.key: profile for profile in BUILT_IN}
_BUILD = "build"


@dataclass(frozen=True, slots=True)
class ProfileSources:
    """Where profiles are looked for; `project` is None unless its folder is trusted (P46)."""

    config: Path
    home: Path
    env: Mapping[str, str]
    codev: Path | None = None
    project: Path | None = None

    @property
    def opencode(self) -> Path:
        """Returns the user folder of OpenCode."""
        return opencode_folder(self.home, self.env)


def load_profiles(sources: ProfileSources, revision: int) -> ProfileSnapshot:
    """Reads every tier and returns what counts; one bad file hides no other. Blocking."""
    project = str(sources.project) if sources.project is not None else None
    return load_tiers(
        tiers(sources.config, sources.home, sources.env, sources.codev, sources.project), revision, project
    )


def load_tiers(found: Iterable[Tier], revision: int, project: str | None = None) -> ProfileSnapshot:
    """Reads some tiers, best first. Blocking."""
    gathered = _Gathered()
    for tier in found:
        gathered.take(tier)
    return ProfileSnapshot(
        revision,
        project,
        gathered.listed(),
        tuple(gathered.shadowed),
        sorted_diagnostics(gathered.diagnostics),
        scopes=gathered.scopes,
    )


def parse_file(found: FoundFile, scope: ProfileScope) -> Parsed[Profile]:
    """Reads a file by its format."""
    if found.format is ProfileFormat.OPENCODE:
        return parse_opencode(found.content, found.id, str(found.path), scope, digest=found.digest)
    return parse_profile(found.content, found.path.name, str(found.path), scope, digest=found.digest)


@dataclass(slots=True)
class _Gathered:
    """The winners so far, in load order."""

    winners: dict[str, Profile] = field(default_factory=dict)
    shadowed: list[Profile] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    scopes: dict[str, ProfileScope] = field(default_factory=dict)

    def take(self, tier: Tier) -> None:
        """Adds the files of a tier that is worse than all before."""
        reader, known = TierReader(tier), len(self.diagnostics)
        for found in reader.read():
            parsed = parse_file(found, tier.scope)
            self.diagnostics.extend(parsed.diagnostics)
            if parsed.value is not None:
                self._add(parsed.value)
        self.diagnostics.extend(reader.diagnostics)
        for fault in self.diagnostics[known:]:
            self.scopes.setdefault(fault.file or "", tier.scope)

    def _add(self, profile: Profile) -> None:
        winner = self.winners.get(profile.key)
        if profile.key in RESERVED:
            text = f"`{profile.name}` is reserved for the built-in profile."
            self._note(Code.PROFILE_RESERVED_NAME, Severity.ERROR, profile, text, "Choose another name.")
        elif winner is None:
            self.winners[profile.key] = profile
            if profile.key in _BUILT_IN_KEYS:
                text = f"It replaces the built-in profile {_BUILT_IN_KEYS[profile.key].name}."
                self._note(Code.PROFILE_OVERRIDES_BUILTIN, Severity.INFO, profile, text)
        elif winner.scope is profile.scope:
            text = f"`{profile.name}` is already the name of `{winner.path}`, which is used."
            self._note(Code.PROFILE_DUPLICATE_NAME, Severity.ERROR, profile, text, "Choose another name.")
        else:
            self.shadowed.append(profile)
            text = f"`{profile.name}` of `{winner.path}` is used instead ({winner.scope.value})."
            self._note(Code.PROFILE_SHADOWED_FILE, Severity.INFO, profile, text)

    def _note(self, code: Code, severity: Severity, profile: Profile, text: str, hint: str | None = None) -> None:
        span = SourceSpan(profile.path, 1, 1)
        found = Diagnostic(code, severity, text, subject=profile.name, path=profile.path, span=span, hint=hint)
        self.diagnostics.append(found)

    def listed(self) -> tuple[Profile, ...]:
        """Returns the list as it is shown: Build, the files by tier, the built-ins that nothing replaced (P63)."""
        build = self.winners.get(_BUILD, _BUILT_IN_KEYS[_BUILD])
        others = (profile for key, profile in self.winners.items() if key != _BUILD)
        rest = (profile for profile in BUILT_IN if profile.key != _BUILD and profile.key not in self.winners)
        return (build, *others, *rest)
