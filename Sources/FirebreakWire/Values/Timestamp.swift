/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
    package init(seconds: Int64) { milliseconds = seconds &* 1000 }

    /// The last second of the year 9999, after which a date has no form in RFC 3339, in mails and in certificates.
    package static let endOfTime = Timestamp(seconds: 253_402_300_799)

    /// Whole seconds, rounded down.
    package var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(byMilliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta > 0 ? .max : .min) : sum)
    }

    /// Date and time of day, by the Gregorian calendar.
    package struct Components: Sendable {
        package var year: Int64
        /// From 1, as days.
        package var month: Int64
        package var day: Int64
        /// Days since Sunday.
        package var weekday: Int64
        package var hour: Int64
        package var minute: Int64
        package var second: Int64
    }

    /// Calendar date and time of day in UTC.
    package var components: Components {
        let (wholeDays, rest) = seconds.quotientAndRemainder(dividingBy: 86400)
        let days = rest < 0 ? wholeDays - 1 : wholeDays
        let secondOfDay = seconds - days * 86400
        let (year, month, day) = Self.civil(fromDays: days)
        // 1970-01-01 was a Thursday; the remainder may be negative.
        let weekday = (days % 7 + 7 + 4) % 7
        return Components(
            year: year, month: month, day: day, weekday: weekday, hour: secondOfDay / 3600,
            minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
    }

    /// RFC 3339 in UTC with three fraction digits, such as `2026-11-20T23:00:58.748Z`.
    package var rfc3339: String {
        let utc = components
        var text = Array(Self.padded(utc.year, 4).utf8)
        text.reserveCapacity(24)
        // Not by joining texts: answers have several of these each.
        func append(_ separator: UInt8, _ number: Int64, hundreds: Bool = false) {
            text.append(separator)
            if hundreds { text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 100)) }
            text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10 % 10))
            text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
        }
        append(UInt8(ascii: "-"), utc.month)
        append(UInt8(ascii: "-"), utc.day)
        append(UInt8(ascii: "T"), utc.hour)
        append(UInt8(ascii: ":"), utc.minute)
        append(UInt8(ascii: ":"), utc.second)
        append(UInt8(ascii: "."), milliseconds &- seconds &* 1000, hundreds: true)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// RFC 3339 with six fraction digits, as production writes some times.
    package var rfc3339Microseconds: String { rfc3339.dropLast() + "000Z" }

    /// The same without a fraction for whole seconds: protobuf leaves out trailing groups of three zeros. Others stay,
    /// because a time in microseconds hardly ever ends in them.
    package var rfc3339Shortened: String {
        milliseconds == seconds &* 1000 ? rfc3339.dropLast(5) + "Z" : rfc3339Microseconds
    }

    /// The number with zeros before it, as dates and times are written.
    package static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Gregorian date of a day number counted from 1970-01-01 (Howard Hinnant's `civil_from_days`).
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
