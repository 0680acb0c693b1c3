#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable, Codable {
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

    /// The system's time.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(byMilliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta > 0 ? .max : .min) : sum)
    }

    /// Date and time of day, by the Gregorian calendar.
    package struct Components: Sendable {
        var year: Int64
        /// From 1, as days.
        var month: Int64
        var day: Int64
        /// Days since Sunday.
        var weekday: Int64
        var hour: Int64
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
    static func padded(_ value: Int64, _ width: Int) -> String {
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

extension Timestamp {
    /// Date and time of day in UTC as mails (RFC 5322) and headers of HTTP (RFC 9110) have them, without the zone:
    /// `Thu, 01 Jan 1970 00:00:00`.
    ///
    /// The format supports the years 1900 through 9999; other times are clamped to that range.
    package var internetDate: String {
        let utc = Timestamp(seconds: min(max(seconds, -2_208_988_800), Self.endOfTime.seconds)).components
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = [utc.hour, utc.minute, utc.second].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(weekdays[Int(utc.weekday)]), \(Self.padded(utc.day, 2)) \(months[Int(utc.month) - 1]) \(utc.year) "
            + clock
    }
}

extension Timestamp {
    /// Reads an RFC 3339 time such as `2026-06-01T12:00:00Z`, `2026-06-01T14:00:00.25+02:00`. Digits beyond
    /// milliseconds are dropped.
    ///
    /// - Returns: `nil` for anything else: no zone, a day that the month does not have, a leap second, a
    ///   year beyond 9999.
    package init?(rfc3339 text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("Tt "), let hour = reader.number(2), reader.skip(":"),
            let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
            let fraction = reader.fraction(), let zone = reader.zone(), reader.isAtEnd,
            (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        let time = hour * 3600 + minute * 60 + second - zone
        let moment = Timestamp(milliseconds: (Self.days(year, month, day) * 86400 + time) * 1000 + fraction)
        // The zone can lead out of the years that have four digits.
        guard Self.writable.contains(moment) else { return nil }
        self = moment
    }

    /// The times that RFC 3339 has a form for: from the year 0 through 9999.
    package static let writable =
        Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Number of a Gregorian date from 1970-01-01 (Howard Hinnant's `days_from_civil`), for years from 0.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = (month <= 2 ? year - 1 : year) + 400
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }

    /// Goes over a text once, from left to right.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }
        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        private mutating func digit() -> Int64? {
            guard let byte = next, byte.isASCIIDigit else { return nil }
            position += 1
            return Int64(byte - UInt8(ascii: "0"))
        }

        mutating func number(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func skip(_ choices: StaticString) -> Bool {
            guard let byte = next, choices.withUTF8Buffer({ $0.contains(byte) }) else { return false }
            position += 1
            return true
        }

        /// Milliseconds; `nil` for a point without digits.
        mutating func fraction() -> Int64? {
            guard skip(".") else { return 0 }
            var (value, weight): (Int64, Int64) = (0, 100)
            guard let first = digit() else { return nil }
            value = first * weight
            while let digit = digit() {
                weight /= 10
                value += digit * weight
            }
            return value
        }

        /// Seconds east of UTC.
        mutating func zone() -> Int64? {
            if skip("Zz") { return 0 }
            let isEast = skip("+")
            guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
                minutes < 60
            else { return nil }
            return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
        }
    }
}
