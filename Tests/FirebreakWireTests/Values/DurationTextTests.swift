import FirebreakWire
import Testing

struct DurationTextTests {
    private static let every: Set<DurationText.Unit> = [.days, .hours, .minutes, .seconds, .milliseconds]
    private static let day = DurationText.Unit.days.rawValue

    private func milliseconds(
        _ text: String, _ form: DurationText.Form, _ units: Set<DurationText.Unit> = every, maximum: Int64 = 2 * day
    ) throws -> Int64 {
        try DurationText(units: units, form: form, maximum: maximum).milliseconds(text)
    }

    @Test(
        arguments: [
            ("0", 0), ("90", 90_000), ("007s", 7000), ("500ms", 500), ("10s", 10_000), ("61m", 3_660_000),
            ("1h", 3_600_000), ("2d", 172_800_000),
        ] as [(String, Int64)],
        [DurationText.Form.whole, .decimal, .sum])
    func `every form has numbers with a unit, and seconds`(row: (String, Int64), form: DurationText.Form) throws {
        #expect(try milliseconds(row.0, form) == row.1)
    }

    @Test(
        arguments: [("1.5s", 1500), (".25m", 15_000), ("0.4ms", 0), ("0.5ms", 1), ("1.25", 1250)]
            as [(String, Int64)])
    func `fractions are for the form that has them`(text: String, expected: Int64) throws {
        #expect(try milliseconds(text, .decimal) == expected)
        #expect(throws: DurationText.Failure.malformed) { try milliseconds(text, .whole) }
        #expect(throws: DurationText.Failure.malformed) { try milliseconds(text, .sum) }
    }

    @Test(
        arguments: [("6h1m", 21_660_000), ("1d2h3m4s5ms", 93_784_005), ("1m500ms", 60_500)] as [(String, Int64)])
    func `sums are for the form that has them`(text: String, expected: Int64) throws {
        #expect(try milliseconds(text, .sum) == expected)
        #expect(throws: DurationText.Failure.malformed) { try milliseconds(text, .whole) }
        #expect(throws: DurationText.Failure.malformed) { try milliseconds(text, .decimal) }
    }

    @Test(
        arguments: [
            "", "s", ".", ".s", "1.2.3s", "-1s", "+1s", "1 s", " 1s", "1s ", "1w", "1S", "1h30", "1m1m", "1m1h",
            "1ms1s",
            "nan", "inf", "0x10", "1e3s", "１s", "1s\u{301}", "1\u{301}s",
        ], [DurationText.Form.whole, .decimal, .sum])
    func `everything else is malformed`(text: String, form: DurationText.Form) {
        #expect(throws: DurationText.Failure.malformed) { try milliseconds(text, form) }
    }

    @Test func `only the given units count`() throws {
        #expect(throws: DurationText.Failure.malformed) { try milliseconds("1m", .whole, [.hours, .milliseconds]) }
        #expect(try milliseconds("1", .whole, []) == 1000)
    }

    @Test(arguments: [
        "2d1ms", "49h", "172801", "99999999999999999999d", "9223372036854775808ms",
        String(repeating: "9", count: 400) + "s",
    ])
    func `more than the maximum is too long`(text: String) throws {
        #expect(throws: DurationText.Failure.tooLong) { try milliseconds(text, .sum) }
        #expect(try milliseconds("1d24h", .sum) == 2 * Self.day)
    }

    @Test func `the maximum counts before rounding`() {
        #expect(throws: DurationText.Failure.tooLong) { try milliseconds("1.0004s", .decimal, maximum: 1000) }
    }
}
