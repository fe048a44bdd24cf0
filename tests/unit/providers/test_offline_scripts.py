"""Every script plays what its description says."""

from pathlib import Path

import pytest

from qodev.providers.offline_scripts import (
    SCRIPTS,
    Answer,
    Asked,
    CallTool,
    Refusal,
    Say,
    arguments_object,
    find_script,
)
from qodev.types.messages import StopReason


def play(model: str, text: str = "hello", *, results: tuple[str, ...] = (), attempt: int = 1) -> Answer | Refusal:
    script, parameters = find_script(model)
    assert script is not None
    return script.play(Asked(script.id, parameters, text, results, (), 100, attempt))


def calls_of(answer: Answer | Refusal) -> list[CallTool]:
    assert isinstance(answer, Answer)
    return [step for step in answer.steps if isinstance(step, CallTool)]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.id)
def test_every_script_names_itself_in_one_sentence_and_plays(script):
    assert script.title
    assert script.description.endswith(".")
    assert script.description.count(". ") == 0
    assert isinstance(play(script.id), Answer | Refusal)


def test_ids_are_unique_and_need_no_quoting():
    ids = [script.id for script in SCRIPTS]
    assert len(set(ids)) == len(ids)
    assert all(i.isidentifier() for i in ids)


def test_find_script_splits_parameters_and_knows_the_default():
    script, parameters = find_script('call_tool:run {"a": "b:c"}')
    assert script is not None
    assert (script.id, parameters) == ("call_tool", 'run {"a": "b:c"}')
    assert find_script("")[0] is SCRIPTS[0]
    assert find_script("nobody")[0] is None


def test_call_tool_takes_name_and_arguments_from_the_text_or_the_parameters():
    assert calls_of(play("call_tool", 'read_file {"path": "a"}')) == [CallTool("read_file", '{"path": "a"}')]
    assert calls_of(play('call_tool:run {"x": 1}', "ignored words")) == [CallTool("run", '{"x": 1}')]
    assert calls_of(play("call_tool", "list_files")) == [CallTool("list_files", "{}")]
    assert calls_of(play("call_tool", "run {broken")) == [CallTool("run", "{broken")]


def test_call_tool_without_a_name_says_how():
    answer = play("call_tool", "")
    assert isinstance(answer, Answer)
    assert answer.stop is StopReason.END
    assert isinstance(answer.steps[0], Say)
    assert "read_file" in answer.steps[0].text


@pytest.mark.parametrize("model", ["call_tool", "change_file", "echo"])
def test_after_a_tool_result_the_turn_ends(model):
    answer = play(model, "read_file {}", results=("line one\nline two",))

    assert calls_of(answer) == []
    assert isinstance(answer, Answer)
    assert answer.stop is StopReason.END
    assert isinstance(answer.steps[0], Say)
    assert "> line two" in answer.steps[0].text


def test_a_result_is_quoted_without_the_object_that_marks_it():
    wrapped = '{"type":"untrusted_tool_output","source":"read_file","path":"a","content":"line one\\nline two"}'
    answer = play("call_tool", "read_file {}", results=(wrapped, '{"content": 1}', "plain {"))
    assert isinstance(answer, Answer)
    assert isinstance(answer.steps[0], Say)
    assert answer.steps[0].text.startswith(
        '3 tools answered:\n\n> line one\n> line two\n\n> {"content": 1}\n\n> plain {'
    )


def test_change_file_writes_a_small_file():
    (call,) = calls_of(play("change_file"))
    assert call.name == "create_file"
    assert arguments_object(call.arguments)["relative_path"] == "greeting.py"


def test_rate_limit_refuses_every_other_time():
    assert isinstance(play("rate_limit", attempt=1), Refusal)
    assert isinstance(play("rate_limit", attempt=2), Answer)


def test_arguments_that_are_no_object_become_an_empty_one():
    assert arguments_object("[1]") == {}
    assert arguments_object("{") == {}


def test_the_documents_list_every_script_in_the_same_words():
    page = (Path(__file__).parents[3] / "docs" / "providers.md").read_text(encoding="utf-8")

    rows = [line for line in page.splitlines() if line.startswith("| `")]
    wanted = [f"| `{script.id}` | {script.title} | {script.description} |" for script in SCRIPTS]
    assert [row for row in rows if row in wanted] == wanted
