/// What an authenticator says about a ceremony (WebAuthn level 2 section 6.1).
package struct AuthenticatorData: Sendable, Equatable {
    /// What the authenticator did and knows, and what the data contains.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let userPresent = Self(rawValue: 1 << 0)
        package static let userVerified = Self(rawValue: 1 << 2)
        package static let backupEligible = Self(rawValue: 1 << 3)
        package static let backedUp = Self(rawValue: 1 << 4)
        package static let attestedCredential = Self(rawValue: 1 << 6)
        package static let extensions = Self(rawValue: 1 << 7)
    }

    /// The new credential of a registration.
    struct AttestedCredential: Sendable, Equatable {
        /// The model of the authenticator, 16 bytes.
        var aaguid: [UInt8]
        var credentialID: [UInt8]
        /// The key in COSE form, not parsed.
        var publicKey: [UInt8]
    }

    /// Longest credential ID in bytes, as defined by level 3 of WebAuthn (section 7.1).
    static let maximumCredentialIDBytes = 1023

    /// SHA-256 of the relying party's ID, 32 bytes.
    let relyingPartyIDHash: [UInt8]
    let flags: Flags
    /// Signatures made so far; always 0 if the authenticator does not count.
    let signCount: UInt32
    /// `nil` if the data describes no new credential.
    let attestedCredential: AttestedCredential?

    /// - Throws: ``PasskeyFailure/malformedAuthenticatorData`` if a length is wrong, the key or the extensions are not
    ///   CBOR maps, or there are trailing bytes.
    package init(_ bytes: [UInt8]) throws(PasskeyFailure) {
        var reader = Reader(rest: bytes[...])
        relyingPartyIDHash = try reader.take(32)
        flags = Flags(rawValue: UInt8(try reader.takeNumber(bytes: 1)))
        signCount = try reader.takeNumber(bytes: 4)
        attestedCredential = flags.contains(.attestedCredential) ? try reader.takeCredential() : nil
        if flags.contains(.extensions) { _ = try reader.takeMap() }
        guard reader.rest.isEmpty else { throw .malformedAuthenticatorData }
    }

    /// Consumes bytes from the front.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws(PasskeyFailure) -> [UInt8] {
            guard count <= rest.count else { throw .malformedAuthenticatorData }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        /// A big-endian number of at most four bytes.
        mutating func takeNumber(bytes count: Int) throws(PasskeyFailure) -> UInt32 {
            try take(count).reduce(0) { $0 << 8 | UInt32($1) }
        }

        mutating func takeCredential() throws(PasskeyFailure) -> AttestedCredential {
            let aaguid = try take(16)
            let length = Int(try takeNumber(bytes: 2))
            guard (1...AuthenticatorData.maximumCredentialIDBytes).contains(length) else {
                throw .malformedAuthenticatorData
            }
            let credentialID = try take(length)
            return AttestedCredential(aaguid: aaguid, credentialID: credentialID, publicKey: try takeMap())
        }

        /// The bytes of one CBOR map.
        mutating func takeMap() throws(PasskeyFailure) -> [UInt8] {
            guard let (value, count) = try? CBOR.decodePrefix(of: rest),  // the position of the error is irrelevant
                value.mapValue != nil
            else { throw .malformedAuthenticatorData }
            return try take(count)
        }
    }
}
