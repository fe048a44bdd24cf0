"""Breaks of the judge and of the reading of commands: each takes back one rule of the specification."""

from tests.mutants.runner import Mutant

CASES = ("tests/cases/test_cases.py",)
JUDGE = ("tests/unit/permissions/test_judge.py",)
LAWS = ("tests/unit/permissions/test_laws.py",)
MATCHING = ("tests/unit/permissions/test_matching.py",)
PARTS = ("tests/unit/permissions/test_reader_parts.py",)
READING = ("tests/unit/permissions/test_reading.py",)

_CARRIERS = "qodev/permissions/carriers.py"
_COMMAND_RULES = "qodev/permissions/command_rules.py"
_CONTAINERS = "qodev/permissions/containers.py"
_DASH = "qodev/permissions/dash_spelling.py"
_JUDGE = "qodev/permissions/judge.py"
_LOOKALIKES = "qodev/permissions/lookalikes.py"
_MATCHING = "qodev/permissions/matching.py"
_OPTION_CARRIERS = "qodev/permissions/option_carriers.py"
_OPTIONS = "qodev/permissions/options.py"
_SHELL = "qodev/permissions/shell.py"
_SHELLS = "qodev/permissions/shells.py"
_STARTS = "qodev/permissions/starts.py"
_STEPS = "qodev/permissions/steps.py"
_TERMINALS = "qodev/permissions/terminals.py"
_VIEWS = "qodev/permissions/views.py"
_WORDS = "qodev/permissions/words.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant("carriers", _OPTIONS, "self.is_unsure = self.is_unsure or not is_sure", "self.is_unsure = False", PARTS),
    Mutant(
        "carriers",
        _OPTIONS,
        "self.has_unknown = self.has_unknown or not is_static(word)",
        "self.has_unknown = self.has_unknown or UNKNOWN in word",
        PARTS,
    ),
    Mutant(
        "carriers", _OPTIONS, "    return UNKNOWN in word or word.startswith(HELD)", "    return UNKNOWN in word", PARTS
    ),
    Mutant(
        "carriers",
        _OPTIONS,
        "    return UNKNOWN in word or word.startswith(HELD)",
        "    return word.startswith(HELD)",
        PARTS,
    ),
    Mutant("carriers", _OPTIONS, "is_static(name) and UNKNOWN not in word)", "is_static(name))", PARTS),
    Mutant("carriers", _CARRIERS, "    if parsed.is_unsure:\n", "    if False:\n", CASES),
    Mutant("carriers", _CARRIERS, "    if any(map(may_be_option, words[1:])):\n", "    if False:\n", CASES),
    Mutant("carriers", _CARRIERS, "if UNKNOWN in rest.pop(0):", "if not rest.pop(0):", CASES),
    Mutant("carriers", _CARRIERS, "        if not is_static(key):\n", "        if False:\n", CASES),
    Mutant("carriers", _CARRIERS, 'elif target[:1] in ("|", "!"):', "elif False:", CASES),
    Mutant("carriers", _CARRIERS, "    if not all(map(is_static, rest)):\n", "    if False:\n", CASES),
    Mutant("carriers", _OPTION_CARRIERS, "    if any(map(may_be_option, words[1:])):\n", "    if False:\n", CASES),
    Mutant("carriers", _OPTION_CARRIERS, "is_start = any(one", "is_start = False and any(one", CASES),
    Mutant("carriers", _OPTION_CARRIERS, "(name in _FD and len(follows) > 1)", "False", CASES),
    Mutant("carriers", _CONTAINERS, "    if parsed.is_unsure:\n", "    if False:\n", CASES),
    Mutant(
        "carriers",
        _CONTAINERS,
        "if parsed.is_unsure or (parsed.start is not None and",
        "if False and (parsed.start is not None and",
        CASES,
    ),
    Mutant("carriers", _CONTAINERS, "parsed.is_unsure = any(map(may_be_option, words[1:]))", "pass", CASES),
    Mutant("carriers", _CONTAINERS, "if parsed.is_unsure or not is_static(name):", "if False:", CASES),
    Mutant(
        "carriers", _CONTAINERS, "words[at] in _CARRYING:\n        return (at,)", "False:\n        return ()", CASES
    ),
    Mutant("carriers", _CONTAINERS, "if words[n] in _NESTED)", "if False)", CASES),
    Mutant("carriers", _CARRIERS, "for at in range(2, len(words)))  # `-t 5`", "for at in ())  # `-t 5`", CASES),
    Mutant("carriers", _STARTS, 'return word.endswith("/exe") or descriptor_of', "return descriptor_of", CASES),
    Mutant(
        "carriers", _STARTS, 'return word.endswith("/exe") or descriptor_of(word) is not None', "return False", CASES
    ),
    Mutant(
        "carriers", _TERMINALS, '            found.opaque.append(f"text of {words[0]}")\n', "            pass\n", CASES
    ),
    Mutant("carriers", _TERMINALS, 'found.texts.append("".join(typed))', "pass", CASES),
    Mutant("carriers", _TERMINALS, "_TYPES.get(key.casefold(), key)", "key", CASES),
    Mutant("carriers", _TERMINALS, 'parsed.has("H", "N") or ', "", CASES),
    Mutant("carriers", _TERMINALS, "any(map(_MOVES.match, keys))", "False", CASES),
    Mutant("carriers", _STARTS, "    if parsed.has_unknown or any(", "    if any(", CASES),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "        if matched is Match.EVERY:\n            break",
        "        if matched is not Match.NONE:\n            break",
        CASES,
    ),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "        if matched is Match.EVERY:\n            break",
        "        if False:\n            break",
        JUDGE,
    ),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "            found.append((level, None))",
        "            found.append((Effect.ALLOW, None))",
        JUDGE,
    ),
    Mutant("commands", _COMMAND_RULES, "if clause.kind is ClauseKind.PLAIN:", "if True:", CASES),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "if clause.kind is ClauseKind.WRAPPER and not _names(pattern, clause):",
        "if False:",
        CASES,
    ),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "for view in clause.views)\n    if not",
        "for view in clause.views[:1])\n    if not",
        CASES,
    ),
    Mutant("commands", _COMMAND_RULES, "match(pattern, view, folded=True)", "match(pattern, view, folded=False)", LAWS),
    Mutant(
        "commands",
        _COMMAND_RULES,
        "return _best(match(pattern, text, folded=folds)",
        "return _best(match(pattern, text, folded=True)",
        LAWS,
    ),
    Mutant("commands", _COMMAND_RULES, "for text in clause.written)", "for text in clause.views)", CASES),
    Mutant("commands", _COMMAND_RULES, "    if clause.writes:\n", "    if False:\n", CASES),
    Mutant("commands", _COMMAND_RULES, 'if ">" in pattern else Match.NONE', "if False else Match.NONE", CASES),
    Mutant(
        "exact",
        _JUDGE,
        "judge_command(rules, default, subject.command, denies)",
        "judge_command(rules, default, subject.command)",
        JUDGE,
    ),
    Mutant("exact", _JUDGE, "if rule.effect is Effect.DENY and rule.key[0]", "if rule.key[0]", JUDGE),
    Mutant("exact", _JUDGE, "return rule.effect if rule is not None else None", "return None", JUDGE),
    Mutant("exact", _JUDGE, "rule is None or rule.fingerprint == subject.fingerprint", "True", JUDGE),
    Mutant("exact", _JUDGE, "    if exact is Effect.DENY:\n", "    if False:\n", JUDGE),
    Mutant("exact", _COMMAND_RULES, "if reading.text.strip() in exact_denies:", "if False:", CASES),
    Mutant("hard_ask", _JUDGE, "if Step.REFUSE in actions:", "if False:", JUDGE),
    Mutant("hard_ask", _JUDGE, "if Step.HARD_PROMPT in actions or value is Effect.HARD_ASK:", "if False:", JUDGE),
    Mutant(
        "hard_ask", _COMMAND_RULES, '        if not pattern_of(rule).strip("*"):\n            return None\n', "", CASES
    ),
    Mutant(
        "hard_ask",
        _COMMAND_RULES,
        "if rule.effect is Effect.DENY and _touches(pattern_of(rule), reading)",
        "if False",
        CASES,
    ),
    Mutant(
        "hard_ask",
        _COMMAND_RULES,
        "        for text in reading.skeletons\n    )",
        "        for text in reading.skeletons[:1]\n    )",
        CASES,
    ),
    Mutant(
        "hard_ask",
        _COMMAND_RULES,
        "elif any(_touches_exactly(text, reading) for text in exact_denies):",
        "elif False:",
        JUDGE,
    ),
    Mutant(
        "hard_ask",
        _COMMAND_RULES,
        "        yield Effect.HARD_ASK, code, None",
        "        yield Effect.ASK, code, None",
        JUDGE,
    ),
    Mutant(
        "hard_ask", _COMMAND_RULES, "if not reading.opaque and not reading.doubtful:", "if not reading.opaque:", CASES
    ),
    Mutant(
        "hard_ask",
        _COMMAND_RULES,
        '(Effect.HARD_ASK, "unreadable:no command", None)',
        '(Effect.ALLOW, "", None)',
        JUDGE,
    ),
    Mutant("imports", _JUDGE, "worst = max(outcomes, key=", "worst = min(outcomes, key=", JUDGE),
    Mutant(
        "matching",
        _MATCHING,
        "if pattern.endswith(_TAIL) and len(pattern) > len(_TAIL) else (pattern,)",
        "if False else (pattern,)",
        MATCHING,
    ),
    Mutant(
        "matching",
        _MATCHING,
        '            places |= steps.behind(steps.after(places, " "))',
        '            places = steps.behind(steps.after(places, " "))',
        MATCHING,
    ),
    Mutant("matching", _MATCHING, 'if text[:1] == UNKNOWN and text[1:2] in ("", " "):', "if False:", MATCHING),
    Mutant(
        "matching",
        _MATCHING,
        "steps.stayed(places) if char == UNKNOWN else",
        "steps.behind(places) if char == UNKNOWN else",
        MATCHING,
    ),
    Mutant("modes", _JUDGE, "any(step.is_question for step in actions)", "False", JUDGE),
    Mutant("modes", _JUDGE, "[StageState.NOT_REACHED]", "[StageState.PASSED]", JUDGE),
    Mutant(
        "modes",
        _STEPS,
        "call.mode is ProjectMode.READ_ONLY:\n        return (Step.REFUSE,)",
        "False:\n        return (Step.REFUSE,)",
        CASES,
    ),
    Mutant("modes", _STEPS, "if call.mode is None and call.kind in", "if False and call.kind in", JUDGE),
    Mutant("modes", _STEPS, "    if call.value is Effect.ASK:\n        return (Step.CONFIRM,)\n", "", JUDGE),
    Mutant("modes", _STEPS, "and call.mode is ProjectMode.ALLOWLIST", "", JUDGE),
    Mutant("modes", _STEPS, "if can_ask else (Step.REFUSE,)", "if can_ask else steps", LAWS),
    Mutant("paths", _JUDGE, "if outcome.pattern is None:", "if False:", JUDGE),
    Mutant("paths", _JUDGE, "if subject.is_steering and found.effect", "if False and found.effect", JUDGE),
    Mutant(
        "readers",
        _DASH,
        "return tuple(one for one in dict.fromkeys((_by_quotes(text), everywhere))",
        "return tuple(one for one in (everywhere,)",
        PARTS,
    ),
    Mutant("readers", _DASH, "_SINGLE.match(text, at) or _COMMENT.match(text, at)", "_SINGLE.match(text, at)", PARTS),
    Mutant("readers", _SHELL, "and not read.first.agrees_with(read.second)", "and False", READING),
    Mutant(
        "readers",
        _SHELL,
        "for program in (read.first, read.second) if isinstance(program, Program)",
        "for program in (read.first,) if isinstance(program, Program)",
        CASES,
    ),
    Mutant("readers", _SHELL, "if self.computes_names and self.has_code:", "if False:", CASES),
    Mutant(
        "readers", _SHELL, "return alias_texts(self.commands, self.aliases) if self.aliases else []", "return []", CASES
    ),
    Mutant(
        "readers",
        _SHELLS,
        "return nest if name in _LIKE_BASH else plain if name in _UNLIKE else both",
        "return nest",
        CASES,
    ),
    Mutant(
        "readers",
        _WORDS,
        "return [Char(HELD, quoted=True)] if is_held else [_MARK]",
        "return [Char(HELD, quoted=True)]",
        PARTS,
    ),
    Mutant(
        "tools",
        _JUDGE,
        "is_hidden=is_hidden(profile, subject.tool) or not is_offered(profile, subject.tool)",
        "is_hidden=False",
        JUDGE,
    ),
    Mutant("views", _VIEWS, "yield _shown(without_globals(named)[0])", "yield _shown(named)", CASES),
    Mutant("views", _VIEWS, "(_base_name(words[0]), *words[1:])", "tuple(words)", CASES),
    Mutant("views", _LOOKALIKES, ".translate(_LATIN)", "", CASES),
)
