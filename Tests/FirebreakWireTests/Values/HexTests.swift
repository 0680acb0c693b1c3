import FirebreakWire
import Testing

struct HexTests {
    @Test func `digits have their values, in either case`() {
        for value in UInt8(0)..<16 {
            let lower = Hex.digit(value)
            let upper = Hex.digit(value, uppercase: true)

            #expect(String(Unicode.Scalar(lower)) == String(value, radix: 16))
            #expect(String(Unicode.Scalar(upper)) == String(value, radix: 16, uppercase: true))
            #expect(Hex.value(lower) == value)
            #expect(Hex.value(upper) == value)
        }
    }

    @Test func `no other byte is a digit`() {
        let digits = Set("0123456789abcdefABCDEF".utf8)

        for byte in UInt8.min...UInt8.max where !digits.contains(byte) { #expect(Hex.value(byte) == nil) }
    }

    @Test(arguments: [([], ""), ([0], "00"), ([0x0A, 0xFF, 0x10], "0aff10")] as [([UInt8], String)])
    func `bytes are written with two digits each`(bytes: [UInt8], text: String) {
        #expect(Hex.encode(bytes) == text)
    }
}
