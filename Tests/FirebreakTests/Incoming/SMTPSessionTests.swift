import FirebreakControl
import FirebreakHTTP
import NIOCore
import Testing

@testable import Firebreak

@Suite struct SMTPSessionTests {
    /// A client that sends bytes as they are.
    private struct Talk {
        var session: SMTPSession
        var received = ByteBuffer()
        var replies: [String] = []
        var mails: [IncomingMail] = []
        var hasEnded = false

        init(offersTLS: Bool = false, memory: Int = 1 << 30) {
            session = SMTPSession(RequestMemory(limit: memory), offersTLS: offersTLS)
        }

        mutating func send(_ text: String) { send(Array(text.utf8)) }

        mutating func send(_ bytes: [UInt8]) {
            received.writeBytes(bytes)
            while !hasEnded, let step = session.next(&received) {
                switch step {
                case .reply(let text), .startTLS(let text): replies.append(text)
                case .deliver(let mail):
                    mails.append(mail)
                    replies.append("250 taken")
                case .end(let text):
                    replies.append(text)
                    hasEnded = true
                }
            }
        }

        mutating func begin() {
            send("EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n")
            replies = []
        }

        var codes: [String] { replies.map { String($0.prefix(3)) } }
        var contents: [String] { mails.map { String(decoding: $0.content, as: UTF8.self) } }
    }

    @Test func `a mail with everything in one piece`() {
        var talk = Talk()
        talk.send(
            "EHLO x\r\nMAIL FROM:<a@b.test> SIZE=10 BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<C@d.test>\r\nRCPT TO:<e@f.test>\r\n"
                + "DATA\r\nSubject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\n")
        #expect(talk.codes == ["250", "250", "250", "250", "354", "250", "221"])
        #expect(talk.contents == ["Subject: x\r\n\r\n.dot\r\n"])
        #expect(talk.mails.first?.sender == "a@b.test" && talk.mails.first?.recipients == ["C@d.test", "e@f.test"])
    }

    @Test func `a mail byte by byte is the same`() {
        var talk = Talk()
        talk.begin()
        for byte in "a\r\n..\r\n...b\r\n.\rc\r\r\n\n.\n.\r\n\r\n.\r\n".utf8 { talk.send([byte]) }
        #expect(talk.contents == ["a\r\n.\r\n..b\r\n\rc\r\r\n\n.\n.\r\n\r\n"])
    }

    @Test(arguments: ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r", "\r.\r\n", "\r\n\0.\r\n", "\r\n.\0\r\n"])
    func `only a line of one dot between two CRLF ends a mail`(_ other: String) {
        var talk = Talk()
        talk.begin()
        talk.send("text\(other)MAIL FROM:<evil@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nsmuggled\r\n.\r\n")
        #expect(talk.mails.count == 1 && talk.contents[0].contains("smuggled") && talk.mails[0].sender == "a@b.test")
    }

    @Test(arguments: ["NOOP\n", "NO\0OP\r\n", "NO\rOP\r\n", "NOOP\nRSET\r\n", "\u{1B}[2J\r\n", "BDAT 3\r\n", "\r\n"])
    func `what is no command`(_ line: String) {
        var talk = Talk()
        talk.send(line + "NOOP\r\n")
        #expect(talk.codes.first == "500")
    }

    @Test(
        arguments: [
            ("MAIL FROM:<a@b.test>", "503"), ("RCPT TO:<a@b.test>", "503"), ("DATA", "503"), ("AUTH PLAIN", "503"),
            ("EHLO", "501"), ("STARTTLS", "502"), ("HELP", "214"), ("VRFY a", "252"), ("RSET", "250"), ("noop", "250"),
            ("QUIT", "221"), ("POST / HTTP/1.1", "554"), ("GET / HTTP/1.1", "554"), ("Host: a.test", "554"),
        ])
    func `commands before a greeting`(_ line: String, _ code: String) {
        var talk = Talk()
        talk.send(line + "\r\n")
        #expect(talk.codes == [code])
    }

    @Test(
        arguments: [
            ("MAIL FROM:<>", "250"), ("MAIL FROM: a@b.test", "250"), ("mail from:<@x.test,@y.test:a@b.test>", "250"),
            ("MAIL FROM:<\"a>b\"@c.test> SIZE=3", "250"), ("MAIL FROM:<ä@b.test> SMTPUTF8", "250"),
            ("MAIL FROM:<a@b.test", "501"), ("MAIL a@b.test", "501"),
            ("MAIL FROM:<a@b.test> SIZE=99999999999999999999", "552"),
            ("MAIL FROM:<a@b.test> SIZE=33554433", "552"), ("MAIL FROM:<a@b.test> XYZ=1", "555"),
            ("MAIL FROM:<> SIZE=-1", "501"), ("MAIL FROM:<> SIZE=many", "501"),
            ("MAIL FROM:<\(String(repeating: "a", count: 1001))>", "501"),
        ])
    func `senders`(_ line: String, _ code: String) {
        var talk = Talk()
        talk.send("EHLO x\r\n\(line)\r\n")
        #expect(talk.codes.last == code)
    }

    @Test func `a hundred recipients are taken`() {
        var talk = Talk()
        talk.send("EHLO x\r\nMAIL FROM:<>\r\n" + (0...100).map { "RCPT TO:<\($0)@d.test>\r\n" }.joined())
        #expect(talk.codes.filter { $0 == "452" }.count == 1 && talk.codes.last == "452")
        talk.send("DATA\r\n.\r\n")
        #expect(talk.mails.first?.recipients.count == 100 && talk.mails.first?.sender == nil)
    }

    @Test(
        arguments: [
            ("AUTH PLAIN AHNob3AAeA==\r\n", ["235"], "shop"),
            ("AUTH PLAIN\r\nAHNob3AAeA==\r\n", ["334", "235"], "shop"),
            ("AUTH LOGIN\r\nc2hvcA==\r\neA==\r\n", ["334", "334", "235"], "shop"),
            ("AUTH LOGIN c2hvcA==\r\n=\r\n", ["334", "235"], "shop"), ("AUTH PLAIN AAA=\r\n", ["235"], nil),
            ("AUTH PLAIN !\r\n", ["501"], nil), ("AUTH PLAIN c2hvcA==\r\n", ["501"], nil),
            ("AUTH PLAIN\r\n*\r\n", ["334", "501"], nil),
            ("AUTH PLAIN /w==\r\n", ["501"], nil), ("AUTH CRAM-MD5\r\n", ["504"], nil),
            ("AUTH PLAIN AHNob3AAeA==\r\nAUTH PLAIN AHgAeA==\r\n", ["235", "503"], "shop"),
        ] as [(String, [String], String?)])
    func `logins`(_ lines: String, _ codes: [String], _ login: String?) {
        var talk = Talk()
        talk.send("EHLO x\r\n")
        talk.replies = []
        talk.send(lines)
        #expect(talk.codes == codes)
        talk.send("MAIL FROM:<>\r\nRCPT TO:<a@b.test>\r\nDATA\r\n.\r\n")
        #expect(talk.mails.first?.login == login)
    }

    @Test func `a login does not outlast the beginning of encryption`() {
        var talk = Talk(offersTLS: true)
        talk.send("EHLO x\r\nAUTH PLAIN AHNob3AAeA==\r\nSTARTTLS\r\n")
        talk.send("MAIL FROM:<>\r\n")
        #expect(talk.codes == ["250", "235", "220", "503"])
        talk.send("EHLO x\r\nSTARTTLS\r\n")
        #expect(talk.replies.first?.contains("STARTTLS") == true && talk.replies[4].contains("STARTTLS") == false)
        #expect(talk.codes.last == "502")
    }

    @Test func `a mail that is too large is read to its end and refused`() {
        var talk = Talk()
        talk.begin()
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<33 { talk.send(piece) }
        talk.send("\r\n.\r\nNOOP\r\n")
        #expect(talk.codes == ["552", "250"] && talk.mails.isEmpty)
    }

    @Test func `mails that are received at the same time share memory, and give it back`() {
        var talk = Talk(memory: 1000)
        talk.begin()
        talk.send([UInt8](repeating: 0x61, count: 2000))
        talk.send("\r\n.\r\nRSET\r\n")
        #expect(talk.codes == ["452", "250"])
        talk.begin()
        talk.send([UInt8](repeating: 0x61, count: 900) + "\r\n.\r\n".utf8)
        talk.begin()
        talk.send([UInt8](repeating: 0x61, count: 900) + "\r\n.\r\n".utf8)
        #expect(talk.mails.count == 2)
    }

    @Test func `a line without an end, and mistakes without an end, end the connection`() {
        var long = Talk()
        long.send([UInt8](repeating: 0x61, count: 13_000))
        #expect(long.codes == ["500"] && long.hasEnded)
        var wrong = Talk()
        wrong.send(String(repeating: "WRONG\r\n", count: 30))
        #expect(wrong.replies.count == 20 && wrong.codes.last == "421" && wrong.hasEnded)
    }

    @Test func `there may be too many connections`() {
        guard case .end(let text) = SMTPSession(RequestMemory(), offersTLS: false, isRefused: true).greeting else {
            Issue.record("it is greeted")
            return
        }
        #expect(text.hasPrefix("421"))
    }
}
