"""Second factors: enrolled, asked for, withdrawn."""

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from factors import EMAIL as ALICE
from factors import challenge, enroll_totp, factor_id
from rest import WITH_ALL_FACTORS, claims
from sms import NUMBER
from totp import AuthenticatorApp

from .people import password_body

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.mark.covers("identitytoolkit.accounts.mfaEnrollment.start", "phone-mfa.md 4.1", "production.md 12")
@pytest.mark.covers("identitytoolkit.accounts.mfaEnrollment.finalize", "phone-mfa.md 4.2", "production.md 12")
@pytest.mark.covers("identitytoolkit.accounts.mfaEnrollment.withdraw", "phone-mfa.md 4.3", "production.md 12")
@pytest.mark.covers("identitytoolkit.accounts.mfaSignIn.start", "phone-mfa.md 4.4", "production.md 12")
@pytest.mark.covers("identitytoolkit.accounts.mfaSignIn.finalize", "phone-mfa.md 4.5", "production.md 12")
def test_a_number(app, app_v2, rest, alice):
    info = {"phoneNumber": NUMBER, "recaptchaToken": "token"}
    body = {"idToken": alice["idToken"], "phoneEnrollmentInfo": info}
    started = app_v2.call("identitytoolkit.accounts.mfaEnrollment.start", body=body)
    (message,) = rest.firebreak.outbox.list(type="SMS_MFA_ENROLLMENT")["messages"]
    assert started == {"phoneSessionInfo": {"sessionInfo": message["sessionInfo"]}}
    info = {"sessionInfo": message["sessionInfo"], "code": message["code"]}
    body = {"idToken": alice["idToken"], "displayName": "Phone", "phoneVerificationInfo": info}
    enrolled = app_v2.call("identitytoolkit.accounts.mfaEnrollment.finalize", body=body)
    (user,) = app.call("identitytoolkit.accounts.lookup", body={"idToken": enrolled["idToken"]})["users"]
    (factor,) = user["mfaInfo"]
    assert (factor["phoneInfo"], factor["displayName"]) == (NUMBER, "Phone")

    asked = app.call("identitytoolkit.accounts.signInWithPassword", body=password_body(ALICE))
    assert "idToken" not in asked and factor_id(asked) == factor["mfaEnrollmentId"]
    pending = {"mfaPendingCredential": asked["mfaPendingCredential"]}
    # Apple's SDK repeats the masked number of the question.
    info = {"phoneNumber": asked["mfaInfo"][0]["phoneInfo"], "recaptchaToken": "token"}
    assert "*" in info["phoneNumber"]
    body = {**pending, "mfaEnrollmentId": factor_id(asked), "phoneSignInInfo": info}
    started = app_v2.call("identitytoolkit.accounts.mfaSignIn.start", body=body)
    (message,) = rest.firebreak.outbox.list(type="SMS_MFA_SIGN_IN")["messages"]
    assert started == {"phoneResponseInfo": {"sessionInfo": message["sessionInfo"]}}
    info = {"sessionInfo": message["sessionInfo"], "code": message["code"]}
    body = {**pending, "phoneVerificationInfo": info}
    answer = app_v2.call("identitytoolkit.accounts.mfaSignIn.finalize", body=body)
    assert claims(answer["idToken"])["firebase"]["sign_in_second_factor"] == "phone"

    body = {"idToken": answer["idToken"], "mfaEnrollmentId": factor["mfaEnrollmentId"]}
    withdrawn = app_v2.call("identitytoolkit.accounts.mfaEnrollment.withdraw", body=body)
    assert "sign_in_second_factor" not in claims(withdrawn["idToken"])["firebase"]
    assert not rest.account(claims(withdrawn["idToken"])["sub"]).get("mfaInfo")
    with pytest.raises(HttpError) as raised:
        body = {"idToken": withdrawn["idToken"], "mfaEnrollmentId": factor["mfaEnrollmentId"]}
        app_v2.call("identitytoolkit.accounts.mfaEnrollment.withdraw", body=body)
    assert refusal(raised) == (400, "MFA_ENROLLMENT_NOT_FOUND")


@pytest.fixture
def one_time_passwords(rest):
    """Configured as all profiles take it; the official emulator knows SMS alone."""
    rest.configure("mfa", {"mfa": WITH_ALL_FACTORS})


@pytest.mark.covers("identitytoolkit.accounts.mfaEnrollment.start", "phone-mfa.md 8", "production.md 12")
@pytest.mark.covers("identitytoolkit.accounts.mfaEnrollment.finalize", "phone-mfa.md 8", "production.md 12")
def test_enrolling_an_authenticator_app(app_v2, alice, one_time_passwords):
    body = {"idToken": alice["idToken"], "totpEnrollmentInfo": {}}
    info = app_v2.call("identitytoolkit.accounts.mfaEnrollment.start", body=body)["totpSessionInfo"]
    assert (info["verificationCodeLength"], info["hashingAlgorithm"], info["periodSec"]) == (6, "SHA1", 30)
    code = AuthenticatorApp(info["sharedSecretKey"]).code()
    verification = {"sessionInfo": info["sessionInfo"], "verificationCode": code}
    body = {"idToken": alice["idToken"], "displayName": "App", "totpVerificationInfo": verification}

    answer = app_v2.call("identitytoolkit.accounts.mfaEnrollment.finalize", body=body)

    assert answer["totpAuthInfo"] == {} and answer["refreshToken"]
    assert claims(answer["idToken"])["firebase"]["sign_in_second_factor"] == "totp"


@pytest.mark.covers("identitytoolkit.accounts.mfaSignIn.finalize", "phone-mfa.md 8", "production.md 12")
def test_signing_in_with_an_authenticator_app(app_v2, rest, alice, one_time_passwords):
    _, device = enroll_totp(rest, alice["idToken"])
    asked = challenge(rest)
    body = {
        "mfaPendingCredential": asked["mfaPendingCredential"],
        "mfaEnrollmentId": factor_id(asked),
        "totpVerificationInfo": {"verificationCode": device.wrong_code()},
    }

    with pytest.raises(HttpError) as raised:
        app_v2.call("identitytoolkit.accounts.mfaSignIn.finalize", body=body)
    body["totpVerificationInfo"] = {"verificationCode": device.code()}
    answer = app_v2.call("identitytoolkit.accounts.mfaSignIn.finalize", body=body)

    assert refusal(raised) == (400, "INVALID_CODE")
    assert claims(answer["idToken"])["firebase"]["sign_in_second_factor"] == "totp"
