"""What can be wrong with a template, before it is tied to an agent and a key."""

from qodev.agents.names import FUNCTIONS
from qodev.base.codes import Code
from qodev.base.text import clip

_VALUE_LIMIT = 500  # S94: no data value over 500 characters in an error


class TemplateFault(Exception):
    """A template cannot be used or rendered; `line` counts in the template, `partial` names the file it is in."""

    def __init__(self, code: Code, message: str, hint: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = clip(message, _VALUE_LIMIT)
        self.hint = hint
        self.line = line
        self.partial: str | None = None
        self.snippet = ""

    def fresh(self) -> "TemplateFault":
        """Returns an equal fault that is not tied to an earlier render."""
        return TemplateFault(self.code, self.message, self.hint, self.line)


def runtime_fault(message: str, hint: str | None = None) -> TemplateFault:
    """Returns a `template.runtime` fault."""
    return TemplateFault(Code.TEMPLATE_RUNTIME, message, hint)


def output_fault() -> TemplateFault:
    """Returns the `limit.output` fault."""
    return TemplateFault(
        Code.LIMIT_OUTPUT, "The template makes more text than allowed.", "Make less text or shorter values."
    )


def depth_fault() -> TemplateFault:
    """Returns the `limit.depth` fault."""
    return TemplateFault(
        Code.LIMIT_DEPTH, "The template nests too deeply.", "Use fewer levels; a part must not include or call itself."
    )


def loops_fault() -> TemplateFault:
    """Returns the `limit.loops` fault."""
    return TemplateFault(Code.LIMIT_LOOPS, "The template loops more often than allowed.", "Loop over fewer members.")


def time_fault() -> TemplateFault:
    """Returns the `limit.time` fault."""
    return TemplateFault(Code.LIMIT_TIME, "The template takes longer than allowed.", "Make the template simpler.")


def undefined_fault(path: str) -> TemplateFault:
    """Returns the `template.undefined` fault that names what is missing (A57).

    A function without its `()` is as little a value, but a fault of another kind (A65).
    """
    if path in FUNCTIONS:
        return runtime_fault(f"`{path}` is a function; call it with `()`.")
    is_path = path.replace(".", "").replace("_", "").isalnum()
    hint = f"Test it first: `{{% if {path} %}}`." if is_path else None
    message = f"`{path}` is undefined." if is_path or "[" in path else f"{path[:1].upper()}{path[1:]} is undefined."
    return TemplateFault(Code.TEMPLATE_UNDEFINED, message, hint)


def forbidden_fault(name: str) -> TemplateFault:
    """Returns the `template.forbidden` fault (A59)."""
    return TemplateFault(Code.TEMPLATE_FORBIDDEN, f"`{clip(name, 100)}` is not allowed in templates.")
