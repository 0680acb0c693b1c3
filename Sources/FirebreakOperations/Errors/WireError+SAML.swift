package import FirebreakWire

// Invalid SAML responses (idp.md section 1.2, saml.md section 4).

extension WireError {
    /// saml.md section 7
    package static func samlRefused(_ problem: String) -> WireError {
        WireError(
            "INVALID_IDP_RESPONSE : \(problem)",
            area: .identityProviders,
            cause: "The SAML response is built in a way that could make it mean something else than what was signed, "
                + "or is encrypted.",
            remedy: "Have the provider send one assertion, unencrypted, directly below the response.")
    }

    package static let samlWithoutNameID = WireError(
        "INVALID_IDP_RESPONSE : Invalid assertion: missing or empty NameID",
        area: .identityProviders,
        cause: "The assertion of the SAML response does not say whom it is about.",
        remedy: "Have the provider send a subject with a name ID.")

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
        cause: "No signature of the SAML response is good, of the whole response or its assertion, and by the key of "
            + "one of the `idpCertificates` of the configuration; or it uses an algorithm that is not supported.",
        remedy: "Put the provider's certificate into the configuration. In profile `local`, rule `credentials` at "
            + "`unverified` takes unsigned responses.")

    package static let samlWithoutRequest = WireError(
        Wording(
            "INVALID_IDP_RESPONSE : InResponseTo attribute must be present in both Response and "
                + "SubjectConfirmationData."),
        area: .identityProviders,
        cause: "The SAML response, or the confirmation of its subject, does not say which request it answers.",
        remedy: "Have the provider name the ID of the request in both.")

    package static let samlOtherRequest = WireError(
        Wording(
            "INVALID_IDP_RESPONSE : InResponseTo in both Response and SubjectConfirmationData must match the "
                + "request ID."),
        area: .identityProviders,
        cause: "The SAML response, or the confirmation of its subject, answers another request than the session's.",
        remedy: "Have the provider put the ID of the request into both.")

    package static let samlSignatureMissing = WireError(
        "INVALID_IDP_RESPONSE : Missing signature in Assertion and Response enclosing it (if present).",
        area: .identityProviders,
        cause: "In profile `production`, or under rule `credentials: verified`, a SAML response is not signed.",
        remedy: "Have the provider sign the response or its assertion. In profile `local`, rule `credentials` at "
            + "`unverified` takes unsigned responses.")

    package static func samlDestination(_ destination: String, expected: String) -> WireError {
        WireError(
            Wording(
                "INVALID_IDP_RESPONSE : SAMLResponse destination \(destination) does not match RP callback URL "
                    + "\(expected)."),
            area: .identityProviders,
            cause: "The SAML response is addressed neither to `spConfig.callbackUri` of the configuration nor to the "
                + "`continueUri` with which the sign-in began.",
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
            + "Profile `emulator` takes JSON alone, and `production` XML alone.",
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
        .samlRefused("<problem of the document>"),
        .samlWithoutNameID,
        .samlResponseUnreadable,
    ]
}
