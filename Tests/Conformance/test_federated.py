"""Sign-in with identity providers: fake and verified credentials, linking, pending tokens, Sign in with Apple."""

import base64
import hashlib
import hmac
import json
import re
import time
from urllib.parse import urlencode, urlsplit

import pytest

from federation import (
    REQUEST_URI,
    UNUSABLE,
    IdentityProvider,
    assertion,
    google_user,
    nonce_claim,
    sign_in,
    with_pending_token,
)
from rest import Rest, claims, failure, ok, query, wait_for_second_after

# In `production`, providers have to be configured before anybody can use them.
pytestmark = pytest.mark.profiles("local", "emulator")

EMAIL = "alice@example.test"


def unsigned(token_claims, header=None):
    """A JWT without a signature."""
    parts = (json.dumps(part).encode() for part in (header or {"alg": "none", "typ": "JWT"}, token_claims))
    return "".join(base64.urlsafe_b64encode(part).decode().rstrip("=") + "." for part in parts)


def provider_ids(user):
    return sorted(entry["providerId"] for entry in user.get("providerUserInfo", []))


def entry_of(user, provider):
    (entry,) = [entry for entry in user["providerUserInfo"] if entry["providerId"] == provider]
    return entry


def forget_enumeration_protection(rest):
    rest.configure(
        "emailPrivacyConfig.enableImprovedEmailPrivacy",
        {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}},
    )


# New and known identities


def test_new_account(rest, project, profile):
    picture = "https://example.test/alice.png"
    names = {"name": "Alice Doe", "given_name": "Alice", "family_name": "Doe"}
    who = google_user("g-1", "Alice@Example.Test", **names, picture=picture)

    answer = ok(sign_in(rest, "google.com", who))

    assert answer["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert (answer["providerId"], answer["isNewUser"], answer["expiresIn"]) == ("google.com", True, "3600")
    assert answer["federatedId"] == "https://accounts.google.com/g-1"
    assert (answer["email"], answer["emailVerified"]) == (EMAIL, True)
    assert (answer["displayName"], answer["fullName"], answer["photoUrl"]) == ("Alice Doe", "Alice Doe", picture)
    assert (answer["firstName"], answer["lastName"]) == ("Alice", "Doe")
    assert json.loads(answer["oauthIdToken"]) == who
    told = json.loads(answer["rawUserInfo"])
    names = ("id", "name", "verified_email") if profile == "emulator" else ("sub", "name", "email_verified")
    assert [told[name] for name in names] == ["g-1", "Alice Doe", True]
    assert not {"needConfirmation", "errorMessage", "mfaPendingCredential", "tenantId"} & answer.keys()

    token = claims(answer["idToken"])
    assert (token["aud"], token["sub"], token["name"], token["picture"]) == (
        project, answer["localId"], "Alice Doe", picture,
    )
    assert (token["email"], token["email_verified"]) == (EMAIL, True)
    assert token["firebase"] == {
        "identities": {"email": [EMAIL], "google.com": ["g-1"]}, "sign_in_provider": "google.com",
    }
    user = rest.own_account(answer["idToken"])
    assert (user["email"], user["emailVerified"], user["displayName"]) == (EMAIL, True, "Alice Doe")
    assert provider_ids(user) == ["google.com"]
    entry = entry_of(user, "google.com")
    assert (entry["rawId"], entry["displayName"], entry["photoUrl"]) == ("g-1", "Alice Doe", picture)
    refreshed = claims(ok(rest.refresh(answer["refreshToken"]))["id_token"])
    assert refreshed["firebase"]["sign_in_provider"] == "google.com"


def test_the_same_identity_is_the_same_account(rest, profile):
    first = ok(sign_in(rest, "google.com", google_user("same")))

    again = ok(sign_in(rest, "google.com", google_user("same", name="Renamed")))
    other_subject = ok(sign_in(rest, "google.com", google_user("other")))
    other_provider = ok(sign_in(rest, "github.com", {"sub": "same"}))

    assert again["localId"] == first["localId"] and "isNewUser" not in again
    assert again["displayName"] == "Renamed"
    user = rest.account(first["localId"])
    assert "displayName" not in user
    # Elsewhere the name of the entry is that of the first sign-in.
    assert entry_of(user, "google.com").get("displayName") == ("Renamed" if profile == "emulator" else None)
    assert len({first["localId"], other_subject["localId"], other_provider["localId"]}) == 3


@pytest.mark.parametrize("form", ["claims", "unsigned", "signed"])
def test_forms_of_fake_id_tokens(rest, form):
    made = {"sub": "fake", "email": EMAIL, "iss": "https://elsewhere.example", "exp": 1}
    token = {
        "claims": json.dumps(made, indent=1),
        "unsigned": unsigned(made),
        "signed": IdentityProvider("https://elsewhere.example", "somebody").sign(made),
    }[form]

    answer = ok(sign_in(rest, "google.com", token))

    assert (answer["email"], answer["oauthIdToken"]) == (EMAIL, token)
    assert claims(answer["idToken"])["firebase"]["identities"]["google.com"] == ["fake"]


def test_raw_json_in_the_form(rest):
    body = {**assertion("google.com"), "postBody": 'providerId=google.com&id_token={"sub":"raw"}'}

    answer = ok(rest.app("signInWithIdp", body))

    assert answer["federatedId"] == "https://accounts.google.com/raw"


def test_the_fragment_beats_the_form_and_the_form_beats_the_query(rest):
    def parameters(subject):
        return urlencode({"providerId": "google.com", "id_token": json.dumps({"sub": subject})})

    def subject_of(uri, **body):
        answer = ok(rest.app("signInWithIdp", {"requestUri": uri, **body}))
        return answer["federatedId"].removeprefix("https://accounts.google.com/")

    in_query, in_fragment = f"{REQUEST_URI}/?{parameters('query')}", f"#{parameters('fragment')}"
    assert subject_of(in_query) == "query"
    assert subject_of(in_query, postBody=parameters("form")) == "form"
    assert subject_of(in_query + in_fragment, postBody=parameters("form")) == "fragment"


REFUSALS = {
    "no request URI": ({"requestUri": ""}, "MISSING_REQUEST_URI"),
    "relative request URI": ({"requestUri": "/callback"}, "INVALID_REQUEST_URI"),
    "no provider": ({"postBody": "id_token=x"}, f"{UNUSABLE}http://localhost/?id_token=x"),
    "broken claims": (
        {"postBody": "providerId=google.com&id_token={sub"},
        "INVALID_IDP_RESPONSE : Unable to parse id_token: {sub "
        "((Auth Emulator failed to parse fake id_token as strict JSON.))",
    ),
    "no token at all": (
        {"postBody": "providerId=google.com&id_token=text"},
        "INVALID_IDP_RESPONSE : Unable to parse id_token: text "
        "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))",
    ),
    "no subject": (
        {"postBody": 'providerId=google.com&id_token={"name":"N"}'},
        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. "
        '((Missing "sub" field. This field is required and must be a unique identifier.))',
    ),
    "number as subject": (
        {"postBody": 'providerId=google.com&id_token={"sub":12345}'},
        'INVALID_IDP_RESPONSE : ((The "sub" field must be a string.))',
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_unusable_assertions(rest, profile, case):
    changes, expected = REFUSALS[case]

    refused = failure(rest.app("signInWithIdp", assertion("google.com") | changes))

    # Elsewhere the text after the code is production's, which does not know fake tokens.
    assert refused == expected if profile == "emulator" else refused.split(" : ")[0] == expected.split(" : ")[0]
    assert rest.accounts() == []


def test_disabled_account(rest):
    created = ok(sign_in(rest, "google.com", google_user()))
    ok(rest.admin("/accounts:update", {"localId": created["localId"], "disableUser": True}))

    assert failure(sign_in(rest, "google.com", google_user())) == "USER_DISABLED"


def test_accounts_of_a_tenant_are_apart(rest):
    tenant = rest.create_tenant()
    outside = ok(sign_in(rest, "google.com", google_user()))

    inside = ok(sign_in(rest, "google.com", google_user(), tenantId=tenant))

    assert inside["isNewUser"] is True and inside["localId"] != outside["localId"]
    assert inside["tenantId"] == tenant
    assert claims(inside["idToken"])["firebase"]["tenant"] == tenant
    assert rest.account(inside["localId"], tenant)["tenantId"] == tenant


@pytest.mark.profiles("production")
def test_providers_have_to_be_configured_in_production(rest):
    refused = failure(sign_in(rest, "google.com", google_user()))

    assert refused == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    assert rest.accounts() == []


# Other kinds of credentials


def test_an_access_token_of_google_is_an_identity_without_an_address(rest):
    first = ok(sign_in(rest, "google.com", {"access_token": "ya29.plain-token"}))

    again = ok(sign_in(rest, "google.com", {"access_token": "ya29.plain-token"}))
    other = ok(sign_in(rest, "google.com", {"access_token": "ya29.other-token"}))

    assert (first["isNewUser"], first["oauthAccessToken"]) == (True, "ya29.plain-token")
    assert "email" not in first and "oauthIdToken" not in first
    assert again["localId"] == first["localId"] and "isNewUser" not in again
    assert again["federatedId"] == first["federatedId"]
    assert other["isNewUser"] is True and other["federatedId"] != first["federatedId"]


@pytest.mark.parametrize("provider", ["apple.com", "yahoo.com", "oidc.acme"])
def test_an_access_token_is_not_enough_for_others(rest, provider, profile):
    answer = sign_in(rest, provider, {"access_token": "plain-token"})
    if profile == "emulator" and provider == "oidc.acme":
        assert failure(answer, 501) == "The Auth Emulator does not support oidc.acme sign-in with credentials."
        return
    if profile == "emulator" and provider == "apple.com":
        assert failure(answer, 501).startswith("The Auth Emulator only support sign-in with apple.com using id_token")
        return
    refused = failure(answer)

    # Production quotes what was sent.
    assert refused.startswith(f"{UNUSABLE}http://localhost/?" if profile == "emulator" else f"{UNUSABLE}{REQUEST_URI}?")
    assert rest.accounts() == []


def test_claims_as_an_access_token(rest):
    answer = ok(sign_in(rest, "github.com", {"access_token": '{"sub":"h-1"}'}))

    assert answer["oauthAccessToken"] == '{"sub":"h-1"}' and "oauthIdToken" not in answer
    assert provider_ids(rest.own_account(answer["idToken"])) == ["github.com"]


def test_refresh_token_of_the_provider(rest):
    without = ok(sign_in(rest, "google.com", google_user()))
    with_it = ok(sign_in(rest, "google.com", google_user(), returnRefreshToken=True))

    assert "oauthRefreshToken" not in without
    assert with_it["oauthRefreshToken"] and with_it["oauthRefreshToken"] != with_it["refreshToken"]
    assert with_it["localId"] == without["localId"]


def test_no_account_is_made_without_autocreate(rest):
    refused = failure(sign_in(rest, "google.com", google_user(), autoCreate=False))

    assert refused == "USER_NOT_FOUND"
    assert rest.accounts() == []
    created = ok(sign_in(rest, "google.com", google_user(), autoCreate=True))
    assert ok(sign_in(rest, "google.com", google_user(), autoCreate=False))["localId"] == created["localId"]


def test_an_oidc_identity(rest, profile):
    answer = ok(sign_in(rest, "oidc.acme", {"sub": "o-1", "email": EMAIL, "role": "staff"}))

    assert answer["federatedId"] == ("o-1" if profile == "emulator" else "oidc.acme/o-1")
    assert json.loads(answer["rawUserInfo"])["role"] == "staff"
    assert claims(answer["idToken"])["firebase"]["identities"]["oidc.acme"] == ["o-1"]
    assert entry_of(rest.own_account(answer["idToken"]), "oidc.acme")["rawId"] == "o-1"


@pytest.mark.profiles("local", "emulator")
def test_a_saml_assertion(rest, profile):
    attributes = {"role": "staff", "groups": ["a", "b"]}
    saml = {"assertion": {"subject": {"nameId": EMAIL}, "attributeStatements": attributes}}
    credential = {"id_token": '{"sub":"s-1"}', "SAMLResponse": json.dumps(saml)}

    answer = ok(sign_in(rest, "saml.acme", credential))

    assert (answer["email"], answer["emailVerified"]) == (EMAIL, True)
    assert json.loads(answer["rawUserInfo"]) == attributes
    assert claims(answer["idToken"])["firebase"]["sign_in_attributes"] == attributes
    refreshed = claims(ok(rest.refresh(answer["refreshToken"]))["id_token"])["firebase"]
    assert refreshed.get("sign_in_attributes") == (None if profile == "emulator" else attributes)


@pytest.mark.parametrize("lacking", ["assertion", "subject", "nameId"])
def test_incomplete_saml_assertions(rest, lacking):
    saml = {"assertion": {}, "subject": {"assertion": {}}, "nameId": {"assertion": {"subject": {}}}}[lacking]
    credential = {"id_token": '{"sub":"s"}', "SAMLResponse": json.dumps(saml)}

    refused = failure(sign_in(rest, "saml.acme", credential))

    assert refused.startswith("INVALID_IDP_RESPONSE")
    assert rest.accounts() == []


# An address that has an account already


def test_a_verified_address_signs_in_to_its_account(rest):
    local_id = rest.existing_account(EMAIL, verified=True, displayName="Before")
    before = ok(rest.sign_in(EMAIL, "correct-horse"))
    wait_for_second_after(claims(before["idToken"])["iat"])

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL, name="After")))

    assert answer["localId"] == local_id and "isNewUser" not in answer
    user = rest.account(local_id)
    assert provider_ids(user) == ["google.com", "password"]
    assert (user["emailVerified"], user["displayName"]) == (True, "After")
    ok(rest.sign_in(EMAIL, "correct-horse"))
    assert rest.own_account(before["idToken"])["localId"] == local_id
    ok(rest.refresh(before["refreshToken"]))


def test_a_verified_address_takes_an_unverified_account_over(rest, profile):
    before = rest.sign_up(EMAIL, "correct-horse")
    ok(rest.admin("/accounts:update", {"localId": before["localId"], "phoneNumber": "+16505550100"}))
    wait_for_second_after(claims(before["idToken"])["iat"])

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))

    assert answer["localId"] == before["localId"]
    user = rest.account(answer["localId"])
    assert user["emailVerified"] is True and provider_ids(user) == ["google.com"]
    assert "passwordHash" not in user and "phoneNumber" not in user
    refused = failure(rest.sign_in(EMAIL, "correct-horse"))
    assert refused == ("INVALID_PASSWORD" if profile == "emulator" else "INVALID_LOGIN_CREDENTIALS")
    assert failure(rest.app("lookup", {"idToken": before["idToken"]})) == "TOKEN_EXPIRED"
    if profile != "emulator":
        assert failure(rest.refresh(before["refreshToken"])) == "TOKEN_EXPIRED"
    ok(rest.refresh(answer["refreshToken"]))


def test_an_unverified_address_needs_confirmation(rest, profile):
    rest.existing_account(EMAIL, verified=True)

    answer = ok(sign_in(rest, "facebook.com", {"sub": "f-1", "email": EMAIL}))

    assert (answer["needConfirmation"], answer["email"]) == (True, EMAIL)
    assert not {"idToken", "refreshToken", "expiresIn", "isNewUser", "errorMessage"} & answer.keys()
    assert json.loads(answer["oauthIdToken"])["sub"] == "f-1"
    assert ("verifiedProvider" in answer) is (profile == "emulator")
    (user,) = rest.accounts()
    assert provider_ids(user) == ["password"]


def test_confirmation_names_the_providers_without_enumeration_protection(rest):
    forget_enumeration_protection(rest)
    ok(sign_in(rest, "facebook.com", {"sub": "f-1", "email": EMAIL}))

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL, verified=False)))

    assert (answer["needConfirmation"], answer["verifiedProvider"]) == (True, ["facebook.com"])


def test_duplicate_addresses_where_they_are_allowed(rest):
    rest.configure("signIn.allowDuplicateEmails", {"signIn": {"allowDuplicateEmails": True}})
    first = rest.existing_account(EMAIL)

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))
    other = ok(sign_in(rest, "github.com", {"sub": "h-1", "email": EMAIL}))

    assert answer["isNewUser"] is True and len({first, answer["localId"], other["localId"]}) == 3
    user = rest.account(answer["localId"])
    assert "email" not in user and entry_of(user, "google.com")["email"] == EMAIL


# Linking


def test_linking_to_an_anonymous_user(rest):
    anonymous = rest.sign_up()

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL, name="Alice"), idToken=anonymous["idToken"]))

    assert answer["localId"] == anonymous["localId"] and "isNewUser" not in answer
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "google.com"
    user = rest.own_account(answer["idToken"])
    assert (user["email"], user["emailVerified"]) == (EMAIL, True)
    assert "displayName" not in user and provider_ids(user) == ["google.com"]


def test_linking_keeps_the_password(rest):
    session = rest.sign_up(EMAIL, "correct-horse")

    ok(sign_in(rest, "google.com", google_user("g-1", EMAIL), idToken=session["idToken"]))

    user = rest.account(session["localId"])
    assert provider_ids(user) == ["google.com", "password"] and user["emailVerified"] is True
    ok(rest.sign_in(EMAIL, "correct-horse"))


def test_an_identity_of_another_account_is_not_linked(rest):
    owner = ok(sign_in(rest, "google.com", google_user()))
    anonymous = rest.sign_up()

    refused = failure(sign_in(rest, "google.com", google_user(), idToken=anonymous["idToken"]))
    told = ok(sign_in(rest, "google.com", google_user(), idToken=anonymous["idToken"], returnIdpCredential=True))

    assert refused == told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED"
    assert json.loads(told["oauthIdToken"]) == google_user()
    assert not {"localId", "idToken", "refreshToken", "expiresIn", "isNewUser"} & told.keys()
    assert provider_ids(rest.account(anonymous["localId"])) == []
    # The app offers to sign in to the owner instead, with what the answer brought.
    assert ok(with_pending_token(rest, told["pendingToken"]))["localId"] == owner["localId"]


def test_linking_an_identity_twice(rest, profile):
    first = ok(sign_in(rest, "google.com", google_user()))

    refused = failure(sign_in(rest, "google.com", google_user(), idToken=first["idToken"]))

    if profile == "emulator":
        assert refused == "FEDERATED_USER_ID_ALREADY_LINKED"
    else:
        assert refused.split(" : ")[0] in ("FEDERATED_USER_ID_ALREADY_LINKED", "PROVIDER_ALREADY_LINKED")
    assert len(rest.account(first["localId"])["providerUserInfo"]) == 1


def test_an_address_of_another_account_is_not_linked(rest):
    rest.existing_account(EMAIL)
    anonymous = rest.sign_up()
    who = google_user("g-1", EMAIL)

    refused = failure(sign_in(rest, "google.com", who, idToken=anonymous["idToken"]))
    told = ok(sign_in(rest, "google.com", who, idToken=anonymous["idToken"], returnIdpCredential=True))

    assert refused == told["errorMessage"] == "EMAIL_EXISTS"
    assert told["pendingToken"] and "idToken" not in told
    user = rest.account(anonymous["localId"])
    assert "email" not in user and provider_ids(user) == []


def test_an_unlinked_identity_is_free_again(rest):
    first = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))

    ok(rest.app("update", {"idToken": first["idToken"], "deleteProvider": ["google.com"]}))

    assert provider_ids(rest.account(first["localId"])) == []
    again = ok(sign_in(rest, "google.com", google_user("g-1")))
    assert again["isNewUser"] is True and again["localId"] != first["localId"]


def test_linking_with_a_broken_session(rest):
    body = {"idToken": "not.a.token", "returnIdpCredential": True}

    assert failure(sign_in(rest, "google.com", google_user(), **body)) == "INVALID_ID_TOKEN"
    assert rest.accounts() == []


# Pending tokens


def test_a_pending_token_stands_for_its_credential(rest):
    first = ok(sign_in(rest, "microsoft.com", google_user("g-1", EMAIL), returnIdpCredential=True))

    alone = ok(with_pending_token(rest, first["pendingToken"]))
    beside_a_form = ok(with_pending_token(rest, first["pendingToken"], postBody="providerId=microsoft.com"))

    for answer in (alone, beside_a_form):
        assert (answer["localId"], answer["providerId"]) == (first["localId"], "microsoft.com")
        assert json.loads(answer["oauthIdToken"])["sub"] == "g-1"
        assert "isNewUser" not in answer and answer["idToken"]


def test_a_pending_token_links_after_confirmation(rest):
    """The story of account-exists-with-different-credential: the password first, then what is pending."""
    local_id = rest.existing_account(EMAIL)
    pending = ok(sign_in(rest, "facebook.com", {"sub": "f-1", "email": EMAIL}))["pendingToken"]
    session = ok(rest.sign_in(EMAIL, "correct-horse"))

    linked = ok(with_pending_token(rest, pending, idToken=session["idToken"]))

    assert linked["localId"] == local_id
    assert provider_ids(rest.account(local_id)) == ["facebook.com", "password"]
    assert ok(sign_in(rest, "facebook.com", {"sub": "f-1", "email": EMAIL}))["localId"] == local_id


def test_unknown_pending_tokens(rest, server, project):
    known = ok(sign_in(rest, "microsoft.com", google_user(), returnIdpCredential=True))["pendingToken"]
    other = Rest(server, f"{project}-other")

    assert failure(with_pending_token(rest, "made-up")) == "INVALID_PENDING_TOKEN"
    assert failure(with_pending_token(rest, known[:-1])) == "INVALID_PENDING_TOKEN"
    assert failure(with_pending_token(other, known)) == "INVALID_PENDING_TOKEN"
    assert other.accounts() == []


@pytest.mark.profiles("local")
def test_pending_tokens_expire(rest):
    rest.set_rules(lifetimes={"pendingToken": 1})
    pending = ok(sign_in(rest, "microsoft.com", google_user(), returnIdpCredential=True))["pendingToken"]
    time.sleep(1.2)

    assert failure(with_pending_token(rest, pending)) == "INVALID_PENDING_TOKEN"


def test_a_pending_token_tells_nothing(rest):
    person = google_user("secret-subject", EMAIL)
    pending = ok(sign_in(rest, "microsoft.com", person, returnIdpCredential=True))["pendingToken"]

    assert "secret-subject" not in pending and EMAIL not in pending
    # Nor in Base64, wherever its groups of three begin.
    for shift in range(3):
        assert base64.b64encode(b" " * shift + b"secret-subject").decode()[4:-4] not in pending


# createAuthUri with a provider


PAGE = "http://localhost:3000/page"


def test_address_of_the_sign_in_page(rest, server, profile):
    answer = ok(rest.app("createAuthUri", {"providerId": "google.com", "continueUri": PAGE}))

    assert answer.keys() == {"kind", "authUri", "providerId", "sessionId"}
    assert (answer["kind"], answer["providerId"]) == ("identitytoolkit#CreateAuthUriResponse", "google.com")
    assert answer["sessionId"]
    handler = "/emulator/auth/handler" if profile == "emulator" else "/__/auth/handler"
    assert answer["authUri"].startswith(f"{server.url}{handler}?")
    parameters = query(answer["authUri"])
    assert (parameters["apiKey"], parameters["providerId"]) == (rest.key, "google.com")
    assert parameters["continueUri"] == PAGE and parameters["state"]


def test_each_sign_in_page_has_its_own_session(rest):
    body = {"providerId": "google.com", "continueUri": PAGE}

    first, second = ok(rest.app("createAuthUri", body)), ok(rest.app("createAuthUri", body))
    chosen = ok(rest.app("createAuthUri", {**body, "sessionId": "chosen-by-the-app"}))

    assert first["sessionId"] != second["sessionId"]
    assert query(first["authUri"])["state"] != query(second["authUri"])["state"]
    assert chosen["sessionId"] == "chosen-by-the-app"


@pytest.mark.parametrize("provider", ["google.com", "apple.com"])
def test_no_sign_in_page_for_an_unlisted_domain(rest, provider, profile):
    body = {"providerId": provider, "continueUri": "https://unlisted.example/page"}
    if profile == "emulator":
        ok(rest.app("createAuthUri", body))
        rest.configure("authorizedDomains", {"authorizedDomains": []})

    assert failure(rest.app("createAuthUri", body)) == f"INVALID_CONTINUE_URI : Invalid OAuth request for {provider}"
    rest.configure("authorizedDomains", {"authorizedDomains": ["unlisted.example"]})
    assert urlsplit(ok(rest.app("createAuthUri", body))["authUri"]).query


@pytest.mark.profiles("production")
def test_the_provider_is_looked_at_before_the_domain_of_the_page(rest):
    """Localhost is not listed there, and need not be."""
    body = {"providerId": "google.com", "continueUri": PAGE}
    refused = failure(rest.app("createAuthUri", body))
    config = {"enabled": True, "clientId": "client", "clientSecret": "secret"}
    ok(rest.admin("/defaultSupportedIdpConfigs", config, version="v2", params={"idpId": "google.com"}))

    assert refused == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    assert ok(rest.app("createAuthUri", body))["authUri"]


def test_whether_an_address_has_the_provider(rest):
    forget_enumeration_protection(rest)
    ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))
    body = {"identifier": EMAIL, "continueUri": PAGE}

    known = ok(rest.app("createAuthUri", {**body, "providerId": "google.com"}))
    other = ok(rest.app("createAuthUri", {**body, "providerId": "github.com"}))

    assert known["forExistingProvider"] is True and known["authUri"]
    assert not other.get("forExistingProvider") and other["authUri"]


# Sign in with Apple


def test_apple_hashes_the_nonce(rest, profile):
    raw = "raw nonce & more"
    hashed = nonce_claim(raw)

    def response(**credential):
        # Each attempt with a token of its own: one with a nonce is used up by the first.
        token = {"sub": "a-1", "nonce": hashed, "jti": credential.get("nonce")}
        return sign_in(rest, "apple.com", {"id_token": json.dumps(token), **credential})

    if profile == "emulator":
        ok(response())
    else:
        assert failure(response()) == "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
        assert failure(response(nonce="guessed")) == (
            f'MISSING_OR_INVALID_NONCE : The nonce in ID Token "{hashed}" does not match the SHA256 hash of the raw '
            'nonce "guessed" in the request.'
        )
        assert failure(response(nonce=hashed)).startswith("MISSING_OR_INVALID_NONCE : The nonce in ID Token ")
        assert rest.accounts() == []
    assert ok(response(nonce=raw))["federatedId"] == "a-1"


def test_apple_relay_address(rest):
    address = "x7k2@privaterelay.appleid.com"
    who = {"sub": "a-1", "email": address, "email_verified": "true", "is_private_email": "true"}

    answer = ok(sign_in(rest, "apple.com", who))

    assert (answer["email"], answer["emailVerified"]) == (address, True)
    user = rest.own_account(answer["idToken"])
    assert (user["email"], user["emailVerified"]) == (address, True)


@pytest.mark.profiles("local")  # the reference does not read the name
def test_apple_tells_the_name_with_the_first_sign_in_only(rest):
    token = json.dumps({"sub": "a-1"})

    def with_name(first, last):
        name = json.dumps({"name": {"firstName": first, "lastName": last}})
        return ok(sign_in(rest, "apple.com", {"id_token": token, "user": name}))

    created = with_name("Johnny", "Appleseed")
    with_name("Somebody", "Else")
    ok(sign_in(rest, "apple.com", token))

    assert claims(created["idToken"])["name"] == "Johnny Appleseed"
    assert rest.account(created["localId"])["displayName"] == "Johnny Appleseed"


@pytest.mark.parametrize("kind", ["3", "ACCESS_TOKEN", "REFRESH_TOKEN"])
def test_revoking_a_token_of_apple(rest, kind):
    session = ok(sign_in(rest, "apple.com", {"sub": "a-1"}))
    body = {"providerId": "apple.com", "tokenType": kind, "token": "t", "idToken": session["idToken"]}

    for _ in range(2):
        assert ok(rest.app_v2("revokeToken", body)) == {}

    assert failure(rest.app_v2("revokeToken", {**body, "idToken": "not.a.token"})) == "INVALID_ID_TOKEN"
    assert failure(rest.app_v2("revokeToken", {**body, "providerId": "google.com"}))
    assert rest.own_account(session["idToken"])["localId"] == session["localId"]


# Credentials that are verified


GOOGLE = IdentityProvider("https://accounts.google.com", "client-id")
ACME = IdentityProvider("https://idp.acme.example", "acme-client", algorithm="ES256")


@pytest.fixture
def verified(rest):
    """A project that verifies the ID tokens of two providers."""
    keys = {"google.com": GOOGLE.settings(), "oidc.acme": ACME.settings()}
    rest.set_rules(credentials="verified", credentialKeys=keys)
    return rest


@pytest.mark.parametrize(("provider", "idp"), [("google.com", GOOGLE), ("oidc.acme", ACME)], ids=["RS256", "ES256"])
def test_a_good_signature(verified, provider, idp):
    token = idp.id_token("real", email=EMAIL, email_verified=True)

    answer = ok(sign_in(verified, provider, token))

    assert (answer["email"], answer["oauthIdToken"]) == (EMAIL, token)
    assert claims(answer["idToken"])["firebase"]["identities"][provider] == ["real"]


def test_an_id_token_needs_a_good_signature(verified):
    good = ACME.id_token()
    head, payload, signature = good.split(".")
    stranger = IdentityProvider(ACME.issuer, ACME.audience, "ES256", name="stranger")
    stranger.key_id = ACME.key_id
    forged = unsigned(ACME.claims("mallory")).split(".")[1]
    tokens = {
        "of another key": stranger.id_token(),
        "of another payload": f"{head}.{forged}.{signature}",
        "missing": f"{head}.{payload}.",
        "of no algorithm": unsigned(ACME.claims()),
    }

    refused = {name: failure(sign_in(verified, "oidc.acme", token)) for name, token in tokens.items()}

    assert refused["of another key"] == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."
    assert refused["of another payload"] == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."
    assert all(message.startswith("INVALID_IDP_RESPONSE : ") for message in refused.values()), refused
    assert verified.accounts() == []
    ok(sign_in(verified, "oidc.acme", good))


def test_a_public_key_is_no_shared_secret(verified):
    """The confusion of algorithms: what anybody can read must not sign as HS256."""
    modulus = GOOGLE.public_key()["n"]
    signed = unsigned(GOOGLE.claims(), {"alg": "HS256", "typ": "JWT", "kid": GOOGLE.key_id}).rstrip(".")
    for secret in (modulus.encode(), base64.urlsafe_b64decode(modulus + "=" * (-len(modulus) % 4))):
        digest = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
        token = f"{signed}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"
        assert failure(sign_in(verified, "google.com", token)).startswith("INVALID_IDP_RESPONSE : ")
    assert verified.accounts() == []


def test_fake_claims_are_refused(verified):
    for_google = failure(sign_in(verified, "google.com", {"sub": "fake"}))
    for_oidc = failure(sign_in(verified, "oidc.acme", {"sub": "fake"}))

    assert for_google == 'INVALID_IDP_RESPONSE : Unable to parse Google id_token: {"sub": "fake"}'
    assert for_oidc == "INVALID_IDP_RESPONSE : Unable to parse the ID Token."
    assert verified.accounts() == []


HOUR = 3600


@pytest.mark.parametrize("changes", [{"iat": -2 * HOUR, "exp": -HOUR}, {"iat": HOUR, "exp": 2 * HOUR}], ids=str)
def test_stale_tokens(verified, changes):
    now = int(time.time())

    token = ACME.id_token(**{name: now + value for name, value in changes.items()})

    refused = failure(sign_in(verified, "oidc.acme", token))
    assert re.fullmatch(r"INVALID_IDP_RESPONSE : ID Token issued at \S.* is stale to sign-in\.", refused), refused


def test_foreign_issuer(verified):
    refused = failure(sign_in(verified, "oidc.acme", ACME.id_token(iss="https://elsewhere.example")))

    assert refused == (
        "INVALID_IDP_RESPONSE : The issuer in ID Token https://elsewhere.example does not match the expected one in "
        "config: https://idp.acme.example."
    )


def test_foreign_audience(verified):
    of_oidc = failure(sign_in(verified, "oidc.acme", ACME.id_token(aud="other-client")))
    of_google = failure(sign_in(verified, "google.com", GOOGLE.id_token(aud="other-client")))

    assert of_oidc == (
        "INVALID_IDP_RESPONSE : The audience in ID Token [other-client] does not match the expected audience "
        "acme-client."
    )
    assert of_google.startswith(
        "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used with this "
        "application. Its audience (OAuth 2.0 client ID) is other-client, which is not authorized to be used in the "
        "project with project_number: "
    )


def test_missing_subject(verified):
    refused = failure(sign_in(verified, "oidc.acme", ACME.id_token(sub=None)))

    assert refused.startswith("INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: {")


def test_nonce_of_a_verified_token(verified):
    token = ACME.id_token("nonce", nonce=nonce_claim("raw"))
    credential = {"id_token": token, "nonce": "raw"}

    missing = failure(sign_in(verified, "oidc.acme", token))
    other = ACME.id_token("nonce", nonce=nonce_claim("raw"), jti="other")
    wrong = failure(sign_in(verified, "oidc.acme", {"id_token": other, "nonce": "guessed"}))
    assert verified.accounts() == []
    ok(sign_in(verified, "oidc.acme", credential))
    replayed = failure(sign_in(verified, "oidc.acme", credential))

    assert missing == "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
    assert wrong == (
        f'MISSING_OR_INVALID_NONCE : The nonce in ID Token "{nonce_claim("raw")}" does not match the SHA256 hash of '
        'the raw nonce "guessed" in the request.'
    )
    assert replayed == (
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."
    )


ACCEPTED = {
    "foreign authorized party": {"azp": "other-client"},
    "several audiences": {"aud": ["other-client", "acme-client"]},
    "not yet valid": {"nbf": int(time.time()) + HOUR},
    "a nonce in the request only": {},
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_is_not_refused(verified, case):
    credential = {"id_token": ACME.id_token(case, **ACCEPTED[case]), "nonce": "raw"}

    assert ok(sign_in(verified, "oidc.acme", credential))["isNewUser"] is True


def test_other_keys_replace_those_before(verified):
    successor = IdentityProvider(ACME.issuer, ACME.audience, "ES256", name="successor")
    before = ACME.id_token()
    assert failure(sign_in(verified, "oidc.acme", successor.id_token())).startswith("INVALID_IDP_RESPONSE")

    verified.set_rules(credentialKeys={"oidc.acme": successor.settings()})

    ok(sign_in(verified, "oidc.acme", successor.id_token()))
    assert failure(sign_in(verified, "oidc.acme", before)).startswith("INVALID_IDP_RESPONSE")


def test_a_provider_without_keys_signs_nobody_in(verified):
    assert failure(sign_in(verified, "oidc.unknown", ACME.id_token()))
    assert verified.accounts() == []
