"""From the start of the process to its first answer, and what it weighs then."""

from statistics import median

from .bench import MEBIBYTE
from .report import Result

STARTS = 15


def cold_start(bench):
    """From before the process exists to the first answer, and the memory that is resident then."""
    makers = {"bare": bench.bare, "firebreak": bench.firebreak}
    times, memory, own_memory = ({name: [] for name in makers} for _ in range(3))
    # The first round only brings the files into memory.
    for number in range(STARTS + 1):
        for name, make in makers.items():
            with make() as server:
                if number:
                    times[name].append(server.start_time * 1e3)
                    memory[name].append(server.start_memory / MEBIBYTE)
                    own_memory[name].append(server.own_memory() / MEBIBYTE)
    ratio = median(times["firebreak"]) / median(times["bare"])
    size, own = (median(values["firebreak"]) for values in (memory, own_memory))
    return [
        Result(
            "cold start, process to first answer", f"{ratio:.2f} ×", "bare Hummingbird, turn and turn about", "≤ 1.1 ×",
            ratio <= 1.1, numbers={"ratio": ratio, "milliseconds": times},
        ),
        Result(
            "idle memory, resident after the first answer", f"{size:.1f} MiB, {own:.1f} of it not of files",
            f"bare Hummingbird: {median(memory['bare']):.1f} MiB, {median(own_memory['bare']):.1f}",
            "≤ 27 MiB", size <= 27, numbers={"mebibytes": memory, "ownMebibytes": own_memory},
        ),
    ]
