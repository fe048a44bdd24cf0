from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from qodev.ui.models.rows import AccessibleTextRole, Column, IdRole, RowRole, RowsModel, StateRole


@dataclass(frozen=True)
class _Agent:
    name: str
    model: str = "m"
    is_on: bool = False


def _model() -> RowsModel[_Agent]:
    columns = (
        Column("Name", lambda row: row.name, tooltip=lambda row: f"about {row.name}"),
        Column("Model", lambda row: row.model, is_checked=lambda row: row.is_on),
    )
    return RowsModel(
        columns, lambda row: row.name, state_of=lambda _: "ready", spoken=lambda row: f"Agent {row.name}", parent=None
    )


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=6))
def test_rows_end_as_they_were_given_whatever_came_before(qapp, steps):
    model = _model()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for names in steps:
        model.set_rows([_Agent(name) for name in names])
        assert [row.name for row in model.rows] == names
    tester.deleteLater()


def test_a_selected_row_keeps_its_place_while_others_come_and_go(qapp):
    model = _model()
    model.set_rows([_Agent("a"), _Agent("b"), _Agent("c")])
    kept = QPersistentModelIndex(model.index(1, 0))
    model.set_rows([_Agent("c"), _Agent("x"), _Agent("b")])
    assert (kept.row(), kept.data()) == (2, "b")


def test_a_changed_row_is_told_once(qapp):
    model = _model()
    model.set_rows([_Agent("a"), _Agent("b")])
    changes = []
    model.dataChanged.connect(lambda first, last: changes.append((first.row(), last.row(), last.column())))
    model.set_rows([_Agent("a"), _Agent("b", "other")])
    assert changes == [(1, 1, 1)]


@pytest.mark.parametrize(
    ("role", "value"),
    [
        (Qt.ItemDataRole.DisplayRole, "a"),
        (Qt.ItemDataRole.ToolTipRole, "about a"),
        (IdRole, "a"),
        (StateRole, "ready"),
        (AccessibleTextRole, "Agent a"),
        (RowRole, _Agent("a")),
    ],
)
def test_roles_answer_from_the_row(qapp, role, value):
    model = _model()
    model.set_rows([_Agent("a")])
    assert model.data(model.index(0, 0), role) == value


def test_ticks_and_titles_come_from_the_columns(qapp):
    model = _model()
    model.set_rows([_Agent("a", is_on=True)])
    assert model.data(model.index(0, 1), Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert model.data(model.index(0, 0), Qt.ItemDataRole.CheckStateRole) is None
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Model"
