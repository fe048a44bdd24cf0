"""Turns a list of profiles into rows: active, shadowed and reserved ones, and a row for each skipped file (U49)."""

from collections.abc import Iterator
from pathlib import PurePath

from qodev.base.codes import Code
from qodev.base.diagnostics import Diagnostic, Severity
from qodev.types.profile_list import ProfileRow, ProfileState
from qodev.types.profiles import Profile, ProfileSnapshot

_FOLDER_CODES = (Code.PROFILE_SYMLINK_DIR, Code.PROFILE_TOO_MANY_FILES)


def rows_of(snapshot: ProfileSnapshot) -> tuple[ProfileRow, ...]:
    """Returns the rows in the order of the list, then what is shadowed, then what was skipped."""
    by_file: dict[str, list[Diagnostic]] = {}
    for found in snapshot.diagnostics:
        by_file.setdefault(found.file or "", []).append(found)
    active = [_active(profile, snapshot, by_file.get(profile.path, [])) for profile in snapshot.profiles]
    shadowed = [_shadowed(profile, by_file.get(profile.path, [])) for profile in snapshot.shadowed]
    return (*active, *shadowed, *_skipped(snapshot, by_file))


def _row(profile: Profile, state: ProfileState, detail: str = "") -> ProfileRow:
    return ProfileRow(
        profile.name,
        profile.key,
        profile.scope,
        profile.format,
        profile.mode,
        state,
        profile.path,
        profile.description,
        detail,
    )


def _active(profile: Profile, snapshot: ProfileSnapshot, found: list[Diagnostic]) -> ProfileRow:
    codes = {diagnostic.code for diagnostic in found}
    if profile.path and profile.path in snapshot.pending:
        return _row(profile, ProfileState.CHANGED)
    if Code.PROFILE_OVERRIDES_BUILTIN in codes:
        return _row(profile, ProfileState.REPLACES_BUILT_IN)
    model = next((d.message for d in found if d.code is Code.PROFILE_OPENCODE_MODEL), None)
    return _row(profile, ProfileState.MODEL_NOT_APPLIED, model) if model else _row(profile, ProfileState.ACTIVE)


def _shadowed(profile: Profile, found: list[Diagnostic]) -> ProfileRow:
    text = next((d.message for d in found if d.code is Code.PROFILE_SHADOWED_FILE), "")
    return _row(profile, ProfileState.SHADOWED, text)


def _skipped(snapshot: ProfileSnapshot, by_file: dict[str, list[Diagnostic]]) -> Iterator[ProfileRow]:
    loaded = {profile.path for profile in (*snapshot.profiles, *snapshot.shadowed)}
    for path, found in by_file.items():
        errors = [d for d in found if d.severity is Severity.ERROR or d.code in _FOLDER_CODES]
        if not path or path in loaded or not errors:
            continue
        first = errors[0]
        is_reserved = first.code is Code.PROFILE_RESERVED_NAME
        name = first.subject or PurePath(path).name
        yield ProfileRow(
            name,
            name.casefold(),
            snapshot.scopes.get(path),
            None,
            None,
            ProfileState.RESERVED if is_reserved else ProfileState.SKIPPED,
            path,
            detail=first.message,
            line=first.span.line if first.span is not None else 0,
        )
