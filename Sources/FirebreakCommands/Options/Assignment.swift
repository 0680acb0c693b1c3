import ArgumentParser

/// A `NAME=VALUE` pair of the command line or an environment variable; `--api-key` and `--rule` take them.
package struct Assignment: Equatable, Sendable {
    /// Not empty, without `=`.
    package var name: String
    /// As given; may contain `=`.
    package var value: String

    /// Splits at the first `=`.
    ///
    /// - Returns: `nil` without a `=` or with nothing before or after it.
    package init?(_ text: some StringProtocol) {
        guard let separator = text.firstIndex(of: "=") else { return nil }
        name = String(text[..<separator])
        value = String(text[text.index(after: separator)...])
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
