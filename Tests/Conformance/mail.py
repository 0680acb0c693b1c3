"""What an app does with mail: ask for it, read it in the outbox, use its code."""

from rest import ok


def send_sign_in_link(rest, email, continue_url, **extra):
    """Asks for a sign-in link as the client SDKs do."""
    body = {
        "requestType": "EMAIL_SIGNIN",
        "email": email,
        "continueUrl": continue_url,
        "canHandleCodeInApp": True,
        **extra,
    }
    return rest.app("sendOobCode", body)


def sign_in_code(rest, email, continue_url, **extra):
    """A fresh code for signing in by link, read from the outbox."""
    cursor = rest.firebreak.outbox.cursor()
    ok(send_sign_in_link(rest, email, continue_url, **extra))
    (message,) = rest.firebreak.outbox.list(to=email, type="EMAIL_SIGNIN", after=cursor)["messages"]
    return message["oobCode"]


def sign_in_by_link(rest, email, code, **extra):
    return rest.app("signInWithEmailLink", {"email": email, "oobCode": code, **extra})


def page(rest, path="/finish"):
    """A page of the app, on a domain that every project starts with."""
    return f"https://{rest.project}.web.app{path}"


def generated(rest, kind, email, tenant=None, **extra):
    """The answer that an admin gets with the code of an e-mail action."""
    body = {"requestType": kind, "email": email, "returnOobLink": True, **extra}
    if kind == "EMAIL_SIGNIN":
        body |= {"continueUrl": page(rest), "canHandleCodeInApp": True}
    return ok(rest.admin("/accounts:sendOobCode", body, tenant=tenant))
