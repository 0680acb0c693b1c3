"""Commands against a stand-in for Google's service, as fixtures for the modules that import them, and what they write."""

import json
import re

import pytest
import yaml

from google_service import CLIENT_SECRET, GRANTED_TOKEN, PLAIN_TOKEN, REFRESH_TOKEN, GoogleService

__all__ = [
    *("CREDENTIALS", "command", "comments_of", "filled", "leaves", "part_of", "scripted"),
    *("scripted_command", "sentence", "service", "text_of"),
]

CREDENTIALS = (PLAIN_TOKEN, GRANTED_TOKEN, REFRESH_TOKEN, CLIENT_SECRET, "PRIVATE KEY")


def check_calls(service):
    """Nothing but reading reached the service, and grants."""
    assert {request.verb for request in service.requests if request.path != "/token"} <= {"GET"}
    assert not service.grant_problems


@pytest.fixture
def service(server):
    service = GoogleService(server)
    yield service
    service.close()
    check_calls(service)


@pytest.fixture
def scripted():
    """A service that has nothing but what the test says."""
    service = GoogleService()
    yield service
    service.close()
    check_calls(service)


def runner(firebreak, service):
    def run(*arguments, token=PLAIN_TOKEN, **environment):
        if token:
            environment["GOOGLE_OAUTH_ACCESS_TOKEN"] = token
        result = firebreak(*arguments, "--service", service.url, **environment)
        for secret in CREDENTIALS:
            # The key of an identity provider is one as well.
            assert secret not in result.stderr and secret not in result.stdout
        return result

    return run


@pytest.fixture
def command(firebreak, service):
    """Runs a command against the service with the plain token."""
    return runner(firebreak, service)


@pytest.fixture
def scripted_command(firebreak, scripted):
    return runner(firebreak, scripted)


def text_of(result):
    assert result.returncode == 0, result.stderr
    return result.stdout


def part_of(text, project):
    """A project's part of a fixture."""
    document = yaml.safe_load(text)
    assert document["version"] == 1
    return document["projects"][project]


def comments_of(text):
    """The comments of a document, as one line of words."""
    lines = [line.strip().removeprefix("#").strip() for line in text.splitlines() if line.strip().startswith("#")]
    return " ".join(lines)


def sentence(result, code=1):
    """The only line that a failed command wrote."""
    assert result.returncode == code, f"{result.returncode} {result.stdout} {result.stderr}"
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


# Recorded answers


def filled(value):
    """A recorded answer with values in the places of those that are new in each run."""
    if isinstance(value, dict):
        return {filled(name): filled(member) for name, member in value.items()}
    if isinstance(value, list):
        return [filled(item) for item in value]
    if not isinstance(value, str):
        return value
    value = value.replace("{project}", "acme-shop").replace("{projectNumber}", "123456789012")
    value = re.sub(r"\{tenant:([\w-]+)\}", r"\1-1a2b3", value)
    value = re.sub(r"<(instant:\d|startTime)>", "2026-01-02T03:04:05.678Z", value)
    return re.sub(r"<[a-zA-Z-]+>", "c2VjcmV0", value)


def leaves(value, path=()):
    """Everything that an answer says, by its place."""
    if isinstance(value, dict) and value:
        return set().union(*(leaves(member, (*path, name)) for name, member in value.items()))
    return {(path, json.dumps(value))}
