"""What the parsers of all wire formats share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from qodev.base.jsontext import JsonValue
from qodev.providers.answer import AnswerBuilder
from qodev.providers.base import JsonObject, ParseContext, StreamFault
from qodev.providers.faults import find_fault
from qodev.types.messages import StopReason
from qodev.types.providers import ErrorKind, StreamChunk


class Parser(ABC):
    """Base of the parsers: keeps the state of one answer; a subclass reads its API's objects in `read`."""

    def __init__(self, context: ParseContext) -> None:
        self.context = context
        self.builder = AnswerBuilder(context.make_id)
        self.fault: StreamFault | None = None
        self.is_complete = False
        self.is_final = False
        self.reason = StopReason.UNKNOWN
        self.detail: str | None = None

    def feed(self, event: JsonObject, name: str) -> Sequence[StreamChunk]:
        """Takes one object of a stream; text beside an error still counts (A158)."""
        self.read(event)
        if name == "error" or "error" in event or event.get("type") == "error" or event.get("object") == "error":
            self.fault = find_fault(event, name) or self.fault
        return self.builder.take()

    def feed_whole(self, answer: JsonValue) -> Sequence[StreamChunk]:
        """Takes an answer in one piece."""
        if isinstance(answer, Mapping):
            self.read_whole(answer)
            self.fault = find_fault(answer) or self.fault
        else:
            self.fault = StreamFault(ErrorKind.PROTOCOL, "the answer is not a JSON object")
        return self.builder.take()

    @abstractmethod
    def read(self, event: JsonObject) -> None:
        """Reads one object of a stream."""

    def read_whole(self, answer: JsonObject) -> None:
        """Reads a whole answer; many APIs send the same object as at the end of a stream."""
        self.read(answer)

    @property
    def held_until(self) -> float | None:
        """Returns when held text must be given out; most APIs hold nothing."""
        return None

    def release(self) -> Sequence[StreamChunk]:
        """Gives out held text."""
        return self.builder.take()

    def finish(self) -> Sequence[StreamChunk]:
        """Ends a complete answer."""
        self.builder.finish(self.reason, self.detail)
        return self.builder.take()

    def break_off(self) -> Sequence[StreamChunk]:
        """Ends a broken answer."""
        self.builder.break_off()
        return self.builder.take()

    def stop(self, reason: StopReason, detail: str | None = None) -> None:
        """Notes the API's end mark."""
        self.is_complete = True
        self.reason = reason
        self.detail = detail


def text_of(value: object) -> str:
    """Returns a text, or an empty one for anything else."""
    return value if isinstance(value, str) else ""


def object_of(value: object) -> JsonObject:
    """Returns an object, or an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def objects_of(value: object) -> list[JsonObject]:
    """Returns the objects of an array, or none for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [item for item in value if isinstance(item, Mapping)]


def place_of(value: object) -> int | str | None:
    """Returns the number or word that tells a vendor's blocks apart, None for anything else."""
    return value if isinstance(value, int | str) else None


def count_of(value: object) -> int:
    """Returns a count, or 0 for anything that is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return 0
    return int(value)
