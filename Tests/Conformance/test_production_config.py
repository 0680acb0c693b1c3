"""The configuration document and reCAPTCHA in production: production.md sections 13 and 14."""

import pytest

from production import EMAIL, PASSWORD, page, send
from rest import IDENTITY_TOOLKIT, failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 13", "production.md 14")]


def config(rest, version="v2"):
    return ok(rest.admin("/config", verb="GET", version=version))


def patch(rest, mask, body, version="v2"):
    params = {} if mask is None else {"updateMask": mask}
    return rest.admin("/config", body, verb="PATCH", version=version, params=params)


# 14. The document


def test_a_fresh_project(rest):
    found = config(rest)
    number = found["name"].split("/")[1]
    assert number.isdigit() and found["name"] == f"projects/{number}/config"
    sign_in = {name: value for name, value in found["signIn"].items() if name != "hashConfig"}
    assert sign_in == {"email": {"enabled": True, "passwordRequired": True}, "phoneNumber": {}, "anonymous": {}}
    assert found["notification"]["defaultLocale"] == "en"
    for name in ("quota", "multiTenant", "blockingFunctions"):
        assert found[name] == {}
    assert found["monitoring"] == {"requestLogging": {}}
    assert found["authorizedDomains"] == [f"{rest.project}.firebaseapp.com", f"{rest.project}.web.app"]
    assert found["subtype"] == "IDENTITY_PLATFORM"
    assert found["client"].keys() == {"apiKey", "permissions", "firebaseSubdomain"}
    mail = found["notification"]["sendEmail"]
    assert mail["callbackUri"] == f"https://{rest.project}.firebaseapp.com/__/auth/action"
    assert mail["dnsInfo"]["customDomainState"] == "NOT_STARTED"
    assert found["mfa"] == {"state": "DISABLED"}
    assert found["smsRegionConfig"] == {"allowlistOnly": {}}
    assert found["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert found["mobileLinksConfig"] == {"domain": "HOSTING_DOMAIN"}
    assert found["defaultHostingSite"] == rest.project
    unspecified = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
    assert list(found["recaptchaConfig"].items()) == [
        ("emailPasswordEnforcementState", unspecified), ("phoneEnforcementState", unspecified),
        ("useSmsBotScore", False), ("useSmsTollFraudProtection", False),
    ]
    assert "passwordPolicyConfig" not in found


def test_the_older_path(rest):
    assert config(rest, "admin/v2") == config(rest)
    changed = ok(patch(rest, "signIn.anonymous", {"signIn": {"anonymous": {"enabled": True}}}, "admin/v2"))
    assert changed["signIn"]["anonymous"] == config(rest)["signIn"]["anonymous"] == {"enabled": True}


def test_a_change_shows_no_mail_texts(rest):
    texts = {"verifyEmailTemplate", "resetPasswordTemplate", "changeEmailTemplate",
             "revertSecondFactorAdditionTemplate"}
    assert texts <= config(rest)["notification"]["sendEmail"].keys()
    body = {"notification": {"sendEmail": {"verifyEmailTemplate": {"body": "%LINK%"}}}}
    changed = ok(patch(rest, "notification.sendEmail.verifyEmailTemplate.body", body))
    assert not texts & changed["notification"].get("sendEmail", {}).keys()
    assert config(rest)["notification"]["sendEmail"]["verifyEmailTemplate"]["body"] == "%LINK%"


def test_masks(rest):
    ok(patch(rest, "signIn.anonymous,emailPrivacyConfig",
             {"signIn": {"anonymous": {"enabled": True}, "allowDuplicateEmails": True}}))
    found = config(rest)
    # A masked path that the body lacks is reset; a member outside the mask is not looked at.
    assert found["emailPrivacyConfig"] == {} and "allowDuplicateEmails" not in found["signIn"]
    assert found["signIn"]["anonymous"] == {"enabled": True}
    before = config(rest)
    ok(patch(rest, "name,subtype,client.apiKey,noSuch.path,signIn.anonymous,signIn.anonymous",
             {"name": "x", "subtype": "FIREBASE_AUTH", "signIn": {"anonymous": {"enabled": True}}}))
    assert config(rest) == before


def test_false_is_left_out(rest):
    rest.configure("signIn.allowDuplicateEmails", {"signIn": {"allowDuplicateEmails": True}})
    assert config(rest)["signIn"]["allowDuplicateEmails"] is True
    rest.configure("signIn.allowDuplicateEmails", {"signIn": {"allowDuplicateEmails": False}})
    assert "allowDuplicateEmails" not in config(rest)["signIn"]
    rest.configure("emailPrivacyConfig", {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}})
    assert config(rest)["emailPrivacyConfig"] == {}


@pytest.mark.parametrize("collection", ["defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs"])
def test_empty_lists(rest, collection):
    assert ok(rest.admin(f"/{collection}", verb="GET", version="v2")) == {}


@pytest.mark.parametrize(
    ("body", "name", "where"),
    [
        ({"x": 1}, "x", "config"),
        ({"signIn": {"x": 1}}, "x", "config.sign_in"),
        ({"signIn": {"phoneNumber": {"x": {}}}}, "x", "config.sign_in.phone_number"),
        ({"mfa": {"providerConfigs": [{"x": 1}]}}, "x", "config.mfa.provider_configs[0]"),
        ({"tenantId": "t"}, "tenantId", "config"),
    ],
)
def test_unknown_members(rest, body, name, where):
    error = patch(rest, "signIn", body)
    message = f"Invalid JSON payload received. Unknown name \"{name}\" at '{where}': Cannot find field."
    assert failure(error) == message
    (details,) = error.json()["error"]["details"]
    assert details == {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        "fieldViolations": [{"field": where, "description": message}],
    }


@pytest.mark.parametrize(
    ("collection", "parameter", "id", "where"),
    [
        ("oauthIdpConfigs", "oauthIdpConfigId", "oidc.aa", "oauth_idp_config"),
        ("inboundSamlConfigs", "inboundSamlConfigId", "saml.aa", "inbound_saml_config"),
        ("defaultSupportedIdpConfigs", "idpId", "google.com", "default_supported_idp_config"),
    ],
)
def test_unknown_members_of_providers(rest, collection, parameter, id, where):
    answer = rest.admin(f"/{collection}", {"x": 1}, version="v2", params={parameter: id})
    assert failure(answer) == f"Invalid JSON payload received. Unknown name \"x\" at '{where}': Cannot find field."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"signIn": {"email": {"enabled": "on"}}},
         "Invalid value at 'config.sign_in.email.enabled' (TYPE_BOOL), \"on\""),
        ({"mfa": {"state": "ON"}}, "Invalid value at 'config.mfa.state' ("),
        ({"quota": {"signUpQuotaConfig": {"quota": "many"}}},
         "Invalid value at 'config.quota.sign_up_quota_config.quota' (TYPE_INT64), \"many\""),
    ],
)
def test_values_that_do_not_fit(rest, body, message):
    assert failure(patch(rest, "signIn", body)).startswith(message)


def test_dynamic_links_are_no_more(rest):
    rest.configure("mobileLinksConfig", {"mobileLinksConfig": {"domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"}})
    assert config(rest)["mobileLinksConfig"] == {"domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"}
    rest.existing_account(EMAIL)
    ok(send(rest, "PASSWORD_RESET"))
    answer = send(rest, "PASSWORD_RESET", continueUrl=page(rest), iOSBundleId="com.example")
    assert failure(answer) == "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured"


def test_the_quota_of_sign_ups(rest):
    quota = {"quota": "50", "quotaDuration": "7200s", "startTime": "2026-01-01T00:00:00Z"}
    rest.configure("quota.signUpQuotaConfig", {"quota": {"signUpQuotaConfig": quota}})
    assert config(rest)["quota"]["signUpQuotaConfig"] == quota


def test_more_than_ten_test_numbers(rest):
    numbers = {f"+1650555010{n}": "123456" for n in range(10)}
    body = lambda: {"signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": numbers}}}
    ok(patch(rest, "signIn.phoneNumber", body()))
    numbers["+16505550111"] = "123456"
    assert failure(patch(rest, "signIn.phoneNumber", body())).startswith("INVALID_TESTING_PHONE_NUMBER")


# 13. reCAPTCHA


def recaptcha(rest, **params):
    return rest.request("GET", f"{IDENTITY_TOOLKIT}/v2/recaptchaConfig", params={"key": rest.key, **params})


def enforce(rest, **body):
    return patch(rest, "recaptchaConfig", {"recaptchaConfig": body})


ENTERPRISE = {"clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE"}


def test_recaptcha_is_not_set(rest):
    unset = "ENFORCEMENT_STATE_UNSPECIFIED"
    assert ok(recaptcha(rest, **ENTERPRISE)) == {
        "recaptchaEnforcementState": [
            {"provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": unset},
            {"provider": "PHONE_PROVIDER", "enforcementState": unset},
        ],
        "useSmsBotScore": False,
        "useSmsTollFraudProtection": False,
    }
    assert failure(recaptcha(rest, version="RECAPTCHA_ENTERPRISE")) == "MISSING_CLIENT_TYPE"
    assert failure(recaptcha(rest, clientType="CLIENT_TYPE_WEB")) == "MISSING_RECAPTCHA_VERSION"


def test_parameters_of_the_older_recaptcha(rest):
    found = ok(rest.request("GET", f"{IDENTITY_TOOLKIT}/v1/recaptchaParams", params={"key": rest.key}))
    assert list(found) == ["kind", "recaptchaStoken", "recaptchaSiteKey", "producerProjectNumber"]


@pytest.mark.parametrize(("state", "refused"), [("OFF", False), ("AUDIT", False), ("ENFORCE", True)])
def test_enforcement_for_passwords(rest, state, refused):
    rest.existing_account(EMAIL)
    keys = [{"key": "projects/p/keys/site", "type": "WEB"}]
    config = {"recaptchaConfig": {"emailPasswordEnforcementState": state, "recaptchaKeys": keys}}
    ok(rest.control("POST", ":seed", json={"version": 1, "projects": {rest.project: {"config": config}}}))
    for call in (
        lambda **extra: rest.sign_in(EMAIL, PASSWORD, **extra),
        lambda **extra: rest.app("signUp", {"email": f"{state}{len(extra)}@example.test", "password": PASSWORD, **extra}),
        lambda **extra: send(rest, "PASSWORD_RESET", **({"captchaResp": "t"} if extra else {})),
    ):
        answer = call()
        assert (failure(answer) == "MISSING_RECAPTCHA_TOKEN") if refused else ok(answer)
        ok(call(captchaResponse="t", clientType="CLIENT_TYPE_WEB", recaptchaVersion="RECAPTCHA_ENTERPRISE"))
    shown = ok(recaptcha(rest, **ENTERPRISE))
    assert shown.get("recaptchaKey") == (None if state == "OFF" else "projects/p/keys/site")
    assert shown["recaptchaEnforcementState"][0]["enforcementState"] == state


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"phoneEnforcementState": "OFF", "useSmsBotScore": True},
         "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION"),
        ({"managedRules": [{"endScore": 0.25, "action": "BLOCK"}]}, "INVALID_CONFIG"),
        ({"emailPasswordEnforcementState": "ENFORCE", "recaptchaKeys": [{"key": "projects/p/keys/site", "type": "WEB"}]},
         "INVALID_SITE_KEY"),
    ],
)
def test_configurations_that_cannot_be(rest, body, message):
    assert failure(enforce(rest, **body)).split(" :")[0] == message
