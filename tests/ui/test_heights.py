from hypothesis import given
from hypothesis import strategies as st

from qodev.ui.models.heights import HeightsIndex

_HEIGHTS = st.lists(st.integers(0, 400), max_size=300)
_STEPS = st.lists(
    st.tuples(st.sampled_from(("insert", "remove", "set", "append")), st.integers(0, 10_000), _HEIGHTS), max_size=12
)


def _apply(index: HeightsIndex, oracle: list[int], step: tuple[str, int, list[int]]) -> None:
    kind, number, heights = step
    if kind == "append":
        index.insert(len(index), heights)
        oracle.extend(heights)
    elif kind == "insert":
        row = number % (len(oracle) + 1)
        index.insert(row, heights)
        oracle[row:row] = heights
    elif kind == "remove" and oracle:
        row = number % len(oracle)
        count = min(len(heights), len(oracle) - row)
        index.remove(row, count)
        del oracle[row : row + count]
    elif kind == "set" and oracle:
        row = number % len(oracle)
        assert index.set(row, number) == number - oracle[row]
        oracle[row] = number


def _naive_row_at(oracle: list[int], position: int) -> int:
    bottom = 0
    for row, height in enumerate(oracle):
        bottom += height
        if bottom > max(0, position):
            return row
    return len(oracle) - 1


@given(_HEIGHTS, _STEPS, st.integers(-10, 50_000))
def test_heights_index_agrees_with_a_list_after_any_steps(heights, steps, position):
    index, oracle = HeightsIndex(heights), list(heights)
    for step in steps:
        _apply(index, oracle, step)
        assert len(index) == len(oracle)
        assert index.total == sum(oracle)
    for row in range(0, len(oracle), max(1, len(oracle) // 7)):
        assert index.offset_of(row) == sum(oracle[:row])
        assert index.height(row) == oracle[row]
    assert index.offset_of(len(oracle)) == sum(oracle)
    assert index.row_at(position) == _naive_row_at(oracle, position)


def test_row_at_without_rows_is_none():
    assert HeightsIndex().row_at(0) == -1


def test_row_at_beyond_the_end_is_the_last():
    assert HeightsIndex([10, 20]).row_at(10_000) == 1
