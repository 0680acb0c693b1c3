"""The control API is for its server's own pages and for programs, not for pages of other origins."""

import pytest

from rest import Rest, failure, ok


@pytest.fixture
def check(rest):
    """Makes calls of every kind with the headers; nothing of the project may be read or changed if they are refused."""
    local_id = rest.existing_account("alice@example.test")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    (message,) = rest.messages()

    def check(headers, allowed):
        reads = [
            rest.request("GET", "/firebreak/v1/info", headers=headers),
            rest.request("GET", "/firebreak/v1/projects", headers=headers),
            rest.control("GET", "", headers=headers),
            rest.control("GET", "/outbox", headers=headers),
            rest.control("GET", "/outbox/latest/link", headers=headers),
            rest.control("GET", ":export", headers=headers),
        ]
        # As a form of a page would send it, which asks nobody before.
        plain = {**headers, "Content-Type": "text/plain"}
        writes = [
            rest.control("POST", ":mintToken", data=f'{{"user":"{local_id}"}}', headers=plain),
            rest.control("POST", "/clock:advance", data='{"by":"1s"}', headers=plain),
            rest.control("PATCH", "/rules", json={"appName": "Shop"}, headers=headers),
            rest.control("POST", "/apiKeys", json={"key": f"key-of-{rest.project}"}, headers=headers),
            rest.control("DELETE", "/outbox", headers=headers),
            rest.control("POST", ":reset", data="{}", headers=plain),
            rest.control("DELETE", "", headers=headers),
        ]
        for response in reads + writes:
            assert "access-control-allow-origin" not in response.headers
            if allowed:
                assert response.ok, f"{response.request.method} {response.url}: {response.status_code} {response.text}"
            else:
                assert failure(response, 403)
                assert response.json()["error"]["status"] == "PERMISSION_DENIED"
                assert rest.project not in response.text
        if not allowed:
            assert rest.account(local_id)["email"] == "alice@example.test"
            assert [kept["id"] for kept in rest.messages()] == [message["id"]]
            assert ok(rest.control("GET", "/clock"))["offset"] == 0
            assert ok(rest.control("GET", "/rules")).get("appName") != "Shop"
            assert f"key-of-{rest.project}" not in rest.control("GET", "/apiKeys").text

    return check


@pytest.fixture
def other_port(server):
    return 3000 if server.port != 3000 else 3001


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:OTHER",
        "http://127.0.0.1:OTHER",
        "http://[::1]:OTHER",
        "http://localhost",
        "http://evil.localhost:PORT",
        "http://127.0.0.2:PORT",
        "http://localhost.evil.example:PORT",
        "http://evil.example",
        "http://evil.example:PORT",
        "chrome-extension://abc",
        "file://",
        "null",
        "",
        "localhost:PORT",
    ],
)
def test_other_origins(check, server, other_port, origin):
    check({"Origin": origin.replace("PORT", str(server.port)).replace("OTHER", str(other_port))}, allowed=False)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:PORT",
        "[::1].evil.example",
        "[::1].evil.example:PORT",
        "[::1]evil.example",
        "localhost:evil",
        "localhost:PORT:evil",
        "localhost:PORT.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.evil.example:PORT",
        "127.evil.example",
        "localhost.evil.example",
        "user@localhost:PORT",
        "localhost@evil.example",
    ],
)
def test_other_hosts(check, server, host):
    check({"Host": host.replace("PORT", str(server.port))}, allowed=False)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:PORT"], ids=["no origin", "own origin"])
def test_other_sites(check, server, site, origin):
    """Browsers say where a request is from also where it has no origin, as for images and scripts."""
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    if origin:
        headers["Origin"] = origin.replace("PORT", str(server.port))
    check(headers, allowed=False)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://127.0.0.1:PORT"},
        {"Origin": "http://localhost:PORT"},
        {"Origin": "http://localhost:PORT", "Host": "localhost:PORT"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:PORT"},
        {"Host": "localhost:PORT"},
        {"Host": "LOCALHOST:PORT"},
        {"Host": "127.0.0.1:PORT"},
        {"Host": "[::1]:PORT"},
    ],
    ids=str,
)
def test_own_pages_and_programs(check, server, headers):
    check({name: value.replace("PORT", str(server.port)) for name, value in headers.items()}, allowed=True)


def test_the_api_itself_is_for_all_origins(rest):
    """Apps under test are pages of other origins."""
    headers = {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}

    answer = rest.app("signUp", {}, headers=headers)

    assert ok(answer)["localId"]
    assert answer.headers["access-control-allow-origin"] == "http://localhost:3000"


def test_a_public_host(start_server, project):
    """Its pages are the server's own as well."""
    server = start_server("--public-host", "auth.internal.example:8443")
    rest = Rest(server, project)

    def status(**headers):
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return rest.request("GET", "/firebreak/v1/info", headers=names).status_code

    assert status(Host="auth.internal.example:8443") == 200
    assert status(Host="auth.internal.example.evil.example:8443") == 403
    assert status(Host="auth.internal.example:8443", Origin="http://auth.internal.example:3000") == 403
    assert status(Host="auth.internal.example:8443", Origin="http://auth.internal.example:8443") == 200
