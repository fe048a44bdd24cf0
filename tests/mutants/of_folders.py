"""Breaks around folders: paths of tools, links, trust."""

from tests.mutants.runner import Mutant

COMMAND_LINE = ("tests/unit/cli/test_profiles.py",)
FOLDERS = ("tests/unit/workspace/test_laws.py",)
JUDGE = ("tests/unit/permissions/test_judge.py",)
LAWS = ("tests/unit/permissions/test_laws.py",)
SAVING = ("tests/unit/profiles/test_documents.py",)
SERVICES = ("tests/unit/services/test_profiles.py",)
SWAPS = ("tests/rigs/test_swaps.py",)
TRUST = ("tests/unit/workspace/test_trust.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "links",
        "qodev/base/nofollow.py",
        '_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)',
        '_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)',
        SWAPS,
    ),
    Mutant("links", "qodev/base/nofollow.py", '    | getattr(os, "O_NOFOLLOW", 0)\n', "", SWAPS),
    Mutant(
        "links",
        "qodev/base/nofollow_write.py",
        "    if folder.is_link(name):\n        raise LinkFault(folder.path / name)\n    if name.casefold",
        "    if name.casefold",
        SAVING,
    ),
    Mutant(
        "links",
        "qodev/base/nofollow_write.py",
        "        return\n    os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)",
        "        return\n    os.replace(folder.path / temporary, folder.path / name)",
        SWAPS,
    ),
    Mutant("paths", "qodev/permissions/judge.py", "        is_steering=subject.is_steering,\n", "", JUDGE),
    Mutant("paths", "qodev/permissions/judge.py", "    if outside is not None:", "    if False:", JUDGE),
    Mutant("paths", "qodev/permissions/judge.py", "    if subject.refusal is not None:", "    if False:", JUDGE),
    Mutant("paths", "qodev/permissions/paths.py", "        if denied is not None:\n", "        if False:\n", LAWS),
    Mutant(
        "paths",
        "qodev/permissions/paths.py",
        "    for path in paths:\n        allowed",
        "    for path in paths[:1]:\n        allowed",
        LAWS,
    ),
    Mutant(
        "paths",
        "qodev/workspace/project.py",
        "            if resolved != self.path and self.path not in resolved.parents:\n                raise PathRefused(f\"`{'/'.join(names[:count])}` leads out",
        "            if False:\n                raise PathRefused(f\"`{'/'.join(names[:count])}` leads out",
        FOLDERS,
    ),
    Mutant(
        "paths",
        "qodev/workspace/project.py",
        '    if found.st_nlink > 1:\n        raise PathRefused(f"`{target',
        '    if False:\n        raise PathRefused(f"`{target',
        FOLDERS,
    ),
    Mutant(
        "paths",
        "qodev/workspace/project.py",
        '        if any(folded_name(part) == ".git" for part in real.parts):',
        "        if False:",
        FOLDERS,
    ),
    Mutant(
        "trust",
        "qodev/cli/trust.py",
        "    if given == {sheet.digest}",
        "    if True or given == {sheet.digest}",
        COMMAND_LINE,
    ),
    Mutant(
        "trust",
        "qodev/cli/trust.py",
        "and given == {file.digest for file in sheet.files}",
        "and given <= {file.digest for file in sheet.files}",
        COMMAND_LINE,
    ),
    Mutant("trust", "qodev/cli/trust.py", "    elif not sys.stdin.isatty():", "    elif False:", COMMAND_LINE),
    Mutant(
        "trust",
        "qodev/cli/trust.py",
        "        if not options.yes and not await _agrees():",
        "        if False:",
        COMMAND_LINE,
    ),
    Mutant(
        "trust", "qodev/services/trust.py", "if (found.st_dev, found.st_ino) != sheet.identity:", "if False:", SERVICES
    ),
    Mutant(
        "trust",
        "qodev/services/trust.py",
        "if not self._is_loaded or mark != self._mark:",
        "if not self._is_loaded:",
        SERVICES,
    ),
    Mutant(
        "trust",
        "qodev/services/trust.py",
        "        if not self._store.is_trusted(Path(sheet.path)):",
        "        if False:",
        SERVICES,
    ),
    Mutant(
        "trust",
        "qodev/services/trust_effects.py",
        "        if new.strictness < old.strictness:",
        "        if False:",
        COMMAND_LINE,
    ),
    Mutant(
        "trust",
        "qodev/services/trust_effects.py",
        "if effect is not Effect.ALLOW and (now is None or",
        "if False and (now is None or",
        COMMAND_LINE,
    ),
    Mutant("trust", "qodev/workspace/steering.py", "    if opened.links == 1 and", "    if", TRUST),
    Mutant(
        "trust",
        "qodev/workspace/trust.py",
        "effective = tuple(file for file in files if _content(file) in contents)",
        "effective = files",
        TRUST,
    ),
    Mutant("trust", "qodev/workspace/trust.py", "trusted.identity.is_there()", "True", TRUST),
    Mutant(
        "trust",
        "qodev/workspace/trust.py",
        "            accepted = tuple(record for record in state.accepted if not is_ended(record.identity))",
        "            accepted = state.accepted",
        TRUST,
    ),
    Mutant(
        "trust",
        "qodev/workspace/trust.py",
        "                if state.fault is not None:",
        "                if False:",
        FOLDERS,
    ),
)
