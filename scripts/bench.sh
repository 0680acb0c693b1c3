#!/usr/bin/env bash
# Builds the server and a bare one and measures both on loopback; prints Markdown tables, fails if an answer was wrong.
# Usage: scripts/bench.sh [--seconds N] [--rounds N] [--connections N] [--only ROW…] [--json FILE]
#                         [--skip-build] [--binary PATH] [--bare PATH]
#
#   --seconds N      length of each run of the load generator (3)
#   --rounds N       runs of each kind, of which the median counts (3; some rows need more)
#   --connections N  connections of the load generator, which has two threads (16)
#   --only ROW…      some of: healthz lookup sign-up sign-in-with-password token email-link sign-in-with-idp
#                    sms-sign-in batch-get batch-create cold-start many-accounts lookups pages seed copies
#                    wake-up idle-waiters
#   --json FILE      write all figures behind the tables as well
#   --skip-build     take both programs as the last build left them
#   --binary PATH    measure this firebreak instead of building it
#   --bare PATH      compare with this program instead of building it
set -euo pipefail
called_from="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

benchmarks=Tests/Benchmarks
binary=""
bare=""
builds=1
options=()

# path_of OPTION PATH…: sets `path` to the path as seen from where the script was called.
path_of() {
    [[ $# -ge 2 && -n "$2" ]] || die "$1 needs a path"
    path="$2"
    if [[ "$path" != /* ]]; then path="$called_from/$path"; fi
}

while (($#)); do
    case "$1" in
        --binary) path_of "$@" && binary="$path" && shift ;;
        --bare) path_of "$@" && bare="$path" && shift ;;
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
    --firebreak "${binary:-.build/release/firebreak}" --bare "${bare:-$benchmarks/.build/release/bare}"
)
"${measure[@]}" --check-options
if ((builds)); then
    if [[ -z "$binary" || -z "$bare" ]]; then need_swift; fi
    if [[ -z "$binary" ]]; then
        need_sqlite
        need_password_hashes
        need_xml
        build_release
    fi
    if [[ -z "$bare" ]]; then
        swift build --configuration release --package-path "$benchmarks" --product bare >&2
    fi
fi
exec "${measure[@]}"
