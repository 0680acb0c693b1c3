#!/usr/bin/env bash
# Runs the Swift tests under a sanitizer, in a build of its own; a first build takes a quarter of an hour.
# Usage: scripts/sanitize.sh thread|address [options of swift test]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

case "${1-}" in
    thread | address) sanitizer="$1" && shift ;;
    *) sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
need_build
options=(--sanitize "$sanitizer" --scratch-path ".build/$sanitizer")
if [[ "$sanitizer" = thread && "$(uname)" = Linux ]]; then
    # The file says why.
    mkdir -p .build/thread
    clang -c -O1 -fsanitize=thread Tests/Sanitizers/mutex.c -o .build/thread/mutex.o
    options+=(-Xlinker "$PWD/.build/thread/mutex.o")
fi
# What a report is about is printed with its stack; the first one ends the process.
export TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/Tests/Sanitizers/thread.supp ${TSAN_OPTIONS-}"
# Leaks are not looked for: the process of the tests ends with its caches full.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS-}"
exec swift test --disable-xctest "${options[@]}" "$@"
