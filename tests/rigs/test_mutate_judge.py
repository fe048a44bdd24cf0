"""The breaks of the mutation script stand in the code as it is; running them takes minutes and is done by hand."""

from tests.rigs.mutate_judge import BREAKS, check_tree


def test_every_break_fits_the_code() -> None:
    assert check_tree() == []


def test_breaks_have_names_of_their_own_and_change_something() -> None:
    assert len({each.name for each in BREAKS}) == len(BREAKS)
    assert all(each.before != each.after for each in BREAKS)
