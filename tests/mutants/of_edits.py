"""Breaks in what tools read and write: limits, rules, the last look before a write, the way back."""

from tests.mutants.runner import Mutant

EDITING = ("tests/unit/tools/test_editing.py",)
PATCHES = ("tests/unit/tools/test_patch.py",)
READING = ("tests/unit/tools/test_reading.py",)
REVIEW = ("tests/unit/workspace/test_review.py",)
REWIND = ("tests/unit/workspace/test_rewind.py",)

_DESK, _SCAN, _WRITING = "qodev/workspace/desk.py", "qodev/tools/scan.py", "qodev/workspace/writing.py"

REVIEWS = ("tests/ui/test_review.py",)
LISTS = ("tests/unit/services/test_changes.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant("edits", _WRITING, "    if refusal is not None:", "    if False:", EDITING),
    Mutant("edits", _WRITING, "    if found.links > 1 or mark_of(found) != order.mark:", "    if False:", EDITING),
    Mutant("edits", _WRITING, "    if not _is_at(folder, now):", "    if False:", EDITING),
    Mutant("edits", _WRITING, "    _check_again(order, folder, name)\n            if", "    if", EDITING),
    Mutant("edits", _DESK, "            await parts.pool.run(self._keep, target)\n", "            pass\n", EDITING),
    Mutant("edits", _DESK, "        await self._begin(change)\n", "", EDITING),
    Mutant("edits", _DESK, "digest_at(root, now.real)]", '""]', EDITING),
    Mutant("edits", "qodev/workspace/review.py", "if number in chosen else", "if True else", REVIEW),
    Mutant("edits", "qodev/tools/patch.py", "        if first < at:", "        if False:", PATCHES),
    Mutant("edits", "qodev/tools/patch.py", "    if there != line.text:", "    if False:", PATCHES),
    Mutant(
        "edits",
        "qodev/workspace/rewind.py",
        "        if problems:\n            raise",
        "        if False:\n            raise",
        REWIND,
    ),
    Mutant(
        "edits",
        "qodev/workspace/rewind.py",
        "                self._roll_back([*done, step], _sentence(fault))\n",
        "",
        REWIND,
    ),
    Mutant(
        "review",
        "qodev/ui/presenters/review.py",
        "PermissionAnswer(AnswerOption.ALLOW_ONCE, accepted=accepted)",
        "PermissionAnswer(AnswerOption.ALLOW_ONCE)",
        REVIEWS,
    ),
    Mutant("review", "qodev/ui/presenters/review.py", "if self.state.apply_reason:", "if False:", REVIEWS),
    Mutant("review", "qodev/ui/models/review_lines.py", "        if unseen:", "        if False:", REVIEWS),
    Mutant("review", "qodev/ui/chat/review_panel.py", "        self.deaf.begin()\n", "", REVIEWS),
    Mutant("review", "qodev/ui/presenters/review.py", "if event.request_id != self.state.id:", "if False:", REVIEWS),
    Mutant("review", "qodev/services/changes.py", "== done[-1].after_sha256 else", "!= None else", LISTS),
    Mutant(
        "reading",
        _SCAN,
        "            if may_show((one.shown,)",
        "            if True or may_show((one.shown,)",
        READING,
    ),
    Mutant("reading", _SCAN, "        if not (is_telling and (", "        if not (False and (", READING),
    Mutant("reading", "qodev/tools/read.py", "        if found.names != names:", "        if False:", READING),
    Mutant("reading", "qodev/base/walk.py", "        if found.links > 1:", "        if False:", READING),
    Mutant("reading", "qodev/base/walk.py", " if is_nameable(entry.name)]", "]", READING),
    Mutant(
        "reading", "qodev/tools/search.py", "    if done.timed_out or done.returncode != 0:", "    if False:", READING
    ),
)
