"""What is shown of a request: of one that would be sent, of one that was sent, and of one that cannot be built (U67)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qodev.base.diagnostics import Diagnostic
from qodev.base.jsontext import JsonValue
from qodev.providers.url import MODEL_MARK, effective_url, find_secret_query, shown_url
from qodev.runtime.context import text_weight
from qodev.runtime.request import BuiltRequest
from qodev.types.agents import AgentSnapshot
from qodev.types.conversation import BodySection, RequestPreview, SentRequest

_MARK = "qodevmodelmark"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of building a request: the request, or why there is none."""

    built: BuiltRequest | None
    snapshot: AgentSnapshot
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[str, ...] = ()


def shown_attempt(agent: str, attempt: Attempt) -> RequestPreview:
    """Returns what is shown of an attempt."""
    if attempt.built is None:
        problems = (*(d.message for d in attempt.diagnostics), *attempt.problems)
        return replace(no_preview(agent, *problems), diagnostics=attempt.diagnostics)
    return preview_of(attempt.built, attempt.snapshot)


def preview_of(built: BuiltRequest, snapshot: AgentSnapshot) -> RequestPreview:
    """Returns what is shown of a built request."""
    sent = built.sent
    return RequestPreview(
        agent=sent.agent,
        method=sent.method,
        url=sent.url,
        headers=sent.headers,
        body=sent.body,
        system_prompt=sent.system_prompt,
        added=built.added,
        key_name=built.key_name,
        estimate_tokens=sent.estimate_tokens,
        problems=built.notes,
        diagnostics=built.warnings,
        model=built.model,
        target="" if find_secret_query(built.request.url) else built.request.url,
        key_ref=built.request.instance.api_key_ref if built.key_name else "",
        substituted=_substituted(built, snapshot),
        sections=sections_of(built.body, sent.estimate_tokens),
        prompt_parts=built.prompt_parts,
    )


def stored_preview(sent: SentRequest, snapshot: AgentSnapshot) -> RequestPreview:
    """Returns what is shown of a request that went out; its agent, if it is still as it was, tells the query."""
    return RequestPreview(
        agent=sent.agent,
        method=sent.method,
        url=sent.url,
        headers=sent.headers,
        body=sent.body,
        system_prompt=sent.system_prompt,
        added=(),
        key_name=None,
        estimate_tokens=sent.estimate_tokens,
        stored=sent,
        model=sent.model,
        target=_target_of(sent, snapshot),
    )


def _target_of(sent: SentRequest, snapshot: AgentSnapshot) -> str:
    spec = snapshot.agents.get(sent.agent)
    instance = snapshot.find_instance(spec.provider_instance) if spec is not None else None
    if spec is None or instance is None or "?" not in sent.url:
        return ""
    url = effective_url(instance.url, spec.endpoint, sent.model).value or ""
    return url if shown_url(url) == sent.url and not find_secret_query(url) else ""


def no_preview(agent: str, *problems: str) -> RequestPreview:
    """Returns what is shown where there is no request."""
    return RequestPreview(agent, "POST", "", {}, None, "", (), None, 0, problems)


def _substituted(built: BuiltRequest, snapshot: AgentSnapshot) -> tuple[tuple[int, int], ...]:
    """Returns where in the shown address the model stands for `${MODEL}`."""
    spec = snapshot.agents.get(built.sent.agent)
    instance = built.request.instance
    if spec is None or MODEL_MARK not in instance.url + spec.endpoint:
        return ()
    marked = effective_url(instance.url, spec.endpoint, _MARK).value
    url = built.sent.url
    pieces = shown_url(marked).split(_MARK) if marked is not None else []
    if len(pieces) < 2:
        return ()
    length, rest = divmod(len(url) - sum(map(len, pieces)), len(pieces) - 1)
    if rest or length <= 0:  # a model that is written differently in path and query
        return ()
    starts = [sum(map(len, pieces[: count + 1])) + length * count for count in range(len(pieces) - 1)]
    return tuple((start, start + length) for start in starts)


def sections_of(body: Mapping[str, JsonValue], tokens: int) -> tuple[BodySection, ...]:
    """Returns how the token estimate spreads over the parts of a body, the largest first."""
    weights: dict[str, float] = {}
    for key, value in body.items():
        for name, part in _parts_of(key, value):
            weights[name] = weights.get(name, 0.0) + text_weight(part)
    total = sum(weights.values())
    if total <= 0:
        return ()
    heavy = sorted(weights.items(), key=lambda item: -item[1])
    return tuple(BodySection(name, round(tokens * w / total), w / total) for name, w in heavy if w > 0)


def _parts_of(key: str, value: JsonValue) -> list[tuple[str, JsonValue]]:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if key not in ("messages", "input", "contents") or not is_list:
        return [("system" if key in ("system", "instructions", "systemInstruction") else key, value)]
    assert isinstance(value, Sequence)
    return [("system" if _is_system(message) else key, message) for message in value]


def _is_system(message: JsonValue) -> bool:
    return isinstance(message, Mapping) and message.get("role") in ("system", "developer")
