"""What the tool's own help says, as `--experimental-dump-help` prints it."""

import json


def commands(firebreak):
    """Every command that does something, by its words; not the built-in `help`."""

    def below(command, words):
        words = f"{words} {command['commandName']}".strip()
        children = command.get("subcommands", [])
        if not children and command["commandName"] != "help":
            yield words, command
        for child in children:
            yield from below(child, words)

    return dict(below(json.loads(firebreak("--experimental-dump-help").stdout)["command"], ""))


def names(argument):
    """The names of an option with their dashes."""
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [dashes[name["kind"]] + name["name"] for name in argument.get("names", [])]
