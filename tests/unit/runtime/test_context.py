"""Token estimates and the alarm for a cut prompt."""

import pytest

from qodev.runtime.context import Reply, TokenMeter, Window, compare_usage, text_weight, window_of
from qodev.types.agents import ClientApi
from qodev.types.messages import WindowSource

_UNKNOWN = Window(None, WindowSource.UNKNOWN)


def _compare(meter: TokenMeter, estimate: int, reported: int, *, is_cut: bool = False) -> bool:
    return compare_usage(meter, Reply("r", "m", estimate, reported, _UNKNOWN, is_cut)).lost


def test_binary_data_weighs_nothing() -> None:
    assert text_weight({"data": "A" * 4000, "text": "abcd"}) == pytest.approx(1.0)


def test_other_scripts_weigh_more_than_ascii() -> None:
    assert text_weight("漢" * 100) > text_weight("a" * 100)


def test_prompt_far_below_the_floor_is_lost() -> None:
    assert _compare(TokenMeter(), 160_000, 16_000)


def test_exact_fit_raises_nothing() -> None:
    assert not _compare(TokenMeter(), 10_000, 10_000)
    assert not _compare(TokenMeter(), 10_000, 7_600)


def test_short_prompts_are_not_judged() -> None:
    assert not _compare(TokenMeter(), 100, 10)


def test_server_without_a_count_is_not_judged() -> None:
    assert not _compare(TokenMeter(), 10_000, 0)


def test_server_that_says_it_cut_is_believed() -> None:
    assert _compare(TokenMeter(), 5_000, 8_192, is_cut=True)


def test_meter_learns_from_replies_and_not_from_cut_ones() -> None:
    meter = TokenMeter()
    body = {"messages": "a" * 8000}
    assert meter.estimate("m", body) == 2000
    _compare(meter, 2000, 3000)
    assert meter.estimate("m", body) == 2500
    _compare(meter, 2500, 300)
    assert meter.estimate("m", body) == 2500


def test_window_comes_from_the_body_before_the_list() -> None:
    body = {"options": {"num_ctx": 8192}}
    assert window_of(ClientApi.OLLAMA, body, 32_000) == Window(8192, WindowSource.BODY)
    assert window_of(ClientApi.OPENAI_CHAT, body, 32_000) == Window(32_000, WindowSource.MODEL_LIST)
    assert window_of(ClientApi.OPENAI_CHAT, body, None).source is WindowSource.UNKNOWN
