"""The breaks of `python -m tests.mutants` still stand in the code, and each family of rules has one."""

from tests.mutants.runner import ROOT, is_in_place
from tests.mutants.table import MUTANTS


def test_every_break_is_still_in_its_file() -> None:
    assert [f"{mutant.path}: {mutant.before}" for mutant in MUTANTS if not is_in_place(mutant)] == []


def test_every_break_changes_something_and_stands_once() -> None:
    assert [mutant.before for mutant in MUTANTS if mutant.before == mutant.after] == []
    assert len({(mutant.path, mutant.before, mutant.after) for mutant in MUTANTS}) == len(MUTANTS)


def test_every_break_has_tests_that_exist() -> None:
    assert [test for mutant in MUTANTS for test in mutant.tests if not (ROOT / test).is_file()] == []


def test_every_family_of_rules_has_a_break() -> None:
    families = {mutant.family for mutant in MUTANTS}
    assert {
        "tools",
        "commands",
        "paths",
        "modes",
        "exact",
        "hard_ask",
        "imports",
        "trust",
        "registry",
        "links",
        "carriers",
        "readers",
    } <= families
