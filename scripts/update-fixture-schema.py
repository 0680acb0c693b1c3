#!/usr/bin/env python3
"""Generates fixtures/firebreak.schema.json, the fixtures' schema for editors, from scripts/fixture-schema.json.

Usage: scripts/update-fixture-schema.py [--print]   --print: to standard output

Where an object of the source has "$google": "VERSION/NAME", it stands for that message of the discovery document, as far
as a fixture can set it: without what is read-only, but for members that "keeping" names, and without members of the
message itself that "without" names. What else the object has is added to the message's schema.
"""

import json
import pathlib
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "scripts/fixture-schema.json"
DOCUMENTS = REPOSITORY / "Sources/CResources/Resources/api"
TARGET = REPOSITORY / "fixtures/firebreak.schema.json"
# Wider objects and lists are broken, one member a line.
WIDTH = 118


class Messages:
    """The messages of a discovery document as JSON Schema has them, with everything in them in place."""

    def __init__(self, version, keeping):
        self.schemas = json.loads((DOCUMENTS / f"identitytoolkit.{version}.json").read_text())["schemas"]
        self.keeping = keeping

    def message(self, name, keeps_all=False):
        return self.schema(self.schemas[name], keeps_all)

    def schema(self, source, keeps_all):
        if "$ref" in source:
            return self.message(source["$ref"], keeps_all)
        kind = source["type"]
        if kind == "object" and "additionalProperties" in source:
            return {"type": "object", "additionalProperties": self.schema(source["additionalProperties"], keeps_all)}
        if kind == "object":
            properties = {
                name: self.schema(value, keeps_all or name in self.keeping)
                for name, value in source.get("properties", {}).items()
                if keeps_all or name in self.keeping or not value.get("readOnly")
            }
            return {"type": "object", "properties": properties, "additionalProperties": False}
        if kind == "array":
            return {"type": "array", "items": self.schema(source["items"], keeps_all)}
        # Whole numbers of 64 bits go over the wire as texts, so a string is accepted for every number.
        if kind in ("integer", "number") or source.get("format") == "int64":
            return {"type": ["number", "string"]}
        return {"type": kind}


def completed(value):
    """The source with messages in the places that ask for them."""
    if isinstance(value, list):
        return [completed(element) for element in value]
    if not isinstance(value, dict):
        return value
    given = {key: completed(member) for key, member in value.items() if key not in ("$google", "keeping", "without")}
    if "$google" not in value:
        return given
    version, name = value["$google"].split("/")
    message = Messages(version, value.get("keeping", [])).message(name)
    for member in value.get("without", []):
        del message["properties"][member]
    return merged(message, given)


def merged(schema, additions):
    result = dict(schema)
    for key, value in additions.items():
        result[key] = merged(result[key], value) if isinstance(result.get(key), dict) else value
    return result


def laid_out(value, indentation=0, before=0):
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indentation + before + len(line) <= WIDTH:
        return line
    if isinstance(value, dict):
        opening, closing = "{}"
        keys = [json.dumps(key) + ": " for key in value]
        members = list(value.values())
    else:
        opening, closing = "[]"
        keys = [""] * len(value)
        members = value
    inner = indentation + 2
    lines = [" " * inner + key + laid_out(member, inner, len(key)) for key, member in zip(keys, members)]
    return opening + "\n" + ",\n".join(lines) + "\n" + " " * indentation + closing


def main(arguments):
    if arguments not in ([], ["--print"]):
        sys.exit("\n".join(__doc__.splitlines()[2:3]))
    text = laid_out(completed(json.loads(SOURCE.read_text()))) + "\n"
    if arguments:
        sys.stdout.write(text)
    else:
        TARGET.write_text(text)


main(sys.argv[1:])
