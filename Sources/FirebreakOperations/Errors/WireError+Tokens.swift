package import FirebreakWire

// ID tokens, refresh tokens, custom tokens and session cookies (tokens.md).

extension WireError {
    /// production.md section 6.4
    package static let credentialMismatch = WireError(
        "CREDENTIAL_MISMATCH",
        area: .tokens,
        cause: "Rule `credentials` is `verified`, and the custom token is signed by nobody whom rule "
            + "`serviceAccounts` knows.",
        remedy: "Sign with a service account of the project, and name its keys in rule `serviceAccounts`; or set rule "
            + "`credentials` to `unverified`.")

    /// production.md section 8.1
    package static let customTokenWithoutTenant = WireError(
        Wording("Internal error encountered.", Kind(500, "INTERNAL", ["reason": "backendError", "domain": "global"])),
        reference: "TENANT_ID_MISMATCH",
        area: .tokens,
        cause: "A custom token that names no tenant is used to sign in to one.",
        remedy: "Make the token for the tenant: with the Admin SDK's auth of that tenant.")

    package static let tenantTokenInProject = WireError(
        "((Parsed token that belongs to tenant in a non-tenant project.))",
        area: .tokens,
        cause: "A tenant's ID token is used with the project itself.",
        remedy: "Name the tenant in the request.")

    /// production.md section 6.4
    package static let customTokenInvalid = WireError(
        "INVALID_CUSTOM_TOKEN",
        area: .tokens,
        cause: "The custom token has expired; or rule `credentials` is `verified`, and it has a wrong signature, "
            + "algorithm, issuer, audience or time.",
        remedy: "Make a new one with the Admin SDK right before it is used: it is good for an hour at most, by the "
            + "project's clock.")

    /// production.md section 6.4
    package static let customTokenNotJWT = WireError(
        .invalidCustomTokenSegments,
        reference: "INVALID_CUSTOM_TOKEN : Invalid assertion format",
        area: .tokens,
        cause: "The custom token is neither a JSON Web Token nor, as a fake, a JSON object.",
        remedy: "Pass on what `createCustomToken` of an Admin SDK returned, unchanged.")

    /// tokens.md section 5: the reference looks for the tenant first.
    package static let customTokenNotJWTInTenant = WireError(
        .invalidCustomTokenSegments,
        reference: "TENANT_ID_MISMATCH",
        area: .tokens,
        cause: "What is given to sign in to a tenant is neither a JSON Web Token nor, as a fake, a JSON object.",
        remedy: "Pass on what `createCustomToken` of an Admin SDK returned, unchanged.")

    /// production.md section 6.4
    package static let invalidCustomTokenSegments = WireError(
        .invalidCustomTokenSegments,
        area: .tokens,
        cause: "Rule `credentials` is `verified`, and the custom token is not a JSON Web Token.",
        remedy: "Pass on what `createCustomToken` of an Admin SDK returned; fakes of bare JSON need rule "
            + "`credentials: unverified`.")

    package static func invalidCustomTokenAudience(_ audience: String) -> WireError {
        WireError(
            Wording(
                "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): \(audience) Note: Firebase ID Tokens / "
                    + "third-party tokens cannot be used with signInWithCustomToken.))"),
            area: .tokens,
            cause: "The token is an ID token or a third party's, not a custom token.",
            remedy: "Make it with `createCustomToken` of an Admin SDK.")
    }

    package static let invalidCustomTokenJSON = WireError(
        "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))",
        area: .tokens,
        cause: "The custom token starts like a JSON object, but is none.",
        remedy: "Correct the JSON, such as `{\"uid\":\"alice\"}`.")

    /// production.md section 6.4
    package static let customTokenWithoutSignature = WireError(
        "INVALID_CUSTOM_TOKEN : Missing signature.",
        area: .tokens,
        cause: "Rule `credentials` is `verified`, and the custom token is not signed.",
        remedy: "Give the Admin SDK a service account instead of the emulator's address, or set rule "
            + "`credentials` to `unverified`.")

    package static let invalidDuration = WireError(
        "INVALID_DURATION",
        area: .tokens,
        cause: "A session cookie is to last less than five minutes or more than two weeks.",
        remedy: "Ask for 300 through 1,209,600 seconds.")

    package static let invalidGrantType = WireError(
        "INVALID_GRANT_TYPE",
        area: .tokens,
        cause: "A token request is not for a refresh.",
        remedy: "Send `grant_type=refresh_token`.")

    /// production.md section 6.4
    package static let emptyUserID = WireError(
        .invalidUserIDLength,
        reference: "MISSING_IDENTIFIER",
        area: .tokens,
        cause: "The `uid` of a custom token is empty.",
        remedy: "Give the ID of the user to sign in.")

    package static let invalidIDToken = WireError(
        "INVALID_ID_TOKEN",
        area: .tokens,
        cause: "The text is not an ID token of this project, or the token has expired (five minutes ago or more) or "
            + "was changed.",
        remedy: "Sign in again or refresh the token. A token of another project or server, or a session cookie, does "
            + "not do.")

    /// production.md section 1
    package static let emptyIDTokenAndNoCode = WireError(
        "INVALID_ID_TOKEN",
        reference: .unsupportedParameters,
        area: .tokens,
        cause: "An app wants to change an account, and its ID token is empty.",
        remedy: "Send the signed-in user's ID token, or a code as `oobCode`.")

    /// production.md section 1: methods of v2 have no code of their own for it.
    package static let missingIDTokenForSecondFactor = WireError(
        "INVALID_ID_TOKEN",
        reference: "MISSING_ID_TOKEN",
        area: .tokens,
        cause: "A second factor is to be enrolled or withdrawn, and the request has no ID token.",
        remedy: "Send the signed-in user's ID token.")

    package static let invalidRefreshToken = WireError(
        "INVALID_REFRESH_TOKEN",
        area: .tokens,
        cause: "The text is not a refresh token of this project. In profile `emulator` also: its account was "
            + "deleted.",
        remedy: "Have the user sign in again. Refresh tokens of another project, or from before a reset of the "
            + "server, do not do.")

    package static let missingCustomToken = WireError(
        "MISSING_CUSTOM_TOKEN",
        area: .tokens,
        cause: "A sign-in with a custom token has none.",
        remedy: "Send it as `token`.")

    package static let missingGrantType = WireError(
        "MISSING_GRANT_TYPE",
        area: .tokens,
        cause: "A token request does not say what it is for.",
        remedy: "Send `grant_type=refresh_token`.")

    package static let missingIDToken = WireError(
        "MISSING_ID_TOKEN",
        area: .tokens,
        cause: "The method acts on the signed-in user, and the request has no ID token.",
        remedy: "Send the user's ID token as `idToken`; admins name accounts by `localId` where the method allows "
            + "it.")

    /// email-actions.md section 2: to the reference a missing token is an invalid one.
    package static let missingIDTokenForVerification = WireError(
        "MISSING_ID_TOKEN",
        reference: "INVALID_ID_TOKEN",
        area: .tokens,
        cause: "A mail to verify an address was asked for without saying whose.",
        remedy: "Send the user's ID token; an admin who wants the link sends `email` and `returnOobLink`.")

    /// production.md section 1, accounts.md section 8
    package static let missingIDTokenOrCode = WireError(
        "MISSING_ID_TOKEN",
        reference: .unsupportedParameters,
        area: .tokens,
        cause: "An app wants to change an account, with neither an ID token nor a code.",
        remedy: "Send the signed-in user's ID token, or a code as `oobCode`.")

    /// production.md section 6.2
    package static let projectNumberMismatch = WireError(
        "PROJECT_NUMBER_MISMATCH",
        area: .tokens,
        cause: "The refresh token is of another project than the one that the API key selects.",
        remedy: "Use the API key of the project in which the user signed in, or have the user sign in again.")

    package static let missingRefreshToken = WireError(
        "MISSING_REFRESH_TOKEN",
        area: .tokens,
        cause: "A token request has no refresh token.",
        remedy: "Send it as `refresh_token`.")

    /// production.md section 8.1
    package static let tenantIDMismatchInCustomToken = WireError(
        "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.",
        reference: "TENANT_ID_MISMATCH",
        area: .tokens,
        cause: "A custom token is for another tenant than the one to sign in to, or for a tenant where none is named.",
        remedy: "Make the token with the Admin SDK's auth of this tenant, or set the SDK's `tenantId` to the "
            + "token's.")

    /// production.md section 8.1
    package static let tenantIDMismatchInIDToken = WireError(
        "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.",
        reference: "TENANT_ID_MISMATCH",
        area: .tokens,
        cause: "The request names another tenant than the one that the ID token's user belongs to.",
        remedy: "Set the SDK's `tenantId` to the user's tenant, or leave the tenant out: the token selects it.")

    package static let refreshTokenTenantMismatch = WireError(
        "TENANT_ID_MISMATCH: ((Refresh token tenant ID does not match target tenant ID.))",
        area: .tokens,
        cause: "A refresh names another tenant than the token's. Only profile `emulator` looks at it.",
        remedy: "Leave the tenant out: the token selects it.")

    package static let tokenExpired = WireError(
        "TOKEN_EXPIRED",
        area: .tokens,
        cause: "The session was ended: the password or address changed, an admin revoked it, or a second factor was "
            + "added or removed.",
        remedy: "Have the user sign in again.")
}

extension WireError.Wording {
    fileprivate static let invalidCustomTokenSegments: WireError.Wording =
        "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required."
    fileprivate static let unsupportedParameters: WireError.Wording =
        "INVALID_REQ_TYPE : Unsupported request parameters."
}

extension WireError {
    package static let tokenErrors: [WireError] = [
        .credentialMismatch,
        .customTokenWithoutTenant,
        .tenantTokenInProject,
        .customTokenInvalid,
        .customTokenNotJWT,
        .customTokenNotJWTInTenant,
        .invalidCustomTokenSegments,
        .invalidCustomTokenAudience("<aud>"),
        .invalidCustomTokenJSON,
        .customTokenWithoutSignature,
        .invalidDuration,
        .invalidGrantType,
        .emptyUserID,
        .invalidIDToken,
        .emptyIDTokenAndNoCode,
        .missingIDTokenForSecondFactor,
        .invalidRefreshToken,
        .missingCustomToken,
        .missingGrantType,
        .missingIDToken,
        .missingIDTokenForVerification,
        .missingIDTokenOrCode,
        .missingRefreshToken,
        .projectNumberMismatch,
        .tenantIDMismatchInCustomToken,
        .tenantIDMismatchInIDToken,
        .refreshTokenTenantMismatch,
        .tokenExpired,
    ]
}
