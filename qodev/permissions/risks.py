"""Notes for a question: what a command is known for. They raise no question and decide nothing (P125)."""

from collections.abc import Iterator

from qodev.types.permissions import CallKind, Clause
from qodev.types.verdicts import PermissionSubject

# Programs by what a person may want to know of them; the list helps reading and claims no completeness.
_NOTES = {
    "Deletes files.": ("rm", "rmdir", "unlink", "shred", "del", "remove-item"),
    "Talks to other machines.": ("curl", "wget", "ssh", "scp", "sftp", "rsync", "nc", "ncat", "telnet", "ftp"),
    "Runs with more rights.": ("sudo", "doas", "su", "pkexec", "runas"),
    "Installs software.": ("apt", "apt-get", "dnf", "yum", "pacman", "brew", "pip", "pip3", "pipx", "uv", "npm"),
    "Changes rights or owners of files.": ("chmod", "chown", "chgrp", "setfacl", "icacls"),
    "Overwrites disks or partitions.": ("dd", "mkfs", "fdisk", "parted", "wipefs"),
    "Ends other programs.": ("kill", "pkill", "killall", "taskkill"),
}
_GIT = {
    "Sends commits to another machine.": ("push",),
    "Discards uncommitted work.": ("reset", "checkout", "restore", "clean", "stash"),
    "Rewrites history.": ("rebase", "filter-branch", "filter-repo"),
}


def find_risks(subject: PermissionSubject) -> tuple[str, ...]:
    """Returns what is worth knowing about a call, each sentence once."""
    notes: dict[str, None] = {}
    if subject.command is not None:
        for clause in subject.command.clauses:
            notes.update(dict.fromkeys(_of_clause(clause)))
    if subject.kind is CallKind.WEB:
        notes["What the page says reaches the model as data."] = None
    return tuple(notes)


def _of_clause(clause: Clause) -> Iterator[str]:
    for view in clause.views:
        words = view.casefold().split()
        if not words:
            continue
        program = words[0].rpartition("/")[2]
        yield from (note for note, names in _NOTES.items() if program in names)
        if program == "git" and len(words) > 1:
            yield from (note for note, names in _GIT.items() if words[1] in names)
    if clause.writes:
        yield f"Writes {', '.join(f'`{target}`' for target in clause.writes)}."
