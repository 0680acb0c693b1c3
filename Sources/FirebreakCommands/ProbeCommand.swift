package import ArgumentParser
import FirebreakClient
import FirebreakModel
import FirebreakWire

/// `firebreak probe URL --as WHO`: asks an API with a good token, and with one for each flaw that it must refuse.
package struct ProbeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Ask an API with tokens that it must refuse, and tell which it takes.",
        discussion: """
            The API is asked once with a good ID token of the user, which it must take, and once for each flaw: a token \
            that is expired, of another project, signed by another key, of a disabled account and so on. Exits with 1 if \
            one of those got an answer as the good one does, which is below 400.

            Tokens are sent as Authorization: Bearer …, or wherever --header has {token}. Flaws of signatures need a \
            project whose tokens are signed (rule idTokens). An API that is told of an emulator by \
            FIREBASE_AUTH_EMULATOR_HOST takes all signatures: give it the server's public keys instead.

            \(ServerLocation.rule)

            Examples:
              firebreak probe http://localhost:3000/orders --as alice
              firebreak probe "$API" --as alice --header 'X-Token: {token}'
            """)

    @Argument(help: ArgumentHelp("What to ask: scheme, host, port, path.", valueName: "url"))
    var url: String

    @Option(name: .customLong("as"), help: "The user's ID, e-mail address or ref in a fixture.")
    var user: String

    @Option(help: "The tenant of the user.")
    var tenant: String?

    @Option(help: "The verb: GET, POST, PATCH or DELETE. (default: GET)")
    var method: String?

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "A header; {token} in it is the token. May be repeated. (default: 'Authorization: Bearer {token}')",
            valueName: "name: value"))
    var headers: [String] = []

    @Option(help: "The body, with any verb but GET.")
    var data: String?

    @OptionGroup(title: "Server")
    var options: ServerOptions

    package init() {}

    private static let mark = "{token}"

    package func validate() throws {
        if let method, RequestMethod(rawValue: method.uppercased()) == nil {
            throw ValidationError("--method is GET, POST, PATCH or DELETE, not '\(method.visible)'")
        }
        for header in headers where header.parted(at: ":") == nil {
            throw ValidationError("--header is 'Name: value', not '\(header.visible)'")
        }
    }

    /// What became of one token.
    private struct Row {
        /// `nil` for the good one.
        var flaw: TokenFlaw?
        var status: Int?
        /// Why there is no such token.
        var reason = ""

        /// What the good one got, in hundreds: an app may lead those whom it does not know to its form.
        var good = 2

        var gotIn: Bool { status.map { $0 < 400 && $0 / 100 == good } ?? false }
        var isWrong: Bool { flaw == nil ? !gotIn : gotIn }
        var words: String {
            guard status != nil else { return "not asked: \(reason)" }
            switch (flaw == nil, gotIn) {
            case (true, true): return "taken, as it must be"
            case (true, false): return "REFUSED, and must not be"
            case (false, true): return "GOT IN"
            case (false, false): return "refused"
            }
        }
    }

    package func run() async throws {
        guard let address = AbsoluteURL(url), address.isWeb, let host = address.host else {
            throw CommandFailure("\(url.visible) is no address of an API", status: .usage)
        }
        let origin = "\(address.scheme)://\(host)\(address.port.map { ":\($0)" } ?? "")"
        let path = address.path + (address.query.map { "?\($0)" } ?? "")
        let project = try options.selectedProject()
        let api = HTTPTransport(redirectingNowhere: origin)
        var rows: [Row] = []
        for flaw in [nil] + TokenFlaw.allCases.map(Optional.some) {
            let token: String
            do throws(FirebreakFailure) {
                token = try await project.mintToken(for: user, tenant: tenant, flaw: flaw).idToken
            } catch {
                guard flaw != nil, error.code == .invalidArgument else { throw error }
                rows.append(Row(flaw: flaw, status: nil, reason: "tokens of this project are not signed"))
                continue
            }
            let reply = try await api.send(request(path, token))
            rows.append(Row(flaw: flaw, status: reply.status, good: (rows.first?.status ?? reply.status) / 100))
            // With what it refuses anyway nothing can be told.
            if flaw == nil, rows[0].isWrong { break }
        }
        try StandardStream.output.write(
            TextTable<Row>([
                ("TOKEN", { $0.flaw?.rawValue ?? "good" }), ("STATUS", { $0.status.map(String.init) ?? "-" }),
                ("WHAT BECAME OF IT", { $0.words }),
            ]).text(rows))
        if rows.contains(where: \.isWrong) { throw CommandFailure("", status: .failure) }
    }

    private func request(_ path: String, _ token: String) -> ControlRequest {
        var fields = headers.compactMap { header -> ControlRequest.Field? in
            header.parted(at: ":").map { name, value in
                .init(String(name).trimmed, String(value).trimmed.substituting(Self.mark, with: token))
            }
        }
        if !headers.contains(where: { $0.containsBytes(of: Self.mark) }) {
            fields.append(.init("authorization", "Bearer \(token)"))
        }
        return ControlRequest(
            method.flatMap { RequestMethod(rawValue: $0.uppercased()) } ?? .get, path, headers: fields,
            body: data.map { Array($0.utf8) } ?? [])
    }
}
