"""The outbox as scripts and mail programs read it, and many who wait for it at once."""

import email
import email.policy
import statistics
import threading
import time

import pytest

from mail import send_sign_in_link
from rest import Rest, ok

FINISH = "http://localhost:5000/finish"
LOCALES = "en de fr es ja ko pt ru zh zh-TW it nl pl tr uk vi id fi ar he".split()


@pytest.fixture
def three(rest):
    """Three messages: a sign-in link, a reset, and a suppressed reset."""
    rest.sign_up("alice@example.test", "correct-horse")
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))
    return rest.firebreak.outbox.list()["messages"]


def latest(rest, projection="", **filters):
    return rest.control("GET", f"/outbox/latest{projection}", params=filters)


# One message


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
    (message,) = rest.firebreak.outbox.list()["messages"]

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


@pytest.mark.parametrize(
    "to, header",
    [
        ("jörg@example.test", "jörg@example.test"),
        ("用户@example.test", "用户@example.test"),
        ("jörg@bücher.example", "jörg@bücher.example"),
        ("bob@bücher.example", "bob@xn--bcher-kva.example"),
    ],
)
def test_eml_to_an_address_beyond_ascii(rest, to, header):
    ok(send_sign_in_link(rest, to, FINISH))
    (message,) = rest.firebreak.outbox.list()["messages"]

    source = rest.control("GET", f"/outbox/{message['id']}.eml").content

    assert str(email.message_from_bytes(source, policy=email.policy.SMTPUTF8)["to"]) == header
    # Read as RFC 6532 says, which the parser does for texts alone.
    parsed = email.message_from_string(source.decode(), policy=email.policy.SMTPUTF8)["to"]
    assert [address.addr_spec for address in parsed.addresses] == [header]
    assert len(parsed.groups) == 1 and parsed.groups[0].display_name is None


# Waiting


def test_wait_wakes_at_once(rest, server, project):
    latencies = []
    for attempt in range(9):
        parked, woken = Rest(server, project), {}
        cursor = rest.firebreak.outbox.cursor()

        def wait(parked=parked, cursor=cursor, woken=woken):
            found = parked.control("GET", "/outbox:wait", params={"after": cursor, "timeout": "20s"})
            woken["messages"] = ok(found)["messages"]
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


def test_many_waiters_at_once(rest, server, project):
    waiters, results = 50, []

    def wait():
        results.append(rest.firebreak.outbox.wait(to="late@example.test", timeout=30)["seq"])

    threads = [threading.Thread(target=wait) for _ in range(waiters)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    ok(send_sign_in_link(rest, "late@example.test", FINISH))
    for thread in threads:
        thread.join(30)

    assert results == [1] * waiters
