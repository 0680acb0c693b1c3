#!/usr/bin/env bash
# Shows that two builds answer alike, for changes that are to change nothing: plays the requests of the tests of
# clients to both, and prints the differences. Fails if there are any.
# Usage: scripts/recorder.sh capture FILE [-- options of pytest]
#        scripts/recorder.sh compare FILE OLD NEW [--show N]
#
#   capture   runs the tests against the release build and keeps their requests, in some ten minutes
#   compare   OLD and NEW are binaries, FILE is Tests/Conformance/requests.json.xz or one that was captured, and --show N
#             prints the first N differences whole (20); takes some two minutes
set -euo pipefail
called_from="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

if (($# == 0)) || [[ "$1" == -h || "$1" == --help ]]; then
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit
fi
need_clients
python="$PWD/.venv/bin/python"
program="$PWD/Tests/Conformance/recorder.py"
cd "$called_from"
exec "$python" "$program" "$@"
