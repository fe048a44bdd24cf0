"""The exception tree.

QodevError
 +- UserFacingError (message, hint)
     +- AgentError (diagnostics)      an agent, role or roster cannot be used
     +- RoutingError (pipeline, path, project)  no agent of a roster fits
     +- StoreError                    conversations cannot be read or written
     +- SettingsError                 a setting cannot be read, written or is impossible
     +- SecretError                   a key cannot be read, written or is malformed
     +- ProcessError                  a program cannot be started
     +- NetError (kind)               raised by `base.net` alone

`ProviderError` is a value of `types.providers` (it travels in a stream); its exception is `ProviderFailure` there.
"""

from qodev.base.diagnostics import Diagnostic


class QodevError(Exception):
    """Root of everything that qodev raises on purpose."""


class UserFacingError(QodevError):
    """A fault with a sentence that a person can act on."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class AgentError(UserFacingError):
    """An agent, a role or a roster cannot be used; `diagnostics` say why, with file and line."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = (), hint: str | None = None) -> None:
        root = diagnostics[0] if diagnostics else None
        super().__init__(f"{message} {root.message}" if root else message, hint or (root.hint if root else None))
        self.diagnostics = diagnostics


class RoutingError(UserFacingError):
    """No agent of a pipeline takes a file, "" for none; nothing was sent (A116)."""

    def __init__(self, pipeline: str, path: str, project: str) -> None:
        name = path.replace("\\", "/").rpartition("/")[2]
        what = f"matches `{name}`" if path else "takes a message without a file"
        hint = f"Choose an agent, or add one to the roster of the {pipeline} pipeline."
        super().__init__(f"No agent of the {pipeline} pipeline {what}, so nothing was sent.", hint)
        self.pipeline = pipeline
        self.path = path
        self.project = project


class StoreError(UserFacingError):
    """Conversations cannot be read or written."""


class SettingsError(UserFacingError):
    """A setting cannot be read or written, or its value is impossible."""


class SecretError(UserFacingError):
    """A key cannot be read or written, or is malformed; the text never holds its value."""


class ProcessError(UserFacingError):
    """A program cannot be started or did not end as it should."""
