package import FirebreakWire

/// Public keys of an issuer (RFC 7517), to verify the signatures of its tokens (RFC 7515).
///
/// Claims are not checked, and the payload may be anything.
package struct KeySet: Sendable {
    private let keys: [JSONWebKey]

    /// Reads keys once for all tokens: those in `keys` of a JWKS document, those of `certificates`, an object of key
    /// IDs and PEM texts as served by Google, or both.
    ///
    /// JSON Web Keys that are unsupported, not for signatures or out of range are skipped, as RFC 7517 section 5
    /// recommends, among them symmetric ones and RSA below 2048 bits. Dates of certificates are ignored.
    ///
    /// - Throws: ``KeySetError/malformed``, ``KeySetError/notACertificate``, ``KeySetError/noUsableKey``
    package init(document: JSON) throws(KeySetError) {
        let documents = document["keys"].map(\.arrayValue) ?? []
        let certificates = document["certificates"].map(\.objectValue) ?? []
        guard let documents, let certificates, documents.allSatisfy({ $0.objectValue != nil }),
            document["keys"] != nil || document["certificates"] != nil
        else { throw .malformed }
        var keys = documents.compactMap { JSONWebKey($0) }
        for member in certificates {
            guard let pem = member.value.stringValue else { throw .notACertificate }
            keys.append(try JSONWebKey(id: member.key, certificate: pem))
        }
        guard !keys.isEmpty else { throw .noUsableKey }
        self.keys = keys
    }

    /// Whether one of the keys signed this token with the algorithm in its header.
    ///
    /// A token with a `kid` is verified with that key only, any other with all keys for its algorithm. A key verifies
    /// with its own algorithms only, so that a header cannot turn a public key into a shared secret. A header with
    /// `crit` is refused (RFC 7515 section 4.1.11).
    package func verifies(_ token: String) -> Bool {
        let bytes = Array(token.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3,
            let headerBytes = Base64.decode(segments[0]),
            let header = try? JSON(parsing: headerBytes),  // not JSON: not a token
            let algorithm = header["alg"]?.stringValue.flatMap(JSONWebKey.Algorithm.init(rawValue:)),
            header["crit"] == nil,
            let signature = Base64.decodeCanonical(segments[2])
        else { return false }
        let signed = Array(bytes[..<segments[1].endIndex])
        return candidates(keyID: header["kid"]).contains { $0.verifies(signature, of: signed, with: algorithm) }
    }

    /// Whether one of the keys made this signature of the bytes with RSA and SHA-256.
    package func verifies(rsaSHA256 signature: [UInt8], of bytes: [UInt8]) -> Bool {
        keys.contains { $0.verifies(signature, of: bytes, with: .rs256) }
    }

    /// The keys that a token with this `kid` may be signed with; none if the ID is not a text.
    private func candidates(keyID: JSON?) -> [JSONWebKey] {
        guard let keyID else { return keys }
        guard let id = keyID.stringValue else { return [] }
        return keys.filter { $0.id == id }
    }
}

/// Why keys cannot be read.
package enum KeySetError: String, Error, Sendable, CustomStringConvertible {
    case malformed =
        "The document is not an object with an array `keys` of objects or an object `certificates` of PEM texts."
    case notACertificate = "One of the certificates is not a PEM certificate of an RSA key with 2048 bits or more."
    case notAPrivateKey = "The text is not a PEM private key for RSA with 2048 bits or more."
    case noUsableKey = "None of the keys can verify signatures with RS256, RS384, RS512, ES256, ES384 or ES512."

    package var description: String { rawValue }
}
