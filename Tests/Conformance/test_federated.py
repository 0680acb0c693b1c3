"""ID tokens that PyJWT signs, where credentials are verified."""

import base64
import json

import pytest

from federation import IdentityProvider, sign_in
from rest import claims, failure, ok

pytestmark = pytest.mark.profiles("local", "emulator")

EMAIL = "alice@example.test"
GOOGLE = IdentityProvider("https://accounts.google.com", "client-id")
ACME = IdentityProvider("https://idp.acme.example", "acme-client", algorithm="ES256")


def unsigned(token_claims):
    """A JWT without a signature."""
    parts = (json.dumps(part).encode() for part in ({"alg": "none", "typ": "JWT"}, token_claims))
    return "".join(base64.urlsafe_b64encode(part).decode().rstrip("=") + "." for part in parts)


@pytest.fixture
def verified(rest):
    """A project that verifies the ID tokens of two providers."""
    keys = {"google.com": GOOGLE.settings(), "oidc.acme": ACME.settings()}
    rest.firebreak.rules.patch(credentials="verified", credential_keys=keys)
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
