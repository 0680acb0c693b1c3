"""Measures the built server beside a bare one; scripts/bench.sh builds both and calls this."""

import argparse
import os
import signal
import sys
from pathlib import Path

from harness.load import THREADS, LoadGenerator
from harness.report import Result, markdown, write_json
from harness.rows import ROWS, Bench


def say(text):
    print(text, file=sys.stderr, flush=True)


def number(least, most):
    def parse(text):
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {value}")
        return value

    parse.__name__ = "number"
    return parse


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/bench.sh", usage="see scripts/bench.sh --help", add_help=False, allow_abbrev=False
    )
    parser.add_argument("--firebreak", type=Path, required=True)
    parser.add_argument("--bare", type=Path, required=True)
    parser.add_argument("--seconds", type=number(1, 60), default=3)
    parser.add_argument("--rounds", type=number(1, 50), default=3)
    parser.add_argument("--connections", type=number(THREADS, 512), default=16)
    parser.add_argument("--only", nargs="+", choices=ROWS, default=list(ROWS), metavar="ROW")
    parser.add_argument("--json", type=Path)
    # Stops here, so that a typing error shows before the build.
    parser.add_argument("--check-options", action="store_true")
    arguments = parser.parse_args()
    if arguments.json and (arguments.json.is_dir() or not arguments.json.parent.is_dir()):
        parser.error(f"argument --json: cannot write {arguments.json}")
    return arguments


def measure(name, bench):
    """The results of a row; of one that fails, a result that says why."""
    try:
        return ROWS[name](bench)
    # Whatever went wrong, the other rows are worth having.
    except Exception as error:
        say(f"   invalid: {error}")
        return [Result(getattr(ROWS[name], "title", name), errors=[f"{type(error).__name__}: {error}"])]


def main():
    arguments = parse_arguments()
    if arguments.check_options:
        return 0
    for binary in (arguments.firebreak, arguments.bare):
        if not (binary.is_file() and os.access(binary, os.X_OK)):
            say(f"error: there is no program {binary}")
            return 2
    # So that the servers are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench = Bench(
        firebreak_binary=arguments.firebreak.resolve(),
        bare_binary=arguments.bare.resolve(),
        load=LoadGenerator(arguments.connections, arguments.seconds),
        rounds=arguments.rounds,
    )
    results = []
    for name in [name for name in ROWS if name in arguments.only]:
        say(f"== {name}")
        results += measure(name, bench)
    settings = {
        "cores": os.cpu_count(),
        "connections": arguments.connections,
        "threads": THREADS,
        "secondsPerRun": arguments.seconds,
        "rounds": arguments.rounds,
    }
    print(markdown(results))
    print(
        f"\n{settings['cores']} cores shared with the load generator, wrk -t{THREADS} -c{arguments.connections}, "
        f"runs of {arguments.seconds} s."
    )
    if arguments.json:
        write_json(arguments.json, settings, results)
    return 1 if any(result.errors for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
