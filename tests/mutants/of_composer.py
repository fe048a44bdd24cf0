"""Breaks around the composer and the questions above it: what is mentioned, what goes with a message, what is said."""

from tests.mutants.runner import Mutant

MENTIONS = ("tests/unit/services/test_mentions.py",)
TYPED = ("tests/ui/test_mentions.py",)
QUESTIONS = ("tests/ui/test_prompt.py",)
_SERVICE = "qodev/services/mentions.py"
_QUESTIONS = "qodev/ui/presenters/questions.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant("composer", _SERVICE, "if not await self._pool.run(self._is_trusted, project):", "if False:", MENTIONS),
    Mutant("composer", _SERVICE, "if entry is not None and entry.refused:", "if False:", MENTIONS),
    Mutant("composer", _SERVICE, "root.resolve_read(path)", "root.resolve(path)", MENTIONS),
    Mutant("composer", _SERVICE, " and not one.refused]", "]", MENTIONS),
    Mutant("composer", "qodev/ui/chat/mention_list.py", "        if reason:\n", "        if False:\n", TYPED),
    Mutant("composer", "qodev/ui/chat/mention_list.py", "if state.asked != self._typed:", "if False:", TYPED),
    Mutant(
        "composer",
        "qodev/ui/presenters/mentions.py",
        "        if revision == self._revision:\n",
        "        if True:\n",
        TYPED,
    ),
    Mutant(
        "composer",
        "qodev/ui/presenters/chat.py",
        "attachments=(guidance, *others)",
        "attachments=(*others, guidance)",
        TYPED,
    ),
    Mutant(
        "composer",
        "qodev/ui/presenters/chat.py",
        "if self._conversation is None or self._conversation.id != conversation_id:",
        "if self._conversation is None:",
        TYPED,
    ),
    Mutant("questions", _QUESTIONS, "if contain.fault or contain.setting", "if contain.setting", QUESTIONS),
    Mutant("questions", _QUESTIONS, "if self.services.projects.was_offered(project):", "if False:", QUESTIONS),
    Mutant("questions", _QUESTIONS, "if is_taken and request is not None and", "if False and", QUESTIONS),
    Mutant("questions", _QUESTIONS, "            del self._storing[project]\n", "", QUESTIONS),
    Mutant("questions", "qodev/ui/models/question_state.py", 'if kind == "contain":', "if False:", QUESTIONS),
)
