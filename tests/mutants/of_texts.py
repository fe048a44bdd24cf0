"""Breaks around texts: saving, lints, lists, choices, drafts."""

from tests.mutants.runner import Mutant

DRAFTS = ("tests/unit/profiles/test_translate.py",)
FORMAT = ("tests/unit/profiles/test_laws.py",)
LINTS = ("tests/unit/profiles/test_lint.py",)
SAVING = ("tests/unit/profiles/test_documents.py",)
SERVICES = ("tests/unit/services/test_profiles.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "choices",
        "qodev/services/profile_choices.py",
        "    if conversation.project and snapshot.project is None:\n        return conversation",
        "    if False:\n        return conversation",
        SERVICES,
    ),
    Mutant(
        "choices",
        "qodev/services/profile_choices.py",
        "is_built_in = found is None or found.scope is ProfileScope.BUILT_IN",
        "is_built_in = True",
        SERVICES,
    ),
    Mutant(
        "choices",
        "qodev/services/profile_choices.py",
        "    if conversation.schema_version >= SCHEMA_VERSION:",
        "    if False:",
        SERVICES,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/drafting.py",
        "            self.set_tools(EDIT_TOOLS, Effect.DENY)  #",
        "            pass  #",
        DRAFTS,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/drafting.py",
        "if effect is Effect.ALLOW and self.commands.get(plain) is Effect.ASK",
        "if False",
        DRAFTS,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/lone_rules.py",
        "    if not allows_only:\n        _deny_word(word, found)",
        "    pass",
        DRAFTS,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/lone_rules.py",
        '        if _effect_word(item) != "allow":',
        "        if False:",
        DRAFTS,
    ),
    Mutant("drafts", "qodev/profiles/translate_cli.py", '    if "hooks" in front.values:', "    if False:", DRAFTS),
    Mutant(
        "drafts",
        "qodev/profiles/translate_opencode.py",
        "    restricting = _without_grants(profile)",
        "    restricting = profile",
        DRAFTS,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/translate_opencode.py",
        "draft.add_path(_narrower(rule.resource)",
        "draft.add_path((rule.resource)",
        DRAFTS,
    ),
    Mutant(
        "drafts",
        "qodev/profiles/translate_opencode.py",
        "draft.add_path(_wider(rule.resource)",
        "draft.add_path((rule.resource)",
        DRAFTS,
    ),
    Mutant(
        "drafts", "qodev/profiles/translate_opencode.py", "    if skills is Effect.DENY:  #", "    if False:  #", DRAFTS
    ),
    Mutant(
        "format",
        "qodev/profiles/writing.py",
        "    needs_quotes = value[:1] in _QUOTES or value.strip(BLANKS) != value",
        "    needs_quotes = False",
        FORMAT,
    ),
    Mutant("lints", "qodev/profiles/lint.py", "if len(rules) + len(added) > COMMANDS_MOST:", "if False:", LINTS),
    Mutant(
        "lints",
        "qodev/profiles/lint.py",
        "if _value(profile, rules, call) is not Effect.DENY]",
        "if _value(profile, rules, call) is Effect.ALLOW]",
        LINTS,
    ),
    Mutant("lists", "qodev/services/profiles.py", "        if mine == self._asked:", "        if True:", SERVICES),
    Mutant(
        "lists",
        "qodev/services/profiles.py",
        "        if profile.path in snapshot.pending:",
        "        if False:",
        SERVICES,
    ),
    Mutant(
        "lists",
        "qodev/services/profiles.py",
        "if standing is None or not standing.is_trusted:",
        "if standing is None:",
        SERVICES,
    ),
    Mutant(
        "lists",
        "qodev/services/profiles.py",
        "        _require_mode(profile, is_child=is_child)",
        "        pass",
        SERVICES,
    ),
    Mutant(
        "lists",
        "qodev/services/profiles.py",
        "if profile.scope in PROJECT_SCOPES and not await",
        "if False and not await",
        SERVICES,
    ),
    Mutant("saving", "qodev/profiles/documents.py", "    if profile.key in RESERVED:", "    if False:", SAVING),
    Mutant("saving", "qodev/profiles/documents.py", "    elif profile.key in others:", "    elif False:", SAVING),
    Mutant("saving", "qodev/profiles/documents.py", "if profile.path != without}", "}", SAVING),
    Mutant(
        "saving",
        "qodev/profiles/files.py",
        "is_link = folder.exists(path.name) and folder.is_link(path.name)",
        "is_link = False",
        SAVING,
    ),
    Mutant(
        "saving",
        "qodev/profiles/files.py",
        "    if digest != base_digest and not overwrite and content != before:",
        "    if False:",
        SAVING,
    ),
    Mutant(
        "saving",
        "qodev/profiles/files.py",
        "        error = next((diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR), None)",
        "        error = None",
        SAVING,
    ),
    Mutant("saving", "qodev/profiles/files.py", "text = with_line_ends(text, like)", "pass", SAVING),
    Mutant(
        "saving",
        "qodev/profiles/files.py",
        "        if path.parent != self.folder:\n            return SaveRefused",
        "        if False:\n            return SaveRefused",
        SAVING,
    ),
)
