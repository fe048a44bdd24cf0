"""Breaks of the rules: what a profile, a mode and an exact rule make of a call."""

from tests.mutants.runner import Mutant

JUDGE = ("tests/unit/permissions/test_judge.py",)
LAWS = ("tests/unit/permissions/test_laws.py",)
POLICIES = ("tests/unit/permissions/test_policies.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "commands",
        "qodev/permissions/command_rules.py",
        "    for rule in reversed(rules):\n        start",
        "    for rule in rules:\n        start",
        LAWS,
    ),
    Mutant(
        "commands",
        "qodev/permissions/command_rules.py",
        "    worst = strictest(effect for effect, _code, _rule in outcomes)",
        "    worst = outcomes[0][0]",
        JUDGE,
    ),
    Mutant(
        "commands",
        "qodev/permissions/judge.py",
        "    if subject.kind in _COMMANDS and subject.command is not None:",
        "    if False:",
        JUDGE,
    ),
    Mutant(
        "exact",
        "qodev/permissions/judge.py",
        "        exact,\n        is_simple_read",
        "        None,\n        is_simple_read",
        JUDGE,
    ),
    Mutant("exact", "qodev/permissions/judge.py", "        is_protected=subject.is_protected,\n", "", JUDGE),
    Mutant(
        "exact",
        "qodev/permissions/judge.py",
        "is_same_server=_is_same_server(subject, policy)",
        "is_same_server=True",
        JUDGE,
    ),
    Mutant(
        "exact",
        "qodev/permissions/judge.py",
        'if rule.effect is Effect.DENY and rule.key[0].value == "command"]',
        "if False]",
        JUDGE,
    ),
    Mutant(
        "hard_ask",
        "qodev/permissions/command_rules.py",
        "    live = _live_deny(rules) if reading.opaque else None",
        "    live = None",
        JUDGE,
    ),
    Mutant(
        "hard_ask",
        "qodev/permissions/command_rules.py",
        "        yield Effect.HARD_ASK, code, None",
        "        yield Effect.ALLOW, code, None",
        JUDGE,
    ),
    Mutant(
        "hard_ask",
        "qodev/permissions/steps.py",
        "    if call.value is Effect.HARD_ASK:\n        return (Step.HARD_PROMPT, Step.RUN)\n    is_served",
        "    is_served",
        JUDGE,
    ),
    Mutant(
        "imports",
        "qodev/permissions/judge.py",
        "    resource = resource_of(profile, subject) if profile.format is ProfileFormat.OPENCODE else None",
        "    resource = None",
        JUDGE,
    ),
    Mutant(
        "modes",
        "qodev/permissions/steps.py",
        "    return (*steps[: first + 1], Step.REFUSE) if can_ask else (Step.REFUSE,)",
        "    return steps",
        LAWS,
    ),
    Mutant(
        "modes",
        "qodev/permissions/steps.py",
        "    if call.value is Effect.DENY or call.exact is Effect.DENY:",
        "    if call.value is Effect.DENY:",
        LAWS,
    ),
    Mutant(
        "modes", "qodev/permissions/steps.py", "    return counts and not call.is_protected", "    return counts", LAWS
    ),
    Mutant(
        "modes",
        "qodev/permissions/steps.py",
        "    if call.mode is None and call.kind in (*_COMMANDS, CallKind.MCP):",
        "    if False:",
        JUDGE,
    ),
    Mutant("modes", "qodev/permissions/steps.py", "not call.is_steering and", "", LAWS),
    Mutant(
        "registry",
        "qodev/permissions/fingerprints.py",
        "[target, name, description, schema]",
        "[target, name, schema]",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policies.py",
        '            if reason is not None:\n                raise PolicyError(f"`{rule.text}`',
        '            if False:\n                raise PolicyError(f"`{rule.text}`',
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policies.py",
        '            with held(self.path.with_suffix(".lock")):\n                self.load()',
        "            if True:\n                self.load()",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policies.py",
        "                if self._fault is not None:\n                    raise",
        "                if False:\n                    raise",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policies.py",
        "self._registry = Registry()\n            self._fault",
        "self._fault",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policies.py",
        "        if mode is ProjectMode.AUTO:\n            raise",
        "        if False:\n            raise",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/policy_file.py",
        "_OF_NUMBER.get(value, ProjectMode.ASK)",
        "_OF_NUMBER.get(value, ProjectMode.AUTO)",
        POLICIES,
    ),
    Mutant("registry", "qodev/permissions/policy_file.py", "    if twice is not None:", "    if False:", POLICIES),
    Mutant("registry", "qodev/permissions/policy_file.py", "    if len(value) > most:", "    if False:", POLICIES),
    Mutant(
        "registry", "qodev/permissions/policy_file.py", "    if len(set(keys)) != len(keys):", "    if False:", POLICIES
    ),
    Mutant(
        "registry", "qodev/permissions/policy_file.py", "    if default is ProjectMode.AUTO:", "    if False:", POLICIES
    ),
    Mutant(
        "registry",
        "qodev/permissions/policy_file.py",
        "if (rule.effect is Effect.ALLOW) != bool(rule.fingerprint):",
        "if False:",
        POLICIES,
    ),
    Mutant(
        "registry",
        "qodev/permissions/protected.py",
        "forms = (folded, folded.translate(_UNQUOTED))",
        "forms = (folded,)",
        POLICIES,
    ),
    Mutant("registry", "qodev/permissions/protected.py", 'unicodedata.category(char) != "Cf"', "True", POLICIES),
    Mutant("registry", "qodev/permissions/protected.py", 'unicodedata.normalize("NFKC", visible)', "visible", POLICIES),
    Mutant(
        "registry",
        "qodev/permissions/protected.py",
        "        return (whole, tail",
        "        return (whole, whole) if whole else (whole, tail",
        POLICIES,
    ),
    Mutant("registry", "qodev/types/policies.py", "command.strip(BLANKS)", "command.strip()", POLICIES),
    Mutant("registry", "qodev/types/policies.py", "command.strip(BLANKS)", "command", POLICIES),
    Mutant(
        "tools", "qodev/permissions/judge.py", "    if not is_offered(profile, subject.tool):", "    if False:", JUDGE
    ),
    Mutant(
        "tools", "qodev/permissions/judge.py", "    if level.effect is Effect.DENY and (", "    if False and (", JUDGE
    ),
    Mutant(
        "tools",
        "qodev/permissions/rules.py",
        "        return tool_outcome(profile, tool).effect is Effect.DENY\n",
        "        return False\n",
        LAWS,
    ),
    Mutant(
        "tools",
        "qodev/permissions/rules.py",
        "    for rule in reversed(profile.tool_rules):",
        "    for rule in profile.tool_rules:",
        LAWS,
    ),
    Mutant(
        "tools",
        "qodev/permissions/rules.py",
        "effects = effects | {rule.effect} if is_scoped(rule) else {rule.effect}",
        "effects = {rule.effect}",
        LAWS,
    ),
    Mutant(
        "tools",
        "qodev/permissions/rules.py",
        "        for rule in reversed(rules):\n            if not is_scoped",
        "        for rule in rules:\n            if not is_scoped",
        LAWS,
    ),
)
