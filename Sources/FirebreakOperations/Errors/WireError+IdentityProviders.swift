package import FirebreakWire

// Signing in with an identity provider, and linking one (idp.md, production.md section 10).

extension WireError {
    /// production.md section 9
    package static let federatedUserIDAlreadyLinked = WireError(
        "FEDERATED_USER_ID_ALREADY_LINKED",
        area: .identityProviders,
        cause: "The identity belongs to another account; in profile `emulator` also when it is this one.",
        remedy: "Sign in with the identity instead of linking it, or unlink it from the other account first.")

    package static let invalidContinueURI = WireError(
        "INVALID_CONTINUE_URI",
        area: .identityProviders,
        cause: "`continueUri` of `createAuthUri` is not an absolute URL; with a provider also: no web page, with a "
            + "fragment, or with a parameter `state`.",
        remedy: "Give the URL of a page, such as `http://localhost:3000/`.")

    /// production.md section 2
    package static func invalidOAuthContinueURI(provider: String) -> WireError {
        WireError(
            "INVALID_CONTINUE_URI : Invalid OAuth request for \(provider)",
            area: .identityProviders,
            cause: "A provider's sign-in would return to a host that is not in `authorizedDomains`.",
            remedy: "Add the host to `authorizedDomains` of the project's configuration.")
    }

    package static func invalidCredentialOrProviderID(_ url: String) -> WireError {
        WireError(
            .invalidCredential(url),
            area: .identityProviders,
            cause: "The credential names no provider, or has no ID token where this provider's access token is not "
                + "enough.",
            remedy: "Send `providerId` and, for Apple, Yahoo, OpenID Connect and SAML, what the provider says of the "
                + "person: `id_token` or `SAMLResponse`.")
    }

    /// idp.md section 1.4, production.md section 10
    package static func credentialWithoutToken(_ url: String) -> WireError {
        WireError(
            .invalidCredential(url),
            reference: Wording(
                "The Auth Emulator only supports sign-in with credentials (id_token required).", .notImplemented),
            area: .identityProviders,
            cause: "The credential has neither an ID token nor an access token.",
            remedy: "Send the provider's `id_token` in `postBody`; a fake one is a JSON object such as "
                + "`{\"sub\":\"1234\"}`.")
    }

    /// idp.md section 1.4
    package static func appleAccessToken(_ url: String) -> WireError {
        WireError(
            .invalidCredential(url),
            reference: Wording(
                "The Auth Emulator only support sign-in with apple.com using id_token, not access_token. Please "
                    + "update your code to use id_token.", .notImplemented),
            area: .identityProviders,
            cause: "A sign-in with Apple has an access token alone, which does not say who the person is.",
            remedy: "Send Apple's `id_token`.")
    }

    package static let invalidIdentifier = WireError(
        "INVALID_IDENTIFIER",
        area: .identityProviders,
        cause: "`identifier` of `createAuthUri` is not an e-mail address, or an identity to link has an ID or "
            + "address that is too long.",
        remedy: "Give an address as identifier; IDs and addresses of providers have a few hundred characters at "
            + "most.")

    package static func invalidGameCenterResponse(_ problem: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : \(problem)",
            area: .identityProviders,
            cause: "Game Center's statement about the player is incomplete, malformed, or not signed by Game "
                + "Center.",
            remedy: "Send all of `playerId`, `publicKeyUrl`, `salt`, `signature` and `timestamp` as Game Center gave "
                + "them.")
    }

    /// production.md section 12, idp.md section 6
    package static let invalidPendingToken = WireError(
        "INVALID_PENDING_TOKEN",
        area: .identityProviders,
        cause: "A pending token of an identity provider, or the pending credential of a second factor, is unknown, "
            + "expired or for another provider.",
        remedy: "Begin the sign-in again.")

    package static let invalidProviderID = WireError(
        "INVALID_PROVIDER_ID",
        area: .identityProviders,
        cause: "The provider does not exist, is too long, or is none that the method is for: `password` and `phone` "
            + "cannot be linked, and only Apple's tokens are revoked.",
        remedy: "Name an identity provider, such as `google.com`, `oidc.acme` or `saml.acme`.")

    package static let invalidRequestURI = WireError(
        "INVALID_REQUEST_URI",
        area: .identityProviders,
        cause: "`requestUri` of a sign-in with a provider is not an absolute URL.",
        remedy: "Send the URL that the provider returned to; any, such as `http://localhost`, will do.")

    package static let missingContinueURI = WireError(
        "MISSING_CONTINUE_URI",
        area: .identityProviders,
        cause: "`createAuthUri`, or a code that is handled in an app, was asked for without saying where to return "
            + "to.",
        remedy: "Send `continueUri` or `continueUrl`.")

    package static let missingIdentifier = WireError(
        "MISSING_IDENTIFIER",
        area: .identityProviders,
        cause: "`createAuthUri` has neither `identifier` nor `providerId`, or a custom token has no `uid`.",
        remedy: "Send `identifier` or `providerId`; give a custom token the user's ID as `uid`.")

    package static let missingRelyingParty = WireError(
        "MISSING_IDENTIFIER : rp_id is required.",
        area: .identityProviders,
        cause: "A SAML response was asked for without saying for which relying party.",
        remedy: "Send `rpId`.")

    /// production.md section 9
    package static let missingLinkedProviderID = WireError(
        .missingProviderLinkIDs,
        reference: "MISSING_PROVIDER_ID",
        area: .identityProviders,
        cause: "`linkProviderUserInfo` has no `providerId`.",
        remedy: "Give `providerId` and `rawId` of the identity.")

    /// production.md section 9
    package static let missingLinkedRawID = WireError(
        .missingProviderLinkIDs,
        reference: "MISSING_RAW_ID",
        area: .identityProviders,
        cause: "`linkProviderUserInfo` has no `rawId`.",
        remedy: "Give `providerId` and `rawId` of the identity.")

    package static let missingIOSBundleID = WireError(
        "MISSING_IOS_BUNDLE_ID",
        area: .identityProviders,
        cause: "A signature of Game Center is to be verified, and the request does not say which app it is from.",
        remedy: "Send the header `X-Ios-Bundle-Identifier`.")

    package static let missingProviderID = WireError(
        "MISSING_PROVIDER_ID",
        area: .identityProviders,
        cause: "The request does not say which identity provider it is about.",
        remedy: "Send `providerId`, or `idpId` for a configuration.")

    package static let missingRequestURI = WireError(
        "MISSING_REQUEST_URI",
        area: .identityProviders,
        cause: "A sign-in with a provider has no `requestUri`.",
        remedy: "Send the URL that the provider returned to; any, such as `http://localhost`, will do.")

    /// production.md section 10.1
    package static let codeFlowNotEnabled = WireError(
        "OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple",
        area: .identityProviders,
        cause: "The project's configuration of `apple.com` has no `codeFlowConfig`, or there is none and rule "
            + "`providers` is `configured`.",
        remedy: "Add `appleSignInConfig.codeFlowConfig` to the configuration of `apple.com`.")

    /// production.md section 8
    package static let providerDisabled = WireError(
        "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.",
        area: .identityProviders,
        cause: "The provider's configuration is switched off: `enabled` is false, or under rule `providers: "
            + "configured` not true.",
        remedy: "Set `enabled` of the configuration to true.")

    /// production.md section 8
    package static let providerNotConfigured = WireError(
        "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
        area: .identityProviders,
        cause: "Rule `providers` is `configured`, and the project or tenant has no configuration of this provider.",
        remedy: "Create the configuration (`POST …/defaultSupportedIdpConfigs`, `…/oauthIdpConfigs` or "
            + "`…/inboundSamlConfigs`), or set rule `providers` to `any`.")

    /// production.md section 9.1
    package static let providerAlreadyLinked = WireError(
        "PROVIDER_ALREADY_LINKED",
        area: .identityProviders,
        cause: "The account has an identity of this provider already.",
        remedy: "Unlink that one first, with `unlink` of the SDK or `deleteProvider` of `accounts:update`.")

    /// production.md section 1
    package static let linkProviderNotAllowed = WireError(
        "UNEXPECTED_PARAMETER : link_provider_user_info is not allowed with ID token.",
        area: .identityProviders,
        cause: "A user sent `linkProviderUserInfo`, which is for admins.",
        remedy: "Link identities by `signInWithIdp` with the user's ID token, or through an Admin SDK.")
}

extension WireError.Wording {
    fileprivate static func invalidCredential(_ url: String) -> WireError.Wording {
        "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(url)"
    }

    fileprivate static let missingProviderLinkIDs: WireError.Wording =
        "MISSING_IDENTIFIER : providerId & rawId are both required for provider linking"
}

extension WireError {
    package static let identityProviderErrors: [WireError] = [
        .federatedUserIDAlreadyLinked,
        .invalidContinueURI,
        .invalidOAuthContinueURI(provider: "<providerId>"),
        .invalidCredentialOrProviderID("<requestUri>"),
        .credentialWithoutToken("<requestUri>"),
        .appleAccessToken("<requestUri>"),
        .invalidIdentifier,
        .invalidGameCenterResponse("<problem>"),
        .invalidPendingToken,
        .invalidProviderID,
        .invalidRequestURI,
        .missingContinueURI,
        .missingIdentifier,
        .missingRelyingParty,
        .missingLinkedProviderID,
        .missingLinkedRawID,
        .missingIOSBundleID,
        .missingProviderID,
        .missingRequestURI,
        .codeFlowNotEnabled,
        .providerDisabled,
        .providerNotConfigured,
        .providerAlreadyLinked,
        .linkProviderNotAllowed,
    ]
}
