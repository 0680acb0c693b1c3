"""The check of every answer against the server's own API description."""

import json
import re
import ssl
import urllib.request
from functools import cache
from urllib.parse import urlsplit

from openapi_schema_validator import OAS30Validator

# Paths of the product alone: members that the description does not name are mistakes there. Google's documents describe
# some messages only in part.
OWN = "/firebreak/v1/"

# The description of the program under test, once a server of it has answered.
_description = None


class Description:
    """An API description, with what is needed to look into it often."""

    def __init__(self, document):
        self._document = document
        self._operations = [
            (_pattern(_base(item) + path), path, verb.upper(), operation)
            for path, item in document["paths"].items()
            for verb, operation in item.items()
            if isinstance(operation, dict)
        ]
        self.operation = cache(self._operation)
        self._validators = {}

    def _operation(self, verb, path):
        """The operation that a request meets, or nothing. The more of its path is literal, the sooner it is met."""
        found = [
            (template.count(":"), len(re.sub(r"\{\w+\}", "", template)), index)
            for index, (pattern, template, its_verb, _) in enumerate(self._operations)
            if its_verb == verb and pattern.fullmatch(path)
        ]
        return self._operations[max(found)[2]][3] if found else None

    def response(self, operation, status):
        """The description of an answer; one of success must have its status, any other is a failure."""
        response = operation["responses"].get(str(status))
        if response is None and status >= 400:
            response = operation["responses"]["default"]
        while response and "$ref" in response:
            response = self._at(response["$ref"])
        return response

    def _at(self, reference):
        value = self._document
        for key in reference.removeprefix("#/").split("/"):
            value = value[key]
        return value

    def problems(self, schema, value, *, closed):
        """What a value has that its schema does not allow."""
        key = (json.dumps(schema), closed)
        if key not in self._validators:
            components = self._closed_components() if closed else self._document["components"]
            whole = {**(_closed(schema) if closed else schema), "components": components}
            self._validators[key] = OAS30Validator(whole)
        return [
            f"{'.'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in self._validators[key].iter_errors(value)
        ]

    @cache
    def _closed_components(self):
        return {"schemas": {name: _closed(schema) for name, schema in self._document["components"]["schemas"].items()}}


def _closed(schema):
    """A schema whose objects have no members but those that it names."""
    if isinstance(schema, list):
        return [_closed(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "additionalProperties" not in schema:
        closed["additionalProperties"] = False
    return closed


def _base(item):
    """The first server of a path is the emulator, in which the host of the service is the first part of the path."""
    return item["servers"][0]["url"].removeprefix("{EMULATOR}")


def _pattern(path):
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))


def _described(url):
    global _description
    if _description is None:
        parts = urlsplit(url)
        address = f"{parts.scheme}://{parts.netloc}/emulator/openapi.json"
        unverified = ssl._create_unverified_context()  # the server's own certificate is a matter of other tests
        with urllib.request.urlopen(address, timeout=30, context=unverified) as response:
            _description = Description(json.load(response))
    return _description


def check(answer):
    """Fails when an answer is not as the server describes it."""
    # A fault may answer anything.
    if "x-firebreak-fault" in answer.headers or answer.verb in ("HEAD", "OPTIONS"):
        return
    description = _described(answer.url)
    path = urlsplit(answer.url).path
    found = problems(description, answer, path)
    assert not found, f"not as described: {answer.verb} {path} answered {answer.status}:\n" + "\n".join(found)


def problems(description, answer, path):
    """What an answer has that its description does not allow; nothing for a path that is not described."""
    operation = description.operation(answer.verb, path)
    is_own = path.startswith(OWN)
    if operation is None:
        is_missing = is_own and answer.status < 400
        return ["there is no description"] if is_missing else []
    response = description.response(operation, answer.status)
    if response is None:
        return [f"no status {answer.status}"]
    content_type = answer.headers.get("content-type", "").split(";")[0].strip().lower()
    content = response.get("content", {})
    if content_type not in content:
        return [f"no content of type {content_type or 'nothing'}"] if content else []
    if content_type != "application/json" or answer.body is None:
        return []
    return description.problems(content[content_type]["schema"], json.loads(answer.body), closed=is_own)
