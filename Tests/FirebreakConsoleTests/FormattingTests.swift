import FirebreakPages
import Testing

@testable import FirebreakConsole

/// Numbers, sizes and lengths of time as people read them.
struct FormattingTests {
    @Test(
        arguments: [
            (0, "less than a second"), (999, "less than a second"), (1000, "1 second"), (90_000, "90 seconds"),
            (60_000, "1 minute"), (600_000, "10 minutes"), (3_600_000, "1 hour"), (3_660_000, "61 minutes"),
            (-21_600_000, "6 hours"), (21_660_000, "6 hours 1 minute"), (86_400_000, "1 day"),
            (90_000_000, "25 hours"), (262_800_000, "3 days 1 hour"), (.min, "106751991167 days 7 hours"),
        ] as [(Int64, String)])
    func `a length of time has at most two units`(milliseconds: Int64, text: String) {
        #expect(Formatting.duration(milliseconds: milliseconds) == text)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (151_552, "148 KiB"), (1_363_149, "1.3 MiB"),
    ])
    func `a size has a unit`(bytes: Int, text: String) { #expect(Formatting.size(bytes: bytes) == text) }

    @Test(arguments: [
        (0, "0 accounts"), (1, "1 account"), (999, "999 accounts"), (1000, "1,000 accounts"),
        (1_234_567, "1,234,567 accounts"),
    ])
    func `large numbers have groups`(count: Int, text: String) { #expect(Formatting.count(count, "account") == text) }
}
