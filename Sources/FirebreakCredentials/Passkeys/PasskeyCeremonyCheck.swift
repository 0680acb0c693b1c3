import Crypto
import FirebreakWire

/// What a relying party expects of a ceremony.
package struct PasskeyCeremonyCheck: Sendable {
    /// The relying party ID that is accepted besides the host of the page, because it is the one in the options.
    package static let defaultRelyingPartyID = "localhost"

    /// The challenge that the client was given.
    package var challenge: [UInt8]
    /// Returns the host of an origin that may use passkeys here; `nil` for any other origin.
    package var isAllowedOrigin: @Sendable (_ origin: String) -> String?
    /// Whether the authenticator must have verified the user, by a fingerprint or a PIN for example.
    package var requiresUserVerification: Bool

    package init(
        challenge: [UInt8], isAllowedOrigin: @escaping @Sendable (_ origin: String) -> String?,
        requiresUserVerification: Bool
    ) {
        self.challenge = challenge
        self.isAllowedOrigin = isAllowedOrigin
        self.requiresUserVerification = requiresUserVerification
    }

    /// Checks what both ceremonies have in common (WebAuthn level 2, steps 7 to 15 of section 7.1 and 11 to 17 of
    /// section 7.2): type, challenge, origin, relying party and flags. Pages in frames of other origins are refused,
    /// because projects cannot allow framing (level 3, section 7.1 step 10).
    ///
    /// - Returns: The relying party ID that the passkey is for.
    func check(
        _ clientDataJSON: [UInt8], type: String, _ authenticatorData: AuthenticatorData
    ) throws(PasskeyFailure) -> String {
        let clientData = try CollectedClientData(json: clientDataJSON)
        guard clientData.type == type else { throw .wrongType }
        guard equalInConstantTime(clientData.challenge, challenge) else { throw .challengeMismatch }
        guard let host = isAllowedOrigin(clientData.origin) else { throw .originNotAllowed }
        guard !clientData.crossOrigin else { throw .crossOrigin }
        let relyingPartyID = [host, Self.defaultRelyingPartyID].first { candidate in
            Array(SHA256.hash(data: Array(candidate.utf8))) == authenticatorData.relyingPartyIDHash
        }
        guard let relyingPartyID else { throw .relyingPartyMismatch }
        guard authenticatorData.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !requiresUserVerification || authenticatorData.flags.contains(.userVerified) else {
            throw .userNotVerified
        }
        return relyingPartyID
    }
}
