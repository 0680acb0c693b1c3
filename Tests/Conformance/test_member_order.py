"""The table of the order of members: that it fits together, and that answers are held to it."""

import base64
import json

import pytest

import member_order
from member_order import ACCOUNTS, CREATED, NESTED, ORDERS, PATHS, members, message_of, problems
from rest import IDENTITY_TOOLKIT, ok
from routes import routes_of


def found(message, text):
    return [problem.splitlines()[0] for problem in problems(message, members(text))]


def token(header, claims):
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, claims))
    return ".".join([*parts, "signature"])


def test_the_table_names_only_messages_that_it_has():
    named = {message.removesuffix("{}") for message in NESTED.values()} | {holder for holder, _ in NESTED}
    named |= set(ACCOUNTS.values()) | {message for _, message in PATHS} | set(CREATED) | set(CREATED.values())

    assert named - set(ORDERS) == set()


@pytest.mark.parametrize("order", [order for orders in ORDERS.values() for order in orders])
def test_an_order_names_a_member_once(order):
    assert len(order.split()) == len(set(order.split()))


@pytest.mark.profiles("production")
def test_every_method_has_a_message(server):
    paths = {route.path: message_of(route.verb, route.path) for route in routes_of(server)}

    services = [path for path in paths if path.startswith("/identitytoolkit.googleapis.com/")]
    assert len(services) > 50 and all(paths[path] for path in services)
    assert all(paths[path] is None for path in paths if path.startswith(("/firebreak/", "/emulator/")))


@pytest.mark.parametrize(
    ("verb", "path", "message"),
    [
        ("POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp", "SignUp"),
        ("POST", f"{IDENTITY_TOOLKIT}/v1/projects/p/accounts", "SignUp"),
        ("POST", f"{IDENTITY_TOOLKIT}/v1/projects/p/tenants/t/accounts:lookup", "Lookup"),
        ("POST", f"{IDENTITY_TOOLKIT}/v1/projects/p:createSessionCookie", "CreateSessionCookie"),
        ("POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword", "SignInWithPassword"),
        ("POST", "/securetoken.googleapis.com/v1/token", "Token"),
        ("GET", f"{IDENTITY_TOOLKIT}/admin/v2/projects/p/config", "Config"),
        ("POST", f"{IDENTITY_TOOLKIT}/v2/projects/p/tenants", "Tenant"),
        ("GET", f"{IDENTITY_TOOLKIT}/v2/projects/p/tenants", "Tenants"),
        ("GET", f"{IDENTITY_TOOLKIT}/v2/projects/p/tenants/t/oauthIdpConfigs/oidc.a", "OAuthIdpConfig"),
        ("POST", f"{IDENTITY_TOOLKIT}/v2/accounts/mfaSignIn%3Afinalize", "FinalizeSecondFactorSignIn"),
        ("POST", f"{IDENTITY_TOOLKIT}/v2/accounts:revokeToken", "Other"),
        ("GET", "/firebreak/v1/projects/p", None),
    ],
)
def test_the_message_of_a_call(verb, path, message):
    assert message_of(verb, f"http://127.0.0.1:9099{path}?key=k") == message


@pytest.mark.parametrize(
    ("message", "good", "bad"),
    [
        ("SignUp", '{"kind": 1, "new": 1, "idToken": 1, "localId": 1}', '{"idToken": 1, "kind": 1}'),
        ("SignUp", '{"kind": 1, "localId": 1}', '{"kind": 1, "kind": 1}'),
        ("Lookup", '{"users": [{"email": 1, "photoUrl": 1}]}', '{"users": [{}, {"photoUrl": 1, "email": 1}]}'),
        (
            "BlockingFunctions",
            '{"triggers": {"b": {"functionUri": 1, "updateTime": 1}, "a": {}}}',
            '{"triggers": {"b": {"updateTime": 1, "functionUri": 1}}}',
        ),
        ("Identities", '{"phone": 1, "a": 1, "b": 1, "email": 1}', '{"email": 1, "a": 1}'),
        ("Failure", '{"error": {"code": 1, "message": 1}}', '{"error": {"message": 1, "code": 1}}'),
        (
            "SignInWithIdp",
            '{"providerId": "oidc.a", "rawUserInfo": "{\\"aud\\": 1, \\"sub\\": 1, \\"groups\\": 1}"}',
            '{"providerId": "oidc.a", "rawUserInfo": "{\\"groups\\": 1, \\"sub\\": 1}"}',
        ),
    ],
)
def test_another_order_is_found(message, good, bad):
    assert found(message, good) == []
    assert len(found(message, bad)) == 1


@pytest.mark.parametrize(
    ("issuer", "header", "claims", "count"),
    [
        ("https://securetoken.google.com/p", ["alg", "kid", "typ"], ["name", "role", "iss", "aud", "sub"], 0),
        ("https://securetoken.google.com/p", ["alg", "typ", "kid"], ["iss", "aud", "sub"], 1),
        ("https://securetoken.google.com/p", ["alg"], ["iss", "role", "aud"], 1),
        ("https://session.firebase.google.com/p", ["alg", "kid"], ["iss", "role", "aud"], 0),
        ("https://session.firebase.google.com/p", ["alg", "kid"], ["role", "iss", "aud"], 1),
        ("https://issuer.test", ["kid", "alg"], ["aud", "iss"], 0),
    ],
)
def test_tokens_are_read(issuer, header, claims, count):
    text = token(dict.fromkeys(header, 1), {name: issuer if name == "iss" else 1 for name in claims})

    assert len(found("SignUp", json.dumps({"idToken": text}))) == count


@pytest.mark.parametrize("profile", ["local", "production"])
def test_answers_in_production_are_held_to_it(rest, profile, monkeypatch):
    monkeypatch.setitem(member_order.ORDERS, "SignUp", ["localId kind"])

    if profile == "production":
        with pytest.raises(AssertionError, match=r"accounts:signUp answered 200:\nSignUp:\n  has  kind localId"):
            rest.sign_up("alice@example.test", "correct-horse")
    else:
        ok(rest.app("signUp", {"email": "alice@example.test", "password": "correct-horse"}))
