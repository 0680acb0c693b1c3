import ArgumentParser
import FirebreakWire

/// A `NAME=VALUE` pair of the command line or an environment variable; `--api-key` and `--rule` take them.
package struct Assignment: Equatable, Sendable {
    /// Not empty, without `=`.
    package var name: String
    /// As given; may contain `=`.
    package var value: String

    /// Splits at the first `=`.
    ///
    /// - Returns: `nil` without a `=` or with nothing before or after it.
    package init?(_ text: String) {
        guard let parts = text.parted(at: "=") else { return nil }
        name = String(parts.before)
        value = String(parts.after)
        guard !name.isEmpty, !value.isEmpty else { return nil }
    }

    /// The pair in the form it was read from.
    package var text: String { "\(name)=\(value)" }
}

extension Assignment: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}
