"""Configurations of identity providers with the Python Admin SDK, and sign-ins that need them."""

import pytest
from firebase_admin import auth, exceptions, tenant_mgt

from admin_sdk import admin_app
from federation import IdentityProvider, assertion, google_user, sign_in
from rest import claims, failure, ok

pytestmark = pytest.mark.profiles("local", "emulator", "production")

NOT_FOUND = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
DISABLED = "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."

OIDC = {
    "client_id": "client",
    "issuer": "https://idp.example.test",
    "display_name": "Acme",
    "enabled": True,
}
SAML = {
    "idp_entity_id": "idp",
    "sso_url": "https://idp.example.test/sso",
    "x509_certificates": ["FIRST", "SECOND"],
    "rp_entity_id": "app",
    "callback_url": "https://app.example.test/__/auth/handler",
    "display_name": "Acme",
    "enabled": True,
}


@pytest.fixture
def app(server, project, rest, monkeypatch):
    with admin_app(server, project, monkeypatch) as app:
        rest.configure("multiTenant.allowTenants", {"multiTenant": {"allowTenants": True}})
        yield app


@pytest.fixture(params=["project", "tenant"])
def client(app, rest, request):
    """The SDK's functions for a project and for one of its tenants."""
    if request.param == "project":
        return auth.Client(app)
    return tenant_mgt.auth_for_tenant(rest.create_tenant(), app=app)


def members(config, names):
    return {name: getattr(config, name) for name in names}


def check_missing(call, *arguments, **options):
    with pytest.raises(auth.ConfigurationNotFoundError, match="CONFIGURATION_NOT_FOUND"):
        call(*arguments, **options)


# OpenID Connect


def test_oidc(client):
    created = client.create_oidc_provider_config("oidc.acme", **OIDC)

    assert created.provider_id == "oidc.acme"
    assert members(created, OIDC) == OIDC
    found = client.get_oidc_provider_config("oidc.acme")
    assert (found.provider_id, members(found, OIDC)) == ("oidc.acme", OIDC)
    with pytest.raises(exceptions.FirebaseError, match="CONFIGURATION_EXISTS"):
        client.create_oidc_provider_config("oidc.acme", **OIDC)

    new = {**OIDC, "client_id": "new", "issuer": "https://new.example.test", "display_name": "New", "enabled": False}
    assert members(client.update_oidc_provider_config("oidc.acme", **new), new) == new

    client.delete_oidc_provider_config("oidc.acme")
    check_missing(client.get_oidc_provider_config, "oidc.acme")
    check_missing(client.delete_oidc_provider_config, "oidc.acme")
    check_missing(client.update_oidc_provider_config, "oidc.acme", client_id="new")


def test_oidc_response_types(client):
    types = ("client_secret", "id_token_response_type", "code_response_type")
    created = client.create_oidc_provider_config(
        "oidc.acme", **OIDC, client_secret="secret", code_response_type=True, id_token_response_type=False
    )
    assert members(created, types) == dict(zip(types, ("secret", False, True)))

    token = client.update_oidc_provider_config(
        "oidc.acme", id_token_response_type=True, code_response_type=False
    )
    assert members(token, types[1:]) == dict(zip(types[1:], (True, False)))
    code = client.update_oidc_provider_config(
        "oidc.acme", id_token_response_type=False, code_response_type=True, client_secret="other"
    )
    assert members(code, types) == dict(zip(types, ("other", False, True)))
    with pytest.raises(exceptions.FirebaseError, match="INVALID_CONFIG"):
        client.update_oidc_provider_config("oidc.acme", id_token_response_type=True)


def test_oidc_pages(client):
    assert list(client.list_oidc_provider_configs().iterate_all()) == []
    for name in ("cc", "aa", "bb"):
        client.create_oidc_provider_config(f"oidc.{name}", **OIDC)

    page = client.list_oidc_provider_configs(max_results=2)
    assert [config.provider_id for config in page.provider_configs] == ["oidc.aa", "oidc.bb"]
    assert page.has_next_page
    rest = page.get_next_page()
    assert [config.provider_id for config in rest.provider_configs] == ["oidc.cc"]
    assert not rest.has_next_page
    everything = client.list_oidc_provider_configs(max_results=1).iterate_all()
    assert [config.provider_id for config in everything] == ["oidc.aa", "oidc.bb", "oidc.cc"]


# SAML


def test_saml(client):
    created = client.create_saml_provider_config("saml.acme", **SAML)

    assert created.provider_id == "saml.acme"
    assert members(created, SAML) == SAML
    found = client.get_saml_provider_config("saml.acme")
    assert (found.provider_id, members(found, SAML)) == ("saml.acme", SAML)
    with pytest.raises(exceptions.FirebaseError, match="CONFIGURATION_EXISTS"):
        client.create_saml_provider_config("saml.acme", **SAML)

    leaf = client.update_saml_provider_config("saml.acme", x509_certificates=["THIRD"])
    assert members(leaf, SAML) == {**SAML, "x509_certificates": ["THIRD"]}
    new = {
        "idp_entity_id": "new-idp",
        "sso_url": "https://new.example.test/sso",
        "x509_certificates": ["NEW"],
        "rp_entity_id": "new-app",
        "callback_url": "https://new.example.test/__/auth/handler",
        "display_name": "New",
        "enabled": False,
    }
    assert members(client.update_saml_provider_config("saml.acme", **new), new) == new

    client.delete_saml_provider_config("saml.acme")
    check_missing(client.get_saml_provider_config, "saml.acme")
    check_missing(client.delete_saml_provider_config, "saml.acme")
    check_missing(client.update_saml_provider_config, "saml.acme", enabled=True)


def test_saml_pages(client):
    assert list(client.list_saml_provider_configs().iterate_all()) == []
    for name in ("cc", "aa", "bb"):
        client.create_saml_provider_config(f"saml.{name}", **SAML)

    page = client.list_saml_provider_configs(max_results=2)
    assert [config.provider_id for config in page.provider_configs] == ["saml.aa", "saml.bb"]
    everything = page.iterate_all()
    assert [config.provider_id for config in everything] == ["saml.aa", "saml.bb", "saml.cc"]


# The reference takes null for a text that is none, whatever the method.
@pytest.mark.profiles("local", "production")
def test_display_names_are_removed(client):
    client.create_oidc_provider_config("oidc.acme", **OIDC)
    client.create_saml_provider_config("saml.acme", **SAML)

    oidc = client.update_oidc_provider_config("oidc.acme", display_name=auth.DELETE_ATTRIBUTE)
    saml = client.update_saml_provider_config("saml.acme", display_name=auth.DELETE_ATTRIBUTE)

    assert members(oidc, OIDC) == {**OIDC, "display_name": None}
    assert members(saml, SAML) == {**SAML, "display_name": None}


# The functions of the module


def test_module_functions(app):
    assert auth.create_oidc_provider_config("oidc.acme", **OIDC, app=app).provider_id == "oidc.acme"
    assert auth.create_saml_provider_config("saml.acme", **SAML, app=app).provider_id == "saml.acme"
    assert auth.update_oidc_provider_config("oidc.acme", enabled=False, app=app).enabled is False
    assert auth.update_saml_provider_config("saml.acme", enabled=False, app=app).enabled is False
    assert auth.get_oidc_provider_config("oidc.acme", app=app).enabled is False
    assert auth.get_saml_provider_config("saml.acme", app=app).enabled is False
    assert [found.provider_id for found in auth.list_oidc_provider_configs(app=app).iterate_all()] == ["oidc.acme"]
    assert [found.provider_id for found in auth.list_saml_provider_configs(app=app).iterate_all()] == ["saml.acme"]
    auth.delete_oidc_provider_config("oidc.acme", app=app)
    auth.delete_saml_provider_config("saml.acme", app=app)
    check_missing(auth.get_oidc_provider_config, "oidc.acme", app=app)


def test_a_tenant_has_its_own(app, rest):
    tenant = rest.create_tenant()
    blue = tenant_mgt.auth_for_tenant(tenant, app=app)
    auth.create_oidc_provider_config("oidc.project", **OIDC, app=app)
    blue.create_oidc_provider_config("oidc.tenant", **OIDC)

    check_missing(blue.get_oidc_provider_config, "oidc.project")
    check_missing(auth.get_oidc_provider_config, "oidc.tenant", app=app)
    # The SDK does not send its own tenant management to emulators.
    ok(rest.admin(f"/tenants/{tenant}", verb="DELETE", version="v2"))
    assert [found.provider_id for found in auth.list_oidc_provider_configs(app=app).iterate_all()] == ["oidc.project"]


# Sign-in


def test_sign_in_needs_an_enabled_configuration(app, rest):
    rest.firebreak.rules.patch(providers="configured")
    rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
    who = google_user("s-1", "alice@example.test")
    assert failure(sign_in(rest, "oidc.acme", who)) == NOT_FOUND

    auth.create_oidc_provider_config("oidc.acme", **{**OIDC, "enabled": False}, app=app)
    assert failure(sign_in(rest, "oidc.acme", who)) == DISABLED
    auth.update_oidc_provider_config("oidc.acme", enabled=True, app=app)
    answer = ok(sign_in(rest, "oidc.acme", who))
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "oidc.acme"


def test_sign_in_in_a_tenant_needs_its_configuration(app, rest):
    rest.firebreak.rules.patch(providers="configured")
    tenant = rest.create_tenant()
    body = assertion("oidc.acme", id_token='{"sub":"s-1"}') | {"tenantId": tenant}
    auth.create_oidc_provider_config("oidc.acme", **OIDC, app=app)
    assert failure(rest.app("signInWithIdp", body)) == NOT_FOUND

    tenant_mgt.auth_for_tenant(tenant, app=app).create_oidc_provider_config("oidc.acme", **OIDC)
    assert ok(rest.app("signInWithIdp", body))["tenantId"] == tenant


def test_verified_tokens_are_for_the_configured_client(app, rest):
    provider = IdentityProvider(OIDC["issuer"], OIDC["client_id"], algorithm="ES256")
    keys = {"oidc.acme": {"keys": [provider.public_key()]}}
    rest.firebreak.rules.patch(providers="configured", credentials="verified", credential_keys=keys)
    auth.create_oidc_provider_config("oidc.acme", **OIDC, app=app)

    foreign = failure(sign_in(rest, "oidc.acme", provider.id_token(aud="evil")))
    assert foreign == (
        "INVALID_IDP_RESPONSE : The audience in ID Token [evil] does not match the expected audience client."
    )
    forged = failure(sign_in(rest, "oidc.acme", provider.id_token(iss="https://evil.test")))
    assert forged == (
        "INVALID_IDP_RESPONSE : The issuer in ID Token https://evil.test does not match the expected one in config: "
        f"{OIDC['issuer']}."
    )
    assert ok(sign_in(rest, "oidc.acme", provider.id_token()))["federatedId"]
