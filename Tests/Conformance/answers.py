"""Every answer of a server that tests get by `requests`, by generated clients or by the module of the Python package."""

from collections import namedtuple
from urllib.parse import urlsplit

import httplib2
import requests

from python_module import Transport

# `profile` is that of the server, names in `headers` are in lower case, `body` is `None` where it is read as it comes.
Answer = namedtuple("Answer", "profile verb url status headers body")

# Port → the process that was started there, and its profile.
_servers = {}


def note_server(port, process, profile):
    """Remembers the profile of a server that was started."""
    _servers[port] = (process, profile)


def profile_at(port):
    """The profile of the server that runs at a port; `None` where it ended, since another one may have its port now."""
    process, profile = _servers.get(port, (None, None))
    return profile if process is not None and process.poll() is None else None


def check_clients(monkeypatch, *checks):
    """Passes each answer of a server to the checks."""
    send = requests.Session.send
    request = httplib2.Http.request
    exchange = Transport._exchange

    def check_all(profile, verb, url, status, headers, body):
        if profile is None:
            return
        headers = {name.lower(): value for name, value in headers.items()}
        answer = Answer(profile, verb.upper(), url, status, headers, body)
        for check in checks:
            check(answer)

    def checked_send(session, prepared, **options):
        profile = profile_at(urlsplit(prepared.url).port)
        response = send(session, prepared, **options)
        body = None if options.get("stream") else response.content
        check_all(profile, prepared.method, prepared.url, response.status_code, response.headers, body)
        return response

    def checked_request(http, uri, method="GET", *arguments, **options):
        profile = profile_at(urlsplit(uri).port)
        response, content = request(http, uri, method, *arguments, **options)
        check_all(profile, method, uri, response.status, response, content)
        return response, content

    def checked_exchange(transport, verb, target, *arguments):
        url = transport.url + target
        profile = profile_at(urlsplit(url).port)
        status, headers, body = exchange(transport, verb, target, *arguments)
        check_all(profile, verb, url, status, headers, body)
        return status, headers, body

    monkeypatch.setattr(requests.Session, "send", checked_send)
    monkeypatch.setattr(httplib2.Http, "request", checked_request)
    monkeypatch.setattr(Transport, "_exchange", checked_exchange)
