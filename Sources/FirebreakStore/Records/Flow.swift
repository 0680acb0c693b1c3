package import FirebreakWire

/// State that a client creates with one call and refers to by a token in a later one.
package struct Flow: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// An identity provider's credential, which `pendingToken` stands for.
        case idpCredential
        /// A credential that was used up, so that it cannot be replayed.
        case usedCredential
        /// A sign-in at a SAML provider that waits for the response.
        case samlRequest
        /// A first factor that waits for its second: `mfaPendingCredential`.
        case secondFactor
        /// A time-based one-time password that is being enrolled.
        case totpEnrollment
        /// A number that the caller proved to own, although another account has it.
        case temporaryProof
        /// A challenge for an authenticator.
        case passkeyChallenge
        /// How often something happened lately that rule `limits` counts.
        case throttle
        /// What an admin's new password left of the first factors of an account.
        case keptFirstFactors
    }

    /// What the client shows; unique in the project.
    package var token: String
    package var kind: Kind
    /// An object; what is in it depends on the kind.
    package var content: JSON
    /// `nil` when it does not expire.
    package var expiresAt: Timestamp?
    /// How often a code was given that counts.
    package var attempts: Int64 = 0
    /// Whether it was completed; completed flows are kept for a while, so that their tokens can be recognised.
    package var isCompleted = false

    package init(token: String, kind: Kind, content: JSON, expiresAt: Timestamp?) {
        self.token = token
        self.kind = kind
        self.content = content
        self.expiresAt = expiresAt
    }

    package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { now >= $0 } ?? false }
}
