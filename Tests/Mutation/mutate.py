"""Builds all mutants at once, runs the tests that reach each of them, and lists those that survive (scripts/mutate.sh)."""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/mutation"
TREE = FOLDER / "tree"
BUILD = FOLDER / "build"
TESTS = BUILD / "debug/firebreakPackageTests.xctest"

# They look at the sources, which mutants change.
WITHOUT = {"RepositoryTests"}
# So many suites, those nearest to a mutant by how few they reach, run first, then twice as many, and so on: most mutants
# go no further than the first ones.
NEAREST = 12
# Seconds after which tests are taken to wait for something that a mutant keeps from happening.
LONGEST = 240


def say(text):
    print(text, file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutate.sh")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--only", type=int, nargs="+")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("targets", nargs="*", default=["FirebreakOperations", "FirebreakControl", "FirebreakHTTP"])
    options = parser.parse_args()
    for target in options.targets:
        if not (ROOT / "Sources" / target).is_dir():
            parser.error(f"there is no target {target}")
    return options


def build_tool():
    say("== the tool")
    scratch = FOLDER / "tool"
    package = ["--package-path", ROOT / "Tests/Mutation", "--scratch-path", scratch]
    subprocess.run(["swift", "build", "--quiet", *package], check=True)
    return scratch / "debug/mutate"


def copy_sources():
    """The sources as they are; files that did not change keep their time, so that they are not compiled again."""
    TREE.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    names = {name for name in listed if name and (ROOT / name).is_file()}
    for path in [path for path in TREE.rglob("*") if path.is_file()]:
        if str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in names:
        source, target = ROOT / name, TREE / name
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def write_mutants(tool, options, left_out):
    copy_sources()
    command = [tool, TREE / "Sources", options.seed, options.count, "--without", *left_out, "--", *options.targets]
    written = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    return {mutant["number"]: mutant for mutant in map(json.loads, written.splitlines())}


def build(tool, options):
    """Builds until only mutants that compile are left."""
    left_out = set()
    while True:
        mutants = write_mutants(tool, options, left_out)
        say(f"== a build with {len(mutants)} mutants")
        built = subprocess.run(
            ["swift", "build", "--build-tests", "--disable-xctest", "-debug-info-format", "none",
             "--package-path", TREE, "--scratch-path", BUILD],
            capture_output=True, text=True)
        if built.returncode == 0:
            return mutants, left_out
        output = built.stdout + built.stderr
        errors = {(file, int(line)) for file, line in re.findall(r"/tree/Sources/(\S+?):(\d+):\d+: error:", output)}
        broken = {
            mutant["number"]
            for mutant in mutants.values() for file, line in errors
            if mutant["file"] == file and mutant["lines"][0] <= line <= mutant["lines"][1]
        }
        if not broken:
            sys.exit(f"The build fails, and no mutant is to blame:\n{output[-4000:]}")
        say(f"   {len(broken)} do not compile")
        left_out |= broken


def run_tests(filters, limit, **variables):
    """Whether the tests pass; `None` if they took longer than the limit in seconds."""
    command = [TESTS, "--testing-library", "swift-testing"]
    for name in filters:
        command += ["--filter", "^" + re.escape(name) + "[/(]"]
    environment = os.environ | {name: str(value) for name, value in variables.items()}
    try:
        done = subprocess.run(
            command, cwd=TREE, env=environment, timeout=limit, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode == 0


def suites():
    command = [TESTS, "--testing-library", "swift-testing", "--list-tests"]
    listed = subprocess.run(command, cwd=TREE, check=True, capture_output=True, text=True).stdout
    names = {line.split("/")[0] for line in listed.splitlines() if "/" in line}
    return sorted(name for name in names if name.split(".")[0] not in WITHOUT)


def reach(names):
    """Which mutants each suite reaches, and how long it takes in seconds; kept until there is another build."""
    kept = FOLDER / "reach.json"
    if kept.exists() and kept.stat().st_mtime > TESTS.stat().st_mtime:
        reached, seconds = json.loads(kept.read_text())
        return {name: set(numbers) for name, numbers in reached.items()}, seconds
    say(f"== what {len(names)} suites reach")
    reached, seconds = {}, {}
    note = FOLDER / "reached"
    for name in names:
        note.unlink(missing_ok=True)
        start = time.monotonic()
        if not run_tests([name], 600, FIREBREAK_MUTANTS_REACHED=note):
            say(f"   {name} fails without a mutant and is left out")
            continue
        seconds[name] = time.monotonic() - start
        reached[name] = {int(line) for line in note.read_text().split()} if note.exists() else set()
    kept.write_text(json.dumps([{name: sorted(numbers) for name, numbers in reached.items()}, seconds]))
    return reached, seconds


def outcome(number, reached, seconds):
    covering = sorted((name for name in reached if number in reached[name]), key=lambda name: len(reached[name]))
    if not covering:
        return "not reached"
    size = NEAREST
    while covering:
        part, covering = covering[:size], covering[size:]
        size *= 2
        limit = min(30 + 10 * sum(seconds[name] for name in part), LONGEST)
        passed = run_tests(part, limit, FIREBREAK_MUTANT=number)
        if not passed:
            return "killed" if passed is False else "killed by the time"
    return "survived"


def main():
    options = arguments()
    start = time.monotonic()
    mutants, left_out = build(build_tool(), options)
    reached, seconds = reach(suites())
    numbers = [number for number in sorted(mutants) if not options.only or number in options.only]
    say(f"== {len(numbers)} mutants")
    for done, number in enumerate(numbers):
        if done and done % 20 == 0:
            say(f"   {done} of {len(numbers)}")
        mutant = mutants[number]
        mutant["outcome"] = outcome(number, reached, seconds)
        if not mutant["outcome"].startswith("killed"):
            print(f"{number} {mutant['outcome']}: Sources/{mutant['file']}:{mutant['line']} ({mutant['kind']})")
            for sign, text in (("-", mutant["before"]), ("+", mutant["after"])):
                print("\n".join(f"    {sign} {line}" for line in text.splitlines() or [""]), flush=True)
    ran = [mutants[number] for number in numbers]
    if options.json:
        options.json.write_text(json.dumps(ran, indent=1))
    print_table(ran, left_out, time.monotonic() - start)


def print_table(ran, left_out, seconds):
    print("\n| Kind | Mutants | Killed |\n| --- | --- | --- |")
    rows = collections.defaultdict(list)
    for mutant in ran:
        rows[mutant["kind"]].append(mutant["outcome"].startswith("killed"))
    for kind, outcomes in sorted(rows.items()):
        print(f"| {kind} | {len(outcomes)} | {sum(outcomes)} |")
    killed = sum(map(sum, rows.values()))
    print(f"| all | {len(ran)} | {killed} ({killed / max(len(ran), 1):.0%}) |")
    print(f"\n{len(left_out)} more do not compile. {seconds / 60:.0f} minutes.")


main()
