package import FirebreakWire

// Configurations of identity providers (tenants-config.md B1).

extension WireError {
    /// production.md section 10
    ///
    /// - Parameter resource: The name of the resource's type.
    package static func configurationExists(_ id: String, resource: String) -> WireError {
        WireError(
            Wording(
                "CONFIGURATION_EXISTS : The \(resource) already exists with config_id: \(id)", .alreadyExists),
            reference: "CONFIGURATION_EXISTS",
            area: .identityProviders,
            cause: "The project or tenant has a configuration of this ID already.",
            remedy: "Change the one that is there, or delete it first.")
    }

    /// production.md section 10
    package static let configurationNotFound = WireError(
        Wording("CONFIGURATION_NOT_FOUND", .notFoundInV2),
        reference: "CONFIGURATION_NOT_FOUND",
        area: .identityProviders,
        cause: "The project or tenant has no configuration of this ID.",
        remedy: "Check ID, project and tenant; create the configuration first.")

    package static func invalidConfig(_ explanation: String) -> WireError {
        WireError(
            "INVALID_CONFIG : \(explanation)",
            area: .identityProviders,
            cause: "A member that the configuration needs is missing or wrong.",
            remedy: "Correct the member that the message names.")
    }

    /// production.md section 10
    package static let bothResponseTypes = WireError(
        Wording(
            "INVALID_CONFIG : response_type should have exactly one of 'idToken' and 'code' being true. Setting both "
                + "types to be true ('{code: true, idToken: true}') is not yet supported."),
        reference: "INVALID_CONFIG : Only one of idToken and code can be the response type.",
        area: .identityProviders,
        cause: "`responseType` of a configuration for OpenID Connect has both types on.",
        remedy: "Switch one of them off.")

    /// production.md section 10
    package static let codeFlowWithoutSecret = WireError(
        "INVALID_CONFIG : client_secret cannot be empty for code flow.",
        reference: "INVALID_CONFIG : The code flow needs a client secret.",
        area: .identityProviders,
        cause: "`responseType` of a configuration for OpenID Connect is `code`, and there is no `clientSecret`.",
        remedy: "Give the secret, or have the provider answer an ID token.")

    /// production.md section 10: the text says more than is enforced.
    ///
    /// - Parameters:
    ///   - name: Of the parameter, as it begins a sentence.
    ///   - prefix: What IDs begin with.
    package static func invalidConfigID(_ name: String, prefix: String) -> WireError {
        WireError(
            Wording(
                "INVALID_CONFIG_ID : \(name) must start with '\(prefix)' and can only have alphanumeric characters, "
                    + "hyphens, underscores or periods. The part after '\(prefix)' must also start with a lowercase "
                    + "letter, end with an alphanumeric character, and have at least 2 characters."),
            reference: "INVALID_CONFIG_ID",
            area: .identityProviders,
            cause: "The ID does not begin with `oidc.` or `saml.`, or goes on with something else than 1 through 64 "
                + "letters, digits, `.`, `_` and `-`.",
            remedy: "Choose an ID such as `oidc.acme`.")
    }

    /// production.md section 10
    package static let invalidIssuer = WireError(
        "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL.",
        reference: "INVALID_ISSUER",
        area: .identityProviders,
        cause: "`issuer` of a configuration is not an `https` URL.",
        remedy: "Give the issuer as the provider's discovery document has it.")

    package static let missingConfigID = WireError(
        "MISSING_CONFIG_ID",
        area: .identityProviders,
        cause: "A configuration is to be created without saying its ID.",
        remedy: "Send `oauthIdpConfigId` or `inboundSamlConfigId` in the query.")

    package static let missingIssuer = WireError(
        "MISSING_ISSUER",
        area: .identityProviders,
        cause: "A configuration for OpenID Connect has no `issuer`.",
        remedy: "Give the issuer as the provider's discovery document has it.")

    /// production.md section 10
    package static let missingOAuthClientID = WireError(
        "MISSING_OAUTH_CLIENT_ID : Client_id in OAuthIdpConfig cannot be empty.",
        reference: "MISSING_OAUTH_CLIENT_ID",
        area: .identityProviders,
        cause: "A configuration for OpenID Connect has no `clientId`.",
        remedy: "Give the ID that the provider knows the app by.")

    package static let missingSAMLRelyingParty = WireError(
        "MISSING_SAML_RELYING_PARTY_CONFIG",
        area: .identityProviders,
        cause: "A configuration for SAML has no `spConfig.spEntityId`.",
        remedy: "Give the entity ID that the provider knows the project by.")
}

extension WireError {
    package static let providerConfigurationErrors: [WireError] = [
        .configurationExists("<id>", resource: "<resource>"),
        .configurationNotFound,
        .invalidConfig("<explanation>"),
        .bothResponseTypes,
        .codeFlowWithoutSecret,
        .invalidConfigID("<parameter>", prefix: "<prefix>"),
        .invalidIssuer,
        .missingConfigID,
        .missingIssuer,
        .missingOAuthClientID,
        .missingSAMLRelyingParty,
    ]
}
