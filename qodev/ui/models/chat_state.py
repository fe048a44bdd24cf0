"""What the centre of the window shows besides the transcript: header, pickers, composer, as values."""

from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QLocale

from qodev.types.messages import ContextReport


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ChatState", text, "", count)


def auto_word() -> str:
    """Returns what the choice is called that leaves the agent to the roster."""
    return _tr("Auto")


def nothing_typed() -> str:
    """Returns why an empty message cannot be sent."""
    return _tr("Type a message.")


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a picker; `value` None is Auto or the default, `problem` says why it cannot be used."""

    value: str | None
    label: str
    detail: str = ""
    tip: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The model of the agent in use: where it comes from, and what the picker offers (U71)."""

    agent: str = ""
    model: str = ""
    from_file: str = ""
    is_overridden: bool = False
    listed: tuple[str, ...] = ()
    note: str = ""  # "Loading models…", "41 models", or why there is no list

    @property
    def is_listed(self) -> bool:
        """Tells whether the provider knows the model, as far as its list was read."""
        return not self.listed or self.model in self.listed


@dataclass(frozen=True, slots=True)
class Chip:
    """Something attached to the draft: what it is called, how large it is, and whether it is an image."""

    label: str
    detail: str
    is_image: bool = False
    path: str = ""  # of a file, for copying


@dataclass(frozen=True, slots=True)
class ChatState:
    """Everything around the transcript of the open conversation."""

    conversation_id: str = ""
    title: str = ""
    state: str = ""
    state_icon: str = ""
    state_role: str = "muted"
    is_running: bool = False
    is_stopping: bool = False
    can_retry: bool = False
    agents: tuple[Choice, ...] = ()
    agent: str | None = None
    agent_label: str = field(default_factory=auto_word)
    roles: tuple[Choice, ...] = ()
    role: str | None = None
    scripts: tuple[Choice, ...] = ()
    script: str | None = None
    model: ModelChoice = ModelChoice()
    chips: tuple[Chip, ...] = ()
    send_reason: str = field(default_factory=nothing_typed)
    context: str = ""
    context_detail: str = ""
    is_context_lost: bool = False
    is_ready: bool = False
    loading: str = ""
    launching: str = ""  # the local server that is being started for the message, as a sentence
    project: str = ""  # the name of its folder
    task_reason: str = ""  # why a Code task cannot be sent

    @property
    def send_label(self) -> str:
        """Returns what the send button does now (U95)."""
        return _tr("Queue") if self.is_running else _tr("Send")


def why_not_now(state: ChatState) -> str:
    """Returns what is under way, so that nothing can be sent before it is over."""
    return _tr("The message is being stored.") if state.is_ready else _tr("qodev is still starting.")


def why_not_sent(state: ChatState, *, is_empty: bool, is_made: bool) -> str:
    """Returns why what stands in the composer cannot be sent, or ''."""
    if state.task_reason:
        return state.task_reason
    chosen = next((c for c in state.agents if c.value == state.agent), None)
    if chosen is not None and chosen.problem:
        return chosen.problem
    if is_empty:
        return nothing_typed()
    return "" if is_made else _tr("The conversation is being made.")


@dataclass(frozen=True, slots=True)
class ContextCount:
    """Tokens of the last request: what the server counted, or our estimate."""

    used: int
    window: int | None = None
    is_estimate: bool = True
    is_lost: bool = False

    @property
    def short(self) -> str:
        """Returns the meter's words, such as `≈ 12.4k / 32k`."""
        mark = "≈ " if self.is_estimate else ""
        if self.window:
            return f"{mark}{tokens(self.used)} / {_window(self.window)}"
        return mark + _tr("{0} tokens").format(tokens(self.used))


def _window(size: int) -> str:
    """Returns the size of a window; powers of two are named as vendors do: 32768 is 32k."""
    return f"{size // 1024}k" if size % 1024 == 0 else tokens(size)


def tokens(count: int) -> str:
    """Returns a number of tokens, short from a thousand on."""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.1f}k".replace(".0k", "k")


def context_detail(count: ContextCount | None) -> str:
    """Returns what the meter's numbers mean, in sentences."""
    if count is None:
        return _tr("No request was sent yet.")
    parts = [_tr("{0} tokens in the last request.").format(QLocale().toString(count.used))]
    parts.append(
        _tr("Estimated; the server has not reported yet.") if count.is_estimate else _tr("Counted by the server.")
    )
    if count.window:
        parts.append(_tr("The context window holds {0} tokens.").format(QLocale().toString(count.window)))
    else:
        parts.append(_tr("The window's size is not known."))
    if count.is_lost:
        parts.append(_tr("The server read less than was sent: the beginning was probably dropped."))
    return " ".join(parts)


def counted(report: ContextReport) -> ContextCount:
    """Returns what a report says of the context, as it is counted."""
    reported = report.reported_tokens
    used = reported if reported is not None else report.estimate_tokens
    return ContextCount(used, report.window_tokens, reported is None, report.lost)
