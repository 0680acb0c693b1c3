import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakCredentials

struct CBORTests {
    /// RFC 8949 appendix A, what the decoder supports of it.
    private static let vectors: [(bytes: [UInt8], value: CBOR)] = [
        ([0x00], .unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)), ([0x18, 0x64], .unsigned(100)),
        ([0x19, 0x03, 0xE8], .unsigned(1000)), ([0x1A, 0x00, 0x0F, 0x42, 0x40], .unsigned(1_000_000)),
        ([0x1B] + [UInt8](repeating: 0xFF, count: 8), .unsigned(.max)),
        ([0x3B] + [UInt8](repeating: 0xFF, count: 8), .negative(.max)),
        ([0x20], .negative(0)), ([0x38, 0x63], .negative(99)), ([0x39, 0x03, 0xE7], .negative(999)),
        ([0xF4], .bool(false)), ([0xF5], .bool(true)), ([0xF6], .null), ([0xF7], .null),
        ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
        ([0x60], .text("")), ([0x61, 0x61], .text("a")), ([0x62, 0xC3, 0xBC], .text("ü")),
        ([0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0], .unsigned(1_363_896_240)),
        ([0x80], .array([])), ([0x83, 1, 2, 3], .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ([0x82, 1, 0x82, 2, 3], .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)])])),
        ([0xA0], .map([])),
        (
            [0xA2, 1, 2, 0x61, 0x62, 0x81, 3],
            .map([.init(.unsigned(1), .unsigned(2)), .init(.text("b"), .array([.unsigned(3)]))])
        ),
    ]

    @Test(arguments: vectors)
    func `values are those of RFC 8949`(bytes: [UInt8], value: CBOR) throws {
        #expect(try CBOR(decoding: bytes) == value)
    }

    @Test(arguments: vectors)
    func `a value ends where it ends`(bytes: [UInt8], value: CBOR) throws {
        let (prefix, count) = try CBOR.decodePrefix(of: ([9] + bytes + [0xFF, 0x00]).dropFirst())
        #expect(prefix == value)
        #expect(count == bytes.count)
        #expect(throws: CBORSyntaxError(reason: .trailingBytes, offset: bytes.count)) {
            try CBOR(decoding: bytes + [0x00])
        }
    }

    @Test(arguments: vectors)
    func `a value that is cut off is refused`(bytes: [UInt8], value: CBOR) {
        for count in 0..<bytes.count {
            #expect(throws: CBORSyntaxError.self) { try CBOR(decoding: Array(bytes.prefix(count))) }
        }
    }

    private static let refused: [(bytes: [UInt8], reason: CBORSyntaxError.Reason, offset: Int)] = [
        ([], .unexpectedEnd, 0), ([0x18], .unexpectedEnd, 1), ([0x1C], .unsupported, 1),
        ([0x42, 1], .unexpectedEnd, 1),
        ([0xF9, 0, 0], .unsupported, 1), ([0xFB], .unsupported, 1), ([0xF8, 0x20], .unsupported, 1),
        ([0xFF], .unsupported, 1), ([0x5F, 0xFF], .unsupported, 1), ([0x9F, 0xFF], .unsupported, 1),
        ([0xBF, 0xFF], .unsupported, 1), ([0x61, 0xFF], .invalidUTF8, 2), ([0xA2, 1, 1, 1, 2], .duplicateKey, 4),
        ([0x5B] + [UInt8](repeating: 0xFF, count: 8), .unexpectedEnd, 9),
        ([0x9B] + [UInt8](repeating: 0xFF, count: 8), .unexpectedEnd, 9),
        ([0xBB] + [UInt8](repeating: 0xFF, count: 8) + [0, 0], .unexpectedEnd, 9),
        ([0x9A, 0, 0, 0, 2, 0], .unexpectedEnd, 5), ([0xBA, 0, 0, 0, 1, 0], .unexpectedEnd, 5),
    ]

    @Test(arguments: refused)
    func `what WebAuthn does not use is refused`(bytes: [UInt8], reason: CBORSyntaxError.Reason, offset: Int) {
        #expect(throws: CBORSyntaxError(reason: reason, offset: offset)) { try CBOR(decoding: bytes) }
    }

    @Test(arguments: [[0x81], [0xA1, 0x00], [0xC1], [0xA1]] as [[UInt8]])
    func `nesting is bounded`(level: [UInt8]) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let opening = Array(repeatElement(level, count: depth).joined())
            // A level that nests in its key has its value after the end.
            return opening + [0x00] + (level == [0xA1] ? [UInt8](repeating: 0x00, count: depth) : [])
        }
        _ = try CBOR(decoding: nested(CBOR.maximumDepth))
        let error = #expect(throws: CBORSyntaxError.self) { try CBOR(decoding: nested(CBOR.maximumDepth + 1)) }
        #expect(error?.reason == .tooDeep)
        #expect(throws: CBORSyntaxError.self) { try CBOR(decoding: nested(100_000)) }
    }

    @Test func `members are found by number and by name`() throws {
        let map = try CBOR(decoding: [0xA3, 0x20, 0x41, 7, 0x61, 0x61, 0x61, 0x62, 3, 0x26])
        #expect(map[-1]?.bytesValue == [7])
        #expect(map["a"]?.textValue == "b")
        #expect(map[3]?.integerValue == -7)
        #expect(map[1] == nil)
        #expect(map["b"] == nil)
        #expect(CBOR.null[1] == nil)
        #expect(CBOR.negative(.max).integerValue == nil)
        #expect(CBOR.unsigned(.max).integerValue == nil)
        #expect(CBOR.negative(UInt64(Int64.max)).integerValue == .min)
    }

    @Test(arguments: 0..<4)
    func `random and damaged bytes never trap the decoders`(seed: Int) throws {
        var generator = SplitMix64(state: UInt64(seed))
        var authenticator = SoftwareAuthenticator(.es256)
        let attestation = authenticator.register(challenge: [1]).attestationObject
        let seeds = [attestation, authenticator.data(attested: true, extensions: true), authenticator.publicKey]
        for round in 0..<1500 {
            let count = Int.random(in: 0..<24, using: &generator)
            let random = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for bytes in [random, generator.damaged(seeds[round % seeds.count])] {
                // Whether they are accepted depends on the damage; all must answer or throw.
                _ = try? CBOR(decoding: bytes)
                _ = try? AuthenticatorData(bytes)
                _ = try? COSEKey(bytes)
                _ = try? PasskeyRegistration.verify(
                    clientDataJSON: bytes, attestationObject: bytes, credentialID: nil, expecting: .example([1]))
            }
        }
    }
}
