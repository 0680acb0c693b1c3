#!/usr/bin/env bash
# Changes the server in many small ways and tells which of them no Swift test notices. All changes ("mutants") are in one
# build, and each is chosen by a variable when the tests run; a first build takes a quarter of an hour.
# Usage: scripts/mutate.sh [--seed N] [--count N] [--only NUMBER…] [--json FILE] [TARGET…]
#
#   --seed N        chooses the places (1); the same seed chooses the same ones in the same sources
#   --count N       how many there are (200)
#   --only NUMBER…  some of them
#   --json FILE     writes what became of each
#   TARGET          where (FirebreakOperations FirebreakControl FirebreakHTTP)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

if [[ " $* " == *" -h "* || " $* " == *" --help "* ]]; then sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit; fi
need_build
need_command python3 python3
exec python3 Tests/Mutation/mutate.py "$@"
