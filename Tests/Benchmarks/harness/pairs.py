"""Compares two builds of the server by interleaved pairs of runs."""

from statistics import median

from .report import Pairs


def in_pairs(script, bench, other_binary, count):
    """Runs a script against both builds, turn and turn about; what is compared are the ratios of each pair.

    Both servers are there all the time, and the one that does not run is idle. Databases grow from run to run and
    machines warm up, so every second pair begins with the other server.
    """
    rates = {"new": [], "old": []}
    with bench.firebreak() as new, bench.firebreak(other_binary) as old:
        with script.on(new, bench) as run_new, script.on(old, bench) as run_old:
            runs = [("new", run_new), ("old", run_old)]
            for number in range(count):
                for name, run in runs if number % 2 == 0 else reversed(runs):
                    rates[name].append(run().rate)
    ratios = [new / old for new, old in zip(rates["new"], rates["old"])]
    numbers = {"median": median(ratios), "newRates": rates["new"], "oldRates": rates["old"]}
    return Pairs(script.title, ratios, numbers=numbers)
