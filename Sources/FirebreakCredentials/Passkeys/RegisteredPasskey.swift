/// What a relying party stores of a new passkey.
package struct RegisteredPasskey: Sendable, Equatable {
    package var credentialID: [UInt8]
    /// The public key in COSE form, as ``COSEKey`` reads it.
    package var publicKey: [UInt8]
    /// Signatures made so far; always 0 if the authenticator does not count.
    package var signCount: UInt32
    /// The relying party ID that the passkey is for.
    package var rpID: String

    package init(credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32, rpID: String) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.rpID = rpID
    }
}
