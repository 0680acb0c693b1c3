"""Plays recorded programmes to a server, or records the service's answers anew. README.md says how."""

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firebreak_server import DEFAULT_BINARY, Server
from recorded.functions import recorded_functions
from recorded.player import Player
from recorded.programmes import DIRECTORY, FAMILIES, load, programmes, renewed, save
from recorded.targets import SERVER_OPTIONS, Firebreak, Service


def main():
    parser = argparse.ArgumentParser(prog="python Tests/Conformance/recorded", description=__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--firebreak", type=Path, default=DEFAULT_BINARY, help="the binary of a server to start")
    where.add_argument("--service", action="store_true", help="the service, as variables of the environment name it")
    parser.add_argument("--renew", action="store_true", help="write what was answered into the data")
    parser.add_argument("--data", type=Path, default=DIRECTORY, help="where the data is")
    parser.add_argument("--all", action="store_true", help="show differences that have a reason, too")
    parser.add_argument("chosen", metavar="FAMILY[/PROGRAMME]", nargs="*", default=list(FAMILIES), help="default: all")
    arguments = parser.parse_args()
    if arguments.service:
        return play(Service(), None, arguments)
    with tempfile.TemporaryDirectory() as directory:
        server = Server(arguments.firebreak, *SERVER_OPTIONS, log=Path(directory, "log"))
        target = Firebreak(server.url)
        functions = recorded_functions(target)
        try:
            return play(target, functions.url("").rstrip("/"), arguments)
        finally:
            functions.close()
            server.stop()


def play(target, functions, arguments):
    """Prints what is different and how many steps are equal; the exit code is 1 if a difference has no reason."""
    player, failed = Player(target, functions or target.functions), False
    for family in FAMILIES:
        played, counts = {}, {"equal": 0, "differ on purpose": 0, "differ": 0}
        for programme in programmes(family, arguments.data):
            name = f"{family}/{programme['programme']}"
            if not {family, name} & set(arguments.chosen):
                continue
            if lacking := player.lacks(programme):
                print(f"{name}: not played, for it needs {lacking}")
                continue
            outcomes = played[programme["programme"]] = list(player.play(programme))
            for outcome in outcomes:
                show(name, outcome, counts, arguments.all)
        if played:
            print(f"{family}: {', '.join(f'{number} {kind}' for kind, number in counts.items())}")
            failed = failed or counts["differ"] > 0
        if played and arguments.renew:
            data = renewed(load(family, arguments.data), played, date.today().isoformat())
            save(family, data, arguments.data)
    return int(failed and not arguments.renew)


def show(programme, outcome, counts, everything):
    unexplained = outcome.unexplained()
    counts["differ" if unexplained else "differ on purpose" if outcome.differences else "equal"] += 1
    for difference in outcome.differences if everything else unexplained:
        print(f"{programme}#{outcome.step['step']} ({outcome.step['request']})")
        print(f"    {difference.path}: {difference.text}")


if __name__ == "__main__":
    sys.exit(main())
