"""The Python Admin SDK, unmodified, pointed at a server."""

import contextlib

import firebase_admin
import google.auth.credentials
from firebase_admin import credentials


class NoCredential(credentials.Base):
    """Keeps the tenant module, which asks for a credential without using it, from looking for one."""

    def get_credential(self):
        return google.auth.credentials.AnonymousCredentials()


@contextlib.contextmanager
def admin_app(server, project, monkeypatch):
    """An app of the SDK for a project; only FIREBASE_AUTH_EMULATOR_HOST leads it to the server."""
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", server.authority)
    app = firebase_admin.initialize_app(NoCredential(), {"projectId": project}, name=project)
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)
