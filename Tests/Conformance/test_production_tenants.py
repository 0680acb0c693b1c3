"""Tenants of production: production.md sections 8.1 and 14.1."""

import json
import re

import pytest

from production import EMAIL, PASSWORD
from rest import SECURE_TOKEN, claims, failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 8.1", "production.md 14.1")]

OF_TOKEN = "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token."
OF_CUSTOM_TOKEN = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
NO_NAME = "MISSING_DISPLAY_NAME : Missing tenant with valid display_name."
BAD_NAME = (
    "INVALID_DISPLAY_NAME : display_name should start with a letter and only consist of letters, digits and hyphens "
    "with 4-20 characters."
)


@pytest.fixture
def tenants(rest):
    rest.configure("multiTenant", {"multiTenant": {"allowTenants": True}})
    return rest


def make(rest, **body):
    return rest.admin("/tenants", {"displayName": "blue-team", **body}, version="v2")


def change(rest, tenant, body, **params):
    return rest.admin(f"/tenants/{tenant}", body, verb="PATCH", version="v2", params=params)


def get(rest, tenant):
    return rest.admin(f"/tenants/{tenant}", verb="GET", version="v2")


def listed(rest, **params):
    return ok(rest.admin("/tenants", verb="GET", version="v2", params=params))


def id_of(answer):
    return ok(answer)["name"].split("/")[-1]


def sign_up_in(rest, tenant):
    return rest.app("signUp", {"email": EMAIL, "password": PASSWORD, "tenantId": tenant, "returnSecureToken": True})


def test_tenants_are_off(rest):
    assert failure(make(rest)) == "INVALID_PROJECT_ID"
    assert failure(rest.admin("/tenants", verb="GET", version="v2")) == "INVALID_PROJECT_ID"


def test_tenants_are_switched_off(tenants):
    tenant = id_of(make(tenants))
    tenants.configure("multiTenant", {"multiTenant": {}})
    assert failure(get(tenants, tenant)) == "INVALID_PROJECT_ID"
    assert failure(change(tenants, tenant, {"displayName": "other"}, updateMask="displayName")) == "INVALID_PROJECT_ID"


@pytest.mark.parametrize("given", ["unknown", 5, True, ["a"], {}])
def test_tenants_that_are_none(tenants, given):
    assert failure(sign_up_in(tenants, given)) == "INVALID_TENANT_ID"


def test_unknown_tenants_of_admins(tenants):
    for path in ("/tenants/unknown/accounts:lookup", "/tenants/unknown/accounts"):
        assert failure(tenants.admin(path, {"localId": ["u"]} if "lookup" in path else {})) == "INVALID_TENANT_ID"


def test_no_tenant_is_the_project(tenants):
    local_id = ok(sign_up_in(tenants, ""))["localId"]
    assert tenants.account(local_id)["email"] == EMAIL


def test_tenants_that_are_gone_or_disabled(tenants):
    tenant = id_of(make(tenants, allowPasswordSignup=True))
    ok(change(tenants, tenant, {"disableAuth": True}, updateMask="disableAuth"))
    assert failure(sign_up_in(tenants, tenant)) == "TENANT_DISABLED"
    ok(tenants.admin(f"/tenants/{tenant}", verb="DELETE", version="v2"))
    assert failure(sign_up_in(tenants, tenant)) == "TENANT_DELETED"
    for name in (tenant, "unknown"):
        assert failure(get(tenants, name), 404) == "TENANT_NOT_FOUND"
        for collection in ("oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"):
            of_tenant = tenants.admin(f"/tenants/{name}/{collection}", verb="GET", version="v2")
            assert failure(of_tenant, 404) == "TENANT_NOT_FOUND"


def test_refresh_ignores_the_tenant(tenants):
    tenant = id_of(make(tenants, allowPasswordSignup=True))
    user = ok(sign_up_in(tenants, tenant))
    form = {"grant_type": "refresh_token", "refresh_token": user["refreshToken"], "tenantId": "unknown"}
    answer = ok(tenants.request("POST", SECURE_TOKEN, params={"key": tenants.key}, json=form))
    assert claims(answer["id_token"])["firebase"]["tenant"] == tenant


def test_tokens_of_other_tenants(tenants):
    blue = id_of(make(tenants, allowPasswordSignup=True))
    red = id_of(make(tenants, allowPasswordSignup=True))
    token = ok(sign_up_in(tenants, blue))["idToken"]
    assert failure(tenants.app("lookup", {"idToken": token, "tenantId": red})) == OF_TOKEN
    assert ok(tenants.app("lookup", {"idToken": token}))["users"][0]["tenantId"] == blue


def unsigned(**payload):
    import base64

    encode = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    return f"{encode({'alg': 'none', 'typ': 'JWT'})}.{encode({'aud': audience, **payload})}."


def test_custom_tokens_of_tenants(tenants):
    tenant = id_of(make(tenants))
    sign_in = lambda **payload: tenants.app(
        "signInWithCustomToken", {"token": unsigned(uid="u", **payload), "tenantId": tenant, "returnSecureToken": True}
    )
    assert failure(sign_in(tenant_id="other")) == OF_CUSTOM_TOKEN
    assert failure(sign_in(), 500) == "Internal error encountered."
    assert claims(ok(sign_in(tenant_id=tenant))["idToken"])["firebase"]["tenant"] == tenant
    in_project = tenants.app("signInWithCustomToken", {"token": unsigned(uid="u", tenant_id=tenant)})
    assert failure(in_project) == OF_CUSTOM_TOKEN


@pytest.mark.parametrize("name", [None, "", "abc", "a" * 21, "1abc", "a_bc", "-abc"])
def test_display_names(tenants, name):
    assert failure(make(tenants, displayName=name)) == (BAD_NAME if name else NO_NAME)


def test_a_change_without_a_mask_needs_a_name(tenants):
    tenant = id_of(make(tenants))
    assert failure(change(tenants, tenant, {"allowPasswordSignup": True})) == NO_NAME
    assert ok(change(tenants, tenant, {"displayName": "other", "enableAnonymousUser": True}))["displayName"] == "other"


def test_generated_ids(tenants):
    assert re.fullmatch(r"blue-team-[a-z0-9]{5}", id_of(make(tenants)))
    assert re.fullmatch(r"Blue-[a-z0-9]{5}", id_of(make(tenants, displayName="Blue")))


def test_a_new_tenant(tenants):
    tenants.configure("emailPrivacyConfig,mfa", {
        "emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}, "mfa": {"state": "ENABLED"},
    })
    made = ok(make(tenants))
    found = ok(get(tenants, id_of(make(tenants))))
    number = ok(tenants.admin("/config", verb="GET", version="v2"))["name"].split("/")[1]
    assert re.fullmatch(rf"projects/{number}/tenants/blue-team-[a-z0-9]{{5}}", made["name"])
    # The project's switches are not a new tenant's, and only what is on is shown.
    assert "hashConfig" not in made and made["displayName"] == "blue-team" and made["inheritance"] == {}
    for document in (made, found):
        assert "mfaConfig" not in document
        assert document.get("emailPrivacyConfig", {}) == {}
        for switch in ("allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth"):
            assert switch not in document
    assert ok(make(tenants, allowPasswordSignup=True))["allowPasswordSignup"] is True


def test_nothing_is_inherited(tenants):
    tenant = id_of(make(tenants))
    assert failure(sign_up_in(tenants, tenant)) == "OPERATION_NOT_ALLOWED"
    ok(change(tenants, tenant, {"allowPasswordSignup": True}, updateMask="allowPasswordSignup"))
    ok(sign_up_in(tenants, tenant))
    # Enumeration protection of the project is not the tenant's.
    body = {"email": "nobody@example.test", "password": PASSWORD, "tenantId": tenant, "returnSecureToken": True}
    assert failure(tenants.app("signInWithPassword", body)) == "EMAIL_NOT_FOUND"


def test_switches_that_are_off_are_not_shown(tenants):
    tenant = id_of(make(tenants, emailPrivacyConfig={"enableImprovedEmailPrivacy": False}))
    assert ok(get(tenants, tenant))["emailPrivacyConfig"] == {}


def test_lists(tenants):
    assert listed(tenants) == {}
    ids = sorted(id_of(make(tenants, displayName=name)) for name in ("zeta", "alpha", "midi"))
    names = lambda answer: [tenant["name"].split("/")[-1] for tenant in answer.get("tenants", [])]
    assert names(listed(tenants)) == ids
    page = listed(tenants, pageSize=2)
    assert names(page) == ids[:2]
    assert names(listed(tenants, pageSize=2, pageToken=page["nextPageToken"])) == ids[2:]
    for size in (0, -1, 1001):
        assert names(listed(tenants, pageSize=size)) == ids
    for token in ("", "foreign"):
        assert listed(tenants, pageToken=token) == {}


@pytest.mark.parametrize(("body", "where"), [({"x": 1}, "tenant"), ({"mfaConfig": {"x": 1}}, "tenant.mfa_config")])
def test_unknown_members(tenants, body, where):
    tenant = id_of(make(tenants))
    message = f"Invalid JSON payload received. Unknown name \"x\" at '{where}': Cannot find field."
    assert failure(make(tenants, **body)) == message
    assert failure(change(tenants, tenant, body, updateMask="displayName")) == message


def test_password_policies_of_tenants(tenants):
    policy = {"passwordPolicyEnforcementState": "ENFORCE", "passwordPolicyVersions": [
        {"customStrengthOptions": {"minPasswordLength": 8}}]}
    tenant = id_of(make(tenants, allowPasswordSignup=True, passwordPolicyConfig=policy))
    assert ok(get(tenants, tenant))["passwordPolicyConfig"]["lastUpdateTime"]
    body = {"email": EMAIL, "password": "short12", "tenantId": tenant}
    assert failure(tenants.app("signUp", body)).startswith("PASSWORD_DOES_NOT_MEET_REQUIREMENTS")


def test_regions_and_test_numbers_of_tenants(tenants):
    bad = {"smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["XX"]}}}
    assert failure(make(tenants, **bad)) == "INVALID_REGION_CODE : Invalid region code."
    assert failure(make(tenants, testPhoneNumbers={"16505550199": "123456"})).split(" :")[0] in (
        "INVALID_PHONE_NUMBER", "INVALID_TESTING_PHONE_NUMBER",
    )
    tenant = id_of(make(tenants))
    assert failure(change(tenants, tenant, bad, updateMask="smsRegionConfig")) == (
        "INVALID_REGION_CODE : Invalid region code."
    )


def test_legacy_tokens_name_the_tenant(tenants):
    tenant = id_of(make(tenants, allowPasswordSignup=True))
    ok(sign_up_in(tenants, tenant))
    body = {"email": EMAIL, "password": PASSWORD, "tenantId": tenant}
    token = ok(tenants.app("signInWithPassword", body))["idToken"]
    assert claims(token)["tenant"] == tenant
    assert ok(tenants.app("lookup", {"idToken": token}))["users"][0]["email"] == EMAIL
