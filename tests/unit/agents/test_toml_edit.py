"""Edits of single keys in TOML texts."""

import tomllib

import pytest

from qodev.agents.toml_edit import TomlEditError, has_key, key_span, remove_key, rename_key, set_key

TEXT = """# about this file
name = "A"   # the name
model = 'm'

[body] # what is sent
max_tokens = 10
thinking = { type = "on", deep = {x=1} }
# top_p = 1

[body.options]
num_ctx = 1 # tokens
stop = [
  "a", # first
  "b",
]
"""


def test_a_set_value_keeps_its_quotes_and_comment() -> None:
    assert set_key(TEXT, ("name",), "B") == TEXT.replace('"A"', '"B"')
    assert set_key(TEXT, ("model",), "n") == TEXT.replace("'m'", "'n'")


def test_a_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(TomlEditError, match="line 2"):
        set_key("a = 1\nb = ", ("a",), 2)


def test_a_new_key_stands_in_the_usual_order() -> None:
    changed = set_key(TEXT, ("endpoint",), "/v1")
    assert changed == TEXT.replace("model =", 'endpoint = "/v1"\nmodel =')


def test_a_new_table_comes_at_the_end() -> None:
    assert set_key(TEXT, ("match", "file_patterns"), ["*.c"]) == f'{TEXT}\n[match]\nfile_patterns = ["*.c"]\n'


def test_a_removed_key_takes_its_own_comment_alone() -> None:
    assert remove_key(TEXT, ("body", "options", "num_ctx")) == TEXT.replace("num_ctx = 1 # tokens\n", "")


def test_a_key_is_renamed_wherever_it_is_written() -> None:
    changed = rename_key(TEXT, ("body",), "b")
    assert changed == TEXT.replace("[body", "[b")
    assert tomllib.loads(changed)["b"] == tomllib.loads(TEXT)["body"]


def test_line_ends_and_bom_stay() -> None:
    text = "\ufeff" + TEXT.replace("\n", "\r\n")
    assert set_key(text, ("system_prompt",), "a\nb").count("\r\n") == text.count("\r\n") + 3
    assert "\n" not in set_key(text, ("system_prompt",), "a\nb").replace("\r\n", "")
    assert has_key(text, ("body", "thinking", "deep"))
    span = key_span(text, ("name",))
    assert span is not None
    assert (span.line, span.column, span.end_column) == (2, 1, 11)
