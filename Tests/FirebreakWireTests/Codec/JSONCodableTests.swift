import FirebreakWire
import Testing

struct JSONCodableTests {
    private static let texts: [(number: Double, text: String)] = [
        (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (5.0, "5"), (0.5, "0.5"), (-0.25, "-0.25"), (0.1, "0.1"),
        (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (1e3, "1000"), (1234.5678, "1234.5678"),
        (1_780_315_200, "1780315200"), (9_007_199_254_740_991, "9007199254740991"),
        (9_007_199_254_740_992, "9007199254740992"), (-9_007_199_254_740_992, "-9007199254740992"),
        (12_345_678_901_234_568, "12345678901234568"), (1e17, "100000000000000000"), (1.5e16, "15000000000000000"),
        (123_456_789_012_345_683_968, "123456789012345680000"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
        (1.5e21, "1.5e+21"), (-1e21, "-1e+21"), (1e100, "1e+100"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (1e-5, "0.00001"), (1.5e-5, "0.000015"), (0.000001, "0.000001"), (0.00000123, "0.00000123"), (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"), (-1e-7, "-1e-7"), (.leastNonzeroMagnitude, "5e-324"), (0.0001, "0.0001"),
        (123e-20, "1.23e-18"),
        (.infinity, "null"), (.nan, "null"),
    ]

    @Test(arguments: texts)
    func `a number has the text that JavaScript prints`(number: Double, text: String) {
        #expect(JSON.javaScriptText(of: number) == text)
    }

    @Test func `the text of a number is read back to the same number`() {
        var word: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<2000 {
            word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Double(bitPattern: word)
            guard number.isFinite else { continue }
            #expect(Double(JSON.javaScriptText(of: number)) == number)
        }
    }
}
