"""Sign-in by phone: codes in text messages, temporary proofs, test numbers, regions."""

import time

import pytest

from rest import Rest, claims, failure, ok
from sms import NUMBER, OTHER_NUMBER, send_code, session_and_code, sign_in_by_phone, sign_in_with_code

pytestmark = [pytest.mark.profiles("local", "emulator", "production"), pytest.mark.all_allowed]

not_in_the_reference = pytest.mark.profiles("local", "production")
FRENCH_NUMBER = "+33639980001"
BLOCKED = "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."


def codes_listed(rest):
    return ok(rest.request("GET", f"/emulator/v1/projects/{rest.project}/verificationCodes"))["verificationCodes"]


def allow_regions(rest, **policy):
    return rest.admin(
        "/config", {"smsRegionConfig": policy}, verb="PATCH", version="v2", params={"updateMask": "smsRegionConfig"}
    )


def set_test_numbers(rest, numbers):
    rest.configure("signIn.phoneNumber.testPhoneNumbers", {"signIn": {"phoneNumber": {"testPhoneNumbers": numbers}}})


def test_story(rest, project):
    sent = ok(send_code(rest))
    assert sent.keys() == {"sessionInfo"}

    (message,) = rest.wait(to=NUMBER, type="SMS_SIGN_IN")
    assert (message["channel"], message["delivery"], message["status"]) == ("sms", "sent", "pending")
    assert message["sessionInfo"] == sent["sessionInfo"]
    assert len(message["code"]) == 6 and message["code"].isdigit()
    assert message["code"] in message["text"]
    assert message.get("oobCode") is None and message.get("link") is None
    (listed,) = codes_listed(rest)
    assert listed == {"code": message["code"], "phoneNumber": NUMBER, "sessionInfo": sent["sessionInfo"]}
    plain = rest.control("GET", "/outbox/latest/code", params={"to": NUMBER})
    assert (plain.status_code, plain.text.strip()) == (200, message["code"])

    answer = ok(sign_in_with_code(rest, message["sessionInfo"], message["code"]))
    assert answer.keys() == {"idToken", "refreshToken", "expiresIn", "localId", "isNewUser", "phoneNumber"}
    assert (answer["isNewUser"], answer["phoneNumber"], answer["expiresIn"]) == (True, NUMBER, "3600")
    token = claims(answer["idToken"])
    assert (token["aud"], token["sub"], token["phone_number"]) == (project, answer["localId"], NUMBER)
    assert token["firebase"] == {"identities": {"phone": [NUMBER]}, "sign_in_provider": "phone"}
    assert "provider_id" not in token and "email_verified" not in token
    user = rest.own_account(answer["idToken"])
    assert user["phoneNumber"] == NUMBER
    assert user["providerUserInfo"] == [{"providerId": "phone", "rawId": NUMBER, "phoneNumber": NUMBER}]
    refreshed = claims(ok(rest.refresh(answer["refreshToken"]))["id_token"])
    assert (refreshed["sub"], refreshed["firebase"]["sign_in_provider"]) == (answer["localId"], "phone")
    assert codes_listed(rest) == []
    used = rest.message(message["id"])
    assert used["status"] == "used" and used["usedAt"]


def test_the_same_number_is_the_same_account(rest):
    first = ok(sign_in_by_phone(rest))

    again = ok(sign_in_by_phone(rest))
    other = ok(sign_in_by_phone(rest, OTHER_NUMBER))

    assert (again["localId"], again["isNewUser"]) == (first["localId"], False)
    assert other["isNewUser"] is True and other["localId"] != first["localId"]


def test_an_admins_account_is_found_by_its_number(rest):
    local_id = ok(rest.admin("/accounts", {"phoneNumber": NUMBER, "displayName": "Alice"}))["localId"]

    answer = ok(sign_in_by_phone(rest))

    assert (answer["localId"], answer["isNewUser"]) == (local_id, False)
    assert claims(answer["idToken"])["name"] == "Alice"


# Codes


def test_a_wrong_code_keeps_the_right_one(rest):
    session, code = session_and_code(rest)

    for wrong in (f"{code}1", code[:-1], "x"):
        assert failure(sign_in_with_code(rest, session, wrong)) == "INVALID_CODE"

    assert rest.accounts() == []
    ok(sign_in_with_code(rest, session, code))


def test_incomplete_sign_ins(rest):
    session, code = session_and_code(rest)

    assert failure(rest.app("signInWithPhoneNumber", {"code": code})) == "MISSING_SESSION_INFO"
    assert failure(rest.app("signInWithPhoneNumber", {"sessionInfo": session})) == "MISSING_CODE"
    assert failure(sign_in_with_code(rest, "made-up", code)) == "INVALID_SESSION_INFO"


def test_a_used_code(rest, profile):
    session, code = session_and_code(rest)
    ok(sign_in_with_code(rest, session, code))

    refused = failure(sign_in_with_code(rest, session, code))

    assert refused in ("INVALID_SESSION_INFO", *(() if profile == "emulator" else ("SESSION_EXPIRED",)))


def test_a_code_belongs_to_its_session(rest):
    session, code = session_and_code(rest)
    other_session, other_code = session_and_code(rest, OTHER_NUMBER)
    assert session != other_session

    if code != other_code:
        assert failure(sign_in_with_code(rest, session, other_code)) == "INVALID_CODE"
    assert ok(sign_in_with_code(rest, other_session, other_code))["phoneNumber"] == OTHER_NUMBER
    assert ok(sign_in_with_code(rest, session, code))["phoneNumber"] == NUMBER


def test_a_code_of_another_project(rest, server, project, profile):
    session, code = session_and_code(rest)
    other = Rest(server, f"{project}-other")
    if profile == "production":
        other.allow_all()

    assert failure(sign_in_with_code(other, session, code)) == "INVALID_SESSION_INFO"
    assert other.messages() == []
    ok(sign_in_with_code(rest, session, code))


def test_ten_wrong_codes_are_the_last(rest, profile):
    session, code = session_and_code(rest)

    refused = [failure(sign_in_with_code(rest, session, f"{code}{number}")) for number in range(10)]

    assert refused[:9] == ["INVALID_CODE"] * 9
    response = sign_in_with_code(rest, session, code)
    if profile == "emulator":
        assert refused[9] == "INVALID_CODE"
        ok(response)
    else:
        assert refused[9].split(" : ")[0] in ("INVALID_CODE", "QUOTA_EXCEEDED")
        assert failure(response).split(" : ")[0] == "QUOTA_EXCEEDED"
        assert rest.accounts() == []
        # Another code for the number is not counted with this one.
        ok(sign_in_by_phone(rest))


@not_in_the_reference
def test_codes_expire(rest):
    rest.set_rules(lifetimes={"smsCode": 1})
    session, code = session_and_code(rest)
    time.sleep(1.2)

    assert failure(sign_in_with_code(rest, session, code)) == "SESSION_EXPIRED"
    (message,) = rest.messages()
    assert message["status"] == "expired"
    assert rest.accounts() == []


# Numbers


@pytest.mark.parametrize("number", [None, "", "16505550100", "alice@example.test"], ids=str)
def test_unusable_numbers(rest, number):
    body = {} if number is None else {"phoneNumber": number}

    refused = failure(rest.app("sendVerificationCode", {**body, "recaptchaToken": "token"}))

    assert refused == "INVALID_PHONE_NUMBER : Invalid format."
    assert rest.messages() == [] and codes_listed(rest) == []


def test_numbers_are_normalised_except_in_the_reference(rest, profile):
    written = "+1 (650) 555-0100"
    stored = written if profile == "emulator" else NUMBER

    ok(send_code(rest, written))

    (message,) = rest.wait(type="SMS_SIGN_IN")
    assert message["to"] == stored
    answer = ok(sign_in_with_code(rest, message["sessionInfo"], message["code"]))
    assert answer["phoneNumber"] == rest.account(answer["localId"])["phoneNumber"] == stored
    assert ok(sign_in_by_phone(rest, NUMBER))["isNewUser"] is (profile == "emulator")


# Linking


def test_linking_to_an_anonymous_user(rest):
    anonymous = rest.sign_up()

    answer = ok(sign_in_by_phone(rest, idToken=anonymous["idToken"]))

    assert (answer["localId"], answer["isNewUser"]) == (anonymous["localId"], False)
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "phone"
    assert rest.own_account(answer["idToken"])["phoneNumber"] == NUMBER


def test_linking_replaces_a_number_and_frees_it(rest):
    first = ok(sign_in_by_phone(rest))

    changed = ok(sign_in_by_phone(rest, OTHER_NUMBER, idToken=first["idToken"], operation="UPDATE"))

    assert changed["localId"] == first["localId"]
    assert rest.account(first["localId"])["phoneNumber"] == OTHER_NUMBER
    again = ok(sign_in_by_phone(rest))
    assert again["isNewUser"] is True and again["localId"] != first["localId"]


def test_linking_with_a_broken_session(rest):
    assert failure(sign_in_by_phone(rest, idToken="not.a.token")) == "INVALID_ID_TOKEN"
    assert rest.accounts() == []


def test_unlinking(rest):
    session = rest.sign_up("alice@example.test", "correct-horse")
    linked = ok(sign_in_by_phone(rest, idToken=session["idToken"]))
    assert claims(linked["idToken"])["firebase"]["identities"] == {
        "email": ["alice@example.test"],
        "phone": [NUMBER],
    }

    ok(rest.app("update", {"idToken": linked["idToken"], "deleteProvider": ["phone"]}))

    user = rest.account(session["localId"])
    assert "phoneNumber" not in user
    assert [entry["providerId"] for entry in user["providerUserInfo"]] == ["password"]
    assert ok(sign_in_by_phone(rest))["isNewUser"] is True


def test_a_number_of_another_account_brings_a_proof(rest):
    owner = ok(sign_in_by_phone(rest))
    anonymous = rest.sign_up()

    taken = ok(sign_in_by_phone(rest, idToken=anonymous["idToken"]))

    assert taken.keys() == {"phoneNumber", "temporaryProof", "temporaryProofExpiresIn"}
    assert (taken["phoneNumber"], taken["temporaryProofExpiresIn"]) == (NUMBER, "3600")
    assert "phoneNumber" not in rest.account(anonymous["localId"])
    proof = {"temporaryProof": taken["temporaryProof"], "phoneNumber": NUMBER}

    def prove(**changes):
        return rest.app("signInWithPhoneNumber", proof | changes)

    assert failure(prove(idToken=anonymous["idToken"])) == "PHONE_NUMBER_EXISTS"
    assert failure(prove(phoneNumber="")) == "MISSING_PHONE_NUMBER"
    assert failure(prove(phoneNumber=OTHER_NUMBER)) == "INVALID_TEMPORARY_PROOF"
    assert failure(prove(temporaryProof="made-up")) == "INVALID_TEMPORARY_PROOF"
    # The proof can be used again, as its owner may have to try.
    for _ in range(2):
        answer = ok(prove())
        assert (answer["localId"], answer["isNewUser"]) == (owner["localId"], False)


@pytest.mark.profiles("local")
def test_proofs_expire(rest):
    rest.set_rules(lifetimes={"temporaryProof": 1})
    ok(sign_in_by_phone(rest))
    taken = ok(sign_in_by_phone(rest, idToken=rest.sign_up()["idToken"]))
    time.sleep(1.2)

    body = {"temporaryProof": taken["temporaryProof"], "phoneNumber": NUMBER}
    assert failure(rest.app("signInWithPhoneNumber", body)).split(" : ")[0] in (
        "INVALID_TEMPORARY_PROOF",
        "SESSION_EXPIRED",
    )


# Refusals


def test_disabled_account(rest):
    first = ok(sign_in_by_phone(rest))
    ok(rest.admin("/accounts:update", {"localId": first["localId"], "disableUser": True}))

    assert failure(sign_in_by_phone(rest)) == "USER_DISABLED"


def test_not_in_tenants(rest):
    tenant = rest.create_tenant()

    assert failure(send_code(rest, tenantId=tenant)) == "UNSUPPORTED_TENANT_OPERATION"
    refused = failure(sign_in_by_phone(rest, tenantId=tenant))
    assert refused == "UNSUPPORTED_TENANT_OPERATION"


@not_in_the_reference
def test_not_where_phones_are_switched_off(rest):
    session, code = session_and_code(rest)
    rest.configure("signIn.phoneNumber.enabled", {"signIn": {"phoneNumber": {"enabled": False}}})

    assert failure(send_code(rest)).split(" : ")[0] == "OPERATION_NOT_ALLOWED"
    assert failure(sign_in_with_code(rest, session, code)).split(" : ")[0] == "OPERATION_NOT_ALLOWED"
    assert len(rest.messages()) == 1 and rest.accounts() == []


@not_in_the_reference
def test_no_new_accounts_where_sign_up_is_closed(rest):
    known = ok(sign_in_by_phone(rest))
    rest.configure("client.permissions", {"client": {"permissions": {"disabledUserSignup": True}}})

    assert failure(send_code(rest, OTHER_NUMBER)) == "ADMIN_ONLY_OPERATION"
    assert rest.messages(to=OTHER_NUMBER) == []
    assert ok(sign_in_by_phone(rest))["localId"] == known["localId"]


# Test numbers and regions


@not_in_the_reference
def test_a_test_number_has_its_code_and_sends_nothing(rest):
    set_test_numbers(rest, {NUMBER: "123456"})

    for is_new in (True, False):
        session = ok(send_code(rest))["sessionInfo"]
        assert failure(sign_in_with_code(rest, session, "654321")) == "INVALID_CODE"
        assert ok(sign_in_with_code(rest, session, "123456"))["isNewUser"] is is_new

    assert rest.messages() == []
    session, code = session_and_code(rest, OTHER_NUMBER)
    assert ok(sign_in_with_code(rest, session, code))["phoneNumber"] == OTHER_NUMBER


@not_in_the_reference
def test_only_listed_regions(rest):
    ok(allow_regions(rest, allowlistOnly={"allowedRegions": ["FR"]}))

    assert failure(send_code(rest, NUMBER)) == BLOCKED
    assert rest.messages() == []
    assert ok(sign_in_by_phone(rest, FRENCH_NUMBER))["isNewUser"] is True
    ok(allow_regions(rest, allowlistOnly={}))
    assert failure(send_code(rest, FRENCH_NUMBER)) == BLOCKED


@not_in_the_reference
def test_all_but_listed_regions(rest):
    set_test_numbers(rest, {FRENCH_NUMBER: "123456"})
    ok(allow_regions(rest, allowByDefault={"disallowedRegions": ["FR", "DE"]}))

    # Test numbers are no way round the policy.
    assert failure(send_code(rest, FRENCH_NUMBER)) == BLOCKED
    ok(sign_in_by_phone(rest, NUMBER))


@not_in_the_reference
def test_unknown_regions(rest):
    policies = {"allowlistOnly": {"allowedRegions": ["XX"]}}, {"allowByDefault": {"disallowedRegions": ["US", "?"]}}
    for policy in policies:
        assert failure(allow_regions(rest, **policy)) == "INVALID_REGION_CODE : Invalid region code."
    ok(sign_in_by_phone(rest))
