"""Measures the built server, beside a bare one or an older build; scripts/bench.sh builds and calls this."""

import argparse
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from harness.bench import PROFILES, Bench
from harness.load import THREADS, LoadGenerator
from harness.pairs import in_pairs
from harness.report import Pairs, Result, Stall, markdown, write_json
from harness.rows import BESIDE_BARE, COMPARABLE, COMPARED, ROWS, profiles


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
    parser.add_argument("--against", type=Path)
    parser.add_argument("--pairs", type=number(1, 100), default=10)
    parser.add_argument("--profile", action="append", choices=[*PROFILES, "both"])
    parser.add_argument("--seconds", type=number(1, 60), default=3)
    parser.add_argument("--rounds", type=number(1, 50), default=3)
    parser.add_argument("--connections", type=number(THREADS, 512), default=16)
    parser.add_argument("--only", nargs="+", choices=ROWS, metavar="ROW")
    parser.add_argument("--limit", type=number(1, 60_000), default=100)
    parser.add_argument("--json", type=Path)
    # Says which programs are needed and stops, so that a typing error shows before the build.
    parser.add_argument("--check-options", action="store_true")
    arguments = parser.parse_args()
    if arguments.json and (arguments.json.is_dir() or not arguments.json.parent.is_dir()):
        parser.error(f"argument --json: cannot write {arguments.json}")
    for name in arguments.only or []:
        if arguments.against and name not in COMPARABLE:
            parser.error(f"argument --only: --against compares nothing but {', '.join(COMPARABLE)}")
    wanted = arguments.only or (COMPARED if arguments.against else ROWS)
    arguments.rows = [name for name in ROWS if name in wanted]
    named = arguments.profile or ["both"]
    arguments.profiles = [profile for profile in PROFILES if profile in named or "both" in named]
    return arguments


def programs(arguments):
    """The programs to run, by what they are."""
    needed = {"firebreak": arguments.firebreak}
    if arguments.against:
        needed["against"] = arguments.against
    elif any(name in BESIDE_BARE for name in arguments.rows):
        needed["bare"] = arguments.bare
    return needed


def use_two_cores():
    """Has this process and all that it starts share two cores, whatever the machine has; returns how many it has."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count()
    cores = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, cores)
    return len(cores)


def measure(name, bench, arguments):
    """The results of a row; of one that fails, a result that says why."""
    row = ROWS[name]
    kind = Result
    try:
        if arguments.against:
            kind = Pairs
            results = [in_pairs(row, bench, arguments.against.resolve(), arguments.pairs)]
        else:
            results = row(bench)
    # Whatever went wrong, the other rows are worth having.
    except Exception as error:
        results = [kind(getattr(row, "title", name), errors=[f"{type(error).__name__}: {error}"])]
    for result in results:
        result.profile = bench.profile
        for error in result.errors:
            say(f"   invalid: {result.row}: {error}")
    return results


def has_failed(result):
    return bool(result.errors) or (isinstance(result, Stall) and result.is_too_long)


def main():
    arguments = parse_arguments()
    needed = programs(arguments)
    if arguments.check_options:
        print(*needed)
        return 0
    for binary in needed.values():
        if not (binary.is_file() and os.access(binary, os.X_OK)):
            say(f"error: there is no program {binary}")
            return 2
    # So that the servers are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    cores = use_two_cores()
    bench = Bench(
        firebreak_binary=arguments.firebreak.resolve(),
        bare_binary=arguments.bare.resolve(),
        load=LoadGenerator(arguments.connections, arguments.seconds),
        rounds=arguments.rounds,
        profile="",
        limit=arguments.limit,
    )
    results = []
    for name in arguments.rows:
        for profile in arguments.profiles:
            if profile in profiles(name):
                say(f"== {name}, profile {profile}")
                results += measure(name, replace(bench, profile=profile), arguments)
    settings = {
        "cores": cores,
        "connections": arguments.connections,
        "threads": THREADS,
        "profiles": arguments.profiles,
        "secondsPerRun": arguments.seconds,
        "rounds": arguments.rounds,
        "pairs": arguments.pairs if arguments.against else None,
    }
    print(markdown(results))
    print(
        f"\n{cores} cores shared with the load generator, wrk -t{THREADS} -c{arguments.connections}, "
        f"runs of {arguments.seconds} s."
    )
    if arguments.json:
        write_json(arguments.json, settings, results)
    return 1 if any(has_failed(result) for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
