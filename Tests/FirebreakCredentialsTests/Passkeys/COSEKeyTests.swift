import Crypto
import FirebreakTestSupport
import Testing

@testable import FirebreakCredentials

struct COSEKeyTests {
    private static let message = Array("message".utf8)

    @Test(arguments: SoftwareAuthenticator.Algorithm.allCases)
    func `a key verifies what its owner signed`(algorithm: SoftwareAuthenticator.Algorithm) throws {
        let authenticator = SoftwareAuthenticator(algorithm)
        let key = try COSEKey(authenticator.publicKey)
        let signature = authenticator.sign(Self.message)

        #expect(key.bytes == authenticator.publicKey)
        #expect(key.verifies(signature: signature, over: Self.message))
        #expect(!key.verifies(signature: signature, over: Self.message + [0]))
        #expect(!key.verifies(signature: signature + [0], over: Self.message))
        #expect(!key.verifies(signature: signature.dropLast(), over: Self.message))
        #expect(!key.verifies(signature: [], over: Self.message))
        #expect(!key.verifies(signature: [UInt8](repeating: 0xFF, count: 1000), over: Self.message))
    }

    @Test func `a key of another owner or algorithm does not verify`() throws {
        let signature = SoftwareAuthenticator(.es256).sign(Self.message)
        for algorithm in SoftwareAuthenticator.Algorithm.allCases {
            let key = try COSEKey(SoftwareAuthenticator(algorithm).publicKey)
            #expect(!key.verifies(signature: signature, over: Self.message))
        }
    }

    @Test(arguments: [0x27, 0x00, 0x38])
    func `other algorithms are not supported`(algorithm: UInt8) {
        let point = P256.Signing.PrivateKey().publicKey
        var bytes = SoftwareAuthenticator.coseKey(point, algorithm: algorithm)
        if algorithm == 0x38 { bytes.insert(0x22, at: 5) }  // ES384, −35
        #expect(throws: PasskeyFailure.unsupportedAlgorithm) { try COSEKey(bytes) }
    }

    /// What to write over an ES256 key at which place.
    @Test(
        arguments: [
            (2, [3]),  // type RSA
            (6, [2]),  // curve P-384
            (10, [0xFF, 0xFF, 0xFF, 0xFF]),  // not on the curve
            (9, [31]),  // x too short, and what follows is not a map
            (0, [0xA4]),  // y left over
            (7, [0x22]),  // y twice
            (1, [2]),  // no type
            (3, [4]),  // no algorithm
        ] as [(Int, [UInt8])])
    func `malformed points are refused`(place: Int, replacement: [UInt8]) {
        var bytes = SoftwareAuthenticator(.es256).publicKey
        bytes.replaceSubrange(place..<place + replacement.count, with: replacement)
        #expect(throws: PasskeyFailure.malformedPublicKey) { try COSEKey(bytes) }
    }

    @Test func `coordinates of another length are refused`() {
        let point = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
        let start: [UInt8] = [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21]
        let shifted = start + [0x58, 31] + point.prefix(31) + [0x22, 0x58, 33] + point.suffix(33)
        #expect(throws: PasskeyFailure.malformedPublicKey) { try COSEKey(shifted) }
        let compressed = start + [0x58, 32] + point.prefix(32) + [0x22, 0xF5]
        #expect(throws: PasskeyFailure.malformedPublicKey) { try COSEKey(compressed) }
    }

    @Test(
        arguments: [
            (2048, [1, 0, 1], true), (2047, [1, 0, 1], false), (1024, [1, 0, 1], false), (4096, [1, 0, 1], true),
            (4097, [1, 0, 1], false), (2048, [3], true), (2048, [2], false), (2048, [1], false), (2048, [], false),
            (2048, [UInt8](repeating: 0xFF, count: 256), false), (0, [1, 0, 1], false),
        ] as [(Int, [UInt8], Bool)])
    func `RSA keys have 2048 to 4096 bits and a small odd exponent`(bits: Int, exponent: [UInt8], isGood: Bool) {
        var modulus = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
        if let first = modulus.first, bits % 8 > 0 { modulus[0] = first >> (8 - bits % 8) }
        let key = try? COSEKey(SoftwareAuthenticator.coseKey(modulus: modulus, exponent: exponent))
        let padded = try? COSEKey(SoftwareAuthenticator.coseKey(modulus: [0] + modulus, exponent: exponent))
        #expect((key != nil) == isGood)
        #expect((padded != nil) == isGood)
        #expect(key?.verifies(signature: modulus, over: Self.message) != true)
    }
}
