"""Values of accounts, linking, and administration in production: production.md section 9."""

import json

import pytest

from production import EMAIL, PASSWORD, page, update
from rest import failure, ok
from sms import NUMBER, session_and_code, sign_in_by_phone, sign_in_with_code

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 9")]

FORMAT = "INVALID_PHONE_NUMBER : Invalid format."


def create(rest, **body):
    return rest.admin("/accounts", body)


def change(rest, local_id, **body):
    return rest.admin("/accounts:update", {"localId": local_id, **body})


@pytest.mark.parametrize("name", ["x" * 256, "😀" * 128, "", "a\tb\u0001", "a\u0000b"])
def test_names(rest, name):
    own = rest.sign_up(EMAIL, PASSWORD)
    ok(update(rest, idToken=own["idToken"], displayName=name))
    assert rest.own_account(own["idToken"]).get("displayName", "") == name


@pytest.mark.parametrize("name", ["x" * 257, "😀" * 129])
def test_names_that_are_too_long(rest, name):
    own = rest.sign_up(EMAIL, PASSWORD)
    for answer in (update(rest, idToken=own["idToken"], displayName=name), create(rest, displayName=name),
                   change(rest, own["localId"], displayName=name),
                   rest.app("signUp", {"email": "b@example.test", "password": PASSWORD, "displayName": name})):
        assert failure(answer) == "INVALID_PROFILE_ATTRIBUTE : Display name too long."


def test_null_changes_nothing(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    ok(update(rest, idToken=own["idToken"], displayName="A", photoUrl="not a url " + "x" * 2038))
    ok(update(rest, idToken=own["idToken"], displayName=None, photoUrl=None))
    account = rest.own_account(own["idToken"])
    assert (account["displayName"], len(account["photoUrl"])) == ("A", 2048)


@pytest.mark.parametrize(
    ("email", "stored"),
    [
        ("ALICE@Example.TEST", "alice@example.test"), ("a" * 65 + "@example.test", ...), ("jürgen@example.test", ...),
        ("a" * 242 + "@example.test", ...), (" alice@example.test", None), ("alice", None), ("@example.test", None),
    ],
    ids=["case", "65", "unicode", "255", "space", "no at", "no local part"],
)
def test_addresses(rest, email, stored):
    answer = rest.app("signUp", {"email": email, "password": PASSWORD})
    if stored is None:
        assert failure(answer) == "INVALID_EMAIL"
    else:
        assert ok(answer)["email"] == (email if stored is ... else stored)


@pytest.mark.parametrize(
    ("number", "stored"),
    [
        ("+1 650-555-0100", NUMBER), ("+1650555ABCD", "+16505552223"), ("+1 (650) 555 0100", NUMBER),
        ("16505550100", None), ("06505550100", None), ("+06505550100", None), ("words", None),
        ("+1error", None), ("+1invalid", None),
    ],
)
def test_numbers(rest, number, stored):
    answer = create(rest, localId="u", phoneNumber=number)
    if stored is None:
        assert failure(answer) == FORMAT
    else:
        ok(answer)
        assert rest.account("u")["phoneNumber"] == stored


def test_generated_ids(rest):
    local_id = ok(create(rest, email=EMAIL))["localId"]
    assert len(local_id) == 28 and local_id.isalnum()


def test_duplicates(rest):
    ok(create(rest, localId="u", email=EMAIL, phoneNumber=NUMBER))
    other = ok(create(rest, localId="v"))["localId"]
    assert failure(create(rest, localId="u")) == "DUPLICATE_LOCAL_ID"
    assert failure(create(rest, email=EMAIL)) == "EMAIL_EXISTS"
    assert failure(create(rest, phoneNumber=NUMBER)) == "PHONE_NUMBER_EXISTS"
    assert failure(change(rest, other, email=EMAIL)) == "EMAIL_EXISTS"
    assert failure(change(rest, other, phoneNumber=NUMBER)) == "PHONE_NUMBER_EXISTS"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"email": EMAIL}, "MISSING_PASSWORD"),
        ({"email": "", "password": PASSWORD}, "MISSING_EMAIL"),
        ({"password": PASSWORD}, "MISSING_EMAIL"),
    ],
)
def test_incomplete_sign_ups(rest, body, message):
    assert failure(rest.app("signUp", body)) == message


def test_custom_attributes(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    fits = json.dumps({"a": ""})
    fits = json.dumps({"a": "x" * (1000 - len(fits))})
    for text in ('{ "role" :  "admin" }', fits):
        ok(change(rest, own["localId"], customAttributes=text))
        assert rest.account(own["localId"])["customAttributes"] == text
    assert rest.own_account(own["idToken"])["customAttributes"] == fits
    for text, message in [
        (fits.replace("x", "xx", 1), "CLAIMS_TOO_LARGE"),
        ('{"aud":1}', "FORBIDDEN_CLAIM : aud"),
        ("[1]", "INVALID_CLAIMS : Not a JSON Object: [1]"),
        ('"x"', 'INVALID_CLAIMS : Not a JSON Object: "x"'),
    ]:
        assert failure(change(rest, own["localId"], customAttributes=text)) == message
    ok(change(rest, own["localId"], customAttributes="{}"))
    assert rest.account(own["localId"]).get("customAttributes", "{}") == "{}"


def test_admins_link_identities(rest):
    ok(create(rest, localId="u"))
    ok(create(rest, localId="v"))
    google = {"providerId": "google.com", "rawId": "g"}
    ok(change(rest, "u", linkProviderUserInfo=google))
    assert failure(change(rest, "v", linkProviderUserInfo=google)) == "FEDERATED_USER_ID_ALREADY_LINKED"
    for entry in ({"providerId": "google.com"}, {"rawId": "g"}, {}):
        assert failure(change(rest, "v", linkProviderUserInfo=entry)) == (
            "MISSING_IDENTIFIER : providerId & rawId are both required for provider linking"
        )
    assert failure(change(rest, "v", linkProviderUserInfo={"providerId": "password", "rawId": "x"})) == (
        "INVALID_PROVIDER_ID"
    )


def test_unlinking(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    ok(change(rest, own["localId"], phoneNumber=NUMBER))
    ok(update(rest, idToken=own["idToken"], deleteProvider=["nobody.com"]))
    ok(update(rest, idToken=own["idToken"], deleteProvider=["phone"]))
    assert "phoneNumber" not in rest.account(own["localId"])
    ok(change(rest, own["localId"], deleteProvider=["password"]))
    account = rest.account(own["localId"])
    assert (account["email"], account.get("providerUserInfo")) == (EMAIL, None)
    assert failure(rest.sign_in(EMAIL, PASSWORD)) == "INVALID_LOGIN_CREDENTIALS"


def test_linking_somebody_elses_number(rest):
    rest.allow_all()
    owner = ok(sign_in_by_phone(rest))
    other = rest.sign_up(EMAIL, PASSWORD)
    answer = ok(sign_in_with_code(rest, *session_and_code(rest), idToken=other["idToken"]))
    for _ in range(2):
        signed_in = ok(rest.app("signInWithPhoneNumber", {"phoneNumber": NUMBER,
                                                          "temporaryProof": answer["temporaryProof"]}))
        assert signed_in["localId"] == owner["localId"]


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/accounts:delete", {}, "MISSING_LOCAL_ID"),
        ("/accounts:delete", {"localId": "nobody"}, "USER_NOT_FOUND"),
        ("/accounts:update", {}, "MISSING_LOCAL_ID"),
        ("/accounts:update", {"localId": "nobody"}, "USER_NOT_FOUND"),
        ("/accounts:batchDelete", {"localIds": []}, "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
        ("/accounts:batchDelete", {}, "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
        ("/accounts:batchDelete", {"localIds": ["u"] * 1001}, "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
    ],
)
def test_what_admins_ask_wrongly(rest, path, body, message):
    assert failure(rest.admin(path, body)) == message


def test_bulk_deletion(rest):
    for name, disabled in (("u", False), ("v", True)):
        ok(create(rest, localId=name, disabled=disabled))
    answer = ok(rest.admin("/accounts:batchDelete", {"localIds": ["u", "v", "nobody"]}))
    (problem,) = answer["errors"]
    assert (problem["localId"], problem["message"]) == (
        "u", "NOT_DISABLED : Disable the account before batch deletion."
    )
    assert [account["localId"] for account in rest.accounts()] == ["u"]
    assert ok(rest.admin("/accounts:batchDelete", {"localIds": ["u"], "force": True})) == {}


def test_downloads(rest):
    users = [{"localId": f"u{number:04}"} for number in range(1001)]
    for start in (0, 1000):
        ok(rest.admin("/accounts:batchCreate", {"users": users[start:start + 1000]}))
    get = lambda **params: ok(rest.admin("/accounts:batchGet", verb="GET", params=params))
    assert len(get()["users"]) == 20
    assert "users" not in get(maxResults=0)
    assert len(get(maxResults=5000)["users"]) == 1000
    assert get(maxResults=2)["nextPageToken"] == "u0001"
    assert [user["localId"] for user in get(maxResults=2, nextPageToken="u0001")["users"]] == ["u0002", "u0003"]


def test_a_garbage_page_token(rest):
    ok(create(rest, localId="u"))
    answer = ok(rest.admin("/accounts:batchGet", verb="GET", params={"nextPageToken": "~~~"}))
    assert "users" not in answer


def test_queries(rest):
    for number in range(3):
        ok(create(rest, localId=f"u{number}", email=f"u{number}@example.test"))
    answer = ok(rest.admin("/accounts:query", {"returnUserInfo": False}))
    assert answer["recordsCount"] == "3"
    one = ok(rest.admin("/accounts:query", {"expression": [{"userId": "u1"}]}))
    assert (one["recordsCount"], [user["localId"] for user in one["userInfo"]]) == ("1", ["u1"])
    first = ok(rest.admin("/accounts:query", {"expression": [{"userId": "u1"}, {"userId": "u0"}]}))
    assert [user["localId"] for user in first["userInfo"]] == ["u1"]
    for nobody in ({"limit": "0"}, {"expression": [{"userId": "nobody"}]}):
        assert ok(rest.admin("/accounts:query", nobody)) == {"recordsCount": "0"}
    assert ok(rest.admin("/accounts:query", {"expression": [{}]}))["recordsCount"] == "3"


def test_a_query_answers_500_at_most(rest):
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": f"u{number}"} for number in range(501)]}))
    assert len(ok(rest.admin("/accounts:query", {"limit": 501}))["userInfo"]) == 500


def test_lookups_take_a_hundred_ids(rest):
    ok(rest.admin("/accounts:lookup", {"localId": [f"u{number}" for number in range(100)]}))


def test_ids_of_128_characters(rest):
    assert ok(create(rest, localId="x" * 128))["localId"] == "x" * 128
