"""Cases of cases/security/templates.jsonl."""

import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from qodev.agents.faults import TemplateFault
from qodev.agents.findings import diagnose, finding_of
from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.prepared import PreparedTemplate
from qodev.agents.prompt_functions import PromptFunctions, PromptInputs
from qodev.agents.render import splice_output
from qodev.agents.sources import TemplateSources
from tests.cases.kit import Case, difference
from tests.unit.agents.made import make_role, make_spec

_GROWTH_KIB = 256 * 1024
_PYTHON_TEXT = ("Traceback", "Error:", "<class", "object at 0x")


def run(case: Case) -> str | None:
    """Renders one template as at request time with the figures of load."""
    with tempfile.TemporaryDirectory() as folder:
        start, grown = time.monotonic(), _peak_kib()
        outcome, said = _outcome(case, Path(folder))
        took = time.monotonic() - start
    return _judge(case["expect"], outcome, said, took, _peak_kib() - grown)


def _judge(wanted: dict[str, Any], outcome: dict[str, Any], said: str, took: float, grown_kib: int) -> str | None:
    if wanted["outcome"] != "any":
        fault = difference("outcome", wanted["outcome"], outcome["outcome"])
        if fault is not None:
            return f"{fault} ({said[:200]})"
    for name in ("error", "text"):
        if name in wanted and wanted[name] != outcome.get(name):
            return difference(name, wanted[name], outcome.get(name))
    shown = [text for text in (*wanted.get("absent", ()), *_PYTHON_TEXT) if text in said]
    if shown:
        return f"shows {shown}"
    if took > wanted.get("within_s", 3):
        return f"took {took:.1f} s"
    return None if grown_kib < _GROWTH_KIB else f"grew by {grown_kib} KiB"


def _outcome(case: Case, folder: Path) -> tuple[dict[str, Any], str]:
    in_prompt = case["place"] == "prompt"
    project = folder / "project"
    _build(project, case.get("tree", []))
    sources = TemplateSources(case.get("partials") or {}, roles={"developer": make_role("developer", "ROLE")})
    inputs = PromptInputs(None, project, folder / "home", folder / "home" / "config")
    functions = PromptFunctions(inputs, sources, is_load=False)
    try:
        counters = Counters(LOAD_LIMITS)
        marks = inputs.marks() if in_prompt else ()
        template = PreparedTemplate(case["template"], sources, marks, in_prompt=in_prompt)
        text = template.run(case["data"], counters, functions.table() if in_prompt else None)
    except TemplateFault as fault:
        return {"outcome": "refused", "error": str(fault.code)}, _said(finding_of("body.k", fault))
    if not in_prompt:
        _, finding = splice_output("body.k", text)
        if finding is not None and finding.severity == "error":
            return {"outcome": "refused", "error": str(finding.code)}, _said(finding)
    return {"outcome": "text", "text": text}, text


def _said(finding: Any) -> str:
    return repr(diagnose(make_spec(), finding))


def _build(project: Path, tree: list[list[Any]]) -> None:
    is_link = ["rootlink"] in tree  # the project is opened through a link
    (project.parent / "real" if is_link else project).mkdir(parents=True)
    if is_link:
        project.symlink_to(project.parent / "real")
    for name in ("secret", "secret.txt", "outside/f"):
        (project.parent / name).parent.mkdir(exist_ok=True)
        (project.parent / name).write_text("K=1")
    for kind, path, *rest in (entry for entry in tree if len(entry) > 1):
        target = project / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if kind == "dir":
            target.mkdir(exist_ok=True)
        elif kind == "symlink":
            target.symlink_to(rest[0].replace("@outside", str(project.parent / "outside")))
        elif kind == "hardlink":
            target.hardlink_to(project / rest[0])
        elif kind == "fifo":
            import os

            os.mkfifo(target)
        elif kind == "bytes":
            target.write_bytes(bytes.fromhex(rest[0]))
        elif kind == "size":
            target.write_bytes(b"a" * rest[0])
        else:
            target.write_text(rest[0] if rest else "", encoding="utf-8")


def _peak_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
