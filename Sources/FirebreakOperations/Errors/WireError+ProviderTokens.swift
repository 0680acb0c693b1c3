package import FirebreakWire

// Invalid tokens of identity providers (idp.md section 1.4; production.md section 10).

extension WireError {
    package static let idTokenSubjectNotText = WireError(
        "INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))",
        area: .identityProviders,
        cause: "`sub` of the provider's token is not a text.",
        remedy: "Put the person's ID in quotation marks, such as `{\"sub\":\"1234\"}`.")

    package static func idTokenIssuerMismatch(_ issuer: String, expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : The issuer in ID Token \(issuer) does not match the expected one in config: "
                    + "\(expected)."),
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and the ID token is by another issuer than rule "
                + "`credentialKeys` or the configuration names.",
            remedy: "Correct `issuer` in rule `credentialKeys` or the configuration, or take the token from the right "
                + "provider.")
    }

    package static func idTokenAudienceMismatch(_ audience: String, expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : The audience in ID Token [\(audience)] does not match the expected audience "
                    + "\(expected)."),
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and the ID token is for another audience than rule "
                + "`credentialKeys` or the configuration names.",
            remedy: "Name the app's client ID in the rule's `audiences`, or as `clientId` of the configuration.")
    }

    package static func idTokenWithoutIdentity(_ payload: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: \(payload)",
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and the ID token does not say whom it is about.",
            remedy: "Have the provider put the person's ID into `sub`.")
    }

    /// production.md section 10: for a past `exp` as for a future `iat`.
    package static func idTokenStale(issuedAt: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : ID Token issued at \(issuedAt) is stale to sign-in.",
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and by the project's clock the ID token has expired or is not "
                + "issued yet.",
            remedy: "Get a new token from the provider, or set the project's clock.")
    }

    package static let issuerUnreachable = WireError(
        "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.",
        area: .identityProviders,
        cause: "Rule `credentials` is `verified`, and rule `credentialKeys` has no keys for the provider. Nothing "
            + "is fetched.",
        remedy: "Add the provider's JWKS document to rule `credentialKeys`.")

    package static func googleAudienceNotAuthorized(_ audience: String, projectNumber: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used with "
                    + "this application. Its audience (OAuth 2.0 client ID) is \(audience), which is not authorized to be "
                    + "used in the project with project_number: \(projectNumber)."),
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and Google's ID token is for another app.",
            remedy: "Name the app's client ID in the `audiences` of rule `credentialKeys`, or as `clientId` of the "
                + "configuration of `google.com`.")
    }

    package static let idTokenWithoutSubject = WireError(
        Wording(
            "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" "
                + "field. This field is required and must be a unique identifier.))"),
        area: .identityProviders,
        cause: "The provider's token does not say whom it is about.",
        remedy: "Give it a `sub`: a text that is the same at each sign-in of the person.")

    package static let idpSessionMismatch = WireError(
        "INVALID_IDP_RESPONSE : The state in the request does not belong to the session ID.",
        area: .identityProviders,
        cause: "The answer of a provider's page came back to another session than the one that `createAuthUri` "
            + "began.",
        remedy: "Send the `sessionId` that `createAuthUri` answered, and use each answer once.")

    /// Accounts are looked up by these values.
    package static func idpValueTooLong(_ name: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : The user's \(name) in the IdP response is too long.",
            area: .identityProviders,
            cause:
                "The person's ID or address, or all that the provider says of the person, is longer than any can be.",
            remedy: "Shorten it: addresses and IDs have a few hundred characters at most, claims 64 KiB together.")
    }

    package static func unparsable(idToken text: String, of provider: String) -> WireError {
        WireError(
            .unparsable(idToken: text, of: provider),
            area: .identityProviders,
            cause: "Rule `credentials` is `verified`, and the ID token is not a JSON Web Token.",
            remedy: "Send the provider's ID token unchanged; fakes of bare JSON need rule `credentials: unverified`.")
    }

    package static func fakeIDTokenNotAccepted(_ text: String, of provider: String) -> WireError {
        WireError(
            .unparsable(idToken: text, of: provider),
            reference: Wording(
                "INVALID_IDP_RESPONSE : Unable to parse id_token: \(text) ((Auth Emulator only accepts strict JSON "
                    + "or JWTs as fake id_tokens.))"),
            area: .identityProviders,
            cause: "The ID token is neither a JSON object nor a JSON Web Token.",
            remedy: "Send the provider's ID token unchanged, or a fake such as "
                + "`{\"sub\":\"1234\",\"email\":\"alice@example.com\"}`.")
    }

    package static func unparsableIDToken(_ text: String, of provider: String) -> WireError {
        WireError(
            .unparsable(idToken: text, of: provider),
            reference: Wording(
                "INVALID_IDP_RESPONSE : Unable to parse id_token: \(text) ((Auth Emulator failed to parse fake "
                    + "id_token as strict JSON.))"),
            area: .identityProviders,
            cause: "The ID token starts like a JSON object, but is none.",
            remedy: "Correct the JSON, such as `{\"sub\":\"1234\",\"email\":\"alice@example.com\"}`.")
    }

    package static let idTokenSignatureInvalid = WireError(
        "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.",
        area: .identityProviders,
        cause: "Rule `credentials` is `verified`, and none of the keys in rule `credentialKeys` has signed the ID "
            + "token.",
        remedy: "Bring the provider's JWKS document in the rule up to date, or check where the token comes from.")

    package static let duplicateCredential = WireError(
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential.",
        area: .identityProviders,
        cause: "A token with a nonce was presented before: it is good once, also where the first attempt failed.",
        remedy: "Get a new token from the provider.")

    package static let missingNonce = WireError(
        "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.",
        area: .identityProviders,
        cause: "The provider's token was made for a nonce, and the request does not give it.",
        remedy: "Send the raw nonce as `nonce`, with the token.")

    package static func nonceMismatch(_ nonce: String, raw: String) -> WireError {
        WireError(
            Wording(
                "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(nonce)\" does not match the SHA256 hash of "
                    + "the raw nonce \"\(raw)\" in the request."),
            area: .identityProviders,
            cause: "The provider's token was made for another nonce than the request gives.",
            remedy: "Give the provider the SHA-256 of the nonce in hexadecimal, and the SDK the nonce itself.")
    }
}

extension WireError.Wording {
    fileprivate static func unparsable(idToken text: String, of provider: String) -> WireError.Wording {
        provider == "google.com"
            ? "INVALID_IDP_RESPONSE : Unable to parse Google id_token: \(text)"
            : "INVALID_IDP_RESPONSE : Unable to parse the ID Token."
    }
}

extension WireError {
    package static let providerTokenErrors: [WireError] = [
        .idTokenSubjectNotText,
        .idTokenIssuerMismatch("<iss>", expected: "<issuer>"),
        .idTokenAudienceMismatch("<aud>", expected: "<audience>"),
        .idTokenWithoutIdentity("<payload>"),
        .idTokenStale(issuedAt: "<seconds>"),
        .issuerUnreachable,
        .googleAudienceNotAuthorized("<aud>", projectNumber: "<number>"),
        .idTokenWithoutSubject,
        .idpSessionMismatch,
        .idpValueTooLong("<value>"),
        .unparsable(idToken: "<token>", of: "<providerId>"),
        .fakeIDTokenNotAccepted("<token>", of: "<providerId>"),
        .unparsableIDToken("<token>", of: "<providerId>"),
        .idTokenSignatureInvalid,
        .duplicateCredential,
        .missingNonce,
        .nonceMismatch("<nonce>", raw: "<raw nonce>"),
    ]
}
