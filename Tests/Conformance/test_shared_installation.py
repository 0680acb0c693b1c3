"""Two processes behind HAProxy, which routes by project: firebreak.md sections 4.6, 4.7 and 7.5, and the article."""

import json
import re
import shutil
import subprocess

import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from certificates import self_signed
from documentation import CATALOGUE
import children
from firebreak_server import Server
from processes import eventually, free_port
from python_module import Firebreak
from rest import Rest, failure, ok

pytestmark = pytest.mark.skipif(not shutil.which("haproxy"), reason="there is no haproxy")

TOKEN = "s3cret"
OWNER = "0wner"
HOST = "auth.example.test"
# What each process serves, as the article has it.
PROJECTS = {"one": ["demo-shop", "demo-bank"], "two": ["demo-game"]}


def configuration(language="haproxy", **values):
    """The file that the article shows, with this machine's ports and paths."""
    text = (CATALOGUE / "SharedInstallation.md").read_text()
    shown = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1]
    for name, value in values.items():
        assert name in shown, name
        shown = shown.replace(name, str(value))
    return shown


class Installation:
    """The processes, the proxy, and how clients reach them."""

    def __init__(self, binary, directory):
        self.binary, self.directory = binary, directory
        self.ports = {name: free_port() for name in PROJECTS}
        self.port = free_port()
        self.servers = {}
        self.certificate = self_signed(directory, HOST)
        keys = directory / "keys.map"
        keys.write_text("")
        projects = directory / "projects.map"
        projects.write_text("".join(f"{id} {name}\n" for name, ids in PROJECTS.items() for id in ids))
        known = [id for ids in PROJECTS.values() for id in ids]
        keys.write_text(
            children.run([binary, "keys", "--map", *known], check=True).stdout)
        config = directory / "haproxy.cfg"
        config.write_text(configuration(**{
            "/etc/haproxy/auth.pem": self.certificate, "/etc/haproxy/keys.map": keys, "/etc/haproxy/projects.map": projects,
            ":443": f"127.0.0.1:{self.port}", "127.0.0.1:9101": f"127.0.0.1:{self.ports['one']}",
            "127.0.0.1:9102": f"127.0.0.1:{self.ports['two']}"}))
        checked = children.run(["haproxy", "-c", "-f", config])
        assert checked.returncode == 0, checked.stderr + checked.stdout
        self.key = directory / "signing.pem"
        self.key.write_bytes(rsa.generate_private_key(65537, 2048).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        for name in PROJECTS:
            self.start(name)
        self.proxy = children.Popen(["haproxy", "-db", "-f", str(config)], stderr=subprocess.PIPE, text=True)

    def start(self, name):
        options = [
            "--data-dir", self.directory / name, "--public-url", f"https://{HOST}:{self.port}", "--trust-proxy", "loopback",
            "--control-token", TOKEN, "--admin-token", OWNER, "--signing-key", self.key, "--log-level", "debug"]
        # Also when a test does it.
        with children.lasting():
            self.servers[name] = Server(
                self.binary, *options, log=self.directory / f"{name}.log", port=self.ports[name])

    def url(self, path):
        return f"https://{HOST}:{self.port}{path}"

    def session(self):
        """A client that finds the proxy under its name, and trusts its certificate."""
        session = requests.Session()
        # Another list of authorities in the environment would win.
        session.trust_env = False
        session.verify = str(self.certificate)
        session.mount("https://", Resolving(HOST))
        return session

    def stop(self):
        self.proxy.terminate()
        self.proxy.wait(30)
        self.proxy.stderr.close()
        for server in self.servers.values():
            assert server.stop(within=60) == 0, server.log_tail()


class Resolving(requests.adapters.HTTPAdapter):
    """Finds a host on this machine, from an address of it."""

    def __init__(self, host, source="127.0.0.1"):
        self.host, self.source = host, source
        super().__init__()

    def get_connection_with_tls_context(self, request, verify, proxies=None, cert=None):
        pool = super().get_connection_with_tls_context(request, verify, proxies, cert)
        pool.host = "127.0.0.1"
        pool.assert_hostname = self.host
        pool.conn_kw["server_hostname"] = self.host
        pool.conn_kw["source_address"] = (self.source, 0)
        return pool


@pytest.fixture(scope="module")
def installation(binary, tmp_path_factory):
    made = Installation(binary, tmp_path_factory.mktemp("shared"))
    client = made.session()

    def answers():
        try:
            return client.get(made.url("/healthz"), timeout=5).status_code == 200
        except requests.RequestException:
            return False

    try:
        assert eventually(answers, within=60), made.proxy.poll()
        yield made
    finally:
        made.stop()


@pytest.fixture
def client(installation):
    with installation.session() as session:
        yield session


def post(client, url, body, **headers):
    return client.post(url, json=body, headers=headers, timeout=30)


def sign_up(client, installation, key, email):
    return post(
        client, installation.url(f"/identitytoolkit.googleapis.com/v1/accounts:signUp?key={key}"),
        {"email": email, "password": "correct-horse", "returnSecureToken": True})


def control(client, installation, path, verb="GET", body=None):
    return client.request(
        verb, installation.url(f"/firebreak/v1{path}"), json=body, headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=30)


def accounts_of(installation, name, project):
    """What a process itself has, asked without the proxy."""
    return in_process(installation, name, project).get()["counts"]["accounts"]


def in_process(installation, name, project):
    return Firebreak(f"http://127.0.0.1:{installation.ports[name]}", control_token=TOKEN).project(project)


@pytest.mark.parametrize("name, project", [("one", "demo-shop"), ("one", "demo-bank"), ("two", "demo-game")])
def test_each_project_is_in_its_process_whatever_names_it(installation, client, firebreak, name, project):
    derived = firebreak("keys", project).stdout.strip()
    before = accounts_of(installation, name, project)
    # By a key of either form, by the path of an admin, and by the control API.
    ok(sign_up(client, installation, f"project:{project}", "key@example.test"))
    ok(sign_up(client, installation, derived, "derived@example.test"))
    path = f"/identitytoolkit.googleapis.com/v1/projects/{project}/accounts"
    ok(post(client, installation.url(path), {"email": "path@example.test"}, Authorization=f"Bearer {OWNER}"))
    assert accounts_of(installation, name, project) == before + 3
    assert ok(control(client, installation, f"/projects/{project}"))["counts"]["accounts"] == before + 3
    other = next(other for other in PROJECTS if other != name)
    assert accounts_of(installation, other, project) == 0


@pytest.mark.parametrize("project", ["demo-shop", "demo-game"])
def test_links_in_mails_lead_through_the_proxy(installation, client, project):
    email = "link@example.test"
    ok(sign_up(client, installation, f"project:{project}", email))
    ok(post(
        client, installation.url(f"/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=project:{project}"),
        {"requestType": "PASSWORD_RESET", "email": email}))
    link = control(client, installation, f"/projects/{project}/outbox/latest/link?to={email}").text
    assert link.startswith(installation.url("/"))
    page = client.get(link, headers={"Accept": "text/html"}, timeout=30)
    assert page.status_code == 200 and "<form" in page.text


def test_addresses_of_clients_are_in_the_journal(installation, client):
    def seen():
        refused = sign_up(client, installation, "project:demo-shop", "no address")
        assert refused.status_code == 400
        calls = in_process(installation, "one", "demo-shop").requests.list(order="desc", limit=1)["requests"]
        return calls[0]["client"]["ip"]

    # Not the proxy's, which is 127.0.0.1.
    client.mount("https://", Resolving(HOST, source="127.0.0.5"))
    assert seen() == "127.0.0.5"
    # This client is on the machine of the proxy, which is trusted, so what it says of an earlier hop counts.
    client.headers["X-Forwarded-For"] = "203.0.113.9"
    assert seen() == "203.0.113.9"
    # `owner` is a right of this machine alone.
    path = installation.url("/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts")
    assert post(client, path, {}, Authorization="Bearer owner").status_code == 401


def test_a_key_in_a_header_routes_too(installation, client):
    before = accounts_of(installation, "two", "demo-game")
    ok(post(
        client, installation.url("/identitytoolkit.googleapis.com/v1/accounts:signUp"),
        {"email": "header@example.test", "password": "correct-horse"}, **{"x-goog-api-key": "project:demo-game"}))
    assert accounts_of(installation, "two", "demo-game") == before + 1


def test_tokens_of_one_process_are_verified_at_the_other(installation, client):
    ok(control(client, installation, "/projects/demo-game/rules", "PATCH", {"idTokens": "signed"}))
    signed_in = ok(sign_up(client, installation, "project:demo-game", "token@example.test"))
    path = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
    for port in installation.ports.values():
        key = jwt.PyJWKClient(f"http://127.0.0.1:{port}{path}").get_signing_key_from_jwt(signed_in["idToken"])
        claims = jwt.decode(signed_in["idToken"], key, algorithms=["RS256"], audience="demo-game")
        assert claims["sub"] == signed_in["localId"]
    refreshed = client.post(
        installation.url("/securetoken.googleapis.com/v1/token?key=project:demo-game"),
        data={"grant_type": "refresh_token", "refresh_token": signed_in["refreshToken"]}, timeout=30)
    assert ok(refreshed)["user_id"] == signed_in["localId"]


def test_a_copy_is_served_where_its_original_is(installation, client):
    copy = "demo-game--pr-17"
    ok(control(client, installation, "/projects/demo-game:fork", "POST", {"to": copy, "expiresIn": "1h"}))
    before = accounts_of(installation, "two", copy)
    ok(sign_up(client, installation, f"project:{copy}", "copy@example.test"))
    assert accounts_of(installation, "two", copy) == before + 1
    assert ok(control(client, installation, f"/projects/{copy}"))["counts"]["accounts"] == before + 1
    assert accounts_of(installation, "one", copy) == 0


def test_a_killed_process_comes_back_with_its_data(installation, client):
    ok(sign_up(client, installation, "project:demo-game", "kept@example.test"))
    installation.servers["two"].kill()
    # The others go on.
    ok(sign_up(client, installation, "project:demo-shop", "meanwhile@example.test"))
    gone = sign_up(client, installation, "project:demo-game", "lost@example.test")
    assert gone.status_code == 503
    installation.start("two")

    def signs_in():
        answer = post(
            client,
            installation.url("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=project:demo-game"),
            {"email": "kept@example.test", "password": "correct-horse", "returnSecureToken": True})
        return answer.status_code == 200

    assert eventually(signs_in, within=60)


def test_the_control_api_needs_its_token_through_the_proxy(installation, client):
    answer = client.get(installation.url("/firebreak/v1/projects/demo-shop"), timeout=30)
    assert answer.status_code == 401
    # What is of one process says so by being reached at the process only.
    assert client.get(installation.url("/firebreak/v1/projects"), timeout=30).status_code == 404
    assert client.get(installation.url("/metrics"), timeout=30).status_code == 404


# Projects with an end


def test_projects_end_by_themselves_also_after_a_restart(binary, start_server, tmp_path):
    data = tmp_path / "data"
    server = start_server("--data-dir", data)
    made = Firebreak(server.url).projects.create("demo-short", expires_in="1s")
    assert made["expiresAt"]
    rest = Rest(server, "demo-long")
    rest.sign_up("a@example.test", "correct-horse")
    rest.firebreak.fork("demo-later", expires_in="4s")

    def listed(at):
        return {p["projectId"]: p.get("expiresAt") for p in Firebreak(at.url).projects.list()["projects"]}

    assert listed(server)["demo-long"] is None and listed(server)["demo-later"]
    assert eventually(lambda: "demo-short" not in listed(server), within=60)
    server.kill()
    again = start_server("--data-dir", data)
    assert eventually(lambda: list(listed(again)) == ["demo-long"], within=60)
    assert not list((data / "projects").glob("demo-later*"))


def test_one_project_too_many(start_server):
    server = start_server("--max-projects", "1")
    Rest(server, "first").sign_up("a@example.test", "correct-horse")
    answer = Rest(server, "second").app("signUp", {"email": "a@example.test", "password": "correct-horse"})
    assert failure(answer, 429).startswith("RESOURCE_EXHAUSTED : This server has 1 project")


# Metrics and the log


def test_metrics_are_what_prometheus_reads(start_server, project):
    server = start_server()
    rest = Rest(server, project)
    rest.sign_up("a@example.test", "correct-horse")
    assert rest.app("signUp", {"email": "a@example.test", "password": "correct-horse"}).status_code == 400
    requests.get(f"{server.url}/nowhere", timeout=30)
    answer = requests.get(f"{server.url}/metrics", timeout=30)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    samples, types = {}, {}
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in types
            types[name] = kind
        elif not line.startswith("# HELP "):
            name, value = re.fullmatch(r'([a-z_]+(?:\{(?:[a-z_]+="[^"]*",?)+\})?) ([-+.0-9einf]+)', line).groups()
            assert name not in samples
            samples[name] = float(value)
            family = re.sub(r"_(bucket|sum|count)$", "", name.partition("{")[0])
            assert name.partition("{")[0] in types or family in types
    assert samples['firebreak_requests_total{area="identitytoolkit",status="200"}'] == 1
    assert samples['firebreak_requests_total{area="identitytoolkit",status="400"}'] == 1
    assert samples['firebreak_requests_total{area="unknown",status="404"}'] == 1
    assert samples['firebreak_request_duration_seconds_count{area="identitytoolkit"}'] == 2
    assert samples['firebreak_request_duration_seconds_bucket{area="identitytoolkit",le="+Inf"}'] == 2
    assert samples["firebreak_projects"] == 1
    assert samples["process_open_fds"] > 3 and samples["process_resident_memory_bytes"] > 1 << 20


def test_the_log_has_a_line_for_each_call(start_server, project):
    servers = {level: start_server("--log-level", level, "--log-format", "json") for level in ("debug", "info")}
    for server in servers.values():
        Rest(server, project).sign_up("a@example.test", "correct-horse")

    def lines(level="debug"):
        text = servers[level].log.read_text()
        found = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [line for line in found if "accounts:signUp" in line.get("message", "")]

    assert eventually(lambda: len(lines()) == 1, within=30)
    assert servers["info"].stop(within=30) == 0 and lines("info") == []
    assert lines()[0]["message"] == "POST /identitytoolkit.googleapis.com/v1/accounts:signUp 200"
    # A query can have secrets.
    assert project not in lines()[0]["message"]
