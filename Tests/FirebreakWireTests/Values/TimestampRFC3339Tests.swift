import FirebreakWire
import Testing

struct TimestampRFC3339Tests {
    @Test(
        arguments: [
            ("2026-06-01T12:00:00Z", 1_780_315_200_000), ("2026-06-01T14:00:00.25+02:00", 1_780_315_200_250),
            ("2026-06-01t11:30:00.1239-00:30", 1_780_315_200_123), ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29 00:00:00z", 951_782_400_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9899-12-31T23:59:59.999Z", 250_246_627_199_999),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func `times are read in any zone`(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2026-06-01", "2026-06-01T12:00:00", "2026-06-01T12:00Z", "2026-13-01T12:00:00Z", "2026-02-29T12:00:00Z",
        "2026-06-01T24:00:00Z", "2026-06-01T12:60:00Z", "2026-06-01T12:00:60Z", "2026-06-01T12:00:00.Z",
        "2026-06-01T12:00:00Z ", "2026-06-01T12:00:00+2:00", "2026-06-00T12:00:00Z", "+026-06-01T12:00:00Z",
        "2026-06-01T12:00:00+24:00", "1780315200",
        "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01", "10000-01-01T00:00:00Z",
    ])
    func `everything else is not a time`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `what is written is read again`() {
        for milliseconds: Int64 in [0, 1, 1_780_315_200_001, 68_256_000_000, 250_246_627_199_999] {
            let time = Timestamp(milliseconds: milliseconds)
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }
}
