import HTTPTypes
import Logging

@testable import FirebreakConsole
@testable import FirebreakControl
@testable import FirebreakCredentials
@testable import FirebreakHTTP
@testable import FirebreakOperations
@testable import FirebreakStore
@testable import FirebreakWire

/// A server in memory that answers the requests of an input. What they made is gone afterwards.
///
/// An input is written as HTTP files of editors are: a line with method and target, headers, an empty line and the body,
/// with `###` between two requests.
struct FuzzedServer: Sendable {
    /// The default project.
    private static let project = "demo-fuzz"
    private static let authority = "127.0.0.1:9099"
    private let services: Services
    private let responder: EmulatorResponder

    init(_ profile: Profile) throws {
        let storage = try Storage(dataDirectory: nil)
        let signer = TokenSigner(storage: storage)
        services = Services(
            storage: storage,
            projects: ProjectRegistry(
                storage: storage, defaults: ProjectDefaults(profile: profile, rules: []), signer: signer, seed: 1),
            signer: signer, defaultProject: ProjectID(rawValue: Self.project), profile: profile,
            unknownKeys: .default, singleProject: .off, adminToken: nil, now: { .now },
            logger: Logger(label: "fuzz", factory: { _ in ErrorAlarm() }), passwordHashes: .passwordHashes,
            send: { _ throws(OutgoingRequest.Failure) in throw .unreachable("nobody is called") },
            announce: { _ in }, deliveries: .none)
        let information = ServerInformation(
            version: "0", host: "127.0.0.1", port: 9099, url: "http://" + Self.authority, isReady: true)
        let address = ServerAddress(configuredHost: "127.0.0.1", publicHost: nil, isTLS: false)
        address.set(.init(host: "127.0.0.1", port: 9099))
        responder = EmulatorResponder(
            control: ControlServices(services: services, journal: 10), address: address, information: { information },
            controlToken: nil, console: .console, maximumBody: 1 << 20)
    }

    /// Answers an input's requests in their order.
    ///
    /// - Returns: The statuses of the answers.
    func answer(_ input: String) async throws -> [Int] {
        // They keep answers back.
        guard !input.contains("faults") else { return [] }
        var statuses: [Int] = []
        for request in input.split(separator: "\n###\n").prefix(8) {
            if let status = try await answer(request: request) { statuses.append(status) }
        }
        for project in try services.projects.projects() { _ = try services.projects.drop(project) }
        return statuses
    }

    private func answer(request text: Substring) async throws -> Int? {
        let parts = text.split(separator: "\n\n", maxSplits: 1)
        guard let lines = parts.first?.split(separator: "\n"), let words = lines.first?.split(separator: " "),
            words.count >= 2, let method = HTTPRequest.Method(String(words[0]))
        else { return nil }
        let target = String(words[1])
        let path = Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
        if case .found(let match) = RouteTable.server.find(method, String(path)), match.route.mayWait { return nil }
        var headers: HTTPFields = [.formToken: responder.guardian.formToken]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2, let name = HTTPField.Name(String(sides[0])) else { continue }
            headers.append(HTTPField(name: name, value: String(sides[1].trimmingPrefix(" "))))
        }
        // A line's end at the end of the text is the editor's.
        var body = parts.count > 1 ? Array(parts[1].utf8) : []
        if body.last == UInt8(ascii: "\n") { body.removeLast() }
        let answer = try await responder.perform(method, target, headers: headers, body: body, host: Self.authority)
        return answer.status.code
    }
}

/// Ends the process when something is logged as an error: the server's log has those that nobody foresaw.
private struct ErrorAlarm: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        preconditionFailure("\(event.message) \(event.metadata ?? [:])")
    }
}
