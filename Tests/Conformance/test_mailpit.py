"""Mailpit's read API, by a client of Mailpit as it is."""

import httpx
import pytest
from mailpit.client.api import API

from mail import send_sign_in_link
from rest import Rest, ok

FINISH = "http://localhost:5000/finish"


@pytest.fixture
def mailpit(server, rest):
    return API(f"{server.url}/firebreak/v1/projects/{rest.project}/mailpit")


@pytest.fixture
def sent(rest):
    """Three mails, and two messages that are none."""
    for name in ("anna", "ben", "carl"):
        ok(send_sign_in_link(rest, f"{name}@example.test", FINISH))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))
    ok(rest.app("sendVerificationCode", {"phoneNumber": "+15555550100", "recaptchaToken": "x"}))
    return rest.firebreak.outbox.list(channel="email", delivery="sent")["messages"]


def addresses(messages):
    return [message.to[0].address for message in messages.messages]


def test_messages(mailpit, sent):
    messages = mailpit.get_messages()

    assert (messages.total, messages.unread, messages.count, messages.start) == (3, 3, 3, 0)
    assert addresses(messages) == ["carl@example.test", "ben@example.test", "anna@example.test"]
    for message, record in zip(messages.messages, reversed(sent)):
        assert message.id == record["id"]
        assert message.subject == record["subject"]
        assert message.from_.address in record["from"]
        assert message.created.isoformat(timespec="milliseconds") == record["createdAt"].replace("Z", "+00:00")
        assert (message.read, message.attachments, message.cc, message.bcc) == (False, 0, [], [])
        assert message.size > 500
    assert addresses(mailpit.get_messages(limit=1, start=1)) == ["ben@example.test"]


def test_message(rest, mailpit, sent):
    record = sent[0]

    message = mailpit.get_message(record["id"])

    assert (message.subject, message.text, message.html) == (record["subject"], record["text"], record["html"])
    assert record["link"]["mailed"] in message.text
    assert message.message_id == f"{record['id']}@firebreak.invalid"
    assert (message.inline, message.attachments) == ([], [])
    headers = mailpit.get_message_headers(record["id"])
    assert headers.message_id == [f"<{record['id']}@firebreak.invalid>"]
    assert headers.delivered_to == ["anna@example.test"]
    assert headers.date[0].timestamp() == int(message.date.timestamp())
    assert mailpit.get_message("latest").to[0].address == "carl@example.test"
    raw = httpx.get(f"{mailpit.mailpit_url}/api/v1/message/{record['id']}/raw")
    assert raw.content == rest.control("GET", f"/outbox/{record['id']}.eml").content


def test_marks_have_no_effect(mailpit, sent):
    mailpit.put_messages([sent[0]["id"]], "Read", True)

    assert mailpit.get_messages().unread == 3


def test_deletion(rest, mailpit, sent):
    mailpit.delete_messages([sent[0]["id"], sent[2]["id"]])
    assert addresses(mailpit.get_messages()) == ["ben@example.test"]

    for body, headers in [
        (b"{", {"Content-Type": "application/json"}),
        (b'{"IDs": "all"}', {"Content-Type": "application/json"}),
        (b"id=x", {"Content-Type": "application/x-www-form-urlencoded"}),
    ]:
        url = f"{mailpit.mailpit_url}/api/v1/messages"
        assert httpx.request("DELETE", url, content=body, headers=headers).status_code == 400
    assert addresses(mailpit.get_messages()) == ["ben@example.test"]

    mailpit.delete_messages([])
    assert mailpit.get_messages().total == 0
    # What is not a mail stays.
    assert [(record["channel"], record["delivery"]) for record in rest.firebreak.outbox.list()["messages"]] == [
        ("email", "suppressed"),
        ("sms", "sent"),
    ]


def test_projects_are_mailboxes_of_their_own(server, mailpit, sent, rest):
    other = API(f"{server.url}/firebreak/v1/projects/{rest.project}-other/mailpit")
    assert other.get_messages().total == 0

    ok(send_sign_in_link(Rest(server, rest.project + "-other"), "dora@example.test", FINISH))
    assert addresses(other.get_messages()) == ["dora@example.test"]
    assert mailpit.get_messages().total == 3
    with pytest.raises(httpx.HTTPStatusError):
        other.get_message(sent[0]["id"])


@pytest.mark.parametrize(
    "words, names",
    [
        ("to:ben", ["ben"]),
        ('subject:"sign-in link"', ["carl", "ben", "anna"]),
        ("-to:ben -to:anna", ["carl"]),
        ("after:2000-01-01 before:2001-01-01", []),
        ("carl@example.test", ["carl"]),
    ],
)
def test_search(mailpit, sent, words, names):
    answer = ok(httpx.get(f"{mailpit.mailpit_url}/api/v1/search", params={"query": words}))

    assert [message["To"][0]["Address"] for message in answer["messages"]] == [f"{name}@example.test" for name in names]
