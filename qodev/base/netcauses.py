"""Names why a connection did not come about, as finely as a person can act on it."""

from enum import StrEnum


class NetCause(StrEnum):
    """What lies behind a fault of a connection; told by exception type and number, never by text."""

    UNKNOWN_HOST = "unknown_host"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    HUNG_UP = "hung_up"
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_NAME = "certificate_name"
    CERTIFICATE_ISSUER = "certificate_issuer"
    CERTIFICATE_OTHER = "certificate_other"
    NO_TLS = "no_tls"  # the other side does not speak it, or not a version of it that we do
    CA_FILE = "ca_file"  # ours, and unreadable
