"""The results as Markdown and JSON.

The tables have what does not depend on the machine, or hardly: ratios, and times and sizes that product.md gives limits
for. Absolute rates are in the JSON only.
"""

import json
from dataclasses import asdict, dataclass, field

_WORDS = {True: "yes", False: "**no**", None: "–"}


@dataclass
class Result:
    """What a row came to."""

    row: str
    # A ratio, or the median with its unit; what it is compared with; what product.md wants of it.
    value: str = "–"
    compared_with: str = "–"
    target: str = "–"
    # Whether it reached the target; None without one.
    reached: bool | None = None
    profile: str = ""
    errors: list[str] = field(default_factory=list)
    # The numbers behind it, for --json.
    numbers: dict = field(default_factory=dict)


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


def markdown(results):
    """All results, then what went wrong."""
    parts = [_results(results)]
    errors = [f"- {r.row} ({r.profile}): {error}" for r in results for error in r.errors]
    if errors:
        parts.append("Invalid:\n\n" + "\n".join(errors))
    return "\n\n".join(parts)


def write_json(path, settings, results):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**settings, "results": [asdict(r) for r in results]}, file, indent=2, ensure_ascii=False)
        file.write("\n")
