"""Says what a load would find in one file if it held another text: instances, roles, rosters and partials (U65)."""

from dataclasses import replace
from pathlib import Path

from qodev.agents.faults import TemplateFault
from qodev.agents.findings import severity_of
from qodev.agents.layers import LayerFolder
from qodev.agents.lint import check_rosters
from qodev.agents.loading import collector_paused, resolve_material
from qodev.agents.material import FolderFiles, Material
from qodev.agents.memory import LoadMemory
from qodev.agents.pipelines import default_rosters, parse_pipelines
from qodev.agents.roles import check_role
from qodev.agents.sources import TemplateSources
from qodev.base.diagnostics import Diagnostic, SourceSpan
from qodev.types.agents import AgentSnapshot, Layer


def check_instance(
    material: Material, memory: LoadMemory, path: str, text: str
) -> tuple[AgentSnapshot, tuple[Diagnostic, ...]]:
    """Returns what would be loaded with another instance file, and what is said about it; `memory` learns nothing."""
    providers = tuple(_holding(one, path, text) for one in material.providers)
    with collector_paused():
        snapshot = resolve_material(replace(material, providers=providers), 0, memory.branch(path)).snapshot
    return snapshot, tuple(d for d in snapshot.diagnostics if d.file == path)


def _holding(folder: FolderFiles, path: str, text: str) -> FolderFiles:
    is_user = folder.folder.layer is Layer.USER
    is_there = any(file.source.path == path for file in folder.files)
    return folder.holding(path, text) if is_there or (is_user and Path(path).parent == folder.folder.path) else folder


def check_role_text(snapshot: AgentSnapshot, path: str, text: str) -> tuple[Diagnostic, ...]:
    """Returns what is said about a role file of the user."""
    taken = {id_: role for id_, role in snapshot.roles.items() if role.layer is Layer.BUNDLED}
    return check_role(text, Path(path), Layer.USER, taken).diagnostics


def check_rosters_text(snapshot: AgentSnapshot, path: str, text: str) -> tuple[Diagnostic, ...]:
    """Returns what is said about a file of rosters."""
    parsed = parse_pipelines(text, path)
    rosters = parsed.value or default_rosters(path)
    return (*parsed.diagnostics, *check_rosters(rosters, snapshot.agents, frozenset(snapshot.bases)))


def check_partial(snapshot: AgentSnapshot, folder: LayerFolder, path: str, text: str) -> tuple[Diagnostic, ...]:
    """Returns what is wrong with a partial wherever it is included: it is compiled with what it includes, not run."""
    from qodev.agents.inspection import inspect_template  # loads Jinja2 (F37)

    name = Path(path).relative_to(folder.path).as_posix()
    own = {**snapshot.partials.get(str(folder.path), {}), name: text}
    sources = TemplateSources(snapshot.partials.get("", {}), own, snapshot.roles)
    try:
        inspection = inspect_template(text, (), sources, in_prompt=True)
    except TemplateFault as fault:
        if fault.partial is not None:  # said at that one
            return ()
        return (_finding(path, fault, fault.line),)
    lints = (lint for partial, lint in inspection.lints if partial is None)
    return tuple(_finding(path, TemplateFault(x.code, x.message, x.hint), x.line) for x in lints)


def _finding(path: str, fault: TemplateFault, line: int | None) -> Diagnostic:
    shown = f", line {line}" if line is not None else ""
    message = f"In `{Path(path).name}`{shown}: {fault.message}"
    span = SourceSpan(path, line or 1)
    return Diagnostic(fault.code, severity_of(fault.code), message, span=span, hint=fault.hint)
