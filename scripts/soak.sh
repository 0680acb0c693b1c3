#!/usr/bin/env bash
# Puts a mixed load on a server for minutes: memory within 5 % after the first minute, descriptors flat, 99.9 % of the
# calls within 50 ms. Prints a Markdown table, and fails if one of them is not so.
# Usage: scripts/soak.sh [--minutes N] [--data-dir] [--firebreak PATH]
#
#   --minutes N        how long (10; 3 at least)
#   --data-dir         projects in files instead of in memory
#   --firebreak PATH   this program instead of building it
set -euo pipefail
called_from="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

options=()
builds=1
while (($#)); do
    case "$1" in
        --minutes) [[ $# -ge 2 ]] || die "$1 needs a number"; options+=("$1" "$2") && shift ;;
        --data-dir) options+=("$1") ;;
        --firebreak) path_of "$@" && options+=(--firebreak "$path") && builds=0 && shift ;;
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit ;;
        *) die "unknown option $1" ;;
    esac
    shift
done
need_clients
if ((builds)); then
    need_build
    build_release
fi
exec .venv/bin/python Tests/Conformance/soak.py ${options[@]+"${options[@]}"}
