"""qodev: profiles of AI agents, and chats and Code tasks run with them."""

__version__ = "0.1.0"
