"""The data: a file for each family of recordings, read and written in one form."""

import json
from pathlib import Path

DIRECTORY = Path(__file__).resolve().parent
FAMILIES = tuple(sorted(path.stem for path in DIRECTORY.glob("*.json")))
WIDTH = 120


def load(family, directory=DIRECTORY):
    return json.loads((directory / f"{family}.json").read_text())


def save(family, data, directory=DIRECTORY):
    (directory / f"{family}.json").write_text(text_of(data))


def text_of(data):
    """JSON with every value on one line that fits on it."""
    return _lines(data, "", 0) + "\n"


def _lines(value, indent, used):
    """A value whose first line begins after `used` characters."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or used + len(line) < WIDTH:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _lines(item, inner, len(inner)) for item in value) + f"\n{indent}]"
    members = []
    for name, member in value.items():
        start = f"{inner}{json.dumps(name, ensure_ascii=False)}: "
        members.append(start + _lines(member, inner, len(start)))
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def programmes(family, directory=DIRECTORY):
    """The programmes of a family with what the family says for all of them: source, set-up, pace."""
    data = load(family, directory)
    for programme in data["programmes"]:
        yield {
            "pace": data.get("pace"),
            "unordered": data.get("unordered", []),
            "source": data["source"],
            **programme,
            "setUp": data["setUp"] + programme.get("setUp", []),
        }


def expectations(step):
    """What a step may be answered with."""
    return [step, *step.get("or", [])]


def renewed(data, outcomes, day):
    """The data of a family, where what programmes were answered replaces what was recorded before.

    `outcomes` are the outcomes of all steps by the programme's name.
    """
    played = [
        {
            "programme": programme["programme"],
            "source": {"recorded": day},
            **{name: value for name, value in programme.items() if name not in ("programme", "source", "steps")},
            "steps": [_renewed_step(outcome) for outcome in outcomes[programme["programme"]]],
        }
        if programme["programme"] in outcomes
        else programme
        for programme in data["programmes"]
    ]
    return {**data, "programmes": played}


def _renewed_step(outcome):
    told = ("status", "answer", "relations", "unsent", "or")
    step = {name: value for name, value in outcome.step.items() if name not in told}
    if outcome.status is None:
        return {**step, "unsent": True}
    step |= {"status": outcome.status, "answer": outcome.answer}
    return {**step, "relations": outcome.relations} if outcome.relations else step
