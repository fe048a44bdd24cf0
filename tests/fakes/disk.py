"""Looks at files and changes them from within async tests, where nothing else runs that could be held up."""

from pathlib import Path


def text_of(path: Path) -> str:
    """Returns the text of a file."""
    return path.read_text(encoding="utf-8")


def bytes_of(path: Path) -> bytes:
    """Returns the bytes of a file."""
    return path.read_bytes()


def names_in(folder: Path) -> list[str]:
    """Returns the names in a folder, sorted."""
    return sorted(p.name for p in folder.iterdir())


def put(path: Path, content: bytes) -> None:
    """Writes a file and makes its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def modes_in(folder: Path) -> dict[str, int]:
    """Returns the rights of every file below a folder, by name."""
    return {p.name: p.stat().st_mode & 0o777 for p in folder.rglob("*") if p.is_file()}
