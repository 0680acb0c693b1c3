"""Clients that wait for mail: how soon they hear of it, and what they cost others."""

from statistics import median

from .bench import percent
from .outbox import IdleWaiters, wake_up_latency
from .report import Result


def wake_up(bench):
    """How soon outbox:wait answers."""
    with bench.firebreak() as server:
        for number in range(3):
            wake_up_latency(server, -number)
        milliseconds = [wake_up_latency(server, number + 1) * 1e3 for number in range(50)]
    slowest = max(milliseconds)
    return [
        Result(
            "outbox:wait, after the answer to sendOobCode", f"{median(milliseconds):.2f} ms, max {slowest:.2f} ms",
            target="≤ 20 ms", reached=slowest <= 20, numbers={"milliseconds": milliseconds},
        )
    ]


def idle_waiters(bench):
    """The rate of signUp while others wait for mail."""
    count = 500
    alone, beside = [], []

    def without_waiters():
        alone.append(bench.load.run(server, "sign-up").rate)

    def with_waiters():
        with IdleWaiters(server, count) as waiters:
            beside.append(bench.load.run(server, "sign-up").rate)
            waiters.check()

    with bench.firebreak() as server:
        bench.load.run(server, "sign-up", seconds=1, looks_closely=True)
        for number in range(max(4, bench.rounds)):
            # The database grows from run to run, which must not count against one side.
            runs = (without_waiters, with_waiters) if number % 2 == 0 else (with_waiters, without_waiters)
            for run in runs:
                run()
    ratio = median(beside) / median(alone)
    return [
        Result(
            f"signUp beside {count} idle waiters", percent(ratio), "signUp without waiters", "≥ 90 %", ratio >= 0.9,
            numbers={"ratio": ratio, "rates": beside, "ratesWithoutWaiters": alone},
        )
    ]
