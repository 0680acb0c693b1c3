import FirebreakDiscovery
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// A run that has ended, in a file: projects, outbox, journal, clock, the command and how it ended, without secrets
/// (firebreak.md section 14.1).
package struct KeptRun: Sendable {
    /// The command and its arguments.
    package var command: [String]
    /// The code that it ended with; `nil` where it was not known yet.
    package var exitCode: Int?
    /// The server's time then.
    package var time: Timestamp
    /// The build that wrote the file.
    package var version: String
    package var defaultProject: String
    package var profile: Profile

    package init(
        command: [String], exitCode: Int?, time: Timestamp, version: String, defaultProject: String, profile: Profile
    ) {
        self.command = command
        self.exitCode = exitCode
        self.time = time
        self.version = version
        self.defaultProject = defaultProject
        self.profile = profile
    }

    private var document: JSON {
        var document: JSON = [
            "command": .array(command.map(JSON.string)), "time": .int(time.milliseconds), "version": .string(version),
            "defaultProject": .string(defaultProject), "profile": .string(profile.rawValue),
        ]
        document["exitCode"] = exitCode.map { .int($0) }
        return document
    }

    private init(_ document: JSON) {
        command = document["command"]?.arrayValue?.compactMap(\.stringValue) ?? []
        exitCode = document["exitCode"]?.integerValue.map(Int.init)
        time = Timestamp(milliseconds: document["time"]?.integerValue ?? 0)
        version = document["version"]?.stringValue ?? ""
        defaultProject = document["defaultProject"]?.stringValue ?? ""
        profile = document["profile"]?.stringValue.flatMap(Profile.init(rawValue:)) ?? .local
    }

    // MARK: Writing

    /// Writes what a server has.
    ///
    /// - Throws: ``StorageFailure``.
    package func write(_ control: ControlServices, to path: String) async throws {
        let services = control.services
        var projects: [(id: ProjectID, content: [UInt8])] = []
        for id in try services.projects.projects() {
            let project = try services.projects.project(id)
            if let content = try await project.contentWithoutSecrets(Self.removal) { projects.append((id, content)) }
        }
        let entries = control.journal?.entries(JournalFilter(), of: nil, descending: false, limit: .max) ?? []
        try RunFile(run: document, projects: projects, calls: try entries.map(KeptCall.document)).write(to: path)
    }

    private static let removal = SecretRemoval(
        rules: ["credentialKeys", "serviceAccounts", "messageWebhook", "accountEvents"],
        document: { $0.withoutSecrets },
        text: { text in
            var redaction = Redaction()
            redaction.collect(from: text)
            return Redaction.Shown(redaction).text(text)
        },
        mail: { mail, code in
            var redaction = Redaction()
            for mark in ActionMarks(in: mail).codes + [code].compactMap(\.self) { redaction.add(mark, "oobCode") }
            for text in [mail.text, mail.html].compactMap(\.self) { redaction.collect(from: text) }
            let shown = Redaction.Shown(redaction)
            var without = mail
            without.subject = shown.text(mail.subject)
            without.text = shown.text(mail.text)
            without.html = mail.html.map(shown.text)
            guard without != mail else { return mail }
            // Its source has the same in one of many encodings.
            without.content = Array("\(shown.text(mail.subject))\r\n\r\n\(without.text)".utf8)
            return without
        })

    // MARK: Reading

    /// Reads a file, and puts its projects into the directory of a server that has not started.
    ///
    /// - Returns: The run, and the calls of its journal.
    /// - Throws: ``StorageFailure``.
    package static func open(
        _ path: String, in dataDirectory: String
    ) throws -> (run: KeptRun, calls: [(id: Int64, seq: Int64, content: JournalEntry.Content)]) {
        let file = try RunFile(at: path)
        try Storage.fill(dataDirectory, with: file.projects)
        return (KeptRun(file.run), file.calls.compactMap(KeptCall.content))
    }

    /// In a sentence.
    package var sentence: String {
        let words = command.isEmpty ? "A run" : "The run of \(command.map(ShellWord.quoted).joined(separator: " "))"
        let end = exitCode.map { "ended with code \($0)" } ?? "was not over"
        return "\(words) \(end) at \(time.rfc3339).".visible
    }
}
