import Firebreak
import Testing

struct SMTPClientTests {
    private static let mail = SMTPMail(
        sender: "noreply@x.test", recipient: "a@x.test", content: Array("Subject: s\r\n\r\nHello\r\n".utf8))

    private func send(
        _ mail: SMTPMail = mail, to server: ScriptedMailServer, as user: String = "", timeout: Int64 = 600_000
    ) async throws -> DeliveryFailure? {
        let url = try #require(SMTPServer(url: "smtp://\(user)127.0.0.1:\(server.port)"))
        return await SMTPClient(url, timeout: timeout).send(mail)
    }

    @Test func `a mail goes with its envelope and ends with a dot`() async throws {
        try await ScriptedMailServer.serve { server in
            let failure = try await send(to: server)

            #expect(failure == nil)
            #expect(
                server.received == [
                    "EHLO [127.0.0.1]", "MAIL FROM:<noreply@x.test>", "RCPT TO:<a@x.test>", "DATA", "Subject: s", "",
                    "Hello", ".", "QUIT",
                ])
        }
    }

    @Test func `a mail without a sender has an empty one`() async throws {
        try await ScriptedMailServer.serve { server in
            var mail = Self.mail
            mail.sender = nil
            let failure = try await send(mail, to: server)

            #expect(failure == nil)
            #expect(server.received.contains("MAIL FROM:<>"))
        }
    }

    @Test func `dots at the beginning of lines are doubled, and line breaks are those of mails`() {
        func sent(_ text: String) -> String {
            let mail = SMTPMail(sender: nil, recipient: "a@x.test", content: Array(text.utf8))
            return String(decoding: mail.transmission, as: UTF8.self)
        }
        #expect(sent("a\r\n.\r\n..b\r\nc.d") == "a\r\n..\r\n...b\r\nc.d\r\n.\r\n")
        #expect(sent(".") == "..\r\n.\r\n")
        #expect(sent("") == ".\r\n")
        // What is not a line break to one server is one to another: a mail must not end in either.
        #expect(sent("a\n.\nb\r.\rc") == "a\r\n..\r\nb\r\n..\r\nc\r\n.\r\n")
        #expect(sent("a\r\n\r\nb\n\nc\r\n") == "a\r\n\r\nb\r\n\r\nc\r\n.\r\n")
    }

    @Test func `eight bits arrive unchanged, and are announced`() async throws {
        try await ScriptedMailServer.serve { server in
            var mail = Self.mail
            mail.content = Array("Subject: s\r\n\r\nGrüße".utf8)
            let failure = try await send(mail, to: server)

            #expect(failure == nil)
            #expect(server.received.contains("MAIL FROM:<noreply@x.test> BODY=8BITMIME"))
            #expect(server.received.contains("Grüße"))
        }
    }

    @Test func `addresses with letters beyond ASCII go to a server that takes them`() async throws {
        var mail = Self.mail
        mail.recipient = "jörg@x.test"
        mail.content = Array("To: jörg@x.test\r\n\r\nHello".utf8)
        let withExtension: @Sendable (String) -> ScriptedMailServer.Answer = { line in
            line.hasPrefix("EHLO") ? .say("250-mail.test\r\n250-8BITMIME\r\n250 SMTPUTF8") : .usual
        }
        try await ScriptedMailServer.serve(withExtension) { server in
            let failure = try await send(mail, to: server)
            #expect(failure == nil)
            #expect(server.received.contains("MAIL FROM:<noreply@x.test> BODY=8BITMIME SMTPUTF8"))
            #expect(server.received.contains("RCPT TO:<jörg@x.test>"))
        }
        try await ScriptedMailServer.serve(withExtension) { server in
            var plain = Self.mail
            plain.content = Array("To: a@x.test\r\n\r\nGrüße".utf8)
            let failure = try await send(plain, to: server)
            #expect(failure == nil)
            #expect(server.received.contains("MAIL FROM:<noreply@x.test> BODY=8BITMIME"))
        }
        try await ScriptedMailServer.serve { server in
            let failure = try await send(mail, to: server)
            #expect(failure?.isPermanent == true && failure?.text.contains("SMTPUTF8") == true)
            #expect(!server.received.contains { $0.hasPrefix("MAIL") })

            // A sender that it does not take is left out, as in reports.
            var other = Self.mail
            other.sender = "jörg@x.test"
            let second = try await send(other, to: server)
            #expect(second == nil)
            #expect(server.received.contains("MAIL FROM:<>"))
        }
    }

    @Test(arguments: ["EHLO", "MAIL", "RCPT", "DATA", "."])
    func `a refusal is the server's words, and for good where it is about the mail`(command: String) async throws {
        try await ScriptedMailServer.serve({ line in
            line.hasPrefix(command) || (command == "EHLO" && line.hasPrefix("HELO"))
                ? .say("550-not\r\n550 here") : .usual
        }) { server in
            let failure = try await send(to: server)

            let name = ["EHLO": "HELO", ".": "DATA"][command] ?? command
            #expect(failure == DeliveryFailure("\(name): 550 not here", isPermanent: command != "EHLO"))
        }
        try await ScriptedMailServer.serve({ $0.hasPrefix(command) && command != "EHLO" ? .say("451 later") : .usual })
        {
            server in
            let failure = try await send(to: server)
            #expect(failure?.isPermanent != true)
            #expect((failure == nil) == (command == "EHLO"))
        }
    }

    @Test func `a server without EHLO gets HELO`() async throws {
        try await ScriptedMailServer.serve({ $0.hasPrefix("EHLO") ? .say("502 what?") : .usual }) { server in
            let failure = try await send(to: server)

            #expect(failure == nil)
            #expect(server.received.contains("HELO [127.0.0.1]"))
        }
    }

    @Test func `a server that offers TLS and then refuses it is spoken to without`() async throws {
        try await ScriptedMailServer.serve({ line in
            switch line.prefix(4) {
            case "EHLO": .say("250-mail.test\r\n250 STARTTLS")
            case "STAR": .say("454 not now")
            default: .usual
            }
        }) { server in
            let failure = try await send(to: server)

            #expect(failure == nil)
            #expect(server.received.dropFirst().first == "STARTTLS")
            #expect(server.received.last == "QUIT")
        }
    }

    @Test func `what is sent behind the answer to STARTTLS is not believed`() async throws {
        try await ScriptedMailServer.serve({ line in
            switch line.prefix(4) {
            case "EHLO": .say("250-mail.test\r\n250 STARTTLS")
            case "STAR": .say("220 go\r\n250-mail.test\r\n250 AUTH PLAIN")
            default: .usual
            }
        }) { server in
            let failure = try await send(to: server, as: "u:p@")

            #expect(failure?.text == "the server went on after STARTTLS without encryption")
            #expect(!server.received.contains { $0.hasPrefix("AUTH") })
        }
    }

    @Test func `AUTH PLAIN comes before AUTH LOGIN`() async throws {
        try await ScriptedMailServer.serve({ line in
            line.hasPrefix("EHLO") ? .say("250-mail.test\r\n250 AUTH LOGIN PLAIN") : .usual
        }) { server in
            let failure = try await send(to: server, as: "me%40x:p%3Aw@")

            #expect(failure == nil)
            // NUL, me@x, NUL, p:w
            #expect(server.received.contains("AUTH PLAIN AG1lQHgAcDp3"))
        }
    }

    @Test func `AUTH LOGIN asks for both, one after the other`() async throws {
        try await ScriptedMailServer.serve({ line in
            switch line {
            case "AUTH LOGIN": .say("334 VXNlcm5hbWU6")
            case "bWU=": .say("334 UGFzc3dvcmQ6")
            case "cHc=": .say("235 welcome")
            default: line.hasPrefix("EHLO") ? .say("250-mail.test\r\n250 AUTH=LOGIN") : .usual
            }
        }) { server in
            let failure = try await send(to: server, as: "me:pw@")

            #expect(failure == nil)
            #expect(server.received.prefix(4).suffix(3) == ["AUTH LOGIN", "bWU=", "cHc="])
        }
    }

    @Test func `a password that is refused is not repeated, and can be right later`() async throws {
        try await ScriptedMailServer.serve({ line in
            if line.hasPrefix("EHLO") { return .say("250-mail.test\r\n250 AUTH PLAIN") }
            return line.hasPrefix("AUTH") ? .say("535 no: hunter2 \(line)") : .usual
        }) { server in
            let failure = try await send(to: server, as: "me:hunter2@")

            #expect(failure == DeliveryFailure("AUTH: 535"))
        }
    }

    @Test func `a password is not kept back silently from a server that wants none`() async throws {
        try await ScriptedMailServer.serve { server in
            let failure = try await send(to: server, as: "me:hunter2@")

            #expect(failure == DeliveryFailure("the server offers neither AUTH PLAIN nor AUTH LOGIN"))
        }
    }

    @Test func `a server that says the password in another place does not get it into the record`() async throws {
        try await ScriptedMailServer.serve({ line in
            if line.hasPrefix("EHLO") { return .say("250-mail.test\r\n250 AUTH PLAIN") }
            return line.hasPrefix("MAIL") ? .say("451 hunter2 is busy") : .usual
        }) { server in
            let failure = try await send(to: server, as: "me:hunter2@")

            #expect(failure == DeliveryFailure("MAIL: 451 *** is busy"))
        }
    }

    @Test(arguments: ["", "EHLO", "DATA", "."])
    func `a server that goes silent is given up`(command: String) async throws {
        let silence: ScriptedMailServer.Answer = .nothing
        try await ScriptedMailServer.serve(
            greeting: command.isEmpty ? silence : .say(ScriptedMailServer.greeting),
            { !command.isEmpty && $0.hasPrefix(command) ? .nothing : .usual }
        ) { server in
            // Long enough for a busy machine to connect in.
            let failure = try await send(to: server, timeout: 5000)

            #expect(failure == DeliveryFailure("the server did not answer in time"))
        }
    }

    @Test func `a mail that was taken is delivered, even if the server then says nothing more`() async throws {
        try await ScriptedMailServer.serve({ $0 == "QUIT" ? .nothing : .usual }) { server in
            let failure = try await send(to: server)

            #expect(failure == nil)
        }
    }

    @Test func `a server that hangs up, or is not there, is a failure`() async throws {
        var port = 0
        try await ScriptedMailServer.serve({ $0.hasPrefix("RCPT") ? .hangUp : .usual }) { server in
            port = server.port
            let failure = try await send(to: server)
            #expect(failure == DeliveryFailure("the server closed the connection"))
        }
        let url = try #require(SMTPServer(url: "smtp://127.0.0.1:\(port)"))
        let failure = await SMTPClient(url, timeout: 600_000).send(Self.mail)
        #expect(failure?.isPermanent == false)
    }

    @Test func `what is not a SMTP, and what does not end, is not read on`() async throws {
        try await ScriptedMailServer.serve(greeting: .say("HTTP/1.1 400 Bad Request")) { server in
            let failure = try await send(to: server)
            #expect(failure == DeliveryFailure("what the server says is not SMTP"))
        }
        let long = String(repeating: "x", count: 100_000)
        try await ScriptedMailServer.serve(greeting: .say("220 " + long)) { server in
            let failure = try await send(to: server)
            #expect(failure == DeliveryFailure("the server's reply is too long"))
        }
        let lines = Array(repeating: "250-more", count: 1000).joined(separator: "\r\n")
        try await ScriptedMailServer.serve({ $0.hasPrefix("EHLO") ? .say(lines) : .usual }) { server in
            let failure = try await send(to: server)
            #expect(failure == DeliveryFailure("the server's reply is too long"))
        }
    }
}
