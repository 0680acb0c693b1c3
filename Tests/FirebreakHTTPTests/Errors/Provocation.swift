import FirebreakControl
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// How a row of the catalogue is brought about by a request.
struct Provocation: Sendable, CustomTestStringConvertible {
    typealias Start = @Sendable (Profile) async throws -> TestServer

    /// The row as the catalogue lists it.
    let error: WireError
    /// What is answered, where angle brackets do not say what may stand there.
    let answered: WireError
    /// The profiles that answer it.
    let profiles: [Profile]
    /// Whether all operations do, of which the request stands for one.
    let isAnywhere: Bool
    /// Whether the error stands in an answer that is good, for one of many accounts.
    let isPart: Bool
    private let start: Start
    private let act: @Sendable (TestServer) async throws -> TestAnswer

    /// - Parameters:
    ///   - act: Sends what is needed; the last request is the one that is refused.
    init(
        _ error: WireError, as answered: WireError? = nil, in profiles: [Profile] = [.local, .emulator, .production],
        isAnywhere: Bool = false, isPart: Bool = false,
        on start: @escaping Start = { try await TestServer.openPhones($0) },
        _ act: @escaping @Sendable (TestServer) async throws -> TestAnswer
    ) {
        self.error = error
        self.answered = answered ?? error
        self.profiles = profiles
        self.isAnywhere = isAnywhere
        self.isPart = isPart
        self.start = start
        self.act = act
    }

    var testDescription: String { error.row.name }

    /// What came of it in a profile.
    struct Outcome: Sendable {
        var answer: TestAnswer
        /// The name of the operation that answered;
        /// `nil` where there is none.
        var operation: String?
    }

    func outcome(in profile: Profile) async throws -> Outcome {
        let server = try await start(profile)
        let answer = try await act(server)
        return Outcome(answer: answer, operation: isAnywhere ? "*" : try Self.operation(of: server))
    }

    /// The operation of the last request.
    private static func operation(of server: TestServer) throws -> String? {
        let (method, target) = try #require(server.trace.last)
        let path = String(target.prefix { $0 != "?" })
        guard case .found(let match) = RouteTable.server.find(method, path) else { return nil }
        return match.route.operation
    }

    /// Whether this is what the row says.
    func isAnswered(by answer: TestAnswer, in profile: Profile) -> Bool {
        let wording = answered.wording(in: profile)
        guard !isPart else {
            return answer.status == 200 && answer.text.contains(JSON.string(wording.message).text)
        }
        return answer.status == wording.kind.httpStatus && Self.matches(answer.message ?? "", wording.message)
    }

    /// Whether a message is one of the pattern, in which anything may stand for `<…>`.
    private static func matches(_ message: String, _ pattern: String) -> Bool {
        guard message != pattern else { return true }
        let pieces = pattern.split(separator: #/<[^<>]+>/#, omittingEmptySubsequences: false)
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last, message.hasPrefix(first) else {
            return false
        }
        var rest = message.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

extension Provocation {
    /// All of them, area by area.
    static let all: [Provocation] = [
        requests, callers, accounts, passwords, tokens, actionCodes, identityProviders, providerTokens, saml,
        providerConfigurations, phone, secondFactors, passkeys, tenants, configuration, blockingFunctions, control,
    ].flatMap(\.self)

    /// With the rows' places, which tell those of one error apart.
    static let numbered = Array(all.enumerated()).map {
        NumberedProvocation(number: $0.offset, provocation: $0.element)
    }
}

/// A provocation with its place in the table.
struct NumberedProvocation: Sendable, CustomTestStringConvertible {
    let number: Int
    let provocation: Provocation

    var testDescription: String { provocation.testDescription }
}

/// What came of provocations. Each happens once, whoever asks.
actor ProvocationOutcomes {
    static let shared = ProvocationOutcomes()

    private struct Key: Hashable {
        let number: Int
        let profile: Profile
    }

    private var tasks: [Key: Task<Provocation.Outcome, any Error>] = [:]

    func outcome(of row: NumberedProvocation, in profile: Profile) async throws -> Provocation.Outcome {
        let key = Key(number: row.number, profile: profile)
        let task = tasks[key] ?? Task { try await row.provocation.outcome(in: profile) }
        tasks[key] = task
        return try await task.value
    }
}

extension [Profile] {
    /// Where the reference's emulator does not decide.
    static let ours: [Profile] = [.local, .production]
    static let reference: [Profile] = [.emulator]
}

extension TestServer {
    /// Lets something happen once (rule `limits`).
    func limit(_ name: String) async throws {
        let limits: JSON = .object([JSON.Member(name, ["count": 1, "seconds": 300])])
        let answer = try await control(.patch, "/rules", ["limits": limits])
        try #require(answer.status == 200, "\(answer.text)")
    }
}
