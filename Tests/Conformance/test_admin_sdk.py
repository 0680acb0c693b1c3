"""The Python Admin SDK, unmodified, pointed at the server by FIREBASE_AUTH_EMULATOR_HOST only."""

import base64
import datetime
import re
import time
import uuid
from urllib.parse import urlsplit

import pytest
from firebase_admin import auth, exceptions, tenant_mgt

from admin_sdk import account_channel, admin_app, tenant_channel
from factors import challenge, sign_in_by_sms
from federation import google_user, sign_in
from password_hashes import HASHES
from rest import claims, failure, ok, query, query_names, wait_for_second_after
from sms import NUMBER, sign_in_by_phone

pytestmark = pytest.mark.profiles("local", "emulator", "production")

CONTINUE_URL = "http://localhost?a=1&b=5#f=1"


@pytest.fixture
def app(server, project, rest, profile, monkeypatch):
    if profile == "production":
        # As the owner of a project would set it up for these tests.
        rest.allow_all()
        rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
        provider = {"enabled": True, "clientId": "client", "clientSecret": "secret"}
        for name in ("google.com", "github.com"):
            ok(rest.admin("/defaultSupportedIdpConfigs", provider, version="v2", params={"idpId": name}))
    with admin_app(server, project, monkeypatch) as app:
        yield app


@pytest.fixture
def signed_in(app, rest):
    """An account with a password, and the answer to its sign-in."""
    auth.create_user(uid="signed-in", email="signed-in@example.test", password="correct-horse", app=app)
    return ok(rest.sign_in("signed-in@example.test", "correct-horse"))


def code_in(link):
    return query(link)["oobCode"]


# Accounts


def test_create_and_get_by_every_identifier(app):
    created = auth.create_user(
        uid="alice",
        email="Alice@Example.Test",
        email_verified=True,
        phone_number="+15555550100",
        password="correct-horse",
        display_name="Alice",
        photo_url="https://example.test/alice.png",
        app=app,
    )

    for user in (
        created,
        auth.get_user("alice", app=app),
        auth.get_user_by_email("alice@example.test", app=app),
        auth.get_user_by_email("ALICE@example.test", app=app),
        auth.get_user_by_phone_number("+15555550100", app=app),
    ):
        assert user.uid == "alice"
        assert user.email == "alice@example.test"
        assert user.email_verified is True
        assert user.phone_number == "+15555550100"
        assert user.display_name == "Alice"
        assert user.photo_url == "https://example.test/alice.png"
        assert user.disabled is False
        assert user.custom_claims is None
        assert user.tenant_id is None
        assert abs(user.user_metadata.creation_timestamp / 1000 - time.time()) < 60
        assert {(entry.provider_id, entry.uid) for entry in user.provider_data} == {
            ("password", "alice@example.test"),
            ("phone", "+15555550100"),
        }


def test_create_without_anything_gets_an_id(app):
    user = auth.create_user(app=app)

    assert len(user.uid) == 28 and user.uid.isalnum()
    assert user.email is None and user.provider_data == []


def test_get_by_provider_uid(app, rest):
    imported = auth.ImportUserRecord(
        uid="imported", provider_data=[auth.UserProvider(uid="g-1", provider_id="google.com", email="g@example.test")]
    )
    assert auth.import_users([imported], app=app).failure_count == 0
    auth.create_user(uid="linked", app=app)
    link = {"localId": "linked", "linkProviderUserInfo": {"providerId": "github.com", "rawId": "h-1"}}
    ok(rest.admin("/accounts:update", link))

    found = auth.get_users(
        [auth.ProviderIdentifier("google.com", "g-1"), auth.ProviderIdentifier("github.com", "h-1")], app=app
    )

    assert {user.uid for user in found.users} == {"imported", "linked"}
    assert found.not_found == []


def test_get_users_by_mixed_identifiers(app):
    auth.create_user(uid="a", email="a@example.test", app=app)
    auth.create_user(uid="b", phone_number="+15555550101", app=app)
    missing = auth.UidIdentifier("missing")

    result = auth.get_users(
        [
            auth.UidIdentifier("a"),
            auth.EmailIdentifier("a@example.test"),
            auth.PhoneIdentifier("+15555550101"),
            missing,
        ],
        app=app,
    )

    assert sorted(user.uid for user in result.users) == ["a", "b"]
    assert result.not_found == [missing]
    assert auth.get_users([auth.UidIdentifier("nobody")], app=app).users == []


def test_list_users_page_by_page(app):
    uids = [f"user-{n:03}" for n in range(300)]
    records = [auth.ImportUserRecord(uid=uid, email=f"{uid}@example.test") for uid in reversed(uids)]
    assert auth.import_users(records, app=app).success_count == 300

    sizes, page = [], auth.list_users(max_results=120, app=app)
    while page:
        sizes.append(len(page.users))
        page = page.get_next_page()
    listed = [user.uid for user in auth.list_users(max_results=70, app=app).iterate_all()]

    assert sizes == [120, 120, 60]
    assert listed == uids


def test_list_users_shows_password_hashes(app):
    auth.create_user(uid="with", email="with@example.test", password="correct-horse", app=app)
    auth.create_user(uid="without", app=app)

    users = {user.uid: user for user in auth.list_users(app=app).users}

    assert users["with"].password_hash and users["with"].password_salt
    assert users["with"].password_hash != base64.b64encode(b"REDACTED").decode()
    assert users["without"].password_hash is None


def test_list_users_of_an_empty_project(app):
    page = auth.list_users(app=app)

    assert page.users == [] and not page.has_next_page


def test_update_user(app, rest):
    auth.create_user(uid="u", email="old@example.test", password="old-password", app=app)

    updated = auth.update_user(
        "u",
        email="new@example.test",
        email_verified=True,
        phone_number="+15555550102",
        password="new-password",
        display_name="New Name",
        photo_url="https://example.test/new.png",
        app=app,
    )

    assert (updated.email, updated.email_verified, updated.phone_number) == ("new@example.test", True, "+15555550102")
    assert (updated.display_name, updated.photo_url) == ("New Name", "https://example.test/new.png")
    ok(rest.sign_in("new@example.test", "new-password"))
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user_by_email("old@example.test", app=app)


def test_update_user_removes_attributes(app):
    auth.create_user(
        uid="u", phone_number="+15555550103", display_name="Name", photo_url="https://example.test/p.png", app=app
    )

    updated = auth.update_user(
        "u",
        display_name=auth.DELETE_ATTRIBUTE,
        photo_url=auth.DELETE_ATTRIBUTE,
        phone_number=auth.DELETE_ATTRIBUTE,
        app=app,
    )

    assert (updated.display_name, updated.photo_url, updated.phone_number) == (None, None, None)
    assert updated.provider_data == []


def test_update_user_unlinks_a_provider(app):
    provider = auth.UserProvider(uid="g-2", provider_id="google.com")
    auth.import_users([auth.ImportUserRecord(uid="u", provider_data=[provider])], app=app)

    updated = auth.update_user("u", providers_to_delete=["google.com"], app=app)

    assert updated.provider_data == []
    assert auth.get_users([auth.ProviderIdentifier("google.com", "g-2")], app=app).users == []


def test_address_changed_by_an_admin(app, profile):
    auth.create_user(uid="u", email="before@example.test", email_verified=True, app=app)

    updated = auth.update_user("u", email="after@example.test", app=app)

    assert updated.email_verified is (profile != "emulator")


def test_last_refresh(app, rest):
    created = auth.create_user(uid="u", email="u@example.test", password="correct-horse", app=app)
    assert created.user_metadata.last_refresh_timestamp is None

    ok(rest.sign_in("u@example.test", "correct-horse"))

    metadata = auth.get_user("u", app=app).user_metadata
    assert abs(metadata.last_refresh_timestamp / 1000 - time.time()) < 60
    assert abs(metadata.last_sign_in_timestamp / 1000 - time.time()) < 60


def test_disabled_user_cannot_sign_in(app, rest, signed_in):
    assert auth.update_user("signed-in", disabled=True, app=app).disabled is True

    assert failure(rest.sign_in("signed-in@example.test", "correct-horse")) == "USER_DISABLED"
    with pytest.raises(auth.UserDisabledError):
        auth.verify_id_token(signed_in["idToken"], check_revoked=True, app=app)
    auth.update_user("signed-in", disabled=False, app=app)
    ok(rest.sign_in("signed-in@example.test", "correct-horse"))


def test_custom_claims_reach_fresh_tokens(app, rest, signed_in):
    auth.set_custom_user_claims("signed-in", {"role": "admin", "level": 3}, app=app)

    assert auth.get_user("signed-in", app=app).custom_claims == {"role": "admin", "level": 3}
    assert "role" not in auth.verify_id_token(signed_in["idToken"], app=app)
    refreshed = ok(rest.refresh(signed_in["refreshToken"]))["id_token"]
    fresh = ok(rest.sign_in("signed-in@example.test", "correct-horse"))["idToken"]
    for token in (refreshed, fresh):
        verified = auth.verify_id_token(token, app=app)
        assert (verified["role"], verified["level"]) == ("admin", 3)

    auth.set_custom_user_claims("signed-in", None, app=app)

    assert auth.get_user("signed-in", app=app).custom_claims is None
    assert "role" not in claims(ok(rest.refresh(signed_in["refreshToken"]))["id_token"])


def test_delete_user(app):
    auth.create_user(uid="u", email="u@example.test", app=app)

    auth.delete_user("u", app=app)

    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("u", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.delete_user("u", app=app)
    auth.create_user(uid="u", email="u@example.test", app=app)


def test_delete_users(app):
    uids = [f"u{n}" for n in range(5)]
    for uid in uids:
        auth.create_user(uid=uid, app=app)

    result = auth.delete_users([*uids[:4], "never-there"], app=app)

    assert (result.success_count, result.failure_count, result.errors) == (5, 0, [])
    assert [user.uid for user in auth.list_users(app=app).users] == ["u4"]


# Import


def test_import_users(app):
    metadata = auth.UserMetadata(creation_timestamp=1600000000000, last_sign_in_timestamp=1600000100000)
    record = auth.ImportUserRecord(
        uid="imported",
        email="imported@example.test",
        email_verified=True,
        display_name="Imported",
        phone_number="+15555550104",
        photo_url="https://example.test/i.png",
        disabled=True,
        user_metadata=metadata,
        provider_data=[auth.UserProvider(uid="g-3", provider_id="google.com", email="g3@example.test")],
        custom_claims={"role": "auditor"},
    )

    result = auth.import_users([record], app=app)

    assert (result.success_count, result.failure_count) == (1, 0)
    user = auth.get_user("imported", app=app)
    assert (user.email, user.email_verified, user.display_name) == ("imported@example.test", True, "Imported")
    assert (user.phone_number, user.disabled) == ("+15555550104", True)
    assert user.user_metadata.creation_timestamp == 1600000000000
    assert user.user_metadata.last_sign_in_timestamp == 1600000100000
    assert user.custom_claims == {"role": "auditor"}
    assert ("google.com", "g-3") in [(entry.provider_id, entry.uid) for entry in user.provider_data]


@pytest.mark.parametrize("algorithm", HASHES)
def test_imported_hashes_sign_in(app, rest, profile, algorithm):
    hash_of, password_hash = HASHES[algorithm]
    record = auth.ImportUserRecord(
        uid="u",
        email="u@example.test",
        password_hash=base64.b64decode(password_hash),
        password_salt=None if algorithm == "bcrypt" else b"NaCl",
    )

    result = auth.import_users([record], hash_alg=hash_of(), app=app)

    assert (result.success_count, result.failure_count) == (1, 0), [error.reason for error in result.errors]
    assert [entry.provider_id for entry in auth.get_user("u", app=app).provider_data] == ["password"]
    password = "password123" if algorithm == "bcrypt" else "password"
    if profile == "emulator":
        assert failure(rest.sign_in("u@example.test", password)) == "INVALID_PASSWORD"
        return
    assert failure(rest.sign_in("u@example.test", password + "!")) == "INVALID_LOGIN_CREDENTIALS"
    answer = ok(rest.sign_in("u@example.test", password))
    assert auth.verify_id_token(answer["idToken"], check_revoked=True, app=app)["uid"] == "u"


def test_imported_phone_numbers(app, rest, profile):
    """production.md section 16: letters are digits, and what cannot be a number is an error of its row."""
    google = auth.UserProvider(uid="g-4", provider_id="google.com", email="g4@example.test")
    records = [
        auth.ImportUserRecord(uid="phone", phone_number=NUMBER),
        auth.ImportUserRecord(uid="letters", phone_number="+1650555abcd"),
        auth.ImportUserRecord(uid="bad", phone_number="+1invalid"),
        auth.ImportUserRecord(
            uid="all", email="all@example.test", phone_number="+15555550106", provider_data=[google]),
    ]

    result = auth.import_users(records, app=app)

    user = auth.get_user_by_phone_number(NUMBER, app=app)
    assert (user.uid, user.email, user.email_verified) == ("phone", None, False)
    assert [(entry.provider_id, entry.uid) for entry in user.provider_data] == [("phone", NUMBER)]
    assert rest.account("phone")["emailVerified"] is False
    assert ok(sign_in_by_phone(rest))["localId"] == "phone"
    everything = auth.get_user("all", app=app)
    assert [entry.provider_id for entry in everything.provider_data][:2] == ["google.com", "phone"]
    if profile == "emulator":
        assert (result.success_count, result.failure_count) == (4, 0)
        return
    assert (result.success_count, result.failure_count) == (3, 1)
    assert [(error.index, error.reason) for error in result.errors] == [(2, "phone number format is invalid")]
    assert auth.get_user_by_phone_number("+16505552223", app=app).uid == "letters"
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("bad", app=app)


def test_import_over_an_existing_account(app, profile):
    auth.create_user(uid="taken", display_name="Before", email="before@example.test", app=app)
    records = [auth.ImportUserRecord(uid="fresh"), auth.ImportUserRecord(uid="taken", email="after@example.test")]

    result = auth.import_users(records, app=app)

    user = auth.get_user("taken", app=app)
    if profile == "emulator":
        assert (result.success_count, result.failure_count) == (1, 1)
        (error,) = result.errors
        assert (error.index, error.reason) == (
            1,
            "localId belongs to an existing account - can not overwrite.",
        )
        assert user.display_name == "Before"
    else:
        assert (result.success_count, result.failure_count) == (2, 0)
        assert (user.display_name, user.email) == (None, "after@example.test")
    assert auth.get_user("fresh", app=app).uid == "fresh"


# Accounts that sign in with providers, by phone, and with second factors


def test_imported_identities_sign_in(app, rest):
    providers = [
        auth.UserProvider(uid="g-1", provider_id="google.com", email="alice@example.test", display_name="Alice G."),
        auth.UserProvider(uid="h-1", provider_id="github.com", photo_url="https://example.test/h.png"),
    ]
    record = auth.ImportUserRecord(uid="imported", email="alice@example.test", provider_data=providers)
    assert auth.import_users([record], app=app).failure_count == 0

    for provider, who in (("google.com", google_user("g-1")), ("github.com", {"sub": "h-1"})):
        answer = ok(sign_in(rest, provider, who))
        assert answer["localId"] == "imported" and "isNewUser" not in answer
        verified = auth.verify_id_token(answer["idToken"], check_revoked=True, app=app)
        assert verified["firebase"]["sign_in_provider"] == provider
        assert verified["firebase"]["identities"]["google.com"] == ["g-1"]
        assert verified["firebase"]["identities"]["github.com"] == ["h-1"]


def test_federated_user_as_the_sdk_sees_it(app, rest):
    picture = "https://example.test/alice.png"
    who = google_user("g-1", "alice@example.test", name="Alice", picture=picture)

    answer = ok(sign_in(rest, "google.com", who))

    result = auth.get_users([auth.ProviderIdentifier("google.com", "g-1")], app=app)
    (user,) = result.users
    assert (user.uid, user.email, user.email_verified) == (answer["localId"], "alice@example.test", True)
    assert (user.display_name, user.photo_url) == ("Alice", picture)
    (entry,) = user.provider_data
    assert (entry.provider_id, entry.uid, entry.email) == ("google.com", "g-1", "alice@example.test")
    assert (entry.display_name, entry.photo_url) == ("Alice", picture)
    (listed,) = auth.list_users(app=app).users
    assert [entry.uid for entry in listed.provider_data] == ["g-1"]


def test_deleted_provider_signs_in_to_a_new_account(app, rest):
    first = ok(sign_in(rest, "google.com", google_user("g-1")))
    ok(sign_in(rest, "github.com", {"sub": "h-1"}, idToken=first["idToken"]))

    updated = auth.update_user(first["localId"], providers_to_delete=["google.com"], app=app)

    assert [entry.provider_id for entry in updated.provider_data] == ["github.com"]
    again = ok(sign_in(rest, "google.com", google_user("g-1")))
    assert again["isNewUser"] is True and again["localId"] != first["localId"]
    assert ok(sign_in(rest, "github.com", {"sub": "h-1"}))["localId"] == first["localId"]


def test_custom_token_user_links_an_identity(app, rest):
    token = auth.create_custom_token("custom-user", app=app).decode()
    session = ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))

    ok(sign_in(rest, "google.com", google_user("g-1", "alice@example.test"), idToken=session["idToken"]))

    user = auth.get_user_by_email("alice@example.test", app=app)
    assert user.uid == "custom-user"
    assert [entry.provider_id for entry in user.provider_data] == ["google.com"]


def test_phone_user_as_the_sdk_sees_it(app, rest):
    answer = ok(sign_in_by_phone(rest))

    user = auth.get_user_by_phone_number(NUMBER, app=app)
    assert user.uid == answer["localId"]
    assert [(entry.provider_id, entry.uid) for entry in user.provider_data] == [("phone", NUMBER)]
    updated = auth.update_user(user.uid, providers_to_delete=["phone"], app=app)
    assert updated.phone_number is None and updated.provider_data == []
    assert ok(sign_in_by_phone(rest))["isNewUser"] is True


def test_second_factor_in_verified_tokens(app, rest):
    """The SDK has no calls for second factors, but its tokens and users bear with them."""
    rest.existing_account("alice@example.test", mfaInfo=[{"phoneInfo": NUMBER, "displayName": "Phone"}])

    token = ok(sign_in_by_sms(rest, challenge(rest, "alice@example.test")))["idToken"]

    verified = auth.verify_id_token(token, check_revoked=True, app=app)
    assert verified["firebase"]["sign_in_second_factor"] == "phone"
    cookie = auth.create_session_cookie(token, expires_in=datetime.timedelta(hours=1), app=app)
    assert auth.verify_session_cookie(cookie, app=app)["firebase"]["sign_in_second_factor"] == "phone"
    assert auth.get_user_by_email("alice@example.test", app=app).uid == verified["uid"]


@pytest.mark.profiles("local", "production")
@pytest.mark.parametrize("in_tenant", [False, True])
def test_factors_without_ids(app, rest, in_tenant):
    """production.md section 12: the SDK names factors by their numbers, and the server gives them IDs."""
    tenant = rest.create_tenant() if in_tenant else None
    client = tenant_mgt.auth_for_tenant(tenant, app=app) if tenant else auth.Client(app)
    client.create_user(uid="u", email="u@example.test", email_verified=True, password="correct-horse")
    call = account_channel(app, tenant)
    numbers = ["+15555550107", "+15555550108"]
    factors = lambda: rest.account("u", tenant=tenant).get("mfaInfo", [])

    call("/accounts:update", {"localId": "u", "mfa": {"enrollments": [
        {"phoneInfo": numbers[0], "displayName": "Work", "enrolledAt": "2020-01-01T00:00:00Z"},
        {"phoneInfo": numbers[1], "mfaEnrollmentId": "mine"},
    ]}})

    first, second = factors()
    assert (first["phoneInfo"], first["displayName"]) == (numbers[0], "Work")
    assert str(uuid.UUID(first["mfaEnrollmentId"])) == first["mfaEnrollmentId"]
    assert (second["phoneInfo"], second["mfaEnrollmentId"]) == (numbers[1], "mine")
    assert not any("unobfuscatedPhoneInfo" in factor for factor in (first, second))
    assert first["enrolledAt"] == "2020-01-01T00:00:00.000Z"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", second["enrolledAt"]), second
    assert abs(datetime.datetime.fromisoformat(second["enrolledAt"]).timestamp() - time.time()) < 60
    # Another list replaces the first, and the other methods of the SDK leave it alone.
    call("/accounts:update", {"localId": "u", "mfa": {"enrollments": [{"phoneInfo": numbers[1]}]}})
    client.update_user("u", display_name="U")
    (only,) = factors()
    assert only["phoneInfo"] == numbers[1] and only["mfaEnrollmentId"] not in (first["mfaEnrollmentId"], "mine")
    with pytest.raises(exceptions.FirebaseError, match="INVALID_PHONE_NUMBER"):
        call("/accounts:update", {"localId": "u", "mfa": {"enrollments": [{"phoneInfo": "+1invalid"}]}})
    assert factors() == [only]
    call("/accounts:update", {"localId": "u", "mfa": {}})
    assert "mfaInfo" not in rest.account("u", tenant=tenant)


@pytest.mark.profiles("local", "production")
@pytest.mark.parametrize("in_tenant", [False, True])
def test_created_with_factors(app, rest, in_tenant):
    tenant = rest.create_tenant() if in_tenant else None
    body = {"localId": "u", "email": "u@example.test", "emailVerified": True,
            "mfaInfo": [{"phoneInfo": NUMBER, "displayName": "Phone"}]}

    account_channel(app, tenant)("/accounts", body)

    (factor,) = rest.account("u", tenant=tenant)["mfaInfo"]
    assert (factor["phoneInfo"], factor["displayName"]) == (NUMBER, "Phone")
    assert str(uuid.UUID(factor["mfaEnrollmentId"])) == factor["mfaEnrollmentId"]


# Tokens


def test_custom_token(app, rest):
    token = auth.create_custom_token("custom-user", {"plan": "gold"}, app=app).decode()

    first = ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))
    second = ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))

    assert (first["isNewUser"], second["isNewUser"]) == (True, False)
    verified = auth.verify_id_token(first["idToken"], app=app)
    assert (verified["uid"], verified["plan"]) == ("custom-user", "gold")
    assert verified["firebase"]["sign_in_provider"] == "custom"
    assert claims(ok(rest.refresh(first["refreshToken"]))["id_token"])["plan"] == "gold"


def test_verify_id_token(app, project, signed_in):
    verified = auth.verify_id_token(signed_in["idToken"], check_revoked=True, app=app)

    assert verified["uid"] == verified["sub"] == verified["user_id"] == signed_in["localId"]
    assert verified["aud"] == project
    assert verified["iss"] == f"https://securetoken.google.com/{project}"
    assert verified["exp"] - verified["iat"] == 3600
    assert abs(verified["auth_time"] - time.time()) < 60
    assert verified["email"] == "signed-in@example.test"
    assert verified["firebase"] == {
        "identities": {"email": ["signed-in@example.test"]},
        "sign_in_provider": "password",
    }


def test_revoked_tokens(app, rest, profile, signed_in):
    token = signed_in["idToken"]
    wait_for_second_after(claims(token)["iat"])

    auth.revoke_refresh_tokens("signed-in", app=app)

    assert auth.get_user("signed-in", app=app).tokens_valid_after_timestamp > claims(token)["iat"] * 1000
    assert auth.verify_id_token(token, app=app)["uid"] == "signed-in"
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(token, check_revoked=True, app=app)
    assert failure(rest.app("lookup", {"idToken": token})) == "TOKEN_EXPIRED"
    if profile == "emulator":
        ok(rest.refresh(signed_in["refreshToken"]))
    else:
        assert failure(rest.refresh(signed_in["refreshToken"])) == "TOKEN_EXPIRED"
    fresh = ok(rest.sign_in("signed-in@example.test", "correct-horse"))
    auth.verify_id_token(fresh["idToken"], check_revoked=True, app=app)
    ok(rest.refresh(fresh["refreshToken"]))


@pytest.mark.parametrize("lifetime", [300, 3600, 14 * 24 * 3600])
def test_session_cookie(app, project, signed_in, lifetime):
    cookie = auth.create_session_cookie(signed_in["idToken"], expires_in=datetime.timedelta(seconds=lifetime), app=app)

    verified = auth.verify_session_cookie(cookie, check_revoked=True, app=app)
    assert verified["uid"] == "signed-in"
    assert verified["iss"] == f"https://session.firebase.google.com/{project}"
    assert verified["exp"] - verified["iat"] == lifetime
    assert verified["auth_time"] == claims(signed_in["idToken"])["auth_time"]


def test_revoked_session_cookie(app, signed_in):
    cookie = auth.create_session_cookie(signed_in["idToken"], expires_in=datetime.timedelta(hours=1), app=app)
    wait_for_second_after(claims(cookie)["iat"])

    auth.revoke_refresh_tokens("signed-in", app=app)

    assert auth.verify_session_cookie(cookie, app=app)["uid"] == "signed-in"
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=app)


def test_session_cookie_from_a_broken_token(app):
    with pytest.raises(auth.InvalidIdTokenError) as raised:
        auth.create_session_cookie("not.a.token", expires_in=datetime.timedelta(days=3), app=app)

    assert str(raised.value).startswith("The provided ID token is invalid")


# Links


SETTINGS = {
    "without settings": None,
    "with a continue URL": auth.ActionCodeSettings(CONTINUE_URL),
    "handled in the app": auth.ActionCodeSettings(CONTINUE_URL, handle_code_in_app=True),
}


def check_link(link, server, profile, mode, settings):
    """The origin, the page, and the parameters that every action link carries."""
    assert link.startswith(f"{server.url}/")
    assert urlsplit(link).path == ("/emulator/action" if profile == "emulator" else "/__/auth/action")
    parameters = query(link)
    assert parameters["mode"] == mode
    assert parameters["lang"] == "en"
    assert parameters["apiKey"] and parameters["oobCode"]
    assert parameters.get("continueUrl") == (CONTINUE_URL if settings else None)
    expected = {"mode", "oobCode", "apiKey", "lang"} | ({"continueUrl"} if settings else set())
    assert set(parameters) == expected


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_password_reset_link(app, rest, server, profile, signed_in, settings):
    link = auth.generate_password_reset_link("Signed-In@example.test", settings, app=app)

    check_link(link, server, profile, "resetPassword", settings)
    code = code_in(link)
    inspected = ok(rest.app("resetPassword", {"oobCode": code}))
    assert (inspected["email"], inspected["requestType"]) == ("signed-in@example.test", "PASSWORD_RESET")
    ok(rest.app("resetPassword", {"oobCode": code, "newPassword": "another-horse"}))
    assert auth.get_user("signed-in", app=app).email_verified is True
    ok(rest.sign_in("signed-in@example.test", "another-horse"))
    refused = failure(rest.sign_in("signed-in@example.test", "correct-horse"))
    assert refused == ("INVALID_PASSWORD" if profile == "emulator" else "INVALID_LOGIN_CREDENTIALS")
    assert failure(rest.app("resetPassword", {"oobCode": code, "newPassword": "third-horse"})) == "INVALID_OOB_CODE"


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_email_verification_link(app, rest, server, profile, signed_in, settings):
    link = auth.generate_email_verification_link("signed-in@example.test", settings, app=app)

    check_link(link, server, profile, "verifyEmail", settings)
    answer = ok(rest.app("update", {"oobCode": code_in(link)}))
    assert (answer["localId"], answer["emailVerified"]) == ("signed-in", True)
    assert auth.get_user("signed-in", app=app).email_verified is True
    assert failure(rest.app("update", {"oobCode": code_in(link)})) == "INVALID_OOB_CODE"


def test_sign_in_link(app, rest, server, profile):
    settings = auth.ActionCodeSettings(CONTINUE_URL, handle_code_in_app=True)

    link = auth.generate_sign_in_with_email_link("link@example.test", settings, app=app)

    check_link(link, server, profile, "signIn", settings)
    answer = ok(rest.app("signInWithEmailLink", {"email": "link@example.test", "oobCode": code_in(link)}))
    assert answer["isNewUser"] is True
    user = auth.get_user(answer["localId"], app=app)
    assert (user.email, user.email_verified) == ("link@example.test", True)
    assert auth.verify_id_token(answer["idToken"], check_revoked=True, app=app)["uid"] == user.uid
    (message,) = rest.firebreak.outbox.list(to="link@example.test")["messages"]
    assert message["delivery"] == "generated"


def test_order_of_link_parameters(app, profile):
    auth.create_user(email="order@example.test", password="correct-horse", app=app)
    in_app = auth.ActionCodeSettings(CONTINUE_URL, handle_code_in_app=True)
    on_page = auth.ActionCodeSettings(CONTINUE_URL)

    sign_in = query_names(auth.generate_sign_in_with_email_link("order@example.test", in_app, app=app))
    reset = query_names(auth.generate_password_reset_link("order@example.test", on_page, app=app))

    if profile == "emulator":
        assert sign_in == reset == ["mode", "lang", "oobCode", "apiKey", "continueUrl"]
    else:
        assert sign_in == ["apiKey", "mode", "oobCode", "continueUrl", "lang"]
        assert reset == ["mode", "oobCode", "apiKey", "continueUrl", "lang"]


@pytest.mark.parametrize(
    "platform", [{"ios_bundle_id": "test.example.app"}, {"android_package_name": "test.example.app"}], ids=str
)
def test_link_for_a_mobile_app(app, rest, profile, platform):
    settings = auth.ActionCodeSettings(CONTINUE_URL, handle_code_in_app=True, **platform)

    link = auth.generate_sign_in_with_email_link("mobile@example.test", settings, app=app)

    if profile == "emulator":
        assert urlsplit(link).path == "/emulator/action"
        action = link
    else:
        assert urlsplit(link).path == "/__/auth/links"
        assert query_names(link) == ["link"]
        action = query(link)["link"]
        assert query_names(action)[0] == "apiKey"
    assert query(action)["continueUrl"] == CONTINUE_URL
    ok(rest.app("signInWithEmailLink", {"email": "mobile@example.test", "oobCode": code_in(action)}))


def test_foreign_link_domain(app, profile):
    settings = auth.ActionCodeSettings(
        CONTINUE_URL, handle_code_in_app=True, ios_bundle_id="test.example.app", link_domain="elsewhere.example"
    )

    if profile == "emulator":
        assert auth.generate_sign_in_with_email_link("domain@example.test", settings, app=app)
    else:
        with pytest.raises(auth.InvalidHostingLinkDomainError):
            auth.generate_sign_in_with_email_link("domain@example.test", settings, app=app)


def test_unlisted_continue_domain(app, rest, profile):
    settings = auth.ActionCodeSettings("https://unlisted.example/finish", handle_code_in_app=True)
    if profile == "emulator":
        assert auth.generate_sign_in_with_email_link("domain@example.test", settings, app=app)
        rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})

    with pytest.raises(exceptions.InvalidArgumentError, match="UNAUTHORIZED_DOMAIN"):
        auth.generate_sign_in_with_email_link("domain@example.test", settings, app=app)


def test_links_for_unknown_addresses(app, profile):
    with pytest.raises(auth.EmailNotFoundError if profile == "emulator" else auth.UnexpectedResponseError):
        auth.generate_password_reset_link("nobody@example.test", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.generate_email_verification_link("nobody@example.test", app=app)


# Errors


def test_errors_are_mapped(app):
    auth.create_user(uid="taken", email="taken@example.test", phone_number="+15555550105", app=app)

    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid="taken", app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.create_user(email="TAKEN@example.test", app=app)
    with pytest.raises(auth.PhoneNumberAlreadyExistsError):
        auth.create_user(phone_number="+15555550105", app=app)
    other = auth.create_user(app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.update_user(other.uid, email="taken@example.test", app=app)
    with pytest.raises(auth.PhoneNumberAlreadyExistsError):
        auth.update_user(other.uid, phone_number="+15555550105", app=app)
    with pytest.raises(auth.UserNotFoundError) as raised:
        auth.update_user("nobody", display_name="x", app=app)
    assert raised.value.code == exceptions.NOT_FOUND and raised.value.http_response is not None


@pytest.mark.parametrize(
    "get",
    [
        lambda app: auth.get_user("nobody", app=app),
        lambda app: auth.get_user_by_email("nobody@example.test", app=app),
        lambda app: auth.get_user_by_phone_number("+15555550199", app=app),
    ],
    ids=["uid", "email", "phone"],
)
def test_unknown_users(app, get):
    with pytest.raises(auth.UserNotFoundError):
        get(app)


# Tenants


@pytest.fixture
def tenant(rest):
    body = {"displayName": "blue-team", "allowPasswordSignup": True, "enableEmailLinkSignin": True}
    return ok(rest.admin("/tenants", body, version="v2"))["name"].split("/")[-1]


def test_accounts_of_a_tenant_are_apart(app, tenant):
    client = tenant_mgt.auth_for_tenant(tenant, app=app)
    user = client.create_user(uid="carol", email="carol@example.test", password="correct-horse")

    assert user.tenant_id == tenant
    assert client.get_user_by_email("carol@example.test").uid == "carol"
    assert [listed.uid for listed in client.list_users().users] == ["carol"]
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("carol", app=app)
    assert auth.list_users(app=app).users == []
    auth.create_user(uid="carol", email="carol@example.test", app=app)
    client.update_user("carol", display_name="Carol of Blue")
    assert auth.get_user("carol", app=app).display_name is None
    client.delete_user("carol")
    assert auth.get_user("carol", app=app).uid == "carol"


def test_tokens_of_a_tenant(app, rest, tenant):
    client = tenant_mgt.auth_for_tenant(tenant, app=app)
    client.create_user(uid="carol", email="carol@example.test", password="correct-horse")
    client.set_custom_user_claims("carol", {"role": "editor"})

    by_password = ok(rest.sign_in("carol@example.test", "correct-horse", tenantId=tenant))["idToken"]
    custom = client.create_custom_token("dave").decode()
    by_custom_token = ok(
        rest.app("signInWithCustomToken", {"token": custom, "tenantId": tenant, "returnSecureToken": True})
    )["idToken"]

    verified = client.verify_id_token(by_password, check_revoked=True)
    assert (verified["uid"], verified["role"], verified["firebase"]["tenant"]) == ("carol", "editor", tenant)
    assert client.verify_id_token(by_custom_token)["uid"] == "dave"
    # The SDK makes and verifies cookies without a tenant only.
    body = {"idToken": by_password, "validDuration": "3600"}
    cookie = ok(rest.admin(":createSessionCookie", body, tenant=tenant))["sessionCookie"]
    assert auth.verify_session_cookie(cookie, app=app)["firebase"]["tenant"] == tenant
    with pytest.raises(tenant_mgt.TenantIdMismatchError):
        tenant_mgt.auth_for_tenant("another-tenant", app=app).verify_id_token(by_password)


def test_links_of_a_tenant(app, rest, tenant):
    client = tenant_mgt.auth_for_tenant(tenant, app=app)
    settings = auth.ActionCodeSettings(CONTINUE_URL, handle_code_in_app=True)

    link = client.generate_sign_in_with_email_link("erin@example.test", settings)

    assert query(link)["tenantId"] == tenant
    assert query(link)["continueUrl"] == CONTINUE_URL
    body = {"email": "erin@example.test", "oobCode": code_in(link)}
    assert failure(rest.app("signInWithEmailLink", body)) == "INVALID_OOB_CODE"
    answer = ok(rest.app("signInWithEmailLink", {**body, "tenantId": tenant}))
    assert client.get_user(answer["localId"]).email == "erin@example.test"
    (message,) = rest.firebreak.outbox.list(tenant=tenant)["messages"]
    assert (message["tenant"], message["delivery"], message["status"]) == (tenant, "generated", "used")


@pytest.fixture
def tenants(app, server):
    """The SDK's management of tenants, led to the server."""
    return tenant_channel(app, server)


@pytest.mark.profiles("local", "production")
def test_management_of_tenants(app, rest, tenants, profile):
    """production.md section 14."""
    created = tenant_mgt.create_tenant("Blue-Team", allow_password_sign_up=True, app=app)

    assert re.fullmatch(r"Blue-Team-[a-z0-9]{5}", created.tenant_id)
    assert (created.display_name, created.allow_password_sign_up) == ("Blue-Team", True)
    assert created.enable_email_link_sign_in is False
    found = tenant_mgt.get_tenant(created.tenant_id, app=app)
    assert (found.tenant_id, found.display_name, found.allow_password_sign_up) == (created.tenant_id, "Blue-Team", True)
    updated = tenant_mgt.update_tenant(
        created.tenant_id, display_name="Green-Team", allow_password_sign_up=False, enable_email_link_sign_in=True,
        app=app)
    assert (updated.tenant_id, updated.display_name) == (created.tenant_id, "Green-Team")
    assert (updated.allow_password_sign_up, updated.enable_email_link_sign_in) == (False, True)
    document = tenants.body("get", f"/tenants/{created.tenant_id}")
    assert not {"allowPasswordSignup", "mfaConfig", "autodeleteAnonymousUsers"} & document.keys()
    others = {tenant_mgt.create_tenant(f"team-{number}", app=app).tenant_id for number in range(3)}
    listed = tenant_mgt.list_tenants(max_results=2, app=app)
    assert len(listed.tenants) == 2 and listed.has_next_page
    assert {tenant.tenant_id for tenant in listed.iterate_all()} == {created.tenant_id, *others}
    tenant_mgt.delete_tenant(created.tenant_id, app=app)
    for call in (
        lambda: tenant_mgt.get_tenant(created.tenant_id, app=app),
        lambda: tenant_mgt.update_tenant(created.tenant_id, display_name="Red-Team", app=app),
        lambda: tenant_mgt.delete_tenant(created.tenant_id, app=app),
        lambda: tenant_mgt.get_tenant("never-there", app=app),
    ):
        with pytest.raises(tenant_mgt.TenantNotFoundError) as raised:
            call()
        assert raised.value.http_response.status_code == 404
    assert {tenant.tenant_id for tenant in tenant_mgt.list_tenants(app=app).tenants} == others


@pytest.mark.profiles("local", "production")
@pytest.mark.parametrize("of", ["project", "tenant"])
def test_sms_regions(app, rest, tenants, of):
    """production.md section 11: the two kinds of policies exclude each other, whichever mask the SDK writes."""
    path = "/config" if of == "project" else f"/tenants/{rest.create_tenant()}"

    def change(mask, policy):
        return tenants.body("patch", path, json={"smsRegionConfig": policy}, params=f"updateMask={mask}")

    def regions():
        return tenants.body("get", path).get("smsRegionConfig")

    default = {"allowByDefault": {"disallowedRegions": ["AC", "AD"]}}
    only = {"allowlistOnly": {"allowedRegions": ["AC", "AD"]}}
    answer = change("smsRegionConfig", default)
    assert answer["smsRegionConfig"] == regions() == default
    assert change("smsRegionConfig.allowlistOnly.allowedRegions", only)["smsRegionConfig"] == only
    assert regions() == only
    answer = change("smsRegionConfig.allowByDefault.disallowedRegions", default)
    assert answer["smsRegionConfig"] == regions() == default
    change("smsRegionConfig.allowlistOnly", only)
    assert regions() == only
    change("smsRegionConfig", default)
    assert regions() == default
