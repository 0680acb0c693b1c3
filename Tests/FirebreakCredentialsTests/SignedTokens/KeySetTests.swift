import Crypto
import CryptoExtras
import FirebreakCredentials
import FirebreakWire
import Testing

/// Tokens held against keys; ``KeySetDocumentTests`` has the keys themselves.
struct KeySetTests {
    private let rsaKey: _RSA.Signing.PrivateKey
    private let rsa: TokenSigner
    private let ecKey = P256.Signing.PrivateKey()
    private let ec: TokenSigner

    init() throws {
        rsaKey = try TokenSigner.rsaKey.get()
        rsa = try TokenSigner(rsaKey)
        ec = TokenSigner(ecKey)
    }

    private func keySet(_ keys: JSON...) throws -> KeySet { try KeySet(document: ["keys": .array(keys)]) }

    private func both() throws -> KeySet { try keySet(rsa.jwk.with("kid", "r"), ec.jwk.with("kid", "e")) }

    @Test func `tokens of any key and any of its algorithms are verified`() throws {
        let keys = try both()
        for algorithm in ["RS256", "RS384", "RS512"] {
            #expect(keys.verifies(try rsa.token(algorithm, kid: "r")))
            #expect(keys.verifies(try rsa.token(algorithm)))
        }
        #expect(keys.verifies(try ec.token("ES256", kid: "e")))
        #expect(keys.verifies(try ec.token("ES256")))
    }

    @Test func `longer curves go with longer digests`() throws {
        let signers = [
            "ES256": ec, "ES384": TokenSigner(P384.Signing.PrivateKey()),
            "ES512": TokenSigner(P521.Signing.PrivateKey()),
        ]
        for (algorithm, signer) in signers {
            let keys = try keySet(signer.jwk)
            for (other, stranger) in signers {
                #expect(keys.verifies(try stranger.token(other)) == (algorithm == other))
                #expect(keys.verifies(try signer.token(other)) == (algorithm == other))
                #expect(keys.verifies(try stranger.token(algorithm)) == (algorithm == other))
            }
        }
    }

    @Test(arguments: ["{}", "[1,2]", "null", "\"text\"", "not JSON", ""])
    func `the payload may be anything`(payload: String) throws {
        let keys = try both()
        #expect(keys.verifies(try ec.token(header: ["alg": "ES256"], payload: Array(payload.utf8))))
    }

    // MARK: Which key

    @Test func `a token is held against the key it names`() throws {
        let other = TokenSigner(P256.Signing.PrivateKey())
        let keys = try keySet(
            other.jwk.with("kid", "other"), ec.jwk.with("kid", "e"), rsa.jwk.with("kid", "r"))
        #expect(keys.verifies(try ec.token("ES256", kid: "e")))
        #expect(keys.verifies(try ec.token("ES256")))
        for kid in ["other", "r", "unknown", "", "E"] {
            #expect(!keys.verifies(try ec.token("ES256", kid: kid)))
        }
        #expect(!keys.verifies(try ec.token(header: ["alg": "ES256", "kid": 1])))
        #expect(!keys.verifies(try ec.token(header: ["alg": "ES256", "kid": nil])))
    }

    @Test func `a key without an ID verifies only tokens that name none`() throws {
        for key in [ec.jwk, ec.jwk.with("kid", nil as JSON?), ec.jwk.with("kid", 1), ec.jwk.with("kid", .null)] {
            let keys = try keySet(key)
            #expect(keys.verifies(try ec.token("ES256")))
            #expect(!keys.verifies(try ec.token("ES256", kid: "e")))
            #expect(!keys.verifies(try ec.token(header: ["alg": "ES256", "kid": 1])))
            #expect(!keys.verifies(try ec.token(header: ["alg": "ES256", "kid": nil])))
        }
    }

    @Test func `keys of the same ID are all tried`() throws {
        let other = TokenSigner(P256.Signing.PrivateKey())
        let keys = try keySet(other.jwk.with("kid", "k"), ec.jwk.with("kid", "k"), rsa.jwk.with("kid", "k"))
        #expect(keys.verifies(try other.token("ES256", kid: "k")))
        #expect(keys.verifies(try ec.token("ES256", kid: "k")))
        #expect(keys.verifies(try rsa.token("RS256", kid: "k")))
        #expect(!keys.verifies(try TokenSigner(P256.Signing.PrivateKey()).token("ES256", kid: "k")))
    }

    @Test func `tokens of other keys are refused`() throws {
        let keys = try keySet(
            TokenSigner(P256.Signing.PrivateKey()).jwk.with("kid", "e"),
            TokenSigner(_RSA.Signing.PrivateKey(keySize: .bits2048)).jwk.with("kid", "r"))
        for kid in ["e", nil] { #expect(!keys.verifies(try ec.token("ES256", kid: kid))) }
        for kid in ["r", nil] { #expect(!keys.verifies(try rsa.token("RS256", kid: kid))) }
    }

    @Test func `private members are not looked at`() throws {
        let keys = try keySet(ec.jwk.with("d", "not a number"))
        #expect(keys.verifies(try ec.token("ES256")))
    }

    // MARK: Signatures

    @Test func `a token that was tampered with is refused`() throws {
        let keys = try both()
        for token in [try rsa.token("RS256", kid: "r"), try ec.token("ES256", kid: "e")] {
            #expect(keys.verifies(token))
            // Every character matters, to the last bit.
            for offset in token.utf8.indices.map({ token.utf8.distance(from: token.utf8.startIndex, to: $0) }) {
                var bytes = Array(token.utf8)
                bytes[offset] = bytes[offset] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
                #expect(!keys.verifies(String(decoding: bytes, as: UTF8.self)), "at \(offset)")
            }
            let last = try #require(token.utf8.last)
            for more in ["=", ".", "A", " ", "AAAA", "\n"] { #expect(!keys.verifies(token + more)) }
            let neighbour = String(decoding: [last == UInt8(ascii: "A") ? UInt8(ascii: "B") : last + 1], as: UTF8.self)
            #expect(!keys.verifies(String(token.dropLast()) + neighbour))
        }
    }

    @Test func `signatures of another length or form are refused`() throws {
        let keys = try both()
        for (signer, algorithm) in [(rsa, "RS256"), (ec, "ES256")] {
            let token = try signer.token(algorithm)
            let parts = token.split(separator: ".")
            let signature = try #require(parts.last.flatMap { Base64.decode($0) })
            func with(_ signature: [UInt8]) -> String {
                (parts.dropLast() + [Base64.encode(signature, .urlSafe)[...]]).joined(separator: ".")
            }
            #expect(keys.verifies(with(signature)))
            let longer = [[0] + signature, signature + [0], signature + signature]
            for other in longer + [[], [0], Array(signature.dropFirst()), Array(signature.dropLast())] {
                #expect(!keys.verifies(with(other)))
            }
            #expect(!keys.verifies(with([UInt8](repeating: 0, count: signature.count))))
            #expect(!keys.verifies(with([UInt8](repeating: 0xFF, count: signature.count))))
            let der = try? P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
            if let der { #expect(!keys.verifies(with(Array(der)))) }
        }
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c", "e30.e30.", "e30.e30.AA", "....", "ö.ö.ö", "W10.e30.AA"])
    func `what is not a token is refused`(text: String) throws {
        #expect(!(try both()).verifies(text))
    }

    @Test func `bytes are held against RSA keys for SHA-256 alone`() throws {
        let signature = Array(
            try rsaKey.signature(for: SHA256.hash(data: [1, 2]), padding: .insecurePKCS1v1_5).rawRepresentation)
        #expect(try both().verifies(rsaSHA256: signature, of: [1, 2]))
        #expect(!(try both()).verifies(rsaSHA256: signature, of: [2, 1]))
        #expect(!(try both()).verifies(rsaSHA256: signature + [0], of: [1, 2]))
        #expect(!(try keySet(ec.jwk)).verifies(rsaSHA256: signature, of: [1, 2]))
        #expect(!(try keySet(rsa.jwk.with("alg", "RS384"))).verifies(rsaSHA256: signature, of: [1, 2]))
        let elliptic = Array(try ecKey.signature(for: [1, 2]).rawRepresentation)
        #expect(!(try both()).verifies(rsaSHA256: elliptic, of: [1, 2]))
    }
}
