import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// A line of a table of calls: what is sent, and what comes of it in each profile.
///
/// What comes of it is `OK`, or the error's message; with its status in front when that is not 400.
struct Row: Sendable, CustomTestStringConvertible {
    let body: JSON
    private let emulator: String
    private let others: String

    init(_ body: JSON, _ outcome: String) {
        self.body = body
        emulator = outcome
        others = outcome
    }

    init(_ body: JSON, emulator: String, others: String) {
        self.body = body
        self.emulator = emulator
        self.others = others
    }

    func outcome(_ profile: Profile) -> String { profile == .emulator ? emulator : others }

    var testDescription: String { String(body.text.prefix(120)) }
}

extension TestAnswer {
    /// As ``Row`` words it.
    var outcome: String {
        guard status != 200 else { return "OK" }
        let message = message ?? text
        return status == 400 ? message : "\(status) \(message)"
    }

    /// The answer with members sorted, for comparisons that the order must not decide.
    var sorted: JSON { json.sorted }
}

extension JSON {
    /// With members sorted by name at every depth.
    var sorted: JSON {
        switch self {
        case .object(let members):
            .object(members.map { Member($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
        case .array(let elements): .array(elements.map(\.sorted))
        case .null, .bool, .number, .string: self
        }
    }

    /// Member names in their order.
    var names: [String] { objectValue?.map(\.key) ?? [] }

    /// This object without some of its members.
    func dropping(_ names: String...) -> JSON {
        var copy = self
        for name in names { copy[name] = nil }
        return copy
    }

    /// This object with members of another one.
    func merging(_ other: JSON) -> JSON {
        var copy = self
        for member in other.objectValue ?? [] { copy[member.key] = member.value }
        return copy
    }

    /// `providerId` of each entry of `providerUserInfo`; `nil` without the list.
    var providerIDs: [String]? { self["providerUserInfo"]?.arrayValue?.map { $0["providerId"]?.stringValue ?? "" } }
}

/// The payload of a token.
func claims(_ token: String?) throws -> JSON {
    let token = try #require(token)
    return try #require(JSONWebToken(token)).payload
}

extension JSON {
    /// With texts replaced, for tables that need what only the test knows: `"$TOKEN"`.
    func filling(_ values: [String: String]) -> JSON {
        switch self {
        case .string(let text): .string(values[text] ?? text)
        case .object(let members): .object(members.map { Member($0.key, $0.value.filling(values)) })
        case .array(let elements): .array(elements.map { $0.filling(values) })
        case .null, .bool, .number: self
        }
    }
}
