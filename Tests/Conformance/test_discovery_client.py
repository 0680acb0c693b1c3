"""Every method of identitytoolkit v1 through google-api-python-client and its bundled discovery document."""

import base64

import pytest
from googleapiclient.errors import HttpError

from discovery import Client, all_methods, description
from rest import claims, ok, query

# Methods of other issues: the route is known and says so.
NOT_BUILT = {
    "identitytoolkit.accounts.issueSamlResponse": {"idToken": "token", "rpId": "rp"},
    "identitytoolkit.accounts.sendVerificationCode": {"phoneNumber": "+15555550100"},
    "identitytoolkit.accounts.signInWithGameCenter": {"playerId": "player", "timestamp": "1"},
    "identitytoolkit.accounts.signInWithIdp": {
        "requestUri": "http://localhost",
        "postBody": "providerId=google.com&id_token=%7B%22sub%22%3A%22g%22%7D",
        "returnSecureToken": True,
    },
    "identitytoolkit.accounts.signInWithPhoneNumber": {"sessionInfo": "session", "code": "123456"},
    "identitytoolkit.accounts.verifyIosClient": {"appToken": "token", "isSandbox": True},
}

REDACTED = base64.b64encode(b"REDACTED").decode()


SCOPES = ("identitytoolkit.projects", "identitytoolkit.projects.tenants")


@pytest.fixture
def called(request):
    """The IDs of the methods that were called; those that the test names must be among them."""
    called = set()
    yield called
    named = {method for mark in request.node.iter_markers("methods") for method in mark.args}
    assert called >= named, f"not called: {named - called}"


@pytest.fixture
def app(server, project, called):
    return Client(server, called, api_key=f"project:{project}")


@pytest.fixture
def admin(server, called):
    return Client(server, called, access_token="owner")


@pytest.fixture(params=SCOPES)
def scope(request):
    """Tests that use it run for a project and for a tenant."""
    return request.param


@pytest.fixture
def tenant(scope, rest):
    """The ID of a new tenant, or nothing in the scope of a project."""
    if scope == SCOPES[0]:
        return None
    body = {"displayName": "blue-team", "allowPasswordSignup": True, "enableEmailLinkSignin": True}
    return ok(rest.admin("/tenants", body, version="v2"))["name"].split("/")[-1]


@pytest.fixture
def manage(request, admin, called, scope, project, tenant):
    """Calls an admin method in the scope: `manage("accounts.lookup", {…})`."""
    parameters = {"targetProjectId": project} | ({"tenantId": tenant} if tenant else {})

    def call(name, body=None, **extra):
        arguments = parameters | extra | ({} if body is None else {"body": body})
        return admin.call(f"{scope}.{name}", **arguments)

    yield call
    named = {f"{scope}.{name}" for mark in request.node.iter_markers("admin_methods") for name in mark.args}
    assert called >= named, f"not called: {named - called}"


def refusal(raised):
    """Status and message of an HttpError."""
    return raised.value.resp.status, raised.value.reason


def sign_up(app, email="user@example.test", password="correct-horse"):
    body = {"email": email, "password": password, "returnSecureToken": True}
    return app.call("identitytoolkit.accounts.signUp", body=body)


def code_sent_to(rest, address, kind):
    (message,) = rest.wait(to=address, type=kind)
    return message["oobCode"]


# Methods of the app


@pytest.mark.methods("identitytoolkit.accounts.signUp")
def test_sign_up(app):
    answer = sign_up(app, "New@Example.Test")

    assert answer["kind"] == "identitytoolkit#SignupNewUserResponse"
    assert answer["email"] == "new@example.test"
    assert answer["expiresIn"] == "3600"
    assert claims(answer["idToken"])["user_id"] == answer["localId"]
    assert answer["refreshToken"]
    with pytest.raises(HttpError) as raised:
        sign_up(app, "new@example.test")
    assert refusal(raised) == (400, "EMAIL_EXISTS")


@pytest.mark.methods("identitytoolkit.accounts.signUp")
def test_sign_up_without_an_address(app):
    answer = app.call("identitytoolkit.accounts.signUp", body={"returnSecureToken": True})

    assert "email" not in answer
    assert claims(answer["idToken"])["provider_id"] == "anonymous"


@pytest.mark.methods("identitytoolkit.accounts.signInWithPassword")
def test_sign_in_with_password(app):
    created = sign_up(app)
    body = {"email": "USER@example.test", "password": "correct-horse", "returnSecureToken": True}

    answer = app.call("identitytoolkit.accounts.signInWithPassword", body=body)

    assert answer["kind"] == "identitytoolkit#VerifyPasswordResponse"
    assert (answer["localId"], answer["email"], answer["registered"]) == (created["localId"], "user@example.test", True)
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "password"
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.signInWithPassword", body={**body, "password": "wrong-horse"})
    assert refusal(raised) == (400, "INVALID_LOGIN_CREDENTIALS")


@pytest.mark.methods("identitytoolkit.accounts.signInWithCustomToken")
def test_sign_in_with_custom_token(app):
    body = {"token": '{"uid": "custom", "claims": {"plan": "gold"}}', "returnSecureToken": True}

    answer = app.call("identitytoolkit.accounts.signInWithCustomToken", body=body)

    assert answer["kind"] == "identitytoolkit#VerifyCustomTokenResponse"
    assert answer["isNewUser"] is True
    assert (claims(answer["idToken"])["sub"], claims(answer["idToken"])["plan"]) == ("custom", "gold")


@pytest.mark.methods("identitytoolkit.accounts.sendOobCode", "identitytoolkit.accounts.signInWithEmailLink")
def test_sign_in_with_email_link(app, rest):
    sent = app.call(
        "identitytoolkit.accounts.sendOobCode",
        body={
            "requestType": "EMAIL_SIGNIN",
            "email": "link@example.test",
            "continueUrl": "http://localhost/finish",
            "canHandleCodeInApp": True,
        },
    )
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "link@example.test"}

    body = {"email": "link@example.test", "oobCode": code_sent_to(rest, "link@example.test", "EMAIL_SIGNIN")}
    answer = app.call("identitytoolkit.accounts.signInWithEmailLink", body=body)

    assert answer["kind"] == "identitytoolkit#EmailLinkSigninResponse"
    assert (answer["email"], answer["isNewUser"]) == ("link@example.test", True)
    assert claims(answer["idToken"])["email_verified"] is True


@pytest.mark.methods("identitytoolkit.accounts.lookup")
def test_lookup(app):
    created = sign_up(app)

    answer = app.call("identitytoolkit.accounts.lookup", body={"idToken": created["idToken"]})

    assert answer["kind"] == "identitytoolkit#GetAccountInfoResponse"
    (user,) = answer["users"]
    assert (user["localId"], user["email"], user["emailVerified"]) == (created["localId"], "user@example.test", False)
    assert user["passwordHash"] == REDACTED and "salt" not in user
    (entry,) = user["providerUserInfo"]
    assert entry["providerId"] == "password"
    assert entry["rawId"] == entry["federatedId"] == entry["email"] == "user@example.test"
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.lookup", body={})
    assert refusal(raised) == (400, "MISSING_ID_TOKEN")


@pytest.mark.methods("identitytoolkit.accounts.update")
def test_update(app):
    created = sign_up(app)

    named = app.call(
        "identitytoolkit.accounts.update",
        body={"idToken": created["idToken"], "displayName": "Name", "photoUrl": "https://example.test/p.png"},
    )
    changed = app.call(
        "identitytoolkit.accounts.update",
        body={"idToken": created["idToken"], "password": "another-horse", "returnSecureToken": True},
    )

    assert named["kind"] == "identitytoolkit#SetAccountInfoResponse"
    assert (named["localId"], named["displayName"]) == (created["localId"], "Name")
    assert "idToken" not in named
    assert claims(changed["idToken"])["name"] == "Name"
    assert changed["refreshToken"]


@pytest.mark.methods("identitytoolkit.accounts.delete")
def test_delete(app):
    created = sign_up(app)

    answer = app.call("identitytoolkit.accounts.delete", body={"idToken": created["idToken"]})

    assert answer == {"kind": "identitytoolkit#DeleteAccountResponse"}
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.lookup", body={"idToken": created["idToken"]})
    assert refusal(raised) == (400, "USER_NOT_FOUND")


@pytest.mark.methods("identitytoolkit.accounts.createAuthUri")
def test_create_auth_uri(app, rest):
    sign_up(app)
    body = {"identifier": "user@example.test", "continueUri": "http://localhost"}

    hidden = app.call("identitytoolkit.accounts.createAuthUri", body=body)
    rest.configure("emailPrivacyConfig", {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}})
    shown = app.call("identitytoolkit.accounts.createAuthUri", body=body)

    assert hidden["kind"] == "identitytoolkit#CreateAuthUriResponse"
    assert hidden.keys() == {"kind", "sessionId"}
    assert (shown["registered"], shown["allProviders"], shown["signinMethods"]) == (True, ["password"], ["password"])


@pytest.mark.methods("identitytoolkit.accounts.sendOobCode", "identitytoolkit.accounts.resetPassword")
def test_reset_password(app, rest):
    sign_up(app)
    body = {"requestType": "PASSWORD_RESET", "email": "user@example.test"}
    app.call("identitytoolkit.accounts.sendOobCode", body=body)
    code = code_sent_to(rest, "user@example.test", "PASSWORD_RESET")

    inspected = app.call("identitytoolkit.accounts.resetPassword", body={"oobCode": code})
    applied = app.call("identitytoolkit.accounts.resetPassword", body={"oobCode": code, "newPassword": "another-horse"})

    assert (
        inspected
        == applied
        == {
            "kind": "identitytoolkit#ResetPasswordResponse",
            "email": "user@example.test",
            "requestType": "PASSWORD_RESET",
        }
    )
    body = {"email": "user@example.test", "password": "another-horse", "returnSecureToken": True}
    assert app.call("identitytoolkit.accounts.signInWithPassword", body=body)["idToken"]


# Small documents


@pytest.mark.methods("identitytoolkit.getProjects")
def test_get_projects(app, project):
    answer = app.call("identitytoolkit.getProjects")

    assert len(answer["projectId"]) == 12 and answer["projectId"].isdigit()
    assert {"localhost", "127.0.0.1", f"{project}.firebaseapp.com", f"{project}.web.app"} <= set(
        answer["authorizedDomains"]
    )


@pytest.mark.methods("identitytoolkit.getPublicKeys")
def test_get_public_keys(app):
    answer = app.call("identitytoolkit.getPublicKeys")

    assert all(isinstance(key_id, str) and isinstance(certificate, str) for key_id, certificate in answer.items())


@pytest.mark.methods("identitytoolkit.getSessionCookiePublicKeys")
def test_get_session_cookie_public_keys(app):
    answer = app.call("identitytoolkit.getSessionCookiePublicKeys")

    assert all(key["kid"] and key["kty"] for key in answer.get("keys", []))


@pytest.mark.methods("identitytoolkit.getRecaptchaParams")
def test_get_recaptcha_params(app):
    answer = app.call("identitytoolkit.getRecaptchaParams")

    assert answer["kind"] == "identitytoolkit#GetRecaptchaParamResponse"
    assert answer["recaptchaSiteKey"] and answer["recaptchaStoken"]


# Methods of the admin, in a project and in a tenant


@pytest.mark.admin_methods("accounts")
def test_create(manage):
    answer = manage(
        "accounts",
        {"localId": "made", "email": "Made@Example.Test", "password": "correct-horse", "emailVerified": True},
    )

    assert answer["kind"] == "identitytoolkit#SignupNewUserResponse"
    assert (answer["localId"], answer["email"]) == ("made", "made@example.test")
    assert "idToken" not in answer and "refreshToken" not in answer
    with pytest.raises(HttpError) as raised:
        manage("accounts", {"localId": "made"})
    assert refusal(raised) == (400, "DUPLICATE_LOCAL_ID")


@pytest.mark.admin_methods("accounts.lookup")
def test_admin_lookup(manage):
    manage("accounts", {"localId": "a", "email": "a@example.test", "phoneNumber": "+15555550100"})
    manage("accounts", {"localId": "b", "email": "b@example.test"})

    def found(**selector):
        return sorted(user["localId"] for user in manage("accounts.lookup", selector).get("users", []))

    assert found(localId=["a", "b", "nobody"]) == ["a", "b"]
    assert found(email=["A@example.test"]) == ["a"]
    assert found(phoneNumber=["+15555550100"]) == ["a"]
    assert found(localId=["a"], email=["a@example.test"]) == ["a"]
    assert found(federatedUserId=[{"providerId": "google.com", "rawId": "g"}]) == []
    manage("accounts.update", {"localId": "b", "linkProviderUserInfo": {"providerId": "google.com", "rawId": "g"}})
    assert found(federatedUserId=[{"providerId": "google.com", "rawId": "g"}]) == ["b"]
    assert manage("accounts.lookup", {"localId": ["nobody"]}) == {"kind": "identitytoolkit#GetAccountInfoResponse"}


@pytest.mark.admin_methods("accounts.update")
def test_admin_update(manage):
    manage("accounts", {"localId": "u"})

    answer = manage(
        "accounts.update",
        {
            "localId": "u",
            "email": "u@example.test",
            "emailVerified": True,
            "displayName": "U",
            "customAttributes": '{"role":"admin"}',
            "disableUser": True,
        },
    )

    assert answer["kind"] == "identitytoolkit#SetAccountInfoResponse"
    assert (answer["localId"], answer["email"], answer["displayName"]) == ("u", "u@example.test", "U")
    (user,) = manage("accounts.lookup", {"localId": ["u"]})["users"]
    assert (user["customAttributes"], user["disabled"], user["emailVerified"]) == ('{"role":"admin"}', True, True)
    with pytest.raises(HttpError) as raised:
        manage("accounts.update", {"localId": "nobody", "displayName": "N"})
    assert refusal(raised) == (400, "USER_NOT_FOUND")


@pytest.mark.admin_methods("accounts.delete")
def test_admin_delete(manage):
    manage("accounts", {"localId": "u"})

    assert manage("accounts.delete", {"localId": "u"}) == {"kind": "identitytoolkit#DeleteAccountResponse"}

    with pytest.raises(HttpError) as raised:
        manage("accounts.delete", {"localId": "u"})
    assert refusal(raised) == (400, "USER_NOT_FOUND")


@pytest.mark.admin_methods("accounts.batchCreate", "accounts.batchGet", "accounts.batchDelete")
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


@pytest.mark.admin_methods("accounts.query")
def test_query(manage):
    manage("accounts.batchCreate", {"users": QUERIED})

    check_query(lambda body: manage("accounts.query", body))


@pytest.mark.methods("identitytoolkit.projects.queryAccounts")
def test_query_accounts(admin, project):
    target = {"targetProjectId": project}
    admin.call("identitytoolkit.projects.accounts.batchCreate", **target, body={"users": QUERIED})

    check_query(lambda body: admin.call("identitytoolkit.projects.queryAccounts", **target, body=body))


@pytest.mark.admin_methods("accounts.sendOobCode")
def test_admin_send_oob_code(manage, tenant):
    manage("accounts", {"localId": "u", "email": "u@example.test"})

    for kind, mode in (("PASSWORD_RESET", "resetPassword"), ("VERIFY_EMAIL", "verifyEmail")):
        answer = manage("accounts.sendOobCode", {"requestType": kind, "email": "u@example.test", "returnOobLink": True})
        assert answer["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse"
        assert answer["email"] == "u@example.test"
        assert query(answer["oobLink"])["oobCode"] == answer["oobCode"]
        assert query(answer["oobLink"])["mode"] == mode
        assert query(answer["oobLink"]).get("tenantId") == tenant


@pytest.mark.admin_methods("createSessionCookie")
def test_create_session_cookie(manage, app, tenant):
    manage("accounts", {"localId": "u", "email": "u@example.test", "password": "correct-horse"})
    body = {"email": "u@example.test", "password": "correct-horse", "returnSecureToken": True}
    if tenant:
        body["tenantId"] = tenant
    token = app.call("identitytoolkit.accounts.signInWithPassword", body=body)["idToken"]

    answer = manage("createSessionCookie", {"idToken": token, "validDuration": "600"})

    cookie = claims(answer["sessionCookie"])
    assert answer.keys() == {"sessionCookie"}
    assert cookie["exp"] - cookie["iat"] == 600
    assert cookie["sub"] == "u" and cookie["firebase"].get("tenant") == tenant
    with pytest.raises(HttpError) as raised:
        manage("createSessionCookie", {"idToken": token, "validDuration": "299"})
    assert refusal(raised) == (400, "INVALID_DURATION")


# Completeness


@pytest.mark.parametrize("method_id", NOT_BUILT)
def test_methods_of_other_issues_answer_501(app, method_id):
    with pytest.raises(HttpError) as raised:
        app.call(method_id, body=NOT_BUILT[method_id])

    status, message = refusal(raised)
    assert status == 501
    assert "not implemented" in message


def test_no_method_is_forgotten():
    tested = set()
    for test in globals().values():
        for mark in getattr(test, "pytestmark", []):
            if mark.name == "methods":
                tested |= set(mark.args)
            elif mark.name == "admin_methods":
                tested |= {f"{scope}.{name}" for scope in SCOPES for name in mark.args}

    assert not tested & set(NOT_BUILT)
    assert tested | set(NOT_BUILT) == set(all_methods(description()))
