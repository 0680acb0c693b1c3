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
