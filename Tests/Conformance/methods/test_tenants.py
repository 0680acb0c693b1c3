"""Tenants, and who may do what with them."""

import base64

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from rest import claims, failure, ok

from .documents import check_contains
from .people import password_body

pytestmark = pytest.mark.profiles("local", "emulator", "production")

TENANT = {
    "displayName": "blue-team",
    "allowPasswordSignup": True,
    "enableEmailLinkSignin": True,
    "mfaConfig": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"]},
}


@pytest.fixture
def tenants(admin_v2, project):
    """Calls a method of tenants: `tenants("create", body=…)`."""

    def call(method, tenant=None, **arguments):
        if tenant is None:
            arguments["parent"] = f"projects/{project}"
        else:
            arguments["resource" if method.endswith(("IamPolicy", "IamPermissions")) else "name"] = tenant
        return admin_v2.call(f"identitytoolkit.projects.tenants.{method}", **arguments)

    return call


@pytest.fixture
def team(tenants, project, answered_project):
    """The name of a new tenant, for requests."""
    return tenants("create", body=TENANT)["name"].replace(answered_project, project)


@pytest.mark.covers("identitytoolkit.projects.tenants.create", "tenants-config.md A3", "production.md 14.1")
@pytest.mark.covers("identitytoolkit.projects.tenants.get", "tenants-config.md A3", "production.md 14.1")
def test_create_and_get(tenants, rest, project, answered_project):
    created = tenants("create", body=TENANT)

    start = f"projects/{answered_project}/tenants/"
    assert created["name"].startswith(start)
    assert {name: created[name] for name in TENANT} == TENANT
    found = tenants("get", created["name"].replace(answered_project, project))
    # Only the answer to `get` has the parameters of password hashes.
    assert {name: value for name, value in found.items() if name != "hashConfig"} == created
    in_tenant = {"tenantId": created["name"].removeprefix(start)}
    session = ok(rest.app("signUp", password_body(**in_tenant)))
    assert claims(session["idToken"])["firebase"]["tenant"] == in_tenant["tenantId"]
    assert failure(rest.app("signUp", in_tenant)) == "ADMIN_ONLY_OPERATION"


@pytest.mark.covers("identitytoolkit.projects.tenants.get", "tenants-config.md A3", "production.md 14")
def test_the_name_in_an_answer_is_good_for_requests(tenants):
    created = tenants("create", body=TENANT)

    assert tenants("get", created["name"])["name"] == created["name"]


@pytest.mark.covers("identitytoolkit.projects.tenants.list", "tenants-config.md A3", "production.md 14.1")
def test_list(tenants):
    assert tenants("list").get("tenants", []) == []
    created = sorted(tenants("create", body=TENANT)["name"] for _ in range(3))

    first = tenants("list", pageSize=2)
    second = tenants("list", pageSize=2, pageToken=first["nextPageToken"])

    pages = [[tenant["name"] for tenant in page["tenants"]] for page in (first, second)]
    assert pages == [created[:2], created[2:]]
    assert "nextPageToken" not in second


@pytest.mark.covers("identitytoolkit.projects.tenants.patch", "tenants-config.md A4", "production.md 14.1")
def test_patch(tenants, rest, profile, project, answered_project):
    created = tenants("create", body=TENANT)

    changed = tenants(
        "patch",
        created["name"].replace(answered_project, project),
        updateMask="displayName,allowPasswordSignup",
        body={"displayName": "red-team", "allowPasswordSignup": False, "enableAnonymousUser": True},
    )

    # Only profile `emulator` shows what is off; what the mask does not name is ignored in all.
    switches = {"allowPasswordSignup": False} if profile == "emulator" else {}
    same = {name: value for name, value in created.items() if name != "allowPasswordSignup"}
    assert changed == {**same, "displayName": "red-team", **switches}
    body = password_body(tenantId=created["name"].split("/")[-1])
    assert failure(rest.app("signUp", body)) == "OPERATION_NOT_ALLOWED"


PARTS = {
    "testPhoneNumbers": {"+16505550100": "123456"},
    "inheritance": {"emailSendingConfig": True},
    "recaptchaConfig": {"emailPasswordEnforcementState": "AUDIT"},
    "smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["US", "DE"]}},
    "autodeleteAnonymousUsers": True,
    "monitoring": {"requestLogging": {"enabled": True}},
    "passwordPolicyConfig": {
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [{"customStrengthOptions": {"minPasswordLength": 8}}],
    },
    "emailPrivacyConfig": {"enableImprovedEmailPrivacy": True},
    "client": {"permissions": {"disabledUserDeletion": True}},
}


def shown(profile):
    """The reference shows a tenant as it is stored; production never shows whether anonymous users are deleted."""
    return {name: part for name, part in PARTS.items() if profile == "emulator" or name != "autodeleteAnonymousUsers"}


@pytest.mark.covers("identitytoolkit.projects.tenants.patch", "tenants-config.md A4", "tenants-config.md B6")
@pytest.mark.covers("identitytoolkit.projects.tenants.get", "tenants-config.md A3", "tenants-config.md B6")
def test_every_part_of_a_tenant(tenants, team, profile):
    changed = tenants("patch", team, updateMask=",".join(PARTS), body=PARTS)

    check_contains(shown(profile), changed)
    check_contains(shown(profile), tenants("get", team))
    assert ("autodeleteAnonymousUsers" in changed) == (profile == "emulator")


@pytest.mark.covers("identitytoolkit.projects.tenants.create", "tenants-config.md A3", "tenants-config.md B6")
def test_creation_with_every_part(tenants, profile):
    created = tenants("create", body={**TENANT, **PARTS})

    if profile == "emulator":
        # Reference: at creation it drops what it does not know.
        assert not PARTS.keys() & created.keys()
    else:
        check_contains(shown(profile), created)


@pytest.mark.covers("identitytoolkit.projects.tenants.delete", "tenants-config.md A3", "production.md 14.1")
def test_delete(tenants, team, rest, profile):
    body = password_body(tenantId=team.split("/")[-1])
    ok(rest.app("signUp", body))

    assert tenants("delete", team) == {}

    assert tenants("list").get("tenants", []) == []
    if profile == "emulator":
        # Unknown tenants come into being when they are named; the accounts are gone.
        assert tenants("get", team)["name"] == team
        assert failure(rest.app("signInWithPassword", body)) == "EMAIL_NOT_FOUND"
        return
    with pytest.raises(HttpError) as raised:
        tenants("get", team)
    assert refusal(raised) == (404, "TENANT_NOT_FOUND")
    assert failure(rest.app("signInWithPassword", body)) == "TENANT_DELETED"


# Who may do what


VIEWERS = {"role": "roles/identitytoolkit.viewer", "members": ["user:alice@example.test", "user:bob@example.test"]}


@pytest.mark.covers("identitytoolkit.projects.tenants.getIamPolicy", "tenants-config.md B2")
@pytest.mark.covers("identitytoolkit.projects.tenants.setIamPolicy", "tenants-config.md B2")
def test_iam_policy(tenants, team):
    empty = tenants("getIamPolicy", team, body={})
    assert not empty.get("bindings") and base64.b64decode(empty["etag"], validate=True)

    policy = {"bindings": [VIEWERS], "etag": empty["etag"]}
    stored = tenants("setIamPolicy", team, body={"policy": policy})

    assert stored["bindings"] == [VIEWERS]
    assert base64.b64decode(stored["etag"], validate=True) and stored["etag"] != empty["etag"]
    assert tenants("getIamPolicy", team, body={"options": {"requestedPolicyVersion": 1}}) == stored
    # A policy replaces the one before.
    emptied = tenants("setIamPolicy", team, body={"policy": {"bindings": [], "etag": stored["etag"]}})
    assert not emptied.get("bindings") and emptied["etag"] != stored["etag"]


@pytest.mark.covers("identitytoolkit.projects.tenants.setIamPolicy", "tenants-config.md B2")
def test_a_stale_policy_is_refused(tenants, team):
    stale = tenants("getIamPolicy", team, body={})["etag"]
    stored = tenants("setIamPolicy", team, body={"policy": {"bindings": [VIEWERS], "etag": stale}})

    with pytest.raises(HttpError) as raised:
        tenants("setIamPolicy", team, body={"policy": {"bindings": [], "etag": stale}})

    assert raised.value.resp.status == 409
    assert b'"ABORTED"' in raised.value.content
    assert tenants("getIamPolicy", team, body={}) == stored


@pytest.mark.covers("identitytoolkit.projects.tenants.setIamPolicy", "tenants-config.md B2")
@pytest.mark.covers("identitytoolkit.projects.tenants.getIamPolicy", "tenants-config.md B2")
def test_conditions_and_audits(tenants, team):
    condition = {"title": "t", "description": "d", "expression": "true", "location": "l"}
    reads = {"logType": "DATA_READ", "exemptedMembers": ["user:a@b.test"]}
    audits = [{"service": "allServices", "auditLogConfigs": [reads]}]
    policy = {"version": 3, "bindings": [{**VIEWERS, "condition": condition}], "auditConfigs": audits}

    tenants("setIamPolicy", team, body={"policy": policy, "updateMask": "bindings,auditConfigs,version,etag"})

    stored = tenants("getIamPolicy", team, body={"options": {"requestedPolicyVersion": 3}})
    assert {name: stored[name] for name in policy} == policy


@pytest.mark.covers("identitytoolkit.projects.tenants.testIamPermissions", "tenants-config.md B2")
def test_iam_permissions(tenants, team):
    permissions = ["identitytoolkit.tenants.get", "identitytoolkit.tenants.update"]

    assert tenants("testIamPermissions", team, body={"permissions": permissions}) == {"permissions": permissions}

    with pytest.raises(HttpError) as raised:
        tenants("testIamPermissions", team, body={"permissions": ["identitytoolkit.*"]})
    assert refusal(raised)[0] == 400


@pytest.mark.profiles("local", "production")
@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("getIamPolicy", {}),
        ("setIamPolicy", {"policy": {"bindings": [VIEWERS]}}),
        ("testIamPermissions", {"permissions": ["identitytoolkit.tenants.get"]}),
    ],
)
def test_a_policy_needs_its_tenant(tenants, project, method, body):
    with pytest.raises(HttpError) as raised:
        tenants(method, f"projects/{project}/tenants/nobody", body=body)

    assert refusal(raised) == (404, "TENANT_NOT_FOUND")
