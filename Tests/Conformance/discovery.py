"""google-api-python-client with its bundled descriptions of identitytoolkit, pointed at a server.

Every answer is held against the schema that the description gives for the method.
"""

import functools
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
# What texts of a format look like.
TEXTS = {
    "int64": re.compile(r"-?\d+"),
    "uint64": re.compile(r"\d+"),
    # The official emulator's hashes of passwords are no base 64, and clients take them as they are (accounts.md 1).
    "byte": re.compile(r"[A-Za-z0-9+/_-]*={0,2}|fakeHash:.*"),
    "google-datetime": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z"),
    "google-duration": re.compile(r"-?\d+(\.\d{1,9})?s"),
}
EVERYWHERE = {"local", "emulator", "production"}
# What answers have although the description lacks it: description, schema → member → the profiles in which it is right.
# A schema without a name is called after the member that has it.
BEYOND_THE_DESCRIPTION = {
    # The official emulator's tenants say their ID, and its clients read it (tenants-config.md A3).
    ("v2", "GoogleCloudIdentitytoolkitAdminV2Tenant"): {"tenantId": {"local", "emulator"}},
    # The official emulator answers it; the service does not (phone-mfa.md 4.3, production.md 12).
    ("v2", "GoogleCloudIdentitytoolkitV2WithdrawMfaResponse"): {"expiresIn": {"emulator"}},
    # Answers of v3 are those of v1, whose description is younger (wire.md 4); apps read some of it (clients.md 1.3).
    ("v3", "UserInfo"): {"lastRefreshAt": EVERYWHERE},
    ("v3", "SetAccountInfoResponse.providerUserInfo"): {"email": EVERYWHERE, "rawId": EVERYWHERE},
    ("v3", "GetOobConfirmationCodeResponse"): {"oobLink": EVERYWHERE},
    ("v3", "VerifyAssertionResponse"): {"pendingToken": EVERYWHERE},
    # production.md 13
    ("v3", "GetRecaptchaParamResponse"): {"producerProjectNumber": {"production"}},
}


@functools.cache
def description(version="v1"):
    """The bundled discovery document of a version of identitytoolkit."""
    return json.loads(get_static_doc("identitytoolkit", version))


def refusal(raised):
    """Status and message of an HttpError."""
    return raised.value.resp.status, raised.value.reason


def all_methods(resource):
    """Method ID → description, for a discovery document or one of its resources."""
    found = {method["id"]: method for method in resource.get("methods", {}).values()}
    for child in resource.get("resources", {}).values():
        found |= all_methods(child)
    return found


def mismatches(document, schema, value, profile, path="$", name=None):
    """What in a JSON value is not as the schema says: wrong types, unknown fields, unknown enum values."""
    if "$ref" in schema:
        name = schema["$ref"]
        schema = document["schemas"][name]
    kind = schema["type"]
    if kind == "any":
        return []
    if kind == "object":
        if not isinstance(value, dict):
            return [f"{path}: not an object: {value!r}"]
        beyond = BEYOND_THE_DESCRIPTION.get((document["version"], name), {})
        found = []
        for key, member in value.items():
            if profile in beyond.get(key, ()):
                continue
            member_schema = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if member_schema is None:
                found.append(f"{path}.{key}: not in the schema")
            else:
                found += mismatches(document, member_schema, member, profile, f"{path}.{key}", f"{name}.{key}")
        return found
    if kind == "array":
        if not isinstance(value, list):
            return [f"{path}: not an array: {value!r}"]
        return [
            problem
            for index, element in enumerate(value)
            for problem in mismatches(document, schema["items"], element, profile, f"{path}[{index}]", name)
        ]
    if kind == "boolean":
        valid = isinstance(value, bool)
    elif kind == "integer":
        valid = isinstance(value, int) and not isinstance(value, bool)
    elif kind == "number":
        valid = isinstance(value, (int, float)) and not isinstance(value, bool)
    else:
        valid = isinstance(value, str)
        if valid and schema.get("format") in TEXTS:
            valid = TEXTS[schema["format"]].fullmatch(value) is not None
        if valid and "enum" in schema:
            valid = value in schema["enum"]
    return [] if valid else [f"{path}: not {schema.get('format', kind)}: {value!r}"]


class Client:
    """The generated client of one caller; adds the IDs of the methods that answered to `answered`."""

    def __init__(self, server, answered, *, version="v1", api_key=None, access_token=None):
        document = description(version)
        methods = all_methods(document)
        profile = server.ready["profile"]

        class CheckedRequest(HttpRequest):
            def execute(self, *arguments, **options):
                answer = super().execute(*arguments, **options)
                problems = mismatches(document, methods[self.methodId]["response"], answer, profile)
                assert not problems, f"{self.methodId}: {problems}"
                answered.add(self.methodId)
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
