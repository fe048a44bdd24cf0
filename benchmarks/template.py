"""Templates: our counted dialect beside Jinja's plain sandbox, and a whole body beside `json.dumps` of it."""

import json
import time
from collections.abc import Mapping

from benchmarks._data import history
from benchmarks._kit import Row, Samples, Scale, fast_folder, interleave, require
from qodev.agents.fixtures import FIXTURES
from qodev.agents.leaves import template_leaves
from qodev.agents.loading import CatalogSources, load_definitions
from qodev.agents.meter import REQUEST_LIMITS, Counters
from qodev.agents.prepared import PreparedTemplate
from qodev.agents.render import render_body, sources_for
from qodev.agents.sources import TemplateSources
from qodev.agents.splice import splice
from qodev.base.assets import resource
from qodev.base.jsontext import JsonValue
from qodev.base.paths import AppPaths
from qodev.types.agents import AgentSnapshot

Context = Mapping[str, JsonValue]


def rows() -> list[Row]:
    """Returns the rows of this subject."""
    return [
        Row("template.dialect", _dialect, "thread CPU; templates compiled on both sides"),
        Row("template.body", _body, "thread CPU; the template compiled"),
    ]


def _bundled() -> AgentSnapshot:
    folder = fast_folder()
    try:
        paths = AppPaths.from_env({"QODEV_HOME": str(folder), "HOME": str(folder)}, folder)
        return load_definitions(CatalogSources.of(resource(""), paths), 1).snapshot
    finally:
        folder.rmdir()


def _jobs(snapshot: AgentSnapshot, wanted: int) -> list[tuple[str, TemplateSources, Context]]:
    """Returns templates of bundled bodies with contexts that they were made for, `wanted` in all."""
    contexts = [fixture.ctx for name, fixture in FIXTURES.items() if name in ("full", "two_calls", "files")]
    made: list[tuple[str, TemplateSources, Context]] = []
    for spec in snapshot.agents.values():
        sources = sources_for(snapshot, spec)
        leaves = [text for _, text in template_leaves(spec.body)]
        made += [(text, sources, ctx) for text in leaves for ctx in contexts]
    return [made[i % len(made)] for i in range(wanted)]


def _dialect(scale: Scale) -> Samples:
    snapshot = _bundled()
    jobs = _jobs(snapshot, scale.pick(1000, 20))
    ready = [(PreparedTemplate(text, sources), ctx) for text, sources, ctx in jobs]
    plain = _PlainSandbox(snapshot)
    parsed = [(plain.template(text), ctx) for text, _, ctx in jobs]
    outputs: dict[str, list[str]] = {}

    def subject() -> float:
        started = time.thread_time()
        outputs["ours"] = [template.run({"ctx": ctx}, Counters(REQUEST_LIMITS)) for template, ctx in ready]
        return (time.thread_time() - started) * 1000

    def floor() -> float:
        started = time.thread_time()
        outputs["plain"] = [template.render(ctx=ctx) for template, ctx in parsed]
        cost = (time.thread_time() - started) * 1000
        if "ours" in outputs:
            pairs = zip(outputs["ours"], outputs["plain"], strict=True)
            require(all(splice(a) == splice(b) for a, b in pairs), "the two sides rendered different bodies")
        return cost

    return interleave(subject, floor, scale.rounds())


class _PlainSandbox:
    """Jinja's sandbox with the functions that bundled templates call, and nothing that counts."""

    def __init__(self, snapshot: AgentSnapshot) -> None:
        from jinja2 import ChainableUndefined, DictLoader
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        from qodev.agents.functions import FUNCTIONS

        loader = DictLoader(dict(snapshot.partials[""]))
        self._environment = ImmutableSandboxedEnvironment(
            undefined=ChainableUndefined, autoescape=False, keep_trailing_newline=True, loader=loader
        )
        counters = Counters(REQUEST_LIMITS)
        for name, function in FUNCTIONS.items():
            self._environment.globals[name] = _bound(function, counters)
        self._environment.globals["tojson"] = _dump
        self._environment.filters["tojson"] = _dump

    def template(self, text: str):
        """Returns the compiled template."""
        return self._environment.from_string(text)


def _bound(function, counters: Counters):
    return lambda *args, **named: function(counters, *args, **named)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _body(scale: Scale) -> Samples:
    snapshot = _bundled()
    spec = snapshot.agents["Claude Haiku 4.5 Chat"]
    sources = sources_for(snapshot, spec)
    ctx: Context = {**FIXTURES["full"].ctx, "history": history(scale.pick(200, 10)), "system_prompt": "Be short."}
    known: dict[str, object] = {}

    def subject() -> float:
        started = time.thread_time()
        rendered = render_body(spec, ctx, sources)
        cost = (time.thread_time() - started) * 1000
        require(rendered.body is not None, "the body did not render")
        require(len(rendered.body["messages"]) == len(ctx["history"]), "messages are missing")
        known["body"] = rendered.body
        return cost

    def floor() -> float:
        data = known["body"]
        started = time.thread_time()
        text = json.dumps(data)
        cost = (time.thread_time() - started) * 1000
        require(json.loads(text) == data, "the body is not JSON")
        return cost

    return interleave(subject, floor, scale.rounds(11))
