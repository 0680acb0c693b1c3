"""google-api-python-client with its bundled descriptions of identitytoolkit, pointed at a server.

Every answer is held against the schema that the description gives for the method.
"""

import json
import re

import google.oauth2.credentials
from googleapiclient.discovery import build, createMethod
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.http import HttpRequest


# Where a server has the methods of a version.
PATHS = {
    "v1": "/identitytoolkit.googleapis.com/",
    "v2": "/identitytoolkit.googleapis.com/",
    "v3": "/www.googleapis.com/identitytoolkit/v3/relyingparty/",
}
# What the SDKs for Apple's platforms read in answers of v3 although its description lacks it.
UNDESCRIBED = {"identitytoolkit.relyingparty.verifyAssertion": {"pendingToken"}}


def description(version="v1"):
    """The bundled discovery document of a version of identitytoolkit."""
    return json.loads(get_static_doc("identitytoolkit", version))


def all_methods(resource):
    """Method ID → description, for a discovery document or one of its resources."""
    found = {method["id"]: method for method in resource.get("methods", {}).values()}
    for child in resource.get("resources", {}).values():
        found |= all_methods(child)
    return found


def mismatches(document, schema, value, path="$"):
    """What in a JSON value is not as the schema says: wrong types, unknown fields, unknown enum values."""
    if "$ref" in schema:
        schema = document["schemas"][schema["$ref"]]
    kind = schema["type"]
    if kind == "any":
        return []
    if kind == "object":
        if not isinstance(value, dict):
            return [f"{path}: not an object: {value!r}"]
        found = []
        for name, member in value.items():
            member_schema = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            if member_schema is None:
                found.append(f"{path}.{name}: not in the schema")
            else:
                found += mismatches(document, member_schema, member, f"{path}.{name}")
        return found
    if kind == "array":
        if not isinstance(value, list):
            return [f"{path}: not an array: {value!r}"]
        return [
            problem
            for index, element in enumerate(value)
            for problem in mismatches(document, schema["items"], element, f"{path}[{index}]")
        ]
    if kind == "boolean":
        valid = isinstance(value, bool)
    elif kind == "integer":
        valid = isinstance(value, int) and not isinstance(value, bool)
    elif kind == "number":
        valid = isinstance(value, (int, float)) and not isinstance(value, bool)
    else:
        valid = isinstance(value, str)
        if valid and schema.get("format") in ("int64", "uint64"):
            valid = re.fullmatch(r"-?\d+", value) is not None
        if valid and "enum" in schema:
            valid = value in schema["enum"]
    return [] if valid else [f"{path}: not {schema.get('format', kind)}: {value!r}"]


class Client:
    """The generated client of one caller; remembers which methods were called."""

    def __init__(self, server, called, *, version="v1", api_key=None, access_token=None):
        document = description(version)
        methods = all_methods(document)

        class CheckedRequest(HttpRequest):
            def execute(self, *arguments, **options):
                called.add(self.methodId)
                answer = super().execute(*arguments, **options)
                undescribed = UNDESCRIBED.get(self.methodId, ())
                described = {name: value for name, value in answer.items() if name not in undescribed}
                problems = mismatches(document, methods[self.methodId]["response"], described)
                assert not problems, f"{self.methodId}: {problems}"
                return answer

        self.version = version
        self.service = build(
            "identitytoolkit",
            version,
            static_discovery=True,
            cache_discovery=False,
            developerKey=api_key,
            credentials=google.oauth2.credentials.Credentials(access_token) if access_token else None,
            client_options={"api_endpoint": f"{server.url}{PATHS[version]}"},
            requestBuilder=CheckedRequest,
        )

    def call(self, method_id, **arguments):
        """Executes a method by its ID, such as `identitytoolkit.projects.accounts.lookup`."""
        return self.request(method_id, **arguments).execute()

    def request(self, method_id, **arguments):
        *resources, name = method_id.split(".")[1:]
        # Methods of the root have no resource in their ID; the generated client keeps them under the version.
        resource = self.service
        for resource_name in resources or [self.version]:
            resource = getattr(resource, resource_name)()
        description = resource._resourceDesc
        if name in description.get("resources", {}):
            # `projects.accounts` is a method and a resource; the generated attribute is the resource.
            _, method = createMethod(name, description["methods"][name], resource._rootDesc, resource._schema)
            return method(resource, **arguments)
        return getattr(resource, name)(**arguments)
