"""A software authenticator together with its browser: makes and uses passkeys as WebAuthn describes."""

import base64
import hashlib
import json
import secrets

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding

from federation import private_key

ORIGIN = "http://localhost:3000"
RP_ID = "localhost"
USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40
# As COSE numbers them.
ALGORITHMS = {"ES256": -7, "RS256": -257}


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text):
    """Of either alphabet, with or without padding."""
    bare = text.rstrip("=").replace("+", "-").replace("/", "_")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _integer(number):
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Passkey:
    """A credential on a device, and what a browser makes of it. Its responses are those of WebAuthn's JSON forms.

    `origin`, `rp_id`, `flags`, `kind` and `challenge` say what an honest browser and device would not.
    """

    def __init__(self, algorithm="ES256", name="passkey"):
        self.algorithm = algorithm
        self.key = private_key(algorithm, name)
        self.raw_id = secrets.token_bytes(32)
        self.counter = 0

    @property
    def id(self):
        return base64url(self.raw_id)

    def create(
        self,
        options,
        *,
        origin=ORIGIN,
        rp_id=RP_ID,
        flags=USER_PRESENT | USER_VERIFIED,
        kind="webauthn.create",
        challenge=None,
    ):
        """Answers `credentialCreationOptions`; the attestation says nothing about the device."""
        client_data = self._client_data(kind, challenge or options["challenge"], origin)
        credential = bytes(16) + len(self.raw_id).to_bytes(2, "big") + self.raw_id + cbor2.dumps(self._public_key())
        data = self._authenticator_data(rp_id, flags | ATTESTED) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": base64url(client_data), "attestationObject": base64url(attestation)}
        return self._credential(response)

    def get(
        self,
        options,
        user=None,
        *,
        origin=ORIGIN,
        rp_id=RP_ID,
        flags=USER_PRESENT | USER_VERIFIED,
        kind="webauthn.get",
        challenge=None,
        signed_by=None,
    ):
        """Answers `credentialRequestOptions`; `user` is the ID that the registration's options gave."""
        client_data = self._client_data(kind, challenge or options["challenge"], origin)
        data = self._authenticator_data(rp_id, flags)
        signature = (signed_by or self)._sign(data + hashlib.sha256(client_data).digest())
        response = {
            "clientDataJSON": base64url(client_data),
            "authenticatorData": base64url(data),
            "signature": base64url(signature),
        }
        if user:
            response["userHandle"] = base64url(from_base64(user))
        return self._credential(response)

    def _credential(self, response):
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}

    @staticmethod
    def _client_data(kind, challenge, origin):
        members = {"type": kind, "challenge": base64url(from_base64(challenge)), "origin": origin, "crossOrigin": False}
        return json.dumps(members).encode()

    def _authenticator_data(self, rp_id, flags):
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _public_key(self):
        """In the form of COSE."""
        numbers = self.key.public_key().public_numbers()
        if self.algorithm == "ES256":
            x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
            return {1: 2, 3: ALGORITHMS["ES256"], -1: 1, -2: x, -3: y}
        return {1: 3, 3: ALGORITHMS["RS256"], -1: _integer(numbers.n), -2: _integer(numbers.e)}

    def _sign(self, data):
        if self.algorithm == "ES256":
            return self.key.sign(data, ec.ECDSA(hashes.SHA256()))
        return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())
