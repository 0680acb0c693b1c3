package import FirebreakWire

/// Public keys of an issuer (RFC 7517), to verify the signatures of its tokens (RFC 7515).
///
/// Claims are not looked at, and the payload may be anything.
package struct KeySet: Sendable {
    private let keys: [JSONWebKey]

    /// Reads keys once for all tokens: those in `keys` of a JWKS document, those of `certificates`, an object of key IDs
    /// and PEM texts as Google serves them, or of both.
    ///
    /// JSON Web Keys that are not understood, not for signatures or out of range are passed over, as RFC 7517 section 5
    /// wants it: symmetric ones, and RSA below 2048 bits, among them. Dates of certificates do not matter.
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
    /// A token that names its key in `kid` is held against that one alone, any other against all that are for its
    /// algorithm. A key verifies with its own algorithms only, so that a header cannot turn a public key into a shared
    /// secret. A header with `crit` is refused (RFC 7515 section 4.1.11).
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

    /// The keys that a token with this `kid` may be signed with; an ID that is no text is nobody's.
    private func candidates(keyID: JSON?) -> [JSONWebKey] {
        guard let keyID else { return keys }
        guard let id = keyID.stringValue else { return [] }
        return keys.filter { $0.id == id }
    }
}
