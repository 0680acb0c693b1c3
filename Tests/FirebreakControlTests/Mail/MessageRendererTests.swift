import FirebreakModel
import FirebreakWire
import Testing

@testable import FirebreakControl

struct MessageRendererTests {
    static let languages = Language.allCases.map(\.rawValue)
    static let mailTypes: [MessageType] = [
        .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition,
    ]
    static let smsTypes: [MessageType] = [.smsSignIn, .smsMFAEnrollment, .smsMFASignIn]

    private let renderer = MessageRenderer()

    private let link = "http://127.0.0.1:9099/__/auth/action?mode=resetPassword&oobCode=abc&lang=en"

    private var values: MessageValues {
        MessageValues(
            appName: "Acorn",
            email: "old@x.test",
            newEmail: "new@x.test",
            displayName: "Ann",
            link: self.link,
            code: "123456",
            secondFactor: "+1 555"
        )
    }

    @Test func `every type is either an e-mail or an SMS`() {
        #expect(Set(Self.mailTypes + Self.smsTypes) == Set(MessageType.allCases))
    }

    @Test(arguments: languages, mailTypes)
    func `an e-mail has subject, text and HTML that name the app and offer the link`(
        language: String,
        type: MessageType
    ) throws {
        let message = self.renderer.render(type, locale: language, values: self.values)

        let subject = try #require(message.subject)
        let html = try #require(message.html)
        #expect(subject.contains("Acorn"))
        #expect(message.text.contains("\n\(self.link)\n"))
        #expect(message.text.contains("Acorn"))
        #expect(message.text.contains("Ann"))
        let escapedLink = self.link.replacing("&", with: "&amp;")
        #expect(html.contains("<a href=\"\(escapedLink)\""))
        #expect(html.contains(">\(escapedLink)</a>"))
        #expect(html.contains("<html lang=\"\(try #require(Language(matching: language)).htmlTag)"))
        #expect(html.contains("<title>\(subject)</title>"))
        for part in [subject, message.text, html] {
            #expect(!part.contains("%"))
        }
    }

    @Test(arguments: languages, smsTypes)
    func `an SMS is one line with the app and the code`(language: String, type: MessageType) {
        let message = self.renderer.render(type, locale: language, values: self.values)

        #expect(message.subject == nil)
        #expect(message.html == nil)
        #expect(message.text.contains("Acorn"))
        #expect(message.text.contains("123456"))
        #expect(message.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1)
        #expect(!message.text.contains("%"))
    }

    @Test(arguments: languages.dropFirst(), MessageType.allCases)
    func `no language repeats the English texts`(language: String, type: MessageType) {
        let message = self.renderer.render(type, locale: language, values: self.values)
        let english = self.renderer.render(type, locale: "en", values: self.values)

        #expect(message.text != english.text)
        if english.subject != nil { #expect(message.subject != english.subject) }
    }

    @Test(arguments: languages)
    func `each type of message has texts of its own`(language: String) {
        let messages = MessageType.allCases.map { self.renderer.render($0, locale: language, values: self.values) }

        #expect(Set(messages.map(\.text)).count == MessageType.allCases.count)
        #expect(Set(messages.compactMap(\.subject)).count == Self.mailTypes.count)
    }

    @Test(arguments: languages, [nil, "", "  "])
    func `an unknown name leaves no gap in the greeting`(language: String, name: String?) throws {
        var values = self.values
        values.displayName = name

        let message = self.renderer.render(.verifyEmail, locale: language, values: values)

        let greeting = try #require(message.text.split(separator: "\n").first)
        #expect(!greeting.contains(" ,") && !greeting.contains("  ") && !greeting.contains(" !"))
        #expect(greeting.first?.isLetter == true)
    }

    @Test(arguments: languages)
    func `absent values leave neither gaps nor empty links`(language: String) throws {
        let values = MessageValues(appName: "Acorn", email: "old@x.test")

        for type in Self.mailTypes {
            let message = self.renderer.render(type, locale: language, values: values)
            let html = try #require(message.html)
            #expect(!message.text.contains("()") && !message.text.contains("（）") && !message.text.contains("  "))
            #expect(!message.text.contains(" .") && !message.text.contains("\n\n\n"))
            #expect(!html.contains("href"))
        }
    }

    @Test(arguments: languages)
    func `a recovery mail names both addresses`(language: String) {
        let message = self.renderer.render(.recoverEmail, locale: language, values: self.values)

        #expect(message.text.contains("old@x.test"))
        #expect(message.text.contains("new@x.test"))
    }

    @Test(arguments: languages)
    func `a mail about a second factor names it`(language: String) {
        let message = self.renderer.render(.revertSecondFactorAddition, locale: language, values: self.values)

        #expect(message.text.contains("+1 555"))
    }

    @Test func `the confirmation of a new address names the recipient if no new address is given`() {
        var values = self.values
        values.newEmail = nil

        let message = self.renderer.render(.verifyAndChangeEmail, locale: "en", values: values)

        #expect(message.text.contains("You asked to use old@x.test for"))
    }

    @Test(arguments: mailTypes)
    func `HTML escapes values, text does not`(type: MessageType) throws {
        var values = self.values
        values.appName = "<b>\"A\" & 'B'</b>"
        values.displayName = "<script>alert(1)</script>"

        let message = self.renderer.render(type, locale: "en", values: values)

        let html = try #require(message.html)
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(html.contains("&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;"))
        #expect(!html.contains("<script") && !html.contains("<b>"))
        #expect(message.text.contains("<script>alert(1)</script>"))
        #expect(message.subject?.contains("<b>\"A\" & 'B'</b>") == true)
    }

    @Test func `a quotation mark with an accent does not end the attribute`() throws {
        var values = self.values
        values.link = "http://x.test/\"\u{301} onclick=\u{301}"

        let html = try #require(self.renderer.render(.verifyEmail, locale: "en", values: values).html)

        #expect(html.unicodeScalars.contains("\u{301}"))
        #expect(!Array(html.unicodeScalars).contains(["\"", "\u{301}"]))
    }

    @Test func `values are not looked at again`() {
        var values = self.values
        values.appName = "%EMAIL% %%LINK%%"

        let message = self.renderer.render(.verifyEmail, locale: "en", values: values)

        #expect(message.subject == "Please confirm your email address for %EMAIL% %%LINK%%")
    }

    @Test func `a subject stays on one line`() {
        var values = self.values
        values.appName = "A\r\nBcc: b@x.test\n"

        let message = self.renderer.render(.verifyEmail, locale: "en", values: values)

        #expect(message.subject == "Please confirm your email address for A Bcc: b@x.test")
    }

    @Test(arguments: [("de-AT", "Guten Tag"), ("tlh", "Hello"), ("", "Hello"), ("ja;q=0.1,pt-PT", "Olá")])
    func `the locale may be anything that names a language`(locale: String, greeting: String) {
        let message = self.renderer.render(.verifyEmail, locale: locale, values: self.values)

        #expect(message.text.hasPrefix(greeting))
    }
}
