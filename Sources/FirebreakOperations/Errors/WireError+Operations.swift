package import FirebreakWire

// Each member is the row of errors.txt with its name.

extension WireError {
    // MARK: Invalid values that many methods have in common

    package static var requestArgumentInvalid: WireError { row() }
    package static func notImplemented(_ message: String) -> WireError { row(["what": message]) }

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
    package static func otherProject(_ requested: String, than configured: String) -> WireError {
        row(["requested": requested, "configured": configured])
    }
    package static var adminOriginNotAllowed: WireError { row() }
    package static var missingAPIKey: WireError { row() }
    package static var invalidCredentials: WireError { row() }

    // MARK: Accounts and their contents

    package static var adminOnlyOperation: WireError { row() }
    package static var claimsTooLarge: WireError { row() }
    package static var credentialTooOld: WireError { row() }
    package static func duplicateEmail(_ email: String) -> WireError { row(["email": email]) }
    package static var duplicateLocalID: WireError { row() }
    package static func duplicateLocalIDInImport(_ id: String) -> WireError { row(["localId": id]) }
    package static func duplicateRawID(provider: String, rawID: String) -> WireError {
        row(["providerId": provider, "rawId": rawID])
    }
    package static var emailExists: WireError { row() }
    package static func forbiddenClaim(_ name: String) -> WireError { row(["claim": name]) }
    package static var invalidClaims: WireError { row() }
    package static func claimsNotJSON(_ reason: String) -> WireError { row(["reason": reason]) }
    package static func claimsNotObject(_ text: String) -> WireError { row(["text": text]) }
    package static var invalidEmail: WireError { row() }
    package static var invalidUserIDLength: WireError { row() }
    package static var displayNameTooLong: WireError { row() }
    package static var photoURLTooLong: WireError { row() }
    package static var localIDListExceedsLimit: WireError { row() }
    package static var maximumUserCountExceeded: WireError { row() }
    package static var missingEmail: WireError { row() }
    package static var missingLocalID: WireError { row() }
    package static var missingUserAccount: WireError { row() }
    package static var accountNotDisabled: WireError { row() }
    package static var operationNotAllowed: WireError { row() }
    package static var emailChangeNeedsVerification: WireError { row() }
    package static var phoneNumberExists: WireError { row() }
    package static var tooManyAttempts: WireError { row() }
    package static var unexpectedUserID: WireError { row() }
    package static var userDisabled: WireError { row() }
    package static var userNotFound: WireError { row() }

    // MARK: Passwords

    package static var emailNotFound: WireError { row() }
    package static var invalidLoginCredentials: WireError { row() }
    package static var invalidPassword: WireError { row() }
    package static var missingPassword: WireError { row() }
    package static func passwordLacks(_ requirements: [String]) -> WireError {
        row(["requirement": requirements.joined(separator: ", ")])
    }
    package static var passwordTooLong: WireError { row() }
    package static var passwordLoginDisabled: WireError { row() }
    package static var accountTemporarilyDisabled: WireError { row() }
    package static var emptyPassword: WireError { row() }
    package static var weakPassword: WireError { row() }

    // MARK: ID tokens, refresh tokens, custom tokens and session cookies

    package static var credentialMismatch: WireError { row() }
    package static var customTokenWithoutTenant: WireError { row() }
    package static var tenantTokenInProject: WireError { row() }
    package static var customTokenInvalid: WireError { row() }
    package static var customTokenNotJWT: WireError { row() }
    package static var customTokenNotJWTInTenant: WireError { row() }
    package static var invalidCustomTokenSegments: WireError { row() }
    package static func invalidCustomTokenAudience(_ audience: String) -> WireError { row(["aud": audience]) }
    package static var invalidCustomTokenJSON: WireError { row() }
    package static var customTokenWithoutSignature: WireError { row() }
    package static var invalidDuration: WireError { row() }
    package static var invalidGrantType: WireError { row() }
    package static var emptyUserID: WireError { row() }
    package static var invalidIDToken: WireError { row() }
    package static var emptyIDTokenAndNoCode: WireError { row() }
    package static var missingIDTokenForSecondFactor: WireError { row() }
    package static var invalidRefreshToken: WireError { row() }
    package static var missingCustomToken: WireError { row() }
    package static var missingGrantType: WireError { row() }
    package static var missingIDToken: WireError { row() }
    package static var missingIDTokenForVerification: WireError { row() }
    package static var missingIDTokenOrCode: WireError { row() }
    package static var missingRefreshToken: WireError { row() }
    package static var projectNumberMismatch: WireError { row() }
    package static var tenantIDMismatchInCustomToken: WireError { row() }
    package static var tenantIDMismatchInIDToken: WireError { row() }
    package static var refreshTokenTenantMismatch: WireError { row() }
    package static var tokenExpired: WireError { row() }

    // MARK: Codes by e-mail

    package static var dynamicLinkNotActivated: WireError { row() }
    package static var expiredOobCode: WireError { row() }
    package static var invalidContinueURL: WireError { row() }
    package static var missingDomainInContinueURL: WireError { row() }
    package static var invalidEmailForLink: WireError { row() }
    package static var invalidHostingLinkDomain: WireError { row() }
    package static var invalidNewEmail: WireError { row() }
    package static var invalidOobCode: WireError { row() }
    package static func unsuitableOobCode(_ type: String) -> WireError { row(["requestType": type]) }
    package static var invalidReqType: WireError { row() }
    package static func unsuitableReqType(_ type: String) -> WireError { row(["requestType": type]) }
    package static var missingNewEmail: WireError { row() }
    package static var missingOobCode: WireError { row() }
    package static var missingReqType: WireError { row() }
    package static var emailSignInQuotaExceeded: WireError { row() }
    package static var resetPasswordExceedLimit: WireError { row() }
    package static var unauthorizedDomain: WireError { row() }

    // MARK: Identity providers, their tokens and configurations

    package static var federatedUserIDAlreadyLinked: WireError { row() }
    package static var invalidContinueURI: WireError { row() }
    package static func invalidOAuthContinueURI(provider: String) -> WireError { row(["providerId": provider]) }
    package static func invalidCredentialOrProviderID(_ url: String) -> WireError { row(["requestUri": url]) }
    package static func credentialWithoutToken(_ url: String) -> WireError { row(["requestUri": url]) }
    package static func appleAccessToken(_ url: String) -> WireError { row(["requestUri": url]) }
    package static var invalidIdentifier: WireError { row() }
    package static func invalidGameCenterResponse(_ problem: String) -> WireError { row(["problem": problem]) }
    package static var invalidPendingToken: WireError { row() }
    package static var invalidProviderID: WireError { row() }
    package static var invalidRequestURI: WireError { row() }
    package static var missingContinueURI: WireError { row() }
    package static var missingIdentifier: WireError { row() }
    package static var missingRelyingParty: WireError { row() }
    package static var missingLinkedProviderID: WireError { row() }
    package static var missingLinkedRawID: WireError { row() }
    package static var missingIOSBundleID: WireError { row() }
    package static var missingProviderID: WireError { row() }
    package static var missingRequestURI: WireError { row() }
    package static var codeFlowNotEnabled: WireError { row() }
    package static var providerDisabled: WireError { row() }
    package static var providerNotConfigured: WireError { row() }
    package static var providerAlreadyLinked: WireError { row() }
    package static var linkProviderNotAllowed: WireError { row() }
    package static var idTokenSubjectNotText: WireError { row() }
    package static func idTokenIssuerMismatch(_ issuer: String, expected: String) -> WireError {
        row(["iss": issuer, "issuer": expected])
    }
    package static func idTokenAudienceMismatch(_ audience: String, expected: String) -> WireError {
        row(["aud": audience, "audience": expected])
    }
    package static func idTokenWithoutIdentity(_ payload: String) -> WireError { row(["payload": payload]) }
    package static func idTokenStale(issuedAt: String) -> WireError { row(["seconds": issuedAt]) }
    package static var issuerUnreachable: WireError { row() }
    package static func googleAudienceNotAuthorized(_ audience: String, projectNumber: String) -> WireError {
        row(["aud": audience, "number": projectNumber])
    }
    package static var idTokenWithoutSubject: WireError { row() }
    package static var idpSessionMismatch: WireError { row() }
    package static func idpValueTooLong(_ name: String) -> WireError { row(["value": name]) }
    package static func idTokenNotJWT(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider)])
    }
    package static func fakeIDTokenNotAccepted(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider), "token": text])
    }
    package static func unparsableIDToken(_ text: String, of provider: String) -> WireError {
        row(["what": unparsable(text, of: provider), "token": text])
    }
    /// Only Google's tokens are quoted by the service.
    private static func unparsable(_ text: String, of provider: String) -> String {
        provider == "google.com" ? "Google id_token: \(text)" : "the ID Token."
    }
    package static var idTokenSignatureInvalid: WireError { row() }
    package static var duplicateCredential: WireError { row() }
    package static var missingNonce: WireError { row() }
    package static func nonceMismatch(_ nonce: String, raw: String) -> WireError {
        row(["nonce": nonce, "rawNonce": raw])
    }
    package static func samlWithout(_ name: String) -> WireError { row(["element": name]) }
    package static func samlAudience(expected: String) -> WireError { row(["entityId": expected]) }
    package static func samlIssuer(_ issuer: String, expected: String) -> WireError {
        row(["issuer": issuer, "entityId": expected])
    }
    package static func samlNotYetValid(now: String, start: String) -> WireError { row(["now": now, "start": start]) }
    package static func samlExpired(now: String, end: String) -> WireError { row(["now": now, "end": end]) }
    package static var samlSignatureInvalid: WireError { row() }
    package static var samlWithoutRequest: WireError { row() }
    package static var samlOtherRequest: WireError { row() }
    package static var samlSignatureMissing: WireError { row() }
    package static func samlDestination(_ destination: String, expected: String) -> WireError {
        row(["destination": destination, "callbackUri": expected])
    }
    package static func samlStatus(_ status: String) -> WireError { row(["status": status]) }
    package static func samlRefused(_ problem: String) -> WireError { row(["problem": problem]) }
    package static var samlWithoutNameID: WireError { row() }
    package static var samlResponseUnreadable: WireError { row() }
    /// - Parameter resource: The name of the resource's type.
    package static func configurationExists(_ id: String, resource: String) -> WireError {
        row(["id": id, "resource": resource])
    }
    package static var configurationNotFound: WireError { row() }
    package static func invalidConfig(_ explanation: String) -> WireError { row(["explanation": explanation]) }
    package static var bothResponseTypes: WireError { row() }
    package static var codeFlowWithoutSecret: WireError { row() }
    /// - Parameters:
    ///   - name: Of the parameter, as it begins a sentence.
    ///   - prefix: What IDs begin with.
    package static func invalidConfigID(_ name: String, prefix: String) -> WireError {
        row(["parameter": name, "prefix": prefix])
    }
    package static var invalidIssuer: WireError { row() }
    package static var missingConfigID: WireError { row() }
    package static var missingIssuer: WireError { row() }
    package static var missingOAuthClientID: WireError { row() }
    package static var missingSAMLRelyingParty: WireError { row() }

    // MARK: Phone numbers and codes by SMS

    package static var invalidCode: WireError { row() }
    package static var invalidPhoneNumber: WireError { row() }
    package static var phoneNumberTooShort: WireError { row() }
    package static var phoneNumberTooLong: WireError { row() }
    package static var invalidSessionInfo: WireError { row() }
    package static var invalidTemporaryProof: WireError { row() }
    package static var missingCode: WireError { row() }
    package static var missingIOSAppToken: WireError { row() }
    package static var missingPhoneNumber: WireError { row() }
    package static var missingRecaptchaToken: WireError { row() }
    package static var missingSessionInfo: WireError { row() }
    package static var androidProofUnsupported: WireError { row() }
    package static var smsRegionNotEnabled: WireError { row() }
    package static var quotaExceeded: WireError { row() }
    package static var sessionExpired: WireError { row() }
    package static var phoneOfSecondFactorUser: WireError { row() }
    package static var numberForSecondFactorUser: WireError { row() }
    package static var unsupportedTenantOperation: WireError { row() }

    // MARK: Second factors

    package static var duplicateMFAEnrollmentID: WireError { row() }
    package static func missingMember(_ name: String) -> WireError { row(["member": name]) }
    package static var missingVerification: WireError { row() }
    package static var missingCredential: WireError { row() }
    package static var missingPendingCredential: WireError { row() }
    package static var missingEnrollmentID: WireError { row() }
    package static var missingOneTimePassword: WireError { row() }
    package static var invalidPendingCredentialReference: WireError { row() }
    package static var pendingCredentialWithoutUser: WireError { row() }
    package static var invalidMFAEnrollmentID: WireError { row() }
    package static var unknownEnrollmentID: WireError { row() }
    package static var otherNumberVerified: WireError { row() }
    package static var pendingCredentialExpired: WireError { row() }
    package static var invalidMFAPhoneNumber: WireError { row() }
    package static var factorWithoutPhone: WireError { row() }
    package static var pendingCredentialOfOtherProject: WireError { row() }
    package static var enrollmentAlreadyComplete: WireError { row() }
    package static var enrollmentNotFound: WireError { row() }
    package static var missingFactorDisplayName: WireError { row() }
    package static var smsSecondFactorNotEnabled: WireError { row() }
    package static var totpNotEnabled: WireError { row() }
    package static var exceededQuota: WireError { row() }
    package static var secondFactorExists: WireError { row() }
    package static var secondFactorLimitExceeded: WireError { row() }
    package static var tooManySecondFactors: WireError { row() }
    package static var totpLimitExceeded: WireError { row() }
    package static var tooManyEnrollmentAttempts: WireError { row() }
    package static var totpChallengeTimeout: WireError { row() }
    package static var secondFactorNotAvailable: WireError { row() }
    package static var unsupportedSecondFactor: WireError { row() }
    package static var unverifiedEmail: WireError { row() }

    // MARK: Passkeys

    package static func invalidAuthenticatorResponse(_ explanation: String) -> WireError {
        row(["explanation": explanation])
    }
    package static var invalidCredentialID: WireError { row() }
    package static var missingAuthenticatorResponse: WireError { row() }
    package static var passkeyChallengeTimedOut: WireError { row() }
    package static var passkeyNotFound: WireError { row() }
    package static var passkeyInUse: WireError { row() }
    package static var passkeyLimitExceeded: WireError { row() }
    package static var passkeysNotEnabled: WireError { row() }

    // MARK: Tenants

    package static var concurrentPolicyChange: WireError { row() }
    package static var tenantInTenant: WireError { row() }
    package static var configOnlyOnProjects: WireError { row() }
    package static var tenantOnlyOnTenants: WireError { row() }
    package static var invalidDisplayName: WireError { row() }
    package static var invalidTenantID: WireError { row() }
    package static var missingDisplayName: WireError { row() }
    package static var tenantDeleted: WireError { row() }
    package static var tenantDisabled: WireError { row() }
    package static var tenantIDMismatch: WireError { row() }
    package static var tenantNotFound: WireError { row() }

    // MARK: Configurations of a project or tenant

    package static var invalidAdjacentIntervalRange: WireError { row() }
    package static var emptyAuthorizedDomain: WireError { row() }
    package static func invalidAuthorizedDomain(_ entry: String) -> WireError { row(["domain": entry]) }
    package static var invalidBlockingFunctionType: WireError { row() }
    package static var invalidBlockingFunctionURI: WireError { row() }
    package static func invalidSetting(_ explanation: String) -> WireError { row(["setting": explanation]) }
    package static var invalidProjectID: WireError { row() }
    package static var identityPlatformEnabled: WireError { row() }
    package static var invalidRecaptchaPhoneConfiguration: WireError { row() }
    package static var invalidRegionCode: WireError { row() }
    package static var invalidSiteKey: WireError { row() }
    package static var invalidTestingPhoneNumber: WireError { row() }
    package static var missingClientType: WireError { row() }
    package static var missingRecaptchaVersion: WireError { row() }

    // MARK: Blocking functions

    package static var functionAnswerNotJSON: WireError { row() }
    package static var functionAnswerWithoutMask: WireError { row() }
    package static func functionClaimsTooLarge(_ member: String) -> WireError { row(["member": member]) }
    package static func functionClaimsNotObject(_ member: String) -> WireError { row(["member": member]) }
    package static func functionClaimReserved(_ claim: String, in member: String) -> WireError {
        let text = JSON.string(claim).text.dropFirst().dropLast()
        return row(["claim": claim, "claimInJSON": String(text), "member": member])
    }
    package static func functionDeadlineExceeded(url: String) -> WireError { row(["functionUri": url]) }
    package static func functionRefused(url: String, status: Int, body: String) -> WireError {
        row(["functionUri": url, "status": String(status), "body": body])
    }
    package static var invalidRecaptchaToken: WireError { row() }
    package static func functionFailed(url: String, status: Int, body: String) -> WireError {
        row(["functionUri": url, "status": String(status), "body": body])
    }
    package static func functionUnreachable(url: String, reason: String) -> WireError {
        row(["functionUri": url, "reason": reason])
    }
}
