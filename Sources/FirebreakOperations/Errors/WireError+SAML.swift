package import FirebreakWire

// Invalid SAML responses (idp.md section 1.2, production.md section 10.2).

extension WireError {
    /// The space instead of a colon is the reference's.
    package static func samlWithout(_ name: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE ((Missing \(name) in SAMLResponse.))",
            area: .identityProviders,
            cause: "The SAML response lacks something that it needs, such as an assertion or the ID of a person.",
            remedy: "Have the provider send an assertion with a subject that has a name ID.")
    }

    package static func samlAudience(expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : All <AudienceRestriction>s should contain the SAML RP entity ID: "
                    + "'\(expected)'."),
            area: .identityProviders,
            cause: "The assertion is for another relying party than `spConfig.spEntityId` of the configuration.",
            remedy: "Set the same entity ID at the provider and in the configuration.")
    }

    package static func samlIssuer(_ issuer: String, expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : Assertion has Issuer \(issuer) which is different from expected Issuer "
                    + "\(expected)."),
            area: .identityProviders,
            cause: "The assertion is by another provider than `idpConfig.idpEntityId` of the configuration.",
            remedy: "Set the provider's entity ID in the configuration.")
    }

    package static func samlNotYetValid(now: String, start: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : Current instant, \(now), is before NotBefore attribute, \(start)",
            area: .identityProviders,
            cause: "By the project's clock, the assertion is not valid yet.",
            remedy: "Set the provider's clock or the project's.")
    }

    package static func samlExpired(now: String, end: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : Current instant, \(now), is on or after NotOnOrAfter attribute, \(end)",
            area: .identityProviders,
            cause: "By the project's clock, the assertion has expired.",
            remedy: "Begin the sign-in again, or set the project's clock.")
    }

    package static let samlSignatureInvalid = WireError(
        "INVALID_IDP_RESPONSE : Failed to verify the signature in SAMLResponse",
        area: .identityProviders,
        cause: "Rule `credentials` is `verified`: signatures of SAML responses cannot be verified here, so none is "
            + "good enough.",
        remedy: "Set rule `credentials` to `unverified` to test sign-in by SAML.")

    package static let samlWithoutRequest = WireError(
        Wording(
            "INVALID_IDP_RESPONSE : InResponseTo attribute must be present in both Response and "
                + "SubjectConfirmationData."),
        area: .identityProviders,
        cause: "The SAML response, or the confirmation of its subject, does not say which request it answers.",
        remedy: "Begin the sign-in at the app; profile `local` also takes responses in which neither does.")

    package static let samlOtherRequest = WireError(
        Wording(
            "INVALID_IDP_RESPONSE : InResponseTo in both Response and SubjectConfirmationData must match the "
                + "request ID."),
        area: .identityProviders,
        cause: "The SAML response and the confirmation of its subject name different requests.",
        remedy: "Have the provider put the same ID into both.")

    package static let samlSignatureMissing = WireError(
        "INVALID_IDP_RESPONSE : Missing signature in Assertion and Response enclosing it (if present).",
        area: .identityProviders,
        cause: "Rule `credentials` is `verified`, and the SAML response is not signed.",
        remedy: "Set rule `credentials` to `unverified` to test sign-in by SAML.")

    package static func samlDestination(_ destination: String, expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : SAMLResponse destination \(destination) does not match RP callback URL "
                    + "\(expected)."),
            area: .identityProviders,
            cause: "The SAML response is addressed to another URL than `spConfig.callbackUri` of the configuration.",
            remedy: "Set the same URL at the provider and in the configuration.")
    }

    package static func samlStatus(_ status: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : SAMLResponse status code not SUCCESS, instead it is: \(status)",
            area: .identityProviders,
            cause: "The provider says in its SAML response that the sign-in failed.",
            remedy: "Look for the reason at the provider.")
    }

    package static let samlResponseUnreadable = WireError(
        "INVALID_IDP_RESPONSE : Unable to parse SAMLResponse",
        reference: Wording(
            "INVALID_IDP_RESPONSE : Unable to parse SAMLResponse ((Auth Emulator only accepts strict JSON as fake "
                + "SAMLResponse.))"),
        area: .identityProviders,
        cause: "The SAML response is neither XML in Base64 nor, as a fake, JSON; or one of its times is none. "
            + "Profile `emulator` takes JSON alone.",
        remedy: "Send the provider's response unchanged, or a fake such as "
            + "`{\"assertion\":{\"subject\":{\"nameId\":\"alice@example.com\"}}}`.")
}

extension WireError {
    package static let samlErrors: [WireError] = [
        .samlWithout("<element>"),
        .samlAudience(expected: "<entity ID>"),
        .samlIssuer("<issuer>", expected: "<entity ID>"),
        .samlNotYetValid(now: "<time>", start: "<time>"),
        .samlExpired(now: "<time>", end: "<time>"),
        .samlSignatureInvalid,
        .samlWithoutRequest,
        .samlOtherRequest,
        .samlSignatureMissing,
        .samlDestination("<destination>", expected: "<callbackUri>"),
        .samlStatus("<status>"),
        .samlResponseUnreadable,
    ]
}
