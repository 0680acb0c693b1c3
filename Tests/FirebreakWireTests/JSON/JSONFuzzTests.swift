import FirebreakWire
import Testing

/// Random and damaged texts: parsing must answer or throw, never trap, and writing must be the reverse of parsing.
struct JSONFuzzTests {
    private static let seeds: [String] = [
        #"{"a":[1,-2.5e10,"x\u00e4\ud83d\ude00",null,true,{"b_c":{"d":[]}}],"f":"\\\"/"}"#,
        #"{"email":"a@b.test","mfaInfo":[{"phoneInfo":"+1555"}],"returnSecureToken":true}"#,
        #"[[[[[[1]]]]],"",{},[],0.0,1e-9]"#,
    ]

    private static let alphabet =
        Array("{}[]\",:\\u0123456789abcdefntrE+-. \n\u{1}".utf8) + [0xC3, 0xA4, 0xFF, 0xED, 0xA0, 0x80, 0xF0]

    private func check(_ bytes: [UInt8]) throws -> Bool {
        guard let value = try? JSON(parsing: bytes) else { return false }  // most texts are none
        let text = value.bytes
        #expect(try JSON(parsing: text) == value, "\(bytes)")
        #expect(try JSON(parsing: text).bytes == text)
        #expect(try JSON(parsing: JSON.indented(text)) == value)
        _ = try JSON(parsing: bytes, keys: .camelCase)
        return true
    }

    @Test(arguments: 0..<4)
    func `random bytes never trap the parser`(seed: Int) throws {
        var generator = SplitMix64(state: UInt64(seed))
        for _ in 0..<1500 {
            let count = Int.random(in: 0..<24, using: &generator)
            let bytes = (0..<count).map { _ in Self.alphabet.randomElement(using: &generator) ?? 0 }
            _ = try check(bytes)
        }
    }

    @Test(arguments: 0..<4)
    func `damaged documents never trap the parser`(seed: Int) throws {
        var generator = SplitMix64(state: UInt64(seed) + 100)
        var survivors = 0
        for round in 0..<1500 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.insert(Self.alphabet.randomElement(using: &generator) ?? 0, at: place)
                case 2 where bytes.count > 1: bytes.remove(at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x30] }
            }
            if try check(bytes) { survivors += 1 }
        }
        #expect(survivors > 0)
    }

    @Test(arguments: 0..<8)
    func `what is written is parsed to the same value`(seed: Int) throws {
        var generator = SplitMix64(state: UInt64(seed) + 1000)
        for _ in 0..<250 {
            let value = Self.value(depth: 5, &generator)
            #expect(try JSON(parsing: value.bytes) == value)
        }
    }

    private static func value(depth: Int, _ generator: inout SplitMix64) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .int(Int64.random(in: .min ... .max, using: &generator))
        case 3:
            return .number(
                "\(Int.random(in: -99...99, using: &generator)).50e-\(Int.random(in: 0...20, using: &generator))")
        case 4: return .string(text(&generator))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<5, using: &generator)).map { _ in value(depth: depth - 1, &generator) })
        default:
            let count = Int.random(in: 0..<20, using: &generator)
            return .object((0..<count).map { .init("\($0)" + text(&generator), value(depth: depth - 1, &generator)) })
        }
    }

    private static func text(_ generator: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &generator) {
            let limits: [UInt32] = [0x20, 0x80, 0x800, 0xFFFF, 0x10FFFF]
            let limit = limits.randomElement(using: &generator) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 1...limit, using: &generator)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
