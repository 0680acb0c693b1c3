#!/usr/bin/env bash
# Builds the server and a bare one and measures both on loopback; prints Markdown tables, fails if an answer was wrong.
# Usage: scripts/bench.sh [--profile PROFILE…] [--only ROW…] [--seconds N] [--rounds N] [--connections N] [--limit MS]
#                         [--against PATH [--pairs N]] [--json FILE] [--skip-build] [--binary PATH] [--bare PATH]
#
#   --profile NAME   emulator, local or both (both); may be repeated
#   --only ROW…      some of the rows below instead of all
#   --seconds N      length of each run of the load generator (3)
#   --rounds N       runs of each kind, of which the median counts (3; some rows need more)
#   --connections N  connections of the load generator, which has one thread (16)
#   --limit MS       longest that /healthz may take beside a heavy request (100); if one takes longer, the script fails
#   --against PATH   compare with this older build of firebreak instead, in interleaved pairs of runs: the median of the
#                    ratios new to old, and the lowest and the highest; healthz, lookup, sign-up, sign-in-with-password
#                    and token unless --only names others, which have to be rates
#   --pairs N        how many pairs of runs (10)
#   --json FILE      write all figures behind the tables as well; absolute rates are nowhere else
#   --skip-build     take the programs as the last build left them
#   --binary PATH    measure this firebreak instead of building it
#   --bare PATH      compare with this program instead of building it
#
# Rates, as shares of that of the bare server's empty route:
#   healthz lookup sign-up sign-in-with-password token send-code email-link sign-in-with-idp sms-sign-in
#   batch-get        1,000 of 10,000 accounts
#   batch-get-20     20 of 10,000 accounts
#   batch-create     1,000 accounts a call
# Times and sizes:
#   cold-start       process to first answer; memory when idle
#   many-accounts    memory per account, pages and other calls at 100,000 accounts
#   query            all of 100,000 accounts and their number by accounts:query
#   search           accounts by a part of what is known of them, and by filters, among 100,000
#   beside-searches  signUp beside 16 searches of the same 100,000 accounts
#   lookups          look-ups at 1,000,000 accounts beside 1,000; memory per account; the number of a million
#   pages            page 900 of batchGet beside page 1
#   seed             fixtures of 1,000 users
#   copies           fork, snapshot, restore and reset of 1,000 accounts
#   projects         10,000 projects in memory: making one, memory per project
#   project-files    10,000 projects in files: making one, the first call after its file was closed
#   wake-up          outbox:wait after a message
#   idle-waiters     signUp beside 500 idle waiters
#   beside-heavy     the longest and the median /healthz, asked every 5 ms on 8 connections, beside each of the heaviest
#                    requests that the limits allow
set -euo pipefail
called_from="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

benchmarks=Tests/Benchmarks
binary=""
bare=""
builds=1
options=()

while (($#)); do
    case "$1" in
        --binary) path_of "$@" && binary="$path" && shift ;;
        --bare) path_of "$@" && bare="$path" && shift ;;
        --against) path_of "$@" && options+=(--against "$path") && shift ;;
        --json) path_of "$@" && options+=(--json "$path") && shift ;;
        --skip-build) builds=0 ;;
        -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit ;;
        *) options+=("$1") ;;
    esac
    shift
done

need_python
need_command wrk wrk
measure=(
    python3 "$benchmarks/bench.py" ${options[@]+"${options[@]}"}
    --firebreak "${binary:-.build/bench/firebreak}" --bare "${bare:-$benchmarks/.build/release/bare}"
)
needed=" $("${measure[@]}" --check-options) "
if ((builds)) && [[ -z "$binary" ]]; then
    need_build
    build_release
fi
if ((builds)) && [[ -z "$bare" && "$needed" == *" bare "* ]]; then
    need_swift
    swift build --configuration release --package-path "$benchmarks" --product bare >&2
fi
if [[ -z "$binary" ]]; then
    # As it is packaged.
    mkdir -p .build/bench
    strip -o .build/bench/firebreak .build/release/firebreak
fi
exec "${measure[@]}"
