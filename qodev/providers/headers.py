"""Says which headers every request carries (A159); `keys` knows the key's."""

from qodev import __version__


def base_headers(accept: str) -> dict[str, str]:
    """Returns the headers of every request."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "Accept": accept,
        "Accept-Encoding": "identity",  # F40: bytes go to the framing as they come
        "User-Agent": f"qodev/{__version__}",
    }
