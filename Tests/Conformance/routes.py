"""The route table of a server, from its own description."""

import re
from collections import namedtuple
from urllib.parse import urlsplit

import requests

# `path` is the path on the server, with the names of parameters in braces.
Route = namedtuple("Route", "operation verb path")


def routes_of(server):
    """All routes of a running server."""
    response = requests.get(f"{server.url}/emulator/openapi.json", timeout=30)
    response.raise_for_status()
    return [
        Route(operation["operationId"], verb.upper(), _base(item) + path)
        for path, item in response.json()["paths"].items()
        for verb, operation in item.items()
        if isinstance(operation, dict)
    ]


def _base(item):
    """The first server of a path is the emulator, in which the host of the service is the first part of the path."""
    return item["servers"][0]["url"].removeprefix("{EMULATOR}")


def operation_at(routes, verb, url):
    """The ID of the operation that a request meets, or nothing; a colon method wins over a resource of that name."""
    path = urlsplit(url).path
    matching = [route for route in routes if route.verb == verb and _pattern(route.path).fullmatch(path)]
    return max(matching, key=lambda route: route.path.count(":")).operation if matching else None


def _pattern(path):
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
