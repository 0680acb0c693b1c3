"""The methods of passkeys, which are in no discovery document."""

import pytest

from rest import claims, failure, ok
from webauthn import Passkey, base64url

from .people import PASSWORD, USER

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.mark.covers("accounts.passkeyEnrollment.start", "phone-mfa.md 6")
@pytest.mark.covers("accounts.passkeyEnrollment.finalize", "phone-mfa.md 6")
@pytest.mark.covers("accounts.passkeySignIn.start", "phone-mfa.md 6")
@pytest.mark.covers("accounts.passkeySignIn.finalize", "phone-mfa.md 6")
def test_a_passkey(rest, profile):
    session = rest.sign_up(USER, PASSWORD)
    device = Passkey()

    options = ok(rest.app_v2("passkeyEnrollment:start", {"idToken": session["idToken"]}))["credentialCreationOptions"]
    assert (options["rp"]["id"], options["user"]["name"]) == ("localhost", USER)
    body = {"idToken": session["idToken"], "authenticatorRegistrationResponse": device.create(options), "name": "Key"}
    registered = ok(rest.app_v2("passkeyEnrollment:finalize", body))
    assert registered.keys() == {"localId", "idToken", "refreshToken"}
    assert rest.account(session["localId"])["passkeyInfo"] == [{"credentialId": device.id, "name": "Key"}]

    options = ok(rest.app_v2("passkeySignIn:start", {}))["credentialRequestOptions"]
    assert (options["rpId"], options["userVerification"]) == ("localhost", "required")
    device.counter = 1
    response = device.get(options, base64url(session["localId"].encode()))
    answer = ok(rest.app_v2("passkeySignIn:finalize", {"authenticatorAuthenticationResponse": response}))
    token = claims(answer["idToken"])
    assert (token["sub"], token["firebase"]["sign_in_provider"]) == (session["localId"], "passkey")
    unknown = Passkey(name="unknown").get(ok(rest.app_v2("passkeySignIn:start", {}))["credentialRequestOptions"])
    refused = rest.app_v2("passkeySignIn:finalize", {"authenticatorAuthenticationResponse": unknown})
    assert failure(refused) == f"PASSKEY_{'CREDENTIAL' if profile == 'emulator' else 'ENROLLMENT'}_NOT_FOUND"
