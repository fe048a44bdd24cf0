"""Names that templates know, and names of files that they may not use, checked before anything is rendered."""

GENERAL_FUNCTIONS = frozenset(
    [
        "tojson",
        "filter_by_type",
        "filter_skip_role",
        "strip_signature_suffix",
        "head_lines",
        "basename",
        "dirname",
        "ext",
        "lower",
        "upper",
        "length",
        "first",
        "last",
        "at",
        "join",
        "sort",
        "max",
        "min",
        "range",
        "replace",
        "capitalize",
        "int",
        "float",
        "round",
        "odd",
        "even",
        "divisibleBy",
        "default",
        "exists",
        "existsIn",
        "isString",
        "isNumber",
        "isInteger",
        "isFloat",
        "isBoolean",
        "isArray",
        "isObject",
        "dict",
        "namespace",
    ]
)
PROMPT_FUNCTIONS = frozenset(("agent_role", "read_file", "file_exists", "read_dir"))
FUNCTIONS = GENERAL_FUNCTIONS | PROMPT_FUNCTIONS
NO_FILTERS = frozenset(("exists", "namespace", "dict"))  # functions that make no sense with a piped value

TAKES_MISSING = frozenset(  # functions that accept an undefined argument (A57)
    [
        "default",
        "existsIn",
        "exists",
        "isString",
        "isNumber",
        "isInteger",
        "isFloat",
        "isBoolean",
        "isArray",
        "isObject",
    ]
)

TEXT_METHODS = frozenset(
    [
        "upper",
        "lower",
        "title",
        "capitalize",
        "strip",
        "lstrip",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "endswith",
        "replace",
        "find",
        "count",
        "join",
        "length",
    ]
)
ARRAY_METHODS = frozenset(["length", "first", "last", "join", "sort", "at"])
OBJECT_METHODS = frozenset(["items", "keys", "values", "get", "length", "at"])
METHODS = TEXT_METHODS | ARRAY_METHODS | OBJECT_METHODS
LOOP_METHODS = frozenset(("cycle", "changed"))

CTX_FIELDS = frozenset(
    ["system_prompt", "prefix", "suffix", "files_metadata", "history", "client_api", "model", "language"]
)

_SECRET_ENDINGS = (".pem", ".pfx", ".key")
_SECRET_NAMES = (".git", ".env", "id_rsa", "id_ed25519")
_SECRET_PARTS = ("secret", "credential")


def looks_secret(segment: str) -> bool:
    """Tells whether a part of a path is one that templates may not name: it can hold keys (S92)."""
    folded = segment.casefold()
    return (
        folded in _SECRET_NAMES
        or folded.startswith(".env.")
        or folded.endswith(_SECRET_ENDINGS)
        or any(part in folded for part in _SECRET_PARTS)
    )
