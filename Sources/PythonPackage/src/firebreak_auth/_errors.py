"""Why a call failed."""

from typing import Any, Callable, List, Optional


class FirebreakError(Exception):
    """A call that the server refused, or that got no answer.

    Attributes:
        code: The word for programs to compare, such as `NOT_FOUND`, `INVALID_ARGUMENT` or `USER_DISABLED`. The client's
            own are `UNREACHABLE`, `REFUSED` (the answer is of another program, such as a proxy, or from below the API),
            `UNEXPECTED_ANSWER`, `START_FAILED` and `NO_BINARY`.
        message: What happened; that of the server begins with the code.
        status: The HTTP status; None if there was no answer.
        details: More of the server about it, such as each problem of a fixture with its line.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        details: Optional[List[Any]] = None,
        look_up: Optional[Callable[[], Optional[str]]] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.details: List[Any] = details or []
        self._look_up = look_up
        self._explanation: Optional[str] = None

    @property
    def explanation(self) -> str:
        """What happened, without the code; then what is known of this error: its cause, and what to do.

        The first time, the server is asked for the latter (`/firebreak/v1/errors/{code}`). If it does not answer any
        more, or does not know the code, there is only the former.
        """
        if self._explanation is None:
            told = self.message.partition(" : ")[2] or self.message
            known = self._look_up() if self._look_up else None
            # Of a single problem, the message has all.
            more = [line for line in map(_line, self.details) if line not in told]
            self._explanation = "\n".join(filter(None, (told, *more, known)))
        return self._explanation

    def __reduce__(self) -> Any:
        # An error goes from one process to another as text: the server may not be reachable from there.
        state = {**self.__dict__, "_look_up": None, "_explanation": self.explanation}
        return _restored, (type(self), self.code, self.message), state


class OutboxTimeout(FirebreakError):
    """Too few messages came in time; the message says what did come. Its code is `OUTBOX_TIMEOUT`."""


class RequestTimeout(FirebreakError):
    """Too few calls were made in time; the message says which were. Its code is `REQUEST_TIMEOUT`."""


class Unreachable(FirebreakError):
    """There was no answer of a server. Its code is `UNREACHABLE`."""


class StartError(FirebreakError):
    """A server did not become ready; the message has what it wrote. Its code is `START_FAILED`."""


class BinaryNotFound(FirebreakError):
    """There is no `firebreak` program, or it cannot be run; the message says what to do. Its code is `NO_BINARY`."""


CLASSES = {"OUTBOX_TIMEOUT": OutboxTimeout, "REQUEST_TIMEOUT": RequestTimeout}


def _restored(kind: Any, code: str, message: str) -> FirebreakError:
    error: FirebreakError = kind(code, message)
    return error


def _line(detail: Any) -> str:
    """A detail as a line: a problem of a fixture as `file:line:column: path: message`, all else as it is."""
    if not isinstance(detail, dict) or "message" not in detail:
        return str(detail)
    place = ":".join(str(detail[key]) for key in ("file", "line", "column") if key in detail)
    return ": ".join(filter(None, (place, detail.get("path"), str(detail["message"]))))
