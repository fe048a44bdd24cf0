#!/bin/sh
# Sets qodev up in .venv and starts it: the window where there is a screen, else one answer of the offline provider.
set -eu
cd "$(dirname "$0")/.."
sh packaging/system_libraries.sh || echo "qodev: going on without; the window may not start." >&2
[ -x .venv/bin/python ] || "${PYTHON:-python3}" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable .
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = "Darwin" ]; then
  exec .venv/bin/qodev "$@"
fi
exec .venv/bin/qodev run --agent "Offline Chat" "Show me what an answer looks like."
