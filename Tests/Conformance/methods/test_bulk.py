"""Methods about many accounts: import, export, deletion and queries."""

import pytest

from .people import PASSWORD

pytestmark = pytest.mark.profiles("local", "emulator", "production")

QUERIED = [
    {
        "localId": f"u{n}",
        "email": f"a{4 - n}@example.test",
        "displayName": f"Name {n}",
        "phoneNumber": f"+1555555010{n}",
        "createdAt": str(1600000000000 + n),
    }
    for n in range(5)
]


@pytest.mark.covers("identitytoolkit.{scope}.accounts.batchCreate", "accounts.md 13", "production.md 16.1")
@pytest.mark.covers("identitytoolkit.{scope}.accounts.batchGet", "accounts.md 13", "production.md 9")
@pytest.mark.covers("identitytoolkit.{scope}.accounts.batchDelete", "accounts.md 13", "production.md 9")
def test_batch_create_get_and_delete(manage):
    users = [
        {"localId": f"u{n}", "email": f"u{n}@example.test", "createdAt": "1600000000000", "disabled": n == 0}
        for n in range(5)
    ]
    created = manage("accounts.batchCreate", {"users": [*users, {"email": "no-id@example.test"}]})
    assert created["kind"] == "identitytoolkit#UploadAccountResponse"
    assert created["error"] == [{"index": 5, "message": "localId is missing"}]

    first = manage("accounts.batchGet", maxResults=3)
    second = manage("accounts.batchGet", maxResults=3, nextPageToken=first["nextPageToken"])
    assert first["kind"] == "identitytoolkit#DownloadAccountResponse"
    assert [user["localId"] for user in first["users"] + second["users"]] == ["u0", "u1", "u2", "u3", "u4"]
    assert first["users"][0]["createdAt"] == "1600000000000"
    assert "nextPageToken" not in second

    refused = manage("accounts.batchDelete", {"localIds": ["u0", "u1", "nobody"]})
    assert refused == {
        "errors": [
            {
                "index": 1,
                "localId": "u1",
                "message": "NOT_DISABLED : Disable the account before batch deletion.",
            }
        ]
    }
    assert manage("accounts.batchDelete", {"localIds": ["u1", "u2"], "force": True}) == {}
    assert [user["localId"] for user in manage("accounts.batchGet")["users"]] == ["u3", "u4"]


@pytest.mark.covers("identitytoolkit.{scope}.accounts.batchGet", "accounts.md 13", "production.md 1")
def test_exports_have_the_passwords(manage):
    manage("accounts", {"localId": "u", "email": "u@example.test", "password": PASSWORD})

    (user,) = manage("accounts.batchGet")["users"]

    assert user["salt"] and user["passwordHash"]


def check_query(query_accounts):
    """All documented filters, with the accounts of `QUERIED`, whose addresses sort the other way round."""

    def found(**body):
        answer = query_accounts(body)
        ids = [user["localId"] for user in answer.get("userInfo", [])]
        assert answer["recordsCount"] == str(len(ids))
        return ids

    assert found() == found(sortBy="USER_ID", order="ASC") == ["u0", "u1", "u2", "u3", "u4"]
    assert found(order="DESC") == ["u4", "u3", "u2", "u1", "u0"]
    assert found(sortBy="USER_EMAIL") == ["u4", "u3", "u2", "u1", "u0"]
    assert found(sortBy="NAME", order="DESC") == ["u4", "u3", "u2", "u1", "u0"]
    assert found(sortBy="CREATED_AT") == ["u0", "u1", "u2", "u3", "u4"]
    assert found(limit="2") == ["u0", "u1"]
    assert found(limit="2", offset="3") == ["u3", "u4"]
    assert found(expression=[{"email": "a2@example.test"}]) == ["u2"]
    assert found(expression=[{"userId": "u1"}]) == ["u1"]
    assert found(expression=[{"phoneNumber": "+15555550104"}]) == ["u4"]
    assert found(expression=[{"email": "nobody@example.test"}]) == []
    assert query_accounts({"returnUserInfo": False}) == {"recordsCount": "5"}
    assert query_accounts({"returnUserInfo": False, "expression": [{"userId": "u1"}]}) == {"recordsCount": "1"}


@pytest.mark.covers("identitytoolkit.{scope}.accounts.query", "accounts.md 13", "production.md 9")
def test_query(manage):
    manage("accounts.batchCreate", {"users": QUERIED})

    check_query(lambda body: manage("accounts.query", body))


@pytest.mark.covers("identitytoolkit.projects.queryAccounts", "accounts.md 13", "production.md 9")
def test_query_accounts(admin, project):
    target = {"targetProjectId": project}
    admin.call("identitytoolkit.projects.accounts.batchCreate", **target, body={"users": QUERIED})

    check_query(lambda body: admin.call("identitytoolkit.projects.queryAccounts", **target, body=body))
