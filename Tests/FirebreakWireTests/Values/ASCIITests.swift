import FirebreakWire
import Testing

struct ASCIITests {
    private static let digits = Set("0123456789".utf8)
    private static let lowercase = Set("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let uppercase = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    @Test(arguments: UInt8.min...UInt8.max)
    func `a byte is of the classes that its character is of`(byte: UInt8) {
        #expect(byte.isASCIIDigit == Self.digits.contains(byte))
        #expect(byte.isASCIILowercase == Self.lowercase.contains(byte))
        #expect(byte.isASCIIUppercase == Self.uppercase.contains(byte))
        #expect(byte.isASCIILetter == Self.lowercase.union(Self.uppercase).contains(byte))
        #expect(byte.isASCIIAlphanumeric == (byte.isASCIILetter || byte.isASCIIDigit))
    }

    @Test func `only upper-case letters are folded`() {
        let folded = (UInt8.min...UInt8.max).filter { $0.asciiLowercased != $0 }

        #expect(Set(folded) == Self.uppercase)
        #expect(folded.map(\.asciiLowercased) == Array("abcdefghijklmnopqrstuvwxyz".utf8))
    }

    @Test(arguments: [("0", 0), ("007", 7), ("255", 255)])
    func `whole numbers are read from their digits`(text: String, number: Int) {
        #expect(Int(digits: text) == number)
        #expect(UInt8(digits: text) == UInt8(number))
    }

    @Test(arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "0x1", "１", "1\u{301}", "256"])
    func `no other text is a number, and none that does not fit`(text: String) {
        #expect(UInt8(digits: text) == nil)
    }
}
