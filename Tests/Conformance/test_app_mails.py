"""Mails that apps send to the server themselves, by SMTP: from programs, relays and attackers, into the outbox."""

import base64
import binascii
import html
import ipaddress
import json
import re
import shutil
import smtplib
import socket
import ssl
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from types import SimpleNamespace
from urllib.parse import quote, urlsplit

import httpx
import pytest
from cryptography import x509
from mailpit.client.api import API

import children
from certificates import self_signed
from children import clean_environment
from events import stream
from mail import generated, page, send_sign_in_link
from mail_servers import Postfix, Relay, parsed
from processes import eventually, free_port
from python_module import Firebreak
from raw_http import Connection
from rest import Rest, ok

EMAIL = "alice@example.test"
SENDER = "app@shop.test"
SIZE = 32 << 20
# A wait that only a server that hangs exceeds.
WITHIN = 60
PROFILES = pytest.mark.profiles("local", "emulator")
KINDS = ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN"]
# The views of a mail in the console.
FORMS = ("html", "text", "links", "header", "markup", "source")
needs_postfix = pytest.mark.skipif(not Postfix.is_there(), reason="needs Postfix, and root to start it")


@pytest.fixture
def server(start_server, profile, project, request):
    """A server with a mail server, whose default project is the test's."""
    server = start_server("--profile", profile, "--project", project, "--smtp-in", 0)
    request.node.firebreak_server, request.node.firebreak_log_start = server, 0
    return server


@pytest.fixture
def start_rest(start_server, project, tmp_path):
    """Starts a server with a mail server, with a certificate or without; the client is that of its default project."""

    def start(*arguments, secure=False):
        if secure:
            path = self_signed(tmp_path, "localhost", x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
            arguments = ("--tls-cert", path, "--tls-key", path, *arguments)
        rest = Rest(start_server("--project", project, "--smtp-in", 0, *arguments), project)
        rest.session.verify = str(path) if secure else True
        return rest

    return start


# Sending and reading


def place(server):
    address = urlsplit(server.ready["smtp"])
    return SimpleNamespace(host=address.hostname, port=address.port)


def mailer(server):
    """A client of the mail server that has connected."""
    return smtplib.SMTP(place(server).host, place(server).port, timeout=WITHIN)


def send(server, content, *recipients):
    with mailer(server) as client:
        assert client.sendmail(SENDER, recipients, content, ["BODY=8BITMIME"]) == {}


def mail(subject="Hello", text="Hello\n", markup=None, **headers):
    """The bytes of a mail as Python writes them."""
    message = EmailMessage()
    message.set_content(text)
    if markup:
        message.add_alternative(markup, subtype="html")
    headers = {"From": f"The shop <{SENDER}>", "To": EMAIL, "Subject": subject, **headers}
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return message.as_bytes(policy=message.policy.clone(linesep="\r\n"))


def messages(rest, **filters):
    """The records of the outbox, the oldest first."""
    return ok(rest.control("GET", "/outbox", params={"limit": 1000, **filters}))["messages"]


def waited(rest, count=1, **filters):
    """So many records with mails of apps, once they are there."""
    filters = {"delivery": "app", "count": count, "limit": count, "timeout": f"{WITHIN}s", **filters}
    found = ok(rest.control("GET", "/outbox:wait", params=filters, timeout=2 * WITHIN))["messages"]
    assert len(found) == count, found
    return found


def source(rest, record):
    """The mail of a record as it came."""
    answer = rest.control("GET", f"/outbox/{record['id']}.eml")
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "message/rfc822")
    return answer.content


def console(rest, path="", **parameters):
    """A page of the console's outbox."""
    answer = rest.request("GET", f"/firebreak/projects/{rest.project}/outbox{path}", params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.text


def check_shown(rest, record):
    """Checks that every view of a mail and every list with it can be had."""
    path = f"/outbox/{record['id']}"
    assert ok(rest.control("GET", path)) == record
    assert rest.control("GET", f"{path}.txt").text == record["text"]
    assert rest.control("GET", f"{path}.html").status_code == (200 if "html" in record else 404)
    assert record["id"] in console(rest)
    for form in FORMS:
        assert record["id"] in console(rest, f"/{record['id']}", show=form)
    mailbox = API(f"{rest.server.url}/firebreak/v1/projects/{rest.project}/mailpit")
    assert record["id"] in [message.id for message in mailbox.get_messages(limit=1000).messages]
    assert mailbox.get_message(record["id"]).text == record["text"]


# The mail server


def test_a_server_tells_where_it_takes_mails(start_server, tmp_path):
    path = tmp_path / "ready.json"
    server = start_server("--smtp-in", 0, "--ready-file", path)
    address = server.ready["smtp"].removeprefix("smtp://")

    assert re.fullmatch(r"127\.0\.0\.1:\d+", address)
    assert json.loads(path.read_text()) == server.ready
    assert Firebreak(server.url).info()["mailServer"] == address
    with mailer(server) as client:
        assert client.noop()[0] == 250


@pytest.mark.parametrize("arguments", [[], ["--smtp-in", "off"]], ids=" ".join)
def test_a_server_takes_no_mails_unless_told_to(start_server, arguments):
    server = start_server(*arguments, environment=clean_environment(FIREBREAK_SMTP_IN="0") if arguments else None)

    assert "smtp" not in server.ready
    assert "mailServer" not in Firebreak(server.url).info()


def test_the_environment_switches_the_mail_server_on(start_server):
    port = free_port()
    server = start_server(environment=clean_environment(FIREBREAK_SMTP_IN=str(port)))

    assert server.ready["smtp"] == f"smtp://127.0.0.1:{port}"


def test_the_port_is_1025_unless_it_is_given(firebreak):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", 1025))
            other.listen()
        except OSError:
            pass  # another program has it
        result = firebreak("serve", "--port", "0", "--smtp-in")

    assert result.returncode == 4
    assert result.stderr.startswith("Error: Port 1025 of 127.0.0.1, for mails of apps, is taken")


@pytest.mark.parametrize("value", ["65536", "-1", "many"])
def test_a_port_that_cannot_be_is_a_usage_error(firebreak, value):
    result = firebreak("serve", "--port", "0", f"--smtp-in={value}")

    assert (result.returncode, result.stdout) == (2, "")
    assert "--smtp-in" in result.stderr


@pytest.mark.parametrize("secure", [False, True], ids=["plain", "tls"])
def test_what_the_mail_server_offers(start_rest, secure):
    rest = start_rest(secure=secure)
    offered = {"pipelining", "size", "8bitmime", "smtputf8", "enhancedstatuscodes", "auth"}
    with mailer(rest.server) as client:
        client.ehlo()
        assert set(client.esmtp_features) == offered | ({"starttls"} if secure else set())
        assert client.esmtp_features["size"] == str(SIZE)
        assert client.esmtp_features["auth"].split() == ["PLAIN", "LOGIN"]
        if secure:
            client.starttls(context=ssl._create_unverified_context())
            client.ehlo()
            assert set(client.esmtp_features) == offered
        else:
            assert client.docmd("STARTTLS")[0] == 502


def test_the_commands_that_send_no_mail(server):
    with mailer(server) as client:
        assert client.noop()[0] == 250
        assert client.docmd("HELO", "app.test")[0] == 250
        assert client.vrfy(EMAIL)[0] == 252
        assert client.docmd("HELP")[0] == 214
        assert client.rset()[0] == 250
        assert client.docmd("EXPN", "all")[0] == 500
        assert client.docmd("mail from:<app@shop.test>")[0] == 250
        assert client.docmd("MAIL", "FROM:<app@shop.test>")[0] == 503
        assert client.rset()[0] == 250
        assert client.docmd("RCPT", f"TO:<{EMAIL}>")[0] == 503
        assert client.quit()[0] == 221


# What mails are made of


# The encodings in which a charset is tried, and a text for its letters.
CHARSETS = {
    "us-ascii": ("7bit", "Your order has left us today"),
    "utf-8": ("quoted-printable base64 8bit", "Grüße aus Köln – 日本語, русский 🎉"),
    "iso-8859-1": ("quoted-printable 8bit", "Grüße von Éloïse à Genève"),
    "iso-8859-2": ("8bit", "Zażółć gęślą jaźń"),
    "iso-8859-15": ("quoted-printable", "Œuvre à 12 €, Žižkov"),
    "windows-1251": ("base64", "Привет из магазина — №5"),
    "windows-1252": ("quoted-printable", "“Grüße” – für 12 €"),
    "koi8-r": ("8bit base64", "Подтвердите адрес почты"),
    "ibm866": ("8bit", "Подтвердите адрес почты"),
    "iso-2022-jp": ("7bit", "ご注文ありがとうございます"),
    "shift_jis": ("8bit base64", "パスワードの再設定"),
    "euc-jp": ("base64", "メールアドレスの確認"),
    "euc-kr": ("8bit", "주문해 주셔서 감사합니다"),
    "gb2312": ("base64", "感谢您的订购"),
    "gb18030": ("base64", "感谢您的订购 🎉"),
    "big5": ("quoted-printable base64", "感謝您的訂購"),
}
WRITTEN = [(charset, encoding) for charset, (encodings, _) in CHARSETS.items() for encoding in encodings.split()]


def words(text, charset, form):
    """A text as encoded words of a few letters each, one on a line."""
    if charset == "us-ascii":
        return text.encode()
    parts = [text[start : start + 6].encode(charset) for start in range(0, len(text), 6)]
    if form == "B":
        written = [base64.b64encode(part) for part in parts]
    else:
        written = [b"".join(b"_" if byte == 0x20 else b"=%02X" % byte for byte in part) for part in parts]
    return b"\r\n ".join(b"=?%s?%s?%s?=" % (charset.encode(), form.encode(), part) for part in written)


def body(text, subtype, charset, encoding):
    """A part of a mail with its header."""
    content = text.replace("\n", "\r\n").encode(charset)
    if encoding == "base64":
        content = base64.encodebytes(content).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        content = binascii.b2a_qp(content, istext=True)
    return (
        f'Content-Type: text/{subtype}; charset="{charset}"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n'
    ).encode() + content


@pytest.mark.parametrize("charset, encoding", WRITTEN, ids=map(" ".join, WRITTEN))
def test_mails_of_all_charsets_are_read(server, rest, charset, encoding):
    greeting = CHARSETS[charset][1]
    text = f"{greeting}\n\n.{greeting}\n{f'{greeting} ' * 5}= end\n"
    link = f"https://app.test/orders/7?from=mail&{'x' * 80}=1"
    markup = f'<p class="a">{greeting}</p>\n<p><a href="{html.escape(link)}">{greeting}</a></p>\n'
    name = words(greeting.replace(",", ""), charset, "B" if encoding == "base64" else "Q")
    content = b"\r\n".join(
        [
            b"From: " + name + b" <app@shop.test>",
            b"Subject: " + words(greeting, charset, "B" if charset.startswith("iso-2022") else "Q"),
            b"MIME-Version: 1.0",
            b'Content-Type: multipart/alternative; boundary="=_b"',
            b"",
            b"Not to be shown.",
            b"--=_b",
            body(text, "plain", charset, encoding),
            b"--=_b",
            body(markup, "html", charset, encoding),
            b"--=_b--",
            b"",
        ]
    )

    send(server, content, EMAIL)

    (record,) = messages(rest)
    assert (record["type"], record["delivery"], record["status"]) == ("APP", "app", None)
    assert record["to"] == EMAIL
    assert record["subject"] == greeting
    assert record["from"] == f"{greeting.replace(',', '')} <app@shop.test>"
    assert record["text"].rstrip("\n") == text.rstrip("\n")
    assert record["html"].rstrip("\n") == markup.rstrip("\n")
    assert "reason" not in record
    assert source(rest, record) == content
    links = console(rest, f"/{record['id']}", show="links")
    assert f"<h3>{html.escape(greeting, quote=False)}</h3>" in links
    assert html.escape(link) in links
    check_shown(rest, record)


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("in_part", [False, True], ids=["alone", "in a part"])
def test_a_text_ends_as_it_was_written(server, rest, encoding, in_part):
    content = body("One\n\nTwo\n", "plain", "utf-8", encoding)
    send(server, MANY + b"--b\r\n" + content + b"\r\n--b--\r\n" if in_part else content, EMAIL)

    assert messages(rest)[0]["text"] == "One\n\nTwo\n"


def test_headers_of_a_mail(server, rest):
    content = mail(
        Reply_To="Help desk <help@shop.test>, other@shop.test", Message_ID="<1@shop.test>", Content_Language="de",
        X_Mailer="Shop 2.0", Cc="copy@example.test",
    )

    send(server, content, EMAIL)

    (record,) = messages(rest)
    assert record["from"] == f"The shop <{SENDER}>"
    assert record["replyTo"] == "help@shop.test"
    assert record["locale"] == "de"
    assert record["request"] == {"userAgent": "Shop 2.0", "ip": "127.0.0.1"}
    message = API(f"{server.url}/firebreak/v1/projects/{rest.project}/mailpit").get_message(record["id"])
    assert (message.message_id, message.from_.name, message.from_.address) == ("1@shop.test", "The shop", SENDER)


@pytest.mark.parametrize("markup", [None, "<p>Hello</p>\n"], ids=["text", "html"])
def test_the_console_shows_header_and_source(server, rest, markup):
    send(server, mail("Grüße", markup=markup, Reply_To="help@shop.test", X_Shop="2.0"), EMAIL)

    (record,) = messages(rest)
    header = console(rest, f"/{record['id']}", show="header")
    for name in ("From", "Reply-To", "X-Shop"):
        assert f"<dt>{name}</dt>" in header
    raw = console(rest, f"/{record['id']}", show="source")
    assert "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=" in raw and "X-Shop: 2.0" in raw


def test_a_letter_may_begin_in_one_encoded_word_and_end_in_the_next(server, rest):
    greeting = "Grüße 日本 🎉"
    parts = [base64.b64encode(bytes([byte])).decode() for byte in greeting.encode()]
    subject = "\r\n ".join(f"=?UTF-8?b?{part}?=" for part in parts)

    send(server, f"Subject: {subject}\r\n\r\nHello\r\n".encode(), EMAIL)

    assert messages(rest)[0]["subject"] == greeting


def test_addresses_and_headers_beyond_ascii(server, rest):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Jörg <jörg@shop.test>", "用户@example.test", "Grüße"
    message.set_content("Hallo\n")
    with mailer(server) as client:
        client.send_message(message)

    (record,) = messages(rest)
    assert (record["from"], record["to"], record["subject"]) == ("Jörg <jörg@shop.test>", "用户@example.test", "Grüße")
    assert "用户@example.test".encode() in source(rest, record)


def test_a_mail_with_files_and_html_alone(server, rest):
    message = EmailMessage()
    message["From"], message["Subject"] = SENDER, "Your invoice"
    message.set_content('<p>Hello &amp; welcome</p><p><a href="https://app.test/">Shop</a></p>', subtype="html")
    message.add_attachment(b"%PDF-1.4 not for the text", maintype="application", subtype="pdf", filename="a.pdf")
    message.add_attachment("A text that is a file\n", filename="b.txt")

    send(server, message.as_bytes(policy=message.policy.clone(linesep="\r\n")), EMAIL)

    (record,) = messages(rest)
    assert "Hello & welcome" in record["text"] and "<p>" not in record["text"]
    assert "A text that is a file" not in record["text"]
    mailbox = API(f"{server.url}/firebreak/v1/projects/{rest.project}/mailpit")
    assert mailbox.get_messages().messages[0].attachments == 2
    attached = parsed(source(rest, record)).iter_attachments()
    assert [part.get_filename() for part in attached] == ["a.pdf", "b.txt"]
    check_shown(rest, record)


def test_a_mail_does_nothing_to_the_console(server, rest):
    script = "<script>alert(1)</script>"
    content = mail(script, script, f"<p>{script}</p>", From=f'"{script}" <app@shop.test>', X_Mailer=script)

    send(server, content, f'"{script}"@example.test')

    (record,) = messages(rest)
    assert record["subject"] == script
    assert script not in console(rest)
    for form in FORMS:
        assert script not in console(rest, f"/{record['id']}", show=form)


def test_mails_are_there_after_a_restart(start_rest, tmp_path):
    rest = start_rest("--data-dir", tmp_path / "data")
    content = mail(text="Hello\n.\nthere\n")
    send(rest.server, content, EMAIL)
    before = messages(rest)
    rest.server.kill()

    rest = start_rest("--data-dir", tmp_path / "data")

    assert messages(rest) == before
    assert source(rest, before[0]) == content


# The project of a mail


@pytest.mark.parametrize("mechanism", ["plain", "login"])
@pytest.mark.parametrize(
    "is_project, suffix", [(True, "-other"), (True, " ключ"), (False, "@shop.test"), (False, "\n")]
)
def test_a_login_selects_the_project(server, project, mechanism, is_project, suffix):
    login = project + suffix
    with mailer(server) as client:
        client.ehlo()
        if mechanism == "plain":
            answers = [f"\0{login}\0any"]
        else:
            answers = [login, "any"]
        code, _ = client.docmd(f"AUTH {mechanism.upper()}")
        for answer in answers:
            assert code == 334
            code, _ = client.docmd(base64.b64encode(answer.encode()).decode())
        assert code == 235
        client.sendmail(SENDER, [EMAIL], mail())

    selected = login if is_project else project
    assert [record["to"] for record in messages(Rest(server, selected))] == [EMAIL]
    assert Firebreak(server.url).info()["projects"] == [selected]


def test_a_link_counts_more_than_the_login(server, project):
    other, third = Rest(server, f"{project}-other"), Rest(server, f"{project}-third")
    other.existing_account(EMAIL, verified=False)
    made = generated(other, "VERIFY_EMAIL", EMAIL)
    with mailer(server) as client:
        client.login(third.project, "any")
        client.sendmail(SENDER, [EMAIL, "copy@example.test"], mail(text=made["oobLink"]))

    assert [(record["type"], record["to"]) for record in messages(other)] == [
        ("VERIFY_EMAIL", EMAIL),
        ("APP", "copy@example.test"),
    ]
    assert messages(third) == messages(Rest(server, project)) == []


def test_a_code_without_a_key_is_looked_for_in_the_project_of_the_login(server, project):
    other = Rest(server, f"{project}-other")
    other.existing_account(EMAIL, verified=False)
    content = mail(text=f"https://app.test/verify/{generated(other, 'VERIFY_EMAIL', EMAIL)['oobCode']}\n")
    send(server, content, EMAIL)
    assert [record["delivery"] for record in messages(other)] == ["generated"]
    assert [record["type"] for record in messages(Rest(server, project))] == ["APP"]

    with mailer(server) as client:
        client.login(other.project, "any")
        client.sendmail(SENDER, [EMAIL], content)

    assert [(record["type"], record["delivery"]) for record in messages(other)] == [("VERIFY_EMAIL", "app")]


# Programs and relays


def swaks(server, login, secure):
    if secure and children.run(["perl", "-MNet::SSLeay", "-e", "1"]).returncode != 0:
        pytest.skip("swaks has no TLS without Perl's Net::SSLeay")
    at = place(server)
    command = ["swaks", "--server", at.host, "--port", at.port, "--from", SENDER, "--to", EMAIL]
    command += ["--auth", "LOGIN", "--auth-user", login, "--auth-password", "any"]
    command += ["--header", "Subject: Hello from a program", "--body", "First line\n.\n.third line\nGrüße\n"]
    return children.run([*command, *(["--tls"] if secure else [])], timeout=WITHIN)


def msmtp(server, login, secure):
    at = place(server)
    command = ["msmtp", f"--host={at.host}", f"--port={at.port}", f"--from={SENDER}", "--auth=plain"]
    command += [f"--user={login}", "--passwordeval=echo any"]
    command += ["--tls=on", "--tls-starttls=on", "--tls-certcheck=off"] if secure else ["--tls=off"]
    content = "Subject: Hello from a program\n\nFirst line\n.\n.third line\nGrüße\n"
    return children.run([*command, EMAIL], input=content, timeout=WITHIN)


@pytest.mark.parametrize("secure", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("program", [swaks, msmtp], ids=lambda program: program.__name__)
def test_programs_send_mails(start_rest, program, secure):
    if not shutil.which(program.__name__):
        pytest.skip(f"there is no {program.__name__}")
    rest = start_rest(secure=secure)
    other = Rest(rest.server, f"{rest.project}-other")
    other.session.verify = rest.session.verify

    result = program(rest.server, other.project, secure)

    assert result.returncode == 0, result
    (record,) = messages(other)
    assert (record["to"], record["subject"]) == (EMAIL, "Hello from a program")
    assert record["text"].startswith("First line\n.\n.third line\nGrüße\n")
    assert messages(rest) == []


def relayed(relay, content, *recipients):
    with smtplib.SMTP("127.0.0.1", relay.port, timeout=WITHIN) as client:
        client.sendmail(SENDER, recipients, content)


@needs_postfix
@pytest.mark.parametrize("secure", [False, True], ids=["plain", "tls"])
def test_postfix_passes_mails_on(start_rest, tmp_path, secure):
    rest = start_rest(secure=secure)
    (tmp_path / "postfix").mkdir()
    relay = Relay(tmp_path / "postfix", place(rest.server).port, encrypted=secure)
    try:
        rest.existing_account(EMAIL, verified=False)
        link = generated(rest, "VERIFY_EMAIL", EMAIL)["oobLink"]
        relayed(relay, mail("Welcome", f".Grüße\n{link}\n"), EMAIL, "copy@example.test")
        relayed(relay, mail("News", "x" * 900 + "\n"), EMAIL)
        found = waited(rest, 3)
    finally:
        log = relay.log()
        relay.close()

    kinds = [("APP", EMAIL), ("APP", "copy@example.test"), ("VERIFY_EMAIL", EMAIL)]
    assert sorted((record["type"], record["to"]) for record in found) == kinds, log
    joined = next(record for record in found if record["type"] == "VERIFY_EMAIL")
    assert (joined["subject"], joined["text"].strip()) == ("Welcome", f".Grüße\n{link}")
    assert "(Postfix)" in parsed(source(rest, joined))["Received"]
    assert any(record["text"].strip() == "x" * 900 for record in found)


# Links that an admin asked for


def account(rest, tenant=None):
    body = {"email": EMAIL, "password": "correct-horse", "emailVerified": False}
    ok(rest.admin("/accounts", body, tenant=tenant))


def use(rest, kind, code, tenant=None):
    """Does what the app does with a code."""
    method, body = {
        "PASSWORD_RESET": ("resetPassword", {"newPassword": "better-horse"}),
        "VERIFY_EMAIL": ("update", {}),
        "EMAIL_SIGNIN": ("signInWithEmailLink", {"email": EMAIL}),
    }[kind]
    ok(rest.app(method, {"oobCode": code, **body, **({"tenantId": tenant} if tenant else {})}))


@PROFILES
@pytest.mark.parametrize("in_tenant", [False, True], ids=["project", "tenant"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_generated_link_that_the_app_mails_is_one_message(server, rest, firebreak, kind, in_tenant):
    rest.allow_all()
    tenant = rest.create_tenant(enableEmailLinkSignin=True) if in_tenant else None
    account(rest, tenant)
    made = generated(rest, kind, EMAIL, tenant)
    (before,) = messages(rest)
    assert (before["delivery"], before["status"]) == ("generated", "pending")
    text = f"Welcome to the shop!\n\n{made['oobLink']}\n"
    markup = f'<p>Welcome!</p>\n<p><a href="{html.escape(made["oobLink"])}">Go on</a></p>\n'
    content = mail("Welcome to the shop", text, markup, Reply_To="help@shop.test")

    send(server, content, "Alice@Example.test")

    command = ["outbox", "wait", "--delivery", "app", "--timeout", "20s", "--format", "json", "--url", server.url]
    result = firebreak(*command, "--project", rest.project)
    assert result.returncode == 0, result.stderr
    (record,) = json.loads(result.stdout)["messages"]
    assert messages(rest) == [record]
    assert (record["id"], record["seq"], record["to"]) == (before["id"], before["seq"], EMAIL)
    assert (record["type"], record["delivery"], record["status"]) == (kind, "app", "pending")
    assert record.get("tenant") == tenant
    assert record["link"]["action"] == made["oobLink"] and record["oobCode"] == made["oobCode"]
    assert record["subject"] == "Welcome to the shop"
    assert (record["from"], record["replyTo"]) == (f"The shop <{SENDER}>", "help@shop.test")
    assert (record["text"].strip(), record["html"].strip()) == (text.strip(), markup.strip())
    assert source(rest, record) == content
    mailbox = API(f"{server.url}/firebreak/v1/projects/{rest.project}/mailpit")
    assert [message.id for message in mailbox.get_messages().messages] == [record["id"]]
    message = mailbox.get_message("latest")
    assert (message.subject, message.text, message.html) == (record["subject"], record["text"], record["html"])
    assert httpx.get(f"{mailbox.mailpit_url}/api/v1/message/{record['id']}/raw").content == content
    shown = console(rest, f"/{record['id']}")
    assert "The app sent it itself" in shown and "Welcome to the shop" in shown
    assert html.escape(made["oobCode"]) in console(rest, f"/{record['id']}", show="links")

    use(rest, kind, made["oobCode"], tenant)

    (used,) = messages(rest)
    assert (used["id"], used["delivery"], used["status"]) == (record["id"], "app", "used")
    assert used["subject"] == "Welcome to the shop"


def in_a_text(link, _):
    return f"Hello\n\n{link}\n", None


def in_html(link, _):
    return "Please read the HTML.\n", f'<p><a href="{html.escape(link)}">Go on</a></p>\n'


def in_a_path_of_the_app(_, code):
    return f"https://app.test/verify/{code}\n", None


def in_a_parameter_of_the_app(_, code):
    return f"See (https://app.test/verify?token={code}&lang=de).\n", None


def in_a_link_of_the_app(link, _):
    return f"https://app.test/go?to={quote(link, safe='')}&n=1\n", None


def in_two_links_of_others(link, _):
    inner = f"https://app.test/go?to={quote(link, safe='')}"
    return "Please read the HTML.\n", f'<a href="https://click.test/?u={quote(inner, safe="")}">Go on</a>\n'


def in_a_sentence(_, code):
    return f"Your code is {code}.\n", None


ACTION = [
    *(in_a_text, in_html, in_a_path_of_the_app, in_a_parameter_of_the_app, in_a_sentence),
    *(in_a_link_of_the_app, in_two_links_of_others),
]
# Of these the hosting link is one already.
HOSTED = [in_a_text, in_html, in_a_path_of_the_app, in_a_link_of_the_app]


@PROFILES
@pytest.mark.parametrize(
    "in_app, written",
    [*((False, written) for written in ACTION), *((True, written) for written in HOSTED)],
    ids=lambda value: value.__name__ if callable(value) else "in_app" if value else "action",
)
def test_a_link_is_found_however_it_is_written(server, rest, profile, in_app, written):
    account(rest)
    settings = {"continueUrl": page(rest), "canHandleCodeInApp": True, "iOSBundleId": "test.shop"} if in_app else {}
    made = generated(rest, "VERIFY_EMAIL", EMAIL, **settings)
    assert ("/__/auth/links?" in made["oobLink"]) == (in_app and profile == "local")

    send(server, mail("Welcome", *written(made["oobLink"], made["oobCode"])), EMAIL)

    (record,) = messages(rest)
    assert (record["type"], record["delivery"], record["subject"]) == ("VERIFY_EMAIL", "app", "Welcome")
    use(rest, "VERIFY_EMAIL", made["oobCode"])
    assert messages(rest)[0]["status"] == "used"


def test_a_link_that_the_app_mails_to_another_address_is_a_message_to_that_one(server, rest):
    account(rest)
    link = generated(rest, "VERIFY_EMAIL", EMAIL)["oobLink"]

    send(server, mail(text=link), "Bob@Example.test")

    assert [(record["type"], record["to"]) for record in messages(rest)] == [("VERIFY_EMAIL", "bob@example.test")]
    assert messages(rest, to="bob@example.test") and not messages(rest, to=EMAIL)


def test_a_link_that_is_mailed_again_is_another_mail(server, rest):
    account(rest)
    link = generated(rest, "VERIFY_EMAIL", EMAIL)["oobLink"]
    for subject in ("First", "Second"):
        send(server, mail(subject, link), EMAIL)

    assert [(record["type"], record["subject"]) for record in messages(rest)] == [
        ("VERIFY_EMAIL", "First"),
        ("APP", "Second"),
    ]


def test_mails_without_a_link_of_an_admin_are_messages_of_their_own(server, rest):
    ok(send_sign_in_link(rest, EMAIL, page(rest)))
    (sent,) = messages(rest)
    for text in ("Hello", sent["link"]["mailed"], f"https://app.test/{'x' * 54}"):
        send(server, mail(text=text), EMAIL)

    first, *others = messages(rest)
    assert first == sent
    assert [(record["type"], record["delivery"], record["status"]) for record in others] == [("APP", "app", None)] * 3
    assert not any(name in record for record in others for name in ("link", "oobCode", "localId", "reason"))
    assert messages(rest, type="APP") == messages(rest, delivery="app") == others
    assert "Mail of the app" in console(rest)


# Waiting


def test_a_wait_gets_the_mail_that_comes_later(server, rest, binary):
    account(rest)
    made = generated(rest, "VERIFY_EMAIL", EMAIL)
    command = [binary, "outbox", "wait", "--delivery", "app", "--timeout", "20s", "--format", "json"]
    command += ["--url", server.url, "--project", rest.project]
    with children.Popen(command, stdout=subprocess.PIPE, text=True) as wait:
        with pytest.raises(subprocess.TimeoutExpired):
            wait.wait(1)
        send(server, mail("Welcome", made["oobLink"]), EMAIL)
        output, _ = wait.communicate(timeout=WITHIN)

    assert wait.returncode == 0
    (record,) = json.loads(output)["messages"]
    assert (record["oobCode"], record["subject"]) == (made["oobCode"], "Welcome")


def test_a_stream_tells_mails_as_they_come(server, rest):
    account(rest)
    made = generated(rest, "VERIFY_EMAIL", EMAIL)
    url = f"{server.url}/firebreak/v1/projects/{rest.project}/outbox:stream"
    with stream(url) as every, stream(url, delivery="app", to=EMAIL) as chosen:
        send(server, mail("News"), "bob@example.test")
        send(server, mail("Welcome", made["oobLink"]), EMAIL)
        seen = [next(every), next(every), next(chosen)]

    joined, other = messages(rest)
    assert [(event.name, event.id, event.data) for event in seen] == [
        ("message", str(other["seq"]), other),
        ("status", None, joined),
        ("status", None, joined),
    ]


# Recipients


def test_each_recipient_has_a_message(server, rest):
    send(server, mail(To="Undisclosed: ;"), "Bob@Example.test", "carol@example.test", "bob@example.test")
    send(server, mail("Second"), "carol@example.test")

    found = messages(rest)
    assert [(record["to"], record["subject"]) for record in found] == [
        ("bob@example.test", "Hello"),
        ("carol@example.test", "Hello"),
        ("carol@example.test", "Second"),
    ]
    assert len({record["id"] for record in found}) == 3
    assert source(rest, found[0]) == source(rest, found[1])


@pytest.mark.parametrize("recipients", [(EMAIL, "copy@example.test"), ("copy@example.test", EMAIL.upper())])
def test_a_mail_with_a_link_and_a_copy_joins_once(server, rest, recipients):
    account(rest)
    made = generated(rest, "VERIFY_EMAIL", EMAIL)

    send(server, mail("Welcome", made["oobLink"]), *recipients)

    assert [(record["type"], record["to"], record["subject"]) for record in messages(rest)] == [
        ("VERIFY_EMAIL", EMAIL, "Welcome"),
        ("APP", "copy@example.test", "Welcome"),
    ]


def test_a_mail_has_at_most_a_hundred_recipients(server, rest):
    addresses = [f"user{number}@example.test" for number in range(101)]
    with mailer(server) as client:
        refused = client.sendmail(SENDER, addresses, mail())

    assert [(address, code) for address, (code, _) in refused.items()] == [(addresses[-1], 452)]
    assert [record["to"] for record in messages(rest)] == addresses[:-1]


# Hostile clients


class Dialogue(Connection):
    """SMTP as bytes on a socket."""

    def __init__(self, server):
        super().__init__(place(server))
        self.greeting = self.reply()

    def reply(self):
        """The next reply; of one of several lines, the last."""
        while True:
            while b"\r\n" not in self._received:
                assert self._receive(), f"the connection ended before a reply, after {self._received!r}"
            line, _, self._received = self._received.partition(b"\r\n")
            if line[3:4] != b"-":
                return line.decode()

    def say(self, *commands):
        """The reply to the last command."""
        for command in commands:
            self.send(command.encode(), b"\r\n")
            reply = self.reply()
        return reply

    def begin(self, recipient=EMAIL):
        """Says what comes before the content of a mail."""
        reply = self.say("EHLO app.test", f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{recipient}>", "DATA")
        assert reply.startswith("354 "), reply

    def encrypt(self):
        self.socket = ssl._create_unverified_context().wrap_socket(self.socket)


def on_the_wire(content):
    """A mail with the dots of RFC 5321, and its end."""
    return (b"\r\n" + content).replace(b"\r\n.", b"\r\n..")[2:] + b".\r\n"


@pytest.fixture
def connect(server, rest):
    """Opens connections. In the end the server takes a good mail nevertheless, and has seen no error of its own."""
    opened = []

    def connect():
        opened.append(Dialogue(server))
        return opened[-1]

    yield connect
    for connection in opened:
        connection.close()
    send(server, mail("A good one"), "good@example.test")
    assert [record["subject"] for record in waited(rest, to="good@example.test")] == ["A good one"]
    levels = {line.split()[1] for line in server.log.read_text().splitlines() if len(line.split()) > 1}
    assert not levels & {"error", "critical"}, server.log_tail()


def lines(*parts):
    return b"\r\n".join([*parts, b""])


def nested(count, same=False):
    """Parts in parts; all between lines of the same name, or each of its own."""
    names = [b"b" if same else b"b%d" % number for number in range(count)]
    return b"".join(b"Content-Type: multipart/mixed; boundary=%s\r\n\r\n--%s\r\n" % (name, name) for name in names)


MANY = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
HTML = b"Content-Type: text/html\r\n\r\n"

# By name: the mail, what its text begins with, and words of the reason; None where all could be read.
HOSTILE = {
    "nothing": lambda: (b"", "", None),
    "no header": lambda: (lines(b"", b"Hello"), "Hello", None),
    "no body": lambda: (lines(b"Subject: Hello"), "", None),
    "no end of a line": lambda: (lines(b"Hello"), "", None),
    "every byte": lambda: (lines(b"", bytes(range(32, 256)), bytes(range(1, 13))), " !", None),
    "NUL bytes": lambda: (lines(b"Subject: a\0b", b"X-\0: \0", b"", b"one\0two\0"), "one\0two\0", None),
    "control characters": lambda: (lines(b"Subject: \x1b[31m\x07", b"", b"\x1b[2J\x08\x7f"), "\x1b[2J\x08\x7f", None),
    "a header line of 300 KB": lambda: (
        lines(b"X-Long: " + b"x" * 300_000, b"Subject: Hello", b"", b"Text"), "Text", "longer than 256 KiB"
    ),
    "a folded header of 300 KB": lambda: (
        lines(b"X-Long: x", *[b" " + b"x" * 70] * 4300, b"", b"Text"), "Text", "longer than 256 KiB"
    ),
    "a subject of 200 KB": lambda: (lines(b"Subject: " + b"x" * 200_000, b"", b"Text"), "Text", None),
    "10,000 parts in each other": lambda: (nested(10_000), "", "more than 16 levels"),
    "10,000 parts of one name": lambda: (nested(10_000, same=True), "", "more than 1,000 parts"),
    "5,000 parts": lambda: (MANY + b"--b\r\n\r\nText\r\n" * 5000 + b"--b--\r\n", "Text", "more than 1,000 parts"),
    "a part without an end": lambda: (MANY + b"--b\r\n\r\nText\r\n", "Text", None),
    "no boundary": lambda: (
        lines(b"Content-Type: multipart/mixed", b"", b"--b", b"", b"Text"), "--b", "does not say what is between them"
    ),
    "another boundary": lambda: (MANY + b"--c\r\n\r\nText\r\n--c--\r\n", "", "no part between the lines"),
    "broken base64": lambda: (
        lines(b"Content-Transfer-Encoding: base64", b"", b"SGVs!!bG8*gd29y", b"====", b"bGQ"), "Hello world", None
    ),
    "base64 that is cut": lambda: (
        lines(b"Content-Transfer-Encoding: base64", b"", b"SGVsbG8gd29ybGQA="), "Hello world", None
    ),
    "broken quoted-printable": lambda: (
        lines(b"Content-Transfer-Encoding: quoted-printable", b"", b"=ZZ =4 =C3=BC=", b"="), "=ZZ =4 ü", None
    ),
    "unknown encoding": lambda: (
        lines(b"Content-Transfer-Encoding: klingon", b"", b"Text"), "Text", "has the encoding klingon"
    ),
    "unknown charset": lambda: (
        lines(b"Content-Type: text/plain; charset=klingon", b"", b"Text"), "Text", "charset that it names, klingon"
    ),
    "bytes of another charset": lambda: (
        lines(b"Content-Type: text/plain; charset=utf-8", b"", b"Gr\xfc\xdfe"), "Grüße", "charset that it names, utf-8"
    ),
    "broken encoded words": lambda: (
        lines(b"Subject: =?utf-8?B?Gr =?x?= =?utf-8?Q?=ZZ?= =??B??= =?utf-8?X?y?= =?a?b?c=?=", b"", b"Text"),
        "Text", None,
    ),
    "encoded words without end": lambda: (lines(b"Subject: " + b"=?a?q?" * 40_000, b"", b"Text"), "Text", None),
    "a sender in 200,000 parentheses": lambda: (lines(b"From: " + b"(" * 200_000, b"", b"Text"), "Text", None),
    "20,000 senders": lambda: (lines(b"From: " + b"a@b.test, " * 20_000, b"", b"Text"), "Text", None),
    "a text of 2 MB": lambda: (lines(b"", *[b"x" * 998] * 2100), "xxx", "cut after 1 MiB"),
    "a million angle brackets": lambda: (HTML + b"<" * 1_000_000 + b"\r\n", "", None),
    "elements in each other": lambda: (HTML + b"<div>" * 200_000 + b"\r\n", "", None),
    "60,000 links": lambda: (HTML + b"<a href=x>y</a>" * 60_000 + b"\r\n", "y", None),
    "18,000 codes": lambda: (lines(b"", *[b"%054d" % number for number in range(18_000)]), "000", None),
    "130,000 codes of nothing": lambda: (lines(b"", b"oobCode=" * 130_000), "oobCode=", None),
    "percent signs": lambda: (lines(b"", b"%25" * 330_000), "%25", None),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_mail_is_taken_as_it_is(connect, rest, kind):
    content, beginning, problem = HOSTILE[kind]()
    connection = connect()
    connection.begin()
    connection.send(on_the_wire(content))

    assert connection.reply().startswith("250 ")

    (record,) = messages(rest)
    assert source(rest, record) == content
    assert record["text"].startswith(beginning)
    assert problem in record["reason"] if problem else "reason" not in record
    check_shown(rest, record)


def test_a_header_of_many_fields_is_not_said_to_be_long(connect, rest):
    connection = connect()
    connection.begin()
    connection.send(on_the_wire(lines(*[b"X-%d: y" % number for number in range(10_000)], b"", b"Text")))

    assert connection.reply().startswith("250 ")
    (record,) = messages(rest)
    assert record["text"] == "Text\n"
    assert "256 KiB" not in record["reason"]


@pytest.mark.parametrize(
    "end",
    [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r.\r\n", b"\r\n.\r", b"\r\n.\r\r\n", b"\r\n.\0\r\n", b"\n\n.\r\n"],
    ids=repr,
)
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "byte by byte"])
def test_no_second_mail_is_smuggled_in(connect, rest, end, at_once):
    connection = connect()
    connection.begin()
    second = lines(b"MAIL FROM:<evil@x.test>", b"RCPT TO:<evil@example.test>", b"DATA", b"Subject: Two", b"", b"Second")
    content = b"Subject: One\r\n\r\nFirst" + end + second

    for part in [content + b".\r\n"] if at_once else [bytes([byte]) for byte in content + b".\r\n"]:
        connection.send(part)

    assert connection.reply().startswith("250 2.0.0 msg_")
    assert connection.say("NOOP") == "250 2.0.0 Ok"
    (record,) = messages(rest)
    assert (record["to"], record["subject"]) == (EMAIL, "One")
    # A dot at the beginning of a line stands for none.
    assert source(rest, record) == content.replace(b"\r\n.", b"\r\n")


def test_pipelined_mails_are_all_taken(connect, rest):
    connection = connect()
    one = lines(f"MAIL FROM:<{SENDER}>".encode(), f"RCPT TO:<{EMAIL}>".encode(), b"DATA")
    connection.send(b"EHLO app.test\r\n")
    for number in range(20):
        connection.send(one, on_the_wire(mail(f"Mail {number}")))
    connection.send(b"QUIT\r\n")

    replies = [connection.reply()[:3] for _ in range(1 + 20 * 4 + 1)]

    assert replies == ["250", *["250", "250", "354", "250"] * 20, "221"]
    assert connection.is_ended()
    assert [record["subject"] for record in messages(rest)] == [f"Mail {number}" for number in range(20)]


@pytest.mark.parametrize("tail", [b"\r\n", b""], ids=["with an end", "without an end"])
def test_a_command_of_20_kb_ends_the_connection(connect, tail):
    connection = connect()
    connection.send(b"NOOP " + b"x" * 20_000 + tail)

    assert connection.reply().startswith("500 ")
    assert connection.is_ended()


@pytest.mark.parametrize(
    "commands, code",
    [
        ([f"MAIL FROM:<{SENDER}>"], "503"),
        (["EHLO app.test", f"RCPT TO:<{EMAIL}>"], "503"),
        (["EHLO app.test", "DATA"], "503"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", "DATA"], "503"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", "RCPT TO:<>"], "501"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{EMAIL}", "DATA"], "503"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{'x' * 1100}@example.test>"], "501"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{EMAIL}>", "RSET", "DATA"], "503"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}>", f"RCPT TO:<{EMAIL}>", "EHLO app.test", "DATA"], "503"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE=99999999999"], "552"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE={'9' * 400}"], "552"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE={SIZE + 1}"], "552"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE={SIZE}"], "250"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE=-1"], "501"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SIZE=many"], "501"),
        (["EHLO app.test", f"MAIL FROM:<{SENDER}> SOLICIT=x"], "555"),
        (["EHLO app.test", f"MAIL TO:<{SENDER}>"], "501"),
        (["EHLO"], "501"),
        (["AUTH PLAIN AGEAYg=="], "503"),
        (["EHLO app.test", "AUTH PLAIN !!!"], "501"),
        (["EHLO app.test", "AUTH PLAIN ="], "501"),
        (["EHLO app.test", "AUTH PLAIN YQ=="], "501"),
        (["EHLO app.test", "AUTH PLAIN AP8A/w=="], "501"),
        (["EHLO app.test", "AUTH PLAIN", "*"], "501"),
        (["EHLO app.test", "AUTH LOGIN", "not base64"], "501"),
        (["EHLO app.test", "AUTH LOGIN", "YQ==", "?"], "501"),
        (["EHLO app.test", "AUTH CRAM-MD5"], "504"),
        (["EHLO app.test", "AUTH PLAIN AGEAYg==", "AUTH PLAIN AGEAYg=="], "503"),
        (["EHLO app.test", "AUTH LOGIN", "!", "NOOP"], "250"),
        (["STARTTLS"], "502"),
        (["EHLO app\0.test"], "500"),
        (["\x1b[A"], "500"),
        ([""], "500"),
    ],
    ids=lambda value: " | ".join(value)[:90] if isinstance(value, list) else value,
)
def test_commands_that_are_wrong_or_out_of_order(connect, rest, commands, code):
    assert connect().say(*commands)[:4] == f"{code} "
    assert messages(rest) == []


def test_too_many_mistakes_end_the_connection(connect):
    connection = connect()
    replies = [connection.say("NONSENSE")[:3] for _ in range(20)]

    assert replies == ["500"] * 19 + ["421"]
    assert connection.is_ended()


@pytest.mark.parametrize(
    "sent",
    [
        b"NOOP\nNOOP\r\n",
        b"EHLO app.test\nMAIL FROM:<evil@x.test>\nRCPT TO:<evil@example.test>\nDATA\r\n",
        b"\nNOOP\r\n",
        b"NOOP\rNOOP\r\n",
    ],
    ids=repr,
)
def test_lines_of_commands_end_with_both_bytes(connect, rest, sent):
    connection = connect()
    connection.send(sent)

    assert connection.reply().startswith("500 ")
    assert connection.say("EHLO app.test", "RCPT TO:<evil@example.test>").startswith("503 ")
    assert messages(rest) == []


@pytest.mark.parametrize("first", ["GET / HTTP/1.1", "POST / HTTP/1.1", "Host: localhost"])
def test_a_page_of_a_browser_cannot_send_a_mail(connect, rest, first):
    connection = connect()
    connection.send(
        lines(first.encode(), b"Host: 127.0.0.1", b"", b"EHLO x", b"MAIL FROM:<evil@x.test>"),
        lines(f"RCPT TO:<{EMAIL}>".encode(), b"DATA", b"Subject: Evil", b"", b"Text", b"."),
    )

    assert connection.reply().startswith("554 ")
    assert connection.is_ended()
    assert messages(rest) == []


def filler(size):
    """A mail of so many bytes."""
    line = b"x" * 998 + b"\r\n"
    content = b"Subject: Large\r\n\r\n" + line * (size // 1000 - 1)
    return content + b"x" * (size - len(content) - 2) + b"\r\n"


@pytest.mark.parametrize("surplus", [0, 1], ids=["just so", "one byte more"])
def test_a_mail_may_be_as_large_as_the_server_says(connect, rest, surplus):
    connection = connect()
    connection.socket.settimeout(240)
    connection.begin()
    content = filler(SIZE + surplus)
    assert len(content) == SIZE + surplus
    connection.send(content, b".\r\n")

    if surplus:
        assert connection.reply().startswith("552 ")
        assert messages(rest) == []
    else:
        assert connection.reply().startswith("250 ")
        assert source(rest, messages(rest)[0]) == content
    assert connection.say("NOOP").startswith("250 ")


def test_what_comes_before_encryption_does_not_count_after_it(start_rest):
    """CVE-2011-0411: what an attacker put behind STARTTLS was taken as the client's own."""
    rest = start_rest(secure=True)
    with Dialogue(rest.server) as connection:
        connection.say("EHLO app.test")
        connection.send(
            lines(b"STARTTLS", b"EHLO evil.test", b"MAIL FROM:<evil@x.test>", b"RCPT TO:<evil@example.test>", b"DATA")
        )
        assert connection.reply().startswith("220 ")
        connection.encrypt()
        assert connection.say(f"MAIL FROM:<{SENDER}>").startswith("503 ")
        assert connection.say("EHLO app.test", f"RCPT TO:<{EMAIL}>").startswith("503 ")
        connection.begin()
        connection.send(on_the_wire(mail("A good one")))
        assert connection.reply().startswith("250 ")

    assert [(record["to"], record["subject"]) for record in messages(rest)] == [(EMAIL, "A good one")]


def test_a_login_before_encryption_does_not_count_after_it(start_rest):
    rest = start_rest(secure=True)
    other = Rest(rest.server, f"{rest.project}-other")
    other.session.verify = rest.session.verify
    login = base64.b64encode(f"\0{other.project}\0any".encode()).decode()
    with Dialogue(rest.server) as connection:
        assert connection.say("EHLO app.test", f"AUTH PLAIN {login}").startswith("235 ")
        assert connection.say("STARTTLS").startswith("220 ")
        connection.encrypt()
        connection.begin()
        connection.send(on_the_wire(mail()))
        assert connection.reply().startswith("250 ")

    assert len(messages(rest)) == 1 and messages(other) == []


def test_a_handshake_that_fails_ends_its_connection_alone(start_rest):
    rest = start_rest(secure=True)
    with Dialogue(rest.server) as connection:
        assert connection.say("EHLO app.test", "STARTTLS").startswith("220 ")
        connection.send(b"EHLO app.test\r\n")
        while connection._receive():
            pass
    send(rest.server, mail("A good one"), EMAIL)

    assert [record["subject"] for record in messages(rest)] == ["A good one"]


def test_mails_that_are_broken_off_do_not_arrive(connect, rest):
    for end in (b"", b"\r\n", b"\r\n.", b"\r\n.\r"):
        connection = connect()
        connection.begin()
        connection.send(b"Subject: Half\r\n\r\nText" + end)
        connection.close()
    send(rest.server, mail("Whole"), EMAIL)

    assert [record["subject"] for record in messages(rest)] == ["Whole"]


def test_one_connection_too_many_is_refused(connect, server):
    connections = [connect() for _ in range(256)]
    assert all(connection.greeting.startswith("220 ") for connection in connections)

    surplus = connect()

    assert surplus.greeting.startswith("421 ")
    assert surplus.is_ended()
    connections[0].close()
    assert eventually(lambda: connect().greeting.startswith("220 "), WITHIN)
    for connection in connections:
        connection.close()
    assert eventually(lambda: connect().greeting.startswith("220 "), WITHIN)


# exec


REPORT = textwrap.dedent(
    """
    import json, os, smtplib, urllib.request
    names = [name for name in os.environ if name.startswith("FIREBREAK_SMTP_")]
    if names:
        host, port = os.environ["FIREBREAK_SMTP_HOST"], os.environ["FIREBREAK_SMTP_PORT"]
        with smtplib.SMTP(host, int(port)) as client:
            client.sendmail("app@shop.test", ["alice@example.test"], "Subject: Hello\\n\\nText\\n")
    url = os.environ["FIREBREAK_URL"] + "/firebreak/v1/projects/" + os.environ["FIREBREAK_PROJECT"] + "/outbox"
    token = {"Authorization": "Bearer " + os.environ.get("FIREBREAK_CONTROL_TOKEN", "")}
    with urllib.request.urlopen(urllib.request.Request(url, headers=token)) as answer:
        found = json.load(answer)["messages"]
    print(json.dumps({"names": {name: os.environ[name] for name in names}, "messages": found}))
    """
)


def has_ipv6():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", pytest.param("::1", marks=pytest.mark.skipif(not has_ipv6(), reason="there is no IPv6"))],
)
def test_exec_tells_its_command_where_to_send_mails(firebreak, host):
    result = firebreak("exec", "--host", host, "--", sys.executable, "-c", REPORT)

    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    port = report["names"]["FIREBREAK_SMTP_PORT"]
    assert report["names"] == {
        "FIREBREAK_SMTP_URL": f"smtp://[{host}]:{port}" if ":" in host else f"smtp://{host}:{port}",
        "FIREBREAK_SMTP_HOST": host,
        "FIREBREAK_SMTP_PORT": port,
    }
    assert [(record["to"], record["subject"]) for record in report["messages"]] == [(EMAIL, "Hello")]


def test_exec_without_a_mail_server(firebreak):
    result = firebreak("exec", "--smtp-in", "off", "--", sys.executable, "-c", REPORT)

    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == {"names": {}, "messages": []}


@pytest.mark.parametrize("command", ["serve", "exec"])
def test_a_port_for_mails_that_is_taken(firebreak, command):
    arguments = ["--", sys.executable, "-c", "print('started')"] if command == "exec" else []
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = firebreak(command, "--port", "0", "--smtp-in", port, *arguments)
        taken = firebreak(command, "--port", port, *arguments)

    assert (result.returncode, result.stdout) == (taken.returncode, taken.stdout) == (4, "")
    assert re.fullmatch(rf"Error: Port {port} of 127\.0\.0\.1, for mails of apps, is taken by .*\.\n", result.stderr)


def test_both_servers_cannot_have_one_port(firebreak):
    port = free_port()

    result = firebreak("serve", "--port", port, "--smtp-in", port)

    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert f"{port}" in result.stderr and "another process" not in result.stderr


# Many at once, and the end


def test_many_mails_at_once_arrive_each_once(server, rest):
    ended = threading.Event()
    connections, count = 8, 300

    def sign_up():
        made = 0
        with_own_session = Rest(server, rest.project)
        while not ended.is_set() or made < 10:
            with_own_session.sign_up(f"user{made}@example.test", "correct-horse")
            made += 1
        return made

    def deliver(first):
        with mailer(server) as client:
            for number in range(first, count, connections):
                client.sendmail(SENDER, [f"user{number}@example.test"], mail(f"Mail {number}", f"{number}\n" * 50))

    with ThreadPoolExecutor(connections + 1) as pool:
        signing = pool.submit(sign_up)
        try:
            list(pool.map(deliver, range(connections)))
        finally:
            ended.set()
        made = signing.result()

    found = messages(rest)
    assert sorted((record["to"], record["subject"], record["text"]) for record in found) == sorted(
        (f"user{number}@example.test", f"Mail {number}", f"{number}\n" * 50) for number in range(count)
    )
    assert len({record["id"] for record in found}) == len({record["seq"] for record in found}) == count
    assert rest.firebreak.get()["counts"]["accounts"] == made


def test_an_idle_connection_does_not_hold_up_the_end(server):
    with Dialogue(server) as idle, Dialogue(server) as greeted:
        greeted.say("EHLO app.test", f"MAIL FROM:<{SENDER}>")
        # Less than the time after which the process is ended, whatever it does.
        assert server.stop(within=8) == 0, server.log_tail()
        for connection in (idle, greeted):
            assert connection.reply().startswith("421 ")
            assert connection.is_ended()


def test_a_mail_that_has_begun_is_taken_before_the_end(start_rest, tmp_path):
    rest = start_rest("--data-dir", tmp_path / "data")
    with Dialogue(rest.server) as connection, Dialogue(rest.server) as idle:
        connection.begin()
        connection.send(b"Subject: Late\r\n\r\nText")
        with ThreadPoolExecutor(1) as pool:
            stopped = pool.submit(rest.server.stop)
            assert idle.reply().startswith("421 ")
            connection.send(b"\r\n.\r\n")
            assert connection.reply().startswith("250 ")
            assert connection.reply().startswith("421 ")
            assert stopped.result() == 0, rest.server.log_tail()

    rest = start_rest("--data-dir", tmp_path / "data")
    assert [record["subject"] for record in messages(rest)] == ["Late"]


def test_the_end_of_a_connection_is_one_reply(start_server):
    host, port = start_server("--smtp-in", "0").ready["smtp"].removeprefix("smtp://").rsplit(":", 1)
    for last, reply in ((b"QUIT", b"221 2.0.0 Bye"), (b"GET / HTTP/1.1", b"554 5.7.0 This is a mail server")):
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(last + b"\r\nNOOP\r\n")
            received = b"".join(iter(lambda: connection.recv(1000), b""))
        assert received.split(b"\r\n")[1:] == [reply, b""]


def test_a_server_of_the_python_module_takes_mails(binary):
    with Firebreak(binary=binary, project="demo-shop") as firebreak:
        host, port = firebreak.info()["mailServer"].rsplit(":", 1)
        with smtplib.SMTP(host, int(port)) as server:
            server.sendmail("shop@example.test", ["ada@example.test"], "Subject: Welcome\r\n\r\nWelcome, Ada.")

        message = firebreak.project().outbox.wait(to="ada@example.test", delivery="app", timeout=20)
        assert (message["type"], message["subject"], message["text"]) == ("APP", "Welcome", "Welcome, Ada.\n")
