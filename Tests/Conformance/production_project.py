"""A project with every kind of setting, as someone would have made it in production."""

from copy import deepcopy

from rest import ok

TEMPLATE = {
    "senderLocalPart": "shop",
    "senderDisplayName": "Acme: the “shop”",
    "subject": "Hello %APP_NAME%",
    "body": "<p>Dear %DISPLAY_NAME%,</p>\n<p>$USER owes ${HOME} # 5 €: %LINK%</p>\n",
    "bodyFormat": "HTML",
    "replyTo": "help@acme.example",
}
MFA = {
    "state": "MANDATORY",
    "enabledProviders": ["PHONE_SMS"],
    "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 3}}],
}
PASSWORD_POLICY = {
    "passwordPolicyEnforcementState": "ENFORCE",
    "forceUpgradeOnSignin": True,
    "passwordPolicyVersions": [
        {
            "customStrengthOptions": {
                "minPasswordLength": 10,
                "maxPasswordLength": 64,
                "containsLowercaseCharacter": True,
                "containsUppercaseCharacter": True,
                "containsNumericCharacter": True,
                "containsNonAlphanumericCharacter": True,
            }
        }
    ],
}
RECAPTCHA = {
    "emailPasswordEnforcementState": "AUDIT",
    "phoneEnforcementState": "AUDIT",
    "managedRules": [{"endScore": 0.3, "action": "BLOCK"}],
    "tollFraudManagedRules": [{"startScore": 0.7, "action": "BLOCK"}],
    "useAccountDefender": True,
    "useSmsBotScore": True,
    "useSmsTollFraudProtection": True,
}
PERMISSIONS = {"permissions": {"disabledUserSignup": True, "disabledUserDeletion": True}}
# No request can give a project its keys.
RECAPTCHA_KEYS = [{"key": "projects/acme-shop/keys/web-key", "type": "WEB"}]
# Nor other parameters of password hashes than those that it was made with.
SIGNER_KEY = "c2lnbmVyLVNFQ1JFVC1vZi10aGUtcHJvamVjdA=="
HASH_CONFIG = {
    "algorithm": "SCRYPT", "signerKey": SIGNER_KEY, "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 12
}  # fmt: skip

CONFIG = {
    "signIn": {
        "email": {"enabled": True, "passwordRequired": False},
        "anonymous": {"enabled": True},
        "phoneNumber": {"enabled": True, "testPhoneNumbers": {"+16505550101": "918273"}},
        "allowDuplicateEmails": True,
    },
    "authorizedDomains": ["acme.example", "auth.acme.example", "shop.acme.example"],
    "autodeleteAnonymousUsers": True,
    "blockingFunctions": {
        "triggers": {
            "beforeCreate": {"functionUri": "https://functions.acme.example/beforeCreate"},
            "beforeSignIn": {"functionUri": "https://functions.acme.example/beforeSignIn"},
        },
        "forwardInboundCredentials": {"accessToken": True, "idToken": True, "refreshToken": True},
    },
    "client": PERMISSIONS,
    "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False},
    "mfa": MFA,
    "mobileLinksConfig": {"domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"},
    "monitoring": {"requestLogging": {"enabled": True}},
    "multiTenant": {"allowTenants": True, "defaultTenantLocation": "folders/123456"},
    "notification": {
        "defaultLocale": "de",
        "sendSms": {"useDeviceLocale": True},
        "sendEmail": {
            "method": "CUSTOM_SMTP",
            "smtp": {
                "senderEmail": "shop@acme.example",
                "host": "smtp.acme.example",
                "port": 587,
                "username": "smtp-user",
                "password": "smtp-SECRET",
                "securityMode": "START_TLS",
            },
            "resetPasswordTemplate": TEMPLATE,
            "verifyEmailTemplate": TEMPLATE,
            "changeEmailTemplate": TEMPLATE,
            "revertSecondFactorAdditionTemplate": TEMPLATE,
            "callbackUri": "https://auth.acme.example/__/auth/action",
            "dnsInfo": {"useCustomDomain": True},
        },
    },
    "passwordPolicyConfig": PASSWORD_POLICY,
    "quota": {"signUpQuotaConfig": {"quota": "250", "startTime": "2030-01-02T03:04:05Z", "quotaDuration": "86400s"}},
    "recaptchaConfig": RECAPTCHA,
    "smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["DE", "FR"]}},
}
TENANT = {
    "displayName": "blue-team",
    "allowPasswordSignup": True,
    "enableEmailLinkSignin": True,
    "enableAnonymousUser": True,
    "disableAuth": True,
    "autodeleteAnonymousUsers": True,
    "client": PERMISSIONS,
    "emailPrivacyConfig": {"enableImprovedEmailPrivacy": True},
    "inheritance": {"emailSendingConfig": True},
    "mfaConfig": MFA,
    "mobileLinksConfig": {"domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"},
    "monitoring": {"requestLogging": {"enabled": True}},
    "passwordPolicyConfig": PASSWORD_POLICY,
    "recaptchaConfig": RECAPTCHA,
    "smsRegionConfig": {"allowByDefault": {"disallowedRegions": ["US"]}},
    "testPhoneNumbers": {"+16505550199": "918274"},
}
PROVIDERS = {
    "google.com": {"enabled": True, "clientId": "google-client", "clientSecret": "google-SECRET"},
    "facebook.com": {"clientId": "facebook-client", "clientSecret": "facebook-SECRET"},
    "apple.com": {
        "enabled": True,
        "clientId": "example.acme.shop",
        "appleSignInConfig": {
            "bundleIds": ["example.acme.shop", "example.acme.beta"],
            "codeFlowConfig": {
                "teamId": "TEAM12",
                "keyId": "KEY34",
                "privateKey": "-----BEGIN PRIVATE KEY-----\napple-SECRET\n-----END PRIVATE KEY-----\n",
            },
        },
    },
    "oidc.code": {
        "enabled": True,
        "displayName": "Acme",
        "clientId": "code-client",
        "issuer": "https://idp.acme.example",
        "clientSecret": "oidc-SECRET",
        "responseType": {"code": True},
    },
    "oidc.off": {
        "displayName": "Acme’s old one",
        "clientId": "old-client",
        "issuer": "https://old.acme.example",
        "responseType": {"idToken": True},
    },
    "saml.acme": {
        "enabled": True,
        "displayName": "Acme SAML",
        "idpConfig": {
            "idpEntityId": "idp",
            "ssoUrl": "https://idp.acme.example/sso",
            "signRequest": True,
            "idpCertificates": [{"x509Certificate": "FIRST"}, {"x509Certificate": "SECOND"}],
        },
        "spConfig": {"spEntityId": "app", "callbackUri": "https://app.acme.example/__/auth/handler"},
    },
}
KINDS = {"oidc": ("oauthIdpConfigs", "oauthIdpConfigId"), "saml": ("inboundSamlConfigs", "inboundSamlConfigId")}
LISTS = ("defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs")
# Whoever reads these could do harm.
SECRETS = {
    *("918273", "918274", "smtp.acme.example", "smtp-user", "smtp-SECRET", "google-SECRET", "facebook-SECRET"),
    *("apple-SECRET", "oidc-SECRET", SIGNER_KEY),
}


def create_provider(rest, provider, body, tenant=None):
    kind, name = KINDS.get(provider.partition(".")[0], ("defaultSupportedIdpConfigs", "idpId"))
    return ok(rest.admin(f"/{kind}", body, version="v2", tenant=tenant, params={name: provider}))


def create_tenant(rest, **body):
    return ok(rest.admin("/tenants", body, version="v2"))["name"].split("/")[-1]


def make(rest):
    """Gives a project all of it, and returns the IDs of its tenants."""
    config = {"recaptchaConfig": {"recaptchaKeys": RECAPTCHA_KEYS}, "signIn": {"hashConfig": HASH_CONFIG}}
    rest.firebreak.seed({"config": config})
    config = deepcopy(CONFIG)
    config["recaptchaConfig"]["recaptchaKeys"] = RECAPTCHA_KEYS
    rest.configure(",".join(config), config)
    full = create_tenant(rest, **TENANT)
    plain = create_tenant(rest, displayName="plain-one")
    for provider, body in PROVIDERS.items():
        create_provider(rest, provider, body)
        create_provider(rest, provider, body, full)
    create_provider(rest, "oidc.off", PROVIDERS["oidc.off"], plain)
    return full, plain
