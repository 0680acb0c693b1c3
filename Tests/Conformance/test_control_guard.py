"""The control API is for its server's own pages and for programs, not for pages of other origins."""

from rest import Rest


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
