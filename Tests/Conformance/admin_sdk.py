"""The Python Admin SDK, unmodified, pointed at a server."""

import contextlib

import firebase_admin
import requests.adapters
from firebase_admin import _utils, auth, credentials, tenant_mgt

GOOGLE = "https://identitytoolkit.googleapis.com"


class NoCredential(credentials.Base):
    """Keeps the tenant module, which asks for a credential of its own, from looking for one."""

    def get_credential(self):
        return _utils.EmulatorAdminCredentials()


@contextlib.contextmanager
def admin_app(server, project, monkeypatch):
    """An app of the SDK for a project; only FIREBASE_AUTH_EMULATOR_HOST leads it to the server."""
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", server.authority)
    app = firebase_admin.initialize_app(NoCredential(), {"projectId": project}, name=project)
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)


class Detour(requests.adapters.HTTPAdapter):
    """The network that leads calls for Google's host to a server."""

    def __init__(self, server):
        super().__init__()
        self.url = server.url

    def send(self, request, **options):
        request.url = request.url.replace(GOOGLE, f"{self.url}/identitytoolkit.googleapis.com", 1)
        return super().send(request, **options)


def tenant_channel(app, server):
    """The HTTP client of the tenant module, which knows no FIREBASE_AUTH_EMULATOR_HOST: the network leads it here."""
    channel = tenant_mgt._get_tenant_mgt_service(app).client
    channel.session.mount(GOOGLE, Detour(server))
    return channel


def account_channel(app, tenant=None):
    """What the SDK sends its own calls about accounts with, for members that its methods have no parameters for."""
    client = tenant_mgt.auth_for_tenant(tenant, app=app) if tenant else auth._get_client(app)
    return lambda path, body: client._user_manager._make_request("post", path, json=body)[0]
