"""What only one can have, wanted by fifty at once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from factors import (
    EMAIL,
    challenge,
    enroll_phone,
    enroll_totp,
    finish_sms_sign_in,
    sign_in_by_totp,
    signed_in_user,
    start_sms_sign_in,
)
from mail import sign_in_by_link, sign_in_code
from rest import Rest, claims, failure, ok
from sms import NUMBER, session_and_code, sign_in_with_code, texted

pytestmark = [pytest.mark.profiles("local", "production"), pytest.mark.all_allowed]

CALLERS = 50


def one_winner(rest, call, *refusals, status=400):
    """Makes the call on many open connections at once; one succeeds, the others are refused as documented.

    Returns the winner's number and answer.
    """
    ready = threading.Barrier(CALLERS)

    def race(number):
        racer = Rest(rest.server, rest.project)
        assert racer.request("GET", "/healthz").ok
        ready.wait(60)
        return call(racer, number)

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = list(pool.map(race, range(CALLERS)))
    winners = [(number, ok(answer)) for number, answer in enumerate(answers) if answer.ok]
    assert len(winners) == 1, [(answer.status_code, answer.text) for answer in answers if answer.ok]
    refused = {failure(answer, status).split(" : ")[0] for answer in answers if not answer.ok}
    assert refused <= set(refusals), refused
    return winners[0]


def test_a_sign_in_link(rest, finish):
    code = sign_in_code(rest, EMAIL, finish)

    _, won = one_winner(rest, lambda racer, _: sign_in_by_link(racer, EMAIL, code), "INVALID_OOB_CODE")

    (account,) = rest.accounts()
    assert (account["localId"], account["email"]) == (won["localId"], EMAIL)


def test_a_code_for_a_password(rest):
    rest.existing_account(EMAIL)
    body = {"requestType": "PASSWORD_RESET", "email": EMAIL, "returnOobLink": True}
    code = ok(rest.admin("/accounts:sendOobCode", body))["oobCode"]

    def reset(racer, number):
        return racer.app("resetPassword", {"oobCode": code, "newPassword": f"horse-{number}"})

    winner, _ = one_winner(rest, reset, "INVALID_OOB_CODE")

    for number in range(CALLERS):
        assert rest.sign_in(EMAIL, f"horse-{number}").ok == (number == winner), number


def test_an_address(rest):
    def sign_up(racer, number):
        return racer.app("signUp", {"email": EMAIL, "password": f"horse-{number}", "returnSecureToken": True})

    winner, won = one_winner(rest, sign_up, "EMAIL_EXISTS")

    (account,) = rest.accounts()
    assert account["localId"] == won["localId"]
    assert ok(rest.sign_in(EMAIL, f"horse-{winner}"))["localId"] == won["localId"]


def test_an_id(rest):
    def create(racer, number):
        return racer.admin("/accounts", {"localId": "alice", "displayName": f"Alice {number}"})

    winner, _ = one_winner(rest, create, "DUPLICATE_LOCAL_ID")

    (account,) = rest.accounts()
    assert (account["localId"], account["displayName"]) == ("alice", f"Alice {winner}")


def test_a_texted_code(rest):
    session, code = session_and_code(rest)

    _, won = one_winner(
        rest, lambda racer, _: sign_in_with_code(racer, session, code), "INVALID_SESSION_INFO", "SESSION_EXPIRED"
    )

    (account,) = rest.accounts()
    assert (account["localId"], account["phoneNumber"]) == (won["localId"], NUMBER)


def test_a_second_factor_by_text(rest):
    """The pending credential may be used again within its life; its text message may not."""
    alice = signed_in_user(rest)
    enroll_phone(rest, alice["idToken"])
    asked = challenge(rest)
    started = texted(rest, "SMS_MFA_SIGN_IN", lambda: start_sms_sign_in(rest, asked))

    _, won = one_winner(
        rest, lambda racer, _: finish_sms_sign_in(racer, asked, *started), "INVALID_SESSION_INFO", "SESSION_EXPIRED"
    )

    assert claims(won["idToken"])["sub"] == alice["localId"]


def test_a_second_factor_by_one_time_password(rest):
    alice = signed_in_user(rest)
    _, app = enroll_totp(rest, alice["idToken"])
    asked, code = challenge(rest), app.code()

    _, won = one_winner(rest, lambda racer, _: sign_in_by_totp(racer, asked, code), "INVALID_CODE")

    assert claims(won["idToken"])["sub"] == alice["localId"]


def test_a_project(rest):
    """The place of a fork."""
    rest.existing_account(EMAIL)

    def fork(racer, _):
        return racer.control("POST", ":fork", json={"to": f"{rest.project}-fork"})

    one_winner(rest, fork, "ALREADY_EXISTS", status=409)

    assert [account["email"] for account in Rest(rest.server, f"{rest.project}-fork").accounts()] == [EMAIL]
