import Firebreak
import FirebreakClient
import FirebreakFixtures
import FirebreakModel
import FirebreakWire

/// What a person reads in a terminal while a server runs there: a few lines when it is ready, then each refusal. Mails
/// and text messages are lines of the log.
struct TerminalReport: Sendable {
    let screen: TerminalScreen
    private var style: TerminalStyle { screen.style }

    /// The lines for a server that is ready.
    func begin(_ server: PreparedServer, at address: BoundAddress) {
        let configuration = server.configuration
        var rows: [(name: String, value: String)] = [
            ("Console", style.link(address.url + "/firebreak/")),
            ("Variables", style.text(Self.variables(configuration, address))),
            ("Project", style.text(server.settings.projectDescription)),
            ("Profile", style.text(Self.profile(configuration.profile))),
        ]
        if let mailServer = address.mailServer {
            rows.append(("Mails", style.text("smtp://\(mailServer) takes those that an app sends itself")))
        }
        rows += applied(server).map { ("Applied", style.text($0)) }
        rows.append(("Data", style.text(Self.data(configuration))))
        if server.settings.isControlTokenMade, let token = configuration.controlToken {
            rows.append(("Token", style.text("\(token) for the console and the control API, made for this run")))
        }
        rows.append(("Stop", style.text("Ctrl-C")))
        screen.print("\(style.text("Firebreak \(Version.current)", .bold)) at \(style.link(address.url))\n")
        for row in rows { screen.print("  \(style.text(row.name.padded(to: 11), .dim))\(row.value)\n") }
    }

    /// Tells each refusal until the task is cancelled.
    func followRefusals(of emulator: Emulator) async {
        do {
            // Also those that came before this stream was there.
            let calls = try ControlRequest(
                RequestsAPI.streamAll.entry, input: RequestFilter(after: 0))
            for try await event in InProcessTransport(emulator).events(calls) where event.name == RequestsCommand.event
            {
                let record: JournalRecord = try event.decoded()
                if let line = refusal(record) { screen.print(line + "\n") }
            }
        } catch {
            // There is no journal, or the server has ended.
        }
    }

    /// - Returns: `nil` for a call that was not refused.
    func refusal(_ record: JournalRecord) -> String? {
        let status = record.status.map(String.init) ?? "no answer"
        guard record.status.map({ $0 >= 400 }) ?? true else { return nil }
        let about = [
            record.operation ?? "\(record.method) \(record.path)", record.email ?? record.phoneNumber ?? record.localID,
            record.error,
        ]
        let words = about.compactMap { $0 }.joined(separator: " ")
        let reason = record.explanation.map { ": " + style.textWithLinks($0) } ?? ""
        return "\(style.text(status, .red)) \(style.text(words))\(reason)"
    }

    private static func variables(_ configuration: EmulatorConfiguration, _ address: BoundAddress) -> String {
        var variables = [
            ("FIREBASE_AUTH_EMULATOR_HOST", address.hostAndPort), ("GCLOUD_PROJECT", configuration.project),
        ]
        // Some projects have IDs that no key can carry.
        if let key = try? APIKey.derived(for: configuration.project) { variables.append(("FIREBASE_API_KEY", key)) }
        return "export " + variables.map { "\($0.0)=\(ShellWord.quoted($0.1))" }.joined(separator: " ")
    }

    private static func profile(_ profile: EmulatorConfiguration.Profile) -> String {
        switch profile {
        case .local: "local: as the service does, made practical on one machine"
        case .emulator: "emulator: exactly as the official emulator does"
        case .production: "production: as the service does"
        }
    }

    private static func data(_ configuration: EmulatorConfiguration) -> String {
        let kept = configuration.dataDirectory.map { "kept in \($0)" } ?? "in memory"
        return configuration.exportPath.map { "\(kept), exported to \($0) at the end" } ?? kept
    }

    /// What was there before the first call.
    private func applied(_ server: PreparedServer) -> [String] {
        var lines: [String] = []
        if let path = server.configuration.importPath, let count = server.emulator.importedAccounts {
            lines.append("\(path): \(Self.count(count, "account"))")
        }
        for fixture in server.emulator.fixtures {
            let users = fixture.projects.map(\.userCount).reduce(0, +)
            lines.append(
                "\(fixture.source.file): \(Self.count(users, "user")) in \(Self.count(fixture.projects.count, "project"))"
            )
        }
        return lines
    }

    /// `1 account`, `1,000 accounts`.
    static func count(_ number: Int, _ thing: String) -> String {
        "\(number.grouped) \(thing)\(number == 1 ? "" : "s")"
    }
}

extension String {
    /// With spaces behind it, for a column of this width.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
