"""Estimates tokens, learns from what servers report, and notices a prompt that was cut (U135, U136)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qodev.base.jsontext import JsonValue
from qodev.types.agents import ClientApi
from qodev.types.messages import ContextReport, WindowSource

# Characters a token, for models that nothing is known of: English prose and code give 3.5 to 4.5 with the vendors'
# current tokenizers, other scripts about one token for one or two characters.
_ASCII_CHARS_PER_TOKEN = 4.0
_OTHER_CHARS_PER_TOKEN = 1.6
_UNCALIBRATED_FLOOR = 0.75  # architecture.md, section 4
_CALIBRATED_FLOOR = 0.9
_SMALLEST_JUDGED_TOKENS = 400  # below this, templates of the server weigh more than the text
_LEARNING_RATE = 0.5


def text_weight(value: JsonValue) -> float:
    """Returns the tokens that the texts in `value` come to by the plain ratios; image data do not count."""
    if isinstance(value, str):
        ascii_count = len(value) if value.isascii() else sum(1 for char in value if char < "\x80")
        return ascii_count / _ASCII_CHARS_PER_TOKEN + (len(value) - ascii_count) / _OTHER_CHARS_PER_TOKEN
    if isinstance(value, Mapping):
        return sum(text_weight(v) for k, v in value.items() if not _is_binary(k, v))
    if isinstance(value, Sequence):
        return sum(text_weight(v) for v in value)
    return 0.25 if value is not None else 0.0


def _is_binary(key: str, value: JsonValue) -> bool:
    is_data_url = isinstance(value, str) and value.startswith("data:")
    return is_data_url or key in ("data", "images", "url", "fileUri", "signature", "encrypted_content")


@dataclass(slots=True)
class TokenMeter:
    """Keeps one correction factor a model, corrected by each reply's usage; lives as long as the program."""

    _factors: dict[str, float] = field(default_factory=dict)

    def estimate(self, model: str, body: Mapping[str, JsonValue]) -> int:
        """Returns the tokens that the prompt in `body` probably has."""
        return round(text_weight(body) * self._factors.get(model, 1.0))

    def floor(self, model: str, estimate: int) -> int:
        """Returns a number of tokens that the prompt has for sure."""
        return int(estimate * (_CALIBRATED_FLOOR if model in self._factors else _UNCALIBRATED_FLOOR))

    def learn(self, model: str, estimate: int, reported: int) -> None:
        """Moves the model's factor towards what the server counted; too short prompts teach nothing."""
        if estimate < _SMALLEST_JUDGED_TOKENS or reported <= 0:
            return
        before = self._factors.get(model, 1.0)
        wanted = before * reported / estimate
        self._factors[model] = before + (wanted - before) * _LEARNING_RATE


@dataclass(frozen=True, slots=True)
class Window:
    """How many tokens the model can read, and how that is known."""

    tokens: int | None
    source: WindowSource


@dataclass(frozen=True, slots=True)
class Reply:
    """What is known of a request and its answer's usage."""

    request_id: str
    model: str
    estimate_tokens: int
    reported_tokens: int
    window: Window
    is_cut: bool = False  # the server itself says so (A169)


def compare_usage(meter: TokenMeter, reply: Reply) -> ContextReport:
    """Returns the report of a reply and teaches the meter, unless the prompt was cut."""
    estimate, reported = reply.estimate_tokens, reply.reported_tokens
    floor = meter.floor(reply.model, estimate)
    lost = reply.is_cut or (reported > 0 and estimate >= _SMALLEST_JUDGED_TOKENS and reported < floor)
    if not lost:
        meter.learn(reply.model, estimate, reported)
    window = reply.window
    return ContextReport(reply.request_id, estimate, floor, reported or None, window.tokens, window.source, lost)


def window_of(api: ClientApi, body: Mapping[str, JsonValue], listed: int | None) -> Window:
    """Returns the context window: what the body asks the server for, else what the model list says."""
    if api is ClientApi.OLLAMA:
        options = body.get("options")
        asked = options.get("num_ctx") if isinstance(options, Mapping) else None
        if isinstance(asked, int) and not isinstance(asked, bool):
            return Window(asked, WindowSource.BODY)
    return Window(listed, WindowSource.MODEL_LIST if listed else WindowSource.UNKNOWN)
