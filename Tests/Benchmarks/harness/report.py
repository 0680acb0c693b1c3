"""The results as Markdown and JSON."""

import json
from dataclasses import asdict, dataclass, field


@dataclass
class Result:
    """One line of the table."""

    row: str
    # The median, with its unit.
    value: str = "–"
    # What does not depend on the machine, as text; what it is compared with; what product.md wants of it.
    quote: str = "–"
    compared_with: str = "–"
    target: str = "–"
    # Whether it reached the target; None without one.
    reached: bool | None = None
    errors: list[str] = field(default_factory=list)
    # The numbers behind it, for --json.
    numbers: dict = field(default_factory=dict)


def _table(header, lines):
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def markdown(results):
    """All results, then only those to quote: absolute figures say something about the machine, ratios do not."""
    words = {True: "yes", False: "**no**", None: "–"}
    everything = _table(
        ["Row", "Median", "Ratio", "Compared with", "Target", "Reached"],
        [
            [r.row, "**invalid**" if r.errors else r.value, r.quote, r.compared_with, r.target, words[r.reached]]
            for r in results
        ],
    )
    to_quote = [r for r in results if r.quote != "–"]
    parts = [everything]
    if to_quote:
        table = _table(
            ["To quote", "Ratio", "Compared with", "Target"],
            [[r.row, r.quote, r.compared_with, r.target] for r in to_quote],
        )
        parts.append("To quote, because it does not depend on the machine:\n\n" + table)
    errors = [f"- {r.row}: {error}" for r in results for error in r.errors]
    if errors:
        parts.append("Invalid:\n\n" + "\n".join(errors))
    return "\n\n".join(parts)


def write_json(path, settings, results):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**settings, "results": [asdict(r) for r in results]}, file, indent=2, ensure_ascii=False)
        file.write("\n")
