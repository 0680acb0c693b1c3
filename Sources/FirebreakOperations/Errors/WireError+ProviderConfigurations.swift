package import FirebreakWire

// Configurations of identity providers (tenants-config.md B1).

extension WireError {
    package static let configurationExists = WireError(
        "CONFIGURATION_EXISTS",
        area: .identityProviders,
        cause: "The project or tenant has a configuration of this ID already.",
        remedy: "Change the one that is there, or delete it first.")

    package static let configurationNotFound = WireError(
        "CONFIGURATION_NOT_FOUND",
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

    package static let invalidConfigID = WireError(
        "INVALID_CONFIG_ID",
        area: .identityProviders,
        cause: "The ID does not begin with `oidc.` or `saml.`, or goes on with something else than 1 through 64 "
            + "letters, digits, `.`, `_` and `-`.",
        remedy: "Choose an ID such as `oidc.acme`.")

    /// production.md section 10
    package static let invalidIssuer = WireError(
        "INVALID_ISSUER",
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

    package static let missingOAuthClientID = WireError(
        "MISSING_OAUTH_CLIENT_ID",
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
        .configurationExists,
        .configurationNotFound,
        .invalidConfig("<explanation>"),
        .invalidConfigID,
        .invalidIssuer,
        .missingConfigID,
        .missingIssuer,
        .missingOAuthClientID,
        .missingSAMLRelyingParty,
    ]
}
