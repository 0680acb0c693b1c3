"""The order of members in the answers of profile `production`: one table, and the check of every answer against it."""

import base64
import json
import re
from urllib.parse import unquote, urlsplit

# Message → its orders, as far as they are known. A member that no order of its message names may stand anywhere, or,
# where an order has `*`, there.
ORDERS = {
    # production.md section 1.1, where no other section is named.
    "SignUp": ["kind idToken displayName email refreshToken expiresIn localId"],
    "SignInWithPassword": [
        "kind localId email displayName idToken registered profilePicture refreshToken expiresIn userNotifications",
        "kind localId email displayName registered mfaPendingCredential mfaInfo",
    ],
    "SignInWithEmailLink": ["kind idToken email refreshToken expiresIn localId isNewUser"],
    "SignInWithCustomToken": ["kind idToken refreshToken expiresIn isNewUser"],
    "SignInWithPhoneNumber": [
        "idToken refreshToken expiresIn localId isNewUser phoneNumber",
        "temporaryProof phoneNumber temporaryProofExpiresIn",
    ],
    # production.md section 10
    "SignInWithIdp": [
        "federatedId providerId email originalEmail emailVerified fullName photoUrl localId displayName"
        " needConfirmation idToken context oauthAccessToken oauthExpireIn refreshToken expiresIn oauthIdToken"
        " rawUserInfo errorMessage isNewUser kind pendingToken"
    ],
    # saml.md sections 1 and 2
    "CreateAuthUri": ["kind authUri providerId sessionId"],
    "Update": [
        "kind localId email displayName idToken providerUserInfo photoUrl refreshToken expiresIn passwordHash"
        " emailVerified",
        # Where it stands among picture and tokens is not known.
        "providerUserInfo newEmail passwordHash",
    ],
    "Lookup": ["kind users"],
    "User": [
        "localId email displayName photoUrl passwordHash emailVerified passwordUpdatedAt providerUserInfo validSince"
        " disabled lastLoginAt createdAt customAuth phoneNumber customAttributes emailLinkSignin initialEmail mfaInfo"
        " lastRefreshAt",
        "createdAt customAuth tenantId mfaInfo lastRefreshAt",
        "createdAt customAttributes tenantId mfaInfo lastRefreshAt",
    ],
    "ProviderUserInfo": ["providerId displayName photoUrl federatedId email rawId", "providerId rawId phoneNumber"],
    # production.md section 12
    "SecondFactor": ["phoneInfo mfaEnrollmentId displayName enrolledAt totpInfo"],
    "Delete": ["kind"],
    # production.md section 3.1
    "SendOobCode": ["kind oobCode email oobLink"],
    # production.md section 3.3
    "ResetPassword": ["kind email newEmail requestType"],
    # production.md section 16.1
    "BatchCreate": ["kind error"],
    "BatchCreateError": ["index message"],
    "BatchGet": ["kind users"],
    "BatchDelete": [],
    "Query": ["recordsCount userInfo"],
    "CreateSessionCookie": ["sessionCookie"],
    "Token": ["access_token expires_in token_type refresh_token id_token user_id project_id"],
    # production.md section 2
    "ProjectConfig": ["projectId authorizedDomains"],
    # production.md section 13
    "RecaptchaParams": ["kind recaptchaStoken recaptchaSiteKey producerProjectNumber"],
    "RecaptchaEnforcement": ["recaptchaKey recaptchaEnforcementState useSmsBotScore useSmsTollFraudProtection"],
    "RecaptchaState": ["provider enforcementState"],
    # production.md section 7
    "PasswordPolicy": [
        "customStrengthOptions schemaVersion allowedNonAlphanumericCharacters enforcementState forceUpgradeOnSignin"
    ],
    "StrengthOptions": [
        "minPasswordLength maxPasswordLength containsLowercaseCharacter containsUppercaseCharacter"
        " containsNumericCharacter containsNonAlphanumericCharacter"
    ],
    # production.md section 12
    "StartEnrollment": [],
    "TotpSession": [
        "sharedSecretKey verificationCodeLength hashingAlgorithm periodSec sessionInfo finalizeEnrollmentTime"
    ],
    "FinalizeEnrollment": ["idToken refreshToken totpAuthInfo"],
    "Withdraw": ["idToken refreshToken"],
    "StartSecondFactorSignIn": [],
    "FinalizeSecondFactorSignIn": ["idToken refreshToken"],
    # production.md sections 4.1, 7, 8.2 and 14
    "Config": [
        "name signIn notification quota monitoring multiTenant authorizedDomains subtype client mfa blockingFunctions"
        " recaptchaConfig smsRegionConfig passwordPolicyConfig emailPrivacyConfig mobileLinksConfig defaultHostingSite",
        "smsRegionConfig autodeleteAnonymousUsers passwordPolicyConfig",
    ],
    "SignIn": ["email phoneNumber anonymous allowDuplicateEmails hashConfig"],
    "EmailSignIn": ["enabled passwordRequired"],
    "PhoneSignIn": ["enabled testPhoneNumbers"],
    "HashConfig": ["algorithm signerKey saltSeparator rounds memoryCost"],
    "Notification": ["sendEmail sendSms defaultLocale"],
    "SendEmail": [
        "method resetPasswordTemplate verifyEmailTemplate changeEmailTemplate callbackUri dnsInfo"
        " revertSecondFactorAdditionTemplate"
    ],
    "DnsInfo": ["customDomainState domainVerificationRequestTime"],
    "Quota": ["signUpQuotaConfig"],
    "SignUpQuota": ["quota startTime quotaDuration"],
    "Client": ["apiKey permissions firebaseSubdomain"],
    "Mfa": [],
    "MfaProvider": ["totpProviderConfig state"],
    "BlockingFunctions": ["triggers forwardInboundCredentials"],
    "Trigger": ["functionUri updateTime"],
    "RecaptchaConfig": [
        "emailPasswordEnforcementState managedRules phoneEnforcementState tollFraudManagedRules useSmsBotScore"
        " useSmsTollFraudProtection"
    ],
    "PasswordPolicyConfig": [
        "passwordPolicyEnforcementState passwordPolicyVersions forceUpgradeOnSignin lastUpdateTime"
    ],
    "PasswordPolicyVersion": ["customStrengthOptions schemaVersion"],
    # production.md section 14.1
    "Tenants": ["tenants nextPageToken"],
    "Tenant": [
        "name displayName allowPasswordSignup enableEmailLinkSignin disableAuth hashConfig enableAnonymousUser"
        " mfaConfig testPhoneNumbers inheritance smsRegionConfig monitoring passwordPolicyConfig emailPrivacyConfig"
        " client"
    ],
    # production.md section 10
    "OAuthIdpConfigs": ["oauthIdpConfigs nextPageToken"],
    "OAuthIdpConfig": ["name clientId issuer displayName enabled clientSecret responseType"],
    "InboundSamlConfigs": ["inboundSamlConfigs nextPageToken"],
    # saml.md sections 1 and 2
    "InboundSamlConfig": ["name idpConfig spConfig enabled"],
    "SamlIdp": ["idpEntityId ssoUrl idpCertificates signRequest"],
    "SamlSp": ["spEntityId callbackUri spCertificates"],
    "SamlCertificate": ["x509Certificate expiresAt"],
    "DefaultSupportedIdpConfigs": ["defaultSupportedIdpConfigs nextPageToken"],
    "DefaultSupportedIdpConfig": ["name *"],
    # Nothing is known of these.
    "Other": [],
    # production.md section 1
    "Failure": ["error"],
    "Error": ["code message errors status details"],
    "ErrorEntry": ["message domain reason location locationType"],
    "ErrorDetail": ["@type reason domain metadata", "@type locale message", "@type fieldViolations"],
    "FieldViolation": ["field description"],
    # production.md section 6.1. Claims of apps are those without a name.
    "IDTokenHeader": ["alg kid typ"],
    "IDToken": [
        "provider_id name picture * iss aud auth_time user_id sub iat exp email email_verified phone_number firebase"
    ],
    # production.md section 6.3
    "SessionCookie": [
        "iss provider_id name picture * aud auth_time user_id sub iat exp email email_verified phone_number firebase"
    ],
    "LegacyToken": ["user_id email sign_in_provider verified extra_claims"],
    "FirebaseClaim": [
        "identities sign_in_provider sign_in_second_factor second_factor_identifier tenant",
        "identities sign_in_provider sign_in_attributes",
    ],
    # Providers come before the address; where a number stands is not known.
    "Identities": ["* email", "phone"],
    # production.md section 10: the registered claims of OpenID Connect by name, then the others.
    "OIDCUserInfo": ["aud azp exp iat iss nbf nonce sub *"],
}

# What members hold: a message, a list of that message, or with `{}` a map to it.
NESTED = {
    ("SignInWithPassword", "mfaInfo"): "SecondFactor",
    ("SignInWithEmailLink", "mfaInfo"): "SecondFactor",
    ("SignInWithIdp", "mfaInfo"): "SecondFactor",
    ("Update", "providerUserInfo"): "ProviderUserInfo",
    ("Lookup", "users"): "User",
    ("BatchGet", "users"): "User",
    ("Query", "userInfo"): "User",
    ("User", "providerUserInfo"): "ProviderUserInfo",
    ("User", "mfaInfo"): "SecondFactor",
    ("ResetPassword", "mfaInfo"): "SecondFactor",
    ("BatchCreate", "error"): "BatchCreateError",
    ("RecaptchaEnforcement", "recaptchaEnforcementState"): "RecaptchaState",
    ("PasswordPolicy", "customStrengthOptions"): "StrengthOptions",
    ("StartEnrollment", "totpSessionInfo"): "TotpSession",
    ("Config", "signIn"): "SignIn",
    ("Config", "notification"): "Notification",
    ("Config", "quota"): "Quota",
    ("Config", "client"): "Client",
    ("Config", "mfa"): "Mfa",
    ("Config", "blockingFunctions"): "BlockingFunctions",
    ("Config", "recaptchaConfig"): "RecaptchaConfig",
    ("Config", "passwordPolicyConfig"): "PasswordPolicyConfig",
    ("SignIn", "email"): "EmailSignIn",
    ("SignIn", "phoneNumber"): "PhoneSignIn",
    ("SignIn", "hashConfig"): "HashConfig",
    ("Notification", "sendEmail"): "SendEmail",
    ("SendEmail", "dnsInfo"): "DnsInfo",
    ("Quota", "signUpQuotaConfig"): "SignUpQuota",
    ("Mfa", "providerConfigs"): "MfaProvider",
    ("BlockingFunctions", "triggers"): "Trigger{}",
    ("PasswordPolicyConfig", "passwordPolicyVersions"): "PasswordPolicyVersion",
    ("PasswordPolicyVersion", "customStrengthOptions"): "StrengthOptions",
    ("Tenants", "tenants"): "Tenant",
    ("Tenant", "hashConfig"): "HashConfig",
    ("Tenant", "mfaConfig"): "Mfa",
    ("Tenant", "passwordPolicyConfig"): "PasswordPolicyConfig",
    ("OAuthIdpConfigs", "oauthIdpConfigs"): "OAuthIdpConfig",
    ("InboundSamlConfigs", "inboundSamlConfigs"): "InboundSamlConfig",
    ("InboundSamlConfig", "idpConfig"): "SamlIdp",
    ("InboundSamlConfig", "spConfig"): "SamlSp",
    ("SamlIdp", "idpCertificates"): "SamlCertificate",
    ("SamlSp", "spCertificates"): "SamlCertificate",
    ("DefaultSupportedIdpConfigs", "defaultSupportedIdpConfigs"): "DefaultSupportedIdpConfig",
    ("Failure", "error"): "Error",
    ("Error", "errors"): "ErrorEntry",
    ("Error", "details"): "ErrorDetail",
    ("ErrorDetail", "fieldViolations"): "FieldViolation",
    ("IDToken", "firebase"): "FirebaseClaim",
    ("SessionCookie", "firebase"): "FirebaseClaim",
    ("FirebaseClaim", "identities"): "Identities",
}

# The methods of v1 below `accounts` or an account's project, and their names in v3.
ACCOUNTS = {
    "signUp": "SignUp",
    "signupNewUser": "SignUp",
    "signInWithPassword": "SignInWithPassword",
    "verifyPassword": "SignInWithPassword",
    "signInWithEmailLink": "SignInWithEmailLink",
    "emailLinkSignin": "SignInWithEmailLink",
    "signInWithCustomToken": "SignInWithCustomToken",
    "verifyCustomToken": "SignInWithCustomToken",
    "signInWithPhoneNumber": "SignInWithPhoneNumber",
    "verifyPhoneNumber": "SignInWithPhoneNumber",
    "signInWithIdp": "SignInWithIdp",
    "verifyAssertion": "SignInWithIdp",
    "createAuthUri": "CreateAuthUri",
    "update": "Update",
    "setAccountInfo": "Update",
    "lookup": "Lookup",
    "getAccountInfo": "Lookup",
    "delete": "Delete",
    "deleteAccount": "Delete",
    "sendOobCode": "SendOobCode",
    "getOobConfirmationCode": "SendOobCode",
    "resetPassword": "ResetPassword",
    "batchCreate": "BatchCreate",
    "uploadAccount": "BatchCreate",
    "batchGet": "BatchGet",
    "downloadAccount": "BatchGet",
    "batchDelete": "BatchDelete",
    "query": "Query",
    "queryAccounts": "Query",
    "createSessionCookie": "CreateSessionCookie",
    "getProjectConfig": "ProjectConfig",
    "getRecaptchaParam": "RecaptchaParams",
}

PROJECT = r"/projects/[^/:]+"
SCOPE = rf"{PROJECT}(?:/tenants/[^/:]+)?"
ACCOUNT = r"/v1/accounts:(\w+)|" + rf"/v1{SCOPE}/accounts:(\w+)|/v1{SCOPE}:(\w+)|/identitytoolkit/v3/relyingparty/(\w+)"

# Paths below the host names, and their messages; the first that fits counts.
PATHS = [
    (re.compile(path), message)
    for path, message in [
        (rf"/v1{SCOPE}/accounts", "SignUp"),
        (r"/v1/token", "Token"),
        (r"/v1/projects", "ProjectConfig"),
        (r"/v1/recaptchaParams", "RecaptchaParams"),
        (r"/v2/recaptchaConfig", "RecaptchaEnforcement"),
        (r"/v2/passwordPolicy", "PasswordPolicy"),
        (r"/v2/accounts/mfaEnrollment:start", "StartEnrollment"),
        (r"/v2/accounts/mfaEnrollment:finalize", "FinalizeEnrollment"),
        (r"/v2/accounts/mfaEnrollment:withdraw", "Withdraw"),
        (r"/v2/accounts/mfaSignIn:start", "StartSecondFactorSignIn"),
        (r"/v2/accounts/mfaSignIn:finalize", "FinalizeSecondFactorSignIn"),
        (rf"/v2{PROJECT}/config", "Config"),
        (rf"/v2{PROJECT}/tenants", "Tenants"),
        (rf"/v2{PROJECT}/tenants/[^/:]+", "Tenant"),
        (rf"/v2{SCOPE}/oauthIdpConfigs", "OAuthIdpConfigs"),
        (rf"/v2{SCOPE}/oauthIdpConfigs/[^/]+", "OAuthIdpConfig"),
        (rf"/v2{SCOPE}/inboundSamlConfigs", "InboundSamlConfigs"),
        (rf"/v2{SCOPE}/inboundSamlConfigs/[^/]+", "InboundSamlConfig"),
        (rf"/v2{SCOPE}/defaultSupportedIdpConfigs", "DefaultSupportedIdpConfigs"),
        (rf"/v2{SCOPE}/defaultSupportedIdpConfigs/[^/]+", "DefaultSupportedIdpConfig"),
    ]
]
# Creating answers the resource, where reading answers the list.
CREATED = {
    "Tenants": "Tenant",
    "OAuthIdpConfigs": "OAuthIdpConfig",
    "InboundSamlConfigs": "InboundSamlConfig",
    "DefaultSupportedIdpConfigs": "DefaultSupportedIdpConfig",
}
HOSTS = re.compile(r"/(?:identitytoolkit|securetoken|www)\.googleapis\.com(?:/admin(?=/v2/))?(?=/)")

# Members that are tokens of the server.
TOKENS = {"idToken", "id_token", "access_token", "sessionCookie"}
TOKEN_OF_ISSUER = {
    "securetoken.google.com": "IDToken",
    "session.firebase.google.com": "SessionCookie",
    "identitytoolkit.google.com": "LegacyToken",
}


class Members(list):
    """The members of a JSON object, as pairs in their order."""


def message_of(verb, url):
    """The message that a call answers with; nothing for what is not Google's."""
    path = unquote(urlsplit(url).path)
    host = HOSTS.match(path)
    if not host:
        return None
    path = path[host.end() :]
    for pattern, message in PATHS:
        if pattern.fullmatch(path):
            return CREATED.get(message, message) if verb == "POST" else message
    method = re.fullmatch(ACCOUNT, path)
    return ACCOUNTS.get(next(filter(None, method.groups())), "Other") if method else "Other"


def problems(message, value, place=""):
    """What is wrong with the order of the members of a message, and of those in it."""
    if isinstance(value, list) and not isinstance(value, Members):
        entries = [(f"{place}[{index}]", entry) for index, entry in enumerate(value)]
        return [problem for inner, entry in entries for problem in problems(message, entry, inner)]
    if not isinstance(value, Members):
        return []
    if message.endswith("{}"):
        return [problem for name, entry in value for problem in problems(message[:-2], entry, f"{place}.{name}")]
    names = [name for name, _ in value]
    found = [f"{message}{place and ' at ' + place}: twice: {' '.join(names)}"] if len(set(names)) < len(names) else []
    orders = [order.split() for order in ORDERS[message]]
    named = set().union(*orders)
    for order in orders:
        ranks = {name: rank for rank, name in enumerate(order)}
        seen = [name for name in names if name in ranks or ("*" in ranks and name not in named)]
        expected = sorted(seen, key=lambda name: ranks.get(name, ranks.get("*")))
        if seen != expected:
            found.append(f"{message}{place and ' at ' + place}:\n  has  {' '.join(seen)}\n  want {' '.join(expected)}")
    for name, entry in value:
        if inner := NESTED.get((message, name)):
            found += problems(inner, entry, f"{place}.{name}")
        if name in TOKENS:
            found += problems_of_token(entry, f"{place}.{name}")
    if message == "SignInWithIdp":
        found += problems_of_user_info(dict(value))
    return found


def problems_of_token(text, place):
    """The same for the header and the claims of a token; nothing for what is none."""
    parts = [part(text) for text in text.split(".")[:2]] if isinstance(text, str) and text.count(".") == 2 else []
    if len(parts) != 2 or None in parts:
        return []
    header, claims = parts
    issuer = urlsplit(str(dict(claims).get("iss"))).hostname
    kind = TOKEN_OF_ISSUER.get(issuer)
    return problems("IDTokenHeader", header, place) + problems(kind, claims, place) if kind else []


def part(text):
    """The object in a part of a token."""
    try:
        value = members(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        return None
    return value if isinstance(value, Members) else None


def problems_of_user_info(answer):
    if not str(answer.get("providerId")).startswith("oidc.") or "rawUserInfo" not in answer:
        return []
    return problems("OIDCUserInfo", members(answer["rawUserInfo"]), ".rawUserInfo")


def members(text):
    """JSON with its objects as lists of members."""
    return json.loads(text, object_pairs_hook=Members)


def check(answer):
    """Fails when an answer of a server in profile `production` has another order than the service."""
    if answer.profile != "production" or answer.body is None:
        return
    message = message_of(answer.verb, answer.url)
    if message is None:
        return
    try:
        body = members(answer.body)
    except ValueError:
        return
    found = problems("Failure" if answer.status >= 400 else message, body)
    path = urlsplit(answer.url).path
    assert not found, f"order of members: {answer.verb} {path} answered {answer.status}:\n" + "\n".join(found)
