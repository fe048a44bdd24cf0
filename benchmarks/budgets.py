"""The ratios that must hold, one table (performance.md, section 3); loosening a row needs an issue that names the cause."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """A ratio that must hold, and the one to work towards."""

    ratio: float
    aim: float


BUDGETS = {
    "startup.paint": Budget(1.5, 1.3),
    "startup.loop": Budget(1.9, 1.5),
    "startup.usable": Budget(4, 3),
    "startup.gap": Budget(0.5, 0.25),
    "startup.cold": Budget(1.5, 1.2),
    "startup.memory": Budget(1.9, 1.7),
    "startup.memory_chat": Budget(2.6, 2.3),
    "cli.version": Budget(4, 2.5),
    "cli.paths": Budget(6, 4),
    "cli.explain": Budget(4, 2.5),
    "discovery.cold": Budget(13, 10),
    "discovery.cached": Budget(2.5, 2),
    "discovery.linear": Budget(6, 5.2),
    "discovery.dry": Budget(0.4, 0.3),
    "discovery.dry_cached": Budget(0.1, 0.05),
    "discovery.reload": Budget(2.5, 1.5),
    "template.dialect": Budget(2, 1.3),
    "template.body": Budget(6, 4),
    "stream.sse": Budget(5, 4),
    "stream.ndjson": Budget(6, 4.6),
    "stream.openai": Budget(0.25, 0.18),
    "stream.anthropic": Budget(0.75, 0.6),
    "stream.wakeup": Budget(3, 2.4),
    "stream.latency": Budget(2, 1.5),
    "stream.memory": Budget(3, 2),
    "stream.coalesce": Budget(2.5, 2),
    "transcript.frame": Budget(3.5, 2.5),
    "transcript.flat": Budget(1.5, 1.1),
    "transcript.browser": Budget(0.05, 0.02),
    "transcript.chat": Budget(1.5, 1.1),
    "transcript.scroll": Budget(4, 3),
    "transcript.open": Budget(2, 1.4),
    "transcript.open_doc": Budget(0.1, 0.05),
    "transcript.memory": Budget(3, 2),
    "transcript.line": Budget(0.15, 0.06),
    "transcript.table": Budget(0.1, 0.03),
    "composer.key": Budget(1.5, 1.2),
    "composer.busy": Budget(5, 3.5),
    "convo.switch": Budget(1.3, 1.1),
    "convo.filter": Budget(8, 4),
    "search.fts": Budget(0.3, 0.1),
    "search.ranked": Budget(2, 1.2),
    "search.grep": Budget(2, 1.3),
    "search.grep_cap": Budget(0.4, 0.3),
    "search.glob": Budget(2, 1.3),
    "store.append": Budget(15, 10),
    "store.append_json": Budget(0.01, 0.001),
    "store.index": Budget(5, 3),
    "store.open": Budget(0.1, 0.04),
    "judge.rules": Budget(10, 5),
    "judge.readers": Budget(1.5, 1.2),
    "judge.linear": Budget(2.5, 2.1),
}
