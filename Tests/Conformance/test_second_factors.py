"""Second factors: text messages and authenticator apps, from enrolment to withdrawal."""

import re
import time

import pytest

from factors import (
    EMAIL,
    challenge,
    enroll_phone,
    enroll_totp,
    factor_id,
    finish_phone,
    finish_sms_sign_in,
    finish_totp,
    sign_in_by_sms,
    sign_in_by_totp,
    signed_in_user,
    start_phone,
    start_sms_sign_in,
    start_totp,
)
from federation import google_user, sign_in
from mail import open_link, sign_in_by_link, sign_in_code
from rest import WITH_ALL_FACTORS, Rest, claims, failure, ok, query, wait_for_second_after
from sms import NUMBER, OTHER_NUMBER, sign_in_by_phone, texted
from totp import AuthenticatorApp, code_at

pytestmark = [pytest.mark.profiles("local", "emulator", "production"), pytest.mark.all_allowed]

not_in_the_reference = pytest.mark.profiles("local", "production")
# Whole seconds have no fraction outside the reference.
ENROLLED_AT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3,6})?Z"


@pytest.fixture
def rest(rest, profile):
    """`local` starts with all factors; the others are told."""
    if profile == "emulator":
        rest.configure("mfa", {"mfa": WITH_ALL_FACTORS})
    return rest


@pytest.fixture
def alice(rest):
    """The sign-in of an account with a verified address and a password."""
    return signed_in_user(rest)


def factors_of(rest, local_id, tenant=None):
    return rest.account(local_id, tenant).get("mfaInfo", [])


def second_factor_in(token):
    firebase = claims(token)["firebase"]
    return firebase.get("sign_in_second_factor"), firebase.get("second_factor_identifier")


def code_of(refusal):
    return refusal.split(" : ")[0]


@pytest.mark.parametrize(
    ("second", "code"), [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")]
)
def test_the_tests_make_codes_as_rfc_6238_does(second, code):
    assert code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", second // 30) == code


# Text messages


def test_enrolling_a_number(rest, alice, profile):
    started = ok(start_phone(rest, alice["idToken"]))
    assert started.keys() == {"phoneSessionInfo"} and started["phoneSessionInfo"].keys() == {"sessionInfo"}
    (message,) = rest.wait(to=NUMBER, type="SMS_MFA_ENROLLMENT")
    assert (message["channel"], message["delivery"], message["status"]) == ("sms", "sent", "pending")
    assert message["sessionInfo"] == started["phoneSessionInfo"]["sessionInfo"]
    assert factors_of(rest, alice["localId"]) == []

    answer = ok(finish_phone(rest, alice["idToken"], message["sessionInfo"], message["code"], "My phone"))

    assert answer.keys() == {"idToken", "refreshToken"}
    (factor,) = factors_of(rest, alice["localId"])
    assert (factor["phoneInfo"], factor["displayName"]) == (NUMBER, "My phone")
    assert "totpInfo" not in factor
    assert re.fullmatch(ENROLLED_AT, factor["enrolledAt"])
    form = r"[A-Za-z0-9]{28}" if profile == "emulator" else r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    assert re.fullmatch(form, factor["mfaEnrollmentId"])
    refreshed = ok(rest.refresh(answer["refreshToken"]))["id_token"]
    for token in (answer["idToken"], refreshed):
        assert second_factor_in(token) == ("phone", factor["mfaEnrollmentId"])
        assert claims(token)["firebase"]["sign_in_provider"] == "password"
    assert rest.message(message["id"])["status"] == "used"


def test_signing_in_with_a_text_message(rest, alice):
    enroll_phone(rest, alice["idToken"])
    (factor,) = factors_of(rest, alice["localId"])
    before = rest.account(alice["localId"])

    asked = ok(rest.sign_in(EMAIL, "correct-horse"))
    assert (asked["localId"], asked["email"], asked["registered"]) == (alice["localId"], EMAIL, True)
    assert not {"idToken", "refreshToken", "expiresIn"} & asked.keys()
    (hint,) = asked["mfaInfo"]
    assert (hint["phoneInfo"], hint["displayName"]) == ("+*******0100", "Phone")
    assert hint["mfaEnrollmentId"] == factor["mfaEnrollmentId"]
    assert "unobfuscatedPhoneInfo" not in hint
    assert rest.account(alice["localId"])["lastLoginAt"] == before["lastLoginAt"]

    started = ok(start_sms_sign_in(rest, asked))
    assert started.keys() == {"phoneResponseInfo"}
    (message,) = rest.wait(to=NUMBER, type="SMS_MFA_SIGN_IN")
    assert message["sessionInfo"] == started["phoneResponseInfo"]["sessionInfo"]
    answer = ok(finish_sms_sign_in(rest, asked, message["sessionInfo"], message["code"]))

    assert answer.keys() == {"idToken", "refreshToken"}
    for token in (answer["idToken"], ok(rest.refresh(answer["refreshToken"]))["id_token"]):
        assert claims(token)["sub"] == alice["localId"]
        assert claims(token)["firebase"]["sign_in_provider"] == "password"
        assert second_factor_in(token) == ("phone", factor["mfaEnrollmentId"])
    assert int(rest.account(alice["localId"])["lastLoginAt"]) > int(before["lastLoginAt"])


def test_a_wrong_texted_code(rest, alice):
    session, code = texted(rest, "SMS_MFA_ENROLLMENT", lambda: start_phone(rest, alice["idToken"]))
    assert failure(finish_phone(rest, alice["idToken"], session, f"{code}1")) == "INVALID_CODE"
    assert factors_of(rest, alice["localId"]) == []
    ok(finish_phone(rest, alice["idToken"], session, code))

    asked = challenge(rest)
    session, code = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked))
    assert failure(finish_sms_sign_in(rest, asked, session, f"{code}1")) == "INVALID_CODE"
    assert failure(finish_sms_sign_in(rest, asked, "made-up", code)) == "INVALID_SESSION_INFO"
    assert second_factor_in(ok(finish_sms_sign_in(rest, asked, session, code))["idToken"])[0] == "phone"


@not_in_the_reference
def test_ten_wrong_texted_codes_are_the_last(rest, alice):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    session, code = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked))
    for number in range(10):
        failure(finish_sms_sign_in(rest, asked, session, f"{code}{number}"))

    assert code_of(failure(finish_sms_sign_in(rest, asked, session, code))) == "QUOTA_EXCEEDED"


@not_in_the_reference
def test_a_test_number_is_a_second_factor_without_messages(rest, alice):
    test_numbers = {"signIn": {"phoneNumber": {"testPhoneNumbers": {NUMBER: "123456"}}}}
    rest.configure("signIn.phoneNumber.testPhoneNumbers", test_numbers)

    session = ok(start_phone(rest, alice["idToken"]))["phoneSessionInfo"]["sessionInfo"]
    ok(finish_phone(rest, alice["idToken"], session, "123456"))
    asked = challenge(rest)
    session = ok(start_sms_sign_in(rest, asked))["phoneResponseInfo"]["sessionInfo"]
    ok(finish_sms_sign_in(rest, asked, session, "123456"))

    assert rest.messages(channel="sms") == []


def test_the_same_number_is_enrolled_once(rest, alice):
    enrolled = enroll_phone(rest, alice["idToken"])

    refused = failure(start_phone(rest, enrolled["idToken"]))

    assert refused == "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    assert len(rest.messages(channel="sms")) == 1


def test_several_numbers(rest, alice):
    first = enroll_phone(rest, alice["idToken"])
    enroll_phone(rest, first["idToken"], OTHER_NUMBER, "Other")

    asked = challenge(rest)

    assert [hint["phoneInfo"] for hint in asked["mfaInfo"]] == ["+*******0100", "+*******0101"]
    other = {"mfaEnrollmentId": factor_id(asked, 1)}
    started = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked, **other), OTHER_NUMBER)
    answer = ok(finish_sms_sign_in(rest, asked, *started))
    assert second_factor_in(answer["idToken"]) == ("phone", factor_id(asked, 1))


@not_in_the_reference
def test_five_factors_at_most(rest, alice):
    enrollments = [{"mfaEnrollmentId": f"factor-{n}", "phoneInfo": f"+1650555011{n}"} for n in range(5)]
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "mfa": {"enrollments": enrollments}}))
    session = alice["idToken"]

    response = start_phone(rest, session)
    if response.status_code == 200:
        (message,) = rest.wait(to=NUMBER)
        response = finish_phone(rest, session, message["sessionInfo"], message["code"])

    assert code_of(failure(response)) == "SECOND_FACTOR_LIMIT_EXCEEDED"
    assert len(factors_of(rest, alice["localId"])) == 5


# Authenticator apps


def test_enrolling_an_authenticator_app(rest, alice):
    started = ok(start_totp(rest, alice["idToken"]))
    assert started.keys() == {"totpSessionInfo"}
    info = started["totpSessionInfo"]
    assert (info["verificationCodeLength"], info["hashingAlgorithm"], info["periodSec"]) == (6, "SHA1", 30)
    assert re.fullmatch(r"[A-Z2-7]{16,}=*", info["sharedSecretKey"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", info["finalizeEnrollmentTime"])
    assert rest.messages(channel="sms") == []

    app = AuthenticatorApp(info["sharedSecretKey"])
    answer = ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code(), "My app"))

    assert answer.keys() == {"idToken", "refreshToken", "totpAuthInfo"} and answer["totpAuthInfo"] == {}
    (factor,) = factors_of(rest, alice["localId"])
    assert (factor["displayName"], factor["totpInfo"]) == ("My app", {})
    assert "phoneInfo" not in factor and info["sharedSecretKey"] not in str(factor)
    assert re.fullmatch(ENROLLED_AT, factor["enrolledAt"])
    assert second_factor_in(answer["idToken"]) == ("totp", factor["mfaEnrollmentId"])


def test_signing_in_with_an_authenticator_app(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])

    asked = challenge(rest)
    (hint,) = asked["mfaInfo"]
    assert hint["totpInfo"] == {} and "phoneInfo" not in hint
    answer = ok(sign_in_by_totp(rest, asked, app.code()))

    assert answer.keys() == {"idToken", "refreshToken"}
    for token in (answer["idToken"], ok(rest.refresh(answer["refreshToken"]))["id_token"]):
        assert claims(token)["sub"] == alice["localId"]
        assert claims(token)["firebase"]["sign_in_provider"] == "password"
        assert second_factor_in(token) == ("totp", hint["mfaEnrollmentId"])


def test_each_app_has_its_own_secret(rest, alice):
    bob = signed_in_user(rest, "bob@example.test")

    secrets = [ok(start_totp(rest, who["idToken"]))["totpSessionInfo"]["sharedSecretKey"] for who in (alice, bob)]

    assert secrets[0] != secrets[1]


def test_a_code_of_an_app_is_taken_once(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])
    older, newer = app.code(), app.code()
    ok(sign_in_by_totp(rest, challenge(rest), newer))

    assert failure(sign_in_by_totp(rest, challenge(rest), newer)) == "INVALID_CODE"
    assert failure(sign_in_by_totp(rest, challenge(rest), older)) == "INVALID_CODE"
    ok(sign_in_by_totp(rest, challenge(rest), app.code()))


def test_the_code_of_the_enrolment_is_used_up(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    code = AuthenticatorApp(info["sharedSecretKey"]).code()
    ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], code))

    assert failure(sign_in_by_totp(rest, challenge(rest), code)) == "INVALID_CODE"


def test_a_wrong_code_of_an_app(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])
    asked = challenge(rest)

    for wrong in (app.wrong_code(), "12345", "letter"):
        assert failure(sign_in_by_totp(rest, asked, wrong)) == "INVALID_CODE"

    ok(sign_in_by_totp(rest, asked, app.code()))


@pytest.mark.parametrize(("intervals", "outside", "inside"), [(5, (-6, 7), (-4, 4)), (1, (-2, 3), (0,))])
def test_window_of_codes(rest, alice, intervals, outside, inside):
    """The steps leave room for a period that ends during the test."""
    provider = {"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": intervals}}
    rest.configure("mfa", {"mfa": {**WITH_ALL_FACTORS, "providerConfigs": [provider]}})
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])

    for steps in outside:
        refused = failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code_from_now(steps)))
        assert refused == "INVALID_CODE"
    # An enrolment has three codes, a sign-in takes codes in order.
    ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code_from_now(inside[0])))
    for steps in inside[1:]:
        ok(sign_in_by_totp(rest, challenge(rest), app.code_from_now(steps)))


def test_an_enrolment_has_three_attempts(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    attempts = [app.wrong_code()] * 3 + [app.code()]

    refused = [failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], code)) for code in attempts]

    assert refused == ["INVALID_CODE"] * 3 + ["TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"]
    assert factors_of(rest, alice["localId"]) == []
    enroll_totp(rest, alice["idToken"])


def test_an_app_needs_a_name(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])

    refused = failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code(), ""))

    assert refused == "MISSING_DISPLAY_NAME : display name cannot be empty"
    ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code(), "App"))


def test_one_app_at_most(rest, alice):
    enrolled, _ = enroll_totp(rest, alice["idToken"])

    assert failure(start_totp(rest, enrolled["idToken"])) == (
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."
    )


def test_an_enrolment_completes_once(rest, alice):
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])
    enrolled = ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code()))

    refused = failure(finish_totp(rest, enrolled["idToken"], info["sessionInfo"], app.code()))

    assert code_of(refused) == "MFA_ENROLLMENT_ALREADY_COMPLETE"
    assert len(factors_of(rest, alice["localId"])) == 1


def test_an_enrolment_belongs_to_its_account(rest, alice):
    bob = signed_in_user(rest, "bob@example.test")
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    app = AuthenticatorApp(info["sharedSecretKey"])

    assert failure(finish_totp(rest, bob["idToken"], info["sessionInfo"], app.code()))
    assert factors_of(rest, bob["localId"]) == []
    ok(finish_totp(rest, alice["idToken"], info["sessionInfo"], app.code()))


def test_both_kinds_of_factors(rest, alice):
    enrolled, app = enroll_totp(rest, alice["idToken"])
    enroll_phone(rest, enrolled["idToken"])

    asked = challenge(rest)

    assert ["totpInfo" in hint for hint in asked["mfaInfo"]] == [True, False]
    ok(sign_in_by_totp(rest, asked, app.code()))
    phone = {"mfaEnrollmentId": factor_id(asked, 1)}
    started = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked, **phone))
    assert second_factor_in(ok(finish_sms_sign_in(rest, asked, *started))["idToken"])[0] == "phone"


def test_no_message_for_an_app(rest, alice, profile):
    enroll_totp(rest, alice["idToken"])

    refused = failure(start_sms_sign_in(rest, challenge(rest)))

    if profile == "emulator":
        assert refused == "INVALID_ARGUMENT : MFA provider not supported!"
    else:
        assert refused == "INVALID_PHONE_NUMBER : Invalid format."
    assert rest.messages(channel="sms") == []


# The first factor


@pytest.mark.parametrize("start", [start_phone, start_totp], ids=["phone", "totp"])
def test_the_address_has_to_be_verified_first(rest, start):
    session = rest.sign_up(EMAIL, "correct-horse")

    assert code_of(failure(start(rest, session["idToken"]))) == "UNVERIFIED_EMAIL"
    assert rest.messages(channel="sms") == []


@pytest.mark.parametrize("first", ["anonymous", "phone", "custom"])
def test_first_factors_that_take_no_second(rest, first):
    session = {
        "anonymous": rest.sign_up,
        "phone": lambda: ok(sign_in_by_phone(rest)),
        "custom": lambda: ok(rest.app("signInWithCustomToken", {"token": '{"uid":"c"}', "returnSecureToken": True})),
    }[first]()

    assert code_of(failure(start_phone(rest, session["idToken"], OTHER_NUMBER))) == "UNSUPPORTED_FIRST_FACTOR"


@pytest.mark.profiles("local", "emulator")  # in production, providers have to be configured first
def test_an_identity_provider_as_first_factor(rest):
    session = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))
    enroll_phone(rest, session["idToken"])

    asked = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))

    assert asked["mfaPendingCredential"] and not {"idToken", "refreshToken", "expiresIn"} & asked.keys()
    token = ok(sign_in_by_sms(rest, asked))["idToken"]
    assert claims(token)["firebase"]["sign_in_provider"] == "google.com"
    assert second_factor_in(token) == ("phone", factor_id(asked))


def test_an_email_link_as_first_factor(rest, alice, finish, profile):
    enroll_phone(rest, alice["idToken"])

    asked = ok(sign_in_by_link(rest, EMAIL, sign_in_code(rest, EMAIL, finish)))

    assert (asked["email"], asked.get("isNewUser")) == (EMAIL, False if profile == "emulator" else None)
    assert asked["mfaPendingCredential"] and "idToken" not in asked
    token = ok(sign_in_by_sms(rest, asked))["idToken"]
    assert claims(token)["firebase"]["sign_in_provider"] == "password"


def test_custom_tokens_and_refreshed_ones_ask_for_nothing(rest, alice):
    enrolled = enroll_phone(rest, alice["idToken"])
    custom = f'{{"uid":"{alice["localId"]}"}}'

    answer = ok(rest.app("signInWithCustomToken", {"token": custom, "returnSecureToken": True}))

    assert second_factor_in(answer["idToken"]) == (None, None)
    ok(rest.refresh(enrolled["refreshToken"]))


def test_a_user_with_a_second_factor_cannot_sign_in_by_phone(rest, alice):
    enrolled = enroll_phone(rest, alice["idToken"])

    refused = failure(sign_in_by_phone(rest, OTHER_NUMBER, idToken=enrolled["idToken"]))

    assert code_of(refused) == "UNSUPPORTED_FIRST_FACTOR"
    assert "phoneNumber" not in rest.account(alice["localId"])


# Pending credentials


def test_unusable_pending_credentials(rest, alice, profile):
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)

    def refused(**changes):
        return failure(start_sms_sign_in(rest, asked, **changes))

    made_up = refused(mfaPendingCredential="made-up")
    unknown = refused(mfaEnrollmentId="made-up")
    missing = refused(mfaPendingCredential=None if profile != "emulator" else "")

    assert unknown == "MFA_ENROLLMENT_NOT_FOUND"
    if profile == "emulator":
        assert made_up == "((Invalid phoneVerificationInfo.mfaPendingCredential.))"
        assert missing == "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
    else:
        assert made_up == "INVALID_PENDING_TOKEN"
        assert missing == "Request contains an invalid argument."
    assert rest.messages(type="SMS_MFA_SIGN_IN") == []


def test_a_pending_credential_is_good_for_its_project_only(rest, alice, server, project, profile):
    enroll_phone(rest, alice["idToken"])
    other = Rest(server, f"{project}-other")
    if profile == "production":
        other.allow_all()

    refused = failure(start_sms_sign_in(other, challenge(rest)))

    if profile == "emulator":
        assert refused == "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
    assert other.messages() == []


@pytest.mark.profiles("local")
def test_pending_credentials_expire(rest, alice):
    """Those that wait for a text message and those that wait for an app have times and errors of their own."""
    enrolled, app = enroll_totp(rest, alice["idToken"])
    enroll_phone(rest, enrolled["idToken"])
    rest.set_rules(lifetimes={"smsPendingCredential": 1, "totpPendingCredential": 1})
    asked = challenge(rest)
    time.sleep(1.2)

    totp = failure(sign_in_by_totp(rest, asked, app.code()))
    sms = failure(start_sms_sign_in(rest, asked, mfaEnrollmentId=factor_id(asked, 1)))

    assert totp == "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."
    assert sms == "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."


@pytest.mark.profiles("local")
def test_enrolments_of_apps_expire(rest, alice):
    rest.set_rules(lifetimes={"totpEnrollment": 1})
    info = ok(start_totp(rest, alice["idToken"]))["totpSessionInfo"]
    code = AuthenticatorApp(info["sharedSecretKey"]).code()
    time.sleep(1.2)

    refused = failure(finish_totp(rest, alice["idToken"], info["sessionInfo"], code))

    assert code_of(refused) == "SESSION_EXPIRED"
    assert factors_of(rest, alice["localId"]) == []


def test_a_pending_credential_can_be_used_again(rest, alice):
    _, app = enroll_totp(rest, alice["idToken"])
    asked = challenge(rest)

    for _ in range(2):
        ok(sign_in_by_totp(rest, asked, app.code()))


def test_a_deleted_user_does_not_complete(rest, alice, profile):
    _, app = enroll_totp(rest, alice["idToken"])
    asked = challenge(rest)
    ok(rest.admin("/accounts:delete", {"localId": alice["localId"]}))

    refused = failure(sign_in_by_totp(rest, asked, app.code()))

    if profile == "emulator":
        assert refused == "((User in pendingCredentialPayload does not exist.))"
    else:
        assert refused == "USER_NOT_FOUND"


def test_the_factor_of_somebody_else(rest, alice):
    enroll_phone(rest, alice["idToken"])
    bob = signed_in_user(rest, "bob@example.test")
    _, app = enroll_totp(rest, bob["idToken"])
    of_alice, of_bob = challenge(rest), challenge(rest, "bob@example.test")

    mixed = {**of_alice, "mfaInfo": of_bob["mfaInfo"]}

    assert failure(sign_in_by_totp(rest, mixed, app.code()))
    assert failure(start_sms_sign_in(rest, of_bob, mfaEnrollmentId=factor_id(of_alice))) == "MFA_ENROLLMENT_NOT_FOUND"


# Withdrawal


def withdraw(rest, session, factor, **extra):
    body = {"idToken": session["idToken"], "mfaEnrollmentId": factor, **extra}
    return rest.app_v2("mfaEnrollment:withdraw", body)


def test_withdrawing_the_last_factor(rest, alice, profile):
    enrolled = enroll_phone(rest, alice["idToken"])
    (factor,) = factors_of(rest, alice["localId"])

    answer = ok(withdraw(rest, enrolled, factor["mfaEnrollmentId"]))

    assert answer.keys() == {"idToken", "refreshToken", *(("expiresIn",) if profile == "emulator" else ())}
    assert second_factor_in(answer["idToken"]) == (None, None)
    assert factors_of(rest, alice["localId"]) == []
    assert ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"]
    assert failure(withdraw(rest, answer, factor["mfaEnrollmentId"])) == "MFA_ENROLLMENT_NOT_FOUND"


def test_withdrawing_one_of_two_factors(rest, alice):
    enrolled, app = enroll_totp(rest, alice["idToken"])
    enrolled = enroll_phone(rest, enrolled["idToken"])
    phone = factors_of(rest, alice["localId"])[1]["mfaEnrollmentId"]

    ok(withdraw(rest, enrolled, phone))

    asked = challenge(rest)
    assert [hint["totpInfo"] for hint in asked["mfaInfo"]] == [{}]
    ok(sign_in_by_totp(rest, asked, app.code()))


def test_withdrawing_an_unknown_factor(rest, alice):
    enrolled = enroll_phone(rest, alice["idToken"])

    assert failure(withdraw(rest, enrolled, "made-up")) == "MFA_ENROLLMENT_NOT_FOUND"
    assert len(factors_of(rest, alice["localId"])) == 1


@not_in_the_reference
def test_changing_the_factors_ends_older_sessions(rest, alice):
    wait_for_second_after(claims(alice["idToken"])["iat"])
    enrolled = enroll_phone(rest, alice["idToken"])
    assert failure(rest.refresh(alice["refreshToken"])) == "TOKEN_EXPIRED"
    assert failure(rest.app("lookup", {"idToken": alice["idToken"]})) == "TOKEN_EXPIRED"
    wait_for_second_after(claims(enrolled["idToken"])["iat"])

    answer = ok(withdraw(rest, enrolled, factors_of(rest, alice["localId"])[0]["mfaEnrollmentId"]))

    assert failure(rest.refresh(enrolled["refreshToken"])) == "TOKEN_EXPIRED"
    ok(rest.refresh(answer["refreshToken"]))


def test_the_owner_is_told_and_can_undo(rest, alice, profile):
    enroll_phone(rest, alice["idToken"])
    notices = rest.messages(type="REVERT_SECOND_FACTOR_ADDITION")
    if profile == "emulator":
        assert notices == []
        return

    (notice,) = notices
    assert (notice["channel"], notice["to"], notice["localId"]) == ("email", EMAIL, alice["localId"])
    assert (notice["delivery"], notice["status"]) == ("sent", "pending")
    assert query(notice["link"]["action"])["mode"] == "revertSecondFactorAddition"
    inspected = ok(rest.app("resetPassword", {"oobCode": notice["oobCode"]}))
    assert (inspected["requestType"], inspected["email"]) == ("REVERT_SECOND_FACTOR_ADDITION", EMAIL)
    (factor,) = factors_of(rest, alice["localId"])
    assert inspected["mfaInfo"]["mfaEnrollmentId"] == factor["mfaEnrollmentId"]

    assert open_link(rest, notice["link"]["action"]).status_code == 200

    assert factors_of(rest, alice["localId"]) == []
    assert rest.message(notice["id"])["status"] == "used"
    assert failure(rest.app("update", {"oobCode": notice["oobCode"]})) == "INVALID_OOB_CODE"


@not_in_the_reference
def test_an_app_can_undo_by_the_code_and_keeps_other_factors(rest, alice):
    enrolled = enroll_phone(rest, alice["idToken"])
    enroll_totp(rest, enrolled["idToken"])
    *_, notice = rest.messages(type="REVERT_SECOND_FACTOR_ADDITION")

    ok(rest.app("update", {"oobCode": notice["oobCode"]}))

    (factor,) = factors_of(rest, alice["localId"])
    assert factor["phoneInfo"] == NUMBER


# Settings, admins, tenants


@not_in_the_reference
def test_second_factors_switched_off(rest, alice):
    enroll_phone(rest, alice["idToken"])
    bob = signed_in_user(rest, "bob@example.test")
    rest.configure("mfa", {"mfa": {"state": "DISABLED"}})

    assert ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"]
    sms = failure(start_phone(rest, bob["idToken"], OTHER_NUMBER))
    totp = failure(start_totp(rest, bob["idToken"]))
    assert sms == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    assert totp == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."


@not_in_the_reference
def test_one_kind_of_factors_switched_off(rest, alice):
    rest.configure("mfa", {"mfa": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"]}})
    assert failure(start_totp(rest, alice["idToken"])) == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."
    ok(start_phone(rest, alice["idToken"]))

    rest.configure("mfa", {"mfa": {**WITH_ALL_FACTORS, "enabledProviders": []}})
    assert failure(start_phone(rest, alice["idToken"])) == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    ok(start_totp(rest, alice["idToken"]))


@not_in_the_reference
def test_range_of_adjacent_intervals(rest):
    def patch(intervals):
        provider = {"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": intervals}}
        body = {"mfa": {"state": "ENABLED", "providerConfigs": [provider]}}
        return rest.admin("/config", body, verb="PATCH", version="v2", params={"updateMask": "mfa"})

    for outside in (-1, 11):
        assert code_of(failure(patch(outside))) == "INVALID_ADJACENT_INTERVAL_RANGE"
    (provider,) = ok(patch(0))["mfa"]["providerConfigs"]
    assert provider["totpProviderConfig"] == {}
    assert ok(patch(10))["mfa"]["providerConfigs"][0]["totpProviderConfig"] == {"adjacentIntervals": 10}


def test_factors_that_an_admin_enters(rest):
    local_id = rest.existing_account(EMAIL, mfaInfo=[{"phoneInfo": NUMBER, "displayName": "Entered"}])

    asked = challenge(rest)
    assert [hint["displayName"] for hint in asked["mfaInfo"]] == ["Entered"]
    ok(sign_in_by_sms(rest, asked))

    entered = [{"mfaEnrollmentId": "chosen", "phoneInfo": OTHER_NUMBER}]
    ok(rest.admin("/accounts:update", {"localId": local_id, "mfa": {"enrollments": entered}}))
    assert second_factor_in(ok(sign_in_by_sms(rest, challenge(rest), OTHER_NUMBER))["idToken"]) == ("phone", "chosen")

    ok(rest.admin("/accounts:update", {"localId": local_id, "mfa": {}}))
    assert factors_of(rest, local_id) == []
    assert ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"]


def test_unusable_factors_of_an_admin(rest, profile):
    local_id = rest.existing_account(EMAIL)

    def refused(*enrollments):
        body = {"localId": local_id, "mfa": {"enrollments": enrollments}}
        return code_of(failure(rest.admin("/accounts:update", body)))

    bad_number = "INVALID_MFA_PHONE_NUMBER" if profile == "emulator" else "INVALID_PHONE_NUMBER"
    assert refused({"mfaEnrollmentId": "a", "phoneInfo": "6505550100"}) == bad_number
    if profile == "emulator":
        assert refused({"phoneInfo": NUMBER}) == "INVALID_MFA_ENROLLMENT_ID"
    doubled = [{"mfaEnrollmentId": "same", "phoneInfo": number} for number in (NUMBER, OTHER_NUMBER)]
    assert refused(*doubled) == "DUPLICATE_MFA_ENROLLMENT_ID"
    assert factors_of(rest, local_id) == []


def test_imported_factors(rest):
    users = [
        {"localId": "good", "email": EMAIL, "emailVerified": True, "rawPassword": "correct-horse"},
        {"localId": "without-address"},
        {"localId": "unverified", "email": "unverified@example.test"},
    ]
    for user in users:
        user["mfaInfo"] = [{"mfaEnrollmentId": f"of-{user['localId']}", "phoneInfo": NUMBER}]

    answer = ok(rest.admin("/accounts:batchCreate", {"users": users}))

    assert answer["error"] == [
        {"index": 1, "message": "Second factor account requires email to be presented."},
        {"index": 2, "message": "Second factor account requires email to be verified."},
    ]
    (factor,) = factors_of(rest, "good")
    assert (factor["mfaEnrollmentId"], factor["phoneInfo"]) == ("of-good", NUMBER)
    assert re.fullmatch(ENROLLED_AT, factor["enrolledAt"])


@not_in_the_reference
def test_apps_are_neither_imported_nor_entered(rest):
    user = {"localId": "u", "email": EMAIL, "emailVerified": True}
    totp = {"mfaEnrollmentId": "t", "totpInfo": {}}

    imported = ok(rest.admin("/accounts:batchCreate", {"users": [{**user, "mfaInfo": [totp]}]}))
    assert [error["message"] for error in imported["error"]] == ["Importing TOTP MFA is not supported."]
    ok(rest.admin("/accounts", user))
    refused = failure(rest.admin("/accounts:update", {"localId": "u", "mfa": {"enrollments": [totp]}}))
    assert refused == "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment"


def test_factors_in_a_tenant(rest):
    tenant = rest.create_tenant()
    body = {"localId": "carol", "email": EMAIL, "emailVerified": True, "password": "correct-horse"}
    ok(rest.admin("/accounts", body, tenant=tenant))
    scope = {"tenantId": tenant}
    session = ok(rest.sign_in(EMAIL, "correct-horse", **scope))

    enrolled, app = enroll_totp(rest, session["idToken"], **scope)
    enroll_phone(rest, enrolled["idToken"], **scope)

    assert len(factors_of(rest, "carol", tenant)) == 2
    asked = challenge(rest, **scope)
    token = ok(sign_in_by_totp(rest, asked, app.code(), **scope))["idToken"]
    assert second_factor_in(token)[0] == "totp" and claims(token)["firebase"]["tenant"] == tenant
    started = texted(
        rest,
        "SMS_MFA_SIGN_IN",
        lambda: start_sms_sign_in(rest, asked, mfaEnrollmentId=factor_id(asked, 1), **scope),
    )
    token = ok(finish_sms_sign_in(rest, asked, *started, **scope))["idToken"]
    assert second_factor_in(token)[0] == "phone" and claims(token)["firebase"]["tenant"] == tenant


def test_a_tenant_without_factors(rest):
    tenant = rest.create_tenant(mfaConfig={"state": "DISABLED"})
    body = {"localId": "carol", "email": EMAIL, "emailVerified": True, "password": "correct-horse"}
    ok(rest.admin("/accounts", body, tenant=tenant))
    session = ok(rest.sign_in(EMAIL, "correct-horse", tenantId=tenant))

    refused = failure(start_phone(rest, session["idToken"], tenantId=tenant))

    assert refused == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
