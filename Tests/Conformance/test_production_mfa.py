"""Second factors of production: production.md section 12."""

import re
import time
import uuid
from datetime import datetime

import pytest

from factors import (
    EMAIL, challenge, enroll_phone, enroll_totp, factor_id, finish_phone, finish_sms_sign_in, finish_totp,
    sign_in_by_sms, sign_in_by_totp, signed_in_user, start_phone, start_sms_sign_in, start_totp,
)
from production import PASSWORD, update
from rest import WITH_ALL_FACTORS, claims, failure, ok, wait_for_second_after
from sms import NUMBER, OTHER_NUMBER, texted
from totp import AuthenticatorApp

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 11", "production.md 12")]

INVALID_ARGUMENT = "Request contains an invalid argument."


@pytest.fixture(autouse=True)
def factors(rest):
    rest.allow_all()


@pytest.fixture
def alice(rest):
    return signed_in_user(rest)


def set_mfa(rest, **config):
    return rest.admin("/config", {"mfa": config}, verb="PATCH", version="v2", params={"updateMask": "mfa"})


def withdraw(rest, **body):
    return rest.app_v2("mfaEnrollment:withdraw", body)


def kept_seconds(token):
    wait_for_second_after(claims(token)["auth_time"])


@pytest.mark.parametrize(
    ("start", "config", "message"),
    [
        (start_phone, {"state": "DISABLED"}, "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."),
        (start_totp, {"state": "DISABLED"}, "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."),
        (start_totp, {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"]},
         "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."),
        (start_phone, {"state": "ENABLED", "providerConfigs": WITH_ALL_FACTORS["providerConfigs"]},
         "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."),
    ],
)
def test_switched_off(rest, alice, start, config, message):
    ok(set_mfa(rest, **config))
    assert failure(start(rest, alice["idToken"])) == message


@pytest.mark.parametrize("start", [start_phone, start_totp])
def test_first_factors(rest, start):
    unverified = rest.sign_up("bob@example.test", PASSWORD)
    assert failure(start(rest, unverified["idToken"])).startswith("UNVERIFIED_EMAIL")
    guest = rest.sign_up()
    assert failure(start(rest, guest["idToken"])).split(" :")[0] in ("UNSUPPORTED_FIRST_FACTOR", "UNVERIFIED_EMAIL")


def test_start_of_totp(rest, alice):
    before = time.time()
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    assert {name: info[name] for name in ("verificationCodeLength", "hashingAlgorithm", "periodSec")} == {
        "verificationCodeLength": 6, "hashingAlgorithm": "SHA1", "periodSec": 30,
    }
    assert info["sharedSecretKey"] and info["sessionInfo"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", info["finalizeEnrollmentTime"])
    end = datetime.fromisoformat(info["finalizeEnrollmentTime"].replace("Z", "+00:00")).timestamp()
    assert 899 <= end - before <= 902


@pytest.mark.parametrize(("steps", "accepted"), [(-5, True), (-7, False), (7, False)])
def test_window_at_enrolment(rest, alice, steps, accepted):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    answer = finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code_from_now(steps))
    assert (answer.status_code == 200) if accepted else failure(answer) == "INVALID_CODE"


@pytest.mark.parametrize(("steps", "accepted"), [(4, True), (5, True), (7, False)])
def test_window_at_sign_in(rest, alice, steps, accepted):
    _, app = enroll_totp(rest, alice["idToken"])
    answer = sign_in_by_totp(rest, challenge(rest), app.code_from_now(steps))
    assert (answer.status_code == 200) if accepted else failure(answer) == "INVALID_CODE"


def test_totp_codes_are_taken_once(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])
    later, earlier = app.code_from_now(1), app.code_from_now(0)
    ok(sign_in_by_totp(rest, challenge(rest), later))
    for code in (later, earlier):
        assert failure(sign_in_by_totp(rest, challenge(rest), code)) == "INVALID_CODE"


def test_enrolment_of_totp(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    # The session comes first, then the name, then the code.
    assert failure(finish_totp(rest, alice["idToken"], "garbage", app.wrong_code(), "")) != (
        "MISSING_DISPLAY_NAME : display name cannot be empty"
    )
    assert failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.wrong_code(), "")) == (
        "MISSING_DISPLAY_NAME : display name cannot be empty"
    )
    answer = ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code()))
    assert {"idToken", "refreshToken"} <= answer.keys() and answer["totpAuthInfo"] == {}
    (factor,) = rest.account(alice["localId"])["mfaInfo"]
    assert str(uuid.UUID(factor["mfaEnrollmentId"])) == factor["mfaEnrollmentId"]
    assert failure(finish_totp(rest, answer["idToken"], info["sessionInfo"], app.code())) == (
        "MFA_ENROLLMENT_ALREADY_COMPLETE"
    )
    assert failure(start_totp(rest, answer["idToken"])) == (
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."
    )
    # Enrolling an app ends no session.
    rest.own_account(alice["idToken"])


def test_wrong_codes_at_enrolment_of_totp(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    finish = lambda code: finish_totp(rest, alice["idToken"], info["sessionInfo"], code)
    assert [failure(finish(app.wrong_code())) for _ in range(4)] == [
        "INVALID_CODE", "INVALID_CODE", "INVALID_CODE", "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment",
    ]


def test_the_third_code_at_enrolment_of_totp_may_be_right(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    finish = lambda code: finish_totp(rest, alice["idToken"], info["sessionInfo"], code)
    assert [failure(finish(app.wrong_code())) for _ in range(2)] == ["INVALID_CODE", "INVALID_CODE"]
    ok(finish(app.code()))
    assert failure(finish(app.code())) == "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"


def test_late_enrolment_of_totp(rest, alice):
    rest.set_rules(lifetimes={"totpEnrollment": 1})
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    time.sleep(2.1)
    code = AuthenticatorApp(info["sharedSecretKey"]).code()
    assert failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], code)) == "SESSION_EXPIRED"


def aged(token, seconds):
    import base64
    import json

    encode = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    body = claims(token)
    body["auth_time"] -= seconds
    return f"{encode({'alg': 'none', 'typ': 'JWT'})}.{encode(body)}."


@pytest.mark.parametrize("start", [start_phone, start_totp])
def test_enrolment_wants_a_recent_sign_in(rest, alice, start):
    since = str(int(time.time()) - 3600)
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "validSince": since}))
    assert failure(start(rest, aged(alice["idToken"], 333))) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    ok(start(rest, aged(alice["idToken"], 244)))


def test_enrolment_of_a_number(rest, alice):
    kept_seconds(alice["idToken"])
    answer = enroll_phone(rest, alice["idToken"])
    assert answer.keys() - {"phoneAuthInfo"} == {"idToken", "refreshToken"}
    assert failure(rest.app("lookup", {"idToken": alice["idToken"]})) == "TOKEN_EXPIRED"
    assert failure(start_phone(rest, answer["idToken"])) == (
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    )
    asked = challenge(rest)
    assert asked["mfaInfo"][0]["phoneInfo"] == "+*******0100"
    (factor,) = rest.account(alice["localId"])["mfaInfo"]
    assert factor["phoneInfo"] == NUMBER
    assert list(asked) == ["kind", "localId", "email", "displayName", "registered", "mfaPendingCredential", "mfaInfo"]


def test_the_token(rest, alice):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    answer = ok(sign_in_by_sms(rest, asked))
    expected = ("phone", factor_id(asked))
    cookie = ok(rest.admin(":createSessionCookie", {"idToken": answer["idToken"]}))["sessionCookie"]
    for token in (answer["idToken"], ok(rest.refresh(answer["refreshToken"]))["id_token"], cookie):
        firebase = claims(token)["firebase"]
        assert (firebase["sign_in_second_factor"], firebase["second_factor_identifier"]) == expected


def test_five_factors_at_most(rest, alice):
    factors = [{"mfaEnrollmentId": f"f{n}", "phoneInfo": f"+1650555012{n}", "displayName": "P", "enrolledAt": "2026-01-01T00:00:00Z"}
               for n in range(5)]
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "mfa": {"enrollments": factors}}))
    answer = start_phone(rest, alice["idToken"])
    assert failure(answer).split(" :")[0] == "SECOND_FACTOR_LIMIT_EXCEEDED"


def test_factors_of_admins_need_no_switch(rest, alice):
    ok(set_mfa(rest, state="DISABLED"))
    ok(rest.admin("/accounts:update", {"localId": alice["localId"],
                                       "mfa": {"enrollments": [{"mfaEnrollmentId": "f", "phoneInfo": NUMBER}]}}))
    # With factors off, nobody is asked for one.
    assert ok(rest.sign_in(EMAIL, PASSWORD))["idToken"]


def test_custom_tokens_never_ask(rest, alice):
    enroll_phone(rest, alice["idToken"])
    import json

    token = json.dumps({"uid": alice["localId"]})
    assert ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))["idToken"]


@pytest.mark.parametrize("kind", ["sms", "totp"])
def test_late_second_steps(rest, alice, kind):
    rest.set_rules(lifetimes={"smsPendingCredential": 1, "totpPendingCredential": 1})
    _, app = enroll_totp(rest, alice["idToken"]) if kind == "totp" else (enroll_phone(rest, alice["idToken"]), None)
    asked = challenge(rest)
    time.sleep(2.1)
    if kind == "totp":
        assert failure(sign_in_by_totp(rest, asked, app.code())) == (
            "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."
        )
    else:
        assert failure(start_sms_sign_in(rest, asked)) == (
            "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."
        )


def test_lifetimes(rest):
    lifetimes = ok(rest.control("GET", "/rules"))["lifetimes"]
    assert (lifetimes["totpPendingCredential"], lifetimes["smsPendingCredential"], lifetimes["totpEnrollment"]) == (
        300, 600, 900,
    )


def test_pending_credentials(rest, alice):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    unknown = {**asked, "mfaPendingCredential": "garbage"}
    assert failure(start_sms_sign_in(rest, unknown)) == "INVALID_PENDING_TOKEN"
    for _ in range(2):
        ok(sign_in_by_sms(rest, asked))
    ok(update(rest, idToken=ok(sign_in_by_sms(rest, asked))["idToken"], displayName="A"))
    kept_seconds(ok(sign_in_by_sms(rest, asked))["idToken"])
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "validSince": str(int(time.time()) + 1)}))
    assert start_sms_sign_in(rest, asked).status_code == 400


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"mfaPendingCredential": "P", "mfaEnrollmentId": "unknown", "phoneSignInInfo": {"recaptchaToken": "t"}},
         "MFA_ENROLLMENT_NOT_FOUND"),
        ({"mfaPendingCredential": "P", "mfaEnrollmentId": "ID"}, INVALID_ARGUMENT),
        ({}, INVALID_ARGUMENT),
    ],
)
def test_wrong_starts(rest, alice, body, message):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    values = {"P": asked["mfaPendingCredential"], "ID": factor_id(asked)}
    body = {name: values.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
    assert failure(rest.app_v2("mfaSignIn:start", body)) == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"mfaPendingCredential": "P", "mfaEnrollmentId": "unknown",
          "totpVerificationInfo": {"verificationCode": "123456"}}, "INVALID_MFA_ENROLLMENT_ID"),
        ({"mfaPendingCredential": "P", "mfaEnrollmentId": "ID"}, INVALID_ARGUMENT),
        ({}, INVALID_ARGUMENT),
    ],
)
def test_wrong_ends(rest, alice, body, message):
    enroll_totp(rest, alice["idToken"])
    asked = challenge(rest)
    values = {"P": asked["mfaPendingCredential"], "ID": factor_id(asked)}
    body = {name: values.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
    assert failure(rest.app_v2("mfaSignIn:finalize", body)) == message


def test_no_message_for_an_app(rest, alice):
    enroll_totp(rest, alice["idToken"])
    assert failure(start_sms_sign_in(rest, challenge(rest))) == "INVALID_PHONE_NUMBER : Invalid format."


def test_many_wrong_texted_codes(rest, alice):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    session, code = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked))
    wrong = "000000" if code != "000000" else "111111"
    messages = [failure(finish_sms_sign_in(rest, asked, session, wrong)) for _ in range(12)]
    assert messages[0] == "INVALID_CODE" and messages[-1].split(" :")[0] == "QUOTA_EXCEEDED"


def test_users_that_change_meanwhile(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])
    first, second = challenge(rest), challenge(rest)
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "disableUser": True}))
    ok(sign_in_by_totp(rest, first, app.code()))
    ok(rest.admin("/accounts:delete", {"localId": alice["localId"]}))
    assert failure(sign_in_by_totp(rest, second, app.code())) == "USER_NOT_FOUND"


def test_withdrawal(rest, alice):
    token = enroll_phone(rest, alice["idToken"])["idToken"]
    factor = rest.account(alice["localId"])["mfaInfo"][0]["mfaEnrollmentId"]
    assert failure(withdraw(rest, idToken=token)) == "MFA_ENROLLMENT_NOT_FOUND"
    assert failure(withdraw(rest, idToken=token, mfaEnrollmentId="unknown")) == "MFA_ENROLLMENT_NOT_FOUND"
    assert failure(withdraw(rest, mfaEnrollmentId=factor)) == "INVALID_ID_TOKEN"
    kept_seconds(token)
    answer = ok(withdraw(rest, idToken=token, mfaEnrollmentId=factor))
    assert answer.keys() == {"idToken", "refreshToken"}
    assert failure(rest.app("lookup", {"idToken": token})) == "TOKEN_EXPIRED"
    rest.own_account(answer["idToken"])


def test_imports(rest):
    def problem(factor):
        (found,) = ok(rest.admin("/accounts:batchCreate", {"users": [
            {"localId": "u", "email": "u@example.test", "emailVerified": True, "mfaInfo": [factor]}
        ]}))["error"]
        return found["message"]

    assert problem({"totpInfo": {}}) == "Importing TOTP MFA is not supported."
    assert problem({"phoneInfo": "words"}) == "Phone number format is invalid"


def test_admins_enter_no_apps(rest, alice):
    answer = rest.admin("/accounts:update", {"localId": alice["localId"],
                                             "mfa": {"enrollments": [{"totpInfo": {}, "displayName": "App"}]}})
    assert failure(answer) == "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment"


@pytest.mark.parametrize("intervals", [-1, 11])
def test_intervals_out_of_range(rest, intervals):
    config = [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": intervals}}]
    assert failure(set_mfa(rest, state="ENABLED", providerConfigs=config)).split(" :")[0] == (
        "INVALID_ADJACENT_INTERVAL_RANGE"
    )


def test_no_intervals_read_back_empty(rest):
    config = [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 0}}]
    (stored,) = ok(set_mfa(rest, state="MANDATORY", providerConfigs=config))["mfa"]["providerConfigs"]
    assert stored == {"state": "ENABLED", "totpProviderConfig": {}}
