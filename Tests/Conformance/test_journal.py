"""The journal beside the command line, and as long as an option says."""

import json

from rest import IDENTITY_TOOLKIT, Rest

PASSWORD = "correct-horse"


def test_the_command_line_lists_calls(rest, server, firebreak):
    rest.sign_up("alice@example.test", PASSWORD)
    place = ("--url", server.url, "--project", rest.project)
    table = firebreak("requests", "list", *place, "--email", "alice@example.test")
    listed = firebreak("requests", "wait", *place, "--operation", "accounts.*", "--format", "json")

    assert (table.returncode, table.stderr) == (0, "")
    assert "accounts.signUp" in table.stdout and "alice@example.test" in table.stdout
    assert json.loads(listed.stdout)["requests"][0]["operation"] == "accounts.signUp"


def test_more_calls_than_are_kept(start_server):
    rest = Rest(start_server("--journal", "5"), "demo-five")
    for _ in range(8):
        rest.request("POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp", params={"key": rest.key}, json={})

    assert [entry["seq"] for entry in rest.firebreak.requests.list()["requests"]] == [4, 5, 6, 7, 8]
