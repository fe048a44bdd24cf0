"""Addresses of pages: one reading for all, and nothing that is not of the public internet, however it is written (S155)."""

import ipaddress
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qodev.tools.web_address import read_address
from qodev.tools.web_networks import is_numeric, read_numeric, why_not_public
from qodev.types.tooling import ToolRefusal


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("http://Example.COM", "http://example.com/"),
        ("https://example.com./a?b=c#d", "https://example.com/a?b=c"),
        ("HTTPS://example.com:8443/%41?x=%20", "https://example.com:8443/%41?x=%20"),
        ("https://exämple.com/ü?ö", "https://xn--exmple-cua.com/%C3%BC?%C3%B6"),
        ("http://[2606:4700::0001]/", "http://[2606:4700::1]/"),
        ("http://134744072/", "http://8.8.8.8/"),
        ("http://0x8.8.010.8/", "http://8.8.8.8/"),
        ("http://a.b/?q=<x>&y='z'", "http://a.b/?q=<x>&y='z'"),
    ],
)
def test_an_address_is_read(url: str, sent: str) -> None:
    assert read_address(url).url == sent


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "http:///x",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://@example.com/",
        "http://example.com\\@127.0.0.1/",
        "http://example.com /",
        " http://example.com/",
        "http://exam\tple.com/",
        "http://example.com/\u200b",
        "http://example.com/\u202e",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://example.com:x/",
        "http://example..com/",
        "http://.example.com/",
        "http://exam%70le.com/",
        "http://%31%32%37.0.0.1/",
        "http://１２７.0.0.1/",
        "http://ⓔxample.com/",
        "http://[::1%25eth0]/",
        "http://[example.com]/",
        "http://[127.0.0.1]/",
        "http://::1/",
        "http://1.2.3.4.5/",
        "http://1.2.3.256/",
        "http://08.1.1.1/",
        "http://4294967296/",
        "http://a.0x/x" * 200,
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost:8080/",
        "http://localhost.localdomain/",
        "http://ip6-localhost/",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ToolRefusal):
        read_address(url)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "0",
        "127.0.0.1.",
        "127。0。0。1",
        "10.0.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "168.63.129.16",
        "192.0.0.192",
        "100.100.100.200",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b::a9fe:a9fe]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[2606:4700::5efe:10.0.0.1]",
        "[2606:4700::200:5efe:10.0.0.1]",
        "[fe80::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[fec0::1]",
        "[ff02::1]",
        "[2001:db8::1]",
        "[100::1]",
        "[4000::1]",
    ],
)
def test_addresses_inside_are_refused_in_every_spelling(host: str) -> None:
    literal = read_address(f"http://{host}/").literal
    assert literal is not None
    assert why_not_public(literal) is not None


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1111"],
)
def test_public_addresses_pass(address: str) -> None:
    assert why_not_public(address) is None


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "1.2.3.4/8", "127.0.0.1:80", "0177.0.0.1"])
def test_what_is_no_address_is_not_public(text: str) -> None:
    assert why_not_public(text) is not None


def test_a_zone_changes_nothing() -> None:
    assert why_not_public("fe80::1%eth0") == "link-local"


V4 = st.one_of(
    st.ip_addresses(v=4),
    st.sampled_from(["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1", "172.16.0.1", "8.8.8.8"]).map(
        IPv4Address
    ),
)


def spelled(address: IPv4Address, parts: int, bases: list[int]) -> str:
    """Returns an address in `parts` parts, each in a base of its own, as inet_aton reads it."""
    value = int(address)
    numbers = [(value >> 8 * (3 - at)) & 255 for at in range(parts - 1)]
    numbers.append(value & (256 ** (5 - parts) - 1))
    forms = {8: lambda n: f"0{n:o}", 10: str, 16: lambda n: f"0x{n:x}"}
    return ".".join(forms[base](number) for number, base in zip(numbers, bases, strict=False))


@settings(max_examples=1_000, deadline=None)
@given(V4, st.integers(1, 4), st.lists(st.sampled_from([8, 10, 16]), min_size=4, max_size=4))
def test_every_spelling_of_an_ipv4_address_is_that_address(address: IPv4Address, parts: int, bases: list[int]) -> None:
    text = spelled(address, parts, bases)
    assert is_numeric(text)
    assert read_numeric(text) == str(address)
    assert read_address(f"http://{text}/").literal == str(address)


def outside(address: IPv4Address | IPv6Address) -> bool:
    """Tells whether Python's own tables call an address one of the internet."""
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    found = inner or address
    return found.is_global and not found.is_multicast and not found.is_reserved


@settings(max_examples=2_000, deadline=None)
@given(st.one_of(V4, st.ip_addresses(v=6), V4.map(lambda a: IPv6Address(f"::ffff:{a}"))))
def test_nothing_passes_that_python_calls_not_global(address: IPv4Address | IPv6Address) -> None:
    nat64 = ipaddress.IPv6Network("64:ff9b::/96")
    if why_not_public(str(address)) is None and not (isinstance(address, IPv6Address) and address in nat64):
        assert outside(address)


@settings(max_examples=1_000, deadline=None)
@given(V4)
def test_an_ipv4_address_inside_is_refused_however_ipv6_carries_it(address: IPv4Address) -> None:
    low = f"{int(address) >> 16:x}:{int(address) & 0xFFFF:x}"
    carried = [
        f"::ffff:{low}",
        f"::{low}",
        f"::ffff:0:{low}",
        f"64:ff9b::{low}",
        f"2002:{low}::1",
        f"2001:0:{low}::1",
        f"2606:4700::5efe:{low}",
    ]
    if why_not_public(str(address)) is not None:
        assert all(why_not_public(text) is not None for text in carried)


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=60))
def test_no_text_makes_reading_raise_anything_else(text: str) -> None:
    for url in (text, f"http://{text}", f"https://a.b/{text}", f"http://{text}.b/"):
        try:
            address = read_address(url)
        except ToolRefusal:
            continue
        assert read_address(address.url) == address


def test_redirects_keep_to_https() -> None:
    start = read_address("https://a.b/c/d?e")
    assert start.follow("../x?y").url == "https://a.b/x?y"
    assert start.follow("//c.d/").url == "https://c.d/"
    assert read_address("http://a.b/").follow("https://a.b/").url == "https://a.b/"
    for target in ("http://a.b/", "ftp://a.b/", "http://[", "https://u@a.b/", "//localhost/"):
        with pytest.raises(ToolRefusal):
            start.follow(target)
