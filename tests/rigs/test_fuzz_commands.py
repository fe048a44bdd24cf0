"""A small share of the fuzz gate in every run, and laws of the judge over real readings (S198, P95, P243)."""

import asyncio
import os
import random
import secrets
import shlex
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qodev.permissions.command_rules import judge_command
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.types.permissions import Effect, Reading
from qodev.types.profiles import CommandRule
from tests.laws import law
from tests.rigs.case_oracle import look_at_all
from tests.rigs.fuzz_commands import run_gate, texts_of
from tests.rigs.jail.constructs import corpus, generate, mutate
from tests.rigs.jail.jail import Jail, is_fit, pushes

SEED = 20_000


@pytest.mark.xdist_group("jail")
def test_no_text_of_a_fixed_seed_starts_what_is_denied(jail: Jail) -> None:
    tally = asyncio.run(run_gate(jail, list(texts_of(SEED, 120, 120))))

    assert [hole for hole in tally.holes if not hole.is_script] == []
    assert tally.texts == 240
    assert tally.runs > 30


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.xdist_group("jail")
@pytest.mark.skipif(not os.environ.get("QODEV_REQUIRE_JAIL"), reason="the job with QODEV_REQUIRE_JAIL runs the gate")
@pytest.mark.parametrize("seed", [1, secrets.randbelow(1 << 32)], ids=["fixed", "fresh"])
def test_the_gate_has_no_holes(jail: Jail, seed: int) -> None:
    print(f"seed {seed}")
    tally = asyncio.run(run_gate(jail, list(texts_of(seed, 1000, 500))))

    assert [hole for hole in tally.holes if not hole.is_script] == [], f"seed {seed}"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.xdist_group("jail")
@pytest.mark.skipif(not os.environ.get("QODEV_REQUIRE_JAIL"), reason="the job with QODEV_REQUIRE_JAIL runs the cases")
def test_no_case_is_judged_looser_than_what_it_starts(jail: Jail) -> None:
    assert asyncio.run(look_at_all(jail, ("bash",))) == []


def test_the_generator_does_start_what_the_gate_looks_for(jail: Jail) -> None:
    source = random.Random(7)
    texts = [text for text in (generate(source) for _ in range(60)) if is_fit(text)]
    started = [text for text in texts if pushes(jail.run(text).started)]

    assert len(started) > len(texts) // 2


@cache
def _readers() -> CommandReaders:
    return CommandReaders(find_shfmt(os.environ), Path(tempfile.mkdtemp(prefix="qodev-laws-")))


def _read(text: str) -> Reading:
    return asyncio.run(_readers().read(text, "bash"))


def _effect(rules: list[CommandRule], text: str) -> Effect:
    return judge_command(rules, Effect.ASK, _read(text)).effect


_PATTERNS = st.sampled_from(
    [
        "*",
        "git *",
        "git push*",
        "git status*",
        "rm -rf *",
        "echo *",
        "sh *",
        "env *",
        "git",
        "?it *",
        "* push",
        "a*b?c",
        "*>*",
    ]
)
_RULES = st.lists(
    st.builds(CommandRule, _PATTERNS, st.sampled_from([Effect.ALLOW, Effect.ASK, Effect.DENY])), max_size=5
)
_SEEDS = st.integers(0, 1 << 30)


def _text(seed: int) -> str:
    source = random.Random(seed)
    return generate(source) if seed % 3 else mutate(source, corpus())


_law = law(settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True))


@_law
def test_a_deny_at_the_end_never_allows_more(how: settings) -> None:
    @how
    @given(_RULES, _PATTERNS, _SEEDS)
    def holds(rules: list[CommandRule], pattern: str, seed: int) -> None:
        reading = _read(_text(seed))
        before = judge_command(rules, Effect.ASK, reading).effect
        after = judge_command([*rules, CommandRule(pattern, Effect.DENY)], Effect.ASK, reading).effect

        assert after.strictness >= before.strictness

    holds()


@_law
def test_a_further_command_never_frees(how: settings) -> None:
    @how
    @given(_RULES, st.sampled_from(["git push", "git status", "rm -rf x", "echo a", 'git "$X"', "env a=b ls"]), _SEEDS)
    def holds(rules: list[CommandRule], more: str, seed: int) -> None:
        text = _text(seed)
        reading = _read(text)
        if reading.opaque or not reading.clauses:
            return  # such a text may end within a quote, so that nothing can be put behind it, or hold no command (S15)

        before = judge_command(rules, Effect.ASK, reading).effect
        assert _effect(rules, f"{text}\n{more}").strictness >= before.strictness
        assert _effect(rules, f"{more}\n{text}").strictness >= before.strictness

    holds()


@_law
def test_a_quoted_word_never_frees(how: settings) -> None:
    @how
    @given(
        _RULES,
        st.lists(
            st.sampled_from(["git", "push", "status", "-C", "x y", "rm", "-rf", "/", "sh", "-c", "a;b"]),
            min_size=1,
            max_size=6,
        ),
    )
    def holds(rules: list[CommandRule], words: list[str]) -> None:
        plain = _effect(rules, " ".join(map(shlex.quote, words)))
        for at in range(len(words)):
            spelled = [f'"{word}"' if n == at else shlex.quote(word) for n, word in enumerate(words)]

            assert _effect(rules, " ".join(spelled)).strictness >= plain.strictness

    holds()


@_law
def test_an_unknown_word_is_at_least_as_strict_as_each_of_its_values(how: settings) -> None:
    @how
    @given(
        _RULES,
        st.lists(st.sampled_from(["git", "push", "status", "rm", "-rf", "echo", "a"]), min_size=1, max_size=4),
        st.integers(1, 4),
        st.sampled_from(["git", "push", "push x", "status", "-rf", ""]),
    )
    def holds(rules: list[CommandRule], words: list[str], place: int, value: str) -> None:
        at = min(place, len(words))
        unknown = " ".join([*words[:at], "$X", *words[at + 1 :]])
        known = " ".join([*words[:at], *([value] if value else []), *words[at + 1 :]])

        assert _effect(rules, unknown).strictness >= _effect(rules, known).strictness

    holds()


_STARTERS = st.sampled_from(
    [
        *("docker", "docker run", "docker exec", "docker compose run", "podman run", "kubectl exec", "kubectl"),
        *("sudo", "su", "sg", "ssh", "script", "flock", "watch", "npx", "chroot", "strace", "tmux", "screen", "at"),
        *("timeout", "nice", "stdbuf", "xargs", "env", "nohup", "setsid", "bwrap", "busybox", "entr", "parallel"),
    ]
)
_WORDS_BEHIND = st.sampled_from(
    [
        *("git", "push", "status", "git push", "ls", "a", "5", "--", "-", "A=1", "{}", "run", "exec"),
        *("-c", "-v", "-u", "-n", "-o", "-s", "-t", "-i", "-I", "-it", "--rm", "--user", "--name=x", "--entrypoint"),
    ]
)
_VALUES = st.sampled_from(
    [
        *("", "git", "push", "git push", "ls", "run", "exec", "compose", "--", "-", "-c", "-u", "-v", "-it", "--rm"),
        *(
            "-cgit push",
            "--command=git push",
            "--entrypoint=git",
            "ProxyCommand=git push",
            "|git push",
            "A=1",
            "status",
        ),
    ]
)


@_law
def test_a_word_in_quotes_before_a_command_is_at_least_as_strict_as_each_of_its_values(how: settings) -> None:
    """For programs that start what stands behind their own words, wherever the unknown word is (S17, S25)."""

    @how
    @given(_RULES, _STARTERS, st.lists(_WORDS_BEHIND, max_size=5), st.integers(0, 5), _VALUES)
    def holds(rules: list[CommandRule], starter: str, words: list[str], place: int, value: str) -> None:
        at = min(place, len(words))
        before, behind = " ".join(map(shlex.quote, words[:at])), " ".join(map(shlex.quote, words[at:]))
        unknown, known = (f"{starter} {before} {word} {behind}" for word in ('"$X"', shlex.quote(value)))
        if _read(unknown).opaque:
            return  # nobody but a person says yes to it; what is denied beyond that hangs on the raw text (S10)

        assert _effect(rules, unknown).strictness >= _effect(rules, known).strictness

    holds()
