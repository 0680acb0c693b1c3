"""Sizes and headers of production: production.md sections 1.2 and 15."""

import pytest

from production import EMAIL, PASSWORD
from rest import failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 1.2", "production.md 15")]


def test_ids_of_a_look_up(rest):
    # The service takes more than the hundred that SDKs send.
    assert "users" not in ok(rest.admin("/accounts:lookup", {"localId": [f"u{n}" for n in range(101)]}))


def test_deletion_of_many(rest):
    ids = [f"u{n}" for n in range(1000)]
    assert ok(rest.admin("/accounts:batchDelete", {"localIds": ids})) == {}
    for wrong in ([], [*ids, "one more"]):
        assert failure(rest.admin("/accounts:batchDelete", {"localIds": wrong})) == "LOCAL_ID_LIST_EXCEEDS_LIMIT"


def test_import_of_many(rest):
    users = [{"localId": f"u{n:04}"} for n in range(1001)]
    # The service takes more than the thousand that SDKs send.
    assert "error" not in ok(rest.admin("/accounts:batchCreate", {"users": users}))
    params = {"maxResults": 5000}
    assert len(ok(rest.admin("/accounts:batchGet", verb="GET", params=params))["users"]) == 1000


@pytest.mark.parametrize("limit", [500, 501])
def test_a_query_answers_five_hundred(rest, limit):
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": f"u{n:04}"} for n in range(501)]}))
    answer = rest.admin("/accounts:query", {"returnUserInfo": True, "limit": str(limit)})
    # What a larger limit gives is not recorded: no more than 500 in any case.
    assert answer.status_code == 400 or len(ok(answer)["userInfo"]) == 500


@pytest.mark.parametrize(
    ("field", "fits", "too_long"),
    [("displayName", "n" * 256, "n" * 257), ("password", "p" * 4096, "p" * 4097)],
)
def test_lengths(rest, field, fits, too_long):
    body = {"email": EMAIL, "password": PASSWORD}
    assert rest.app("signUp", {**body, field: too_long}).status_code == 400
    ok(rest.app("signUp", {**body, field: fits}))


def test_long_values_that_are_accepted(rest):
    token = rest.sign_up(EMAIL, PASSWORD)["idToken"]
    ok(rest.app("update", {"idToken": token, "photoUrl": "https://p.test/" + "p" * 2033}))
    ok(rest.app("signUp", {"email": "l" * 65 + "@example.test", "password": PASSWORD}))


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip", "gzip"), ("gzip, deflate", "gzip"), ("identity", None)])
def test_compression(rest, accepted, encoding):
    rest.existing_account(EMAIL)
    body = {"email": EMAIL, "password": PASSWORD, "returnSecureToken": True}
    answer = rest.app("signInWithPassword", body, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == encoding
    assert ok(answer)["email"] == EMAIL
