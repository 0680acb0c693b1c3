"""Generated clients of an app and of an admin, and a project in which every method can answer."""

import pytest

from discovery import Client
from factors import signed_in_user

SCOPES = ("projects", "projects.tenants")


@pytest.fixture(autouse=True)
def configured(rest, profile):
    """Sets a project of profile `production` up as its owner would; the other profiles start with everything on."""
    if profile == "production":
        rest.allow_all()
        rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})


@pytest.fixture
def provider(rest, profile):
    """Enables a provider that Google knows; only profile `production` has to be told."""

    def enable(provider_id):
        if profile == "production":
            body = {"enabled": True, "clientId": "client", "clientSecret": "secret"}
            if provider_id == "apple.com":
                code_flow = {"teamId": "team", "keyId": "key", "privateKey": "pem"}
                body["appleSignInConfig"] = {"codeFlowConfig": code_flow}
            rest.admin("/defaultSupportedIdpConfigs", body, version="v2", params={"idpId": provider_id})

    return enable


@pytest.fixture
def app(server, project, answered):
    return Client(server, answered, api_key=f"project:{project}")


@pytest.fixture
def app_v2(server, project, answered):
    return Client(server, answered, version="v2", api_key=f"project:{project}")


@pytest.fixture
def app_v3(server, project, answered):
    return Client(server, answered, version="v3", api_key=f"project:{project}")


@pytest.fixture
def admin(server, answered):
    return Client(server, answered, access_token="owner")


@pytest.fixture
def admin_v2(server, answered):
    return Client(server, answered, version="v2", access_token="owner")


@pytest.fixture
def admin_v3(server, project, answered):
    """Methods of v3 name no project: it is that of the API key."""
    return Client(server, answered, version="v3", api_key=f"project:{project}", access_token="owner")


@pytest.fixture(params=SCOPES)
def scope(request):
    """Tests that use it run for a project and for a tenant."""
    return request.param


@pytest.fixture
def tenant(scope, rest):
    """The ID of a new tenant, or nothing in the scope of a project."""
    return None if scope == SCOPES[0] else rest.create_tenant(enableEmailLinkSignin=True)


@pytest.fixture
def manage(admin, scope, project, tenant):
    """Calls an admin method of v1 in the scope: `manage("accounts.lookup", {…})`."""
    parameters = {"targetProjectId": project} | ({"tenantId": tenant} if tenant else {})

    def call(name, body=None, **extra):
        arguments = parameters | extra | ({} if body is None else {"body": body})
        return admin.call(f"identitytoolkit.{scope}.{name}", **arguments)

    return call


@pytest.fixture
def parent(scope, project, tenant):
    """The name of the resource in the scope, for requests."""
    return f"projects/{project}" + (f"/tenants/{tenant}" if tenant else "")


@pytest.fixture
def answered_project(app, project, profile):
    """The project as answers name it: by number in profile `production` (production.md 14)."""
    return app.call("identitytoolkit.getProjects")["projectId"] if profile == "production" else project


@pytest.fixture
def alice(rest):
    """The sign-in of an account whose address is verified."""
    return signed_in_user(rest)
