"""Keys, types, values and names of agent files, each with its place."""

from pathlib import Path

import pytest

from tests.unit.agents.loading_kit import Disk, agent, child, ids, shown


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def found_in(disk: Disk, text: str) -> list[tuple[str, str, str | None, int | None, str | None]]:
    disk.write("user/a.toml", text)
    return [
        (d.code.value, d.severity.value, d.key, d.span.line if d.span else None, d.hint)
        for d in disk.load().diagnostics
    ]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("modle = 1", ("key.unknown", "warning", "modle", 2, "model")),
        ("zzz = 1", ("key.unknown", "warning", "zzz", 2, None)),
        ("description = 5", ("key.type", "warning", "description", 2, None)),
        ('enable_tools = "true"', ("key.type", "warning", "enable_tools", 2, None)),
        ("enable_thinking = 1", ("key.type", "warning", "enable_thinking", 2, None)),
        ("hidden = 0", ("key.type", "warning", "hidden", 2, None)),
        ('abstract = "yes"', ("key.type", "warning", "abstract", 2, None)),
        ("system_prompt = []", ("key.type", "warning", "system_prompt", 2, None)),
        ('cache_breakpoints = "system"', ("key.type", "warning", "cache_breakpoints", 2, None)),
        ("tags = [1, 2]", ("key.type", "warning", "tags", 2, None)),
        ('cache_ttl = "10m"', ("key.value", "warning", "cache_ttl", 2, None)),
        ("cache_ttl = 5", ("key.type", "warning", "cache_ttl", 2, None)),
        ('cache_breakpoints = ["sistem"]', ("key.value", "warning", "cache_breakpoints", 2, "system")),
        ("schema_version = -1", ("key.value", "warning", "schema_version", 2, None)),
        ("schema_version = 2", ("schema.too_new", "error", "schema_version", 2, "Install a newer qodev.")),
        ("schema_version = 1.0", ("key.type", "error", "schema_version", 2, None)),
        ("extends = true", ("key.type", "error", "extends", 2, None)),
        ("match.file_patern = []", ("key.unknown", "warning", "match.file_patern", 2, "file_patterns")),
        ("match.project_names = [3]", ("key.type", "warning", "match.project_names", 2, None)),
        ("match = []", ("key.type", "warning", "match", 2, None)),
        ('match.path_patterns = [""]', ("match.glob", "warning", "match.path_patterns", 2, None)),
    ],
)
def test_one_fault_gives_one_finding_at_its_key(disk: Disk, line: str, row: tuple[object, ...]) -> None:
    assert found_in(disk, agent("A", f"{line}\n")) == [row]


def test_body_that_is_no_table_refuses_the_file(disk: Disk) -> None:
    rows = found_in(disk, 'name = "A"\nprovider_instance = "Claude"\nmodel = "m"\nendpoint = "/e"\nbody = "x"\n')
    assert rows == [("key.type", "error", "body", 5, None)]


def test_wrong_type_lets_the_parent_show_through(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", 'description = "good"\nenable_tools = true\nmatch.file_patterns = ["*.c"]\n'))
    disk.write("user/q.toml", child("Q", "P", 'description = 1\nenable_tools = "no"\nmatch = "x"\n'))
    spec = disk.load().agents["Q"]
    assert (spec.description, spec.enable_tools, spec.match.file_patterns) == ("good", True, ("*.c",))


def test_all_faults_of_a_file_are_found_at_once(disk: Disk) -> None:
    assert [row[0] for row in found_in(disk, agent("A", 'zz = 1\ntags = "x"\ncache_ttl = "x"\nextends = 1\n'))] == [
        "key.type",
        "key.unknown",
        "key.type",
        "key.value",
    ]


def test_too_new_file_says_nothing_else(disk: Disk) -> None:
    assert [row[0] for row in found_in(disk, agent("A", "schema_version = 7\nnew_key = 1\ntags = 5\n"))] == [
        "schema.too_new"
    ]


@pytest.mark.parametrize("name", ['""', '" "', "5", '"a\\u0000"', '"a\\nb"', '"a\\u2028b"', "[]", f'"{"x" * 257}"'])
def test_bad_names_are_the_only_finding(disk: Disk, name: str) -> None:
    rows = found_in(disk, f"bogus = 1\nname = {name}\nschema_version = 9\n")
    assert [(row[0], row[2], row[3]) for row in rows] == [("name.invalid", "name", 2)]


def test_missing_name_is_invalid(disk: Disk) -> None:
    assert [(row[0], row[3]) for row in found_in(disk, 'model = "m"\n')] == [("name.invalid", 1)]


def test_name_is_trimmed_and_may_be_256_long(disk: Disk) -> None:
    disk.write("user/a.toml", agent(f"  {'é' * 256} "))
    assert list(disk.load().agents) == ["é" * 256]


def test_keys_inside_the_body_are_never_judged(disk: Disk) -> None:
    disk.write("user/a.toml", agent("A") + 'tags = "x"\nname = 1\nextends = 5\n[body.match]\nzz = 1\n')
    assert ids(disk.load()) == []


def test_bad_body_values_name_every_path_and_line(disk: Disk) -> None:
    disk.write("user/a.toml", agent("A") + "t = 07:32:00\nx = [1, inf,\n  { y = -nan } ]\n")
    snapshot = disk.load()
    assert [(d.code.value, d.key, d.span and d.span.line) for d in snapshot.diagnostics] == [
        ("body.bad_value", "body.t", 7),
        ("body.bad_value", "body.x.1", 8),
        ("body.bad_value", "body.x.2.y", 9),
    ]
    assert not snapshot.agents["A"].usable
    assert snapshot.agents["A"].problem == snapshot.diagnostics[0]


def test_bad_value_of_a_parent_touches_the_heirs_that_keep_it(disk: Disk) -> None:
    disk.write("user/p.toml", agent("P", "abstract = true\n") + "t = 07:32:00\n")
    disk.write("user/q.toml", child("Q", "P"))
    disk.write("user/r.toml", child("R", "P", "[body]\nt = 1\n"))
    snapshot = disk.load()
    (found,) = snapshot.diagnostics
    assert (found.code.value, found.subject, found.dependants) == ("body.bad_value", "P", ("Q",))
    assert (snapshot.agents["Q"].usable, snapshot.agents["R"].usable) == (False, True)


def test_bom_and_crlf_read_as_if_they_were_not_there(disk: Disk) -> None:
    (disk.root / "user").mkdir()
    (disk.root / "user/a.toml").write_bytes(b"\xef\xbb\xbf" + agent("A", "zz = 1\n").replace("\n", "\r\n").encode())
    assert [shown(d) for d in disk.load().diagnostics] == [("key.unknown", "a.toml", 2)]


def test_a_hundred_broken_files_cost_nothing_but_themselves(disk: Disk) -> None:
    disk.write("user/good.toml", agent("Good"))
    kinds = [
        ('name = "N{i}"\n\nmodel = = 1\n', "toml.syntax", 3),
        ('# one\nname = ""\n', "name.invalid", 2),
        ('schema_version = 3\nname = "N{i}"\n', "schema.too_new", 1),
        ('name = "N{i}"\nextends = "Nobody {i} Here"\n', "extends.unknown", 2),
        ('name = "N{i}"\nextends = "N{i}"\n', "extends.cycle", 2),
        ('name = "N{i}"\nextends = 5\n', "key.type", 2),
        ('name = "Good"\nbody = 1\n', "key.type", 2),
        ('name = "N{i}"\nmodel = "m"\nendpoint = "/e"\nbody.k = 1\n', "required.missing", 1),
        (
            'name = "N{i}"\nprovider_instance = "Claude"\nmodel = "m"\nendpoint = "/e"\nbody.k = 07:32:00\n',
            "body.bad_value",
            5,
        ),
        (
            'name = "N{i}"\nprovider_instance = "Claude"\nmodel = "m"\nendpoint = "/e"\nbody.k = "{{ x( }}"\n',
            "template.syntax",
            5,
        ),
    ]
    wanted = set()
    for i in range(100):
        text, code, line = kinds[i % len(kinds)]
        disk.write(f"user/n{i:03}.toml", text.replace("{i}", str(i)))
        wanted.add((code, f"n{i:03}.toml", line))
    snapshot = disk.load()
    assert [name for name, spec in snapshot.agents.items() if spec.usable] == ["Good"]
    assert {shown(d) for d in snapshot.diagnostics} == wanted
    assert len(snapshot.diagnostics) == 100
    assert all(not d.dependants for d in snapshot.diagnostics)
