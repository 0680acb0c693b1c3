"""The hub, by which programs that ask the Firebase CLI's hub find Firebreak."""

import json
import os
import signal
import sys

import pytest
import requests

from children import clean_environment
from processes import free_port
from rest import Rest, ok

PROJECT = "demo-shop"


@pytest.fixture
def hub(start_server, tmp_path):
    """Starts a server with a hub whose file is in a directory of the test."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    class Hub:
        file = temporary / f"hub-{PROJECT}.json"

        def start(self, *options, port=0):
            self.server = start_server(
                "--project", PROJECT, "--hub", str(port), *options, environment=clean_environment(TMPDIR=str(temporary))
            )
            (self.origin,) = json.loads(self.file.read_text())["origins"]
            return self

        def get(self, path, **options):
            return requests.get(self.origin + path, timeout=10, **options)

        def export(self, body, **headers):
            headers = {"Content-Type": "application/json", **headers}
            return requests.post(self.origin + "/_admin/export", data=json.dumps(body), headers=headers, timeout=10)

    return Hub()


def test_it_says_where_the_emulators_are(hub):
    hub.start()
    emulators = ok(hub.get("/emulators"))
    auth, itself = emulators["auth"], emulators["hub"]
    assert set(emulators) == {"auth", "hub"}
    assert (auth["name"], auth["host"], auth["port"]) == ("auth", "127.0.0.1", hub.server.ready["port"])
    assert auth["listen"] == [{"address": "127.0.0.1", "family": "IPv4", "port": hub.server.ready["port"]}]
    assert itself["pid"] == hub.server.process.pid
    assert hub.origin == f"http://127.0.0.1:{itself['port']}"
    assert ok(hub.get("/")) == json.loads(hub.file.read_text())
    assert hub.get("/other").status_code == 404
    assert hub.get("/firebreak/").status_code == 404
    assert hub.get("/firebreak/v1/info").status_code == 404


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_its_file_goes_with_it(hub, number):
    hub.start()
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid
    hub.server.process.send_signal(number)
    hub.server.process.wait(30)
    assert list(hub.file.parent.iterdir()) == []


def test_its_file_goes_with_an_end_that_fails(hub, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    hub.start("--export-on-exit", f"{blocked}/export")
    assert hub.server.stop() != 0
    assert list(hub.file.parent.iterdir()) == []


def a_link(file):
    other = file.with_name("other")
    other.write_text(json.dumps({"version": "1", "origins": ["http://127.0.0.1:1"]}))
    file.symlink_to(other)


@pytest.mark.parametrize(
    "plant",
    [
        a_link,
        lambda file: file.symlink_to(file.with_name("nowhere")),
        lambda file: os.mkfifo(file),
        lambda file: file.write_text("{"),
        lambda file: file.write_text("[" * 100_000),
        lambda file: file.write_bytes(b"\xff\xfe\x00"),
        lambda file: file.write_text(json.dumps({"origins": ["http://127.0.0.1:1"], "more": "x" * (1 << 20)})),
        lambda file: file.write_text(json.dumps({"origins": [7, None, "file:///etc/passwd"], "pid": "x"})),
    ],
    ids=["link", "broken-link", "pipe", "text", "deep", "binary", "huge", "types"],
)
def test_a_file_that_says_nothing_is_replaced_in_silence(hub, plant):
    plant(hub.file)
    beside = [path for path in hub.file.parent.iterdir() if path != hub.file]
    hub.start("--functions", "hub")
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid
    assert not hub.file.is_symlink()
    assert hub.server.stop() == 0
    assert list(hub.file.parent.iterdir()) == beside
    assert "warning" not in hub.server.log.read_text()


@pytest.mark.parametrize("mode", [0o664, 0o646, 0o666])
def test_a_file_that_others_can_write_is_not_believed(hub, mode):
    hub.file.write_text(json.dumps({"version": "1", "origins": ["http://127.0.0.1:9"]}))
    hub.file.chmod(mode)
    hub.start("--functions", "hub")
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid
    assert "127.0.0.1:9" not in hub.server.log.read_text()
    # Its own file is this user's alone to write, whatever new files are.
    assert hub.file.stat().st_mode & 0o022 == 0


def test_a_file_that_cannot_be_replaced_is_a_sentence(hub, start_server):
    hub.file.mkdir()
    server = start_server(
        "--project", PROJECT, "--hub", "0", environment=clean_environment(TMPDIR=str(hub.file.parent))
    )
    assert "The hub's file cannot be written: " in server.log.read_text()
    assert server.stop() == 0
    assert hub.file.is_dir()


def test_the_file_of_a_hub_that_is_gone_is_replaced(hub):
    hub.file.write_text(json.dumps({"version": "1", "origins": [f"http://127.0.0.1:{free_port()}"], "pid": 1}))
    hub.start()
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid


def test_the_file_of_a_killed_process_with_the_same_address_is_replaced(hub):
    port = free_port()
    hub.file.write_text(json.dumps({"version": "1", "origins": [f"http://127.0.0.1:{port}"], "pid": 1}))
    hub.start("--hub", str(port))
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid
    assert hub.server.stop() == 0
    assert not hub.file.exists()


def test_a_server_that_is_no_hub_is_not_taken_for_one(hub, start_server):
    other = start_server()
    hub.file.write_text(json.dumps({"version": "1", "origins": [other.url]}))
    hub.start()
    assert json.loads(hub.file.read_text())["pid"] == hub.server.process.pid


def test_the_file_of_a_hub_that_is_alive_stays(hub):
    hub.start()
    first, origin = hub.server, hub.origin
    hub.start()
    assert hub.server is not first and hub.origin == origin
    assert hub.server.stop() == 0
    assert hub.file.exists()


def test_the_file_of_a_hub_that_came_later_stays(hub):
    hub.start()
    later = {"version": "15.28.1", "origins": ["http://127.0.0.1:4400"]}
    hub.file.write_text(json.dumps(later))
    assert hub.server.stop() == 0
    assert json.loads(hub.file.read_text()) == later


def test_an_export(hub, tmp_path):
    hub.start()
    Rest(hub.server, PROJECT).existing_account("alice@example.test")
    target = tmp_path / "export"
    target.mkdir()
    firestore = {"version": "1.19.8", "path": "firestore_export", "metadata_file": "firestore_export/all"}
    metadata = target / "firebase-export-metadata.json"
    metadata.write_text(json.dumps({"version": "13.0.0", "firestore": firestore}))
    assert ok(hub.export({"path": str(target), "initiatedBy": "test"})) == {"message": "OK"}
    accounts = json.loads((target / "auth_export" / "accounts.json").read_text())
    assert [user["email"] for user in accounts["users"]] == ["alice@example.test"]
    merged = json.loads(metadata.read_text())
    assert merged["firestore"] == firestore
    assert merged["auth"]["path"] == "auth_export"


@pytest.mark.parametrize(
    ("targets", "status"),
    [
        (["auth"], 200),
        (["firestore", "auth"], 200),
        (None, 200),
        (["firestore"], 500),
        ([], 500),
        ("auth", 400),
        ([7], 400),
    ],
)
def test_an_export_is_of_its_targets(hub, tmp_path, targets, status):
    target = tmp_path / "export"
    answer = hub.start().export({"path": str(target), "targets": targets})
    assert answer.status_code == status, answer.text
    assert target.exists() == (status == 200)
    if status == 500:
        assert "None of the targets runs here" in answer.json()["message"]


@pytest.mark.parametrize("body", [{}, {"path": 7}, {"path": "relative"}, {"path": ""}, ["/x"]])
def test_an_export_needs_an_absolute_path(hub, body):
    assert hub.start().export(body).status_code == 400


def test_an_export_that_cannot_be_written(hub, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    answer = hub.start().export({"path": f"{blocked}/export"})
    assert answer.status_code == 500
    assert "cannot be written" in answer.json()["message"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Host": "evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
    ids=["origin", "host", "site", "text", "form"],
)
def test_pages_of_others_export_nothing(hub, tmp_path, headers):
    answer = hub.start().export({"path": str(tmp_path / "stolen")}, **headers)
    assert answer.status_code in (400, 403)
    assert not (tmp_path / "stolen").exists()


def test_an_export_needs_the_control_token(hub, tmp_path):
    hub.start("--control-token", "secret")
    body = {"path": str(tmp_path / "export")}
    assert hub.export(body).status_code == 401
    ok(hub.export(body, Authorization="Bearer secret"))
    ok(hub.get("/emulators"))


def test_a_port_that_is_taken(hub, firebreak):
    hub.start()
    port = hub.origin.rsplit(":", 1)[-1]
    result = firebreak("serve", "--port", "0", "--hub", port, timeout=30)
    assert result.returncode == 4
    assert result.stdout == ""
    assert f"Port {port} of 127.0.0.1, for the hub, is taken by process " in result.stderr


def test_a_command_finds_it(firebreak, tmp_path):
    script = """
import os, urllib.request
print(urllib.request.urlopen(f"http://{os.environ['FIREBASE_EMULATOR_HUB']}/emulators").read().decode())
"""
    result = firebreak("exec", "--hub=0", "--", sys.executable, "-c", script, TMPDIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert "auth" in json.loads(result.stdout)


def test_a_command_without_a_hub_has_none(firebreak):
    result = firebreak("exec", "--", "sh", "-c", "echo ${FIREBASE_EMULATOR_HUB-none}")
    assert result.stdout == "none\n"


def test_a_project_whose_name_is_no_file_name(start_server, tmp_path):
    environment = clean_environment(TMPDIR=str(tmp_path))
    server = start_server("--project", "a/../b", "--hub", "0", environment=environment)
    assert list(tmp_path.glob("hub-*")) == [] and server.stop() == 0
