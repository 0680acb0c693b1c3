"""Second factors as apps enrol and use them."""

from rest import ok
from sms import NUMBER, texted
from totp import AuthenticatorApp

EMAIL = "alice@example.test"


def signed_in_user(rest, email=EMAIL):
    """The sign-in of a new account with a verified address."""
    rest.existing_account(email)
    return ok(rest.sign_in(email, "correct-horse"))


def start_phone(rest, id_token, number=NUMBER, **extra):
    body = {"idToken": id_token, "phoneEnrollmentInfo": {"phoneNumber": number, "recaptchaToken": "token"}}
    return rest.app_v2("mfaEnrollment:start", body | extra)


def finish_phone(rest, id_token, session, code, name="Phone", **extra):
    info = {"sessionInfo": session, "code": code}
    body = {"idToken": id_token, "displayName": name, "phoneVerificationInfo": info}
    return rest.app_v2("mfaEnrollment:finalize", body | extra)


def enroll_phone(rest, id_token, number=NUMBER, name="Phone", **extra):
    """Enrols a number; returns the answer, whose tokens replace those before."""
    started = texted(rest, "SMS_MFA_ENROLLMENT", lambda: start_phone(rest, id_token, number, **extra), number)
    return ok(finish_phone(rest, id_token, *started, name, **extra))


def start_totp(rest, id_token, **extra):
    return rest.app_v2("mfaEnrollment:start", {"idToken": id_token, "totpEnrollmentInfo": {}, **extra})


def finish_totp(rest, id_token, session, code, name="App", **extra):
    body = {
        "idToken": id_token,
        "displayName": name,
        "totpVerificationInfo": {"sessionInfo": session, "verificationCode": code},
    }
    return rest.app_v2("mfaEnrollment:finalize", body | extra)


def enroll_totp(rest, id_token, **extra):
    """Enrols an authenticator app; returns the answer and the app."""
    started = ok(start_totp(rest, id_token, **extra))["totpSessionInfo"]
    app = AuthenticatorApp(started["sharedSecretKey"])
    return ok(finish_totp(rest, id_token, started["sessionInfo"], app.code(), **extra)), app


def challenge(rest, email=EMAIL, **extra):
    """The answer of a sign-in with the password that asks for a second factor."""
    answer = ok(rest.sign_in(email, "correct-horse", **extra))
    assert "mfaPendingCredential" in answer and "idToken" not in answer, answer
    return answer


def factor_id(challenge, number=0):
    return challenge["mfaInfo"][number]["mfaEnrollmentId"]


def start_sms_sign_in(rest, challenge, **extra):
    body = {
        "mfaPendingCredential": challenge["mfaPendingCredential"],
        "mfaEnrollmentId": factor_id(challenge),
        "phoneSignInInfo": {"recaptchaToken": "token"},
    }
    return rest.app_v2("mfaSignIn:start", body | extra)


def finish_sms_sign_in(rest, challenge, session, code, **extra):
    body = {
        "mfaPendingCredential": challenge["mfaPendingCredential"],
        "phoneVerificationInfo": {"sessionInfo": session, "code": code},
    }
    return rest.app_v2("mfaSignIn:finalize", body | extra)


def sign_in_by_sms(rest, challenge, number=NUMBER, **extra):
    """Answers a challenge with a texted code; returns the response."""
    started = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, challenge, **extra), number)
    return finish_sms_sign_in(rest, challenge, *started, **extra)


def sign_in_by_totp(rest, challenge, code, **extra):
    body = {
        "mfaPendingCredential": challenge["mfaPendingCredential"],
        "mfaEnrollmentId": factor_id(challenge),
        "totpVerificationInfo": {"verificationCode": code},
    }
    return rest.app_v2("mfaSignIn:finalize", body | extra)
