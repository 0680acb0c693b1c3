"""The project's configuration, and the small documents that clients read of it."""

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from factors import EMAIL as ALICE
from rest import failure, ok

from .documents import check_contains
from .people import password_body, sign_up

pytestmark = pytest.mark.profiles("local", "emulator", "production")


# The configuration


@pytest.mark.covers("identitytoolkit.projects.getConfig", "tenants-config.md A2", "production.md 14")
def test_get_config(app, admin_v2, project, profile):
    config = admin_v2.call("identitytoolkit.projects.getConfig", name=f"projects/{project}/config")

    if profile == "emulator":
        assert config == {
            "signIn": {"allowDuplicateEmails": False},
            "blockingFunctions": {},
            "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False},
            "authorizedDomains": [
                "localhost", "127.0.0.1", "[::1]", f"{project}.firebaseapp.com", f"{project}.web.app",
            ],
        }
        return
    public = app.call("identitytoolkit.getProjects")
    assert config["name"] == f"projects/{public['projectId']}/config"
    assert config["authorizedDomains"] == public["authorizedDomains"]
    assert config["subtype"] == "IDENTITY_PLATFORM"
    assert config["signIn"]["email"]["enabled"] is True
    assert config["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert config["client"]["apiKey"] and config["client"]["firebaseSubdomain"] == project


@pytest.mark.profiles("local", "production")
@pytest.mark.covers("identitytoolkit.projects.getConfig", "production.md 14", "production.md 16.2")
def test_owners_see_the_parameters_of_password_hashes(admin_v2, project):
    config = admin_v2.call("identitytoolkit.projects.getConfig", name=f"projects/{project}/config")

    hashing = config["signIn"]["hashConfig"]
    assert (hashing["algorithm"], hashing["rounds"], hashing["memoryCost"]) == ("SCRYPT", 8, 14)
    assert hashing["signerKey"] and hashing["saltSeparator"]


@pytest.mark.covers("identitytoolkit.projects.updateConfig", "tenants-config.md A2", "production.md 14")
def test_update_config(app, admin_v2, project, profile):
    name = f"projects/{project}/config"
    before = admin_v2.call("identitytoolkit.projects.getConfig", name=name)

    changed = admin_v2.call(
        "identitytoolkit.projects.updateConfig",
        name=name,
        updateMask="emailPrivacyConfig.enableImprovedEmailPrivacy",
        body={"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}, "signIn": {"allowDuplicateEmails": True}},
    )

    # What the mask does not name is ignored.
    assert changed["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert changed["signIn"] == before["signIn"]
    body = {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}
    assert app.call("identitytoolkit.accounts.sendOobCode", body=body)["email"] == "nobody@example.test"

    changed = admin_v2.call(
        "identitytoolkit.projects.updateConfig",
        name=name,
        updateMask="emailPrivacyConfig.enableImprovedEmailPrivacy",
        body={"emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}},
    )

    # Only profile `emulator` shows what is off.
    off = {"enableImprovedEmailPrivacy": False} if profile == "emulator" else {}
    assert changed["emailPrivacyConfig"] == off
    assert admin_v2.call("identitytoolkit.projects.getConfig", name=name)["emailPrivacyConfig"] == off
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.sendOobCode", body=body)
    assert refusal(raised) == (400, "EMAIL_NOT_FOUND")


@pytest.mark.covers("identitytoolkit.projects.updateConfig", "tenants-config.md B6", "production.md 14")
def test_every_part_of_the_configuration(admin_v2, project):
    parts = {
        "signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": {"+16505550100": "123456"}}},
        "notification": {"defaultLocale": "de"},
        "quota": {"signUpQuotaConfig": {"quota": "100", "startTime": "2030-01-01T00:00:00Z", "quotaDuration": "3600s"}},
        "monitoring": {"requestLogging": {"enabled": True}},
        "multiTenant": {"allowTenants": True, "defaultTenantLocation": "folders/1"},
        "authorizedDomains": ["localhost", "app.example.test"],
        "client": {"permissions": {"disabledUserSignup": True, "disabledUserDeletion": True}},
        "mfa": {
            "state": "ENABLED",
            "enabledProviders": ["PHONE_SMS"],
            "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 3}}],
        },
        "smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["US", "DE"]}},
        "autodeleteAnonymousUsers": True,
        "mobileLinksConfig": {"domain": "HOSTING_DOMAIN"},
    }
    masks = {"signIn": "signIn.phoneNumber", "notification": "notification.defaultLocale"}

    changed = admin_v2.call(
        "identitytoolkit.projects.updateConfig",
        name=f"projects/{project}/config",
        updateMask=",".join(masks.get(part, part) for part in parts),
        body=parts,
    )

    check_contains(parts, changed)
    check_contains(parts, admin_v2.call("identitytoolkit.projects.getConfig", name=f"projects/{project}/config"))


@pytest.mark.profiles("local", "production")
def test_the_older_path_of_the_configuration(rest):
    path = f"/identitytoolkit.googleapis.com/admin/v2/projects/{rest.project}/config"
    owner = {"Authorization": "Bearer owner"}
    body = {"notification": {"defaultLocale": "de"}}

    changed = rest.request("PATCH", path, params={"updateMask": "notification.defaultLocale"}, json=body, headers=owner)

    assert ok(changed)["notification"]["defaultLocale"] == "de"
    read = ok(rest.request("GET", path, headers=owner))
    assert read == ok(rest.admin("/config", verb="GET", version="v2"))
    assert read["notification"]["defaultLocale"] == "de"


@pytest.mark.profiles("emulator")
@pytest.mark.covers("identitytoolkit.projects.identityPlatform.initializeAuth", "tenants-config.md B5")
def test_initialize_auth(admin_v2, project):
    method = "identitytoolkit.projects.identityPlatform.initializeAuth"

    assert admin_v2.call(method, project=f"projects/{project}", body={}) == {}


@pytest.mark.profiles("local", "production")
def test_every_project_has_identity_platform(admin_v2, project):
    method = "identitytoolkit.projects.identityPlatform.initializeAuth"

    with pytest.raises(HttpError) as raised:
        admin_v2.call(method, project=f"projects/{project}", body={})
    assert refusal(raised) == (
        400, "INVALID_PROJECT_ID : Identity Platform has already been enabled for this project."
    )


# What clients read


@pytest.mark.covers("identitytoolkit.getProjects", "accounts.md 14", "production.md 2")
def test_get_projects(app, project, profile):
    answer = app.call("identitytoolkit.getProjects")

    assert answer.keys() == {"projectId", "authorizedDomains"}
    if profile == "emulator":
        assert answer == {"projectId": "12345", "authorizedDomains": ["localhost"]}
        return
    assert len(answer["projectId"]) == 12 and answer["projectId"].isdigit()
    # Profile `production` was configured; `local` starts with these.
    hosted = {"127.0.0.1", f"{project}.firebaseapp.com", f"{project}.web.app"} if profile == "local" else set()
    assert {"localhost"} | hosted <= set(answer["authorizedDomains"])


@pytest.mark.covers("identitytoolkit.getRecaptchaParams", "accounts.md 14", "production.md 13")
def test_get_recaptcha_params(app):
    answer = app.call("identitytoolkit.getRecaptchaParams")

    assert answer["kind"] == "identitytoolkit#GetRecaptchaParamResponse"
    assert answer["recaptchaSiteKey"] and answer["recaptchaStoken"]


POLICY = {
    "passwordPolicyEnforcementState": "ENFORCE",
    "passwordPolicyVersions": [
        {"customStrengthOptions": {"minPasswordLength": 8, "maxPasswordLength": 20, "containsNumericCharacter": True}}
    ],
}


@pytest.mark.covers("identitytoolkit.getPasswordPolicy", "tenants-config.md B3", "production.md 7")
def test_get_password_policy(app, app_v2, rest, profile):
    default = app_v2.call("identitytoolkit.getPasswordPolicy")
    assert default["customStrengthOptions"]["minPasswordLength"] == 6
    if profile != "emulator":
        assert default == {
            "customStrengthOptions": {"minPasswordLength": 6, "maxPasswordLength": 4096},
            "schemaVersion": 1,
            "enforcementState": "ENFORCE",
        }

    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": POLICY})

    answer = app_v2.call("identitytoolkit.getPasswordPolicy")
    if profile == "emulator":
        # The configuration is inert there: six characters and nothing else (tenants-config.md A2, B3).
        assert answer == default
        assert sign_up(app, ALICE, "passwords")["localId"]
        return
    assert answer["customStrengthOptions"] == POLICY["passwordPolicyVersions"][0]["customStrengthOptions"]
    assert (answer["enforcementState"], answer["schemaVersion"]) == ("ENFORCE", 1)
    refused = failure(rest.app("signUp", {"email": ALICE, "password": "passwords"}))
    assert refused.endswith("[Password must contain a numeric character]")


@pytest.mark.covers("identitytoolkit.getRecaptchaConfig", "tenants-config.md B4", "production.md 13")
def test_get_recaptcha_config(app, app_v2, rest, profile):
    config = {"emailPasswordEnforcementState": "ENFORCE", "phoneEnforcementState": "AUDIT"}
    keys = {"recaptchaKeys": [{"key": "projects/p/keys/web", "type": "WEB"}]}

    def read():
        client = {"clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE"}
        answer = app_v2.call("identitytoolkit.getRecaptchaConfig", **client)
        states = {state["provider"]: state["enforcementState"] for state in answer["recaptchaEnforcementState"]}
        return answer.get("recaptchaKey"), states

    unset = {
        "EMAIL_PASSWORD_PROVIDER": "ENFORCEMENT_STATE_UNSPECIFIED",
        "PHONE_PROVIDER": "ENFORCEMENT_STATE_UNSPECIFIED",
    }
    assert read() == (None, unset)

    if profile == "emulator":
        rest.configure("recaptchaConfig", {"recaptchaConfig": config | keys})
        # The configuration is inert there (tenants-config.md A2).
        assert read() == (None, unset)
        assert sign_up(app, ALICE)["localId"]
        return
    seed = {"config": {"recaptchaConfig": keys}}
    rest.firebreak.seed(seed)
    rest.configure(",".join(f"recaptchaConfig.{name}" for name in config), {"recaptchaConfig": config})
    states = {"EMAIL_PASSWORD_PROVIDER": "ENFORCE", "PHONE_PROVIDER": "AUDIT"}
    assert read() == ("projects/p/keys/web", states)
    assert failure(rest.app("signUp", password_body(ALICE))) == "MISSING_RECAPTCHA_TOKEN"
