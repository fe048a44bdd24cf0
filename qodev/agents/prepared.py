"""A template made ready: looked through once, run as often as wanted. Imports Jinja2."""

from collections.abc import Callable, Mapping

from qodev.agents.dialect import CompiledUnit, Marks, load_unit, new_context, run_unit
from qodev.agents.faults import TemplateFault
from qodev.agents.inspection import Inspection, inspect_template
from qodev.agents.machine import Machine, Setting
from qodev.agents.meter import Counters
from qodev.agents.sources import TemplateSources


class PreparedTemplate:
    """A template with everything that it includes, checked."""

    def __init__(self, text: str, sources: TemplateSources, marks: Marks = (), *, in_prompt: bool = False) -> None:
        """Raises TemplateFault for what cannot work in any branch of the template or its partials."""
        self.inspection: Inspection = inspect_template(text, marks, sources, in_prompt=in_prompt)
        self._unit = load_unit(text, marks)
        self._sources = sources
        self._marks = marks

    def run(
        self,
        names: Mapping[str, object],
        counters: Counters,
        prompt: Mapping[str, Callable[..., object]] | None = None,
    ) -> str:
        """Returns the output; raises TemplateFault with its place and the hint of a lint that explains it (A64)."""
        counters.check_time()
        setting = Setting(self._sources, self._load, new_context, prompt or {})
        try:
            return run_unit(self._unit, names, Machine(counters, setting))
        except TemplateFault as fault:
            fault.hint = self.inspection.hint_for(fault) or fault.hint
            raise

    def _load(self, text: str) -> CompiledUnit:
        return load_unit(text, self._marks)
