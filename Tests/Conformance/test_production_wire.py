"""Envelopes, headers and shapes of production: production.md section 1."""

import json

import pytest

from production import EMAIL, OTHER_PASSWORD, PASSWORD, code, error, page
from rest import IDENTITY_TOOLKIT, SECURE_TOKEN, claims, failure, ok

pytestmark = [
    pytest.mark.profiles("production"),
    pytest.mark.contract("production.md 1", "production.md 1.2", "production.md 1.3"),
]

UNREGISTERED = (
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form"
    " of API consumer identity to call this API."
)
NEEDS_PRINCIPAL = (
    "API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that"
    " assert a principal. See https://cloud.google.com/docs/authentication"
)


def kind(name):
    return f"identitytoolkit#{name}"


# Errors


def test_v1_errors_have_a_list_and_no_status(rest):
    assert error(rest.app("signInWithPassword", {"email": "x", "password": "y"})) == {
        "code": 400,
        "message": "INVALID_EMAIL",
        "errors": [{"message": "INVALID_EMAIL", "domain": "global", "reason": "invalid"}],
    }
    assert set(error(rest.admin("/accounts:delete", {}))) == {"code", "message", "errors"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rest: rest.app_v2("mfaEnrollment:start", {"phoneEnrollmentInfo": {}}), "INVALID_ID_TOKEN"),
        (lambda rest: rest.refresh("garbage"), "INVALID_REFRESH_TOKEN"),
        (
            lambda rest: rest.request("GET", f"{IDENTITY_TOOLKIT}/v2/recaptchaConfig", params={"key": rest.key}),
            "MISSING_CLIENT_TYPE",
        ),
        (
            lambda rest: rest.request(
                "GET", f"{IDENTITY_TOOLKIT}/v2/passwordPolicy", params={"key": rest.key, "tenantId": "none-12345"}
            ),
            "INVALID_TENANT_ID",
        ),
    ],
)
def test_v2_and_token_errors_have_a_status_and_no_list(rest, call, message):
    rest.allow_all()
    assert error(call(rest)) == {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}


@pytest.mark.parametrize(
    ("path", "body", "field", "kind_of", "value"),
    [
        (
            "/accounts:sendOobCode",
            {"requestType": "WORD", "email": EMAIL},
            "req_type",
            "type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType",
            '"WORD"',
        ),
        ("/accounts:update", {"localId": "u", "validSince": "word"}, "valid_since", "TYPE_INT64", '"word"'),
        (
            "/accounts:batchCreate",
            {"users": [{"localId": "u", "createdAt": "word"}]},
            "users[0].created_at",
            "TYPE_INT64",
            '"word"',
        ),
        (
            "/accounts:batchCreate",
            {"users": [{"localId": "u", "passwordHash": "%%%"}]},
            "users[0].password",
            "TYPE_BYTES",
            'Base64 decoding failed for "%%%"',
        ),
        (":createSessionCookie", {"idToken": "t", "validDuration": "1.5"}, "valid_duration", "TYPE_INT64", '"1.5"'),
        (":createSessionCookie", {"idToken": "t", "validDuration": "words"}, "valid_duration", "TYPE_INT64", '"words"'),
    ],
)
def test_values_that_do_not_fit_their_field(rest, path, body, field, kind_of, value):
    found = error(rest.admin(path, body))
    description = f"Invalid value at '{field}' ({kind_of}), {value}"

    assert found == {
        "code": 400,
        "message": description,
        "status": "INVALID_ARGUMENT",
        "errors": [{"message": description, "reason": "invalid"}],
        "details": [
            {
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [{"field": field, "description": description}],
            }
        ],
    }


def test_unknown_members_are_refused_on_configuration_alone(rest):
    found = error(rest.admin("/config", {"x": 1}, verb="PATCH", version="v2", params={"updateMask": "signIn"}))
    assert found["message"] == "Invalid JSON payload received. Unknown name \"x\" at 'config': Cannot find field."
    assert found["status"] == "INVALID_ARGUMENT" and "errors" not in found
    ok(rest.app("signUp", {"email": EMAIL, "password": PASSWORD, "x": 1}))


def test_a_body_that_is_a_list(rest):
    found = error(rest.admin("/config", [], verb="PATCH", version="v2", params={"updateMask": "signIn"}))
    assert found["message"] == (
        'Invalid JSON payload received. Unknown name "": Root element must be a message.'
    )


def test_no_api_key(rest):
    found = error(rest.request("POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp", json={}), 403)
    assert (found["message"], found["status"]) == (UNREGISTERED, "PERMISSION_DENIED")
    assert [entry["reason"] for entry in found["errors"]] == ["forbidden"]
    found = error(rest.request("POST", SECURE_TOKEN, data={"grant_type": "refresh_token"}), 403)
    assert (found["message"], "errors" in found) == (UNREGISTERED, False)


def test_a_bad_api_key(start_server):
    from rest import Rest

    rest = Rest(start_server("--profile", "production", "--unknown-keys", "reject"), "demo", key="nobodys")
    found = error(rest.app("signUp", {}))
    assert (found["message"], found["status"]) == (
        "API key not valid. Please pass a valid API key.",
        "INVALID_ARGUMENT",
    )
    assert [entry["reason"] for entry in found["errors"]] == ["badRequest"]
    (detail,) = [entry for entry in found["details"] if entry["@type"].endswith("ErrorInfo")]
    assert (detail["reason"], detail["domain"]) == ("API_KEY_INVALID", "googleapis.com")
    assert detail["metadata"] == {"service": "identitytoolkit.googleapis.com"}
    found = error(rest.refresh("x"))
    assert "errors" not in found
    (detail,) = [entry for entry in found["details"] if entry["@type"].endswith("ErrorInfo")]
    assert detail["metadata"] == {"service": "securetoken.googleapis.com"}


def test_a_key_for_other_pages(rest):
    ok(rest.control("POST", "/faults", json={"on": "accounts.signUp", "error": "API_KEY_HTTP_REFERRER_BLOCKED"}))
    answer = rest.app("signUp", {}, headers={"Referer": "http://shop.example/"})
    found = error(answer, 403)
    message = "Requests from referer http://shop.example/ are blocked."
    assert (found["message"], found["status"]) == (message, "PERMISSION_DENIED")
    assert found["errors"] == [{"message": message, "domain": "global", "reason": "forbidden"}]
    info = found["details"][0]
    assert (info["reason"], info["domain"]) == ("API_KEY_HTTP_REFERRER_BLOCKED", "googleapis.com")
    number = ok(rest.request("GET", f"{IDENTITY_TOOLKIT}/v1/projects", params={"key": rest.key}))["projectId"]
    assert info["metadata"] == {
        "service": "identitytoolkit.googleapis.com",
        "consumer": f"projects/{number}",
        "httpReferrer": "http://shop.example/",
    }


@pytest.mark.parametrize("path", ["/accounts", "/accounts:lookup", "/accounts:update", "/accounts:delete"])
def test_admin_routes_want_an_admin(rest, path):
    answer = rest.request(
        "POST", f"{IDENTITY_TOOLKIT}/v1/projects/{rest.project}{path}", params={"key": rest.key}, json={}
    )
    assert failure(answer) == (
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
    )


def test_session_cookies_want_a_principal(rest):
    answer = rest.request(
        "POST",
        f"{IDENTITY_TOOLKIT}/v1/projects/{rest.project}:createSessionCookie",
        params={"key": rest.key},
        json={"idToken": "x"},
    )
    found = error(answer, 401)
    assert (found["message"], found["status"]) == (NEEDS_PRINCIPAL, "UNAUTHENTICATED")
    assert found["errors"] == [
        {
            "message": "Login Required.",
            "domain": "global",
            "reason": "required",
            "location": "Authorization",
            "locationType": "header",
        }
    ]


@pytest.mark.parametrize(("verb", "path"), [("POST", "/v1/accounts:fly"), ("GET", "/v1/accounts:signUp")])
def test_unknown_methods_are_a_page(rest, verb, path):
    answer = rest.request(verb, IDENTITY_TOOLKIT + path, params={"key": rest.key})
    assert (answer.status_code, answer.headers["Content-Type"].split(";")[0]) == (404, "text/html")


def test_headers(rest):
    answer = rest.app("signUp", {"email": EMAIL, "password": PASSWORD})
    assert {name: answer.headers.get(name) for name in (
        "Expires", "Cache-Control", "Pragma", "Content-Type", "Vary", "X-Frame-Options", "X-XSS-Protection",
        "X-Content-Type-Options", "Access-Control-Allow-Origin",
    )} == {
        "Expires": "Mon, 01 Jan 1990 00:00:00 GMT",
        "Cache-Control": "no-cache, no-store, max-age=0, must-revalidate",
        "Pragma": "no-cache",
        "Content-Type": "application/json; charset=UTF-8",
        "Vary": "Origin, X-Origin, Referer",
        "X-Frame-Options": "SAMEORIGIN",
        "X-XSS-Protection": "0",
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": None,
    }
    from_page = rest.app("signUp", {}, headers={"Origin": "https://app.example.test"})
    assert from_page.headers["Access-Control-Allow-Origin"] == "https://app.example.test"


def test_headers_of_what_never_reaches_the_service(rest):
    answer = rest.request("GET", f"{IDENTITY_TOOLKIT}/v1/projects")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (403, "private")
    assert "Expires" not in answer.headers and "Pragma" not in answer.headers


def test_system_parameters(rest):
    url = f"{IDENTITY_TOOLKIT}/v1/projects/{rest.project}/accounts:lookup"
    user = rest.sign_up(EMAIL, PASSWORD)["localId"]
    parameters = {"access_token": "owner", "fields": "users(email,localId)", "prettyPrint": "false"}
    answer = rest.request("POST", url, params=parameters, json={"localId": [user]})
    assert answer.text == json.dumps({"users": [{"localId": user, "email": EMAIL}]}, separators=(",", ":"))
    refused = rest.request("POST", url, params={**parameters, "fields": "users(nothing)"}, json={"localId": [user]})
    assert error(refused)["message"] == "Invalid field selection nothing"
    assert "\n" not in refused.text


@pytest.mark.parametrize("refused", [False, True])
def test_answers_are_indented(rest, refused):
    answer = rest.app("signUp", {} if refused else {"email": EMAIL, "password": PASSWORD})
    assert answer.text == json.dumps(answer.json(), indent=2, ensure_ascii=False) + "\n"


# What users may not say


def test_fields_of_admins(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    other = rest.existing_account("bob@example.test")
    token = own["idToken"]

    assert failure(rest.app("update", {"idToken": token, "customAttributes": "{}"})) == "INSUFFICIENT_PERMISSION"
    assert failure(rest.app("update", {"idToken": token, "disableUser": True})) == "OPERATION_NOT_ALLOWED"
    assert failure(
        rest.app("update", {"idToken": token, "linkProviderUserInfo": {"providerId": "google.com", "rawId": "1"}})
    ) == "UNEXPECTED_PARAMETER : link_provider_user_info is not allowed with ID token."
    ignored = ok(rest.app("update", {"idToken": token, "emailVerified": True, "localId": other}))
    assert ignored["localId"] == own["localId"]
    assert rest.account(own["localId"])["emailVerified"] is False
    (seen,) = ok(rest.app("lookup", {"idToken": token, "email": ["bob@example.test"], "localId": [other]}))["users"]
    assert seen["localId"] == own["localId"]


def test_own_valid_since_is_ignored_but_answered_with_tokens(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    before = rest.account(own["localId"])["validSince"]

    answer = ok(rest.app("update", {"idToken": own["idToken"], "validSince": "99999999999", "returnSecureToken": True}))

    assert answer["idToken"]
    assert rest.account(own["localId"])["validSince"] == before
    ok(rest.refresh(own["refreshToken"]))


@pytest.mark.parametrize("method", ["lookup", "update", "delete"])
@pytest.mark.parametrize(
    ("token", "message"),
    [("", "INVALID_ID_TOKEN"), ("word", "INVALID_ID_TOKEN"), (None, "MISSING_ID_TOKEN"), (..., "MISSING_ID_TOKEN")],
)
def test_missing_tokens(rest, method, token, message):
    body = {} if token is ... else {"idToken": token}
    assert failure(rest.app(method, body)) == message


@pytest.mark.parametrize("body", [{}, {"idToken": None}])
@pytest.mark.parametrize("method", ["mfaEnrollment:start", "mfaEnrollment:finalize", "mfaEnrollment:withdraw"])
def test_missing_tokens_of_second_factors(rest, method, body):
    rest.allow_all()
    assert failure(rest.app_v2(method, body)) == "INVALID_ID_TOKEN"


# What answers leave out


def test_disabled_is_shown_of_accounts_that_admins_made(rest):
    made = rest.account(rest.existing_account("bob@example.test", verified=False))
    own = rest.own_account(rest.sign_up(EMAIL, PASSWORD)["idToken"])
    assert (made["disabled"], made["emailVerified"]) == (False, False)
    assert ("disabled" in own, own["emailVerified"]) == (False, False)
    ok(rest.admin("/accounts:update", {"localId": own["localId"], "disableUser": False}))
    assert rest.account(own["localId"])["disabled"] is False


def test_hashes_are_redacted_but_for_downloads(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    changed = ok(rest.app("update", {"idToken": own["idToken"], "password": OTHER_PASSWORD}))
    assert rest.account(own["localId"])["passwordHash"] == "UkVEQUNURUQ="
    assert changed["passwordHash"] == "UkVEQUNURUQ="
    (downloaded,) = rest.accounts()
    assert downloaded["passwordHash"] != "UkVEQUNURUQ=" and downloaded["salt"] and downloaded["version"] == 0


# Shapes: members in order


def test_sign_up(rest):
    assert list(rest.sign_up(EMAIL, PASSWORD, displayName="A")) == [
        "kind", "idToken", "displayName", "email", "refreshToken", "expiresIn", "localId",
    ]
    answer = rest.sign_up("bob@example.test", PASSWORD)
    assert list(answer) == ["kind", "idToken", "email", "refreshToken", "expiresIn", "localId"]
    assert (answer["kind"], answer["expiresIn"]) == (kind("SignupNewUserResponse"), "3600")
    rest.allow_all()
    assert list(rest.sign_up()) == ["kind", "idToken", "refreshToken", "expiresIn", "localId"]


def test_admin_create(rest):
    answer = ok(rest.admin("/accounts", {"localId": "u"}))
    assert list(answer.items()) == [("kind", kind("SignupNewUserResponse")), ("email", ""), ("localId", "u")]
    answer = ok(rest.admin("/accounts", {"email": EMAIL, "password": PASSWORD, "displayName": "A"}))
    assert (list(answer), answer["email"]) == (["kind", "email", "localId"], EMAIL)


def test_sign_in_with_password(rest):
    rest.existing_account(EMAIL)
    answer = ok(rest.sign_in(EMAIL, PASSWORD))
    assert list(answer) == [
        "kind", "localId", "email", "displayName", "idToken", "registered", "refreshToken", "expiresIn",
    ]
    assert (answer["kind"], answer["displayName"], answer["registered"]) == (
        kind("VerifyPasswordResponse"), "", True,
    )
    ok(rest.admin("/accounts:update", {"email": EMAIL, "localId": answer["localId"], "photoUrl": "http://p"}))
    assert list(ok(rest.sign_in(EMAIL, PASSWORD))) == [
        "kind", "localId", "email", "displayName", "idToken", "registered", "profilePicture", "refreshToken",
        "expiresIn",
    ]


def test_sign_in_with_email_link(rest):
    rest.allow_all()
    for is_new in (True, False):
        answer = ok(rest.app("signInWithEmailLink", {"email": EMAIL, "oobCode": code(rest, "EMAIL_SIGNIN")}))
        assert list(answer) == ["kind", "idToken", "email", "refreshToken", "expiresIn", "localId", "isNewUser"]
        assert (answer["kind"], answer["isNewUser"]) == (kind("EmailLinkSigninResponse"), is_new)


def test_sign_in_with_custom_token(rest):
    token = json.dumps({"uid": "u"})
    answer = ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))
    assert list(answer) == ["kind", "idToken", "refreshToken", "expiresIn", "isNewUser"]
    assert (answer["kind"], answer["isNewUser"]) == (kind("VerifyCustomTokenResponse"), True)


def test_sign_in_with_phone_number(rest):
    from sms import NUMBER, session_and_code, sign_in_by_phone, sign_in_with_code

    rest.allow_all()
    assert list(ok(sign_in_by_phone(rest))) == [
        "idToken", "refreshToken", "expiresIn", "localId", "isNewUser", "phoneNumber",
    ]
    other = rest.sign_up(EMAIL, PASSWORD)
    answer = ok(sign_in_with_code(rest, *session_and_code(rest), idToken=other["idToken"]))
    assert list(answer) == ["temporaryProof", "phoneNumber", "temporaryProofExpiresIn"]
    assert (answer["phoneNumber"], answer["temporaryProofExpiresIn"]) == (NUMBER, "3600")


def test_update(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    named = ok(rest.app("update", {"idToken": own["idToken"], "displayName": "A", "returnSecureToken": True}))
    assert [name for name in named if "oken" in name or name == "expiresIn"] == []
    assert list(named) == ["kind", "localId", "email", "displayName", "providerUserInfo", "passwordHash",
                           "emailVerified"]
    changed = ok(rest.app("update", {"idToken": own["idToken"], "password": OTHER_PASSWORD, "returnSecureToken": True}))
    assert list(changed) == [
        "kind", "localId", "email", "displayName", "idToken", "providerUserInfo", "refreshToken", "expiresIn",
        "passwordHash", "emailVerified",
    ]
    assert changed["kind"] == kind("SetAccountInfoResponse")
    by_admin = ok(rest.admin("/accounts:update", {"localId": own["localId"], "password": PASSWORD}))
    assert list(by_admin) == ["kind", "localId", "email", "displayName", "providerUserInfo", "passwordHash",
                              "emailVerified"]


def test_lookup(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    seen = rest.own_account(own["idToken"])
    assert list(seen) == [
        "localId", "email", "passwordHash", "emailVerified", "passwordUpdatedAt", "providerUserInfo", "validSince",
        "lastLoginAt", "createdAt", "lastRefreshAt",
    ]
    assert isinstance(seen["passwordUpdatedAt"], (int, float))
    assert list(seen["providerUserInfo"][0].items()) == [
        ("providerId", "password"), ("federatedId", EMAIL), ("email", EMAIL), ("rawId", EMAIL),
    ]
    nobody = ok(rest.admin("/accounts:lookup", {"localId": ["nobody"]}))
    assert nobody == {"kind": kind("GetAccountInfoResponse")}


def test_provider_entries(rest):
    made = ok(rest.admin("/accounts", {"localId": "u", "email": EMAIL}))
    assert "providerUserInfo" not in rest.account(made["localId"])
    ok(rest.admin("/accounts:update", {"localId": "u", "password": PASSWORD, "phoneNumber": "+16505550100",
                                       "linkProviderUserInfo": {"providerId": "google.com", "rawId": "g"}}))
    entries = rest.account("u")["providerUserInfo"]
    assert [entry["providerId"] for entry in entries] == ["phone", "google.com", "password"]
    assert list(entries[0].items()) == [
        ("providerId", "phone"), ("rawId", "+16505550100"), ("phoneNumber", "+16505550100"),
    ]


def test_refresh(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    answer = ok(rest.refresh(own["refreshToken"]))
    assert list(answer) == [
        "access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id", "project_id",
    ]
    assert answer["access_token"] == answer["id_token"]
    assert (answer["token_type"], answer["expires_in"], answer["user_id"]) == ("Bearer", "3600", own["localId"])
    number = ok(rest.request("GET", f"{IDENTITY_TOOLKIT}/v1/projects", params={"key": rest.key}))["projectId"]
    assert answer["project_id"] == number and number.isdigit()
    ok(rest.refresh(own["refreshToken"]))
    assert claims(answer["id_token"])["sub"] == own["localId"]


def test_delete(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    assert ok(rest.app("delete", {"idToken": own["idToken"]})) == {"kind": kind("DeleteAccountResponse")}
    assert failure(rest.app("lookup", {"idToken": own["idToken"]})) == "USER_NOT_FOUND"
    assert failure(rest.refresh(own["refreshToken"])) == "USER_NOT_FOUND"


def test_kinds(rest):
    own = rest.existing_account(EMAIL)
    reset = code(rest, "PASSWORD_RESET")
    calls = {
        "GetOobConfirmationCodeResponse": rest.admin(
            "/accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": EMAIL}
        ),
        "CreateAuthUriResponse": rest.app("createAuthUri", {"identifier": EMAIL, "continueUri": page(rest)}),
        "DownloadAccountResponse": rest.admin("/accounts:batchGet", verb="GET"),
        "UploadAccountResponse": rest.admin("/accounts:batchCreate", {"users": [{"localId": "v"}]}),
        "GetRecaptchaParamResponse": rest.request(
            "GET", f"{IDENTITY_TOOLKIT}/v1/recaptchaParams", params={"key": rest.key}
        ),
        "SetAccountInfoResponse": rest.admin("/accounts:update", {"localId": own, "displayName": "A"}),
        "DeleteAccountResponse": rest.admin("/accounts:delete", {"localId": own}),
    }
    assert reset
    assert {name: ok(answer).get("kind") for name, answer in calls.items()} == {name: kind(name) for name in calls}
    assert ok(rest.admin("/accounts:batchDelete", {"localIds": ["v"], "force": True})) == {}
    assert "kind" not in ok(rest.admin("/accounts:query", {}))
    assert ok(rest.request(
        "GET", f"{IDENTITY_TOOLKIT}/v1/recaptchaParams", params={"key": rest.key}
    )).keys() >= {"kind", "recaptchaStoken", "recaptchaSiteKey", "producerProjectNumber"}
