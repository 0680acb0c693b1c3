/// A notation for durations: numbers with units, such as `90s`, `500ms`, `6h1m` or `1.5m`, or seconds as a plain
/// number.
package struct DurationText: Sendable {
    /// The raw value is the unit in milliseconds.
    package enum Unit: Int64, Sendable {
        case days = 86_400_000
        case hours = 3_600_000
        case minutes = 60_000
        case seconds = 1000
        case milliseconds = 1

        fileprivate init?(named name: Substring) {
            switch name {
            case "d": self = .days
            case "h": self = .hours
            case "m": self = .minutes
            case "s": self = .seconds
            case "ms": self = .milliseconds
            default: return nil
            }
        }
    }

    package enum Form: Sendable {
        /// One whole number: `90s`.
        case whole
        /// One number that may have a fraction: `1.5m`.
        case decimal
        /// Whole numbers, the largest unit first, each at most once: `6h1m`.
        case sum
    }

    package enum Failure: Error, Sendable, Equatable {
        case malformed
        case tooLong
    }

    private let units: Set<Unit>
    private let form: Form
    private let maximum: Int64

    /// - Parameter maximum: Milliseconds, less than 2⁵³.
    package init(units: Set<Unit>, form: Form, maximum: Int64) {
        self.units = units
        self.form = form
        self.maximum = maximum
    }

    /// Reads a text.
    ///
    /// - Returns: Milliseconds, rounded; never negative.
    package func milliseconds(_ text: String) throws(Failure) -> Int64 {
        var rest = Substring(text)
        // Exact for whole numbers up to the maximum; larger values need not be exact.
        var sum = 0.0
        var last: Unit?
        repeat {
            let number = Substring(rest.utf8.prefix { isDigit($0) })
            let name = Substring(rest.utf8.dropFirst(number.utf8.count).prefix(while: \.isASCIILetter))
            rest = Substring(rest.utf8.dropFirst(number.utf8.count + name.utf8.count))
            let isPlain = name.isEmpty && rest.isEmpty && last == nil
            guard let count = Double(number), let unit = isPlain ? .seconds : Unit(named: name),
                isPlain || units.contains(unit), last.map({ $0.rawValue > unit.rawValue }) ?? true,
                rest.isEmpty || form == .sum
            else { throw .malformed }
            sum += count * Double(unit.rawValue)
            last = unit
        } while !rest.isEmpty
        guard sum <= Double(maximum) else { throw .tooLong }
        return Int64(sum.rounded())
    }

    /// `Double` alone would also read `nan`, `-1` and `0x10`.
    private func isDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (form == .decimal && byte == UInt8(ascii: "."))
    }
}

extension DurationText {
    /// How long a fault delays a call: `2s`, `500ms`, at most ten minutes.
    package static let faultDelay = DurationText(
        units: [.minutes, .seconds, .milliseconds], form: .decimal, maximum: 600_000)
    /// How long after its call a fault has a message arrive: `90s`, `6h1m`, `2d`, at most ten years.
    package static let lateArrival = DurationText(
        units: [.days, .hours, .minutes, .seconds, .milliseconds], form: .sum, maximum: 315_360_000_000)
}
