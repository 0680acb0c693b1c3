import ArgumentParser
import FirebreakWire

/// A size as people write it: `1048576`, `64MiB`, `1KiB`, `10MB`.
package struct ByteCount: Equatable, Sendable {
    /// At least 1.
    package var bytes: Int

    private static let units: [(suffix: String, bytes: Int)] = [
        ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30),
        ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000),
        // Last, because all other units end in it as well.
        ("b", 1),
    ]

    /// Reads a whole number and an optional unit (B, KB, MB, GB of 1000; KiB, MiB, GiB of 1024), in any case.
    ///
    /// - Returns: `nil` for anything else, for zero and for numbers that do not fit an `Int`.
    package init?(_ text: some StringProtocol) {
        let lowercased = text.lowercased()
        let unit = Self.units.first { lowercased.endsWithBytes(of: $0.suffix) }
        let number = (lowercased.rest(beforeBytes: unit?.suffix ?? "") ?? "").trimmingSuffixSpaces()
        guard let count = Int(digits: number) else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: unit?.bytes ?? 1)
        guard !overflow, bytes > 0 else { return nil }
        self.bytes = bytes
    }
}

extension ByteCount: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}

extension Substring {
    /// Without the spaces at its end, as in `64 MiB` once the unit is gone.
    fileprivate func trimmingSuffixSpaces() -> Substring {
        var rest = self
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
