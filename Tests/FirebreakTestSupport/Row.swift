package import FirebreakWire
import Testing

/// A line of a table of calls: what is sent, and what comes of it in each profile.
///
/// What comes of it is `OK`, or the error's message; with its status in front when that is not 400.
package struct Row: Sendable, CustomTestStringConvertible {
    package let body: JSON
    private let emulator: String
    private let local: String
    private let production: String

    /// - Parameter outcome: In every profile.
    package init(_ body: JSON, _ outcome: String) {
        self.init(body, emulator: outcome, local: outcome, production: outcome)
    }

    /// - Parameter others: In `local` and `production`.
    package init(_ body: JSON, emulator: String, others: String) {
        self.init(body, emulator: emulator, local: others, production: others)
    }

    package init(_ body: JSON, emulator: String, local: String, production: String) {
        self.body = body
        self.emulator = emulator
        self.local = local
        self.production = production
    }

    package func outcome(_ profile: Profile) -> String {
        switch profile {
        case .emulator: emulator
        case .local: local
        case .production: production
        }
    }

    package var testDescription: String { String(body.text.prefix(120)) }
}
