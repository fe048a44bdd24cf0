#!/bin/sh
# Sets qodev up with its tests in .venv and runs them; further arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
sh packaging/system_libraries.sh || echo "qodev: going on without; tests of the window may fail." >&2
[ -x .venv/bin/python ] || "${PYTHON:-python3}" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
exec .venv/bin/python -m pytest "$@"
