"""Configurations of identity providers, of a project and of a tenant."""

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal

pytestmark = pytest.mark.profiles("local", "emulator", "production")

# Collection → the parameter that names a new configuration, an ID, a configuration, a mask, and a change to it.
PROVIDER_CONFIGS = {
    "defaultSupportedIdpConfigs": (
        "idpId",
        "apple.com",
        {
            "appleSignInConfig": {
                "bundleIds": ["test.example.app"],
                "codeFlowConfig": {"keyId": "key", "privateKey": "pem", "teamId": "team"},
            },
            "clientId": "client",
            "clientSecret": "secret",
            "enabled": True,
        },
        "clientId",
        {"clientId": "new"},
    ),
    "oauthIdpConfigs": (
        "oauthIdpConfigId",
        "oidc.acme",
        {
            "clientId": "client",
            "clientSecret": "secret",
            "displayName": "Acme",
            "enabled": True,
            "issuer": "https://idp.example.test",
            "responseType": {"idToken": True},
        },
        "responseType.idToken,responseType.code",
        {"responseType": {"idToken": False, "code": True}},
    ),
    "inboundSamlConfigs": (
        "inboundSamlConfigId",
        "saml.acme",
        {
            "displayName": "Acme",
            "enabled": True,
            "idpConfig": {
                "idpCertificates": [{"x509Certificate": "CERT"}],
                "idpEntityId": "idp",
                "signRequest": True,
                "ssoUrl": "https://idp.example.test/sso",
            },
            "spConfig": {"callbackUri": "https://app.example.test/__/auth/handler", "spEntityId": "app"},
        },
        "idpConfig.idpCertificates,displayName",
        {"displayName": "New", "idpConfig": {"idpCertificates": [{"x509Certificate": "A"}, {"x509Certificate": "B"}]}},
    ),
}


def merged(document, change):
    """The document with the leaves of a change; of the response types those that are on."""
    result = dict(document)
    for name, value in change.items():
        result[name] = {**document[name], **value} if isinstance(value, dict) else value
    if "responseType" in result:
        result["responseType"] = {name: value for name, value in result["responseType"].items() if value}
    return result


@pytest.mark.covers("identitytoolkit.{scope}.{collection}.create", "tenants-config.md B1")
@pytest.mark.covers("identitytoolkit.{scope}.{collection}.get", "tenants-config.md B1")
@pytest.mark.covers("identitytoolkit.{scope}.{collection}.list", "tenants-config.md B1")
@pytest.mark.covers("identitytoolkit.{scope}.{collection}.patch", "tenants-config.md B1")
@pytest.mark.covers("identitytoolkit.{scope}.{collection}.delete", "tenants-config.md B1")
@pytest.mark.parametrize("collection", PROVIDER_CONFIGS)
def test_provider_configs(admin_v2, scope, parent, project, answered_project, collection, profile):
    id_parameter, config_id, config, mask, change = PROVIDER_CONFIGS[collection]
    name = f"{parent}/{collection}/{config_id}"
    answered_name = name.replace(project, answered_project)

    def call(method, **arguments):
        return admin_v2.call(f"identitytoolkit.{scope}.{collection}.{method}", **arguments)

    assert call("list", parent=parent) == {}
    created = call("create", parent=parent, body=config, **{id_parameter: config_id})
    assert created == {"name": answered_name, **config}
    assert call("get", name=name) == created
    assert call("list", parent=parent, pageSize=1) == {collection: [created]}
    assert call("list", parent=parent, pageToken=config_id) == {}
    changed = call("patch", name=name, updateMask=mask, body=change)
    assert changed == {"name": answered_name, **merged(config, change)}
    assert call("get", name=name) == changed
    with pytest.raises(HttpError) as raised:
        call("create", parent=parent, body=config, **{id_parameter: config_id})
    status, message = refusal(raised)
    assert (status, message.split(" : ")[0]) == (400 if profile == "emulator" else 409, "CONFIGURATION_EXISTS")
    assert call("delete", name=name) == {}
    assert call("list", parent=parent) == {}
    for method, arguments in (("get", {}), ("delete", {}), ("patch", {"body": {}})):
        with pytest.raises(HttpError) as raised:
            call(method, name=name, **arguments)
        assert refusal(raised) == (400 if profile == "emulator" else 404, "CONFIGURATION_NOT_FOUND")


@pytest.mark.covers("identitytoolkit.defaultSupportedIdps.list", "tenants-config.md B1")
def test_default_supported_idps(admin_v2, profile):
    answer = admin_v2.call("identitytoolkit.defaultSupportedIdps.list")
    known = {entry["idpId"]: entry.get("description") for entry in answer["defaultSupportedIdps"]}
    assert {"google.com", "apple.com", "facebook.com", "github.com", "microsoft.com"} <= known.keys()
    assert "nextPageToken" not in answer
    # Production lists the IDs alone.
    assert all(known.values()) if profile == "emulator" else not any(known.values())

    ids, token = [], None
    while token or not ids:
        page = admin_v2.call("identitytoolkit.defaultSupportedIdps.list", pageSize=3, pageToken=token)
        ids += [entry["idpId"] for entry in page["defaultSupportedIdps"]]
        token = page.get("nextPageToken")
    assert ids == list(known)
