"""What other requests feel of a heavy one: how long /healthz takes meanwhile."""

import time
from dataclasses import dataclass
from statistics import median

from .heavy import HEAVY
from .prober import Prober, ProbeError
from .report import Stall

# Seconds: how long a quick request is made again, and how long each has to tidy up before the next.
_ENOUGH = 0.5
_AFTERWARDS = 0.05


class StatusError(Exception):
    """A heavy request was not answered as it should be."""


@dataclass
class Run:
    start: float
    end: float
    status: int


def beside_heavy(bench):
    """One result for each of the heavy requests, each on a server of its own."""
    return [stall(bench, heavy) for heavy in HEAVY if bench.profile in heavy.profiles]


def stall(bench, heavy):
    try:
        with bench.firebreak() as server:
            ask = heavy.prepare(server)
            with Prober(server) as prober:
                runs = list(made(ask, heavy))
                answers = prober.answers()
        return measured(heavy.title, runs, answers, bench.limit)
    # The other requests are worth making, whatever went wrong with this one.
    except Exception as error:
        return Stall(heavy.title, bench.limit, errors=[f"{type(error).__name__}: {error}"])


def made(ask, heavy):
    """Makes the request, several times if it is quick."""
    spent = 0
    for number in range(heavy.most):
        if spent >= _ENOUGH:
            break
        time.sleep(_AFTERWARDS)
        start = time.monotonic()
        status = ask(number)
        end = time.monotonic()
        if status not in heavy.statuses:
            raise StatusError(f"status {status}")
        spent += end - start
        yield Run(start, end, status)
    time.sleep(_AFTERWARDS)


def measured(title, runs, answers, limit):
    """The longest answer counts to the end of what a request leaves to tidy up, the median to the request's end."""

    def milliseconds(leeway):
        return [
            (answered - asked) * 1e3
            for asked, answered in answers
            if any(asked < run.end + leeway and answered > run.start for run in runs)
        ]

    beside = milliseconds(0)
    if not beside:
        raise ProbeError("/healthz was not asked beside the request")
    longest = max(milliseconds(_AFTERWARDS))
    own_times = [(run.end - run.start) * 1e3 for run in runs]
    return Stall(
        title, limit, runs[-1].status, median(own_times), longest, median(beside),
        numbers={"ownMilliseconds": own_times, "answers": len(beside)},
    )
