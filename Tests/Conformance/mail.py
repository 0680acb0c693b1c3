"""What an app does with mail: ask for it, read it in the outbox, open its link."""

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
    cursor = last_seq(rest)
    ok(send_sign_in_link(rest, email, continue_url, **extra))
    (message,) = rest.wait(to=email, type="EMAIL_SIGNIN", after=cursor)
    return message["oobCode"]


def sign_in_by_link(rest, email, code, **extra):
    return rest.app("signInWithEmailLink", {"email": email, "oobCode": code, **extra})


def last_seq(rest):
    """The cursor behind the newest message of the project."""
    return max((message["seq"] for message in rest.messages()), default=0)


def open_link(rest, url):
    """Opens a link as a browser would, without following the redirect."""
    return rest.session.get(url, allow_redirects=False, timeout=30)


def page(response, status=200):
    """The JSON form of the action page."""
    assert response.status_code == status, f"{response.status_code} {response.text}"
    return response.json()["authEmulator"]
