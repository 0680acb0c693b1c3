"""The results as Markdown and JSON.

The tables have what does not depend on the machine, or hardly: ratios, and times and sizes that have an aim. Absolute
rates are in the JSON only.
"""

import json
from dataclasses import asdict, dataclass, field
from statistics import median

_WORDS = {True: "yes", False: "**no**", None: "–"}


@dataclass
class Result:
    """What a row came to."""

    row: str
    # A ratio, or the median with its unit; what it is compared with; what is aimed at.
    value: str = "–"
    compared_with: str = "–"
    target: str = "–"
    # Whether it reached the target; None without one.
    reached: bool | None = None
    profile: str = ""
    errors: list[str] = field(default_factory=list)
    # The numbers behind it, for --json.
    numbers: dict = field(default_factory=dict)


@dataclass
class Pairs:
    """How many times the rate of an older build a newer one has, of each pair of runs."""

    row: str
    ratios: list[float] = field(default_factory=list)
    profile: str = ""
    errors: list[str] = field(default_factory=list)
    numbers: dict = field(default_factory=dict)

    @property
    def verdict(self):
        """Of fewer pairs than this, all may lie on one side by chance."""
        if len(self.ratios) < 10:
            return "– (too few pairs)"
        if min(self.ratios) > 1:
            return "faster"
        return "**slower**" if max(self.ratios) < 1 else "within the spread"


@dataclass
class Stall:
    """How long /healthz took beside a request. Times are in milliseconds."""

    row: str
    # What the longest may be.
    limit: int
    # Of the answer to the request, and what it took.
    status: int = 0
    own_time: float = 0
    longest: float = 0
    median: float = 0
    profile: str = ""
    errors: list[str] = field(default_factory=list)
    numbers: dict = field(default_factory=dict)

    @property
    def is_too_long(self):
        return self.longest > self.limit


def _table(header, lines):
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _results(results):
    return _table(
        ["Row", "Profile", "Result", "Compared with", "Target", "Reached"],
        [
            [r.row, r.profile, "**invalid**" if r.errors else r.value, r.compared_with, r.target, _WORDS[r.reached]]
            for r in results
        ],
    )


def _pairs(results):
    return _table(
        ["Row", "Profile", "New to old, median", "Lowest", "Highest", "Pairs", "New is"],
        [
            [r.row, r.profile, *(["**invalid**", "–", "–", "–", "–"] if r.errors else _spread(r))]
            for r in results
        ],
    )


def _spread(pairs):
    ratios = pairs.ratios
    figures = [f"{value:.3f}" for value in (median(ratios), min(ratios), max(ratios))]
    return [*figures, str(len(ratios)), pairs.verdict]


def _stalls(results):
    return _table(
        ["Request", "Profile", "Status", "Its own time", "Longest /healthz", "Median /healthz", "Short enough"],
        [
            [r.row, r.profile, *(["**invalid**", "–", "–", "–", "–"] if r.errors else _times(r))]
            for r in results
        ],
    )


def _times(stall):
    return [
        str(stall.status), f"{stall.own_time:,.0f} ms", f"{stall.longest:,.1f} ms", f"{stall.median:.1f} ms",
        f"{_WORDS[not stall.is_too_long]} (≤ {stall.limit} ms)",
    ]


def markdown(results):
    """A table for each kind of results, then what went wrong."""
    parts = []
    for kind, table in ((Result, _results), (Pairs, _pairs), (Stall, _stalls)):
        lines = [result for result in results if isinstance(result, kind)]
        if lines:
            parts.append(table(lines))
    errors = [f"- {r.row} ({r.profile}): {error}" for r in results for error in r.errors]
    if errors:
        parts.append("Invalid:\n\n" + "\n".join(errors))
    return "\n\n".join(parts)


def write_json(path, settings, results):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**settings, "results": [asdict(r) for r in results]}, file, indent=2, ensure_ascii=False)
        file.write("\n")
