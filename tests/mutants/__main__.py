"""`python -m tests.mutants [FAMILY…]`: breaks each promise once and reports the breaks that no test notices."""

import argparse
import sys

from tests.mutants.runner import Outcome, copied_tree, passes, try_out
from tests.mutants.table import MUTANTS


def main() -> int:
    """Runs the named families, or all; ends with 1 when a break was missed or is gone, with 2 when a whole copy fails."""
    families = sorted({mutant.family for mutant in MUTANTS})
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("families", nargs="*", choices=[*families, []], metavar="FAMILY", help=", ".join(families))
    wanted = parser.parse_args().families or families
    chosen = [mutant for mutant in MUTANTS if mutant.family in wanted]
    bad = 0
    with copied_tree() as folder:
        failing = [tests for tests in dict.fromkeys(mutant.tests for mutant in chosen) if not passes(tests, folder)]
        if failing:
            sys.stdout.write(f"these fail without a break: {failing}\n")
            return 2
        for mutant in chosen:
            outcome = try_out(mutant, folder)
            bad += outcome is not Outcome.NOTICED
            shown = " ".join(mutant.before.split())[:70]
            sys.stdout.write(f"{outcome.value:8} {mutant.family:10} {mutant.path}: {shown}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(chosen) - bad} of {len(chosen)} breaks were noticed\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
