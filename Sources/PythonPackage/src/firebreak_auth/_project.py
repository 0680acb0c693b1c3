"""A project of a server."""

import os
import secrets
from typing import Any, ContextManager, Dict, List, Literal, Mapping, Optional, Union, cast, overload

from . import _methods, types
from ._errors import FirebreakError
from ._keys import derived_key
from ._transport import TIMEOUT, Duration, Transport, path_segment

Document = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A fixture: the path of a file; a text in YAML or JSON, which has line breaks or begins with a brace; or a value."""


class Outbox(_methods.OutboxMethods):
    """The mails and SMS that the service would have sent, of the project and all its tenants."""

    def cursor(self) -> int:
        """`seq` of the latest message ever: as `after` it selects only messages from now on."""
        return cast(int, self._send("GET", "")["outboxCursor"])

    def wait(
        self,
        *,
        to: Optional[str] = None,
        type: Optional[types.MessageType] = None,
        channel: Optional[types.Channel] = None,
        delivery: Optional[types.Delivery] = None,
        status: Optional[types.MessageStatus] = None,
        tenant: Optional[str] = None,
        q: Optional[str] = None,
        after: Optional[int] = None,
        timeout: float = 10,
    ) -> types.OutboxMessage:
        """Waits for the first message that matches. Without `after`, one that is there already counts.

        A message that was not sent matches as well: ask for `delivery="sent"` or `status="pending"` if it must not. One
        that a fault delays does not match until it is delivered, unless `delivery="scheduled"` is asked for.

        Args:
            to: An address, in any case, or a phone number.
            q: Words that all must be in the message, in any letter case.
            after: A `cursor()` from before what causes the message.
            timeout: Seconds by the real clock, at most 600.

        Raises:
            OutboxTimeout: None came in time; the message says what did come.
        """
        return self.wait_for_count(
            1, to=to, type=type, channel=channel, delivery=delivery, status=status, tenant=tenant, q=q, after=after,
            timeout=timeout)[0]

    def wait_for_count(
        self,
        count: int,
        *,
        to: Optional[str] = None,
        type: Optional[types.MessageType] = None,
        channel: Optional[types.Channel] = None,
        delivery: Optional[types.Delivery] = None,
        status: Optional[types.MessageStatus] = None,
        tenant: Optional[str] = None,
        q: Optional[str] = None,
        after: Optional[int] = None,
        timeout: float = 10,
    ) -> List[types.OutboxMessage]:
        """Waits until so many messages match, and returns the first of them, the oldest first.

        Args:
            count: 1 through 1,000.
            to: An address, in any case, or a phone number.
            q: Words that all must be in the message, in any letter case.
            after: A `cursor()` from before what causes the messages.
            timeout: Seconds by the real clock, at most 600.

        Raises:
            OutboxTimeout: Too few came in time; the message says what did come.
        """
        query = {
            "to": to,
            "type": type,
            "channel": channel,
            "delivery": delivery,
            "status": status,
            "tenant": tenant,
            "q": q,
            "after": after,
            **waiting(count, timeout),
        }
        page: types.OutboxPage = self._send("GET", "/outbox:wait", query=query, timeout=timeout + TIMEOUT)
        return page["messages"]


class Requests(_methods.RequestsMethods):
    """The journal: the last calls that the project got, and why they were answered so."""

    def cursor(self) -> int:
        """`seq` of the last call: as `after` it selects only calls from now on."""
        return self.list(limit=1, order="desc")["nextCursor"]

    def wait(
        self,
        *,
        operation: Optional[str] = None,
        status: Optional[str] = None,
        error: Optional[str] = None,
        local_id: Optional[str] = None,
        email: Optional[str] = None,
        phone_number: Optional[str] = None,
        caller: Optional[types.Caller] = None,
        tenant: Optional[str] = None,
        q: Optional[str] = None,
        after: Optional[int] = None,
        timeout: float = 10,
    ) -> types.JournalRecord:
        """Waits for the first call that matches. Without `after`, one that was made already counts.

        Args:
            operation: A name, or `accounts.*` for all that begin so.
            status: An HTTP status, or a class of them, such as `4xx`.
            error: The code of an error.
            email: An address, in any case.
            q: Words that all must be in what lists show of the call, in any letter case.
            after: A `cursor()` from before the call.
            timeout: Seconds by the real clock, at most 600.

        Raises:
            RequestTimeout: None came in time; the message says which did come.
        """
        return self.wait_for_count(
            1, operation=operation, status=status, error=error, local_id=local_id, email=email,
            phone_number=phone_number, caller=caller, tenant=tenant, q=q, after=after, timeout=timeout)[0]

    def wait_for_count(
        self,
        count: int,
        *,
        operation: Optional[str] = None,
        status: Optional[str] = None,
        error: Optional[str] = None,
        local_id: Optional[str] = None,
        email: Optional[str] = None,
        phone_number: Optional[str] = None,
        caller: Optional[types.Caller] = None,
        tenant: Optional[str] = None,
        q: Optional[str] = None,
        after: Optional[int] = None,
        timeout: float = 10,
    ) -> List[types.JournalRecord]:
        """Waits until so many calls match, and returns the first of them, the oldest first.

        Args:
            count: 1 through 1,000.
            operation: A name, or `accounts.*` for all that begin so.
            status: An HTTP status, or a class of them, such as `4xx`.
            error: The code of an error.
            email: An address, in any case.
            q: Words that all must be in what lists show of the call, in any letter case.
            after: A `cursor()` from before the calls.
            timeout: Seconds by the real clock, at most 600.

        Raises:
            RequestTimeout: Too few came in time; the message says which did come.
        """
        query = {
            "operation": operation,
            "status": status,
            "error": error,
            "localId": local_id,
            "email": email,
            "phoneNumber": phone_number,
            "caller": caller,
            "tenant": tenant,
            "q": q,
            "after": after,
            **waiting(count, timeout),
        }
        page: types.JournalPage = self._send("GET", "/requests:wait", query=query, timeout=timeout + TIMEOUT)
        return page["requests"]


def waiting(count: int, timeout: float) -> Dict[str, Any]:
    """What a wait sends besides its filter.

    Raises:
        ValueError: A time or a number that no wait can have.
    """
    if not 0 <= timeout <= 600:
        raise ValueError(f"timeout must be 0 through 600 seconds, and not {timeout!r}")
    if not 1 <= count <= 1000:
        raise ValueError(f"count must be 1 through 1,000, and not {count!r}")
    return {"count": count, "limit": count, "timeout": f"{round(timeout * 1000)}ms"}


class Project(_methods.ProjectMethods):
    """A project: only a name and a server, so it costs nothing to make, and need not exist. One that does not is empty.

    Every method raises a `FirebreakError` for what the server refuses.

    Attributes:
        id: Its ID.
        outbox: The mails and SMS that the service would have sent.
        requests: The last calls that it got.
        accounts: Its accounts as lists show them. An Admin SDK makes and changes them.
        refs: Names that fixtures gave to accounts.
        clock: Its clock, which codes, tokens and cookies follow.
        faults: Failures on demand.
        snapshots: Copies to go back to, which `snapshot` and `restore` make and use.
        rules: How it deviates from its profile.
        api_keys: The API keys that select it.
    """

    def __init__(self, transport: Transport, id: str) -> None:
        base = f"/projects/{path_segment('The ID of a project', id)}"
        super().__init__(transport, base)
        self.id = id
        self.outbox = Outbox(transport, base)
        self.requests = Requests(transport, base)
        self.accounts = _methods.AccountsMethods(transport, base)
        self.refs = _methods.RefsMethods(transport, base)
        self.clock = _methods.ClockMethods(transport, base)
        self.faults = _methods.FaultsMethods(transport, base)
        self.snapshots = _methods.SnapshotsMethods(transport, base)
        self.rules = _methods.RulesMethods(transport, base)
        self.api_keys = _methods.ApiKeysMethods(transport, base)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at {self.url}>"

    @property
    def url(self) -> str:
        """Scheme, host and port of its server, without a slash at the end."""
        return self._transport.url

    @property
    def api_key(self) -> str:
        """An API key that selects the project on every server, for apps: the derived one, which SDKs accept."""
        return derived_key(self.id)

    def environment(self) -> Dict[str, str]:
        """The variables by which Admin SDKs, Firebreak's command and this module find the project."""
        variables = {
            "FIREBASE_AUTH_EMULATOR_HOST": self._transport.authority,
            "GCLOUD_PROJECT": self.id,
            "GOOGLE_CLOUD_PROJECT": self.id,
            "FIREBREAK_URL": self.url,
            "FIREBREAK_PROJECT": self.id,
        }
        if self._transport.token:
            variables["FIREBREAK_CONTROL_TOKEN"] = self._transport.token
        return variables

    def fork(self, to: Optional[str] = None, *, expires_in: Optional[Duration] = None) -> "Fork":
        """Makes a full copy of the project, in a millisecond or two. Registered API keys stay with this one.

            with project.fork() as copy:
                copy.clock.advance("6h1m")

        Args:
            to: ID of a project that does not exist yet; by default this one's with eight random digits.
            expires_in: After which the copy is dropped, by the server's time; by default never.

        Raises:
            FirebreakError: `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` for one too many.
        """
        # A proxy in front of several servers finds copies by what stands before two hyphens.
        name = to or f"{self.id}--{secrets.token_hex(4)}"
        copy = self._send("POST", ":fork", body={"to": name, "expiresIn": expires_in})
        return Fork(self._transport, copy["projectId"])

    def seed(
        self,
        document: Document,
        *,
        file: Optional[str] = None,
        strategy: Optional[Literal["merge", "replace", "fail"]] = None,
        dry_run: bool = False,
        tokens: bool = False,
    ) -> types.SeedSummary:
        """Fills the project from a fixture, all of it or nothing.

        Args:
            document: A whole fixture that has a part for this project, or such a part alone.
            file: How messages name it; by default, the path.
            strategy: What to do with accounts that exist; by default, as the fixture says.
            dry_run: Whether to find out what would happen, and change nothing.
            tokens: Whether users with a ref are signed in, and their tokens answered.

        Raises:
            FirebreakError: `INVALID_FIXTURE` with all problems as `details`.
            OSError: The file cannot be read.
        """
        content: Any = document
        if isinstance(document, os.PathLike) or isinstance(document, str) and is_path(document):
            file = file or os.fspath(document)
            with open(document, "rb") as opened:
                content = opened.read()
        query = {"file": file, "strategy": strategy, "dryRun": dry_run or None, "tokens": tokens or None}
        # As it is: a member that is null is one.
        return cast(types.SeedSummary, self._transport.send("POST", f"{self._base}:seed", query=query, body=content))

    @overload
    def export(self, format: Literal["auth-export-csv"], *, tenant: Optional[str] = None) -> str: ...

    @overload
    def export(
        self, format: Literal["emulator", "fixture", "auth-export"] = "emulator", *, tenant: Optional[str] = None
    ) -> types.ProjectExport: ...

    def export(self, format: str = "emulator", *, tenant: Optional[str] = None) -> Union[types.ProjectExport, str]:
        """Answers the project in files.

        Args:
            format: `emulator` for the files of the official emulator's export, by name; `fixture`; `auth-export` for
                the accounts, `auth-export-csv` for the same as a text.
            tenant: Whose accounts an `auth-export` has, instead of the project's own.

        Raises:
            FirebreakError: `INVALID_TENANT_ID` for a tenant that does not exist.
        """
        return cast(
            Union[types.ProjectExport, str], self._send("GET", ":export", query={"format": format, "tenant": tenant}))

    def signed_in_state(
        self,
        who: str,
        origin: str,
        *,
        app_name: Optional[str] = None,
        api_key: Optional[str] = None,
        persistence: Optional[Literal["indexedDB", "local"]] = None,
        tenant: Optional[str] = None,
        claims: Optional[Mapping[str, Any]] = None,
        provider: Optional[str] = None,
        lifetime: Optional[int] = None,
    ) -> types.BrowserState:
        """Signs a user in, and answers what a browser keeps of it, as a storage state of Playwright.

            context = browser.new_context(storage_state=project.signed_in_state("alice", "http://localhost:3000"))

        Args:
            who: ID, e-mail address or ref of the user.
            origin: Scheme, host and port of the app, as the browser's address bar has them.
            app_name: The name that the app gave to `initializeApp`; by default, none.
            api_key: The app's key, which must be one of the project; by default, `api_key` of the project.
            persistence: Where the app keeps its user: `indexedDB`, the default, or `local`.
            tenant: Where to look; by default in the project, then among the refs of all tenants.
            claims: They override those of the account.
            provider: How the user signed in; by default, the first sign-in method of the account.
            lifetime: Of the ID token, in seconds; negative for one that has expired, which the app renews at once.

        Raises:
            FirebreakError: `NOT_FOUND`, `USER_DISABLED`, `FORBIDDEN_CLAIM`; `INVALID_ARGUMENT` for an origin that is
                not one, and for a key of another project.
        """
        return self.accounts.browser_state(
            who, origin, app_name=app_name, api_key=api_key or self.api_key, persistence=persistence, tenant=tenant,
            claims=claims, provider=provider, lifetime=lifetime)


class Fork(Project, ContextManager["Fork"]):
    """A copy of a project, which is deleted at the end of its `with` block."""

    def __enter__(self) -> "Fork":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.delete()
        except FirebreakError as error:
            # It may be deleted already.
            if error.code != "NOT_FOUND":
                raise


def is_path(text: str) -> bool:
    """Whether a text is the path of a fixture, not a fixture."""
    return "\n" not in text and not text.lstrip().startswith("{")
