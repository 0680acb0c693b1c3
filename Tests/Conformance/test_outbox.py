"""The outbox: filters, cursors, waiting, and the plain projections of a message."""

import email
import email.policy
import statistics
import threading
import time

import pytest

from mail import last_seq, send_sign_in_link
from rest import Rest, ok, query

FINISH = "http://localhost:5000/finish"
LOCALES = ["en", "de", "fr", "es", "ja", "ko", "pt", "ru", "zh"]


@pytest.fixture
def three(rest):
    """Three messages: a sign-in link, a reset, and a suppressed reset."""
    rest.sign_up("alice@example.test", "correct-horse")
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))
    return rest.messages()


def latest(rest, projection="", **filters):
    return rest.control("GET", f"/outbox/latest{projection}", params=filters)


# Lists


def test_list_and_filters(rest, three):
    assert [message["seq"] for message in three] == [1, 2, 3]
    assert [message["type"] for message in three] == ["EMAIL_SIGNIN", "PASSWORD_RESET", "PASSWORD_RESET"]
    assert len({message["id"] for message in three}) == 3
    assert all(message["id"].startswith("msg_") and len(message["id"]) == 24 for message in three)

    def found(**filters):
        return [message["seq"] for message in rest.messages(**filters)]

    assert found(to="alice@example.test") == [2]
    assert found(type="PASSWORD_RESET") == [2, 3]
    assert found(channel="email") == [1, 2, 3]
    assert found(channel="sms") == []
    assert found(delivery="suppressed") == [3]
    assert found(status="pending") == [1, 2]
    assert found(type="PASSWORD_RESET", delivery="sent") == [2]
    assert found(after=1) == [2, 3]
    assert found(limit=2) == [1, 2]
    assert found(order="desc") == [3, 2, 1]


def test_cursor(rest, three):
    first = ok(rest.control("GET", "/outbox", params={"limit": 2}))
    second = ok(rest.control("GET", "/outbox", params={"limit": 2, "after": first["nextCursor"]}))
    end = ok(rest.control("GET", "/outbox", params={"after": second["nextCursor"]}))

    assert [message["seq"] for message in first["messages"]] == [1, 2]
    assert [message["seq"] for message in second["messages"]] == [3]
    assert end["messages"] == []


def test_record(three):
    message = three[1]

    assert message["request"]["apiKey"].startswith("project:")
    assert message["request"]["userAgent"].startswith("python-requests/")
    assert message["locale"] == "en"
    assert message["createdAt"] < message["expiresAt"]
    assert message["createdAt"].endswith("Z") and "." in message["createdAt"]
    assert message.get("usedAt") is None
    assert message["from"] and message["subject"]
    assert message["link"]["action"] in message["text"]


def test_outboxes_of_projects_are_apart(rest, server, three):
    other = Rest(server, f"{rest.project}-other")
    ok(send_sign_in_link(other, "bob@example.test", FINISH))

    assert [message["seq"] for message in other.messages()] == [1]
    assert len(rest.messages()) == 3


def test_delete(rest, three):
    assert rest.control("DELETE", "/outbox", params={"to": "bob@example.test"}).status_code == 200

    assert [message["seq"] for message in rest.messages()] == [2, 3]
    assert rest.control("DELETE", "/outbox").status_code == 200
    assert rest.messages() == []
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    assert [message["seq"] for message in rest.messages()] == [4]


# One message


def test_one_message(rest, three):
    assert rest.message(three[0]["id"]) == three[0]
    assert ok(latest(rest)) == three[2]
    assert ok(latest(rest, to="bob@example.test")) == three[0]
    assert rest.control("GET", "/outbox/msg_doesNotExistAnywhere1").status_code == 404
    assert latest(rest, to="carol@example.test").status_code == 404


def test_plain_link_and_code(rest, three):
    for response in (
        latest(rest, "/link", to="bob@example.test"),
        rest.control("GET", f"/outbox/{three[0]['id']}/link"),
    ):
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/plain")
        assert response.text.strip() == three[0]["link"]["mailed"]
    for response in (
        latest(rest, "/code", to="bob@example.test"),
        rest.control("GET", f"/outbox/{three[0]['id']}/code"),
    ):
        assert response.status_code == 200
        assert response.text.strip() == three[0]["oobCode"]


def test_nothing_to_open_in_a_suppressed_message(rest, three):
    for projection in ("/link", "/code"):
        assert latest(rest, projection, to="nobody@example.test").status_code == 404


def test_text_and_html(rest, three):
    path = f"/outbox/{three[0]['id']}"
    text = rest.control("GET", f"{path}.txt")
    html = rest.control("GET", f"{path}.html")

    assert text.headers["content-type"].startswith("text/plain")
    assert three[0]["link"]["mailed"] in text.text
    assert html.headers["content-type"].startswith("text/html")
    assert three[0]["link"]["mailed"].replace("&", "&amp;") in html.text
    assert latest(rest, ".txt", to="bob@example.test").text == text.text
    assert latest(rest, ".html", to="bob@example.test").text == html.text


@pytest.mark.parametrize("locale", LOCALES)
def test_eml(rest, locale):
    headers = {"X-Firebase-Locale": locale}
    body = {
        "requestType": "EMAIL_SIGNIN",
        "email": "bob@example.test",
        "continueUrl": FINISH,
        "canHandleCodeInApp": True,
    }
    ok(rest.app("sendOobCode", body, headers=headers))
    (message,) = rest.messages()

    response = rest.control("GET", f"/outbox/{message['id']}.eml")
    parsed = email.message_from_bytes(response.content, policy=email.policy.default)

    assert response.headers["content-type"].startswith("message/rfc822")
    assert not parsed.defects
    assert parsed["to"].addresses[0].addr_spec == "bob@example.test"
    assert parsed["from"].addresses[0].addr_spec.endswith(f"@{rest.project}.firebaseapp.com")
    assert parsed["subject"] == message["subject"]
    assert parsed["date"].datetime and parsed["message-id"]
    assert parsed["mime-version"] == "1.0"
    plain, html = parsed.get_body(("plain",)), parsed.get_body(("html",))
    assert plain.get_content().splitlines() == message["text"].splitlines()
    assert html.get_content().splitlines() == message["html"].splitlines()
    assert not plain.defects and not html.defects
    assert message["link"]["mailed"] in plain.get_content()
    # No line longer than RFC 5322 allows, and none that a relay may not pass on.
    for line in response.content.split(b"\r\n"):
        assert len(line) <= 998 and b"\n" not in line


def test_mail_follows_the_locale(rest):
    subjects = {}
    for locale in LOCALES:
        headers = {"X-Firebase-Locale": locale}
        body = {"requestType": "EMAIL_SIGNIN", "email": f"{locale}@example.test", "continueUrl": FINISH}
        ok(rest.app("sendOobCode", {**body, "canHandleCodeInApp": True}, headers=headers))
        message = ok(latest(rest, to=f"{locale}@example.test"))
        assert message["locale"] == locale
        assert query(message["link"]["action"])["lang"] == locale
        subjects[locale] = message["subject"]

    assert len(set(subjects.values())) == len(LOCALES)


# Waiting


def test_wait_takes_what_is_already_there(rest, three):
    started = time.perf_counter()

    (message,) = rest.wait(to="bob@example.test", timeout="10s")

    assert message == three[0]
    assert time.perf_counter() - started < 1


def test_wait_after_a_cursor_takes_only_what_is_newer(rest, three):
    response = rest.control("GET", "/outbox:wait", params={"to": "bob@example.test", "after": 1, "timeout": "200ms"})

    assert response.status_code == 408


def test_wait_for_several(rest, three):
    messages = rest.wait(type="PASSWORD_RESET", count=2, timeout="10s")

    assert [message["seq"] for message in messages] == [2, 3]


def test_wait_explains_its_timeout(rest, three):
    started = time.perf_counter()
    response = rest.control("GET", "/outbox:wait", params={"to": "carol@example.test", "timeout": "500ms"})
    elapsed = time.perf_counter() - started

    assert response.status_code == 408
    assert 0.45 < elapsed < 2
    assert response.json()["error"]["code"] == 408
    assert response.json()["error"]["message"]
    # What did arrive, and that something was suppressed.
    assert "bob@example.test" in response.text
    assert "suppressed" in response.text and "nobody@example.test" in response.text


def test_wait_wakes_at_once(rest, server, project):
    latencies = []
    for attempt in range(9):
        parked, woken = Rest(server, project), {}
        cursor = last_seq(rest)

        def wait(parked=parked, cursor=cursor, woken=woken):
            woken["messages"] = parked.wait(after=cursor, timeout="20s")
            woken["at"] = time.perf_counter()

        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.15)
        assert thread.is_alive()

        ok(send_sign_in_link(rest, f"user{attempt}@example.test", FINISH))
        answered = time.perf_counter()
        thread.join(20)

        assert [message["to"] for message in woken["messages"]] == [f"user{attempt}@example.test"]
        latencies.append(woken["at"] - answered)

    assert statistics.median(latencies) < 0.05, latencies


def test_waiter_sees_only_what_matches(rest, server, project):
    parked, woken = Rest(server, project), {}
    thread = threading.Thread(target=lambda: woken.update(messages=parked.wait(to="late@example.test", timeout="20s")))
    thread.start()
    time.sleep(0.1)

    ok(send_sign_in_link(rest, "early@example.test", FINISH))
    ok(send_sign_in_link(Rest(server, f"{project}-other"), "late@example.test", FINISH))
    time.sleep(0.1)
    assert thread.is_alive()
    ok(send_sign_in_link(rest, "late@example.test", FINISH))
    thread.join(20)

    assert [message["to"] for message in woken["messages"]] == ["late@example.test"]


def test_many_waiters_at_once(rest, server, project):
    waiters, results = 50, []

    def wait():
        results.append(Rest(server, project).wait(to="late@example.test", timeout="30s")[0]["seq"])

    threads = [threading.Thread(target=wait) for _ in range(waiters)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    ok(send_sign_in_link(rest, "late@example.test", FINISH))
    for thread in threads:
        thread.join(30)

    assert results == [1] * waiters
