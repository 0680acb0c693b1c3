import CryptoExtras
package import FirebreakWire
import JWTKit
import SwiftASN1
import X509

/// Public keys of an issuer (RFC 7517), to verify the signatures of its tokens (RFC 7515).
///
/// Claims are not looked at, and the payload may be anything.
package struct KeySet: Sendable {
    /// A key for one algorithm; a key that does not name its algorithm has one of these for each that it fits.
    private struct Verifier: Sendable {
        var keyID: String?
        var algorithm: String
        var key: any JWTAlgorithm
    }

    private let verifiers: [Verifier]

    /// Reads keys once for all tokens: those in `keys` of a JWKS document, those of `certificates`, an object of key IDs
    /// and PEM texts as Google serves them, or of both.
    ///
    /// JSON Web Keys that are not understood, not for signatures or out of range are passed over, as RFC 7517 section 5
    /// wants it: symmetric ones, and RSA below 2048 bits, among them. Dates of certificates do not matter.
    ///
    /// Asynchronous only because JWTKit hands its verifiers out through an actor; nothing is waited for.
    ///
    /// - Throws: ``KeySetError/malformed``, ``KeySetError/notACertificate``, ``KeySetError/noUsableKey``
    package init(document: JSON) async throws(KeySetError) {
        let keys = document["keys"].map(\.arrayValue) ?? []
        let certificates = document["certificates"].map(\.objectValue) ?? []
        guard let keys, let certificates, keys.allSatisfy({ $0.objectValue != nil }),
            document["keys"] != nil || document["certificates"] != nil
        else { throw .malformed }
        var verifiers: [Verifier] = []
        for key in keys + (try Self.keys(of: certificates)) {
            for candidate in Self.candidates(key) {
                guard let algorithm = await Self.verifier(candidate) else { continue }
                verifiers.append(
                    Verifier(keyID: key["kid"]?.stringValue, algorithm: algorithm.name, key: algorithm))
            }
        }
        guard !verifiers.isEmpty else { throw .noUsableKey }
        self.verifiers = verifiers
    }

    /// Whether one of the keys signed this token with the algorithm in its header.
    ///
    /// A token that names its key in `kid` is held against that one alone, any other against all that are for its
    /// algorithm. A key verifies with its own algorithms only, so that a header cannot turn a public key into a shared
    /// secret. A header with `crit` is refused (RFC 7515 section 4.1.11).
    package func verifies(_ token: String) -> Bool {
        let segments = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3,
            let headerBytes = Base64.decode(segments[0]),
            let header = try? JSON(parsing: headerBytes),  // not JSON: not a token
            let algorithm = header["alg"]?.stringValue, header["crit"] == nil,
            let signature = Base64.decodeCanonical(segments[2])
        else { return false }
        var candidates = verifiers.filter { $0.algorithm == algorithm }
        if let keyID = header["kid"] {
            candidates.removeAll { $0.keyID == nil || $0.keyID != keyID.stringValue }
        }
        let signed = segments[0] + [UInt8(ascii: ".")] + segments[1]
        return candidates.contains { candidate in
            (try? candidate.key.verify(signature, signs: signed)) ?? false  // throws for signatures of another length
        }
    }

    /// Whether one of the keys made this signature of the bytes with RSA and SHA-256.
    package func verifies(rsaSHA256 signature: [UInt8], of bytes: [UInt8]) -> Bool {
        verifiers.contains { verifier in
            // Throws for signatures of another length.
            verifier.algorithm == "RS256" && (try? verifier.key.verify(signature, signs: bytes)) ?? false
        }
    }

    // MARK: Reading keys

    /// The public keys of certificates as JSON Web Keys.
    private static func keys(of certificates: [JSON.Member]) throws(KeySetError) -> [JSON] {
        try certificates.map { member throws(KeySetError) in
            guard let pem = member.value.stringValue,
                let certificate = try? Certificate(pemEncoded: pem),  // not a certificate: said below
                let key = _RSA.Signing.PublicKey(certificate.publicKey),
                let primitives = try? key.getKeyPrimitives()
            else { throw .notACertificate }
            return [
                "kty": "RSA", "alg": "RS256", "kid": .string(member.key),
                "n": .string(Base64.encode(Array(primitives.modulus), .urlSafe)),
                "e": .string(Base64.encode(Array(primitives.publicExponent), .urlSafe)),
            ]
        }
    }

    /// The public part of a key, for each algorithm that it may be used with; none if that is no signature.
    private static func candidates(_ key: JSON) -> [JWK] {
        guard key["use"].map({ $0 == "sig" }) ?? true else { return [] }
        let candidates: [JWK] =
            switch key["kty"]?.stringValue {
            case "RSA": rsaCandidates(key)
            case "EC": ecdsaCandidate(key).map { [$0] } ?? []
            default: []
            }
        guard let named = key["alg"] else { return candidates }
        return candidates.filter { $0.algorithm?.rawValue == named.stringValue }
    }

    private static func rsaCandidates(_ key: JSON) -> [JWK] {
        [.rs256, .rs384, .rs512].map { algorithm in
            .rsa(algorithm, identifier: identifier, modulus: key["n"]?.stringValue, exponent: key["e"]?.stringValue)
        }
    }

    private static func ecdsaCandidate(_ key: JSON) -> JWK? {
        let (algorithm, curve): (JWK.Algorithm, ECDSACurve)
        switch key["crv"]?.stringValue {
        case "P-256": (algorithm, curve) = (.es256, .p256)
        case "P-384": (algorithm, curve) = (.es384, .p384)
        case "P-521": (algorithm, curve) = (.es512, .p521)
        default: return nil
        }
        return .ecdsa(
            algorithm, identifier: identifier, x: key["x"]?.stringValue, y: key["y"]?.stringValue, curve: curve)
    }

    /// JWTKit wants every key of a collection to have an ID; here each is alone in its own.
    private static let identifier: JWKIdentifier = "key"

    private static func verifier(_ key: JWK) async -> (any JWTAlgorithm)? {
        let collection = JWTKeyCollection()
        do {
            try await collection.add(jwk: key)
            return try await collection.getKey(for: identifier)
        } catch {
            return nil  // passed over, as above
        }
    }
}
