import ArgumentParser

/// How a command prints messages.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns that fit the content.
    case table
    /// The server's answer, unchanged.
    case json
}
