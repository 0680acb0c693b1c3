package import FirebreakWire
import Foundation
import GRDB

/// The file of a run that has ended: one SQLite database, with those of its projects in it, without their secrets
/// (firebreak.md section 14.1).
package struct RunFile: Sendable {
    /// What the run was: command, exit code, version, time.
    package var run: JSON
    /// The databases of its projects.
    package var projects: [(id: ProjectID, content: [UInt8])]
    /// The calls of its journal, in their order.
    package var calls: [JSON]

    package init(run: JSON, projects: [(id: ProjectID, content: [UInt8])], calls: [JSON]) {
        self.run = run
        self.projects = projects
        self.calls = calls
    }

    /// `Frbk`: SQLite keeps it in the header of the file, where `file` finds it.
    private static let applicationID = 0x4672_626B
    /// Counts what an earlier build cannot read.
    private static let format = 1

    /// Writes the file in one step: a reader sees the one before, or this one.
    ///
    /// - Throws: ``StorageFailure``.
    package func write(to path: String) throws {
        let draft = "\(path).\(getpid()).tmp"
        defer { unlink(draft) }
        try Storage.removeFiles(of: draft)
        try DatabaseFile.make(draft)
        try StorageFailure.translating(file: path) {
            let queue = try DatabaseQueue(path: draft, configuration: ProjectDatabase.unsynchronized)
            try queue.writeWithoutTransaction { db in
                try db.execute(
                    sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)")
                try db.inTransaction {
                    try fill(db)
                    return .commit
                }
            }
            try queue.close()
        }
        guard rename(draft, path) == 0 else { throw StorageFailure(ofSystemAt: path) }
    }

    private func fill(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE run (document TEXT NOT NULL) STRICT;
                CREATE TABLE project (id BLOB NOT NULL, content BLOB NOT NULL) STRICT;
                CREATE TABLE call (id INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
                """)
        try db.run("INSERT INTO run VALUES (?)", [run.text])
        for project in projects {
            try db.run("INSERT INTO project VALUES (?, ?)", [Array(project.id.rawValue.utf8), project.content])
        }
        for call in calls { try db.run("INSERT INTO call (document) VALUES (?)", [call.text]) }
    }

    /// Reads a file.
    ///
    /// - Throws: ``StorageFailure``, also for a file that is none of these, and for one of a later format.
    package init(at path: String) throws {
        try DatabaseFile.checkContent(of: path)
        self = try StorageFailure.translating(file: path) {
            var configuration = DatabaseConnection.configuration
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.read { db in
                guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Self.applicationID else {
                    throw StorageFailure(.notADatabase, file: path, cause: "it is not the file of a run")
                }
                guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 <= Self.format else {
                    throw StorageFailure(.newerVersion, file: path, cause: "it has a later format")
                }
                return try Self(db)
            }
        }
    }

    private init(_ db: Database) throws {
        run = .emptyObject
        projects = []
        calls = []
        try db.run("SELECT document FROM run") { row in
            run = try row.document(0)
            return true
        }
        try db.run("SELECT id, content FROM project") { row in
            projects.append((ProjectID(rawValue: String(decoding: row[0] as [UInt8], as: UTF8.self)), row[1]))
            return true
        }
        try db.run("SELECT document FROM call ORDER BY id") { row in
            calls.append(try row.document(0))
            return true
        }
    }
}

/// Replaces what must not be seen.
package struct SecretRemoval: Sendable {
    package var document: @Sendable (JSON) -> JSON
    /// A text with links in it.
    package var text: @Sendable (String) -> String
    /// A mail of an app, whose message has this code.
    package var mail: @Sendable (ReceivedMail, _ code: String?) -> ReceivedMail
    /// Names of rules that are keys and nothing else.
    package var rules: Set<String>

    package init(
        rules: Set<String>, document: @escaping @Sendable (JSON) -> JSON, text: @escaping @Sendable (String) -> String,
        mail: @escaping @Sendable (ReceivedMail, _ code: String?) -> ReceivedMail
    ) {
        self.rules = rules
        self.document = document
        self.text = text
        self.mail = mail
    }
}

extension Storage {
    /// A copy of a project's database, as the content of a file.
    ///
    /// - Parameter removal: What the copy does without.
    package func contentWithoutSecrets(of database: ProjectDatabase, _ removal: SecretRemoval) async throws -> [UInt8] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "firebreak-\(UUID().uuidString)").path
        try Self.makeDirectory(directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }  // the system removes what is left
        let path = "\(directory)/project"
        let draft = try await ProjectDraft(copying: database, in: directory)
        _ = try await draft.database.write(tenant: nil) { tx in try tx.removeSecrets(removal) }
        // What was removed is still in pages that are free.
        try await draft.database.queue.writeWithoutTransaction { db in try db.execute(sql: "VACUUM") }
        try draft.move(to: path)
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Puts databases of projects into the directory of a server that has not started.
    package static func fill(_ dataDirectory: String, with projects: [(id: ProjectID, content: [UInt8])]) throws {
        let directory = dataDirectory + "/projects"
        try makeDirectory(directory)
        for project in projects {
            let path = path(of: project.id, in: directory)
            try DatabaseFile.make(path)
            try Data(project.content).write(to: URL(filePath: path))
        }
    }
}

extension Transaction {
    private static let hash = "UkVEQUNURUQ="

    /// Removes passwords, tokens, codes and keys. Of a password that there is one stays.
    fileprivate func removeSecrets(_ removal: SecretRemoval) throws {
        for table in ["session", "flow", "totpSecret"] { try run("DELETE FROM \(table)", []) }
        try run("UPDATE account SET passwordHash = ? WHERE passwordHash IS NOT NULL", [Self.hash])
        try run("UPDATE account SET salt = NULL, hashSettings = NULL", [])
        try run("DELETE FROM hashSettings", [])
        try run("DELETE FROM setting WHERE name IN (?, ?)", [Setting.random.rawValue, Setting.signUps.rawValue])
        if var rules = try setting(.rules) {
            for rule in removal.rules { rules[rule] = nil }
            try set(.rules, to: rules)
        }
        for (table, column) in [
            ("setting", "value"), ("tenant", "document"), ("providerConfig", "document"),
            ("messageSettings", "document"),
            ("fault", "definition"), ("tenantPolicy", "document"),
        ] {
            let documents = try all("SELECT DISTINCT \(column) FROM \(table)", []) { row in try row.document(0) }
            for document in documents {
                let without = removal.document(document)
                guard without != document else { continue }
                try run("UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [without.text, document.text])
            }
        }
        try removeCodes(removal)
    }

    private func removeCodes(_ removal: SecretRemoval) throws {
        let messages = try withMails(
            all("SELECT seq, \(Message.columns) FROM message", [], Message.init(row:)), whole: true)
        for message in messages {
            if let mail = message.mail { try store(removal.mail(mail, message.code), of: message.seq) }
            let code = message.channel == .email ? "<oobCode>" : "<code>"
            try run(
                """
                UPDATE message SET code = ?, sessionInfo = ?, mailedLink = ?, actionLink = ?, continueUrl = ?, request = ?
                WHERE seq = ?
                """,
                [
                    message.code == nil ? nil : code, message.sessionInfo == nil ? nil : "<sessionInfo>",
                    message.mailedLink.map(removal.text), message.actionLink.map(removal.text),
                    message.continueURL.map(removal.text), removal.document(message.request).text, message.seq,
                ])
        }
    }
}
