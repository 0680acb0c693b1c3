"""Methods of identitytoolkit, of v1 all, through google-api-python-client and its bundled discovery documents."""

import base64
import json

import pytest
from googleapiclient.errors import HttpError

from discovery import Client, all_methods, description
from factors import EMAIL as ALICE
from factors import challenge, enroll_totp, factor_id, signed_in_user
from federation import assertion, google_user
from rest import Rest, claims, failure, ok, query
from sms import NUMBER, session_and_code
from totp import AuthenticatorApp

# Methods of other issues: the route is known and says so.
NOT_BUILT = {
    "identitytoolkit.accounts.issueSamlResponse": {"idToken": "token", "rpId": "rp"},
    "identitytoolkit.accounts.signInWithGameCenter": {"playerId": "player", "timestamp": "1"},
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
def app_v2(server, project, called):
    return Client(server, called, version="v2", api_key=f"project:{project}")


@pytest.fixture
def app_v3(server, project, called):
    return Client(server, called, version="v3", api_key=f"project:{project}")


@pytest.fixture
def admin(server, called):
    return Client(server, called, access_token="owner")


@pytest.fixture
def admin_v2(server, called):
    return Client(server, called, version="v2", access_token="owner")


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


@pytest.mark.methods("identitytoolkit.accounts.createAuthUri")
def test_create_auth_uri_of_a_provider(app, server):
    body = {"providerId": "google.com", "continueUri": "http://localhost:3000/page"}

    answer = app.call("identitytoolkit.accounts.createAuthUri", body=body)

    assert answer["kind"] == "identitytoolkit#CreateAuthUriResponse"
    assert answer["providerId"] == "google.com" and answer["sessionId"]
    assert answer["authUri"].startswith(f"{server.url}/__/auth/handler?")
    assert query(answer["authUri"])["continueUri"] == "http://localhost:3000/page"
    with pytest.raises(HttpError) as raised:
        unlisted = {**body, "continueUri": "https://unlisted.example"}
        app.call("identitytoolkit.accounts.createAuthUri", body=unlisted)
    assert refusal(raised) == (400, "INVALID_CONTINUE_URI : Invalid OAuth request for google.com")


def google_assertion():
    """The body of a federated sign-in as `ALICE`."""
    picture = "https://example.test/alice.png"
    who = google_user("g-1", ALICE, name="Alice Doe", given_name="Alice", family_name="Doe", picture=picture)
    return assertion("google.com", id_token=json.dumps(who), access_token="access")


@pytest.mark.methods("identitytoolkit.accounts.signInWithIdp")
def test_sign_in_with_idp(app):
    body = {**google_assertion(), "returnRefreshToken": True, "returnIdpCredential": True}

    answer = app.call("identitytoolkit.accounts.signInWithIdp", body=body)
    by_token = app.call(
        "identitytoolkit.accounts.signInWithIdp",
        body={"requestUri": "http://localhost", "pendingToken": answer["pendingToken"], "returnSecureToken": True},
    )

    assert answer["kind"] == by_token["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert (answer["email"], answer["isNewUser"], answer["providerId"]) == (ALICE, True, "google.com")
    assert answer["oauthAccessToken"] == "access" and answer["oauthRefreshToken"]
    assert claims(answer["idToken"])["firebase"]["identities"]["google.com"] == ["g-1"]
    assert by_token["localId"] == answer["localId"]
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.signInWithIdp", body={**body, "postBody": "providerId=yahoo.com"})
    assert refusal(raised)[0] == 400


@pytest.mark.methods("identitytoolkit.accounts.sendVerificationCode", "identitytoolkit.accounts.signInWithPhoneNumber")
def test_sign_in_with_phone_number(app, rest):
    sent = app.call("identitytoolkit.accounts.sendVerificationCode", body={"phoneNumber": NUMBER})
    (message,) = rest.wait(to=NUMBER, type="SMS_SIGN_IN")
    assert sent == {"sessionInfo": message["sessionInfo"]}

    body = {"sessionInfo": sent["sessionInfo"], "code": message["code"]}
    with pytest.raises(HttpError) as raised:
        wrong = {**body, "code": f"{message['code']}1"}
        app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=wrong)
    answer = app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)

    assert refusal(raised) == (400, "INVALID_CODE")
    assert (answer["phoneNumber"], answer["isNewUser"], answer["expiresIn"]) == (NUMBER, True, "3600")
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "phone"
    (user,) = app.call("identitytoolkit.accounts.lookup", body={"idToken": answer["idToken"]})["users"]
    assert user["phoneNumber"] == NUMBER


@pytest.mark.methods("identitytoolkit.accounts.signInWithPhoneNumber")
def test_temporary_proof(app, rest):
    def sign_in(**extra):
        session, code = session_and_code(rest)
        body = {"sessionInfo": session, "code": code, **extra}
        return app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)

    owner, other = sign_in(), sign_up(app)

    taken = sign_in(idToken=other["idToken"])

    assert (taken["phoneNumber"], taken["temporaryProofExpiresIn"]) == (NUMBER, "3600")
    body = {"phoneNumber": NUMBER, "temporaryProof": taken["temporaryProof"]}
    proven = app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)
    assert proven["localId"] == owner["localId"]


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


# Second factors and revocation, which are methods of v2


@pytest.fixture
def alice(rest):
    """The sign-in of an account whose address is verified."""
    return signed_in_user(rest)


@pytest.mark.methods(
    "identitytoolkit.accounts.mfaEnrollment.start",
    "identitytoolkit.accounts.mfaEnrollment.finalize",
    "identitytoolkit.accounts.mfaEnrollment.withdraw",
    "identitytoolkit.accounts.mfaSignIn.start",
    "identitytoolkit.accounts.mfaSignIn.finalize",
)
def test_a_number_as_second_factor(app, app_v2, rest, alice):
    body = {"idToken": alice["idToken"], "phoneEnrollmentInfo": {"phoneNumber": NUMBER}}
    started = app_v2.call("identitytoolkit.accounts.mfaEnrollment.start", body=body)
    (message,) = rest.wait(type="SMS_MFA_ENROLLMENT")
    assert started == {"phoneSessionInfo": {"sessionInfo": message["sessionInfo"]}}
    info = {"sessionInfo": message["sessionInfo"], "code": message["code"]}
    body = {"idToken": alice["idToken"], "displayName": "Phone", "phoneVerificationInfo": info}
    enrolled = app_v2.call("identitytoolkit.accounts.mfaEnrollment.finalize", body=body)
    (user,) = app.call("identitytoolkit.accounts.lookup", body={"idToken": enrolled["idToken"]})["users"]
    (factor,) = user["mfaInfo"]
    assert (factor["phoneInfo"], factor["displayName"]) == (NUMBER, "Phone")

    body = {"email": ALICE, "password": "correct-horse", "returnSecureToken": True}
    asked = app.call("identitytoolkit.accounts.signInWithPassword", body=body)
    assert "idToken" not in asked and factor_id(asked) == factor["mfaEnrollmentId"]
    pending = {"mfaPendingCredential": asked["mfaPendingCredential"]}
    body = {**pending, "mfaEnrollmentId": factor_id(asked), "phoneSignInInfo": {}}
    started = app_v2.call("identitytoolkit.accounts.mfaSignIn.start", body=body)
    (message,) = rest.wait(type="SMS_MFA_SIGN_IN")
    assert started == {"phoneResponseInfo": {"sessionInfo": message["sessionInfo"]}}
    info = {"sessionInfo": message["sessionInfo"], "code": message["code"]}
    body = {**pending, "phoneVerificationInfo": info}
    answer = app_v2.call("identitytoolkit.accounts.mfaSignIn.finalize", body=body)
    assert claims(answer["idToken"])["firebase"]["sign_in_second_factor"] == "phone"

    body = {"idToken": answer["idToken"], "mfaEnrollmentId": factor["mfaEnrollmentId"]}
    withdrawn = app_v2.call("identitytoolkit.accounts.mfaEnrollment.withdraw", body=body)
    assert "sign_in_second_factor" not in claims(withdrawn["idToken"])["firebase"]
    with pytest.raises(HttpError) as raised:
        body = {"idToken": withdrawn["idToken"], "mfaEnrollmentId": factor["mfaEnrollmentId"]}
        app_v2.call("identitytoolkit.accounts.mfaEnrollment.withdraw", body=body)
    assert refusal(raised) == (400, "MFA_ENROLLMENT_NOT_FOUND")


@pytest.mark.methods("identitytoolkit.accounts.mfaEnrollment.start", "identitytoolkit.accounts.mfaEnrollment.finalize")
def test_enrolling_an_authenticator_app(app_v2, alice):
    body = {"idToken": alice["idToken"], "totpEnrollmentInfo": {}}
    info = app_v2.call("identitytoolkit.accounts.mfaEnrollment.start", body=body)["totpSessionInfo"]
    assert (info["verificationCodeLength"], info["hashingAlgorithm"], info["periodSec"]) == (6, "SHA1", 30)
    code = AuthenticatorApp(info["sharedSecretKey"]).code()
    verification = {"sessionInfo": info["sessionInfo"], "verificationCode": code}
    body = {"idToken": alice["idToken"], "displayName": "App", "totpVerificationInfo": verification}

    answer = app_v2.call("identitytoolkit.accounts.mfaEnrollment.finalize", body=body)

    assert answer["totpAuthInfo"] == {} and answer["refreshToken"]
    assert claims(answer["idToken"])["firebase"]["sign_in_second_factor"] == "totp"


@pytest.mark.methods("identitytoolkit.accounts.mfaSignIn.finalize")
def test_signing_in_with_an_authenticator_app(app_v2, rest, alice):
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


@pytest.mark.methods("identitytoolkit.accounts.revokeToken")
def test_revoke_token(app, app_v2):
    body = assertion("apple.com", id_token='{"sub":"a-1"}')
    session = app.call("identitytoolkit.accounts.signInWithIdp", body=body)
    body = {"providerId": "apple.com", "tokenType": "CODE", "token": "code", "idToken": session["idToken"]}

    answer = app_v2.call("identitytoolkit.accounts.revokeToken", body=body)

    assert answer == {}


# Configurations of identity providers

# Collection → the parameter that names a new configuration, an ID, a configuration, a mask, and a change to it.
PROVIDER_CONFIGS = {
    "defaultSupportedIdpConfigs": (
        "idpId",
        "apple.com",
        {
            "appleSignInConfig": {
                "bundleIds": ["test.example.app"],
                "codeFlowConfig": {"keyId": "key", "privateKey": "pem", "teamId": "team"},
            },
            "clientId": "client",
            "clientSecret": "secret",
            "enabled": True,
        },
        "clientId",
        {"clientId": "new"},
    ),
    "oauthIdpConfigs": (
        "oauthIdpConfigId",
        "oidc.acme",
        {
            "clientId": "client",
            "clientSecret": "secret",
            "displayName": "Acme",
            "enabled": True,
            "issuer": "https://idp.example.test",
            "responseType": {"idToken": True},
        },
        "responseType.idToken,responseType.code",
        {"responseType": {"idToken": False, "code": True}},
    ),
    "inboundSamlConfigs": (
        "inboundSamlConfigId",
        "saml.acme",
        {
            "displayName": "Acme",
            "enabled": True,
            "idpConfig": {
                "idpCertificates": [{"x509Certificate": "CERT"}],
                "idpEntityId": "idp",
                "signRequest": True,
                "ssoUrl": "https://idp.example.test/sso",
            },
            "spConfig": {"callbackUri": "https://app.example.test/__/auth/handler", "spEntityId": "app"},
        },
        "idpConfig.idpCertificates,displayName",
        {"displayName": "New", "idpConfig": {"idpCertificates": [{"x509Certificate": "A"}, {"x509Certificate": "B"}]}},
    ),
}


def merged(document, change):
    """The document with the leaves of a change; of the response types those that are on."""
    result = dict(document)
    for name, value in change.items():
        result[name] = {**document[name], **value} if isinstance(value, dict) else value
    if "responseType" in result:
        result["responseType"] = {name: value for name, value in result["responseType"].items() if value}
    return result


@pytest.mark.parametrize("collection", PROVIDER_CONFIGS)
def test_provider_configs(admin_v2, called, scope, project, tenant, collection):
    id_parameter, config_id, config, mask, change = PROVIDER_CONFIGS[collection]
    parent = f"projects/{project}" + (f"/tenants/{tenant}" if tenant else "")
    name = f"{parent}/{collection}/{config_id}"

    def call(method, **arguments):
        return admin_v2.call(f"{scope}.{collection}.{method}", **arguments)

    assert call("list", parent=parent) == {}
    created = call("create", parent=parent, body=config, **{id_parameter: config_id})
    assert created == {"name": name, **config}
    assert call("get", name=name) == created
    assert call("list", parent=parent, pageSize=1) == {collection: [created]}
    assert call("list", parent=parent, pageToken=config_id) == {}
    changed = call("patch", name=name, updateMask=mask, body=change)
    assert changed == {"name": name, **merged(config, change)}
    assert call("get", name=name) == changed
    with pytest.raises(HttpError) as raised:
        call("create", parent=parent, body=config, **{id_parameter: config_id})
    assert refusal(raised) == (400, "CONFIGURATION_EXISTS")
    assert call("delete", name=name) == {}
    for method, arguments in (("get", {}), ("delete", {}), ("patch", {"body": {}})):
        with pytest.raises(HttpError) as raised:
            call(method, name=name, **arguments)
        assert refusal(raised) == (400, "CONFIGURATION_NOT_FOUND")

    methods = {method for method in all_methods(description("v2")) if method.startswith(f"{scope}.{collection}.")}
    assert len(methods) == 5 and called >= methods


@pytest.mark.methods("identitytoolkit.defaultSupportedIdps.list")
def test_default_supported_idps(admin_v2):
    answer = admin_v2.call("identitytoolkit.defaultSupportedIdps.list")
    known = {entry["idpId"]: entry["description"] for entry in answer["defaultSupportedIdps"]}
    assert {"google.com", "apple.com", "facebook.com", "github.com", "microsoft.com"} <= known.keys()
    assert all(known.values()) and "nextPageToken" not in answer

    ids, token = [], None
    while token or not ids:
        page = admin_v2.call("identitytoolkit.defaultSupportedIdps.list", pageSize=3, pageToken=token)
        ids += [entry["idpId"] for entry in page["defaultSupportedIdps"]]
        token = page.get("nextPageToken")
    assert ids == list(known)


POLICY = {
    "passwordPolicyEnforcementState": "ENFORCE",
    "passwordPolicyVersions": [
        {"customStrengthOptions": {"minPasswordLength": 8, "maxPasswordLength": 20, "containsNumericCharacter": True}}
    ],
}


@pytest.mark.methods("identitytoolkit.getPasswordPolicy")
def test_password_policy(app_v2, rest):
    assert app_v2.call("identitytoolkit.getPasswordPolicy")["customStrengthOptions"]["minPasswordLength"] == 6

    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": POLICY})

    answer = app_v2.call("identitytoolkit.getPasswordPolicy")
    assert answer["customStrengthOptions"] == POLICY["passwordPolicyVersions"][0]["customStrengthOptions"]
    assert (answer["enforcementState"], answer["schemaVersion"]) == ("ENFORCE", 1)
    refused = failure(rest.app("signUp", {"email": ALICE, "password": "password"}))
    assert refused.endswith("[Password must contain a numeric character]")


@pytest.mark.methods("identitytoolkit.getRecaptchaConfig")
def test_recaptcha_config(app_v2, rest):
    config = {
        "emailPasswordEnforcementState": "ENFORCE",
        "phoneEnforcementState": "AUDIT",
        "recaptchaKeys": [{"key": "projects/p/keys/web", "type": "WEB"}],
    }
    rest.configure("recaptchaConfig", {"recaptchaConfig": config})

    answer = app_v2.call(
        "identitytoolkit.getRecaptchaConfig", clientType="CLIENT_TYPE_WEB", version="RECAPTCHA_ENTERPRISE"
    )

    assert answer["recaptchaKey"] == "projects/p/keys/web"
    states = {state["provider"]: state["enforcementState"] for state in answer["recaptchaEnforcementState"]}
    assert states == {"EMAIL_PASSWORD_PROVIDER": "ENFORCE", "PHONE_PROVIDER": "AUDIT"}
    assert failure(rest.app("signUp", {"email": ALICE, "password": "correct-horse"})) == "MISSING_RECAPTCHA_TOKEN"


@pytest.mark.methods("identitytoolkit.projects.identityPlatform.initializeAuth")
def test_initialize_auth(admin_v2, project):
    method = "identitytoolkit.projects.identityPlatform.initializeAuth"

    assert admin_v2.call(method, project=f"projects/{project}", body={}) == {}


@pytest.mark.methods("identitytoolkit.accounts.verifyIosClient")
def test_verify_ios_client(app):
    answer = app.call("identitytoolkit.accounts.verifyIosClient", body={"appToken": "token", "isSandbox": True})

    assert answer["receipt"] and int(answer["suggestedTimeout"]) > 0


# The same methods under the names of v3


@pytest.mark.methods("identitytoolkit.relyingparty.verifyAssertion")
def test_verify_assertion(app_v3):
    first = app_v3.call("identitytoolkit.relyingparty.verifyAssertion", body=google_assertion())
    again = app_v3.call("identitytoolkit.relyingparty.verifyAssertion", body=google_assertion())

    assert first["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert (first["email"], first["isNewUser"]) == (ALICE, True)
    assert claims(first["idToken"])["firebase"]["sign_in_provider"] == "google.com"
    assert again["localId"] == first["localId"] and "isNewUser" not in again


@pytest.mark.methods(
    "identitytoolkit.relyingparty.sendVerificationCode", "identitytoolkit.relyingparty.verifyPhoneNumber"
)
def test_verify_phone_number(app_v3, rest):
    sent = app_v3.call("identitytoolkit.relyingparty.sendVerificationCode", body={"phoneNumber": NUMBER})
    (message,) = rest.wait(to=NUMBER, type="SMS_SIGN_IN")
    assert sent == {"sessionInfo": message["sessionInfo"]}

    body = {"sessionInfo": sent["sessionInfo"], "code": message["code"], "operation": "SIGN_UP_OR_IN"}
    answer = app_v3.call("identitytoolkit.relyingparty.verifyPhoneNumber", body=body)

    assert (answer["phoneNumber"], answer["isNewUser"]) == (NUMBER, True)
    assert claims(answer["idToken"])["phone_number"] == NUMBER


@pytest.fixture
def admin_v3(server, called):
    return Client(server, called, version="v3", access_token="owner")


@pytest.mark.methods("identitytoolkit.relyingparty.setProjectConfig")
def test_set_project_config(admin_v3):
    # The legacy method names no project: it is about the caller's, which is the server's own.
    answer = admin_v3.call("identitytoolkit.relyingparty.setProjectConfig", body={"allowPasswordUser": True})

    assert answer["projectId"].isdigit()


@pytest.mark.methods("identitytoolkit.relyingparty.signOutUser")
def test_sign_out_user(admin_v3, server):
    own = Rest(server, "demo-firebreak")
    session = ok(own.app("signUp", {"returnSecureToken": True}))

    answer = admin_v3.call("identitytoolkit.relyingparty.signOutUser", body={"localId": session["localId"]})

    assert answer == {"localId": session["localId"]}
    assert failure(own.refresh(session["refreshToken"])) == "TOKEN_EXPIRED"


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

    later = {name for version in ("v2", "v3") for name in all_methods(description(version))}
    tested -= later - set(all_methods(description()))
    assert not tested & set(NOT_BUILT)
    assert tested | set(NOT_BUILT) == set(all_methods(description()))
