"""Streams of messages and calls, and mails that the server opens itself."""

import pytest
import requests

from events import stream
from mail import send_sign_in_link, sign_in_by_link
from rest import Rest, failure, ok, query
from sms import send_code

EMAIL = "alice@example.test"
FINISH = "http://localhost:5000/finish"
PROFILES = pytest.mark.profiles("local", "emulator", "production")


@pytest.fixture
def outbox_stream(rest):
    def open_stream(headers=None, project=None, **parameters):
        url = f"{rest.server.url}/firebreak/v1/projects/{project or rest.project}/outbox:stream"
        return stream(url, headers=headers, **parameters)

    return open_stream


def opened(rest, body=None, **filters):
    return rest.control("POST", "/outbox/latest:open", params=filters, json=body or {})


# Streams


def test_messages_come_as_they_are_sent(rest, outbox_stream):
    ok(send_sign_in_link(rest, "old@example.test", FINISH))
    with outbox_stream() as events:
        for name in ("bob", "carol"):
            ok(send_sign_in_link(rest, f"{name}@example.test", FINISH))
            event = next(events)
            (message,) = rest.firebreak.outbox.list(to=f"{name}@example.test")["messages"]
            assert (event.name, event.id) == ("message", str(message["seq"]))
            assert event.data == message


def test_statuses_come_as_they_change(rest, outbox_stream):
    ok(send_sign_in_link(rest, EMAIL, FINISH))
    with outbox_stream(to=EMAIL) as events:
        ok(send_sign_in_link(rest, "bob@example.test", FINISH))
        ok(send_sign_in_link(rest, EMAIL, FINISH))
        seen = [next(events), next(events)]
        assert sorted((event.name, event.data["seq"], event.data["status"]) for event in seen) == [
            ("message", 3, "pending"),
            ("status", 1, "superseded"),
        ]
        ok(sign_in_by_link(rest, EMAIL, rest.firebreak.outbox.latest(to=EMAIL)["oobCode"]))
        used = next(events)
    assert (used.name, used.id, used.data["seq"], used.data["status"]) == ("status", None, 3, "used")


def test_a_client_that_connects_again_misses_no_message(rest, outbox_stream):
    with outbox_stream() as events:
        ok(send_sign_in_link(rest, "1@example.test", FINISH))
        seen = next(events).id
    for name in (2, 3):
        ok(send_sign_in_link(rest, f"{name}@example.test", FINISH))
    with outbox_stream({"Last-Event-ID": seen}, after=0) as events:
        assert [next(events).id, next(events).id] == ["2", "3"]
        ok(send_sign_in_link(rest, "4@example.test", FINISH))
        assert next(events).data["to"] == "4@example.test"


def test_filters_of_a_stream(rest, outbox_stream):
    ok(send_code(rest))
    ok(send_sign_in_link(rest, EMAIL, FINISH))
    with outbox_stream(after=0, channel="email", type="EMAIL_SIGNIN", delivery="sent") as events:
        assert next(events).data["to"] == EMAIL
    for parameters, words in [
        ({"status": "used"}, "a stream cannot be filtered by status"),
        ({"type": "NONE"}, "type must be one of"),
    ]:
        response = rest.control("GET", "/outbox:stream", params=parameters)
        assert failure(response).startswith(f"INVALID_ARGUMENT : {words}")


def test_a_stream_goes_on_over_reset_and_restore_and_ends_with_the_project(rest, outbox_stream):
    ok(send_sign_in_link(rest, EMAIL, FINISH))
    rest.firebreak.snapshot()
    with outbox_stream() as events:
        rest.firebreak.reset()
        ok(send_sign_in_link(rest, EMAIL, FINISH))
        assert next(events).id == "2"
        rest.firebreak.restore()
        ok(send_sign_in_link(rest, "bob@example.test", FINISH))
        assert next(events).id == "3"
        rest.firebreak.delete()
        assert list(events) == []


def test_a_fork_brings_its_messages_into_a_stream(rest, server, outbox_stream):
    ok(send_sign_in_link(rest, EMAIL, FINISH))
    copy = Rest(server, f"{rest.project}-copy")
    with outbox_stream(project=copy.project) as events:
        rest.firebreak.fork(copy.project)
        assert next(events).data["to"] == EMAIL


def test_a_server_that_ends_ends_its_streams(start_server, project):
    server = start_server()
    url = f"{server.url}/firebreak/v1/projects/{project}/outbox:stream"
    with stream(url) as first, stream(url) as second:
        assert server.stop() == 0
        assert list(first) == list(second) == []


def test_many_listeners_hold_nothing_up(rest, server, project):
    url = f"{server.url}/firebreak/v1/projects/{project}/outbox:stream"
    with requests.Session() as session:
        session.trust_env = False
        answers = [session.get(url, stream=True, timeout=30) for _ in range(100)]
        ok(send_sign_in_link(rest, EMAIL, FINISH))
        for answer in answers:
            assert next(answer.iter_lines()) == b"id: 1"
            answer.close()
    ok(send_sign_in_link(rest, EMAIL, FINISH))


# The journal


def test_calls_come_as_they_are_made(rest, server):
    url = f"{server.url}/firebreak/v1/projects/{rest.project}/requests:stream"
    rest.sign_up(EMAIL, "correct-horse")
    with stream(url) as events, stream(f"{server.url}/firebreak/v1/requests:stream") as all_events:
        assert failure(rest.app("signUp", {"email": EMAIL, "password": "correct-horse"})) == "EMAIL_EXISTS"
        event = next(events)
        assert (event.name, event.id, event.data["error"]) == ("request", "2", "EMAIL_EXISTS")
        assert event.data["request"]["password"] == "<password>"
        # Other tests share the server.
        seen = next(event for event in all_events if event.data["project"] == rest.project)
        assert seen.data == event.data and seen.id == str(event.data["id"])
    with stream(url, {"Last-Event-ID": "1"}, error="EMAIL_EXISTS") as events:
        assert next(events).data == event.data


# Opening a mail


@PROFILES
@pytest.mark.all_allowed
def test_opening_a_sign_in_link(rest):
    rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
    ok(send_sign_in_link(rest, EMAIL, FINISH))

    answer = ok(opened(rest, to=EMAIL))

    assert (answer["mode"], answer["email"], answer["applied"]) == ("signIn", EMAIL, False)
    assert answer["redirect"].startswith(f"{FINISH}?")
    ok(sign_in_by_link(rest, EMAIL, query(answer["redirect"])["oobCode"]))
    assert failure(opened(rest, to=EMAIL)) == "INVALID_OOB_CODE"


@PROFILES
@pytest.mark.all_allowed
def test_opening_a_reset(rest):
    rest.sign_up(EMAIL, "correct-horse")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": EMAIL}))

    assert failure(opened(rest)).startswith("INVALID_ARGUMENT : newPassword is needed")
    answer = ok(opened(rest, {"newPassword": "new & better"}))

    assert answer == {"mode": "resetPassword", "email": EMAIL, "applied": True, "redirect": None}
    ok(rest.sign_in(EMAIL, "new & better"))


@PROFILES
@pytest.mark.all_allowed
def test_opening_a_verification(rest):
    rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
    user = rest.sign_up(EMAIL, "correct-horse")
    ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": user["idToken"], "continueUrl": FINISH}))

    answer = ok(opened(rest, type="VERIFY_EMAIL"))

    assert answer["applied"] is True and answer["redirect"].startswith(FINISH)
    assert rest.account(user["localId"])["emailVerified"] is True
    (message,) = rest.firebreak.outbox.list(type="VERIFY_EMAIL")["messages"]
    assert message["status"] == "used"
    assert failure(rest.control("POST", f"/outbox/{message['id']}:open", json={})) == "INVALID_OOB_CODE"


@pytest.mark.profiles("local", "production")
@pytest.mark.all_allowed
def test_opening_a_change_of_address_and_the_way_back(rest):
    user = rest.sign_up(EMAIL, "correct-horse")
    body = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user["idToken"], "newEmail": "new@example.test"}
    ok(rest.app("sendOobCode", body))

    changed = ok(opened(rest, type="VERIFY_AND_CHANGE_EMAIL"))
    assert (changed["mode"], changed["email"]) == ("verifyAndChangeEmail", "new@example.test")
    assert rest.account(user["localId"])["email"] == "new@example.test"
    recovered = ok(opened(rest, type="RECOVER_EMAIL"))
    assert (recovered["mode"], recovered["email"]) == ("recoverEmail", EMAIL)
    assert rest.account(user["localId"])["email"] == EMAIL


def test_opening_what_has_no_link(rest):
    ok(send_code(rest))
    assert failure(opened(rest, channel="sms")).startswith("FAILED_PRECONDITION : ")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))
    assert failure(opened(rest, channel="email")).startswith("FAILED_PRECONDITION : ")
    assert opened(rest, to="other@example.test").status_code == 404


def test_opening_a_mail_that_has_expired(rest):
    ok(send_sign_in_link(rest, EMAIL, FINISH))
    rest.firebreak.clock.advance("7h")

    assert failure(opened(rest)) == "EXPIRED_OOB_CODE"
    assert rest.firebreak.outbox.cursor() == 1
