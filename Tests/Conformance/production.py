"""What the tests of profile `production` share: an app's page on an authorized domain, codes, and the form of errors."""

from mail import last_seq
from rest import failure, ok

EMAIL = "alice@example.test"
PASSWORD = "correct-horse"
OTHER_PASSWORD = "battery-staple"


def page(rest, path="/finish"):
    """An address on a domain that every project starts with."""
    return f"https://{rest.project}.web.app{path}"


def error(response, status=400):
    """The `error` object of a refused call."""
    failure(response, status)
    return response.json()["error"]


def generated(rest, kind, email=EMAIL, tenant=None, **extra):
    """The answer that an admin gets with the code of an e-mail action."""
    body = {"requestType": kind, "email": email, "returnOobLink": True, **extra}
    if kind == "EMAIL_SIGNIN":
        body.setdefault("continueUrl", page(rest))
        body.setdefault("canHandleCodeInApp", True)
    return ok(rest.admin("/accounts:sendOobCode", body, tenant=tenant))


def code(rest, kind, email=EMAIL, **extra):
    return generated(rest, kind, email, **extra)["oobCode"]


def send(rest, kind, email=EMAIL, **extra):
    """What an app asks for; only the request, with no continue URL of its own."""
    return rest.app("sendOobCode", {"requestType": kind, "email": email, **extra})


def nothing_sent(rest, call):
    """Makes a call, after which no message may have been sent or generated; returns its answer."""
    cursor = last_seq(rest)
    answer = ok(call())
    assert [m["delivery"] for m in rest.messages(after=cursor) if m["delivery"] != "suppressed"] == []
    return answer


def allow_links(rest):
    rest.configure("signIn.email.passwordRequired", {"signIn": {"email": {"passwordRequired": False}}})


def protect(rest, on):
    """Turns e-mail enumeration protection on or off."""
    rest.configure("emailPrivacyConfig", {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": on}})


def update(rest, **body):
    return rest.app("update", body)


def account_of(rest, **member):
    """The members of an account that matter to a test, as an admin sees them; `None` for none."""
    users = ok(rest.admin("/accounts:lookup", {k: [v] for k, v in member.items()})).get("users")
    return users[0] if users else None
