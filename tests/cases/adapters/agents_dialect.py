"""Cases of cases/agents/dialect.jsonl."""

from pathlib import Path

from qodev.agents.faults import TemplateFault
from qodev.agents.meter import LOAD_LIMITS, Counters
from qodev.agents.prepared import PreparedTemplate
from qodev.agents.prompt_functions import PromptFunctions, PromptInputs
from qodev.agents.sources import TemplateSources
from tests.cases.kit import Case, difference
from tests.unit.agents.made import make_role


def run(case: Case) -> str | None:
    """Renders one template."""
    in_prompt = case["place"] == "prompt"
    roles = {"developer": make_role("developer", "ROLE")}
    sources = TemplateSources(bundled=case.get("files") or {}, roles=roles)
    inputs = PromptInputs(None, None, Path("/nowhere"), Path("/nowhere/config"))
    functions = PromptFunctions(inputs, sources, is_load=False)
    try:
        template = PreparedTemplate(case["template"], sources, in_prompt=in_prompt)
        text = template.run(case["data"], Counters(LOAD_LIMITS), functions.table() if in_prompt else None)
    except TemplateFault as fault:
        return difference("result", case["expect"], {"error": str(fault.code)})
    lints = sorted(str(lint.code) for _, lint in template.inspection.lints)
    return difference("result", case["expect"], {"text": text}) or difference(
        "warnings", sorted(case.get("warnings", [])), lints
    )
