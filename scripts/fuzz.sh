#!/usr/bin/env bash
# Fuzzes parsers, and whole requests, with libFuzzer, one after the other, on Linux. The first build takes some minutes.
# Usage: scripts/fuzz.sh [--seconds N] [PARSER…]
#
#   --seconds N   how long each (60)
#   PARSER        archives of Tests/Fuzz/Corpus (all)
#
# The archives are unpacked into .build/fuzz-seeds; `tar -czf Tests/Fuzz/Corpus/PARSER.tar.gz -C .build/fuzz-seeds/PARSER .`
# packs one with other inputs. Inputs that reach something new are kept in .build/fuzz-corpus and go into the next run. One
# that ends the process is put into Tests/Fuzz/Findings, where the tests find it; then the script fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

seconds=60
parsers=()
while (($#)); do
    case "$1" in
        --seconds) [[ "${2-}" =~ ^[0-9]+$ ]] || die "$1 needs a number"; seconds="$2" && shift ;;
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit ;;
        -*) die "unknown option $1" ;;
        *) [[ -f "Tests/Fuzz/Corpus/$1.tar.gz" ]] || die "there is no parser $1"; parsers+=("$1") ;;
    esac
    shift
done
if ((${#parsers[@]} == 0)); then
    for path in Tests/Fuzz/Corpus/*.tar.gz; do parsers+=("$(basename "$path" .tar.gz)"); done
fi
need_build
# The plan of an earlier build names files that may be gone since, and is not made anew for them.
rm -f .build/fuzz/debug.yaml .build/fuzz/debug/description.json
swift build --package-path Tests/Fuzz --scratch-path .build/fuzz --product fuzz -Xswiftc -sanitize=fuzzer >&2
failed=()
for parser in "${parsers[@]}"; do
    say "== $parser"
    found=".build/fuzz-findings/$parser"
    seeds=".build/fuzz-seeds/$parser"
    rm -rf "$found" "$seeds"
    mkdir -p ".build/fuzz-corpus/$parser" "$found" "$seeds"
    tar -xzf "Tests/Fuzz/Corpus/$parser.tar.gz" -C "$seeds"
    # Longer inputs find nothing that shorter ones do not, and take longer.
    status=0
    .build/fuzz/debug/fuzz "$parser" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$found/" \
        ".build/fuzz-corpus/$parser" "$seeds" 2>&1 \
        | grep -E 'stat::(number_of_executed_units|average_exec_per_sec|new_units_added)|ERROR|SUMMARY|Fatal error' >&2 \
        || status="${PIPESTATUS[0]}"
    if [[ -n "$(ls "$found")" ]]; then
        failed+=("$parser")
        mkdir -p "Tests/Fuzz/Findings/$parser"
        cp "$found"/* "Tests/Fuzz/Findings/$parser/"
    elif ((status)); then
        die "the fuzzer ended with code $status and left no input"
    fi
done
if ((${#failed[@]})); then die "inputs that end the process are in Tests/Fuzz/Findings: ${failed[*]}"; fi
