import FirebreakWire
import Testing

struct HexTests {
    @Test func `every value has one digit, and digits of either case have that value`() {
        for (value, digits) in zip(UInt8(0)..., zip("0123456789abcdef".utf8, "0123456789ABCDEF".utf8)) {
            #expect(Hex.digit(value) == digits.0)
            #expect(Hex.digit(value, uppercase: true) == digits.1)
            #expect(Hex.digit(value | 0xF0) == digits.0)
            #expect(Hex.value(digits.0) == value)
            #expect(Hex.value(digits.1) == value)
        }
    }

    @Test func `no other byte is a digit`() {
        let digits = (UInt8.min...UInt8.max).filter { Hex.value($0) != nil }
        #expect(String(decoding: digits, as: UTF8.self) == "0123456789ABCDEFabcdef")
    }

    @Test func `bytes are two lowercase digits each`() {
        #expect(Hex.encode([]) == "")
        #expect(Hex.encode([0, 0x0F, 0x10, 0xAB, 0xFF]) == "000f10abff")
    }
}
