import FirebreakOperations
package import FirebreakWire

/// How long a call holds on, as people write it: `10s`, `500ms`, `2m`, or seconds as a plain number.
package struct WaitTime: Sendable, Equatable {
    /// Milliseconds, 0 through 600,000.
    package let milliseconds: Int64

    /// What a call waits that does not say how long: ten seconds.
    package static let standard = WaitTime(milliseconds: 10_000)

    private static let maximum: Int64 = 600_000
    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("", 1000),
    ]

    private init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// - Parameter text: A decimal number and a unit; `nil` for ``standard``. Zero means not to wait.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for more than ten minutes.
    package init(_ text: String?) throws(WireError) {
        guard let text else {
            self = .standard
            return
        }
        guard let milliseconds = Self.milliseconds(text), milliseconds <= Double(Self.maximum) else {
            throw .invalidArgument("timeout must be a time such as 10s, 500ms or 2m, and at most 10m")
        }
        self.milliseconds = Int64(milliseconds.rounded())
    }

    private static func milliseconds(_ text: String) -> Double? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let number = text.dropLast(unit.suffix.count)
        // `Double` would also read `nan`, `-1` and `0x10`.
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(number).map { $0 * unit.milliseconds }
    }

    var duration: Duration { .milliseconds(milliseconds) }

    /// The shortest way to write it.
    var words: String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
