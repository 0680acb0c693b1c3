"""What an app does with text messages: ask for one, read its code in the outbox, sign in with it."""

from rest import ok

NUMBER = "+16505550100"
OTHER_NUMBER = "+16505550101"


def send_code(rest, number=NUMBER, **extra):
    """Asks for a sign-in code as the client SDKs do."""
    return rest.app("sendVerificationCode", {"phoneNumber": number, "recaptchaToken": "token", **extra})


def texted(rest, kind, ask, number=NUMBER):
    """The session that `ask` starts and the code that it makes the server send."""
    cursor = rest.firebreak.outbox.cursor()
    answer = ok(ask())
    (message,) = rest.firebreak.outbox.list(to=number, type=kind, after=cursor)["messages"]
    # The session is the answer's only member, for second factors in an object of its own.
    (session,) = answer.values()
    return (session["sessionInfo"] if isinstance(session, dict) else session), message["code"]


def session_and_code(rest, number=NUMBER):
    return texted(rest, "SMS_SIGN_IN", lambda: send_code(rest, number), number)


def sign_in_with_code(rest, session, code, **extra):
    return rest.app("signInWithPhoneNumber", {"sessionInfo": session, "code": code, **extra})


def sign_in_by_phone(rest, number=NUMBER, **extra):
    """Signs in with a fresh code; returns the response."""
    return sign_in_with_code(rest, *session_and_code(rest, number), **extra)
