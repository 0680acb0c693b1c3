#!/usr/bin/env bash
# Regenerates the page Compatibility from the routes of the server, and the marks of the tests and the recorded answers in
# Tests/Conformance.
# Usage: scripts/update-compatibility.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_build
need_clients
build_release
made=$(mktemp)
trap 'rm -f "$made"' EXIT
.venv/bin/python Tests/Conformance/compatibility.py >"$made"
cat "$made" >Sources/Firebreak/Firebreak.docc/Compatibility.md
