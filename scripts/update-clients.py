#!/usr/bin/env python3
"""Generates members, types and methods of the Python and Node clients from the server's own description of its API.

Usage: scripts/update-clients.py [--check]   --check: writes nothing, and fails if a file is not what it would be

The description is what $FIREBREAK_BINARY, else .build/release/firebreak, serves at /emulator/openapi.json. Of it this
takes the methods under /firebreak/v1 with the messages that they use, without Mailpit's API. python_client.py and
node_client.py beside it make the texts of files from it; what is written by hand, such as waiting, is not in them.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import urllib.request
from dataclasses import dataclass, field, replace
from pathlib import Path

import node_client
import python_client

REPOSITORY = Path(__file__).resolve().parent.parent
BASE = "/firebreak/v1"
# The parameter of paths that names the project.
PROJECT = "targetProjectId"
EMPTY = "GoogleProtobufEmpty"

# Names of enumerations that several members share, by the name of such a member.
ENUMERATIONS = {
    "type": "MessageType",
    "channel": "Channel",
    "delivery": "Delivery",
    "status": "MessageStatus",
    "order": "Order",
    "profile": "Profile",
    "caller": "Caller",
}
# What clients call a method, where that is not the end of its ID.
NAMES = {
    "projects.outbox.latest.open": "openLatest",
    "projects.outbox.latest.link": "latestLink",
    "projects.outbox.latest.code": "latestCode",
    "projects.outbox.latest.txt": "latestText",
    "projects.outbox.latest.html": "latestHTML",
    "projects.outbox.latest.eml": "latestEML",
    "projects.outbox.get.link": "link",
    "projects.outbox.get.code": "code",
    "projects.outbox.get.txt": "text",
    "projects.outbox.get.html": "html",
    "projects.outbox.get.eml": "eml",
    # Takes every key, where `apiKeys.delete` cannot take those with characters that no path has.
    "projects.apiKeys.deleteByQuery": "delete",
}
LEFT_OUT = {"projects.apiKeys.delete"}


# The description


@dataclass(frozen=True)
class Type:
    """What a value is.

    - kind: `string`, `integer`, `number`, `boolean`, `any`; `array` and `map`, of `element`; `named`, the message or
      enumeration `name`; `union`, one of `options`; `literal`, one of the texts in `values`.
    - nullable: whether it may be null as well.
    """

    kind: str
    name: str = ""
    element: "Type | None" = None
    options: tuple = ()
    values: tuple = ()
    nullable: bool = False


@dataclass(frozen=True)
class Member:
    """A member of a message, or a parameter of a query; `name` is the wire's."""

    name: str
    type: Type
    required: bool
    description: str = ""
    default: object = None
    minimum: "int | None" = None
    maximum: "int | None" = None

    @property
    def range(self):
        """Its limits and default as words, such as `1 through 1,000; 10 by default`."""
        if self.minimum is not None and self.maximum is not None:
            limits = f"{self.minimum:,} through {self.maximum:,}"
        elif self.minimum is not None:
            limits = f"at least {self.minimum:,}"
        elif self.maximum is not None:
            limits = f"at most {self.maximum:,}"
        else:
            limits = ""
        default = "" if self.default is None else f"`{self.default}` by default"
        return "; ".join(filter(None, (limits, default)))


@dataclass(frozen=True)
class Message:
    """An object with known members, or, if `alias` is given, another name of that type."""

    name: str
    description: str
    members: tuple = ()
    alias: "Type | None" = None


@dataclass(frozen=True)
class Operation:
    """A method of the API.

    - id: Such as `projects.outbox.list`.
    - of_project: Whether it is about one project, whose ID is the path's parameter `PROJECT`.
    - noun: Such as `outbox`; empty for the project or the server itself.
    - name: What clients call it, in camel case.
    - path: Begins with `/firebreak/v1` and has its parameters in braces.
    - path_parameters: Their names without that of the project.
    - query: Its parameters.
    - body: The name of the message that it takes, or empty.
    - answer: `json`, the message `answer_type`; `none`; `text`; `stream`, server-sent events.
    """

    id: str
    of_project: bool
    noun: str
    name: str
    verb: str
    path: str
    path_parameters: tuple
    description: str
    query: tuple
    body: str
    answer: str
    answer_type: str = ""


@dataclass
class Description:
    """All operations in the order of the document, enumerations and messages by name."""

    version: str
    operations: list = field(default_factory=list)
    enumerations: dict = field(default_factory=dict)
    messages: dict = field(default_factory=dict)

    def body_of(self, operation):
        """The members of the message that an operation takes."""
        return self.messages[operation.body].members if operation.body else ()


class Reader:
    """Reads the server's OpenAPI document."""

    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        self.paths = {
            path: item for path, item in document["paths"].items()
            if path.startswith(f"{BASE}/") and "/mailpit" not in path
        }
        self.description = Description(document["info"]["version"])
        self.names = self._shared_enumerations()

    def read(self):
        for path, item in self.paths.items():
            for verb in ("get", "post", "patch", "put", "delete"):
                if verb in item:
                    self._operation(verb, path, item[verb])
        self.description.enumerations = dict(sorted(self.description.enumerations.items()))
        self.description.messages = dict(sorted(self.description.messages.items()))
        return self.description

    def _shared_enumerations(self):
        """Names of those enumerations that are in more than one place, by their values."""
        found = {}

        def look(node, name):
            if isinstance(node, list):
                for element in node:
                    look(element, "")
            elif isinstance(node, dict):
                if "enum" in node:
                    values = tuple(value for value in node["enum"] if value is not None)
                    found.setdefault(values, []).append(name)
                for key, child in node.items():
                    look(child, node.get("name", "") if key == "schema" else key)

        used = set()
        self._collect(self.paths, used)
        look([self.paths, {"properties": {name: self.schemas[name] for name in sorted(used)}}], "")
        names = {}
        for values, members in found.items():
            chosen = {ENUMERATIONS[member] for member in members if member in ENUMERATIONS}
            if len(members) > 1 and len(chosen) == 1:
                names[values] = chosen.pop()
        missing = set(ENUMERATIONS.values()) - set(names.values())
        if missing or len(set(names.values())) < len(names):
            sys.exit(f"error: enumerations are not what their names in this script say: {sorted(missing)} {names}")
        return names

    def _collect(self, node, used):
        """Adds the names of all messages that a part of the document uses."""
        if isinstance(node, list):
            for element in node:
                self._collect(element, used)
        elif isinstance(node, dict):
            if isinstance(node.get("$ref"), str) and node["$ref"].startswith("#/components/schemas/"):
                name = referred(node)
                if name not in used:
                    used.add(name)
                    self._collect(self.schemas[name], used)
            for child in node.values():
                self._collect(child, used)

    def _operation(self, verb, path, source):
        id = source["operationId"].removeprefix("firebreak.")
        if id in LEFT_OUT:
            return
        of_project = f"/projects/{{{PROJECT}}}" in path
        words = id.split(".")[1:] if of_project else id.split(".")
        body = source.get("requestBody", {}).get("content", {})
        body_name = referred(body["application/json"]["schema"]) if body else ""
        if body_name:
            self._message(body_name)
        answer, answer_type = self._answer(source)
        parameters = re.findall(r"\{(\w+)\}", path)
        self.description.operations.append(Operation(
            id=id,
            of_project=of_project,
            noun=words[0] if len(words) > 1 else "",
            name=NAMES.get(id, words[-1]),
            verb=verb.upper(),
            path=path,
            path_parameters=tuple(name for name in parameters if name != PROJECT),
            description=source.get("description", ""),
            query=tuple(
                self._member(parameter["name"], parameter["schema"], parameter.get("required", False), id,
                             parameter.get("description", ""))
                for parameter in source.get("parameters", [])
                if parameter["in"] == "query"),
            body=body_name,
            answer=answer,
            answer_type=answer_type,
        ))

    def _answer(self, source):
        content = source["responses"]["200"]["content"]
        if "text/event-stream" in content:
            return "stream", ""
        if "application/json" not in content:
            return "text", ""
        name = referred(content["application/json"]["schema"])
        if name == EMPTY:
            return "none", ""
        self._message(name)
        return "json", name

    def _message(self, name):
        """Reads a message of the document, once."""
        if name not in self.description.messages:
            self._object(name, self.schemas[name])

    def _object(self, name, source):
        if name in self.description.messages:
            sys.exit(f"error: two messages would be called {name}")
        self.description.messages[name] = None
        if "properties" in source:
            message = Message(name, source.get("description", ""), self._members(name, source))
        else:
            message = Message(name, source.get("description", ""), alias=self._type(source, name))
        self.description.messages[name] = message

    def _members(self, owner, source):
        required = source.get("required", [])
        return tuple(
            self._member(name, schema, name in required, owner, schema.get("description", ""))
            for name, schema in source["properties"].items())

    def _member(self, name, schema, required, owner, description):
        return Member(
            name, self._type(schema, owner + name[0].upper() + name[1:]), required, description,
            schema.get("default"), schema.get("minimum"), schema.get("maximum"))

    def _type(self, source, name):
        """A schema as a type; an object in it becomes a message of that name."""
        if "$ref" in source:
            self._message(referred(source))
            return Type("named", name=referred(source))
        nullable = source.get("nullable", False)
        if "anyOf" in source:
            options = tuple(self._type(option, name) for option in source["anyOf"])
            return Type("union", options=tuple(replace(option, nullable=False) for option in options),
                        nullable=nullable or any(option.nullable for option in options))
        if "enum" in source:
            values = tuple(value for value in source["enum"] if value is not None)
            if values in self.names:
                self.description.enumerations[self.names[values]] = values
                return Type("named", name=self.names[values], nullable=nullable)
            return Type("literal", values=values, nullable=nullable)
        kind = source.get("type", "any")
        if kind == "array":
            return Type("array", element=self._type(source.get("items", {}), singular(name)), nullable=nullable)
        if kind == "object" and "properties" in source:
            self._object(name, source)
            return Type("named", name=name, nullable=nullable)
        if kind == "object":
            values = source.get("additionalProperties", {})
            element = self._type(values, f"{name}Value") if isinstance(values, dict) else Type("any")
            return Type("map", element=element, nullable=nullable)
        return Type(kind, nullable=nullable)


def singular(name):
    """What an element of a list is called."""
    return name[:-3] + "y" if name.endswith("ies") else name.removesuffix("s")


def referred(schema):
    return schema["$ref"].rpartition("/")[2]


def read_document():
    """What the program serves as its description."""
    binary = os.environ.get("FIREBREAK_BINARY") or REPOSITORY / ".build/release/firebreak"
    if not os.access(binary, os.X_OK):
        sys.exit(f"error: there is no program {binary}; build it, or name one in FIREBREAK_BINARY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FIREBREAK_")}
    command = [binary, "serve", "--port", "0", "--log-level", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept) as server:
        try:
            line = server.stdout.readline()
            if not line:
                sys.exit(f"error: {binary} serve did not become ready")
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"{json.loads(line)['url']}/emulator/openapi.json") as answer:
                return json.load(answer)
        finally:
            server.terminate()


def main():
    parser = argparse.ArgumentParser(
        usage="scripts/update-clients.py [--check]", description="Generates what both clients have from the description")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    options = parser.parse_args()
    description = Reader(read_document()).read()
    stale = []
    for emitter in EMITTERS:
        for path, text in emitter(description).items():
            target = REPOSITORY / path
            if target.exists() and target.read_text("utf-8") == text:
                continue
            stale.append(path)
            if not options.check:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, "utf-8")
    for path in stale:
        print(f"{path} is out of date" if options.check else f"wrote {path}", file=sys.stderr)
    if options.check and stale:
        sys.exit("error: run scripts/update-clients.py")


EMITTERS = [python_client.emit, node_client.emit]

if __name__ == "__main__":
    main()
