"""Phone sign-in of production: production.md section 11."""

import pytest

from mail import last_seq
from production import EMAIL, PASSWORD
from rest import failure, ok
from sms import NUMBER, send_code, session_and_code, sign_in_with_code

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 11")]

NOT_ENABLED = "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."
TEST_NUMBER = "+16505550199"


@pytest.fixture(autouse=True)
def phones(rest):
    rest.allow_all()


def set_regions(rest, **config):
    return rest.admin("/config", {"smsRegionConfig": config}, verb="PATCH", version="v2",
                      params={"updateMask": "smsRegionConfig"})


def set_test_numbers(rest, numbers):
    return rest.admin("/config", {"signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": numbers}}},
                      verb="PATCH", version="v2", params={"updateMask": "signIn.phoneNumber"})


@pytest.mark.parametrize("code", ["123456", "12345", "abc123"])
def test_test_numbers(rest, code):
    ok(set_test_numbers(rest, {TEST_NUMBER: code}))
    cursor = last_seq(rest)
    session = ok(rest.app("sendVerificationCode", {"phoneNumber": TEST_NUMBER}))["sessionInfo"]
    assert rest.messages(after=cursor) == []
    assert failure(sign_in_with_code(rest, session, "999999")) == "INVALID_CODE"
    ok(sign_in_with_code(rest, session, code))


def test_test_numbers_are_normalised(rest):
    assert failure(set_test_numbers(rest, {"16505550199": "123456"})) == "INVALID_PHONE_NUMBER : Invalid format."
    config = ok(set_test_numbers(rest, {"+1650555ABCD": "123456"}))
    assert config["signIn"]["phoneNumber"]["testPhoneNumbers"] == {"+16505552223": "123456"}


@pytest.mark.parametrize("proof", [
    {"recaptchaToken": "t"}, {"iosReceipt": "r", "iosSecret": "s"}, {"safetyNetToken": "t"},
    {"playIntegrityToken": "t"}, {"captchaResponse": "t", "clientType": "CLIENT_TYPE_WEB"},
    # Apple's SDK sends none to an emulator (production_lines.py, section 11).
    {},
])
def test_proofs_of_apps(rest, proof):
    ok(rest.app("sendVerificationCode", {"phoneNumber": NUMBER, **proof}))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"sessionInfo": "SESSION", "code": "WRONG"}, "INVALID_CODE"),
        ({"sessionInfo": "SESSION"}, "MISSING_CODE"),
        ({"sessionInfo": "garbage", "code": "123456"}, "INVALID_SESSION_INFO"),
        ({"code": "123456"}, "MISSING_SESSION_INFO"),
    ],
)
def test_what_apps_send_wrongly(rest, body, message):
    session, code = session_and_code(rest)
    values = {"SESSION": session, "WRONG": "000000" if code != "000000" else "111111"}
    body = {name: values.get(value, value) for name, value in body.items()}
    assert failure(rest.app("signInWithPhoneNumber", body)) == message


@pytest.mark.parametrize(
    ("config", "number", "allowed"),
    [
        ({"allowlistOnly": {}}, NUMBER, False),
        ({"allowlistOnly": {"allowedRegions": ["US"]}}, NUMBER, True),
        ({"allowlistOnly": {"allowedRegions": ["US"]}}, "+4915112345678", False),
        ({"allowlistOnly": {"allowedRegions": ["US"]}}, TEST_NUMBER, True),
        ({"allowlistOnly": {"allowedRegions": ["DE"]}}, TEST_NUMBER, False),
        ({"allowByDefault": {"disallowedRegions": ["US"]}}, NUMBER, False),
        ({"allowByDefault": {"disallowedRegions": ["DE"]}}, NUMBER, True),
    ],
)
def test_regions(rest, config, number, allowed):
    ok(set_test_numbers(rest, {TEST_NUMBER: "123456"}))
    ok(set_regions(rest, **config))
    answer = send_code(rest, number)
    assert (ok(answer).keys() == {"sessionInfo"}) if allowed else failure(answer) == NOT_ENABLED


@pytest.mark.parametrize("config", [{"allowByDefault": {"disallowedRegions": ["XX"]}},
                                    {"allowlistOnly": {"allowedRegions": ["USA"]}}])
def test_unknown_regions(rest, config):
    assert failure(set_regions(rest, **config)) == "INVALID_REGION_CODE : Invalid region code."


def test_both_kinds_of_region_policy(rest):
    message = failure(set_regions(rest, allowByDefault={}, allowlistOnly={}))
    assert "oneof" in message, message


def test_a_new_project_allows_no_region(server):
    from rest import Rest

    fresh = Rest(server, "t-fresh-regions")
    assert ok(fresh.admin("/config", verb="GET", version="v2"))["smsRegionConfig"] == {"allowlistOnly": {}}
