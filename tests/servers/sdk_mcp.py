"""The official SDK's own server as a program: `stdio`, or what `make_server` gives for HTTP in a test's own loop."""

import sys

from mcp.server.mcpserver import Context, MCPServer


def make_server(**options: object) -> MCPServer:
    """Returns a server with one of each kind of operation."""
    server = MCPServer("official", **options)  # type: ignore[arg-type]  # whatever a test needs

    @server.tool()
    def add(a: int, b: int) -> int:
        """Adds two numbers."""
        return a + b

    @server.tool()
    async def steps(count: int, ctx: Context) -> str:
        """Reports progress."""
        for number in range(count):
            await ctx.report_progress(number + 1, count, f"step {number + 1}")
        return "done"

    @server.tool()
    def fail() -> str:
        """Always fails."""
        raise ValueError("no such luck")

    @server.prompt()
    def review(code: str) -> str:
        """Asks for a review."""
        return f"Please review: {code}"

    @server.resource("config://app")
    def config() -> str:
        """Holds the configuration."""
        return "colour = blue"

    @server.resource("greeting://{name}")
    def greeting(name: str) -> str:
        """Greets somebody."""
        return f"Hello {name}"

    return server


if __name__ == "__main__":
    if sys.argv[1:] == ["stdio"]:
        make_server().run("stdio")
