import FirebreakModel
import FirebreakWire
import Testing

@testable import FirebreakControl

/// Whole messages, byte for byte, with and without the values that they can do without.
struct BuiltInMailTests {
    private static let link = "http://127.0.0.1:9099/__/auth/action?mode=x&oobCode=abc"
    private static let escapedLink = "http://127.0.0.1:9099/__/auth/action?mode=x&amp;oobCode=abc"

    private let full = MessageValues(
        appName: "Acorn", email: "old@x.test", newEmail: "new@x.test", displayName: "Ann", link: link,
        secondFactor: "+1 555")
    private let sparse = MessageValues(appName: "Acorn", email: "old@x.test")

    private func page(_ language: String, _ title: String, _ content: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language)" dir="ltr">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        </head>
        <body style="margin:0;padding:24px 12px;background-color:#f2f4f7;color:#1c2430">
        <main lang="\(language)" dir="ltr" style="max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border-radius:8px;\
        font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;\
        overflow-wrap:anywhere;line-height:1.5">
        <h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">\(title)</h1>
        \(content)
        </main>
        </body>
        </html>

        """
    }

    @Test func `an English mail with all values`() {
        let subject = "The email address of your Acorn account has changed"
        let text = """
            Hello Ann,

            The address old@x.test of your Acorn account was replaced by new@x.test.

            If that was you, there is nothing to do. If it was not, please undo the change with the link below.

            \(Self.link)

            We recommend that you choose a new password afterwards.

            Kind regards,
            The Acorn team

            """
        let content = """
            <p>Hello Ann,</p>
            <p>The address old@x.test of your Acorn account was replaced by new@x.test.</p>
            <p>If that was you, there is nothing to do. If it was not, please undo the change with the link below.</p>
            <p style="margin:24px 0"><a href="\(Self.escapedLink)" style="display:inline-block;padding:12px 24px;\
            border-radius:6px;background-color:#1f4fbf;color:#ffffff;font-weight:600;text-decoration:none">\
            Undo the change</a></p>
            <p style="font-size:14px">If the button does not work, open this address in your browser:<br>
            <a href="\(Self.escapedLink)" style="color:#1f4fbf;overflow-wrap:anywhere;word-break:break-all">\
            \(Self.escapedLink)</a></p>
            <p>We recommend that you choose a new password afterwards.</p>
            <p style="margin:24px 0 0">Kind regards,<br>
            The Acorn team</p>
            """

        let message = MessageRenderer().render(.recoverEmail, locale: "en", values: self.full)

        #expect(message == RenderedMessage(subject: subject, text: text, html: self.page("en", subject, content)))
    }

    @Test func `an English mail without name, new address and link`() {
        let subject = "The email address of your Acorn account has changed"
        let text = """
            Hello,

            The address old@x.test of your Acorn account was replaced.

            If that was you, there is nothing to do. If it was not, please undo the change with the link below.

            We recommend that you choose a new password afterwards.

            Kind regards,
            The Acorn team

            """
        let content = """
            <p>Hello,</p>
            <p>The address old@x.test of your Acorn account was replaced.</p>
            <p>If that was you, there is nothing to do. If it was not, please undo the change with the link below.</p>
            <p>We recommend that you choose a new password afterwards.</p>
            <p style="margin:24px 0 0">Kind regards,<br>
            The Acorn team</p>
            """

        let message = MessageRenderer().render(.recoverEmail, locale: "en", values: self.sparse)

        #expect(message == RenderedMessage(subject: subject, text: text, html: self.page("en", subject, content)))
    }

    @Test func `a German mail with all values`() {
        let subject = "Neuer zweiter Faktor für Ihr Konto bei Acorn"
        let text = """
            Guten Tag Ann,

            die Anmeldung bei Acorn als old@x.test verlangt jetzt auch einen zweiten Faktor (+1 555).

            Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.

            \(Self.link)

            Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun.

            Freundliche Grüße
            Ihr Team von Acorn

            """
        let content = """
            <p>Guten Tag Ann,</p>
            <p>die Anmeldung bei Acorn als old@x.test verlangt jetzt auch einen zweiten Faktor (+1 555).</p>
            <p>Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.</p>
            <p style="margin:24px 0"><a href="\(Self.escapedLink)" style="display:inline-block;padding:12px 24px;\
            border-radius:6px;background-color:#1f4fbf;color:#ffffff;font-weight:600;text-decoration:none">\
            Zweiten Faktor entfernen</a></p>
            <p style="font-size:14px">Falls die Schaltfläche nicht funktioniert, öffnen Sie bitte diese Adresse in Ihrem \
            Browser:<br>
            <a href="\(Self.escapedLink)" style="color:#1f4fbf;overflow-wrap:anywhere;word-break:break-all">\
            \(Self.escapedLink)</a></p>
            <p>Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun.</p>
            <p style="margin:24px 0 0">Freundliche Grüße<br>
            Ihr Team von Acorn</p>
            """

        let message = MessageRenderer().render(.revertSecondFactorAddition, locale: "de", values: self.full)

        #expect(message == RenderedMessage(subject: subject, text: text, html: self.page("de", subject, content)))
    }

    @Test func `a German mail without name, second factor and link`() {
        let subject = "Neuer zweiter Faktor für Ihr Konto bei Acorn"
        let text = """
            Guten Tag,

            die Anmeldung bei Acorn als old@x.test verlangt jetzt auch einen zweiten Faktor.

            Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.

            Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun.

            Freundliche Grüße
            Ihr Team von Acorn

            """
        let content = """
            <p>Guten Tag,</p>
            <p>die Anmeldung bei Acorn als old@x.test verlangt jetzt auch einen zweiten Faktor.</p>
            <p>Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.</p>
            <p>Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun.</p>
            <p style="margin:24px 0 0">Freundliche Grüße<br>
            Ihr Team von Acorn</p>
            """

        let message = MessageRenderer().render(.revertSecondFactorAddition, locale: "de", values: self.sparse)

        #expect(message == RenderedMessage(subject: subject, text: text, html: self.page("de", subject, content)))
    }

    /// The paragraph after the greeting.
    private func firstParagraph(_ type: MessageType, _ language: String, _ values: MessageValues) -> Substring? {
        MessageRenderer().render(type, locale: language, values: values).text.split(separator: "\n").dropFirst().first
    }

    @Test(arguments: [
        ("fr", "L’adresse old@x.test de votre compte Acorn a été remplacée", " par new@x.test", "."),
        ("es", "La dirección old@x.test de su cuenta de Acorn se ha sustituido", " por new@x.test", "."),
        ("ja", "Acorn のアカウントのメールアドレスが old@x.test から", " new@x.test に", "変更されました。"),
        ("ko", "Acorn 계정의 이메일 주소가 old@x.test에서", " new@x.test 주소로", " 변경되었습니다."),
        ("pt", "O endereço old@x.test da sua conta Acorn foi substituído", " por new@x.test", "."),
        ("ru", "Адрес old@x.test вашей учётной записи в «Acorn» заменён", " на new@x.test", "."),
        ("zh", "您的 Acorn 账号的邮箱地址 old@x.test 已更改", "为 new@x.test", "。"),
    ])
    func `the new address is named if it is known`(language: String, start: String, address: String, end: String) {
        #expect(self.firstParagraph(.recoverEmail, language, self.full) ?? "" == start + address + end)
        #expect(self.firstParagraph(.recoverEmail, language, self.sparse) ?? "" == start + end)
    }

    @Test(arguments: [
        (
            "fr", "La connexion à Acorn avec l’adresse old@x.test demande désormais aussi un second facteur",
            " (+1 555)", "."
        ),
        (
            "es", "Para iniciar sesión en Acorn como old@x.test ahora se pide también un segundo factor", " (+1 555)",
            "."
        ),
        ("ja", "Acorn に old@x.test としてログインする際に、2 段階認証", "（+1 555）", "も必要になりました。"),
        ("ko", "이제 old@x.test 계정으로 Acorn에 로그인할 때 2단계 인증", "(+1 555)", "도 필요합니다."),
        (
            "pt", "Para entrar em Acorn com o endereço old@x.test, agora também é pedido um segundo fator", " (+1 555)",
            "."
        ),
        ("ru", "Для входа в «Acorn» с адресом old@x.test теперь требуется и второй фактор", " (+1 555)", "."),
        ("zh", "现在以 old@x.test 的身份登录 Acorn 时，还需要通过两步验证", "（+1 555）", "。"),
    ])
    func `the second factor is named if it is known`(language: String, start: String, factor: String, end: String) {
        #expect(self.firstParagraph(.revertSecondFactorAddition, language, self.full) ?? "" == start + factor + end)
        #expect(self.firstParagraph(.revertSecondFactorAddition, language, self.sparse) ?? "" == start + end)
    }

    private static let rightToLeft = ["ar", "he"]

    @Test(arguments: rightToLeft, [MessageType.recoverEmail, .revertSecondFactorAddition])
    func `a mail from right to left says so, and keeps addresses, numbers and names apart`(
        language: String, type: MessageType
    ) throws {
        let message = MessageRenderer().render(type, locale: language, values: self.full)
        let html = try #require(message.html)

        #expect(html.contains("<html lang=\"\(language)\" dir=\"rtl\">"))
        let block = try #require(html.firstRange(of: /<body[^>]*>\n<main [^>]*>/).map { html[$0] })
        #expect(block.contains("lang=\"\(language)\" dir=\"rtl\"") && block.contains("text-align:right"))
        let (plain, markup) =
            type == .recoverEmail
            ? (["\u{2066}old@x.test\u{2069}", "\u{2066}new@x.test\u{2069}"], ["old@x.test", "new@x.test"])
            : (["\u{2066}old@x.test\u{2069}", "(\u{2066}+1 555\u{2069})"], ["old@x.test", "+1 555"])
        for value in plain + ["\u{2068}Ann\u{2069}", "\u{2068}Acorn\u{2069}"] { #expect(message.text.contains(value)) }
        for value in markup { #expect(html.contains("<bdi dir=\"ltr\">\(value)</bdi>")) }
        #expect(html.contains("<bdi>Ann</bdi>") && html.contains("<bdi>Acorn</bdi>"))
        #expect(html.contains("<span dir=\"ltr\"><a href=\"\(Self.escapedLink)\""))
        // What makes addresses clickable takes what stands beside one for a part of it.
        #expect(message.text.contains("\n\n\(Self.link)\n\n"))
        #expect(try #require(message.subject).contains("\u{2068}Acorn\u{2069}"))
        #expect(!html.contains("dir=\"ltr\"></") && !message.text.contains("\u{2066}\u{2069}"))
    }

    @Test(arguments: rightToLeft)
    func `an SMS from right to left keeps its code apart`(language: String) throws {
        var values = self.sparse
        values.code = "012345"

        let text = MessageRenderer().render(.smsSignIn, locale: language, values: values).text

        #expect(text.contains("\u{2068}Acorn\u{2069}") && text.contains("\u{2066}012345\u{2069}"))
        #expect(String(try #require(text.first)).hasRightToLeftLetters)
    }

    @Test func `a name from right to left is kept apart from a text from left to right`() throws {
        var values = self.full
        values.displayName = "דוד <3"

        let message = MessageRenderer().render(.recoverEmail, locale: "en", values: values)

        #expect(message.text.hasPrefix("Hello \u{2068}דוד <3\u{2069},\n"))
        #expect(try #require(message.html).contains("<p>Hello <bdi>דוד &lt;3</bdi>,</p>"))
        #expect(message.subject == "The email address of your Acorn account has changed")
    }

    @Test func `an own word for a second factor has the direction of its language`() {
        var values = self.full
        values.secondFactor = Language.hebrew.authenticatorApp

        let text = MessageRenderer().render(.revertSecondFactorAddition, locale: "iw", values: values).text

        #expect(text.contains("(\u{2068}\(Language.hebrew.authenticatorApp)\u{2069})"))
    }

    @Test func `around an empty name of the app the text stays as it is`() {
        var values = self.sparse
        values.appName = ""

        let message = MessageRenderer().render(.emailSignIn, locale: "en", values: values)

        #expect(message.subject == "Your sign-in link for ")
        #expect(message.text.hasSuffix("\nKind regards,\nThe  team\n"))
    }
}
