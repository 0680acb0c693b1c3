#!/usr/bin/env bash
# Unpacks the archive of a release, once its checksum is right, and puts it in PATH of the job's next steps.
# Usage: install.sh, with variables of the environment:
#   FIREBREAK_FROM       a directory with the archive and SHA256SUMS, in place of the next two
#   FIREBREAK_RELEASES   the URL below which each release has its files
#   FIREBREAK_VERSION    the release, with or without the v of its tag
#   RUNNER_TEMP, GITHUB_PATH, GITHUB_OUTPUT   as GitHub sets them
set -euo pipefail

[[ "$(uname -s)" == Linux ]] || { echo "::error::Firebreak's packages are for Linux" >&2; exit 1; }
machine="$(uname -m)"
directory="$RUNNER_TEMP/firebreak"
mkdir -p "$directory"
cd "$directory"
if [[ -n "${FIREBREAK_FROM:-}" ]]; then
    from="$FIREBREAK_FROM"
    [[ "$from" == /* ]] || from="$GITHUB_WORKSPACE/$from"
    cp "$from/SHA256SUMS" "$from"/firebreak-*-linux-"$machine".tar.xz .
else
    version="${FIREBREAK_VERSION#v}"
    [[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] \
        || { echo "::error::version '$version' is not one of a release, such as 0.1.0" >&2; exit 1; }
    for file in SHA256SUMS "firebreak-$version-linux-$machine.tar.xz"; do
        curl --fail --silent --show-error --location --retry 3 --remote-name "$FIREBREAK_RELEASES/v$version/$file"
    done
fi
archives=(firebreak-*-linux-"$machine".tar.xz)
((${#archives[@]} == 1)) || { echo "::error::several archives: ${archives[*]}" >&2; exit 1; }
# Without `--ignore-missing`, the other packages would be missing; an archive that is not listed is an error.
grep --fixed-strings "  ${archives[0]}" SHA256SUMS | sha256sum --check --quiet
tar --extract --xz --strip-components=1 --file "${archives[0]}"
./firebreak --version
echo "$directory" >> "$GITHUB_PATH"
echo "path=$directory" >> "$GITHUB_OUTPUT"
if [[ -n "${FIREBREAK_KEEP:-}" ]]; then echo "FIREBREAK_KEEP_ON_FAILURE=$FIREBREAK_KEEP" >> "$GITHUB_ENV"; fi
