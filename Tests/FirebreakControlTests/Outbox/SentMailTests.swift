import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

/// What a message shows never changes (firebreak.md section 5.3), whatever becomes of the project's settings.
struct SentMailTests {
    private static let texts = ["from", "replyTo", "subject", "text", "html"]

    /// A server that has sent a reset with texts of its own, and a sign-in link and an SMS with built-in ones.
    private func server(dataDirectory: String? = nil) async throws -> TestServer {
        let server = try TestServer(dataDirectory: dataDirectory)
        _ = try await server.signUp("alice@example.test")
        try await server.set("notification.sendEmail.resetPasswordTemplate", template("First"))
        _ = try await server.control(.patch, "/rules", ["appName": "Shop"])
        _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.mailedCode("EMAIL_SIGNIN", "bob@example.test")
        _ = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+16505550101"])
        try await #require(shown(by: server).count == 3)
        return server
    }

    private func template(_ word: String) -> JSON {
        [
            "senderLocalPart": .string(word), "senderDisplayName": .string(word), "replyTo": .string(word),
            "subject": .string("\(word) %APP_NAME%"), "body": .string("<p>\(word) %APP_NAME% %LINK%</p>"),
            "bodyFormat": "HTML",
        ]
    }

    /// Changes all that messages are worded with.
    private func change(_ server: TestServer, project: String = TestServer.project) async throws {
        let mails: JSON = [
            "method": "CUSTOM_SMTP", "smtp": ["senderEmail": "other@other.test"],
            "resetPasswordTemplate": template("Second"), "callbackUri": "https://other.test/",
        ]
        let answer = try await server.configure(
            "notification", ["notification": ["sendEmail": mails, "defaultLocale": "de"]], project: project)
        #expect(answer.status == 200)
        #expect(try await server.control(.patch, "/rules", ["appName": "Other"], project: project).status == 200)
    }

    /// All that is shown of each message, the oldest first.
    private func shown(by server: TestServer, project: String = TestServer.project) async throws -> [[String]] {
        var shown: [[String]] = []
        for record in try await server.outbox(project: project) {
            let id = try #require(record["id"]?.stringValue)
            var parts = Self.texts.map { record[$0]?.stringValue ?? "" }
            for part in [".txt", ".html", ".eml"] {
                parts.append(try await server.control(.get, "/outbox/\(id)\(part)", project: project).text)
            }
            for path in ["api/v1/message/\(id)", "api/v1/message/\(id)/raw", "view/\(id).html"] {
                parts.append(try await server.control(.get, "/mailpit/\(path)", project: project).text)
            }
            if record["channel"] == "email" {
                parts.append(try await server.send(.get, "/firebreak/projects/\(project)/outbox/\(id)/mail").text)
            }
            shown.append(parts)
        }
        return shown
    }

    @Test func `settings that change leave what was sent as it was`() async throws {
        let server = try await server()
        let before = try await shown(by: server)
        #expect(before[0][2] == "First Shop")

        try await change(server)
        #expect(try await shown(by: server) == before)

        _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        let newest = try await server.latestMessage(to: "alice@example.test")
        #expect(newest["subject"] == "Second Other")
        #expect(newest["from"] == "Second <other@other.test>")
        #expect(newest["replyTo"] == "Second@example.firebaseapp.com")
        #expect(try await Array(shown(by: server).prefix(3)) == before)
    }

    @Test func `the console's list has the subject that was sent`() async throws {
        let server = try await server()
        try await change(server)

        let list = try await server.send(.get, "/firebreak/projects/example/outbox").text
        #expect(list.contains("First Shop"))
        #expect(!list.contains("Other"))
    }

    @Test func `a fork has the mails as they were sent, but for the key in their links`() async throws {
        let server = try await server()
        let before = try await shown(by: server)
        _ = try await server.fork("copy")
        try await change(server, project: "copy")

        let copied = try await shown(by: server, project: "copy")
        #expect(copied.map { $0[0...2] } == before.map { $0[0...2] })
        let ours = try #require(before[0][3].split(separator: "apiKey=").first)
        #expect(copied[0][3].hasPrefix(ours))
        #expect(copied[0][3].contains("apiKey=\(TestServer.key(of: "copy"))"))
        #expect(try await shown(by: server) == before)
    }

    @Test func `a restored snapshot has the mails of its time`() async throws {
        for directory in [nil, FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString] {
            defer { directory.map { try? FileManager.default.removeItem(atPath: $0) } }
            let server = try await server(dataDirectory: directory)
            let before = try await shown(by: server)
            _ = try await server.control(.post, ":snapshot")
            _ = try await server.control(.delete, "/outbox")
            try await change(server)
            _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")

            #expect(try await server.control(.post, ":restore").status == 200)
            #expect(try await shown(by: server) == before)
            // The settings are those of the snapshot again.
            _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
            #expect(try await server.latestMessage(to: "alice@example.test")["subject"] == "First Shop")
            try await change(server)
            #expect(try await shown(by: server).prefix(3) == before[...])
            server.close()
        }
    }

    @Test func `an import and a reset that keep the outbox leave it as it was`() async throws {
        let server = try await server()
        let before = try await shown(by: server)
        let other = try TestServer()
        try await change(other)
        let export = try await other.control(.get, ":export").json

        #expect(try await server.control(.post, ":import", ["files": export["files"] ?? .null]).status == 200)
        #expect(try await server.control(.get, "/rules").json["appName"] == "Other")
        #expect(try await shown(by: server) == before)
        _ = try await server.control(.post, ":reset", ["keep": ["outbox"]])
        #expect(try await shown(by: server) == before)
    }

    @Test func `another server on the same data shows them with what they were sent with`() async throws {
        try await withTemporaryDirectory { directory in
            let first = try TestServer(rules: ["appName": "Shop"], dataDirectory: directory)
            _ = try await first.mailedCode("EMAIL_SIGNIN", "bob@example.test")
            let before = try await shown(by: first)
            first.close()

            let second = try TestServer(rules: ["appName": "Other"], dataDirectory: directory)
            #expect(try await shown(by: second) == before)
            #expect(before[0][2].contains("Shop"))
            second.close()
        }
    }

    @Test func `what was not sent, or is late, keeps its sender`() async throws {
        let server = try TestServer()
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.test"])
        _ = try await server.control(.post, "/faults", ["on": "outbox.email", "deliverAfter": "1h"])
        _ = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": "bob@example.test", "continueUrl": "http://localhost/finish"])
        try await change(server)

        let messages = try await server.outbox()
        #expect(messages.map { $0["delivery"] } == ["suppressed", "scheduled"])
        #expect(messages.allSatisfy { $0["from"] == "noreply@example.firebaseapp.com" })
    }
}
