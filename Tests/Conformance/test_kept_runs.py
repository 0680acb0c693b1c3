"""Runs that are kept because they failed: `exec --keep-on-failure`, and `firebreak open`."""

import base64
import json
import signal
import sqlite3
import subprocess

import pytest
import requests

import children
from processes import eventually, free_port

SIGN_UP = "identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:demo-shop"
SECRETS = {"password": "correct-horse-battery", "wrong": "wrong-horse-battery", "client": "client-secret-of-ours",
           "smtp": "smtp-password-of-ours", "webhook": "webhook-secret-of-ours"}  # fmt: skip

# What a suite does before it fails; what it learned that is secret goes to a file.
SUITE = """
import base64, json, os, smtplib, sys, urllib.request

URL, PROJECT = os.environ["FIREBREAK_URL"], os.environ["FIREBREAK_PROJECT"]
API = URL + "/identitytoolkit.googleapis.com/"

def call(path, body, verb="POST", admin=False, url=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": "Bearer owner"} if admin else {})
    request = urllib.request.Request(url or API + path, json.dumps(body).encode(), headers, method=verb)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)

def app(method, **body):
    return call(f"v1/accounts:{method}?key=project:{PROJECT}", body)

secrets = SECRETS
learned = []
admin = f"v2/projects/{PROJECT}/"
call(admin + "config?updateMask=notification,signIn.phoneNumber,client", {
    "notification": {"sendEmail": {"smtp": {"password": secrets["smtp"], "host": "mail.test", "username": "me"}}},
    "signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": {"+15555550199": "918273"}}},
}, "PATCH", admin=True)
call(admin + "oauthIdpConfigs?oauthIdpConfigId=oidc.ours", {
    "clientId": "ours", "issuer": "https://issuer.test", "enabled": True, "clientSecret": secrets["client"],
    "responseType": {"code": True},
}, admin=True)
call("", {"messageWebhook": {"url": "http://127.0.0.1:9/", "secret": secrets["webhook"]}}, "PATCH",
     url=f"{URL}/firebreak/v1/projects/{PROJECT}/rules")
ada = app("signUp", email="ada@example.test", password=secrets["password"], returnSecureToken=True)
learned += [ada["idToken"], ada["refreshToken"]]
app("signInWithPassword", email="ada@example.test", password=secrets["wrong"])
app("sendOobCode", requestType="PASSWORD_RESET", email="ada@example.test")
app("sendOobCode", requestType="EMAIL_SIGNIN", email="ada@example.test", continueUrl="http://evil.test/")
sms = app("sendVerificationCode", phoneNumber="+15555550100", recaptchaToken="x")
learned.append(sms["sessionInfo"])
link = call(f"v1/projects/{PROJECT}/accounts:sendOobCode", {
    "requestType": "VERIFY_EMAIL", "email": "ada@example.test", "returnOobLink": True,
}, admin=True)["oobLink"]
with smtplib.SMTP(os.environ["FIREBREAK_SMTP_HOST"], int(os.environ["FIREBREAK_SMTP_PORT"])) as server:
    text = base64.encodebytes(f"Confirm: {link}".encode()).decode()
    mail = "Subject: Confirm\\r\\nContent-Transfer-Encoding: base64\\r\\n\\r\\n" + text.replace("\\n", "\\r\\n")
    server.sendmail("shop@example.test", ["ada@example.test"], mail)
    server.sendmail("shop@example.test", ["bob@example.test"], "Subject: Welcome\\r\\n\\r\\nWelcome, Bob.")
outbox = json.load(urllib.request.urlopen(f"{URL}/firebreak/v1/projects/{PROJECT}/outbox"))["messages"]
learned += [message[name] for message in outbox for name in ("oobCode", "code") if name in message]
json.dump({"secrets": learned, "outbox": outbox}, open(sys.argv[1], "w"))
print("done", flush=True)
EXTRA
sys.exit(int(sys.argv[2]))
"""


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "suite.py"

    def write(extra=""):
        path.write_text(SUITE.replace("SECRETS", repr(SECRETS)).replace("EXTRA", extra))
        return path

    return write


@pytest.fixture
def kept(firebreak, suite, tmp_path):
    """A run that failed: its file, and what the suite learned."""
    file, learned = tmp_path / "run.firebreak", tmp_path / "learned.json"
    result = firebreak("exec", "--project", "demo-shop", "--keep-on-failure", file, "--", "python3", suite(), learned, 7)
    assert (result.returncode, result.stdout) == (7, "done\n"), result.stderr
    assert "firebreak open" not in result.stdout
    return file, json.loads(learned.read_text())


@pytest.fixture
def opened(binary):
    """Opens a file, and answers where."""
    processes = []

    def open_(file, *options):
        process = children.Popen([binary, "open", file, *options], stdout=subprocess.PIPE, text=True)
        processes.append(process)
        sentence, address = process.stdout.readline(), process.stdout.readline()
        assert address.endswith("/firebreak/\n")
        return sentence.strip(), address.removesuffix("/firebreak/\n")

    yield open_
    for process in processes:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def get(url):
    answer = requests.get(url, timeout=20)
    assert answer.status_code == 200, answer.text
    return answer


def test_no_secret_of_the_run_is_in_the_file(kept):
    file, learned = kept
    content = file.read_bytes()
    secrets = [*SECRETS.values(), *learned["secrets"], "918273"]
    assert len(secrets) > 10 and all(len(secret) > 5 for secret in secrets)
    for secret in secrets:
        forms = [secret, base64.b64encode(secret.encode()).decode().rstrip("=")[:-2], secret.replace("-", "%2D")]
        assert [form for form in forms if form.encode() in content] == []
    # The parts of tokens, and what is in the databases inside.
    assert not [secret for secret in learned["secrets"] if secret[:40].encode() in content]
    assert b"ada@example.test" in content and b"Welcome, Bob." in content


def test_a_kept_run_is_shown(kept, opened):
    file, learned = kept
    sentence, url = opened(file)
    assert "suite.py" in sentence and "ended with code 7" in sentence

    project = f"{url}/firebreak/v1/projects/demo-shop"
    outbox = get(f"{project}/outbox").json()["messages"]
    same = ("id", "seq", "type", "delivery", "status", "to", "subject", "createdAt", "expiresAt")
    assert [[m.get(name) for name in same] for m in outbox] == [
        [m.get(name) for name in same] for m in learned["outbox"]
    ]
    assert [m["oobCode"] for m in outbox if "oobCode" in m] == ["<oobCode>"] * 2
    (joined,) = (message for message in outbox if message["type"] == "VERIFY_EMAIL")
    assert "oobCode=<oobCode>" in joined["text"] and joined["delivery"] == "app"

    calls = get(f"{project}/requests").json()["requests"]
    refused = {call["operation"]: call for call in calls if call["status"] >= 400}
    assert "evil.test" in refused["accounts.sendOobCode"]["explanation"]
    assert refused["accounts.signInWithPassword"]["email"] == "ada@example.test"
    assert refused["accounts.signInWithPassword"]["request"]["password"] == "<password>"
    admin = {"Authorization": "Bearer owner"}
    users = requests.get(
        f"{url}/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:batchGet", headers=admin, timeout=20
    ).json()["users"]
    assert [user["email"] for user in users] == ["ada@example.test"]
    # Nothing that reads is a call of that run.
    assert len(get(f"{project}/requests").json()["requests"]) == len(calls)
    clock = get(f"{project}/clock").json()["now"]
    assert get(f"{project}/clock").json()["now"] == clock


def test_the_console_shows_a_kept_run(kept, opened):
    _, url = opened(kept[0])
    html = {"Accept": "text/html"}
    views = ("outbox", "accounts", "requests", "settings", "state", "requests/3", "state/faults")
    for view in views:
        page = requests.get(f"{url}/firebreak/projects/demo-shop/{view}", headers=html, timeout=20)
        assert page.status_code == 200, view
        assert "data-shown" in page.text and "ended with code 7" in page.text


def test_a_kept_run_cannot_be_changed(kept, opened):
    _, url = opened(kept[0])
    project = f"{url}/firebreak/v1/projects/demo-shop"
    before = get(f"{project}/outbox").json()
    answers = [
        requests.delete(f"{project}/outbox", timeout=20),
        requests.post(f"{project}:reset", json={}, timeout=20),
        requests.post(f"{project}/clock:advance", json={"by": "1h"}, timeout=20),
        requests.post(f"{url}/{SIGN_UP}", json={"email": "new@example.test", "password": "secret-1"}, timeout=20),
        requests.post(f"{url}/firebreak/projects/demo-shop/outbox/delete", data={"through": "99"}, timeout=20),
    ]
    for answer in answers:
        assert answer.status_code == 400 and "cannot be changed" in answer.text, answer.text
    assert get(f"{project}/outbox").json() == before


def test_a_command_that_succeeds_leaves_no_file(firebreak, suite, tmp_path):
    file = tmp_path / "run.firebreak"
    file.write_text("of a run before")
    ran = firebreak("exec", "--keep-on-failure", file, "--", "python3", suite(), tmp_path / "learned", 0)
    assert (ran.returncode, file.exists()) == (0, False)
    assert [path.name for path in tmp_path.iterdir()] == ["suite.py", "learned"] or not list(tmp_path.glob("*.tmp"))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_run_that_is_killed_leaves_what_there_was(binary, suite, tmp_path, opened, how):
    file = tmp_path / "run.firebreak"
    program = suite("import time\ntime.sleep(600)")
    process = children.Popen(
        [binary, "exec", "--project", "demo-shop", "--keep-on-failure", file, "--", "python3", program, tmp_path / "x", "0"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "done\n"

    assert eventually(lambda: file.exists() and b"Welcome, Bob." in file.read_bytes(), within=60)
    process.send_signal(how)
    assert process.wait(30) != 0

    sentence, url = opened(file)
    assert "was not over" in sentence if how == signal.SIGKILL else "ended with code 143" in sentence
    assert len(get(f"{url}/firebreak/v1/projects/demo-shop/outbox").json()["messages"]) == 4


def test_the_variable_is_for_one_run(firebreak, binary, tmp_path):
    file = tmp_path / "run.firebreak"
    inner = f"{binary} exec -- true; test -z \"$FIREBREAK_KEEP_ON_FAILURE\" && exit 3"
    result = firebreak("exec", "--", "sh", "-c", inner, FIREBREAK_KEEP_ON_FAILURE=str(file))
    assert result.returncode == 3 and file.exists()


def test_emulators_exec_keeps_a_run_as_well(firebreak, tmp_path, opened):
    file = tmp_path / "run.firebreak"
    (tmp_path / "firebase.json").write_text(json.dumps({"emulators": {"auth": {"port": free_port()}}}))
    result = firebreak(
        "emulators:exec", "--config", tmp_path / "firebase.json", "--project", "demo-x", "--hub", "off",
        "--keep-on-failure", file, "exit 4",
    )  # fmt: skip
    assert result.returncode == 4, result.stderr
    assert "ended with code 4" in opened(file)[0]


def test_files_that_are_none(firebreak, tmp_path, kept):
    good = kept[0].read_bytes()
    later, other = tmp_path / "later", tmp_path / "other"
    later.write_bytes(good)
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE a (b)")
    (tmp_path / "text").write_text("no database " * 100)
    (tmp_path / "cut").write_bytes(good[: len(good) // 2])
    (tmp_path / "empty").write_bytes(b"")
    for name in ("later", "other", "text", "cut", "empty", "missing", "."):
        result = firebreak("open", tmp_path / name)
        assert (result.returncode, result.stdout) == (5, ""), (name, result.stderr)
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: ") and "cannot be opened" in line, line


@pytest.mark.parametrize("path", ["/no/such/directory/run", "/"])
def test_files_that_cannot_be_written(firebreak, path):
    result = firebreak("exec", "--keep-on-failure", path, "--", "true")
    assert result.returncode == 2 and "--keep-on-failure" in result.stderr
