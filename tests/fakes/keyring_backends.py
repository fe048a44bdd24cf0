"""A keyring in memory, with the faults that real ones have."""

import threading


class FakeKeyring:
    """Keeps passwords in a dict; `calls` lists what was asked of it."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], str] = {}
        self.calls: list[tuple[str, str]] = []
        self.fault: Exception | None = None
        self.forgets = False
        self.silence: threading.Event | None = None

    def _asked(self, verb: str, name: str) -> None:
        self.calls.append((verb, name))
        if self.silence is not None:
            self.silence.wait()
        if self.fault is not None:
            raise self.fault

    def get_password(self, service: str, username: str) -> str | None:
        self._asked("get", username)
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._asked("set", username)
        if not self.forgets:
            self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._asked("delete", username)
        del self.held[service, username]
