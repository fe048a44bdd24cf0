"""Command texts that the fuzz gate and its readers found, judged as those of the shared file."""

from tests.cases.adapters import security_commands

run = security_commands.run
