import Testing

@testable import FirebreakWire

struct TimestampTests {
    private static let moments: [(milliseconds: Int64, text: String)] = [
        (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (999, "1970-01-01T00:00:00.999Z"),
        (1_780_315_200_000, "2026-06-01T12:00:00.000Z"), (1_795_215_658_748, "2026-11-20T23:00:58.748Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (-999, "1969-12-31T23:59:59.001Z"), (-1000, "1969-12-31T23:59:59.000Z"),
        (-1001, "1969-12-31T23:59:58.999Z"), (-86_400_000, "1969-12-31T00:00:00.000Z"),
        (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_799_999, "2000-02-29T23:59:59.999Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (1_735_603_200_000, "2024-12-31T00:00:00.000Z"),
        (4_107_456_000_000, "2100-02-28T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (-2_203_977_600_000, "1900-02-28T00:00:00.000Z"), (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
        (2_147_483_648_000, "2038-01-19T03:14:08.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (-11_676_096_000_000, "1600-01-01T00:00:00.000Z"),
    ]

    @Test(arguments: moments)
    func `a moment is written as RFC 3339 with milliseconds`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test(arguments: moments)
    func `a shortened one has microseconds, and no fraction of whole seconds`(milliseconds: Int64, text: String) {
        let shortened = text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text.dropLast() + "000Z"
        #expect(Timestamp(milliseconds: milliseconds).rfc3339Shortened == shortened)
    }

    @Test func `days follow one another over four centuries and more`() {
        let monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var day = Timestamp(milliseconds: -2_208_988_800_000)
        for year in 1900...2310 {
            let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
            for month in 1...12 {
                let length = monthLengths[month - 1] + (isLeap && month == 2 ? 1 : 0)
                let prefix = "\(year)-\(month < 10 ? "0" : "")\(month)-"
                #expect(day.rfc3339 == prefix + "01T00:00:00.000Z")
                let last = day.advanced(byMilliseconds: Int64(length) * 86_400_000 - 1)
                #expect(last.rfc3339 == prefix + "\(length)T23:59:59.999Z")
                day = last.advanced(byMilliseconds: 1)
            }
        }
    }

    @Test(
        arguments: [
            (-259_200_000, 1), (-86_400_001, 2), (-1, 3), (0, 4), (86_400_000, 5), (172_800_000, 6), (259_200_000, 0),
            (1_700_000_000_123, 2),
        ] as [(Int64, Int64)])
    func `the days of the week count from Sunday`(milliseconds: Int64, weekday: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).components.weekday == weekday)
    }

    @Test(arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-999, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)])
    func `seconds are rounded down`(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test func `moving a moment beyond what 64 bits hold stops at the end`() {
        #expect(Timestamp(milliseconds: .max).advanced(byMilliseconds: 1).milliseconds == .max)
        #expect(Timestamp(milliseconds: .min).advanced(byMilliseconds: -1).milliseconds == .min)
        #expect(Timestamp(milliseconds: 5).advanced(byMilliseconds: -6).milliseconds == -1)
    }

    @Test func `moments have an order, and are made of seconds`() {
        #expect(Timestamp(seconds: -1) < Timestamp(milliseconds: -999))
        #expect(Timestamp(seconds: 2) == Timestamp(milliseconds: 2000))
    }

    @Test func `the seconds of the earliest moment can be told`() async {
        await #expect(processExitsWith: .success) {
            precondition(Timestamp(milliseconds: .min).seconds == Int64.min / 1000 - 1)
            precondition(!Timestamp(milliseconds: .max).rfc3339.isEmpty)
        }
    }
}
