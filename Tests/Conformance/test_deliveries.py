"""Messages on their way to a webhook and to real mail servers: in order, again after failures, without holding up."""

import hashlib
import hmac
import http.server
import json
import socket
import threading
import time

import pytest

from mail import send_sign_in_link
from mail_servers import CREDENTIALS, PASSWORD, Catcher, Postfix, parsed
from processes import eventually, free_port
from python_module import Firebreak
from rest import Rest, ok

FINISH = "http://localhost:5000/finish"
# The first pauses are 1 and 5 seconds.
WITHIN = 60


class Hook:
    """A receiver of messages. `answer` gets the number of a post, from 1, and answers its status."""

    def __init__(self, answer=lambda _: 200, port=0):
        self.posts = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.posts.append((self.path, dict(self.headers), body))
                status = answer(len(outer.posts))
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass  # the server has given up

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def recipients(self):
        return [json.loads(body)["to"] for _, _, body in self.posts]

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def open_server():
    """Makes counterparts that end with the test."""
    opened = []

    def open_one(kind, *arguments, **options):
        opened.append(kind(*arguments, **options))
        return opened[-1]

    yield open_one
    for server in reversed(opened):
        server.close()


def send(rest, *addresses):
    for address in addresses:
        ok(send_sign_in_link(rest, address, FINISH))


def deliveries(rest, address):
    return rest.firebreak.outbox.latest(to=address).get("deliveries", [])


def state(rest, address, to=None):
    """The state of the delivery of the latest message to an address."""
    found = [entry for entry in deliveries(rest, address) if to in (None, entry["to"])]
    assert len(found) == 1, found
    return found[0]["state"]


# Webhook


def test_records_are_posted_in_order_and_signed(rest, open_server):
    hook = open_server(Hook)
    rest.firebreak.rules.patch(message_webhook={"url": hook.url + "/{project}?token=t0ken", "secret": "s3cret"})
    addresses = [f"user{number}@example.test" for number in range(20)]

    send(rest, *addresses)

    assert eventually(lambda: len(hook.posts) == 20, WITHIN), hook.posts
    assert hook.recipients() == addresses
    records = {record["id"]: record for record in rest.firebreak.outbox.list()["messages"]}
    for path, headers, body in hook.posts:
        assert path == f"/{rest.project}?token=t0ken"
        assert headers["Content-Type"] == "application/json"
        signature = hmac.new(b"s3cret", body, hashlib.sha256).hexdigest()
        assert headers["X-Firebreak-Signature"] == f"sha256={signature}"
        posted = json.loads(body)
        record = records[posted["id"]]
        assert {**record, "deliveries": None} == {**posted, "deliveries": None}
    assert eventually(lambda: all(state(rest, address) == "delivered" for address in addresses), WITHIN)
    shown = json.dumps(rest.firebreak.outbox.list())
    assert "s3cret" not in shown + json.dumps(rest.firebreak.rules.get())
    assert "t0ken" not in shown


def test_a_refused_record_is_posted_again_before_the_next_one(rest, open_server):
    hook = open_server(Hook, lambda number: 200 if number > 2 else 503)
    rest.firebreak.rules.patch(message_webhook=hook.url + "/")

    send(rest, "first@example.test", "second@example.test")

    assert eventually(lambda: len(hook.posts) == 4, WITHIN), hook.posts
    assert hook.recipients() == ["first@example.test"] * 3 + ["second@example.test"]
    assert len({body for _, _, body in hook.posts}) == 2
    assert eventually(lambda: state(rest, "second@example.test") == "delivered", WITHIN)
    assert deliveries(rest, "first@example.test") == [
        {"to": hook.url + "/", "state": "delivered", "attempts": 3, "lastError": "HTTP status 503"}
    ]


def test_a_slow_or_absent_receiver_holds_nothing_up(rest, server, open_server):
    released = threading.Event()
    slow = open_server(Hook, lambda _: 200 if released.wait(60) else 500)
    quick = open_server(Hook)
    absent = Rest(server, rest.project + "-absent")
    other = Rest(server, rest.project + "-quick")
    rest.firebreak.rules.patch(message_webhook=slow.url)
    absent.firebreak.rules.patch(message_webhook=f"http://127.0.0.1:{free_port()}/")
    other.firebreak.rules.patch(message_webhook=quick.url)

    for client in (rest, absent, other):
        began = time.monotonic()
        send(client, "a@example.test", "b@example.test")
        # The slow receiver takes until the test releases it.
        assert time.monotonic() - began < 8
    assert eventually(lambda: len(quick.posts) == 2, WITHIN)
    assert state(rest, "a@example.test") == "pending"
    assert eventually(lambda: deliveries(absent, "a@example.test")[0]["attempts"] > 0, WITHIN)
    assert deliveries(absent, "a@example.test")[0]["lastError"]
    released.set()
    assert eventually(lambda: state(rest, "b@example.test") == "delivered", WITHIN)


def test_deleted_messages_and_dropped_projects_deliver_nothing_more(rest, server, open_server):
    port = free_port()
    rest.firebreak.rules.patch(message_webhook=f"http://127.0.0.1:{port}/")
    send(rest, "deleted@example.test", "kept@example.test")
    dropped = Rest(server, rest.project + "-dropped")
    dropped.firebreak.rules.patch(message_webhook=f"http://127.0.0.1:{port}/dropped")
    send(dropped, "dropped@example.test")
    # In the pause of 25 seconds, so that no attempt is under way: that one could still arrive.
    for project, address in ((rest, "deleted@example.test"), (dropped, "dropped@example.test")):
        assert eventually(lambda: deliveries(project, address)[0]["attempts"] == 3, WITHIN)
    assert rest.firebreak.outbox.delete(to="deleted@example.test")["deleted"] == 1
    dropped.firebreak.delete()

    hook = open_server(Hook, port=port)
    assert eventually(lambda: hook.recipients() == ["kept@example.test"], WITHIN), hook.posts
    assert dropped.project not in Firebreak(server.url).info()["projects"]


def test_copies_deliver_nothing(rest, server):
    rest.firebreak.rules.patch(message_webhook=f"http://127.0.0.1:{free_port()}/")
    send(rest, "a@example.test")
    assert state(rest, "a@example.test") == "pending"

    rest.firebreak.fork(rest.project + "-copy")
    rest.firebreak.snapshot()
    assert "deliveries" not in Rest(server, rest.project + "-copy").firebreak.outbox.latest()
    rest.firebreak.restore()
    assert "deliveries" not in rest.firebreak.outbox.latest()


def test_attempts_survive_a_kill(start_server, project, tmp_path, open_server):
    port = free_port()
    mail_port = free_port()
    options = ("--data-dir", tmp_path / "data", "--smtp", f"smtp://127.0.0.1:{mail_port}")
    first = start_server(*options)
    rest = Rest(first, project)
    rest.firebreak.rules.patch(message_webhook=f"http://127.0.0.1:{port}/")
    send(rest, "a@example.test", "b@example.test")
    assert eventually(
        lambda: all(entry["attempts"] >= 1 for entry in deliveries(rest, "a@example.test")), WITHIN
    ), deliveries(rest, "a@example.test")
    first.kill()

    hook = open_server(Hook, port=port)
    catcher = open_server(Catcher, port=mail_port)
    second = start_server(*options)

    # Nothing asks for the project.
    assert eventually(lambda: hook.recipients() == ["a@example.test", "b@example.test"], WITHIN)
    assert eventually(lambda: catcher.recipients() == ["a@example.test", "b@example.test"], WITHIN)
    rest = Rest(second, project)
    assert eventually(
        lambda: {entry["state"] for entry in deliveries(rest, "b@example.test")} == {"delivered"}, WITHIN
    )
    assert all(entry["attempts"] >= 2 for entry in deliveries(rest, "a@example.test"))


# SMTP


def test_a_mail_is_the_one_of_the_outbox(start_server, project, open_server):
    catcher = open_server(Catcher)
    server = start_server("--smtp", f"smtp://127.0.0.1:{catcher.port}")
    rest = Rest(server, project)
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))
    send(rest, "a@example.test")

    assert eventually(lambda: catcher.mails, WITHIN), server.log_tail()
    sender, recipients, content = catcher.mails[0]
    assert sender == f"noreply@{project}.firebaseapp.com"
    assert recipients == ["a@example.test"]
    record = rest.firebreak.outbox.latest(to="a@example.test")
    eml = rest.control("GET", f"/outbox/{record['id']}.eml").content
    assert content.rstrip(b"\r\n") == eml.rstrip(b"\r\n")
    assert record["link"]["mailed"] in parsed(content).get_body(("plain",)).get_content()
    to = f"smtp://127.0.0.1:{catcher.port}"
    assert eventually(lambda: state(rest, "a@example.test", to) == "delivered", WITHIN)
    # What was suppressed is not a mail.
    assert "deliveries" not in rest.firebreak.outbox.latest(to="nobody@example.test")
    assert len(catcher.mails) == 1


def test_starttls_and_a_password(start_server, project, tmp_path, open_server):
    catcher = open_server(Catcher, tmp_path, secure=True)
    server = start_server("--smtp", f"smtp://{CREDENTIALS}@127.0.0.1:{catcher.port}", "--log-level", "debug")
    rest = Rest(server, project)
    send(rest, "a@example.test")

    assert eventually(lambda: catcher.mails, WITHIN), deliveries(rest, "a@example.test")
    assert catcher.encrypted == [True]
    assert eventually(lambda: state(rest, "a@example.test") == "delivered", WITHIN)
    assert deliveries(rest, "a@example.test")[0]["to"] == f"smtp://127.0.0.1:{catcher.port}"
    assert PASSWORD not in server.log.read_text() and "p%40ss" not in server.log.read_text()


def test_a_wrong_password_is_told_without_it(start_server, project, tmp_path, open_server):
    catcher = open_server(Catcher, tmp_path, secure=True)
    server = start_server("--smtp", f"smtp://me:hunter2@127.0.0.1:{catcher.port}", "--log-level", "debug")
    rest = Rest(server, project)
    send(rest, "a@example.test")

    assert eventually(lambda: deliveries(rest, "a@example.test")[0]["attempts"] > 0, WITHIN)
    assert deliveries(rest, "a@example.test")[0]["lastError"] == "AUTH: 535"
    assert not catcher.mails
    assert "hunter2" not in server.log.read_text()


@pytest.mark.parametrize("query", ["", "?verify=off"])
def test_smtps_is_verified_unless_told_otherwise(start_server, project, tmp_path, open_server, query):
    catcher = open_server(Catcher, tmp_path, implicit_tls=True)
    server = start_server("--smtp", f"smtps://127.0.0.1:{catcher.port}{query}")
    rest = Rest(server, project)
    send(rest, "a@example.test")

    if query:
        assert eventually(lambda: catcher.mails, WITHIN), deliveries(rest, "a@example.test")
    else:
        assert eventually(lambda: deliveries(rest, "a@example.test")[0]["attempts"] > 0, WITHIN)
        assert "its certificate is not trusted" in deliveries(rest, "a@example.test")[0]["lastError"]
        assert not catcher.mails


def test_a_refused_mail_is_tried_again_only_if_that_may_help(start_server, project, open_server):
    refused = []

    def accept(address):
        if address == "never@example.test":
            return "550 5.1.1 no such user"
        if address == "later@example.test" and not refused:
            refused.append(address)
            return "451 4.7.1 come back later"
        return None

    catcher = open_server(Catcher, accept=accept)
    server = start_server("--smtp", f"smtp://127.0.0.1:{catcher.port}")
    rest = Rest(server, project)
    send(rest, "never@example.test", "later@example.test", "last@example.test")

    assert eventually(lambda: catcher.recipients() == ["later@example.test", "last@example.test"], WITHIN)
    never = deliveries(rest, "never@example.test")[0]
    assert (never["state"], never["attempts"]) == ("failed", 1)
    assert never["lastError"] == "RCPT: 550 5.1.1 no such user"
    later = deliveries(rest, "later@example.test")[0]
    assert (later["state"], later["attempts"]) == ("delivered", 2)


def test_a_silent_mail_server_holds_nothing_up(start_server, project):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = start_server("--smtp", f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        rest = Rest(server, project)
        began = time.monotonic()
        send(rest, *(f"user{number}@example.test" for number in range(5)))
        assert time.monotonic() - began < 10
        assert state(rest, "user0@example.test") == "pending"
        # Nor the end of the server.
        assert server.stop() == 0


@pytest.mark.parametrize("url", ["mail.test:25", "http://mail.test", "smtp://me:hunter2@mail.test:0", "smtp://h?x=y"])
def test_a_mail_server_that_cannot_be_is_a_usage_error(firebreak, url):
    result = firebreak("serve", "--port", "0", "--smtp", url)

    assert result.returncode == 2
    assert "hunter2" not in result.stderr


@pytest.mark.skipif(not Postfix.is_there(), reason="needs Postfix, and root to start it")
def test_postfix_takes_mails_with_starttls_and_a_password(start_server, project, tmp_path, open_server):
    postfix = open_server(Postfix, tmp_path)
    server = start_server("--smtp", f"smtp://{CREDENTIALS}@127.0.0.1:{postfix.port}")
    rest = Rest(server, project)
    addresses = ["a@example.test", "b@example.test"]
    send(rest, *addresses)

    assert eventually(lambda: all(state(rest, address) == "delivered" for address in addresses), WITHIN), (
        deliveries(rest, "a@example.test"),
        postfix.log(),
    )
    assert eventually(lambda: len(postfix.mails()) == 2, WITHIN), postfix.log()
    texts = [parsed(mail).get_body(("plain",)).get_content() for mail in postfix.mails()]
    for address in addresses:
        link = rest.firebreak.outbox.latest(to=address)["link"]["mailed"]
        assert any(link in text for text in texts)
    # Extended, secure, authenticated.
    assert "ESMTPSA" in parsed(postfix.mails()[0])["Received"]
