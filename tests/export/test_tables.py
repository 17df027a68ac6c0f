"""Tables hold every number, and no cell of them computes anything."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.export.tables import csv_bytes, curves_table, weights_table
from gptviz.labels import token_labels


def cells(data):
    assert data.startswith(b"\xef\xbb\xbf")  # so that Excel reads Chinese
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_curves_keep_every_number(store):
    curves = store.curves("original")
    head, *rows = cells(csv_bytes(curves_table(curves)))
    assert head[:2] == ["step", "loss_nats"]
    trained = [row for row in rows if row[1]]
    assert [int(float(row[0])) for row in trained] == curves.step.tolist()
    assert [float(row[1]) for row in trained] == curves.loss_nats.tolist()
    evaluated = [row for row in rows if row[6]]
    assert [float(row[0]) for row in evaluated] == curves.evaluation_step.tolist()
    assert [float(row[6]) for row in evaluated] == curves.test_loss_nats.tolist()
    assert rows[0][0] == "0"
    assert rows[0][1] == ""  # step 0 was evaluated, not trained


def test_weights_have_queries_as_rows_and_keys_as_columns():
    weights = np.tril(np.arange(9, dtype=np.float32).reshape(3, 3) / 7)
    head, *rows = cells(csv_bytes(weights_table(weights, token_labels("a\n=")).reset_index()))
    assert head[1:] == [row[0] for row in rows] == ["0 a", "1 ↵", "2 ="]
    np.testing.assert_array_equal(np.array([row[1:] for row in rows], dtype=np.float32), weights)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_no_text_is_a_formula(start):
    hostile = f'{start}HYPERLINK("http://x","y")'
    table = pd.DataFrame({hostile: [hostile, "fine"], "number": [-1.5, 2]})
    for row in cells(csv_bytes(table)):
        assert not any(cell.startswith(start) for cell in row if not cell.replace("-", "").replace(".", "").isdigit())
    assert "-1.5" in cells(csv_bytes(table))[1]  # numbers stay numbers


@given(st.lists(st.text(max_size=8), min_size=1, max_size=5))
def test_any_text_comes_back_as_one_cell(texts):
    rows = cells(csv_bytes(pd.DataFrame({"text": texts})))
    assert len(rows) == len(texts) + 1
