"""Breaks of what keeps servers of tools within their bounds and what was accepted of them."""

from tests.mutants.runner import Mutant

HOSTILE = ("tests/rigs/test_mcp.py",)
OVER_HTTP = ("tests/rigs/test_mcp_http.py",)
SIGN_IN = ("tests/unit/tools/test_mcp_official.py",)
CONFIG = ("tests/unit/tools/test_mcp_config.py",)
ACCEPTED = ("tests/unit/tools/test_mcp_accepted.py",)

_HOST, _HTTP = "qodev/tools/mcp.py", "qodev/tools/mcp_http.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant("servers", _HOST, "known.digest == operation.digest", "True", HOSTILE),
    Mutant("servers", _HOST, "launch.digest == launch_digest(entry)", "True", HOSTILE),
    Mutant(
        "servers",
        "qodev/tools/mcp_tool.py",
        "    async def _act(self, sent: ServerCall, on_progress: Callable[[str], None]) -> ToolOutput:\n        self._require_current()\n",
        "    async def _act(self, sent: ServerCall, on_progress: Callable[[str], None]) -> ToolOutput:\n",
        HOSTILE,
    ),
    Mutant("servers", "qodev/tools/mcp_messages.py", "depth_limit=DEPTH_MOST", "depth_limit=400", HOSTILE),
    Mutant("servers", "qodev/tools/mcp_stdio.py", "if self._stray >= STRAY_LINES_MOST:", "if False:", HOSTILE),
    Mutant("servers", _HTTP, "if response.status in _REDIRECTS:", "if False:", OVER_HTTP),
    Mutant(
        "servers",
        "qodev/tools/mcp_oauth.py",
        'access is None or rest.get("url") != self.entry.url',
        "access is None",
        SIGN_IN,
    ),
    Mutant(
        "servers", "qodev/tools/mcp_redirect.py", "if not self._state or not hmac", "if False and not hmac", SIGN_IN
    ),
    Mutant("servers", "qodev/tools/mcp_fields.py", 'if parts.scheme == "http" and not', "if False and not", CONFIG),
    Mutant("servers", "qodev/tools/mcp_accepted.py", "        list(entry.arguments),\n", "", ACCEPTED),
)
