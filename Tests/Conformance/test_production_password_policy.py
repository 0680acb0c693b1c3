"""Password policies of production: production.md section 7."""

import pytest

from production import EMAIL, OTHER_PASSWORD, PASSWORD, code, update
from rest import IDENTITY_TOOLKIT, failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 7")]

SHORT = "WEAK_PASSWORD : Password should be at least 6 characters"
LONG = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters"
OPTIONS = {
    "minPasswordLength": 8,
    "maxPasswordLength": 12,
    "containsLowercaseCharacter": True,
    "containsUppercaseCharacter": True,
    "containsNumericCharacter": True,
    "containsNonAlphanumericCharacter": True,
}
REQUIREMENTS = {
    "MINIMUM_PASSWORD_LENGTH": "Password must contain at least 8 characters",
    "MAXIMUM_PASSWORD_LENGTH": "Password may contain at most 12 characters",
    "MISSING_LOWERCASE_CHARACTER": "Password must contain a lower case character",
    "MISSING_UPPERCASE_CHARACTER": "Password must contain an upper case character",
    "MISSING_NUMERIC_CHARACTER": "Password must contain a numeric character",
    "MISSING_NON_ALPHANUMERIC_CHARACTER": "Password must contain a non-alphanumeric character",
}
STRONG = "aB3$efgh"
NON_ALPHANUMERICS = list("^$*.[]{}()?\"!@#%&/\\,><':;|_~`-")


def missing(*codes):
    words = ", ".join(REQUIREMENTS[code] for code in codes)
    return f"PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [{words}]"


def set_policy(rest, state="ENFORCE", **extra):
    policy = {"passwordPolicyEnforcementState": state,
              "passwordPolicyVersions": [{"customStrengthOptions": OPTIONS}], **extra}
    return rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": policy})["passwordPolicyConfig"]


def sign_up(rest, password, email=EMAIL):
    return rest.app("signUp", {"email": email, "password": password})


@pytest.mark.parametrize(
    ("password", "message"),
    [
        ("12345", SHORT), ("123456", None), ("😀" * 2, SHORT), ("😀" * 3, None),
        ("x" * 4096, None), ("x" * 4097, LONG), ("😀" * 2048, None), ("😀" * 2049, LONG),
    ],
    ids=lambda value: str(len(value)) if value else "ok",
)
def test_without_a_policy(rest, password, message):
    answer = sign_up(rest, password)
    assert (failure(answer) if message else bool(ok(answer))) == (message or True)


def test_admins_may_set_short_passwords_without_a_policy(rest):
    assert failure(rest.admin("/accounts", {"email": EMAIL, "password": "12345"})) == SHORT
    local_id = rest.existing_account(EMAIL)
    ok(rest.admin("/accounts:update", {"localId": local_id, "password": "12345"}))
    ok(rest.sign_in(EMAIL, "12345"))


@pytest.mark.parametrize(
    ("password", "codes"),
    [
        ("a", ("MINIMUM_PASSWORD_LENGTH", "MISSING_UPPERCASE_CHARACTER", "MISSING_NUMERIC_CHARACTER",
               "MISSING_NON_ALPHANUMERIC_CHARACTER")),
        ("ABCDEFGHIJKLM", ("MAXIMUM_PASSWORD_LENGTH", "MISSING_LOWERCASE_CHARACTER", "MISSING_NUMERIC_CHARACTER",
                           "MISSING_NON_ALPHANUMERIC_CHARACTER")),
        ("aB3+efgh", ("MISSING_NON_ALPHANUMERIC_CHARACTER",)),
        ("aB3=efgh", ("MISSING_NON_ALPHANUMERIC_CHARACTER",)),
        ("aBcdefg$", ("MISSING_NUMERIC_CHARACTER",)),
    ],
)
def test_where_a_policy_applies(rest, password, codes):
    own = rest.sign_up("bob@example.test", PASSWORD)
    local_id = rest.existing_account(EMAIL)
    oob_code = code(rest, "PASSWORD_RESET")
    set_policy(rest)
    expected = missing(*codes)
    for answer in (
        sign_up(rest, password, "new@example.test"),
        update(rest, idToken=own["idToken"], password=password),
        rest.app("resetPassword", {"oobCode": oob_code, "newPassword": password}),
        rest.admin("/accounts", {"email": "new@example.test", "password": password}),
        rest.admin("/accounts:update", {"localId": local_id, "password": password}),
    ):
        assert failure(answer) == expected
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "imported", "email": "i@example.test",
                                                       "rawPassword": password}]}))
    assert rest.account("imported")
    ok(sign_up(rest, STRONG, "new@example.test"))


@pytest.mark.parametrize("character", NON_ALPHANUMERICS)
def test_characters_that_are_not_alphanumeric(rest, character):
    set_policy(rest)
    ok(sign_up(rest, f"aB3{character}efgh"))


def test_a_policy_that_is_off(rest):
    set_policy(rest, "OFF")
    assert failure(sign_up(rest, "12345")) == SHORT
    ok(sign_up(rest, "abcdef"))


@pytest.mark.parametrize("force", [True, False])
def test_signing_in_with_a_weak_password(rest, force):
    rest.existing_account(EMAIL)
    set_policy(rest, forceUpgradeOnSignin=force)
    lacking = ["MAXIMUM_PASSWORD_LENGTH", "MISSING_UPPERCASE_CHARACTER", "MISSING_NUMERIC_CHARACTER"]
    answer = rest.sign_in(EMAIL, PASSWORD)
    if force:
        assert failure(answer) == missing(*lacking)
    else:
        assert ok(answer)["userNotifications"] == [
            {"notificationCode": name, "notificationMessage": REQUIREMENTS[name]} for name in lacking
        ]
    assert failure(rest.sign_in(EMAIL, OTHER_PASSWORD)) == "INVALID_LOGIN_CREDENTIALS"


def test_what_apps_see_of_it(rest):
    seen = lambda: ok(rest.request("GET", f"{IDENTITY_TOOLKIT}/v2/passwordPolicy", params={"key": rest.key}))
    assert seen() == {
        "customStrengthOptions": {"minPasswordLength": 6, "maxPasswordLength": 4096},
        "schemaVersion": 1,
        "enforcementState": "ENFORCE",
    }
    stored = set_policy(rest, forceUpgradeOnSignin=True)
    assert stored["lastUpdateTime"] and stored["forceUpgradeOnSignin"] is True
    assert stored["passwordPolicyVersions"] == [{"customStrengthOptions": OPTIONS, "schemaVersion": 1}]
    assert seen() == {
        "customStrengthOptions": OPTIONS,
        "schemaVersion": 1,
        "allowedNonAlphanumericCharacters": NON_ALPHANUMERICS,
        "enforcementState": "ENFORCE",
        "forceUpgradeOnSignin": True,
    }


@pytest.mark.parametrize(("name", "value"), [("minPasswordLength", 5), ("minPasswordLength", 31),
                                             ("maxPasswordLength", 4097)])
def test_lengths_out_of_range(rest, name, value):
    policy = {"passwordPolicyEnforcementState": "ENFORCE",
              "passwordPolicyVersions": [{"customStrengthOptions": {name: value}}]}
    refused = failure(rest.admin("/config", {"passwordPolicyConfig": policy}, verb="PATCH", version="v2",
                                 params={"updateMask": "passwordPolicyConfig"}))
    assert refused.startswith("INVALID_CONFIG : ")
