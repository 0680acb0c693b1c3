package import FirebreakDiscovery

extension DiscoverySchemas {
    /// Every document, in the order in which their schemas appear in the API description.
    package static var all: [DiscoverySchemas] { [.v1, .v2, .v3, .own, .control] }

    /// What no discovery document describes, in the same format: the secure token service, passkeys, the emulator's own
    /// endpoints and the error envelope.
    ///
    /// Some members of a method extend that format: `aliases`, other paths with the same answers; `query`, the names of
    /// schemas whose properties are parameters of the query; `requestTypes`, `responseTypes` and `redirect`. So do
    /// `anyOf` and `nullable` of a schema.
    package static let own = DiscoverySchemas(
        prefix: "",
        methods: #"""
            [
            {"id":"securetoken.token","httpMethod":"POST","path":"/v1/token",
              "description":"Exchanges a refresh token for new tokens.","request":"GrantTokenRequest",
              "requestTypes":["application/x-www-form-urlencoded","application/json"],"response":"GrantTokenResponse"},
            {"id":"identitytoolkit.accounts.passkeyEnrollment.start","httpMethod":"POST",
              "path":"/v2/accounts/passkeyEnrollment:start",
              "description":"Answers the options for creating a passkey for the signed-in account.",
              "request":"GoogleCloudIdentitytoolkitV2StartPasskeyEnrollmentRequest",
              "response":"GoogleCloudIdentitytoolkitV2StartPasskeyEnrollmentResponse"},
            {"id":"identitytoolkit.accounts.passkeyEnrollment.finalize","httpMethod":"POST",
              "path":"/v2/accounts/passkeyEnrollment:finalize","description":"Adds a passkey to the signed-in account.",
              "request":"GoogleCloudIdentitytoolkitV2FinalizePasskeyEnrollmentRequest",
              "response":"GoogleCloudIdentitytoolkitV2FinalizePasskeyEnrollmentResponse"},
            {"id":"identitytoolkit.accounts.passkeySignIn.start","httpMethod":"POST",
              "path":"/v2/accounts/passkeySignIn:start","description":"Answers the options for using a passkey.",
              "request":"GoogleCloudIdentitytoolkitV2StartPasskeySignInRequest",
              "response":"GoogleCloudIdentitytoolkitV2StartPasskeySignInResponse"},
            {"id":"identitytoolkit.accounts.passkeySignIn.finalize","httpMethod":"POST",
              "path":"/v2/accounts/passkeySignIn:finalize","description":"Signs in with a passkey.",
              "request":"GoogleCloudIdentitytoolkitV2FinalizePasskeySignInRequest",
              "response":"GoogleCloudIdentitytoolkitV2FinalizePasskeySignInResponse"},
            {"id":"emulator.projects.accounts.delete","httpMethod":"DELETE",
              "path":"/emulator/v1/projects/{targetProjectId}/accounts",
              "description":"Removes every account of the project, but none of its tenants'.",
              "response":"GoogleProtobufEmpty"},
            {"id":"emulator.projects.tenants.accounts.delete","httpMethod":"DELETE",
              "path":"/emulator/v1/projects/{targetProjectId}/tenants/{tenantId}/accounts",
              "description":"Removes every account of the tenant.","response":"GoogleProtobufEmpty"},
            {"id":"emulator.projects.config.get","httpMethod":"GET",
              "path":"/emulator/v1/projects/{targetProjectId}/config",
              "description":"Answers two settings of the project.","response":"EmulatorV1ProjectsConfig"},
            {"id":"emulator.projects.config.update","httpMethod":"PATCH",
              "path":"/emulator/v1/projects/{targetProjectId}/config",
              "description":"Changes the settings that the body names; a body that names neither resets both.",
              "request":"EmulatorV1ProjectsConfig","response":"EmulatorV1ProjectsConfig"},
            {"id":"emulator.projects.oobCodes.list","httpMethod":"GET",
              "path":"/emulator/v1/projects/{targetProjectId}/oobCodes",
              "description":"Lists the pending codes of e-mail links.","response":"EmulatorV1ProjectsOobCodes"},
            {"id":"emulator.projects.tenants.oobCodes.list","httpMethod":"GET",
              "path":"/emulator/v1/projects/{targetProjectId}/tenants/{tenantId}/oobCodes",
              "description":"Lists the tenant's pending codes of e-mail links.",
              "response":"EmulatorV1ProjectsOobCodes"},
            {"id":"emulator.projects.verificationCodes.list","httpMethod":"GET",
              "path":"/emulator/v1/projects/{targetProjectId}/verificationCodes",
              "description":"Lists the pending SMS codes.","response":"EmulatorV1ProjectsVerificationCodes"},
            {"id":"emulator.projects.tenants.verificationCodes.list","httpMethod":"GET",
              "path":"/emulator/v1/projects/{targetProjectId}/tenants/{tenantId}/verificationCodes",
              "description":"Lists the tenant's pending SMS codes.","response":"EmulatorV1ProjectsVerificationCodes"},
            {"id":"emulator.status","httpMethod":"GET","path":"/",
              "description":"Says that the server is ready, and where this document is.","response":"EmulatorStatus",
              "redirect":"To the console, for who prefers pages."},
            {"id":"emulator.auth.links","httpMethod":"GET","path":"/__/auth/links",
              "description":"Leads to the link in a hosting link, where no app opens it.",
              "parameters":{"link":{"location":"query","required":true,"type":"string"}},
              "responseTypes":[],"redirect":"To that link."},
            {"id":"emulator.openapi","httpMethod":"GET","path":"/emulator/openapi.json",
              "description":"This document."},
            {"id":"emulator.action","httpMethod":"GET","path":"/emulator/action","aliases":["/__/auth/action"],
              "description":"Does what the link of an e-mail is for.",
              "parameters":{"mode":{"location":"query","required":true,"type":"string",
                "enum":["recoverEmail","resetPassword","revertSecondFactorAddition","signIn","verifyAndChangeEmail",
                  "verifyEmail"]},
                "oobCode":{"location":"query","required":true,"type":"string"},
                "apiKey":{"location":"query","required":true,"type":"string"},
                "lang":{"location":"query","type":"string"},"continueUrl":{"location":"query","type":"string"},
                "tenantId":{"location":"query","type":"string"},"newPassword":{"location":"query","type":"string"}},
              "response":"EmulatorAction","responseTypes":["application/json","text/html"],
              "redirect":"To the continue URL, if the link has one."},
            {"id":"emulator.auth.handler","httpMethod":"GET","path":"/emulator/auth/handler",
              "aliases":["/__/auth/handler"],
              "description":"The page on which a user picks an account of an identity provider.",
              "parameters":{"apiKey":{"location":"query","required":true,"type":"string"},
                "providerId":{"location":"query","required":true,"type":"string"},
                "tid":{"description":"The tenant.","location":"query","type":"string"},
                "tenantId":{"description":"The tenant, before `tid`.","location":"query","type":"string"},
                "appName":{"description":"Of the web app.","location":"query","type":"string"},
                "authType":{"description":"Comes back in the event; one with `popup` in it asks for a popup's answer.",
                  "location":"query","type":"string"},
                "eventId":{"description":"Comes back in the event.","location":"query","type":"string"},
                "redirectUrl":{"description":"The page of the web app to return to.","location":"query","type":"string"},
                "continueUri":{"description":"Where else to go with the answer, in the query.","location":"query",
                  "type":"string"},
                "state":{"description":"Comes back at `continueUri`.","location":"query","type":"string"},
                "clientId":{"description":"Of the Apple app.","location":"query","type":"string"},
                "appId":{"description":"Of the Apple app.","location":"query","type":"string"},
                "ibi":{"description":"The Apple app's bundle ID.","location":"query","type":"string"},
                "apn":{"description":"The Android app's package name.","location":"query","type":"string"},
                "error":{"description":"A text to show instead.","location":"query","type":"string"},
                "samlNameId":{"description":"Of a SAML provider, who signs in: answers what it would post.",
                  "location":"query","type":"string"}},
              "response":"EmulatorSAMLAnswer","responseTypes":["application/json","text/html"]},
            {"id":"emulator.auth.iframe","httpMethod":"GET","path":"/emulator/auth/iframe",
              "aliases":["/__/auth/iframe"],
              "description":"The page that hands the picked account over to the app.",
              "parameters":{"apiKey":{"location":"query","required":true,"type":"string"},
                "appName":{"location":"query","required":true,"type":"string"}},
              "responseTypes":["text/html"]}
            ]
            """#,
        schemas: #"""
            {
            "GrantTokenRequest":{"description":"The names may be written in snake case or in camel case.",
              "properties":{"grant_type":{"description":"Always `refresh_token`.","type":"string"},
                "refresh_token":{"type":"string"},"code":{"type":"string"},"scope":{"type":"string"}},"type":"object"},
            "GrantTokenResponse":{
              "properties":{"access_token":{"description":"The same as the ID token.","type":"string"},
                "expires_in":{"description":"Seconds.","format":"int64","type":"string"},"id_token":{"type":"string"},
                "project_id":{"description":"The project's number.","format":"int64","type":"string"},
                "refresh_token":{"type":"string"},"token_type":{"description":"Always `Bearer`.","type":"string"},
                "user_id":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2StartPasskeyEnrollmentRequest":{
              "properties":{"idToken":{"type":"string"},"tenantId":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2StartPasskeyEnrollmentResponse":{
              "properties":{"credentialCreationOptions":{"description":"As WebAuthn has them, bytes as Base64.",
                "properties":{"rp":{"properties":{"name":{"type":"string"},"id":{"type":"string"}},"type":"object"},
                  "user":{"properties":{"id":{"format":"byte","type":"string"},"name":{"type":"string"},
                    "displayName":{"type":"string"}},"type":"object"},
                  "challenge":{"format":"byte","type":"string"},
                  "pubKeyCredParams":{"items":{"properties":{"type":{"type":"string"},
                    "alg":{"format":"int32","type":"integer"}},"type":"object"},"type":"array"},
                  "timeout":{"format":"int32","type":"integer"},"attestation":{"type":"string"},
                  "excludeCredentials":{"items":{"properties":{"type":{"type":"string"},
                    "id":{"format":"byte","type":"string"}},"type":"object"},"type":"array"},
                  "authenticatorSelection":{"properties":{"residentKey":{"type":"string"},
                    "requireResidentKey":{"type":"boolean"},"userVerification":{"type":"string"}},
                    "type":"object"}},"type":"object"}},
              "type":"object"},
            "GoogleCloudIdentitytoolkitV2FinalizePasskeyEnrollmentRequest":{
              "properties":{"idToken":{"type":"string"},
                "authenticatorRegistrationResponse":{"$ref":"GoogleCloudIdentitytoolkitV2AuthenticatorResponse"},
                "name":{"type":"string"},"displayName":{"type":"string"},"tenantId":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2FinalizePasskeyEnrollmentResponse":{
              "properties":{"localId":{"type":"string"},"idToken":{"type":"string"},"refreshToken":{"type":"string"}},
              "type":"object"},
            "GoogleCloudIdentitytoolkitV2StartPasskeySignInRequest":{
              "properties":{"tenantId":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2StartPasskeySignInResponse":{
              "properties":{"credentialRequestOptions":{"description":"As WebAuthn has them, bytes as Base64.",
                "properties":{"challenge":{"format":"byte","type":"string"},"rpId":{"type":"string"},
                  "userVerification":{"type":"string"}},"type":"object"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2FinalizePasskeySignInRequest":{
              "properties":{
                "authenticatorAuthenticationResponse":{"$ref":"GoogleCloudIdentitytoolkitV2AuthenticatorResponse"},
                "name":{"type":"string"},"tenantId":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2FinalizePasskeySignInResponse":{
              "properties":{"idToken":{"type":"string"},"refreshToken":{"type":"string"}},"type":"object"},
            "GoogleCloudIdentitytoolkitV2AuthenticatorResponse":{
              "description":"What WebAuthn's `create` or `get` answers, in its JSON form.",
              "properties":{"id":{"type":"string"}},"additionalProperties":{"type":"any"},"type":"object"},
            "EmulatorV1PasskeyInfo":{
              "properties":{"credentialId":{"type":"string"},"name":{"type":"string"}},"type":"object"},
            "EmulatorV1ProjectsConfig":{
              "properties":{"signIn":{"properties":{"allowDuplicateEmails":{"type":"boolean"}},"type":"object"},
                "emailPrivacyConfig":{"properties":{"enableImprovedEmailPrivacy":{"type":"boolean"}},
                  "type":"object"}},"type":"object"},
            "EmulatorV1ProjectsOobCodes":{
              "properties":{"oobCodes":{"items":{"properties":{"email":{"type":"string"},
                "newEmail":{"description":"Only where the address is to change.","type":"string"},
                "requestType":{"type":"string"},"oobCode":{"type":"string"},"oobLink":{"type":"string"}},
                "type":"object"},"type":"array"}},"type":"object"},
            "EmulatorV1ProjectsVerificationCodes":{
              "properties":{"verificationCodes":{"items":{"properties":{"code":{"type":"string"},
                "phoneNumber":{"type":"string"},"sessionInfo":{"type":"string"}},"type":"object"},"type":"array"}},
              "type":"object"},
            "EmulatorStatus":{
              "properties":{"authEmulator":{"properties":{"ready":{"type":"boolean"},"docs":{"type":"string"},
                "apiSpec":{"type":"string"}},"type":"object"}},"type":"object"},
            "EmulatorAction":{
              "properties":{"authEmulator":{"properties":{"success":{"type":"string"},"email":{"type":"string"},
                "newEmail":{"type":"string"}},"type":"object"}},"type":"object"},
            "EmulatorSAMLAnswer":{
              "properties":{"SAMLResponse":{"format":"byte","required":true,"type":"string"}},"type":"object"},
            "ErrorResponse":{
              "properties":{"error":{"properties":{
                "code":{"description":"The HTTP status.","format":"int32","type":"integer"},
                "message":{"description":"An upper-case code, or one with an explanation after a colon.",
                  "type":"string"},
                "errors":{"items":{"properties":{"message":{"type":"string"},"reason":{"type":"string"},
                  "domain":{"type":"string"}},"type":"object"},"type":"array"},
                "status":{"type":"string"},
                "details":{"items":{"additionalProperties":{"type":"any"},"type":"object"},"type":"array"}},
                "type":"object"}},"type":"object"}
            }
            """#
    )

    /// Properties that the emulator adds to schemas of the discovery documents: schema, then property, then value.
    package static let additions: StaticString = #"""
        {
        "GoogleCloudIdentitytoolkitV1SetAccountInfoRequest":{
          "deletePasskey":{"description":"IDs of the passkeys to remove.","items":{"type":"string"},"type":"array"}},
        "GoogleCloudIdentitytoolkitV1UserInfo":{
          "passkeyInfo":{"items":{"$ref":"EmulatorV1PasskeyInfo"},"type":"array"}}
        }
        """#
}
