package import FirebreakWire

/// What a client began with one call and comes back to with a token in another.
package struct Flow: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// An identity provider's credential, which `pendingToken` stands for.
        case idpCredential
        /// A credential that was used up, so that it cannot be replayed.
        case usedCredential
        /// A first factor that waits for its second: `mfaPendingCredential`.
        case secondFactor
        /// A time-based one-time password that is being enrolled.
        case totpEnrollment
        /// A number that was proved to be one's own, although another account has it.
        case temporaryProof
        /// A challenge for an authenticator.
        case passkeyChallenge
    }

    /// What the client shows; unique in the project.
    package var token: String
    package var kind: Kind
    /// An object; what is in it depends on the kind.
    package var content: JSON
    /// `nil` when it does not expire.
    package var expiresAt: Timestamp?
    /// How often a wrong code was given.
    package var attempts: Int64 = 0
    /// Whether it came to its end; it stays for a while, so that this can be told.
    package var isCompleted = false

    package init(token: String, kind: Kind, content: JSON, expiresAt: Timestamp?) {
        self.token = token
        self.kind = kind
        self.content = content
        self.expiresAt = expiresAt
    }

    package func isExpired(at now: Timestamp) -> Bool { expiresAt.map { now >= $0 } ?? false }
}
