package import FirebreakWire

// Each member is the row of errors.txt with its name.

extension WireError {
    // MARK: Invalid values that many methods have in common

    static var requestArgumentInvalid: WireError { row() }
    static func notImplemented(_ message: String) -> WireError { row(["what": message]) }

    // MARK: The caller's identity and rights

    package static var adminTokenRequired: WireError { row() }
    /// - Parameter service: Host name of the service that rejects the key.
    package static func apiKeyInvalid(service: String = "identitytoolkit.googleapis.com") -> WireError {
        row(["service": service])
    }
    package static var adminHostNotAllowed: WireError { row() }
    package static var apiKeyNotSupported: WireError { row() }
    package static var insufficientPermission: WireError { row() }
    package static var insufficientPermissionForProject: WireError { row() }
    /// - Parameters:
    ///   - requested: The ID of the project that the request names.
    ///   - configured: The ID of the default project.
    static func otherProject(_ requested: String, than configured: String) -> WireError {
        row(["requested": requested, "configured": configured])
    }
    package static var adminOriginNotAllowed: WireError { row() }
    package static var missingAPIKey: WireError { row() }
    package static var invalidCredentials: WireError { row() }

    // MARK: Accounts and their contents

    static var adminOnlyOperation: WireError { row() }
    static var claimsTooLarge: WireError { row() }
    static var credentialTooOld: WireError { row() }
    static func duplicateEmail(_ email: String) -> WireError { row(["email": email]) }
    static var duplicateLocalID: WireError { row() }
    static func duplicateLocalIDInImport(_ id: String) -> WireError { row(["localId": id]) }
    static func duplicateRawID(provider: String, rawID: String) -> WireError {
        row(["providerId": provider, "rawId": rawID])
    }
    static var emailExists: WireError { row() }
    package static func forbiddenClaim(_ name: String) -> WireError { row(["claim": name]) }
    static var invalidClaims: WireError { row() }
    package static func claimsNotJSON(_ reason: String) -> WireError { row(["reason": reason]) }
    package static func claimsNotObject(_ text: String) -> WireError { row(["text": text]) }
    static var invalidEmail: WireError { row() }
    static var invalidUserIDLength: WireError { row() }
    package static var displayNameTooLong: WireError { row() }
    package static var photoURLTooLong: WireError { row() }
    static var localIDListExceedsLimit: WireError { row() }
    static var maximumUserCountExceeded: WireError { row() }
    static var missingEmail: WireError { row() }
    static var missingLocalID: WireError { row() }
    static var missingUserAccount: WireError { row() }
    static var accountNotDisabled: WireError { row() }
    static var operationNotAllowed: WireError { row() }
    static var emailChangeNeedsVerification: WireError { row() }
    static var phoneNumberExists: WireError { row() }
    static var tooManyAttempts: WireError { row() }
    static var unexpectedUserID: WireError { row() }
    package static var userDisabled: WireError { row() }
    package static var userNotFound: WireError { row() }

    // MARK: Passwords

    static var emailNotFound: WireError { row() }
    static var invalidLoginCredentials: WireError { row() }
    static var invalidPassword: WireError { row() }
    package static var missingPassword: WireError { row() }
    static func passwordLacks(_ requirements: [String]) -> WireError {
        row(["requirement": requirements.joined(separator: ", ")])
    }
    static var passwordTooLong: WireError { row() }
    static var passwordLoginDisabled: WireError { row() }
    static var accountTemporarilyDisabled: WireError { row() }
    static var emptyPassword: WireError { row() }
    static var weakPassword: WireError { row() }

    // MARK: ID tokens, refresh tokens, custom tokens and session cookies

    static var credentialMismatch: WireError { row() }
    static var customTokenWithoutTenant: WireError { row() }
    static var tenantTokenInProject: WireError { row() }
    static var customTokenInvalid: WireError { row() }
    static var customTokenNotJWT: WireError { row() }
    static var customTokenNotJWTInTenant: WireError { row() }
    static var invalidCustomTokenSegments: WireError { row() }
    static func invalidCustomTokenAudience(_ audience: String) -> WireError { row(["aud": audience]) }
    static var invalidCustomTokenJSON: WireError { row() }
    static var customTokenWithoutSignature: WireError { row() }
    static var invalidDuration: WireError { row() }
    static var invalidGrantType: WireError { row() }
    static var emptyUserID: WireError { row() }
    static var invalidIDToken: WireError { row() }
    static var emptyIDTokenAndNoCode: WireError { row() }
    static var missingIDTokenForSecondFactor: WireError { row() }
    static var invalidRefreshToken: WireError { row() }
    static var missingCustomToken: WireError { row() }
    static var missingGrantType: WireError { row() }
    static var missingIDToken: WireError { row() }
    static var missingIDTokenForVerification: WireError { row() }
    static var missingIDTokenOrCode: WireError { row() }
    static var missingRefreshToken: WireError { row() }
    static var projectNumberMismatch: WireError { row() }
    static var tenantIDMismatchInCustomToken: WireError { row() }
    package static var tenantIDMismatchInIDToken: WireError { row() }
    static var refreshTokenTenantMismatch: WireError { row() }
    static var tokenExpired: WireError { row() }

    // MARK: Codes by e-mail

    static var dynamicLinkNotActivated: WireError { row() }
    static var expiredOobCode: WireError { row() }
    static var invalidContinueURL: WireError { row() }
    static var missingDomainInContinueURL: WireError { row() }
    static var invalidEmailForLink: WireError { row() }
    static var invalidHostingLinkDomain: WireError { row() }
    static var invalidNewEmail: WireError { row() }
    static var invalidOobCode: WireError { row() }
    static func unsuitableOobCode(_ type: String) -> WireError { row(["requestType": type]) }
    package static var invalidReqType: WireError { row() }
    static func unsuitableReqType(_ type: String) -> WireError { row(["requestType": type]) }
    static var missingNewEmail: WireError { row() }
    static var missingOobCode: WireError { row() }
    static var missingReqType: WireError { row() }
    static var emailSignInQuotaExceeded: WireError { row() }
    static var resetPasswordExceedLimit: WireError { row() }
    package static var unauthorizedDomain: WireError { row() }

    // MARK: Identity providers, their tokens and configurations

    static var federatedUserIDAlreadyLinked: WireError { row() }
    static var invalidContinueURI: WireError { row() }
    static func invalidOAuthContinueURI(provider: String) -> WireError { row(["providerId": provider]) }
    static func invalidCredentialOrProviderID(_ url: String) -> WireError { row(["requestUri": url]) }
    static func credentialWithoutToken(_ url: String) -> WireError { row(["requestUri": url]) }
    static func appleAccessToken(_ url: String) -> WireError { row(["requestUri": url]) }
    static var invalidIdentifier: WireError { row() }
    static func invalidGameCenterResponse(_ problem: String) -> WireError { row(["problem": problem]) }
    static var invalidPendingToken: WireError { row() }
    static var invalidProviderID: WireError { row() }
    static var invalidRequestURI: WireError { row() }
    static var missingContinueURI: WireError { row() }
    static var missingIdentifier: WireError { row() }
    static var missingRelyingParty: WireError { row() }
    static var missingLinkedProviderID: WireError { row() }
    static var missingLinkedRawID: WireError { row() }
    static var missingIOSBundleID: WireError { row() }
    package static var missingProviderID: WireError { row() }
    static var missingRequestURI: WireError { row() }
    static var codeFlowNotEnabled: WireError { row() }
    static var providerDisabled: WireError { row() }
    static var providerNotConfigured: WireError { row() }
    static var providerAlreadyLinked: WireError { row() }
    static var linkProviderNotAllowed: WireError { row() }
    static var idTokenSubjectNotText: WireError { row() }
    static func idTokenIssuerMismatch(_ issuer: String, expected: String) -> WireError {
        row(["iss": issuer, "issuer": expected])
    }
    static func idTokenAudienceMismatch(_ audience: String, expected: String) -> WireError {
        row(["aud": audience, "audience": expected])
    }
    static func idTokenWithoutIdentity(_ payload: String) -> WireError { row(["payload": payload]) }
    static func idTokenStale(issuedAt: String) -> WireError { row(["seconds": issuedAt]) }
    static var issuerUnreachable: WireError { row() }
    static func googleAudienceNotAuthorized(_ audience: String, projectNumber: String) -> WireError {
        row(["aud": audience, "number": projectNumber])
    }
    static var idTokenWithoutSubject: WireError { row() }
    static var idpSessionMismatch: WireError { row() }
    static func idpValueTooLong(_ name: String) -> WireError { row(["value": name]) }
    static func idTokenNotJWT(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider)])
    }
    static func fakeIDTokenNotAccepted(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider), "token": text])
    }
    static func unparsableIDToken(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider), "token": text])
    }
    /// Only Google's tokens are quoted by the service.
    private static func unparsable(_ text: String, of provider: String) -> String {
        provider == "google.com" ? "Google id_token: \(text)" : "the ID Token."
    }
    static var idTokenSignatureInvalid: WireError { row() }
    static var duplicateCredential: WireError { row() }
    static var missingNonce: WireError { row() }
    static func nonceMismatch(_ nonce: String, raw: String) -> WireError {
        row(["nonce": nonce, "rawNonce": raw])
    }
    static func samlWithout(_ name: String) -> WireError { row(["element": name]) }
    static func samlAudience(expected: String) -> WireError { row(["entityId": expected]) }
    static func samlIssuer(_ issuer: String, expected: String) -> WireError {
        row(["issuer": issuer, "entityId": expected])
    }
    static func samlNotYetValid(now: String, start: String) -> WireError { row(["now": now, "start": start]) }
    static func samlExpired(now: String, end: String) -> WireError { row(["now": now, "end": end]) }
    static var samlSignatureInvalid: WireError { row() }
    static var samlWithoutRequest: WireError { row() }
    static var samlOtherRequest: WireError { row() }
    static var samlSignatureMissing: WireError { row() }
    static func samlDestination(_ destination: String, expected: String) -> WireError {
        row(["destination": destination, "callbackUri": expected])
    }
    static func samlStatus(_ status: String) -> WireError { row(["status": status]) }
    static func samlRefused(_ problem: String) -> WireError { row(["problem": problem]) }
    static var samlWithoutNameID: WireError { row() }
    static var samlResponseUnreadable: WireError { row() }
    /// - Parameter resource: The name of the resource's type.
    package static func configurationExists(_ id: String, resource: String) -> WireError {
        row(["id": id, "resource": resource])
    }
    package static var configurationNotFound: WireError { row() }
    static func invalidConfig(_ explanation: String) -> WireError { row(["explanation": explanation]) }
    static var bothResponseTypes: WireError { row() }
    static var codeFlowWithoutSecret: WireError { row() }
    /// - Parameters:
    ///   - name: Of the parameter, as it begins a sentence.
    ///   - prefix: What IDs begin with.
    static func invalidConfigID(_ name: String, prefix: String) -> WireError {
        row(["parameter": name, "prefix": prefix])
    }
    static var invalidIssuer: WireError { row() }
    static var missingConfigID: WireError { row() }
    static var missingIssuer: WireError { row() }
    static var missingOAuthClientID: WireError { row() }
    static var missingSAMLRelyingParty: WireError { row() }

    // MARK: Phone numbers and codes by SMS

    static var invalidCode: WireError { row() }
    static var invalidPhoneNumber: WireError { row() }
    static var phoneNumberTooShort: WireError { row() }
    static var phoneNumberTooLong: WireError { row() }
    static var invalidSessionInfo: WireError { row() }
    static var invalidTemporaryProof: WireError { row() }
    static var missingCode: WireError { row() }
    static var missingIOSAppToken: WireError { row() }
    static var missingPhoneNumber: WireError { row() }
    static var missingRecaptchaToken: WireError { row() }
    static var missingSessionInfo: WireError { row() }
    static var androidProofUnsupported: WireError { row() }
    static var smsRegionNotEnabled: WireError { row() }
    static var quotaExceeded: WireError { row() }
    static var sessionExpired: WireError { row() }
    static var phoneOfSecondFactorUser: WireError { row() }
    static var numberForSecondFactorUser: WireError { row() }
    static var unsupportedTenantOperation: WireError { row() }

    // MARK: Second factors

    static var duplicateMFAEnrollmentID: WireError { row() }
    static func missingMember(_ name: String) -> WireError { row(["member": name]) }
    static var missingVerification: WireError { row() }
    static var missingCredential: WireError { row() }
    static var missingPendingCredential: WireError { row() }
    static var missingEnrollmentID: WireError { row() }
    static var missingOneTimePassword: WireError { row() }
    static var invalidPendingCredentialReference: WireError { row() }
    static var pendingCredentialWithoutUser: WireError { row() }
    static var invalidMFAEnrollmentID: WireError { row() }
    static var unknownEnrollmentID: WireError { row() }
    static var otherNumberVerified: WireError { row() }
    static var pendingCredentialExpired: WireError { row() }
    static var invalidMFAPhoneNumber: WireError { row() }
    static var factorWithoutPhone: WireError { row() }
    static var pendingCredentialOfOtherProject: WireError { row() }
    static var enrollmentAlreadyComplete: WireError { row() }
    static var enrollmentNotFound: WireError { row() }
    static var missingFactorDisplayName: WireError { row() }
    static var smsSecondFactorNotEnabled: WireError { row() }
    static var totpNotEnabled: WireError { row() }
    static var exceededQuota: WireError { row() }
    static var secondFactorExists: WireError { row() }
    static var secondFactorLimitExceeded: WireError { row() }
    static var tooManySecondFactors: WireError { row() }
    static var totpLimitExceeded: WireError { row() }
    static var tooManyEnrollmentAttempts: WireError { row() }
    static var totpChallengeTimeout: WireError { row() }
    static var secondFactorNotAvailable: WireError { row() }
    static var unsupportedSecondFactor: WireError { row() }
    static var unverifiedEmail: WireError { row() }

    // MARK: Passkeys

    static func invalidAuthenticatorResponse(_ explanation: String) -> WireError {
        row(["explanation": explanation])
    }
    static var invalidCredentialID: WireError { row() }
    static var missingAuthenticatorResponse: WireError { row() }
    static var passkeyChallengeTimedOut: WireError { row() }
    static var passkeyNotFound: WireError { row() }
    static var passkeyInUse: WireError { row() }
    static var passkeyLimitExceeded: WireError { row() }
    static var passkeysNotEnabled: WireError { row() }

    // MARK: Tenants

    static var concurrentPolicyChange: WireError { row() }
    static var tenantInTenant: WireError { row() }
    static var configOnlyOnProjects: WireError { row() }
    static var tenantOnlyOnTenants: WireError { row() }
    static var invalidDisplayName: WireError { row() }
    package static var invalidTenantID: WireError { row() }
    static var missingDisplayName: WireError { row() }
    static var tenantDeleted: WireError { row() }
    static var tenantDisabled: WireError { row() }
    package static var tenantIDMismatch: WireError { row() }
    package static var tenantNotFound: WireError { row() }

    // MARK: Configurations of a project or tenant

    static var invalidAdjacentIntervalRange: WireError { row() }
    static var emptyAuthorizedDomain: WireError { row() }
    static func invalidAuthorizedDomain(_ entry: String) -> WireError { row(["domain": entry]) }
    static var invalidBlockingFunctionType: WireError { row() }
    static var invalidBlockingFunctionURI: WireError { row() }
    static func invalidSetting(_ explanation: String) -> WireError { row(["setting": explanation]) }
    static var invalidProjectID: WireError { row() }
    static var identityPlatformEnabled: WireError { row() }
    static var invalidRecaptchaPhoneConfiguration: WireError { row() }
    static var invalidRegionCode: WireError { row() }
    static var invalidSiteKey: WireError { row() }
    static var invalidTestingPhoneNumber: WireError { row() }
    static var missingClientType: WireError { row() }
    static var missingRecaptchaVersion: WireError { row() }

    // MARK: Blocking functions

    static var functionAnswerNotJSON: WireError { row() }
    static var functionAnswerWithoutMask: WireError { row() }
    static func functionClaimsTooLarge(_ member: String) -> WireError { row(["member": member]) }
    static func functionClaimsNotObject(_ member: String) -> WireError { row(["member": member]) }
    static func functionClaimReserved(_ claim: String, in member: String) -> WireError {
        let text = JSON.string(claim).text.dropFirst().dropLast()
        return row(["claim": claim, "claimInJSON": String(text), "member": member])
    }
    static func functionDeadlineExceeded(url: String) -> WireError { row(["functionUri": url]) }
    static func functionRefused(url: String, status: Int, body: String) -> WireError {
        row(["functionUri": url, "status": String(status), "body": body])
    }
    static var invalidRecaptchaToken: WireError { row() }
    static func functionFailed(url: String, status: Int, body: String) -> WireError {
        row(["functionUri": url, "status": String(status), "body": body])
    }
    static func functionUnreachable(url: String, reason: String) -> WireError {
        row(["functionUri": url, "reason": reason])
    }
}
