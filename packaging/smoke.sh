#!/bin/sh
# Starts the real window under Xvfb with folders of its own, waits until it says it is usable, and ends it; then one
# answer of the offline provider from the command line. The argument is the folder of the `qodev` script.
set -eu
bin=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export QODEV_HOME="$folder/home" HOME="$folder" PYTHON_KEYRING_BACKEND=keyring.backends.fail.Keyring
mkdir -p "$folder/home"

"$bin/qodev" --version
"$bin/qodev" check
"$bin/qodev" run --agent "Offline Chat" "Hello" > "$folder/answer"
[ -s "$folder/answer" ] || { echo "qodev run gave no answer" >&2; exit 1; }

# QODEV_MARK names a file to which the window writes the moments of its start (see benchmarks).
export QODEV_MARK="$folder/marks"
# The program is ended before its screen is: its number goes to a file.
# shellcheck disable=SC2016  # the inner shell fills these in
timeout 60 xvfb-run -a sh -c '"$0" app & echo $! > "$1"; wait $!' "$bin/qodev" "$folder/pid" &
screen=$!
tries=0
until grep -q usable "$folder/marks" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ] || ! kill -0 "$screen" 2>/dev/null; then
    echo "the window did not become usable within 30 s" >&2
    exit 1
  fi
  sleep 0.1
done
kill -TERM "$(cat "$folder/pid")"
wait "$screen" || { echo "the window did not end as it should: $?" >&2; exit 1; }
echo "window: usable, and it ends when told"
