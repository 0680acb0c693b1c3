"""Strangers behind the documented proxies, who send headers of their own: firebreak.md section 7.5.

Nobody without a token reads or changes anything, whatever address the headers tell.
"""

import http.client
import itertools
import os
import shutil
import ssl
import subprocess

import pytest

from certificates import self_signed
import children
from firebreak_server import Server
from processes import eventually, free_port
from test_shared_installation import HOST, OWNER, TOKEN, configuration

NGINX = shutil.which("nginx") or ("/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else None)
# The address from which strangers call the proxy.
STRANGER = "127.0.0.5"
PROJECT = "demo-shop"


def haproxy(directory, port, server, certificate):
    for name in ("keys.map", "projects.map"):
        (directory / name).write_text("")
    config = directory / "haproxy.cfg"
    config.write_text(configuration(**{
        "/etc/haproxy/auth.pem": certificate, "/etc/haproxy/keys.map": directory / "keys.map",
        "/etc/haproxy/projects.map": directory / "projects.map", ":443": f"127.0.0.1:{port}",
        "127.0.0.1:9101": f"127.0.0.1:{server}", "127.0.0.1:9102": f"127.0.0.1:{server}"}))
    return [shutil.which("haproxy"), "-db", "-f", config]


def nginx_block(directory, port, server, certificate):
    return configuration("nginx", **{
        "/etc/nginx/auth.pem": certificate, "443 ssl": f"127.0.0.1:{port} ssl", "127.0.0.1:9099": f"127.0.0.1:{server}"})


def nginx(directory, port, server, certificate, change=lambda block: block):
    temporary = "".join(
        f"    {kind}_temp_path {directory}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    config = directory / "nginx.conf"
    config.write_text(
        f"{user}daemon off;\npid {directory}/nginx.pid;\nevents {{}}\nhttp {{\n    access_log off;\n{temporary}"
        f"{change(nginx_block(directory, port, server, certificate))}}}\n")
    return [NGINX, "-p", directory, "-e", directory / "nginx.log", "-c", config]


def nginx_forwarded(directory, port, server, certificate):
    """One that writes the other header, and passes on what strangers say in X-Forwarded-For."""
    def change(block):
        lines = [line for line in block.splitlines() if "X-Forwarded" not in line]
        text = "\n".join(lines)
        assert 'proxy_set_header Forwarded "";' in text
        ours = 'for="$remote_addr";proto=$scheme;host="$http_host"'
        return text.replace(
            'proxy_set_header Forwarded "";', f"proxy_set_header Forwarded '$http_forwarded, {ours}';") + "\n"

    return nginx(directory, port, server, certificate, change)


# By name: what starts it, whether it is there, and the server's options.
PROXIES = {
    "haproxy": (haproxy, shutil.which("haproxy"), ["--trust-proxy", "loopback"]),
    "nginx": (nginx, NGINX, ["--trust-proxy", "loopback"]),
    "nginx, one address": (nginx, NGINX, ["--trust-proxy", "127.0.0.1"]),
    "nginx, Forwarded": (
        nginx_forwarded, NGINX, ["--trust-proxy", "127.0.0.1", "--trust-proxy-header", "Forwarded"]),
}


class Installation:
    """A server behind a proxy, and strangers who call it."""

    def __init__(self, binary, directory, name):
        start, there, options = PROXIES[name]
        if not there:
            pytest.skip(f"there is no {name.partition(',')[0]}")
        self.port, inner = free_port(), free_port()
        self.certificate = self_signed(directory, HOST)
        self.server = Server(
            binary, *options, "--public-url", f"https://{HOST}:{self.port}", "--control-token", TOKEN, "--admin-token",
            OWNER, "--project", PROJECT, log=directory / "server.log", port=inner)
        self.proxy = children.Popen(
            start(directory, self.port, inner, self.certificate),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        self.proxy.terminate()
        self.proxy.wait(30)
        assert self.server.stop(within=60) == 0, self.server.log_tail()

    def connect(self):
        trust = ssl.create_default_context(cafile=str(self.certificate))
        trust.check_hostname = False
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=30, context=trust, source_address=(STRANGER, 0))

    def call(self, connection, verb, path, headers, body=b""):
        connection.putrequest(verb, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", f"{HOST}:{self.port}")
        for name, value in headers:
            connection.putheader(name, value)
        if body:
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body or None)
        response = connection.getresponse()
        return response.status, response.read()


@pytest.fixture(scope="module", params=PROXIES)
def installation(binary, tmp_path_factory, request):
    made = Installation(binary, tmp_path_factory.mktemp("proxy"), request.param)

    def answers():
        connection = made.connect()
        try:
            return made.call(connection, "GET", "/healthz", [])[0] == 200
        except OSError:
            return False
        finally:
            connection.close()

    try:
        assert eventually(answers, within=60), made.proxy.poll()
        yield made
    finally:
        made.stop()


# What strangers say in the one header and the other; a list is several lines.
FORWARDED_FOR = [
    [], ["127.0.0.1"], ["::1"], ["[::1]:80"], ["127.0.0.1:9099"], ["::ffff:127.0.0.1"], ["unknown"], [""], [","],
    ["127.0.0.1,"], ['"127.0.0.1"'], ["127.0.0.1", "::1"], ["203.0.113.9, 127.0.0.1"],
]
FORWARDED = [
    [], ["for=127.0.0.1"], ["For=127.0.0.1;Proto=https;Host=localhost"], ["for=unknown"], ['for="[::1]"'],
    ['for="[::1]:80";host=localhost'], [""], [","], ["for=_hidden"], ['for=127.0.0.1;by="'], ["for=127.0.0.1, "],
    ["for=127.0.0.1", "for=unknown"], ["  FOR = 127.0.0.1"],
]
COMBINATIONS = list(itertools.product(FORWARDED_FOR, FORWARDED))


def strangers_headers(forwarded_for, forwarded):
    return [
        *(("X-Forwarded-For", value) for value in forwarded_for), *(("Forwarded", value) for value in forwarded),
        ("x-forwarded-host", "localhost"), ("X-Real-IP", "127.0.0.1"), ("X-Forwarded-Proto", "http"),
    ]


def reached(installation, connection, headers):
    """The statuses of everything that needs a token."""
    admin = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}"
    owner = [*headers, ("Authorization", "Bearer owner")]
    return [
        installation.call(connection, "GET", f"/firebreak/v1/projects/{PROJECT}/outbox", headers)[0],
        installation.call(connection, "GET", f"/firebreak/projects/{PROJECT}/outbox", [*headers, ("Accept", "text/html")])[0],
        installation.call(connection, "GET", f"/emulator/v1/projects/{PROJECT}/oobCodes", headers)[0],
        installation.call(connection, "GET", f"{admin}/accounts:batchGet", owner)[0],
        installation.call(connection, "POST", f"{admin}/accounts:query", owner, b"{}")[0],
    ]


def test_no_header_of_a_stranger_is_a_token(installation):
    assert len(COMBINATIONS) > 44
    connection = installation.connect()
    for forwarded_for, forwarded in COMBINATIONS:
        statuses = reached(installation, connection, strangers_headers(forwarded_for, forwarded))
        assert statuses == [401] * 5, (forwarded_for, forwarded)
    connection.close()


def test_tokens_are(installation):
    connection = installation.connect()
    for headers in ([], strangers_headers(["127.0.0.1"], ["for=unknown"])):
        outbox = installation.call(
            connection, "GET", f"/firebreak/v1/projects/{PROJECT}/outbox", [*headers, ("Authorization", f"Bearer {TOKEN}")])
        assert outbox[0] == 200, outbox
        query = installation.call(
            connection, "POST", f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:query",
            [*headers, ("Authorization", f"Bearer {OWNER}")], b"{}")
        assert query[0] == 200, query
    connection.close()


def test_who_and_where_the_client_is_is_the_proxys_word(installation):
    connection = installation.connect()
    status, body = installation.call(
        connection, "POST", f"/identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:{PROJECT}", [("Forwarded", "for=8.8.8.8")],
        b'{"email":"no address"}')
    assert status == 400, body
    status, body = installation.call(
        connection, "GET", f"/firebreak/v1/projects/{PROJECT}/requests?order=desc&limit=1",
        [("Authorization", f"Bearer {TOKEN}")])
    assert status == 200 and f'"ip":"{STRANGER}"' in body.decode().replace(" ", "").replace("\n", ""), body
    connection.close()
