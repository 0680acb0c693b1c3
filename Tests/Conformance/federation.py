"""Sign-in with credentials of identity providers, and providers that really sign."""

import functools
import json
import time
from urllib.parse import urlencode

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa

REQUEST_URI = "http://localhost"


def assertion(provider, /, **credential):
    """The body of signInWithIdp for the members of a credential, as the client SDKs send it."""
    form = urlencode({"providerId": provider, **credential})
    return {"requestUri": REQUEST_URI, "postBody": form, "returnSecureToken": True}


def sign_in(rest, provider, credential, /, **extra):
    """Signs in with a credential: the claims of an ID token, an ID token, or a form's members."""
    if isinstance(credential, str):
        credential = {"id_token": credential}
    elif "sub" in credential:
        credential = {"id_token": json.dumps(credential)}
    return rest.app("signInWithIdp", assertion(provider, **credential) | extra)


def with_pending_token(rest, token, /, **extra):
    """Signs in with a pending token alone, as the JavaScript SDK does."""
    body = {"requestUri": REQUEST_URI, "pendingToken": token, "returnSecureToken": True}
    return rest.app("signInWithIdp", body | extra)


def google_user(subject="g-1", email=None, verified=True, **more):
    """Claims of a Google account."""
    address = {"email": email, "email_verified": verified} if email else {}
    return {"sub": subject, **address, **more}


@functools.cache
def private_key(algorithm, name):
    """A key for each algorithm and name; making RSA keys takes long enough to keep them."""
    if algorithm == "ES256":
        return ec.generate_private_key(ec.SECP256R1())
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class IdentityProvider:
    """Signs ID tokens for one client, and has the document of public keys that verifiers need."""

    def __init__(self, issuer, audience, algorithm="RS256", name="first"):
        self.issuer = issuer
        self.audience = audience
        self.algorithm = algorithm
        self.key_id = f"{algorithm}-{name}"
        self.key = private_key(algorithm, name)

    def public_key(self):
        """The public key as a JWK."""
        kind = jwt.algorithms.ECAlgorithm if self.algorithm == "ES256" else jwt.algorithms.RSAAlgorithm
        jwk = kind.to_jwk(self.key.public_key(), as_dict=True)
        return {**jwk, "kid": self.key_id, "alg": self.algorithm, "use": "sig"}

    def settings(self):
        """The provider's entry in rule `credentialKeys`."""
        return {"keys": [self.public_key()], "issuer": self.issuer, "audiences": [self.audience]}

    def claims(self, subject="subject", **changes):
        """Claims of a token that is valid now; `None` removes one."""
        now = int(time.time())
        made = {"iss": self.issuer, "aud": self.audience, "sub": subject, "iat": now, "exp": now + 3600, **changes}
        return {name: value for name, value in made.items() if value is not None}

    def id_token(self, subject="subject", **changes):
        return self.sign(self.claims(subject, **changes))

    def sign(self, claims):
        return jwt.encode(claims, self.key, algorithm=self.algorithm, headers={"kid": self.key_id})
