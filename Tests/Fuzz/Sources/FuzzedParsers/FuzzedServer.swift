import HTTPTypes
import Logging

@testable import FirebreakControl
@testable import FirebreakCredentials
@testable import FirebreakHTTP
@testable import FirebreakOperations
@testable import FirebreakStore
@testable import FirebreakWire

/// A server in memory that answers the requests of an input, all of them to one project, which is dropped afterwards.
///
/// An input is written as HTTP files of editors are: a line with method and target, headers, an empty line and the body,
/// with `###` between two requests.
struct FuzzedServer: Sendable {
    private static let project = "demo-fuzz"
    private let responder: EmulatorResponder

    init(_ profile: Profile) throws {
        let storage = try Storage(dataDirectory: nil, maximumProjects: 100)
        let signer = TokenSigner(storage: storage)
        let services = Services(
            storage: storage,
            projects: ProjectRegistry(
                storage: storage, defaults: ProjectDefaults(profile: profile, rules: []), signer: signer, seed: 1),
            signer: signer, defaultProject: ProjectID(rawValue: Self.project), profile: profile,
            unknownKeys: .default, singleProject: .off, adminToken: nil, now: { .now },
            logger: Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() }), passwordHashes: .passwordHashes,
            send: { _ throws(OutgoingRequest.Failure) in throw .unreachable("nobody is called") },
            announce: { _ in }, deliveries: .none)
        let information = ServerInformation(
            version: "0", host: "127.0.0.1", port: 9099, url: "http://127.0.0.1:9099", isReady: true)
        responder = EmulatorResponder(
            control: ControlServices(services: services, journal: 10),
            address: ServerAddress(
                configuredHost: "127.0.0.1", publicHost: nil, publicScheme: nil, isTLS: false),
            information: { information }, controlToken: nil, maximumBody: 1 << 20)
    }

    /// Answers an input's requests in their order. No answer may be an error that nobody foresaw.
    ///
    /// - Returns: The statuses of the answers.
    func answer(_ input: String) async -> [Int] {
        // Faults keep answers back, or are answers that nobody foresaw.
        guard !input.contains("faults") else { return [] }
        var statuses: [Int] = []
        for request in input.split(separator: "\n###\n").prefix(8) {
            if let status = await answer(request: request) { statuses.append(status) }
        }
        _ = try? await responder.perform(.delete, "/firebreak/v1/projects/" + Self.project)
        return statuses
    }

    private func answer(request text: Substring) async -> Int? {
        let parts = text.split(separator: "\n\n", maxSplits: 1)
        guard let lines = parts.first?.split(separator: "\n"), let words = lines.first?.split(separator: " "),
            words.count >= 2, let method = HTTPRequest.Method(String(words[0]))
        else { return nil }
        let target = String(words[1])
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2, let name = HTTPField.Name(String(sides[0])) else { continue }
            headers.append(HTTPField(name: name, value: sides[1].trimmingPrefix(" ").description))
        }
        if case .found(let match) = RouteTable.server.find(method, target.prefix { $0 != "?" }.description),
            match.route.mayWait
        {
            return nil
        }
        let body = parts.count > 1 ? Array(parts[1].utf8) : []
        guard let answer = try? await responder.perform(method, target, headers: headers, body: body) else {
            return nil
        }
        let content = String(decoding: answer.body, as: UTF8.self)
        precondition(
            answer.status != .internalServerError || !content.contains("INTERNAL_ERROR"),
            "nobody foresaw \(method) \(target): \(content)")
        return answer.status.code
    }
}
