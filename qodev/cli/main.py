"""The command line: what can be asked, and which module answers. No Qt; a command's module is imported when it runs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

_API_NAMES = "anthropic, openai_chat, openai_responses, google, mistral, llama_cpp, ollama"
_PIPELINES = ("code_completion", "chat", "compression", "quick_refactor")
_MODES = ("ask", "auto", "allowlist", "read_only")
_MOST_STEPS = 64  # P137
_SHELLS = ("bash", "sh", "powershell", "cmd")
_RENDER_FORMS = ("json", "curl", "httpie", "python")


def _steps(text: str) -> int:
    """Returns a step cap; argparse tells what is none."""
    steps = int(text)
    if not 1 <= steps <= _MOST_STEPS:
        raise argparse.ArgumentTypeError(f"must be 1 to {_MOST_STEPS}")
    return steps


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Returns the parsed command line; `command` is `app` when none is named. Ends the process with 2 on a fault."""
    parser = argparse.ArgumentParser(
        prog="qodev", description="Make the profiles of AI agents and run chats with them.", allow_abbrev=False
    )
    parser.add_argument("--version", action="store_true", help="print the version and end")
    _add_json(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_general(commands)
    _add_agents(commands)
    _add_roles(commands)
    _add_providers(commands)
    _add_profiles(commands)
    _add_permissions(commands)
    _add_trust(commands)
    _add_run(commands)
    _add_try_out(commands)
    options = parser.parse_args(argv)
    options.command = options.command or ("version" if options.version else "app")
    if options.command == "permissions" and options.tool_command is None and options.tool is None:
        parser.error("permissions explain needs --command or --tool")
    return options


def _add_json(parser: argparse.ArgumentParser) -> None:
    # SUPPRESS: a subcommand that is not given --json must not undo the one before it.
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def _add(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, about: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
    _add_json(parser)
    return parser


def _group(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, about: str
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    parser = _add(commands, name, about)
    return parser.add_subparsers(dest="action", metavar="ACTION", required=True)


def _add_general(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    _add(commands, "app", "Open the window (as without a command).")
    _add(commands, "paths", "Show where qodev keeps its files.")
    check = _add(commands, "check", "Check agents, provider instances, roles, rosters and profiles.")
    check.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or folders; none: all user files")
    check.add_argument("--sarif", type=Path, metavar="FILE", help="also write the findings as SARIF 2.1.0")


def _add_agents(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "agents", "List agents, and show what they send.")
    listing = _add(group, "list", "List the agents.")
    listing.add_argument("--all", action="store_true", help="abstract ones too")
    show = _add(group, "show", "Show an agent's effective configuration and where each key comes from.")
    show.add_argument("name", metavar="NAME")
    render = _add(group, "render", "Show the request that an agent would send.")
    render.add_argument("name", metavar="NAME")
    render.add_argument("--fixture", default="first_turn", metavar="F", help="a sample conversation")
    render.add_argument("--as", dest="form", choices=_RENDER_FORMS, default="json", help="how to write it")
    route = _add(group, "route", "Show which agent a pipeline chooses for a file, and why.")
    route.add_argument("pipeline", choices=_PIPELINES, metavar="PIPELINE", help=", ".join(_PIPELINES))
    route.add_argument("file", nargs="?", default="", metavar="FILE")
    route.add_argument("--project", default="", metavar="P", help="name of the open project")
    route.add_argument("--explain", action="store_true", help="a line for each entry of the roster, with the patterns")
    _add_agent_edits(group)


def _add_agent_edits(group: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    new = _add(group, "new", "Write a short file for an agent that builds on another.")
    new.add_argument("name", metavar="NAME")
    new.add_argument("--extends", required=True, metavar="BASE", help="the agent or base that it builds on")
    new.add_argument("--model", metavar="M", help="its model; none: that of the base")
    duplicate = _add(group, "duplicate", "Write a child of an agent that differs in its name alone.")
    duplicate.add_argument("name", metavar="NAME")
    duplicate.add_argument("new", metavar="NEW")
    override = _add(group, "override", "Choose another model for an agent, or go back to that of its file.")
    override.add_argument("name", metavar="NAME")
    choice = override.add_mutually_exclusive_group(required=True)
    choice.add_argument("model", nargs="?", metavar="MODEL")
    choice.add_argument("--reset", action="store_true", help="use the model of the file again")
    diff = _add(group, "diff", "Compare two agents: configuration and rendered body.")
    diff.add_argument("a", metavar="A")
    diff.add_argument("b", metavar="B")
    matrix = _add(group, "matrix", "Render agents with every fixture, those of your own too.")
    matrix.add_argument("names", nargs="*", metavar="NAME", help="agents; none: all")


def _add_roles(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "roles", "List, show and import roles.")
    _add(group, "list", "List the roles.")
    show = _add(group, "show", "Show a role with its text.")
    show.add_argument("id", metavar="ID")
    importing = _add(group, "import", "Make roles out of a JSON file of another program; the file stays as it is.")
    importing.add_argument("file", type=Path, metavar="FILE", help="an object or an array: id, name, systemPrompt")
    importing.add_argument("--all", action="store_true", help="those too that came with the other program")


def _add_providers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "providers", f"Provider instances ({_API_NAMES}): list, add, test, models, keys.")
    _add(group, "list", "List the provider instances.")
    add = _add(group, "add", "Make a provider instance.")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--api", required=True, choices=_API_NAMES.split(", "), metavar="API", help=_API_NAMES)
    add.add_argument("--url", required=True, metavar="URL", help="a pasted endpoint is cut off")
    add.add_argument(
        "--key-ref", default="", metavar="R", help="where its key is: an entry's name, env:NAME, or both with |"
    )
    remove = _add(group, "remove", "Move the file of one of your provider instances to the trash.")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--yes", action="store_true", help="also when agents would break")
    remove.add_argument("--with-key", action="store_true", help="forget its stored key too, if nothing else reads it")
    test = _add(group, "test", "Test the connection.")
    test.add_argument("name", metavar="NAME")
    test.add_argument("--message", nargs="?", const="", metavar="MODEL", help="also send one short message")
    models = _add(group, "models", "List the models that the provider offers.")
    models.add_argument("name", metavar="NAME")
    key = _add(group, "key", "Keep, clear or show the state of a key; it is read from a prompt or standard input.")
    key.add_argument("name", metavar="NAME")
    key.add_argument("what", nargs="?", choices=("set", "clear", "status"), default="status")


def _add_profiles(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "profiles", "List, show and check profiles of Code tasks.")
    listing = _add(group, "list", "List the profiles that were found, the skipped files too.")
    show = _add(group, "show", "Show a profile with its rules and its text.")
    show.add_argument("name", metavar="NAME")
    for parser in (listing, show):
        parser.add_argument("--project", type=Path, metavar="P", help="its profiles count only when it is trusted")
    check = _add(group, "check", "Check profiles of every form, with the lints of the editor and their examples.")
    check.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files, folders, projects; none: your own")
    check.add_argument("--sarif", type=Path, metavar="FILE", help="also write the findings as SARIF 2.1.0")


def _add_trust(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "trust", "Folders whose profiles and skills count.")
    _add(group, "list", "List the trusted folders.")
    add = _add(group, "add", "Trust a folder with its files as they are now; shows them and asks once.")
    add.add_argument(
        "--digest", action="append", dest="digests", default=[], metavar="D", help="the digest that diff prints"
    )
    add.add_argument("--yes", action="store_true", help="do not ask; on a terminal only")
    remove = _add(group, "remove", "Stop trusting a folder, at once.")
    diff = _add(group, "diff", "Show what waits for a decision, and what it would change.")
    for parser in (add, remove, diff):
        parser.add_argument("folder", metavar="DIR")


def _add_permissions(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "permissions", "Explain what a profile and a project's mode make of a call.")
    explain = _add(group, "explain", "Judge a call without running it: verdict, deciding rule, each clause.")
    explain.add_argument("--profile", default="Build", metavar="F", help="a profile's name or file; none: Build")
    explain.add_argument("--project", type=Path, metavar="P", help="its profiles count only when it is trusted")
    explain.add_argument("--mode", choices=_MODES, metavar="MODE", help=f"{', '.join(_MODES)}; none: the project's own")
    explain.add_argument("--command", dest="tool_command", metavar="TEXT", help="a command of run_command")
    explain.add_argument("--tool", metavar="T", help="a tool's name, such as write_file")
    explain.add_argument("--path", metavar="X", help="the path or other argument of the tool")
    explain.add_argument("--shell", choices=_SHELLS, default="bash", metavar="S", help=", ".join(_SHELLS))


def _add_run(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    run = _add(commands, "run", "Send one message and stream the answer.")
    run.add_argument("prompt", metavar="PROMPT", help="the message; - reads it from standard input")
    run.add_argument("--agent", metavar="A", help="none: the first agent of the chat roster that fits")
    run.add_argument("--role", metavar="R", help="a role's id")
    run.add_argument("--model", metavar="M", help="instead of the agent's own model")
    run.add_argument("--project", type=Path, metavar="P", help="the folder; a trusted one makes this a Code task")
    run.add_argument("--profile", metavar="F", help="the profile of a Code task; none: Build")
    run.add_argument("--mode", choices=_MODES, help="instead of the project's own mode, for this run")
    run.add_argument("--max-steps", type=_steps, metavar="N", help="at most so many model requests, 1 to 64")
    run.add_argument(
        "--yes-to", action="append", metavar="RULE", help="say yes where exactly this rule asks; may be given again"
    )


def _add_try_out(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    group = _group(commands, "try-out", "A small local model for trying qodev out.")
    setup = _add(group, "setup", "Fetch and build it; shows what and where, and asks once.")
    setup.add_argument("--yes", action="store_true", help="do not ask")
    _add(group, "status", "Show whether it is set up.")
    _add(group, "remove", "Remove its files, its instance and its agent.")


def run(options: argparse.Namespace) -> int:
    """Carries a command out and returns its exit code."""
    options.json = getattr(options, "json", False)
    if options.command == "version":
        return _command("version")(options)
    from qodev.cli.output import CANCELLED, DONE

    try:
        if options.command == "paths":
            return _command("paths")(options)  # loads nothing that can fail in a sentence, and no asyncio
        from qodev.cli.session import run_guarded

        return run_guarded(_command(options.command), options)
    except KeyboardInterrupt:
        return CANCELLED
    except BrokenPipeError:
        # The reader went away (`qodev agents list | head`): nothing more can be said, and nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    if name in ("paths", "version", "check"):
        from qodev.cli import info

        return {"paths": info.show_paths, "version": info.show_version, "check": info.check}[name]
    if name == "agents":
        from qodev.cli import agents

        return agents.run_agents
    if name == "roles":
        from qodev.cli import roles

        return roles.run_roles
    if name == "providers":
        from qodev.cli import providers

        return providers.run_providers
    if name in ("profiles", "permissions", "trust"):
        return _permission_command(name)
    if name == "run":
        from qodev.cli import run as run_module

        return run_module.run_prompt
    from qodev.cli import try_out

    return try_out.run_try_out


def _permission_command(name: str) -> Callable[[argparse.Namespace], int]:
    if name == "profiles":
        from qodev.cli import profiles

        return profiles.run_profiles
    if name == "trust":
        from qodev.cli import trust

        return trust.run_trust
    from qodev.cli import permissions

    return permissions.explain
