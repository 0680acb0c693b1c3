import FirebreakCredentials
import Testing

struct TOTPTests {
    private static let secret = Array("12345678901234567890".utf8)
    private static let now: Int64 = 1_700_000_000

    private func code(_ offset: Int64) -> String {
        TOTP.code(secret: Self.secret, step: TOTP.step(at: Self.now) + offset)
    }

    private func match(_ code: String, window: Int = 5, after lastStep: Int64? = nil) -> Int64? {
        TOTP.matchingStep(code, secret: Self.secret, at: Self.now, window: window, after: lastStep)
    }

    /// RFC 6238 appendix B, the last six of the eight digits.
    @Test(
        arguments: [
            (59, 0x1, "287082"), (1_111_111_109, 0x23523EC, "081804"), (1_111_111_111, 0x23523ED, "050471"),
            (1_234_567_890, 0x273EF07, "005924"), (2_000_000_000, 0x3F940AA, "279037"),
            (20_000_000_000, 0x27BC86AA, "353130"),
        ] as [(Int64, Int64, String)])
    func `codes are those of RFC 6238`(seconds: Int64, step: Int64, code: String) {
        #expect(TOTP.step(at: seconds) == step)
        #expect(TOTP.code(secret: Self.secret, step: step) == code)
        #expect(TOTP.matchingStep(code, secret: Self.secret, at: seconds, window: 0, after: nil) == step)
    }

    /// RFC 4226 appendix D.
    @Test func `codes are those of RFC 4226`() {
        let codes = (0..<10).map { TOTP.code(secret: Self.secret, step: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    @Test(arguments: [(0, 0), (29, 0), (30, 1), (-1, -1), (-30, -1), (-31, -2)] as [(Int64, Int64)])
    func `a period is 30 seconds long`(seconds: Int64, step: Int64) {
        #expect(TOTP.step(at: seconds) == step)
    }

    @Test func `codes of the window are accepted and those beyond are not`() {
        let step = TOTP.step(at: Self.now)
        for offset in -5...5 as ClosedRange<Int64> { #expect(match(code(offset)) == step + offset) }
        #expect(match(code(6)) == nil)
        #expect(match(code(-6)) == nil)
        #expect(match(code(0), window: 0) == step)
        #expect(match(code(1), window: 0) == nil)
    }

    @Test func `windows outside 0 through 10 are taken for the nearest`() {
        #expect(match(code(0), window: -3) != nil)
        #expect(match(code(1), window: -3) == nil)
        #expect(match(code(10), window: .max) != nil)
        #expect(match(code(11), window: .max) == nil)
    }

    @Test func `a code is good once, and none before it afterwards`() throws {
        let accepted = try #require(match(code(4)))

        #expect(match(code(4), after: accepted) == nil)
        #expect(match(code(2), after: accepted) == nil)
        #expect(match(code(5), after: accepted) == accepted + 1)
    }

    @Test func `of two periods with the same code the later one counts`() {
        // By chance, the periods 2386 and 2394 of this secret have one code.
        let code = "709847"
        #expect(TOTP.code(secret: Self.secret, step: 2386) == code)
        #expect(TOTP.code(secret: Self.secret, step: 2394) == code)

        func match(after lastStep: Int64?) -> Int64? {
            TOTP.matchingStep(code, secret: Self.secret, at: 2390 * 30, window: 5, after: lastStep)
        }
        #expect(match(after: nil) == 2394)
        #expect(match(after: 2390) == 2394)
        #expect(match(after: 2394) == nil)
    }

    @Test(arguments: ["", "1", "28708", "2870822", "28708a", "２８７０８２", "287082 ", "\u{0}87082"])
    func `anything but the six digits is refused`(code: String) {
        #expect(TOTP.matchingStep(code, secret: Self.secret, at: 59, window: 10, after: nil) == nil)
    }

    @Test(arguments: [Int64.min, .max, 0])
    func `the ends of time do not overflow`(seconds: Int64) {
        let step = TOTP.step(at: seconds)
        let code = TOTP.code(secret: [], step: step)
        #expect(TOTP.matchingStep(code, secret: [], at: seconds, window: 10, after: step - 1) == step)
    }

    @Test func `secrets and codes have the form that apps expect`() {
        #expect(TOTP.secretBytes == 20)
        #expect(TOTP.digits == 6)
        #expect(TOTP.period == 30)
        #expect(TOTP.algorithmName == "SHA1")
    }
}
