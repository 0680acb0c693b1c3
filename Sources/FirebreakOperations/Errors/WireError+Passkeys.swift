package import FirebreakWire

// Passkeys (phone-mfa.md section 6).

extension WireError {
    package static let passkeyInUse = WireError(
        "PASSKEY_EXISTS",
        reference: "CREDENTIAL_ALREADY_IN_USE",
        area: .passkeys,
        cause: "An account has the passkey already.",
        remedy: "Sign in with it, or exclude it when the authenticator makes a new one.")

    package static let passkeyLimitExceeded = WireError(
        "PASSKEY_LIMIT_EXCEEDED",
        area: .passkeys,
        cause: "The account has ten passkeys, which is as many as it may have.",
        remedy: "Remove one with `deletePasskey` of `accounts:update` first.")

    package static let passkeysNotEnabled = WireError(
        "PASSKEY_NOT_ENABLED",
        area: .passkeys,
        cause: "Rule `passkeys` is `off`.",
        remedy: "Set rule `passkeys` to `on`.")

    package static let passkeyChallengeTimedOut = WireError(
        "PASSKEY_CHALLENGE_TIMEOUT",
        area: .passkeys,
        cause: "The challenge that the authenticator answered is older than `passkeyChallenge` of rule `lifetimes`.",
        remedy: "Start again, or give challenges more time.")

    /// WebAuthn level 2, sections 7.1 and 7.2
    package static func invalidAuthenticatorResponse(_ explanation: String) -> WireError {
        WireError(
            "INVALID_AUTHENTICATOR_RESPONSE : \(explanation)",
            area: .passkeys,
            cause: "What the authenticator answered cannot be verified: another challenge, origin or relying party, "
                + "or a wrong signature.",
            remedy: "Start again and pass on the answer unchanged, from the origin that asked for the challenge.")
    }

    package static let invalidCredentialID = WireError(
        "INVALID_CREDENTIAL_ID",
        area: .passkeys,
        cause: "The authenticator's response has no ID of a credential, or one that is not Base64.",
        remedy: "Send `id` as the browser gave it.")

    package static let missingAuthenticatorResponse = WireError(
        "MISSING_AUTHENTICATOR_RESPONSE",
        area: .passkeys,
        cause: "The request has no response of an authenticator, or a part of it is missing.",
        remedy: "Send the whole credential that the browser gave, in its JSON form.")

    package static let passkeyNotFound = WireError(
        "PASSKEY_ENROLLMENT_NOT_FOUND",
        reference: "PASSKEY_CREDENTIAL_NOT_FOUND",
        area: .passkeys,
        cause: "No account has the passkey, or it was enrolled under profile `emulator`, which keeps no public "
            + "keys.",
        remedy: "Enrol the passkey in this project and tenant first.")
}

extension WireError {
    package static let passkeyErrors: [WireError] = [
        .invalidAuthenticatorResponse("<explanation>"),
        .invalidCredentialID,
        .missingAuthenticatorResponse,
        .passkeyChallengeTimedOut,
        .passkeyNotFound,
        .passkeyInUse,
        .passkeyLimitExceeded,
        .passkeysNotEnabled,
    ]
}
