"""Says what a key and a reference to one are (S110, S111)."""

from dataclasses import dataclass

from qodev.base.errors import SecretError

MARK = "•••"
_LIMIT = 4096
_VARIABLE = "env:"


class Secret:
    """A key that prints as marks and cannot be copied to disk by pickle; `reveal` is for the sender alone."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Returns the value; called last thing before a send."""
        return self._value

    def __repr__(self) -> str:
        return MARK

    def __str__(self) -> str:
        return MARK

    def __format__(self, spec: str) -> str:
        return MARK

    def __reduce__(self) -> str:
        raise TypeError("a key is not pickled")


@dataclass(frozen=True, slots=True)
class KeyRef:
    """One alternative of a reference: an item of the key store, or a variable of the environment."""

    name: str
    is_variable: bool


def parse_ref(ref: str) -> tuple[KeyRef, ...]:
    """Returns the alternatives of `ITEM | env:NAME | …` in order; () when no key is needed."""
    found = (part.strip() for part in ref.split("|"))
    return tuple(
        KeyRef(part.removeprefix(_VARIABLE).strip(), is_variable=part.startswith(_VARIABLE)) for part in found if part
    )


def require_valid(value: str, source: str) -> str:
    """Returns a key that can stand in a header; raises SecretError, which names the source and never the value."""
    if not 0 < len(value) <= _LIMIT or not all("!" <= char <= "~" for char in value):
        raise SecretError(
            f"The key from {source} holds characters that a key cannot have, such as a blank or a line end.",
            "Copy the key again and store it anew.",
        )
    return value


def trim_pasted(text: str) -> str:
    """Returns pasted text without the blanks and line end around it, as the key dialog takes it (S110)."""
    return text.strip(" \t\r\n")
