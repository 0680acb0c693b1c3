#!/usr/bin/env bash
# Regenerates Sources/CResources/Resources/errors/answers.txt from the errors that tests provoke, and
# Sources/Firebreak/Firebreak.docc/Errors.md from the catalogue of errors.
# Usage: scripts/update-errors.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_build
FIREBREAK_UPDATE_ERRORS=1 swift test --disable-xctest --filter 'FirebreakHTTPTests\.ErrorProvocationTests' >&2 \
    || die "an error is not provoked as its row says; see above"
build_release
made=$(mktemp)
trap 'rm -f "$made"' EXIT
.build/release/firebreak errors --markdown >"$made"
cat "$made" >Sources/Firebreak/Firebreak.docc/Errors.md
