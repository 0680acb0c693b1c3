"""Blocking functions of production: production.md section 8.2.

What is alike in every profile is in test_blocking_functions.py.
"""

import json

import pytest

from functions_server import Reply, register
from production import EMAIL, PASSWORD, error
from rest import claims, failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 8.2")]

REFUSED = "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "


def sign_up(rest, email=EMAIL):
    return rest.app("signUp", {"email": email, "password": PASSWORD, "returnSecureToken": True})


def refusal(message):
    return REFUSED + json.dumps({"error": {"message": message, "status": "INVALID_ARGUMENT"}}, separators=(",", ":"))


@pytest.mark.parametrize("status", [429, 500, 503, 504])
def test_functions_that_break(rest, functions, status):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(status, "{}"))
    found = error(sign_up(rest), 503)
    assert found["message"] == "Error code: 47"
    assert found["errors"] == [{"message": "Error code: 47", "domain": "global", "reason": "backendError"}]
    assert "status" not in found


def test_refusals_are_passed_on(rest, functions):
    register(rest, functions, "beforeCreate")
    text = '{"error":{"message":"Not you.","status":"INVALID_ARGUMENT"}}'
    functions.answer("beforeCreate", Reply(400, text))
    assert failure(sign_up(rest)) == REFUSED + text


@pytest.mark.parametrize(("trigger", "name"), [("beforeCreate", "customClaims"), ("beforeSignIn", "sessionClaims")])
def test_claims(rest, functions, trigger, name):
    register(rest, functions, trigger)
    functions.change(trigger, **{name: {"a": "x" * 1000}})
    assert failure(sign_up(rest)) == refusal(f"The {name} payload should not exceed 1000 characters.")
    functions.change(trigger, **{name: {"aud": "x"}})
    assert failure(sign_up(rest, "bob@example.test")) == refusal(
        f'The {name} claims "aud" are reserved and cannot be specified.'
    )
    functions.change(trigger, **{name: {"role": "admin"}})
    assert claims(ok(sign_up(rest, "carol@example.test"))["idToken"])["role"] == "admin"


def test_a_refused_sign_in_keeps_the_account(rest, functions):
    register(rest, functions, "beforeSignIn")
    functions.answer("beforeSignIn", Reply(403, "{}"))
    assert failure(sign_up(rest)).startswith(REFUSED)
    assert failure(sign_up(rest)) == "EMAIL_EXISTS"


def test_the_name_of_the_picture(rest, functions):
    register(rest, functions, "beforeCreate")
    functions.change("beforeCreate", photoURL="http://ignored", photoUrl="http://counts")
    assert rest.account(ok(sign_up(rest))["localId"])["photoUrl"] == "http://counts"
    functions.change("beforeCreate", photoURL="http://ignored")
    assert "photoUrl" not in rest.account(ok(sign_up(rest, "bob@example.test"))["localId"])
