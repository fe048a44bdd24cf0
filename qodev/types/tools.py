"""Tools as models and rules name them."""

import hashlib
import re
from dataclasses import dataclass

SKILL_PREFIX = "load_skill_"
MCP_PREFIX = "mcp_"
# The tools that edit, that only read, and that start a command (P76 to P85).
EDIT_TOOLS = ("create_file", "write_file", "apply_patch")
READ_TOOLS = ("list_files", "read_file", "search_files")
COMMAND_TOOLS = ("run_command", "verify_command", "start_background_command")
_MCP_READABLE_LIMIT = 38  # P194
_MCP_SUFFIX_DIGITS = 16
_UNREADABLE = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class ToolName:
    """A tool by the names that rules see; an MCP operation has its function name and the uncut one (P79)."""

    name: str
    uncut: str | None = None

    @classmethod
    def of_server(cls, server: str, operation: str) -> "ToolName":
        """Returns the names of an MCP operation; prompts and resources carry their kind, as in `prompt:review` (P194)."""
        readable = _UNREADABLE.sub("_", f"{server}_{operation}")
        suffix = hashlib.sha256(f"{server}\0{operation}".encode()).hexdigest()[:_MCP_SUFFIX_DIGITS]
        return cls(f"{MCP_PREFIX}{readable[:_MCP_READABLE_LIMIT]}_{suffix}", f"{MCP_PREFIX}{readable}")

    @property
    def is_mcp(self) -> bool:
        """Tells whether it belongs to an MCP server."""
        return self.uncut is not None or self.name.startswith(MCP_PREFIX)

    @property
    def is_skill(self) -> bool:
        """Tells whether it loads a skill."""
        return self.name.startswith(SKILL_PREFIX)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns every name that a rule may match."""
        return (self.name,) if self.uncut is None else (self.name, self.uncut)
