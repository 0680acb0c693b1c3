"""The heaviest requests that the limits allow.

Each is a function that fills a server with what the request needs and returns another that makes the request, which
gets a number, counting from 0, and returns the status of the answer.
"""

import base64
import gzip
import http.client
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode

from .bench import MEBIBYTE, PROFILES
from .client import KEY, Client
from .many import import_many
from .server import HOST, PROJECT

MANY = 100_000
LARGEST_BODY = 64 * MEBIBYTE
LARGEST_SAML_RESPONSE = 256 * 1024
_TOOLKIT = "/identitytoolkit.googleapis.com/v1"
_CONTROL = "/firebreak/v1/projects"
# Limits may refuse it, at once or when the server has too much to do, as long as they do so quickly.
_OR_REFUSED = (200, 400, 413, 503)


@dataclass
class Heavy:
    title: str
    prepare: Callable
    statuses: tuple[int, ...] = (200,)
    profiles: tuple[str, ...] = PROFILES
    # How often it is made where it is quick.
    most: int = 20


def send(server, verb, path, body=None, headers=None):
    """Makes a request on a connection of its own, reads the whole answer and returns its status."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=300)
    try:
        headers = {"Authorization": "Bearer owner", "Content-Type": "application/json"} | (headers or {})
        connection.request(verb, path, body, headers)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def accounts(method, project=PROJECT):
    return f"{_TOOLKIT}/projects/{project}/accounts:{method}"


def nothing(_):
    def ask(_):
        time.sleep(0.5)
        return 200

    return ask


def seed(server):
    document = f'version: 1\nusers:\n  - {{ factory: m, count: {MANY}, email: "m{{n}}@example.test" }}\n'
    return lambda number: send(server, "POST", f"{_CONTROL}/seed-{number}:seed", document)


def two_seeds(server):
    seed_one = seed(server)

    def ask(number):
        with ThreadPoolExecutor(2) as threads:
            return max(threads.map(seed_one, (2 * number, 2 * number + 1)))

    return ask


def batch_create_nothing(server):
    # As many values as a body may have, but for the request around them.
    users = ",".join(["{}"] * 3_999_000)
    body = f'{{"allowOverwrite":true,"users":[{users}]}}'
    return lambda _: send(server, "POST", accounts("batchCreate"), body)


def batch_create(server):
    def ask(number):
        with Client(server) as client:
            client.import_accounts(number * 1_000, 1_000)
        return 200

    return ask


def export(server):
    import_many(server, MANY)
    return lambda _: send(server, "GET", f"{_CONTROL}/{PROJECT}:export")


def saml(server):
    """With as many attributes as fit, each with a name of its own."""
    head = (
        '<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion">'
        '<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status><Assertion>'
        "<Issuer>idp</Issuer><Subject><NameID>m@example.test</NameID></Subject><AttributeStatement>"
    )
    xml = filled(head, '<Attribute Name="{}"/>', "</AttributeStatement></Assertion></p:Response>")
    return sign_in_with_saml(server, {"SAMLResponse": base64.b64encode(xml.encode()).decode()})


def saml_in_json(server):
    """The same in the form that profile `emulator` takes, which wants an ID token beside it."""
    head = '{"assertion":{"subject":{"nameId":"m@example.test"},"attributeStatements":{"0":[]'
    response = filled(head, ',"{}":[]', "}}}")
    return sign_in_with_saml(server, {"SAMLResponse": response, "id_token": '{"sub":"m"}'})


def filled(head, part, tail):
    """A SAML response of the largest size, with numbered parts between head and tail."""
    parts = [head]
    left = LARGEST_SAML_RESPONSE - len(head) - len(tail)
    while left >= len(next_part := part.format(len(parts))):
        parts.append(next_part)
        left -= len(next_part)
    return "".join([*parts, tail])


def sign_in_with_saml(server, credential):
    form = urlencode({"providerId": "saml.x", **credential})
    body = json.dumps({"requestUri": "http://localhost", "postBody": form, "returnSecureToken": True})
    return lambda _: send(server, "POST", f"{_TOOLKIT}/accounts:signInWithIdp?key={KEY}", body)


def zeros():
    """A JSON array of the largest size that a body can have."""
    count = (LARGEST_BODY - len("[0]")) // len("0,")
    return ("[" + "0," * count + "0]").encode()


def large_body(server):
    body = zeros()
    return lambda _: send(server, "POST", f"{_TOOLKIT}/accounts:signUp?key={KEY}", body)


def compressed_body(server):
    body = gzip.compress(zeros())
    headers = {"Content-Encoding": "gzip"}
    return lambda _: send(server, "POST", f"{_TOOLKIT}/accounts:signUp?key={KEY}", body, headers)


def query(server):
    """By name, which no index has in order; outside profile `emulator` an answer has 500 accounts at most."""
    import_many(server, MANY)
    return lambda _: send(server, "POST", accounts("query"), '{"sortBy":"NAME"}')


def batch_get(server):
    import_many(server, MANY)
    return lambda _: send(server, "GET", f"{accounts('batchGet')}?maxResults=1000")


def messages(server):
    with Client(server) as client:
        for number in range(1_000):
            client.send_sign_in_code(f"m{number}@example.test")
    return lambda _: send(server, "GET", f"{_CONTROL}/{PROJECT}/outbox?limit=1000")


def signed_tokens(server):
    """The rule and the first sign-up under it, which makes the key."""

    def ask(_):
        status = send(server, "PATCH", f"{_CONTROL}/{PROJECT}/rules", '{"idTokens":"signed"}')
        body = '{"email":"m@example.test","password":"correct-horse","returnSecureToken":true}'
        return max(status, send(server, "POST", f"{_TOOLKIT}/accounts:signUp?key={KEY}", body))

    return ask


def fork(server):
    import_many(server, MANY)
    return lambda number: send(server, "POST", f"{_CONTROL}/{PROJECT}:fork", f'{{"to":"fork-{number}"}}')


def snapshot(server):
    import_many(server, MANY)
    return lambda _: send(server, "POST", f"{_CONTROL}/{PROJECT}:snapshot", "{}")


HEAVY = [
    Heavy("nothing, to compare with", nothing, most=1),
    Heavy(f"`:seed` of {MANY:,} users from a factory", seed, most=1),
    Heavy("two of them at once, in two projects", two_seeds, most=1),
    Heavy("batchCreate, 12 MB of `{},`", batch_create_nothing, _OR_REFUSED, profiles=("emulator",), most=1),
    Heavy("batchCreate of 1,000 users", batch_create),
    Heavy(f"`:export` of {MANY:,} accounts", export),
    Heavy("signInWithIdp, a SAML response of 256 KiB", saml, profiles=("local",)),
    Heavy("signInWithIdp, a SAML response of 256 KiB in JSON", saml_in_json, profiles=("emulator",)),
    Heavy("signUp, 64 MiB of `[0,0,…]`", large_body, _OR_REFUSED, most=5),
    Heavy("signUp, the same compressed", compressed_body, _OR_REFUSED, most=5),
    Heavy(f"accounts:query of {MANY:,} accounts", query),
    Heavy(f"batchGet, 1,000 of {MANY:,} accounts", batch_get),
    Heavy("outbox, list of 1,000 messages", messages),
    Heavy("first use of signed tokens", signed_tokens, most=1),
    Heavy(f"`:fork` of {MANY:,} accounts", fork, most=5),
    Heavy(f"`:snapshot` of {MANY:,} accounts", snapshot, most=5),
]
