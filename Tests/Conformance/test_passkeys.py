"""Passkeys: registration and sign-in with a software authenticator, and everything that must not pass."""

import base64

import cbor2
import pytest
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from browser import Site
from rest import IDENTITY_TOOLKIT, Rest, claims, failure, ok
from webauthn import USER_PRESENT, USER_VERIFIED, Passkey, base64url, from_base64

# The reference takes any response that has an ID; its tests are at the end.
pytestmark = [pytest.mark.profiles("local"), pytest.mark.all_allowed]
as_in_production = pytest.mark.profiles("local", "production")

EMAIL = "alice@example.test"


@pytest.fixture
def rest(rest, project, profile):
    """The app runs on localhost, which `production` does not authorize by itself."""
    if profile == "production":
        rest.configure("authorizedDomains", {"authorizedDomains": ["localhost", f"{project}.firebaseapp.com"]})
    return rest


@pytest.fixture
def alice(rest):
    return rest.sign_up(EMAIL, "correct-horse")


def creation_options(rest, session):
    answer = ok(rest.app_v2("passkeyEnrollment:start", {"idToken": session["idToken"]}))
    return answer["credentialCreationOptions"]


def request_options(rest):
    return ok(rest.app_v2("passkeySignIn:start", {}))["credentialRequestOptions"]


def finish_enrollment(rest, session, response, **extra):
    body = {"idToken": session["idToken"], "authenticatorRegistrationResponse": response}
    return rest.app_v2("passkeyEnrollment:finalize", body | extra)


def finish_sign_in(rest, response):
    return rest.app_v2("passkeySignIn:finalize", {"authenticatorAuthenticationResponse": response})


def enroll(rest, session, algorithm="ES256", name="Key"):
    """A passkey that is registered."""
    passkey = Passkey(algorithm)
    ok(finish_enrollment(rest, session, passkey.create(creation_options(rest, session)), name=name))
    return passkey


def sign_in(rest, passkey, **lies):
    """Signs in with a passkey; returns the response."""
    return finish_sign_in(rest, passkey.get(request_options(rest), **lies))


def passkeys_of(rest, session):
    return [entry["credentialId"] for entry in rest.account(session["localId"]).get("passkeyInfo", [])]


@as_in_production
@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_registration_and_sign_in(rest, alice, algorithm):
    passkey = Passkey(algorithm)
    options = creation_options(rest, alice)
    assert options["rp"]["id"] == "localhost"
    assert base64.b64decode(options["user"]["id"]).decode() == alice["localId"]
    assert options["user"]["name"] == EMAIL
    assert len(base64.b64decode(options["challenge"])) >= 32
    assert [entry["alg"] for entry in options["pubKeyCredParams"]] == [-7, -257]

    registered = ok(finish_enrollment(rest, alice, passkey.create(options), name="My key"))

    assert registered.keys() == {"localId", "idToken", "refreshToken"}
    assert registered["localId"] == alice["localId"]
    (entry,) = rest.account(alice["localId"])["passkeyInfo"]
    assert (entry["credentialId"], entry["name"]) == (passkey.id, "My key")

    options = request_options(rest)
    assert (options["rpId"], options["userVerification"]) == ("localhost", "required")
    passkey.counter = 1
    user = base64url(alice["localId"].encode())
    answer = ok(finish_sign_in(rest, passkey.get(options, user)))

    assert answer.keys() == {"idToken", "refreshToken"}
    for token in (registered["idToken"], answer["idToken"], ok(rest.refresh(answer["refreshToken"]))["id_token"]):
        assert claims(token)["sub"] == alice["localId"]
        assert claims(token)["firebase"]["sign_in_provider"] == "passkey"


def test_several_passkeys_of_one_account(rest, alice):
    first, second = enroll(rest, alice), enroll(rest, alice, "RS256")
    bob = rest.sign_up("bob@example.test", "correct-horse")
    of_bob = enroll(rest, bob)

    assert passkeys_of(rest, alice) == [first.id, second.id]
    for passkey, owner in ((first, alice), (second, alice), (of_bob, bob)):
        assert claims(ok(sign_in(rest, passkey))["idToken"])["sub"] == owner["localId"]


def test_an_anonymous_user_can_register(rest):
    passkey = enroll(rest, anonymous := rest.sign_up())

    assert claims(ok(sign_in(rest, passkey))["idToken"])["sub"] == anonymous["localId"]


FOREIGN = {
    "foreign origin": {"origin": "https://evil.example"},
    "origin that begins alike": {"origin": "http://localhost.evil.example"},
    "origin that ends alike": {"origin": "http://evil-localhost:3000"},
    "foreign relying party": {"rp_id": "evil.example"},
    "no user presence": {"flags": USER_VERIFIED},
    "made-up challenge": {"challenge": base64url(b"x" * 32)},
}


# In a browser


CREATE_AND_GET = """
const [creation, request, done] = arguments;
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const descriptor = (entry) => ({ ...entry, id: bytes(entry.id) });
(async () => {
  if (creation) {
    const publicKey = {
      ...creation,
      challenge: bytes(creation.challenge),
      user: { ...creation.user, id: bytes(creation.user.id) },
      excludeCredentials: creation.excludeCredentials.map(descriptor),
    };
    return (await navigator.credentials.create({ publicKey })).toJSON();
  }
  // Nobody has said who they are.
  const publicKey = { ...request, challenge: bytes(request.challenge) };
  return (await navigator.credentials.get({ publicKey })).toJSON();
})().then(done, (error) => done(error.name));
"""


@pytest.fixture
def device(browser):
    """The browser with an authenticator of its own, on a page of this machine."""
    site = Site({"/": ("text/html", "<title>App</title>")})
    options = VirtualAuthenticatorOptions(
        protocol="ctap2", transport="internal", has_resident_key=True, has_user_verification=True, is_user_verified=True
    )
    browser.driver.add_virtual_authenticator(options)
    browser.open(f"http://localhost:{site.port}/")

    def run(creation=None, request=None):
        return browser.driver.execute_async_script(CREATE_AND_GET, creation, request)

    yield run
    browser.driver.remove_virtual_authenticator()
    site.close()


@as_in_production
def test_a_browser_enrols_and_signs_in_without_a_name(rest, alice, device):
    """What SDKs do: the account is not known before the authenticator has told it."""
    created = device(creation_options(rest, alice))
    ok(finish_enrollment(rest, alice, created))

    assert passkeys_of(rest, alice) == [created["id"]]
    answer = ok(finish_sign_in(rest, device(request=request_options(rest))))
    assert claims(answer["idToken"])["sub"] == alice["localId"]
    # The device has a passkey of this account, and no second one takes its place.
    assert device(creation_options(rest, alice)) == "InvalidStateError"
    bob = rest.sign_up("bob@example.test", "correct-horse")
    ok(finish_enrollment(rest, bob, device(creation_options(rest, bob))))
    ok(rest.app("update", {"idToken": alice["idToken"], "deletePasskey": [created["id"]]}))
    ok(finish_enrollment(rest, alice, device(creation_options(rest, alice))))


# Registrations that must not pass


def must_not_register(rest, alice, passkey, response):
    failure(finish_enrollment(rest, alice, response))
    assert passkeys_of(rest, alice) == []
    failure(sign_in(rest, passkey))


@as_in_production
@pytest.mark.parametrize("lie", [*FOREIGN, "kind of a sign-in"])
def test_lies_at_registration(rest, alice, lie):
    passkey = Passkey()
    lies = FOREIGN.get(lie, {"kind": "webauthn.get"})

    must_not_register(rest, alice, passkey, passkey.create(creation_options(rest, alice), **lies))


@pytest.mark.parametrize("broken", [b"", b"text", b"\xa0", b"\xff" * 64], ids=["empty", "text", "empty map", "noise"])
def test_broken_attestations(rest, alice, broken):
    passkey = Passkey()
    response = passkey.create(creation_options(rest, alice))
    response["response"]["attestationObject"] = base64url(broken)

    must_not_register(rest, alice, passkey, response)


@pytest.mark.parametrize("kept", [0, 32, 36, 37, 54, 80, -1])
def test_truncated_authenticator_data(rest, alice, kept):
    """The attestation stays good CBOR; the data in it ends too early."""
    passkey = Passkey()
    response = passkey.create(creation_options(rest, alice))
    attestation = cbor2.loads(from_base64(response["response"]["attestationObject"]))
    attestation["authData"] = attestation["authData"][:kept]
    response["response"]["attestationObject"] = base64url(cbor2.dumps(attestation))

    must_not_register(rest, alice, passkey, response)


def test_a_registration_belongs_to_its_account(rest, alice):
    passkey = Passkey()
    bob = rest.sign_up("bob@example.test", "correct-horse")
    response = passkey.create(creation_options(rest, bob))

    must_not_register(rest, alice, passkey, response)


@as_in_production
def test_a_challenge_registers_once(rest, alice):
    first, second = Passkey(), Passkey()
    options = creation_options(rest, alice)
    ok(finish_enrollment(rest, alice, first.create(options)))

    for replayed in (first, second):
        failure(finish_enrollment(rest, alice, replayed.create(options)))

    assert passkeys_of(rest, alice) == [first.id]
    failure(sign_in(rest, second))
    ok(sign_in(rest, first))


def test_a_challenge_to_sign_in_does_not_register(rest, alice):
    passkey = Passkey()

    must_not_register(rest, alice, passkey, passkey.create(request_options(rest)))


def test_a_credential_belongs_to_one_account(rest, alice):
    passkey = enroll(rest, alice)
    bob = rest.sign_up("bob@example.test", "correct-horse")

    refused = failure(finish_enrollment(rest, bob, passkey.create(creation_options(rest, bob))))

    assert refused == "PASSKEY_EXISTS"
    assert passkeys_of(rest, bob) == []
    assert claims(ok(sign_in(rest, passkey))["idToken"])["sub"] == alice["localId"]


# Sign-ins that must not pass; each time the passkey still works afterwards


@pytest.mark.parametrize("lie", [*FOREIGN, "kind of a registration"])
@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_lies_at_sign_in(rest, alice, algorithm, lie):
    passkey = enroll(rest, alice, algorithm)

    failure(sign_in(rest, passkey, **FOREIGN.get(lie, {"kind": "webauthn.create"})))

    ok(sign_in(rest, passkey))


@as_in_production
def test_sign_ins_want_the_user_verified(rest, alice):
    passkey = enroll(rest, alice)

    assert failure(sign_in(rest, passkey, flags=USER_PRESENT)).startswith("INVALID_AUTHENTICATOR_RESPONSE : ")

    ok(sign_in(rest, passkey))


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_wrong_signatures(rest, alice, algorithm):
    passkey = enroll(rest, alice, algorithm)
    failure(sign_in(rest, passkey, signed_by=Passkey(algorithm, name="stranger")))

    for signature in (b"", bytes(64), b"\x30\x06\x02\x01\x00\x02\x01\x00"):
        response = passkey.get(request_options(rest))
        response["response"]["signature"] = base64url(signature)
        failure(finish_sign_in(rest, response))

    ok(sign_in(rest, passkey))


@pytest.mark.parametrize("member", ["clientDataJSON", "authenticatorData", "signature"])
def test_incomplete_assertions(rest, alice, member):
    passkey = enroll(rest, alice)
    response = passkey.get(request_options(rest))
    del response["response"][member]

    failure(finish_sign_in(rest, response))

    ok(sign_in(rest, passkey))


def test_data_that_was_not_signed(rest, alice):
    """The counter and the flags are as safe as the signature."""
    passkey = enroll(rest, alice)
    response = passkey.get(request_options(rest), flags=USER_VERIFIED)
    honest = passkey._authenticator_data("localhost", USER_PRESENT | USER_VERIFIED)
    response["response"]["authenticatorData"] = base64url(honest)

    failure(finish_sign_in(rest, response))

    ok(sign_in(rest, passkey))


@as_in_production
def test_an_assertion_is_taken_once(rest, alice):
    passkey = enroll(rest, alice)
    response = passkey.get(request_options(rest))
    ok(finish_sign_in(rest, response))

    failure(finish_sign_in(rest, response))

    ok(sign_in(rest, passkey))


def test_a_challenge_to_register_does_not_sign_in(rest, alice):
    passkey = enroll(rest, alice)

    failure(finish_sign_in(rest, passkey.get(creation_options(rest, alice))))

    ok(sign_in(rest, passkey))


def test_a_challenge_of_another_project(rest, alice, server, project):
    passkey = enroll(rest, alice)
    other = Rest(server, f"{project}-other")

    failure(finish_sign_in(rest, passkey.get(request_options(other))))

    ok(sign_in(rest, passkey))


@as_in_production
def test_the_counter_never_goes_back(rest, alice):
    passkey = enroll(rest, alice)
    passkey.counter = 5
    ok(sign_in(rest, passkey))

    for older in (4, 5):
        passkey.counter = older
        failure(sign_in(rest, passkey))

    passkey.counter = 6
    ok(sign_in(rest, passkey))


def test_a_device_without_a_counter(rest, alice):
    passkey = enroll(rest, alice)

    for _ in range(3):
        ok(sign_in(rest, passkey))


def test_an_unknown_credential(rest, alice):
    enroll(rest, alice)

    assert failure(sign_in(rest, Passkey())) == "PASSKEY_ENROLLMENT_NOT_FOUND"


# In every profile


every_profile = pytest.mark.profiles("local", "emulator", "production")


def unknown(profile):
    return "PASSKEY_CREDENTIAL_NOT_FOUND" if profile == "emulator" else "PASSKEY_ENROLLMENT_NOT_FOUND"


@every_profile
def test_removal(rest, alice, profile):
    first, second = enroll(rest, alice), enroll(rest, alice)

    ok(rest.app("update", {"idToken": alice["idToken"], "deletePasskey": [first.id, "unknown"]}))

    assert passkeys_of(rest, alice) == [second.id]
    assert failure(sign_in(rest, first)) == unknown(profile)
    ok(sign_in(rest, second))
    ok(finish_enrollment(rest, alice, first.create(creation_options(rest, alice))))


@every_profile
def test_a_deleted_account_frees_its_passkeys(rest, alice, profile):
    passkey = enroll(rest, alice)

    ok(rest.app("delete", {"idToken": alice["idToken"]}))

    assert failure(sign_in(rest, passkey)) == unknown(profile)
    bob = rest.sign_up("bob@example.test", "correct-horse")
    ok(finish_enrollment(rest, bob, passkey.create(creation_options(rest, bob))))
    assert claims(ok(sign_in(rest, passkey))["idToken"])["sub"] == bob["localId"]


@every_profile
def test_a_disabled_account(rest, alice):
    passkey = enroll(rest, alice)
    ok(rest.admin("/accounts:update", {"localId": alice["localId"], "disableUser": True}))

    assert failure(sign_in(rest, passkey)) == "USER_DISABLED"


@every_profile
def test_missing_responses(rest, alice):
    assert failure(rest.app_v2("passkeyEnrollment:finalize", {"idToken": alice["idToken"]})) == (
        "MISSING_AUTHENTICATOR_RESPONSE"
    )
    assert failure(rest.app_v2("passkeySignIn:finalize", {})) == "MISSING_AUTHENTICATOR_RESPONSE"
    assert failure(finish_enrollment(rest, alice, {"type": "public-key"})) == "INVALID_CREDENTIAL_ID"
    assert failure(finish_sign_in(rest, {"type": "public-key"})) == "INVALID_CREDENTIAL_ID"
    assert failure(rest.app_v2("passkeyEnrollment:start", {"idToken": "not.a.token"})) == "INVALID_ID_TOKEN"


@every_profile
def test_passkeys_are_for_apps(rest):
    for method in ("passkeySignIn:start", "passkeyEnrollment:start"):
        path = f"{IDENTITY_TOOLKIT}/v2/accounts/{method}"
        response = rest.request("POST", path, json={}, headers={"Authorization": "Bearer owner"})
        failure(response, 403)


@pytest.mark.profiles("emulator")
def test_the_reference_looks_at_the_id_only(rest, alice):
    registered = ok(finish_enrollment(rest, alice, {"id": "any-id"}))

    assert claims(registered["idToken"])["firebase"]["sign_in_provider"] == "passkey"
    assert rest.account(alice["localId"])["passkeyInfo"] == [{"credentialId": "any-id", "name": "Unnamed Passkey"}]
    assert failure(finish_enrollment(rest, alice, {"id": "any-id"})) == "CREDENTIAL_ALREADY_IN_USE"
    assert claims(ok(finish_sign_in(rest, {"id": "any-id"}))["idToken"])["sub"] == alice["localId"]
    assert failure(finish_sign_in(rest, {"id": "other-id"})) == "PASSKEY_CREDENTIAL_NOT_FOUND"
