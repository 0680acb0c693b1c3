import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

@Suite struct MailReaderTests {
    private func read(_ lines: String..., sender: String? = nil) -> ReceivedMail {
        MailReader.read(Array(lines.joined(separator: "\r\n").utf8), sender: sender)
    }

    private func mail(type: String, encoding: String = "8bit", _ body: [UInt8]) -> ReceivedMail {
        let header = "From: a@b.test\r\nContent-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n"
        return MailReader.read(Array(header.utf8) + body, sender: nil)
    }

    @Test(
        arguments: [
            ("Plain", "One line."), ("Größe ✓", "Zwei Zeilen.\n.Punkt am Anfang\n\nEnde  \n"),
            ("日本語の件名、とても長いのでいくつかの行に分かれます。", "こんにちは\n"), ("=?odd?=", "=3D stays\n"), ("", ""),
        ])
    func `what this server writes is read as it was`(_ subject: String, _ text: String) {
        let html = "<p>\(text)</p>"
        let written = InternetMessage(
            from: "shop@example.test", fromName: "Müller, \"Shop\"", replyTo: "help@example.test", to: "a@b.test",
            subject: subject, text: text, html: html, messageID: "m@firebreak.invalid", dateMilliseconds: 0)

        let mail = MailReader.read(written.serialized(), sender: "other@example.test")

        #expect(mail.subject == subject && mail.text == text && mail.html == html && mail.problem == nil)
        #expect(mail.sender == "shop@example.test" && mail.senderName == "Müller, \"Shop\"")
        #expect(mail.replyTo == "help@example.test" && mail.messageID == "m@firebreak.invalid")
        #expect(mail.content == written.serialized() && mail.size == mail.content.count && mail.attachments == 0)
    }

    // MARK: Addresses

    @Test(
        arguments: [
            ("a@b.test", nil, "a@b.test"), ("Anna <a@b.test>", "Anna", "a@b.test"),
            ("\"Doe, \\\"J\\\"\" <j@b.test>, x@y.test", "Doe, \"J\"", "j@b.test"),
            ("a@b.test (Anna (the first))", "Anna (the first", "a@b.test"),
            ("=?utf-8?q?J=C3=B6rg?= <j@b.test>", "Jörg", "j@b.test"), ("Team: a@b.test, c@d.test;", nil, "a@b.test"),
            ("\"odd>address\"@b.test", nil, "\"odd>address\"@b.test"), ("<a@b.test", nil, "a@b.test"),
        ] as [(String, String?, String)])
    func `the first address of a field`(_ field: String, _ name: String?, _ address: String) {
        let found = MailAddress.first(in: field)
        #expect(found?.name == name && found?.address == address)
    }

    @Test(arguments: ["", " ", "undisclosed-recipients:;", "()", ","])
    func `a field without an address`(_ field: String) {
        #expect(MailAddress.first(in: field) == nil)
        #expect(read("From: \(field)", "", sender: "envelope@b.test").sender == "envelope@b.test")
    }

    // MARK: Headers

    @Test(
        arguments: [
            ("=?utf-8?B?w6Q=?=", "ä"), ("=?UTF-8?q?a_b=3F?= c", "a b? c"),
            ("x =?utf-8?q?=C3?= =?utf-8?q?=A4?= y", "x ä y"),
            ("=?iso-8859-1?q?=E4?=\r\n =?utf-8?q?=C3=A4?=", "ää"), ("=?koi8-r?B?8NLJ18XU?=", "Привет"),
            ("=?iso-2022-jp?B?GyRCJUYbKEI=?=\r\n =?iso-2022-jp?B?GyRCJUYbKEI=?=", "テテ"), ("=?utf-8*de?q?=C3=A4?=", "ä"),
            ("=?utf-8?x?abc?=", "=?utf-8?x?abc?="),
            ("=?utf-8?q?a b?=", "=?utf-8?q?a b?="),
            ("=?utf-8?q?a", "=?utf-8?q?a"), ("=?=?=?", "=?=?=?"), ("=??q?a?=", "=??q?a?="), ("=?utf-8?q??=", ""),
        ])
    func `encoded words`(_ subject: String, _ expected: String) {
        #expect(read("Subject: \(subject)", "", "").subject == expected)
    }

    @Test func `letters beyond ASCII in a header are in UTF-8, else in the charset of the West`() {
        #expect(read("Subject: Größe", "", "").subject == "Größe")
        #expect(
            MailReader.read([UInt8]("Subject: Gr".utf8) + [0xF6, 0xDF] + "e\r\n\r\n".utf8, sender: nil).subject
                == "Größe")
    }

    @Test func `lines may end without a CR`() {
        let mail = MailReader.read(Array("Subject: a\n b\nFrom: x@y.test\n\ntext\n".utf8), sender: nil)
        #expect(mail.subject == "a b" && mail.sender == "x@y.test" && mail.text == "text\n")
    }

    @Test func `of a very long header the rest is not read`() {
        let mail = read(
            "Subject: a", "X-Long: " + String(repeating: "x", count: 300 << 10), "From: x@y.test", "", "text")
        #expect(mail.subject == "a" && mail.sender == "" && mail.text == "text")
        #expect(mail.problem == "its header is longer than 256 KiB")
    }

    // MARK: Texts

    @Test(
        arguments: [
            ("iso-8859-1", [0x64, 0xE4], "dä"), ("ISO-8859-15", [0xA4], "€"), ("\"windows-1252\"", [0x80], "€"),
            ("iso-8859-2", [0xE8], "č"), ("windows-1251", [0xCF], "П"), ("koi8-r", [0xD0], "п"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42], "テ"), ("shift_jis", [0x83, 0x65], "テ"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("gb2312", [0xD6, 0xD0], "中"), ("big5", [0xA4, 0xA4], "中"),
            ("euc-jp", [0x61, 0xA5, 0xC6, 0x62], "aテb"),
            ("cp866", [0x8F], "П"), ("cp1251", [0xCF], "П"), ("iso-8859-8-i", [0xE4], "ה"),
            ("utf-16be", [0x4E, 0x2D], "中"), ("utf-8", [0xE4, 0xB8, 0xAD], "中"),
        ] as [(String, [UInt8], String)])
    func `charsets`(_ name: String, _ bytes: [UInt8], _ text: String) {
        let mail = mail(type: "text/plain; charset=\(name)", bytes)
        #expect(mail.text == text && mail.problem == nil)
    }

    @Test(
        arguments: [
            ("utf-8", [0xE4], "ä"), ("x-unknown", [0xC3, 0xA4], "ä"), ("x-unknown", [0xE4], "ä"),
            ("us-ascii", [0xE4], "ä"),
        ] as [(String, [UInt8], String)])
    func `a text in another charset than it says`(_ name: String, _ bytes: [UInt8], _ text: String) {
        let mail = mail(type: "text/plain; charset=\(name)", bytes)
        #expect(mail.text == text && mail.problem == "a text of it is not in the charset that it names, \(name)")
    }

    @Test(
        arguments: [
            ("quoted-printable", "a=C3=A4=\r\nb =\r\n=\r\nc  \r\n=zz=3", "aäb c\n=zz=3"),
            ("base64", "w6\r\nQ= \r\n", "ä"),
            ("BASE64", "YWJj!YWJj", "abcabc"), ("base64", "Y", ""), ("7bit", "=C3", "=C3"),
        ])
    func `transfer encodings`(_ encoding: String, _ body: String, _ text: String) {
        let mail = mail(type: "text/plain; charset=utf-8", encoding: encoding, Array(body.utf8))
        #expect(mail.text.hasPrefix(text) && mail.problem == nil)
    }

    @Test func `another transfer encoding is said`() {
        let mail = mail(type: "text/plain", encoding: "x-uuencode", Array("begin".utf8))
        #expect(mail.text == "begin" && mail.problem == "a text of it has the encoding x-uuencode")
    }

    @Test func `the text of a mail that only has HTML`() {
        let mail = read("Content-Type: text/html", "", "<p>Hi <a href='https://a.test/x'>there</a></p>")
        #expect(mail.html?.contains("<p>Hi") == true && mail.text == "Hi there: https://a.test/x\n")
    }

    @Test func `a very long text is cut`() {
        let mail = read("Subject: a", "", String(repeating: "x", count: 2 << 20))
        #expect(mail.text.utf8.count == 1 << 20 && mail.problem == "a text of it is cut after 1 MiB")
        #expect(mail.size > 2 << 20)
    }

    // MARK: Parts

    @Test func `text, HTML and what is attached`() {
        let mail = read(
            "Content-Type: multipart/mixed; boundary=\"out er\"", "", "preamble", "--out er",
            "Content-Type: multipart/alternative; boundary=out", "", "--out", "", "text", "--out",
            "Content-Type: text/html",
            "", "<b>html</b>", "--out--", "--out er", "Content-Type: text/plain; name=a.txt",
            "Content-Disposition: attachment; filename=a.txt", "", "attached", "--out er", "Content-Type: image/png",
            "",
            "x", "--out er", "Content-Type: message/rfc822", "", "Subject: inner", "", "inner", "--out er--", "epilogue"
        )
        #expect(mail.text == "text" && mail.html == "<b>html</b>" && mail.attachments == 3 && mail.problem == nil)
    }

    @Test(
        arguments: [
            (
                "Content-Type: multipart/mixed\r\n\r\nbody", "body",
                "it has parts, and does not say what is between them"
            ),
            (
                "Content-Type: multipart/mixed; boundary=x\r\n\r\n--y", "",
                "it has no part between the lines that it names"
            ),
            ("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nopen", "open", nil),
            ("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x", "", nil), ("Content-Type: ;;=\r\n\r\n", "", nil),
        ] as [(String, String, String?)])
    func `broken structures`(_ content: String, _ text: String, _ problem: String?) {
        let mail = MailReader.read(Array(content.utf8), sender: nil)
        #expect(mail.text == text && mail.problem == problem)
    }

    @Test func `parts in parts are read to a depth`() {
        let levels = (0..<2000).map { "Content-Type: multipart/mixed; boundary=b\($0)\r\n\r\n--b\($0)\r\n" }
        let mail = MailReader.read(Array((levels.joined() + "\r\ntext").utf8), sender: nil)
        #expect(mail.text == "" && mail.problem == "its parts are in each other on more than 16 levels")
    }

    @Test func `only so many parts are read`() {
        let content =
            "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
            + String(repeating: "--x\r\nContent-Type: image/png\r\n\r\n\r\n", count: 1001) + "--x\r\n\r\ntext\r\n--x--"
        let mail = MailReader.read(Array(content.utf8), sender: nil)
        #expect(mail.attachments == 1000 && mail.text == "" && mail.problem == "it has more than 1,000 parts")
    }

    // MARK: Codes

    private static let code = String(repeating: "Ab-_9z", count: 9)

    @Test(
        arguments: [
            "Use https://a.test/__/auth/action?mode=x&oobCode=\(code)&apiKey=k-1&lang=en.",
            "https://a.test/verify/\(code)", "Your code: \(code)",
            "https://a.test/?link=https%3A%2F%2Fa.test%2F%3FoobCode%3D\(code)%26apiKey%3Dk-1",
            "https://c.test/?u=https%253A%252F%252Fa.test%252F%253FoobCode%253D\(code)%2526apiKey%253Dk-1",
        ])
    func `a code is found in links of every kind`(_ text: String) {
        let marks = ActionMarks(in: ReceivedMail(sender: "", text: text))
        #expect(marks.codes.contains(Self.code) && (marks.keys == ["k-1"] || !text.contains("apiKey")))
    }

    @Test func `a short code of a fixture is found by its parameter`() {
        var mail = ReceivedMail(sender: "", text: "")
        mail.html = "<a href=\"https://a.test/?oobCode=reset%2D1&amp;apiKey=project%3Ademo\">x</a>"
        let marks = ActionMarks(in: mail)
        #expect(marks.codes == ["reset-1"] && marks.keys == ["project:demo"])
    }

    @Test func `a mail without a code has none`() {
        let marks = ActionMarks(in: ReceivedMail(sender: "", text: "Hello oobCode=&x, \(Self.code)A"))
        #expect(marks.codes == [] && marks.keys == [])
    }
}
