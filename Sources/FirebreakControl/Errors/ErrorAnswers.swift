package import FirebreakWire

/// Where an error is answered: what the tests that provoke it have seen (`ErrorAnswers+Table.swift`).
package struct ErrorAnswers: Sendable, Equatable {
    /// The profiles that answer it.
    package var profiles: [Profile]
    /// The operations that answer it, sorted; `*` for all.
    package var operations: [String]

    package init(profiles: [Profile], operations: [String]) {
        self.profiles = profiles
        self.operations = operations
    }

    /// By ``WireError/signature``.
    static let known: [String: ErrorAnswers] = Dictionary(
        table.separated(by: "\n").compactMap(entry)
    ) { first, _ in first }

    /// What stands in a line of the table.
    private static func entry(_ line: Substring) -> (String, ErrorAnswers)? {
        let fields = line.separated(by: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        return (
            String(fields[0]),
            ErrorAnswers(
                profiles: fields[1].separated(by: " ").compactMap { Profile(rawValue: String($0)) },
                operations: fields[2].separated(by: " ").map(String.init))
        )
    }

    /// A line of the table.
    package func line(of error: WireError) -> String {
        let profiles = profiles.map(\.rawValue).joined(separator: " ")
        return "\(error.signature)\t\(profiles)\t\(operations.joined(separator: " "))"
    }
}

extension WireError {
    /// What tells the row apart from all others: its messages by profile, each once.
    package var signature: String {
        var messages: [String] = []
        for profile in Profile.allCases {
            let message = message(in: profile)
            if !messages.contains(message) { messages.append(message) }
        }
        return messages.joined(separator: " | ")
    }
}
