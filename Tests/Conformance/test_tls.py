"""HTTPS with a certificate of one's own: the versions that are spoken."""

import socket
import ssl

import pytest

from certificates import self_signed


def version_spoken(server, version):
    """The version that a client of exactly this one gets; None when the server wants another."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    # Debian's own policy would not even offer the old ones.
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection((server.host, server.port), timeout=10) as plain:
        try:
            with context.wrap_socket(plain) as secure:
                secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert secure.recv(12) == b"HTTP/1.1 200"
                return secure.version()
        except (ssl.SSLError, ConnectionError):
            return None


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
def test_tls_begins_with_1_2(start_server, tmp_path):
    path = self_signed(tmp_path, "localhost")
    server = start_server("--tls-cert", path, "--tls-key", path)

    spoken = {version: version_spoken(server, version) for version in list(ssl.TLSVersion)[2:-1]}

    assert spoken == {
        ssl.TLSVersion.TLSv1: None,
        ssl.TLSVersion.TLSv1_1: None,
        ssl.TLSVersion.TLSv1_2: "TLSv1.2",
        ssl.TLSVersion.TLSv1_3: "TLSv1.3",
    }
