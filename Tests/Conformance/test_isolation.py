"""What belongs to one project or tenant, presented to another: refused, and nothing is told or used up."""

import json
import secrets
import time
from collections import namedtuple

import jwt
import pytest

from factors import (
    challenge,
    enroll_phone,
    finish_phone,
    finish_sms_sign_in,
    finish_totp,
    sign_in_by_totp,
    start_phone,
    start_sms_sign_in,
    start_totp,
)
from federation import google_user, sign_in, with_pending_token
from mail import generated, sign_in_by_link
from rest import Rest, failure, ok
from sms import NUMBER, OTHER_NUMBER, session_and_code, sign_in_by_phone, sign_in_with_code, texted
from totp import AuthenticatorApp

pytestmark = pytest.mark.profiles("local", "production")

PASSWORD = "correct-horse"
CUSTOM_TOKEN_AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
LEGACY = "/www.googleapis.com/identitytoolkit/v3/relyingparty"


class Place:
    """A project, or one of its tenants."""

    def __init__(self, rest, tenant=None):
        self.rest = rest
        self.tenant = tenant
        # What a client adds to each call.
        self.extra = {"tenantId": tenant} if tenant else {}

    def app(self, method, **body):
        return self.rest.app(method, body | self.extra)

    def app_v2(self, method, **body):
        return self.rest.app_v2(method, body | self.extra)

    def admin(self, path, **body):
        return self.rest.admin(path, body, tenant=self.tenant)

    def page(self, mode, **parameters):
        parameters |= {"mode": mode, "apiKey": self.rest.key, **self.extra}
        return self.rest.request("GET", "/__/auth/action", params=parameters)

    def user(self, name):
        """The sign-in of a new account with a verified address."""
        email = f"{name}@example.test"
        ok(self.admin("/accounts", email=email, password=PASSWORD, emailVerified=True, localId=f"id-{name}"))
        return ok(self.rest.sign_in(email, PASSWORD, **self.extra))


class Belongings:
    """One of each thing that can be presented somewhere, of the users of a place."""

    def __init__(self, place):
        rest, extra = place.rest, place.extra
        self.place = place
        name = f"alice-{secrets.token_hex(6)}"
        alice = place.user(name)
        self.email, self.local_id, self.display_name = f"{name}@example.test", f"id-{name}", f"Name of {name}"
        ok(place.app("update", idToken=alice["idToken"], displayName=self.display_name))
        self.id_token, self.refresh_token = alice["idToken"], alice["refreshToken"]
        self.cookie = ok(place.admin(":createSessionCookie", idToken=self.id_token))["sessionCookie"]
        self.codes = {
            kind: generated(rest, kind, self.email, tenant=place.tenant)["oobCode"]
            for kind in ("EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL")
        }
        self.codes["VERIFY_AND_CHANGE_EMAIL"] = generated(
            rest, "VERIFY_AND_CHANGE_EMAIL", self.email, tenant=place.tenant, newEmail=f"new-{self.email}"
        )["oobCode"]
        self.totp = ok(start_totp(rest, self.id_token, **extra))["totpSessionInfo"]
        self.enrolment = texted(
            rest, "SMS_MFA_ENROLLMENT", lambda: start_phone(rest, self.id_token, OTHER_NUMBER, **extra), OTHER_NUMBER
        )
        # With an ID token alone there is none.
        with_access_token = {"id_token": json.dumps(google_user(name)), "access_token": "of-google"}
        self.pending_token = ok(
            sign_in(rest, "google.com", with_access_token, returnIdpCredential=True, **extra)
        )["pendingToken"]
        # A user with a second factor, half signed in.
        bob = place.user(f"bob-of-{name}")
        enroll_phone(rest, bob["idToken"], **extra)
        self.challenge = challenge(rest, f"bob-of-{name}@example.test", **extra)
        self.factor = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, self.challenge, **extra))
        self.message = rest.firebreak.outbox.list()["messages"][0]["id"]
        if not place.tenant:
            self.session = session_and_code(rest)
            self.owned_number = "+16505550155"
            ok(sign_in_by_phone(rest, self.owned_number))
            linked = sign_in_by_phone(rest, self.owned_number, idToken=self.id_token)
            self.temporary_proof = ok(linked)["temporaryProof"]

    def secrets(self):
        return {self.email, self.local_id, self.display_name}


def custom_token(tenant):
    now = int(time.time())
    claims = {"aud": CUSTOM_TOKEN_AUDIENCE, "iat": now, "exp": now + 3600, "uid": "custom", "tenant_id": tenant}
    return jwt.encode({**claims, "iss": "admin@example.test", "sub": "admin@example.test"}, None, algorithm="none")


def own_token(at):
    """A token of the place itself, for what needs a session there."""
    return at.user(f"own-{secrets.token_hex(6)}")["idToken"]


# Who refuses, by where things come from and go to: another project, another tenant, a tenant of the project that they
# are of, and the project of the tenant that they are of. Nothing where a thing itself says where it belongs.
Refusals = namedtuple("Refusals", "project tenant into_tenant out_of_tenant", defaults=[None] * 4)

MISMATCH = "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token."
OF_CUSTOM_TOKENS = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
OF_ID_TOKENS = Refusals("INVALID_ID_TOKEN", MISMATCH, MISMATCH)
OTHER_PROJECT = "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
OF_COOKIES = Refusals("INVALID_ID_TOKEN", MISMATCH, "INVALID_ID_TOKEN", "INVALID_ID_TOKEN")


def everywhere(code):
    return Refusals(*[code] * 4)


def between_projects(code):
    return Refusals(project=code)


ATTEMPTS = {
    # ID tokens
    "lookup": (OF_ID_TOKENS, lambda its, at: at.app("lookup", idToken=its.id_token)),
    "lookup of v3": (
        OF_ID_TOKENS,
        lambda its, at: at.rest.request(
            "POST", f"{LEGACY}/getAccountInfo", params={"key": at.rest.key}, json={"idToken": its.id_token} | at.extra
        ),
    ),
    "new name": (OF_ID_TOKENS, lambda its, at: at.app("update", idToken=its.id_token, displayName="Mallory")),
    "new password": (OF_ID_TOKENS, lambda its, at: at.app("update", idToken=its.id_token, password="other-horse")),
    "deletion": (OF_ID_TOKENS, lambda its, at: at.app("delete", idToken=its.id_token)),
    "sign-up that links": (
        OF_ID_TOKENS,
        lambda its, at: at.app("signUp", idToken=its.id_token, email="m@example.test", password=PASSWORD),
    ),
    "link by e-mail link": (
        OF_ID_TOKENS,
        lambda its, at: at.app(
            "signInWithEmailLink", idToken=its.id_token, email=its.email, oobCode=its.codes["EMAIL_SIGNIN"]
        ),
    ),
    "link by provider": (
        OF_ID_TOKENS,
        lambda its, at: sign_in(at.rest, "google.com", google_user("m"), idToken=its.id_token, **at.extra),
    ),
    "mail to verify": (
        OF_ID_TOKENS,
        lambda its, at: at.app("sendOobCode", requestType="VERIFY_EMAIL", idToken=its.id_token),
    ),
    "session cookie": (OF_ID_TOKENS, lambda its, at: at.admin(":createSessionCookie", idToken=its.id_token)),
    "enrolment of a number": (OF_ID_TOKENS, lambda its, at: start_phone(at.rest, its.id_token, **at.extra)),
    "enrolment of an app": (OF_ID_TOKENS, lambda its, at: start_totp(at.rest, its.id_token, **at.extra)),
    "withdrawal of a factor": (
        OF_ID_TOKENS,
        lambda its, at: at.app_v2("mfaEnrollment:withdraw", idToken=its.id_token, mfaEnrollmentId="x"),
    ),
    "enrolment of a passkey": (
        OF_ID_TOKENS,
        lambda its, at: at.app_v2("passkeyEnrollment:start", idToken=its.id_token),
    ),
    # Session cookies
    "lookup by cookie": (OF_COOKIES, lambda its, at: at.app("lookup", idToken=its.cookie)),
    "new name by cookie": (OF_COOKIES, lambda its, at: at.app("update", idToken=its.cookie, displayName="Mallory")),
    "cookie of a cookie": (OF_COOKIES, lambda its, at: at.admin(":createSessionCookie", idToken=its.cookie)),
    # Refresh tokens and custom tokens
    "refresh": (between_projects("PROJECT_NUMBER_MISMATCH"), lambda its, at: at.rest.refresh(its.refresh_token)),
    "custom token": (
        Refusals(tenant=OF_CUSTOM_TOKENS, out_of_tenant=OF_CUSTOM_TOKENS),
        lambda its, at: at.app("signInWithCustomToken", token=custom_token(its.place.tenant), returnSecureToken=True),
    ),
    # Codes of mails
    "sign-in link": (
        everywhere("INVALID_OOB_CODE"),
        lambda its, at: sign_in_by_link(at.rest, its.email, its.codes["EMAIL_SIGNIN"], **at.extra),
    ),
    "look at a reset": (
        everywhere("INVALID_OOB_CODE"), lambda its, at: at.app("resetPassword", oobCode=its.codes["PASSWORD_RESET"])
    ),
    "look at a sign-in link": (
        everywhere("INVALID_OOB_CODE"), lambda its, at: at.app("resetPassword", oobCode=its.codes["EMAIL_SIGNIN"])
    ),
    "reset": (
        everywhere("INVALID_OOB_CODE"),
        lambda its, at: at.app("resetPassword", oobCode=its.codes["PASSWORD_RESET"], newPassword="other-horse"),
    ),
    "verification": (
        everywhere("INVALID_OOB_CODE"), lambda its, at: at.app("update", oobCode=its.codes["VERIFY_EMAIL"])
    ),
    "change of address": (
        everywhere("INVALID_OOB_CODE"), lambda its, at: at.app("update", oobCode=its.codes["VERIFY_AND_CHANGE_EMAIL"])
    ),
    # Passwords
    "password": (
        between_projects("INVALID_LOGIN_CREDENTIALS"),
        lambda its, at: at.rest.sign_in(its.email, PASSWORD, **at.extra),
    ),
    # Text messages; tenants have no sign-in by phone.
    "texted code": (
        between_projects("INVALID_SESSION_INFO"), lambda its, at: sign_in_with_code(at.rest, *its.session)
    ),
    "texted code that links": (
        between_projects("INVALID_SESSION_INFO"),
        lambda its, at: sign_in_with_code(at.rest, *its.session, idToken=own_token(at)),
    ),
    "texted code as a second factor": (
        between_projects("INVALID_SESSION_INFO"), lambda its, at: finish_phone(at.rest, own_token(at), *its.session)
    ),
    "temporary proof": (
        between_projects("INVALID_TEMPORARY_PROOF"),
        lambda its, at: at.app(
            "signInWithPhoneNumber", temporaryProof=its.temporary_proof, phoneNumber=its.owned_number
        ),
    ),
    # Second factors
    "pending credential": (
        everywhere(OTHER_PROJECT), lambda its, at: start_sms_sign_in(at.rest, its.challenge, **at.extra)
    ),
    "pending credential with its code": (
        everywhere(OTHER_PROJECT),
        lambda its, at: finish_sms_sign_in(at.rest, its.challenge, *its.factor, **at.extra),
    ),
    "pending credential with a one-time password": (
        everywhere(OTHER_PROJECT),
        lambda its, at: sign_in_by_totp(at.rest, its.challenge, "123456", **at.extra),
    ),
    "session of an enrolled number": (
        everywhere("INVALID_SESSION_INFO"),
        lambda its, at: finish_phone(at.rest, own_token(at), *its.enrolment, **at.extra),
    ),
    "session of an enrolled app": (
        everywhere("INVALID_SESSION_INFO"),
        lambda its, at: finish_totp(
            at.rest,
            own_token(at),
            its.totp["sessionInfo"],
            AuthenticatorApp(its.totp["sharedSecretKey"]).code(),
            **at.extra,
        ),
    ),
    # Identity providers
    "pending token": (
        everywhere("INVALID_PENDING_TOKEN"),
        lambda its, at: with_pending_token(at.rest, its.pending_token, **at.extra),
    ),
    "pending token that links": (
        everywhere("INVALID_PENDING_TOKEN"),
        lambda its, at: with_pending_token(at.rest, its.pending_token, idToken=own_token(at), **at.extra),
    ),
    # Local IDs
    "update by an admin": (
        everywhere("USER_NOT_FOUND"),
        lambda its, at: at.admin("/accounts:update", localId=its.local_id, displayName="Mallory"),
    ),
    "deletion by an admin": (
        everywhere("USER_NOT_FOUND"), lambda its, at: at.admin("/accounts:delete", localId=its.local_id)
    ),
}


@pytest.fixture(scope="module")
def places(servers):
    """By profile: where the belongings are from, and where they are presented."""
    made = {}

    def at(profile):
        if profile in made:
            return made[profile]
        server = servers(profile)
        name = f"t-{secrets.token_hex(8)}"
        home, other = Rest(server, f"{name}-a"), Rest(server, f"{name}-b")
        home.allow_all()
        other.allow_all()
        home, other = Place(home), Place(other)
        tenant, neighbour = (Place(home.rest, home.rest.create_tenant(enableEmailLinkSignin=True)) for _ in range(2))
        for place in (home, other, tenant, neighbour):
            provider = {"enabled": True, "clientId": "web", "clientSecret": "secret"}
            ok(place.rest.admin("/defaultSupportedIdpConfigs", provider, tenant=place.tenant, version="v2",
                                params={"idpId": "google.com"}))
        of_home, of_tenant = Belongings(home), Belongings(tenant)
        made[profile] = {
            "project": (of_home, other),
            "tenant": (of_tenant, neighbour),
            "into_tenant": (of_home, tenant),
            "out_of_tenant": (of_tenant, home),
        }
        return made[profile]

    return at


def check_told_nothing(its, answer):
    """The answer has nothing of the other's account but what the request had."""
    sent = f"{answer.request.url} {answer.request.body}"
    for secret in its.secrets():
        assert secret in sent or secret not in answer.text


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_attempts(places, profile, attempt):
    refusals, call = ATTEMPTS[attempt]
    tried = 0
    for direction, code in refusals._asdict().items():
        if code:
            its, at = places(profile)[direction]
            answer = call(its, at)
            assert failure(answer) == code, direction
            check_told_nothing(its, answer)
            tried += 1
    assert tried


def test_action_pages(places, profile):
    for its, at in places(profile).values():
        for mode, kind, more in (
            ("resetPassword", "PASSWORD_RESET", {"newPassword": "page-horse"}),
            ("verifyEmail", "VERIFY_EMAIL", {}),
            ("verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL", {}),
        ):
            answer = at.page(mode, oobCode=its.codes[kind], **more)
            assert answer.status_code == 400 and "success" not in answer.text
            check_told_nothing(its, answer)


def test_look_ups_by_an_admin(places, profile):
    """They find nobody, which is not an error."""
    for its, at in places(profile).values():
        for member, value in (("localId", its.local_id), ("email", its.email), ("initialEmail", its.email)):
            answer = at.admin("/accounts:lookup", **{member: [value]})
            assert "users" not in ok(answer)
        listed = at.rest.admin("/accounts:batchGet", verb="GET", tenant=at.tenant, params={"maxResults": 1000})
        assert ok(listed)["kind"] and not any(secret in listed.text for secret in its.secrets())


def test_the_outbox_and_minted_tokens(places, profile):
    its, at = places(profile)["project"]
    for path in ("", "/link", "/code", ".eml"):
        answer = at.rest.control("GET", f"/outbox/{its.message}{path}")
        assert failure(answer, 404).startswith("NOT_FOUND : ")
        check_told_nothing(its, answer)
    for its, at in places(profile).values():
        for user in (its.local_id, its.email):
            tenant = {"tenant": at.tenant} if at.tenant else {}
            answer = at.rest.control("POST", ":mintToken", json={"user": user, **tenant})
            assert failure(answer, 404).startswith("NOT_FOUND : ")
            check_told_nothing(its, answer)


def test_nothing_was_used_up(places, profile):
    """After all attempts the owners can do what others could not."""
    for attempt in ATTEMPTS:
        test_attempts(places, profile, attempt)
    for direction in ("project", "tenant"):
        its, _ = places(profile)[direction]
        home = its.place
        rest, extra = home.rest, home.extra
        (account,) = ok(home.app("lookup", idToken=its.id_token))["users"]
        assert (account["localId"], account["displayName"]) == (its.local_id, its.display_name)
        assert ok(rest.refresh(its.refresh_token))["user_id"] == its.local_id
        assert ok(rest.sign_in(its.email, PASSWORD, **extra))["localId"] == its.local_id
        ok(finish_totp(rest, its.id_token, its.totp["sessionInfo"],
                       AuthenticatorApp(its.totp["sharedSecretKey"]).code(), **extra))
        ok(finish_sms_sign_in(rest, its.challenge, *its.factor, **extra))
        ok(with_pending_token(rest, its.pending_token, **extra))
        if not home.tenant:
            proof = {"temporaryProof": its.temporary_proof, "phoneNumber": its.owned_number}
            assert ok(home.app("signInWithPhoneNumber", **proof))["phoneNumber"] == its.owned_number
            assert ok(sign_in_with_code(rest, *its.session))["phoneNumber"] == NUMBER
        ok(home.app("update", oobCode=its.codes["VERIFY_EMAIL"]))
        assert ok(sign_in_by_link(rest, its.email, its.codes["EMAIL_SIGNIN"], **extra))["localId"] == its.local_id
        assert ok(home.app("resetPassword", oobCode=its.codes["PASSWORD_RESET"]))["email"] == its.email
        changed = ok(home.app("update", oobCode=its.codes["VERIFY_AND_CHANGE_EMAIL"]))
        assert changed["email"] == f"new-{its.email}"
