"""The breaks, by family: each one takes back a promise that a test holds."""

from tests.mutants import (
    of_commands,
    of_composer,
    of_edits,
    of_folders,
    of_judge,
    of_knowledge,
    of_processes,
    of_rules,
    of_servers,
    of_texts,
)

MUTANTS = (
    *of_rules.MUTANTS,
    *of_commands.MUTANTS,
    *of_judge.MUTANTS,
    *of_folders.MUTANTS,
    *of_edits.MUTANTS,
    *of_knowledge.MUTANTS,
    *of_servers.MUTANTS,
    *of_processes.MUTANTS,
    *of_texts.MUTANTS,
    *of_composer.MUTANTS,
)
