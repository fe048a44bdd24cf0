"""From a command line to a front end: the window for `app`, the command line for all else."""

import gc
import sys

_RENDER_CHILD = "--render-child"  # how a frozen build starts itself to try unseen agents (S91)
_WATCHDOG = "--watchdog"  # and to end commands when it is gone (S125)
_MATCH_CHILD = "--match-child"  # and to match a model's regular expression


def main() -> int:
    """Runs qodev and returns its exit code; the console script."""
    if sys.argv[1:] == [_RENDER_CHILD]:
        from qodev.agents.child import main as render

        return render()
    if sys.argv[1:2] == [_WATCHDOG]:
        from qodev.base.watchdog import main as watch

        return watch()
    if sys.argv[1:] == [_MATCH_CHILD]:
        from qodev.tools.matching import main as match

        return match()
    from qodev.cli.main import parse

    options = parse(sys.argv[1:])
    if options.command == "app":
        return gui()
    from qodev.cli.main import run

    return run(options)


def gui() -> int:
    """Opens the window; the windowed script, which has no terminal to print on."""
    gc.disable()  # before Qt is imported: its classes live as long as the program, and `run_app` keeps it so
    from qodev.ui.kit.imports import keep_imports_plain

    keep_imports_plain()
    from qodev.ui.app import run_app

    return run_app()


if __name__ == "__main__":
    sys.exit(main())
