import FirebreakWire
import Testing

@testable import FirebreakControl

struct InternetMessageTests {
    private func message(
        to: String = "a@x.test",
        subject: String = "Hi",
        text: String = "Text",
        html: String? = "<p>HTML</p>"
    ) -> InternetMessage {
        InternetMessage(
            from: "noreply@demo.firebaseapp.com",
            to: to,
            subject: subject,
            text: text,
            html: html,
            messageID: "msg_x@firebreak.invalid",
            dateMilliseconds: 1_700_000_000_123
        )
    }

    private func source(_ message: InternetMessage) -> String {
        String(decoding: message.serialized(), as: UTF8.self)
    }

    @Test func `a message with two parts`() {
        var message = self.message()
        message.fromName = "Acorn"
        message.replyTo = "help@x.test"

        let lines = [
            "Date: Tue, 14 Nov 2023 22:13:20 +0000",
            "From: Acorn <noreply@demo.firebaseapp.com>",
            "Reply-To: help@x.test",
            "To: a@x.test",
            "Subject: Hi",
            "Message-ID: <msg_x@firebreak.invalid>",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"=_firebreak\"",
            "",
            "--=_firebreak",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "Text",
            "--=_firebreak",
            "Content-Type: text/html; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "<p>HTML</p>",
            "--=_firebreak--",
            "",
        ]
        #expect(self.source(message) == lines.joined(separator: "\r\n"))
    }

    @Test func `a message without HTML has one part`() {
        let mail = WrittenMail(self.message(text: "Grüße", html: nil).serialized())

        #expect(mail["Content-Type"] == "text/plain; charset=utf-8")
        #expect(mail.content == "Grüße")
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000"),
        (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 +0000"),
        (1_709_251_199_999, "Thu, 29 Feb 2024 23:59:59 +0000"),
        (4_107_542_400_000, "Mon, 01 Mar 2100 00:00:00 +0000"),
        (Int64.min, "Mon, 01 Jan 1900 00:00:00 +0000"),
        (Int64.max, "Fri, 31 Dec 9999 23:59:59 +0000"),
    ])
    func `dates are in UTC`(milliseconds: Int64, date: String) {
        var message = self.message()
        message.dateMilliseconds = milliseconds

        #expect(WrittenMail(message.serialized())["Date"] == date)
    }

    static let awkward = [
        "",
        "plain words",
        "Grüße aus Köln",
        String(repeating: "日本語の件名", count: 20),
        String(repeating: "👨‍👩‍👧‍👦", count: 12),
        "e" + String(repeating: "\u{301}", count: 100),
        String(repeating: "word ", count: 40) + "end",
        String(repeating: "x", count: 400),
        "http://x.test/?" + String(repeating: "a=b&", count: 100),
        "=?UTF-8?B?YQ==?=",
        "two  spaces and one at the end ",
        " tab\tand NUL \u{0}",
        "--=_firebreak--",
    ]

    @Test(arguments: awkward)
    func `subjects are read back as they were`(subject: String) {
        let source = self.source(self.message(subject: subject))

        #expect(WrittenMail(Array(source.utf8))["Subject"] == subject)
        let isASCII = source.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0D || $0 == 0x0A }
        #expect(isASCII)
        for line in source.split(separator: "\r\n" as Character, omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 76)
            let isWhole = !line.contains { $0 == "\r" || $0 == "\n" }
            #expect(isWhole)
        }
    }

    @Test(arguments: awkward + ["a\nb\r\nc\n", "lone \r carriage", ".\nFrom me\n.\n", "blank at end \n\t\n", "a=3D"])
    func `bodies are read back as they were, with CRLF`(body: String) throws {
        let source = self.source(self.message(text: body, html: body + "\n"))
        let parts = WrittenMail(Array(source.utf8)).parts

        let expected = body.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        try #require(parts.count == 2)
        #expect(parts[0].content == expected)
        #expect(parts[1].content == expected + "\r\n")
        for line in source.split(separator: "\r\n" as Character, omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 76)
            #expect(!line.hasSuffix(" ") && !line.hasSuffix("\t") && !line.hasPrefix(".") && !line.hasPrefix("From "))
        }
    }

    @Test func `no value can add a header`() {
        var message = self.message(to: "a\r\nBcc: t@x.test", subject: "a\r\nBcc: s\n\rx")
        message.from = "f@x.test\nBcc: f"
        message.fromName = "n\r\nBcc: n"
        message.replyTo = "r\rBcc: r"
        message.messageID = "i>\r\nBcc: <i@x.test"

        let mail = WrittenMail(message.serialized())

        let names = ["Date", "From", "Reply-To", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type"]
        #expect(mail.headers.map(\.name) == names)
        #expect(mail["Subject"] == "aBcc: sx")
        #expect(mail["Message-ID"] == "<iBcci@x.test>")
    }

    @Test(arguments: [
        ("first.last+tag@x.test", "first.last+tag@x.test"),
        ("\"a b\"@x.test", "\"a b\"@x.test"),
        ("a@[127.0.0.1]", "a@[127.0.0.1]"),
        ("a b@x.test", "\"a b\"@x.test"),
        ("a,b@x.test", "\"a,b\"@x.test"),
        ("a@b@x.test", "\"a@b\"@x.test"),
        ("a\"\\b@x.test", "\"a\\\"\\\\b\"@x.test"),
        ("\"a\"b\"@x.test", "\"\\\"a\\\"b\\\"\"@x.test"),
        (".a@x.test", "\".a\"@x.test"),
        // Letters beyond ASCII stay as they are before the @ (RFC 6532). Behind it they have a form that every server takes.
        ("jörg@x.test", "jörg@x.test"),
        ("jörg@bücher.example", "jörg@bücher.example"),
        ("用户@例子.广告", "用户@例子.广告"),
        ("عمر@مثال.إختبار", "عمر@مثال.إختبار"),
        ("jörg müller@x.test", "\"jörg müller\"@x.test"),
        ("\"jörg müller\"@x.test", "\"jörg müller\"@x.test"),
        ("bob@bücher.example", "bob@xn--bcher-kva.example"),
        ("Bob@BÜCHER.example", "Bob@xn--bcher-kva.example"),
    ])
    func `addresses are quoted where needed`(address: String, header: String) {
        #expect(WrittenMail(self.message(to: address).serialized())["To"] == header)
    }

    @Test(arguments: [
        ("plain", "plain :;"),
        ("a@", "\"a@\" :;"),
        ("@x.test", "\"@x.test\" :;"),
        ("a@x test", "\"a@x test\" :;"),
        ("a@x..test", "\"a@x..test\" :;"),
        // Encoded words, which the reader has decoded and joined to what follows.
        ("ü@x..test", "ü@x..test:;"),
        ("a@ü x.test", "a@ü x.test:;"),
        ("\u{202E}ü@x.test", "\u{202E}ü@x.test:;"),
        ("ü\u{85}@x.test", "ü\u{85}@x.test:;"),
        ("ü@\u{200B}", "ü@\u{200B}:;"),
        ("a  b@x.test", "a  b@x.test:;"),
        ("tab\t@x.test", "tab\t@x.test:;"),
        ("=?x?=@x.test", "=?x?=@x.test:;"),
    ])
    func `what is not an address becomes a group of that name`(address: String, header: String) {
        #expect(WrittenMail(self.message(to: address).serialized())["To"] == header)
    }

    @Test func `an envelope has an address as the header has it`() {
        var message = self.message(to: "jörg@x.test")
        message.from = "noreply@bücher.example"

        #expect(message.envelopeRecipient == "jörg@x.test")
        #expect(message.envelopeSender == "noreply@xn--bcher-kva.example")
        #expect(self.source(message).contains("\r\nTo: jörg@x.test\r\n"))
    }

    @Test func `no address at all becomes a group without members`() {
        #expect(WrittenMail(self.message(to: "").serialized())["To"] == "undisclosed-recipients :;")
    }

    @Test(arguments: [
        ("Acorn Ltd", "Acorn Ltd <noreply@demo.firebaseapp.com>"),
        ("Acorn, \"Ltd\".", "\"Acorn, \\\"Ltd\\\".\" <noreply@demo.firebaseapp.com>"),
        ("", "noreply@demo.firebaseapp.com"),
        ("日本", "日本<noreply@demo.firebaseapp.com>"),
    ])
    func `names of senders are quoted or encoded where needed`(name: String, header: String) {
        var message = self.message()
        message.fromName = name

        #expect(WrittenMail(message.serialized())["From"] == header)
    }

    @Test func `a line of a header is as long as it may be`() {
        let words = ["a", "b", "c"].map { String(repeating: $0, count: $0 == "c" ? 14 : 60) }
        let lines = self.source(self.message(subject: words.joined(separator: " "))).separated(by: "\r\n")
        #expect(lines.contains("Subject: \(words[0])"[...]))
        #expect(lines.contains(" \(words[1]) \(words[2])"[...]), "76 bytes")
    }

    @Test func `only blanks at the end of a line are encoded`() {
        #expect(quotedPrintable("a b\tc \nd\t") == "a b\tc=20\r\nd=09")
    }

    @Test func `the fields of a header are read, folded ones as well`() {
        let message = "To: a@x.test\r\nSubject: one\r\n two\r\n\t three\r\nDate:now\r\n\r\nNo: field"
        let fields = MailHeader(of: message.utf8).fields
        #expect(fields.map { "\($0.name)|\($0.value)" } == ["To|a@x.test", "Subject|one two three", "Date|now"])
    }
}
