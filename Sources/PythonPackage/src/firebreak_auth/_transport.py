"""Calls of the API over HTTP."""

import http.client
import json
from datetime import datetime, timedelta, timezone
from email.message import Message
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

from ._errors import CLASSES, FirebreakError, Unreachable

Duration = Union[str, timedelta]
"""A time as the API writes it, such as `90s`, `61m`, `6h1m`, `2d` or `500ms`, or a timedelta of whole milliseconds."""

Time = Union[str, datetime]
"""A time in RFC 3339, such as `2026-06-01T12:00:00Z`, or a datetime with a time zone."""


class Unset:
    """What a parameter is that was not given, where None means something else."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()

CONTROL = "/firebreak/v1"
# Seconds for an answer, besides what a call itself waits for.
TIMEOUT = 60.0


class Transport:
    """One server, by its address.

    A call takes a connection of its own, so that threads and processes can share this.

    Args:
        url: Scheme, host and port, such as `http://127.0.0.1:9099`; a path is put before those of the API.
        token: The control token, if the server has one.
        last_words: What is to be added when there is no answer; it is asked each time.
    """

    def __init__(
        self, url: str, token: Optional[str] = None, last_words: Optional[Callable[[], Optional[str]]] = None
    ) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise FirebreakError("INVALID_ARGUMENT", f"{url!r} is not the address of a server: {error}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise FirebreakError(
                "INVALID_ARGUMENT", f"The address of a server is such as http://127.0.0.1:9099, and not {url!r}.")
        self.url = url.rstrip("/")
        self.token = token or None
        self.authority = parts.netloc.rpartition("@")[2]
        self._connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port, self._prefix = parts.hostname, port, parts.path.rstrip("/")
        self._last_words = last_words

    def send(
        self,
        verb: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        timeout: float = TIMEOUT,
    ) -> Any:
        """The answer of a call: the value of JSON, else text.

        Args:
            path: What follows `/firebreak/v1`, encoded.
            query: Parameters by name; those that are None are not sent.
            body: A text or bytes, which go as YAML, or a value, which goes as JSON; None for no body.
            timeout: Seconds until the answer has to begin.
        """
        headers = {"Accept": "application/json, text/plain, */*"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if isinstance(body, (str, bytes)):
            headers["Content-Type"] = "application/yaml"
            content: Optional[bytes] = body.encode() if isinstance(body, str) else body
        elif body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body, default=on_wire).encode()
        else:
            content = None
        target = f"{CONTROL}{path}{query_text(query or {})}"
        status, answered, received = self._exchange(verb, target, headers, content, timeout)
        if not 200 <= status < 300:
            raise self._refused(status, received)
        if not answered.get_content_type() == "application/json":
            return received.decode("utf-8", "replace")
        try:
            return json.loads(received)
        except ValueError as error:
            raise FirebreakError(
                "UNEXPECTED_ANSWER", f"{self.url} did not answer with JSON, so it is not Firebreak.",
                status=status) from error

    def _exchange(
        self, verb: str, target: str, headers: Mapping[str, str], content: Optional[bytes], timeout: float
    ) -> Tuple[int, Message, bytes]:
        """Status, headers and body of the answer to a request; its target follows the server's address."""
        connection = self._connect(self._host, self._port, timeout=timeout)
        try:
            connection.request(verb, f"{self._prefix}{target}", content, headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        finally:
            connection.close()

    def _unreachable(self, error: Exception) -> FirebreakError:
        words = self._last_words() if self._last_words else None
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"There is no answer of {self.url} ({reason})."
        return Unreachable("UNREACHABLE", f"{message}\n{words}" if words else message)

    def _refused(self, status: int, received: bytes) -> FirebreakError:
        """The error that an answer without success describes."""
        try:
            told = json.loads(received)["error"]
            message = told["message"]
            details = told.get("details") or []
        except (ValueError, LookupError, TypeError, AttributeError):
            message = None
        if not isinstance(message, str) or not message:
            # Without the envelope it is the answer of another program, such as a proxy, or of the HTTP layer.
            text = received.decode("utf-8", "replace").strip()
            return FirebreakError("REFUSED", text or f"The server answered with status {status}.", status=status)
        code = message.partition(" : ")[0]
        kind = CLASSES.get(code, FirebreakError)
        return kind(code, message, status=status, details=details, look_up=lambda: self._known(code, status))

    def _known(self, code: str, status: int) -> Optional[str]:
        """What the server's catalogue has about an error with this code."""
        try:
            entries = self.send("GET", f"/errors/{quote(code, safe='')}", timeout=5)["errors"]
        except (FirebreakError, LookupError, TypeError):
            return None
        # Some codes stand for several errors. Which of them it was is not told apart from those with the same status.
        found = [entry for entry in entries if entry["httpStatus"] == status]
        return f"{found[0]['cause']} {found[0]['remedy']}" if len(found) == 1 else None


class Resource:
    """What has a path below that of the API.

    Args:
        transport: The server.
        base: Such as `/projects/demo-shop`; empty for the server itself.
    """

    def __init__(self, transport: Transport, base: str) -> None:
        self._transport = transport
        self._base = base

    def _send(
        self,
        verb: str,
        template: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        nullable: Optional[Mapping[str, Any]] = None,
        timeout: float = TIMEOUT,
    ) -> Any:
        """The answer of a method.

        Args:
            template: What follows the base, with parameters in braces.
            path: Their values.
            body: A text, or members by name; those that are None are not sent.
            nullable: Members of the body that are sent as null if they are None, and not sent if they are UNSET.
        """
        for name, value in (path or {}).items():
            template = template.replace(f"{{{name}}}", path_segment(name, value))
        if isinstance(body, Mapping) or nullable is not None:
            members: Dict[str, Any] = {name: value for name, value in (body or {}).items() if value is not None}
            members.update((name, value) for name, value in (nullable or {}).items() if value is not UNSET)
            body = members
        return self._transport.send(verb, self._base + template, query=query, body=body, timeout=timeout)


def path_segment(name: str, value: str) -> str:
    """A value as a part of a path, percent-encoded.

    Raises:
        ValueError: It is empty, so that the path would be another one.
    """
    if not value:
        raise ValueError(f"{name} must not be empty")
    return quote(value, safe="")


def query_text(query: Mapping[str, Any]) -> str:
    given = {name: query_value(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given, quote_via=quote, safe='')}" if given else ""


def query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def on_wire(value: Any) -> Any:
    """What JSON has no form of by itself: times, durations, and mappings of other types.

    Raises:
        ValueError: A datetime without a time zone, which could mean any time, or a duration with parts of milliseconds.
        TypeError: Anything else.
    """
    if isinstance(value, timedelta):
        return duration_text(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; use for example datetime(…, tzinfo=timezone.utc)")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} cannot be sent as JSON")


def duration_text(value: timedelta) -> str:
    milliseconds, rest = divmod(value, timedelta(milliseconds=1))
    if rest:
        raise ValueError(f"{value!r} is not a number of whole milliseconds")
    return f"{milliseconds}ms"
