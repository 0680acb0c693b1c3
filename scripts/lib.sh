# Checks and set-up that the scripts in this directory share; sourced by them, never run.
# Usage: source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck shell=bash

# Progress messages go to standard error; standard output is for results.
say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "error: $*"
    exit 1
}

# The version that Package.swift asks for.
need_swift() {
    command -v swift >/dev/null \
        || die "there is no Swift toolchain in PATH; install Swift 6.2 or later from https://www.swift.org/install"
    local version major minor
    version="$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)"
    major="${version%%.*}" minor="${version##*.}"
    [[ -n "$version" ]] || die "'swift --version' does not run: $(swift --version 2>&1 | head -n 1)"
    if ((major < 6 || (major == 6 && minor < 2))); then
        die "Swift $version is too old; install Swift 6.2 or later from https://www.swift.org/install"
    fi
}

# need_packages WHY PACKAGE…: installs Debian packages, or says what to install by hand.
need_packages() {
    local why="$1"
    shift
    command -v apt-get >/dev/null \
        || die "$why; this script can only install it with apt-get: install the equivalent of '$*' and run it again"
    local as_root=()
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || die "$why; run 'apt-get install $*' as root, then run this script again"
        as_root=(sudo)
    fi
    say "$why: installing $*"
    # The lists of packages are fetched once, whatever else is missing.
    if ! { { [[ -n "${apt_is_updated-}" ]] || ${as_root[@]+"${as_root[@]}"} apt-get update; } \
        && ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
            apt-get install --yes --no-install-recommends "$@"; } >&2; then
        die "$why, and 'apt-get install $*' failed (see above)"
    fi
    apt_is_updated=1
}

# GRDB compiles against the system's SQLite. Apple's SDKs contain it.
need_sqlite() {
    [[ "$(uname -s)" == Darwin ]] && return
    if [[ -e /usr/include/sqlite3.h || -e /usr/local/include/sqlite3.h ]]; then return; fi
    if command -v pkg-config >/dev/null && pkg-config --exists sqlite3; then return; fi
    need_packages "the SQLite header (sqlite3.h) is missing" libsqlite3-dev
}

# What it takes to build the server.
need_build() {
    need_swift
    need_sqlite
}

# path_of OPTION PATH…: sets `path` to the path as seen from `called_from`, where the script was called.
path_of() {
    [[ $# -ge 2 && -n "$2" ]] || die "$1 needs a path"
    path="$2"
    # shellcheck disable=SC2154
    if [[ "$path" != /* ]]; then path="$called_from/$path"; fi
}

# want_packages WHY CONSEQUENCE PACKAGE…: installs Debian packages if that is possible, else says what goes without them.
want_packages() {
    local why="$1" consequence="$2"
    shift 2
    if [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null; then
        need_packages "$why" "$@"
    else
        say "$why, and only root can install '$*' with apt-get: $consequence"
    fi
}

# need_command COMMAND PACKAGE
need_command() {
    command -v "$1" >/dev/null || need_packages "the command $1 is missing" "$2"
}

# The standard library's venv, which Debian ships separately.
need_python() {
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        need_packages "Python 3 with its venv module is missing" python3 python3-venv
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
        || die "$(python3 --version) is too old for the test clients; install Python 3.10 or later"
}

# Chromium with its driver, and a font, without which it draws no text.
need_browser() {
    if command -v chromedriver >/dev/null && { command -v chromium || command -v google-chrome; } >/dev/null; then
        return
    fi
    need_packages "the browser Chromium or its driver is missing" chromium chromium-driver fonts-dejavu-core
}

# A mail server like those of companies. Its package asks questions and starts it, unless told otherwise; only the tests
# start it, with a configuration of their own, and only root may.
need_postfix() {
    [[ -x /usr/sbin/postfix ]] || command -v postfix >/dev/null \
        || want_packages "the mail server Postfix is missing" "the test of mails through it is skipped" postfix
}

# Two programs by which scripts and systems send mails.
need_mailers() {
    local missing=()
    # With what it needs for TLS.
    command -v swaks >/dev/null || missing+=(swaks libnet-ssleay-perl)
    command -v msmtp >/dev/null || missing+=(msmtp)
    if ((${#missing[@]})); then
        want_packages "programs that send mails are missing" "their tests are skipped" "${missing[@]}"
    fi
}

# Shells besides bash that completions are tried in.
need_shells() {
    local missing=()
    command -v zsh >/dev/null || missing+=(zsh)
    command -v fish >/dev/null || missing+=(fish)
    if ((${#missing[@]})); then
        want_packages "shells are missing" "their tests are skipped" "${missing[@]}"
    fi
}

# The two programs that most systems show manual pages with.
need_manual_readers() {
    local missing=()
    command -v man >/dev/null || missing+=(man-db)
    command -v mandoc >/dev/null || missing+=(mandoc)
    if ((${#missing[@]})); then
        want_packages "readers of manual pages are missing" "their tests are skipped" "${missing[@]}"
    fi
}

# Tells which calls a process makes to the system.
need_tracer() {
    command -v strace >/dev/null || want_packages "strace is missing" "tests that look at system calls are skipped" strace
}

# Proxies like those in front of shared installations. The tests start them, with configurations of their own.
need_proxy() {
    local missing=()
    command -v haproxy >/dev/null || missing+=(haproxy)
    [[ -x /usr/sbin/nginx ]] || command -v nginx >/dev/null || missing+=(nginx)
    if ((${#missing[@]})); then
        want_packages "proxies are missing" "the tests of servers behind them are skipped" "${missing[@]}"
    fi
}

# What makes small systems to try packages in, and reads container images.
need_package_tools() {
    local missing=()
    command -v dpkg-shlibdeps >/dev/null || missing+=(dpkg-dev)
    local tool
    for tool in mmdebstrap skopeo umoci; do command -v "$tool" >/dev/null || missing+=("$tool"); done
    if ((${#missing[@]})); then
        want_packages "tools for packages are missing" "the packages are not tried" "${missing[@]}"
    fi
}

# Installs the test clients into a private environment; recreated when the list of their versions changes.
need_clients() {
    need_python
    say "== preparing the clients"
    install_clients >&2 || die "the test clients could not be installed with pip (see above)"
}

install_clients() {
    local wanted=Tests/Conformance/requirements.txt
    local alone=Tests/Conformance/requirements-alone.txt
    if cat "$wanted" "$alone" | cmp -s - .venv/installed.txt && .venv/bin/python -c 'import pytest' 2>/dev/null; then
        return
    fi
    local install=(.venv/bin/python -m pip install --quiet --disable-pip-version-check)
    rm -rf .venv \
        && python3 -m venv .venv \
        && "${install[@]}" --requirement "$wanted" \
        && "${install[@]}" --no-deps --requirement "$alone" \
        && cat "$wanted" "$alone" > .venv/installed.txt
}

# Arranges that a binary needs no SQLite to run where the system has it as an archive, which is then linked in. Sets
# `arranged` to a folder that is searched for libraries before the system's own.
arrange_libraries() {
    arranged="$PWD/.build/libraries"
    mkdir -p "$arranged"
    local path
    path="$(clang -print-file-name=libsqlite3.a 2>/dev/null || true)"
    if [[ "$path" == */* ]]; then ln -sf "$(realpath "$path")" "$arranged/libsqlite3.a"; fi
}

# Trims what Foundation brings along for texts in every language: of 34 MB, the server can need one and a half. Sets
# `trimmed` to options of the linker; without Python or in a toolchain of another form to none, and all of it is linked.
trim_icu_data() {
    local object="$PWD/.build/libraries/icu-data.o" resources symbol
    trimmed=()
    resources="$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"
    if command -v python3 >/dev/null \
        && symbol="$(scripts/trim-icu-data.py "${resources}_static/linux/lib_FoundationICU.a" "$object")"; then
        trimmed=(-Xlinker --wrap="$symbol" -Xlinker "$object")
    fi
}

# Builds the server; progress goes to standard error. On Linux, Swift's libraries are linked in, so that the binary runs
# where there is no Swift and starts faster; the linker leaves out functions that nothing calls, keeps one of several with
# the same code, and places those that every request takes side by side (scripts/update-function-order.py).
build_release() {
    local flags=()
    if [[ "$(uname -s)" != Darwin ]]; then
        arrange_libraries
        trim_icu_data
        flags=(
            --static-swift-stdlib
            -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
            -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-export-dynamic
            -Xlinker --symbol-ordering-file="$PWD/scripts/function-order.txt" -Xlinker --no-warn-symbol-ordering
            -Xlinker "-L$arranged" ${trimmed[@]+"${trimmed[@]}"}
        )
    fi
    swift build --configuration release --product firebreak ${flags[@]+"${flags[@]}"} >&2
}
