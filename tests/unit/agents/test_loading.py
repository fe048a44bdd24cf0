"""Whatever files hold, loading gives a snapshot and findings, and never an exception (A38)."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.agents.instance_values import KNOWN_KEYS as INSTANCE_KEYS
from qodev.agents.schema import KNOWN_KEYS, MATCH_KEYS
from qodev.base.diagnostics import Diagnostic
from tests.unit.agents.loading_kit import Disk

names = st.sampled_from(["A", "B", "C", "a", "Claude", "Claude Base Chat", "", " ", "\u00e9"])
scalars = st.one_of(
    names.map(lambda n: f'"{n}"'),
    st.sampled_from(
        [
            '"{{ x"',
            '"[z-a]"',
            '"http://h"',
            '"anthropic"',
            '"Box"',
            "1",
            "0",
            "2",
            "-1",
            "1.5",
            "nan",
            "true",
            "07:32:00",
        ]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda xs: f"[{', '.join(xs)}]"),
        st.dictionaries(
            st.sampled_from([*MATCH_KEYS, "command", "args", "env", "idle_s", "model", "tools", "x"]), inner, max_size=3
        ).map(lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"),
    ),
    max_leaves=5,
)


def files(keys: tuple[str, ...]) -> st.SearchStrategy[str]:
    table = st.dictionaries(st.sampled_from([*keys, "modle", '"odd key"']), values, max_size=8)
    named = st.tuples(names, table).map(lambda pair: {"name": f'"{pair[0]}"', **pair[1]})
    filled = {"provider_instance": '"Claude"', "model": '"m"', "endpoint": '"/e"', "body": "{ k = 1 }"}
    complete = named.map(lambda t: {**(filled if "endpoint" in keys else {}), **t})
    return st.one_of(complete, named, table).map(lambda t: "\n".join(f"{k} = {v}" for k, v in t.items()))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(files(KNOWN_KEYS), max_size=5),
    st.lists(files(KNOWN_KEYS), max_size=2),
    st.lists(files(INSTANCE_KEYS), max_size=4),
    st.one_of(st.none(), files(("chat", "compression")).map(lambda t: f"[pipelines]\n{t}")),
)
def test_any_files_load(user: list[str], bundled: list[str], providers: list[str], rosters: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        for place, texts in (("user", user), ("bundled", bundled), ("providers", providers)):
            for index, text in enumerate(texts):
                disk.write(f"{place}/f{index}.toml", text)
        if rosters is not None:
            disk.write("pipelines.toml", rosters)
        loaded = disk.define()
        for found in loaded.snapshot.diagnostics:
            check_shape(found)
        for spec in loaded.snapshot.agents.values():
            assert dict(spec.origins)
            assert spec.body
        again = disk.define()
        assert again.snapshot.diagnostics == loaded.snapshot.diagnostics
        assert all(again.snapshot.agents[name].body == spec.body for name, spec in loaded.snapshot.agents.items())


def check_shape(found: Diagnostic) -> None:
    assert found.file
    assert found.message.strip()
    assert "Traceback" not in found.message
    assert list(found.dependants) == sorted(set(found.dependants))
    assert found.subject not in found.dependants
    lines: Any = Path(found.file).read_text().split("\n") if Path(found.file).is_file() else [""]
    if found.span is not None:
        assert 1 <= found.span.line <= len(lines)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_load(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        for place in ("user/a.toml", "providers/a.toml", "roles/a.md", "pipelines.toml", "user/partials/a.jinja"):
            disk.write(place, "")
            (disk.root / place).write_bytes(content)
        assert len(disk.define().snapshot.instances) >= 15
