"""Accounts that tests of methods start with."""

import json

from factors import EMAIL as ALICE
from federation import assertion, google_user

PASSWORD = "correct-horse"
USER = "user@example.test"


def sign_up(app, email=USER, password=PASSWORD):
    """The answer to a sign-up with an address."""
    body = {"email": email, "password": password, "returnSecureToken": True}
    return app.call("identitytoolkit.accounts.signUp", body=body)


def password_body(email=USER, password=PASSWORD, **extra):
    """The body of a sign-in with a password."""
    return {"email": email, "password": password, "returnSecureToken": True, **extra}


def google_assertion():
    """The body of a federated sign-in as `ALICE`."""
    picture = "https://example.test/alice.png"
    who = google_user("g-1", ALICE, name="Alice Doe", given_name="Alice", family_name="Doe", picture=picture)
    return assertion("google.com", id_token=json.dumps(who), access_token="access")


def code_sent_to(rest, address, kind):
    """The code in the only mail of a type to an address."""
    (message,) = rest.firebreak.outbox.list(to=address, type=kind)["messages"]
    return message["oobCode"]
