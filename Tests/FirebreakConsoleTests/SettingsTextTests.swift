import FirebreakPages
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakConsole

/// Rules and the texts of messages in the console's settings.
struct SettingsTextTests {
    // MARK: Rules

    @Test func `only rules that were changed are stored, and come back one by one`() async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server)
        let before = try await console.rules()

        try await console.submit(
            "rules",
            [
                "takeover": "off", "appName": "Shop", "hostingDomains": "a.test\r\nb.test",
                "limits": #"{"passwordFailures": {"count": 3, "seconds": 60}}"#,
                "lifetimes": #"{"idToken": 60, "PASSWORD_RESET": null}"#,
            ])
        var rules = try await console.rules()
        #expect(rules["takeover"] == "off")
        #expect(rules["hostingDomains"] == ["a.test", "b.test"])
        #expect(rules[path: "limits.passwordFailures"] == ["count": 3, "seconds": 60])
        #expect(rules[path: "lifetimes.idToken"] == 60)
        #expect(rules[path: "lifetimes.PASSWORD_RESET"] == .null)
        #expect(rules[path: "lifetimes.EMAIL_SIGNIN"] == before[path: "lifetimes.EMAIL_SIGNIN"])
        let fixture = try await server.control(.get, ":export?format=fixture")
        let stored = fixture.json[path: "projects.example.rules"]?.objectValue?.map(\.key)
        #expect(Set(stored ?? []) == ["takeover", "appName", "hostingDomains", "limits", "lifetimes"])
        #expect(Set(try await console.changed("rules")) == Set(stored ?? []))

        // What is left out is as in the profile again.
        try await console.submit("rules", ["lifetimes": #"{"PASSWORD_RESET": null}"#, "appName": ""])
        rules = try await console.rules()
        #expect(rules[path: "lifetimes.idToken"] == 3600)
        #expect(rules["appName"] == .null)

        try await console.press("rules", "reset", "takeover")
        #expect(try await console.rules()["takeover"] == "on")
        try await console.press("rules", "reset", "*")
        #expect(try await console.rules() == before)
        #expect(try await console.overview().isEmpty)
    }

    @Test func `a key that is left out is gone`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let key = TestSigner().key256.text
        let two = #""two.com": {"keys": [\#(key)]}"#

        let both = #"{"one.com": {"issuer": "https://a.test", "keys": [\#(key)]}, \#(two)}"#
        let answer = try await console.submit("rules", ["credentialKeys": both])
        #expect(answer.status == 303, "\(answer.text)")
        #expect(try await console.rules()["credentialKeys"]?.objectValue?.map(\.key) == ["one.com", "two.com"])
        try await console.submit("rules", ["credentialKeys": "{\(two)}"])
        #expect(try await console.rules()["credentialKeys"]?.objectValue?.map(\.key) == ["two.com"])
    }

    @Test func `the secret of the webhook is not shown, and is kept while its URL stays`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let url = "http://127.0.0.1:1/hook"

        try await console.submit("rules", ["messageWebhook": url, "messageWebhook.secret": "hush"])
        #expect(try await console.rules()["messageWebhook"] == ["url": .string(url), "signed": true])
        let page = try await console.page("rules").text
        #expect(!page.contains("hush"))
        #expect(page.contains("there is one"))

        try await console.submit("rules", ["expiry": "off"])
        #expect(try await console.rules()["messageWebhook"] == ["url": .string(url), "signed": true])
        try await console.submit("rules", ["messageWebhook": ""])
        #expect(try await console.rules()["messageWebhook"] == .null)
    }

    @Test func `account events have an address and a format`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let url = "http://127.0.0.1:1/events"

        try await console.submit("rules", ["accountEvents": url, "accountEvents.format": "eventarc"])
        #expect(try await console.rules()["accountEvents"] == ["url": .string(url), "format": "eventarc"])
        try await console.submit("rules", ["accountEvents.format": "v1"])
        #expect(try await console.rules()["accountEvents"] == .string(url))
        try await console.submit("rules", ["accountEvents": ""])
        #expect(try await console.rules()["accountEvents"] == .null)
    }

    @Test(arguments: [(Profile.local, "on"), (.emulator, "federated"), (.production, "on")])
    func `each rule is shown with its default in the profile`(profile: Profile, takeover: String) async throws {
        let console = SettingsConsole(server: try TestServer(profile))
        let page = try await console.page("rules").text

        for rule in try await console.rules().objectValue ?? [] {
            #expect(page.contains(#"data-setting="\#(rule.key)""#), "\(rule.key)")
        }
        let row = try #require(page.firstMatch(of: #/data-setting="takeover">(.*?)data-setting=/#.dotMatchesNewlines()))
            .1
        #expect(row.contains(#"Default: <span class="mono">\#(takeover)</span>"#))
    }

    @Test func `a rule of the command line differs from the profile, and a reset leads back to it`() async throws {
        let console = SettingsConsole(server: try TestServer(rules: ["expiry": "off"]))

        #expect(try await console.changed("rules") == ["expiry"])
        #expect(try await console.page("rules").text.contains("<code>--rule</code>"))
        try await console.submit("rules", ["expiry": "on"])
        #expect(try await console.changed("rules").isEmpty)
        try await console.press("rules", "reset", "*")
        #expect(try await console.rules()["expiry"] == "off")
    }

    // MARK: Templates

    private static let key = "notification.sendEmail.resetPasswordTemplate"

    @Test(arguments: TestProfile.allCases)
    func `texts are saved, used and put back`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let console = SettingsConsole(server: server)
        let before = try await console.config()
        #expect(try await server.signUp("a@example.test").status == 200)

        let answer = try await console.submit(
            "templates?type=PASSWORD_RESET&locale=de",
            [
                "\(Self.key).subject": "Hi %EMAIL%", "\(Self.key).body": "One\r\n%LINK%",
                "\(Self.key).bodyFormat": "PLAIN_TEXT", "\(Self.key).replyTo": "help@example.test",
                "\(Self.key).senderDisplayName": "Shop", "\(Self.key).senderLocalPart": "shop",
            ], on: "templates?type=PASSWORD_RESET&locale=de")
        #expect(answer.status == 303, "\(answer.text)")
        let template = try await console.config()[path: Self.key]
        #expect(template?["subject"] == "Hi %EMAIL%")
        #expect(template?["body"] == "One\n%LINK%")
        #expect(template?["bodyFormat"] == "PLAIN_TEXT")
        _ = try await server.app("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@example.test"])
        let mail = try await server.latestMessage(to: "a@example.test")
        #expect(mail["subject"] == "Hi a@example.test")
        #expect(mail["from"] == "Shop <shop@example.firebaseapp.com>")
        #expect(mail["replyTo"] == "help@example.test")
        #expect(try await console.overview().count == 6)

        try await console.press("templates?type=PASSWORD_RESET&locale=de", "reset", "*")
        #expect(try await server.latestMessage(to: "a@example.test") == mail)
        _ = try await server.app("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@example.test"])
        let later = try await server.latestMessage(to: "a@example.test")
        #expect(later["subject"] != "Hi a@example.test")
        #expect(later["from"] == "noreply@example.firebaseapp.com")
        #expect(try await console.overview().isEmpty)
        if profile != .emulator { #expect(try await console.config() == before) }
    }

    @Test func `the service's text is offered where there is none of the project's own`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let path = "templates?type=VERIFY_EMAIL&locale=en"
        let key = "notification.sendEmail.verifyEmailTemplate"

        let page = try await console.page(path + "&from=service").text
        let form = try #require(PageForm.all(in: page).first)
        #expect(form.fields.first { $0.name == "\(key).subject" }?.value == "Verify your email for %APP_NAME%")
        #expect(form.fields.first { $0.name == "\(key).body" }?.value.hasPrefix("<p>Hello %DISPLAY_NAME%,</p>") == true)
        // Only texts: neither a sender nor an address for replies.
        #expect(form.fields.first { $0.name == "\(key).replyTo" }?.value == "")
        #expect(form.fields.first { $0.name == "\(key).senderLocalPart" }?.value == "")
        #expect(
            page.contains(
                #"src="/firebreak/projects/example/settings/templates/preview?type=VERIFY_EMAIL&amp;locale=en&amp;from=service""#
            ))
        let preview = try await console.page("templates/preview?type=VERIFY_EMAIL&locale=en&from=service").text
        #expect(preview.contains("Verify your email for example"))
        #expect(preview.contains("Follow this link to verify your email address."))
        #expect(!preview.contains("Reply to"))

        try await console.post(path, form.fields)
        #expect(try await console.changed("templates").isEmpty)
        #expect(try await console.changed(path).contains("\(key).body"))
        #expect(!(try await console.page(path).text.contains("from=service")))
    }

    @Test func `the language and the page of links are of all mails`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let (locale, callback) = ("notification.defaultLocale", "notification.sendEmail.callbackUri")
        let refused = try await console.submit("templates/mail", [callback: "nowhere"], on: "templates")
        #expect(refused.status == 400)
        #expect(refused.text.contains("must be an absolute http or https URL"))
        #expect(refused.text.contains(#"value="nowhere""#))

        try await console.submit(
            "templates/mail", [locale: "ja", callback: "https://app.example.test/action"], on: "templates")
        let config = try await console.config()
        #expect(config[path: locale] == "ja")
        #expect(config[path: callback] == "https://app.example.test/action")
        #expect(Set(try await console.overview()) == [locale, callback])
    }

    @Test func `an own mail server is shown without its password`() async throws {
        let server = try TestServer()
        let smtp: JSON = [
            "senderEmail": "shop@example.test", "host": "mail.example.test", "port": 587, "username": "shop",
            "password": "hush", "securityMode": "START_TLS",
        ]
        _ = try await server.configure(
            "notification.sendEmail.method,notification.sendEmail.smtp",
            ["notification": ["sendEmail": ["method": "CUSTOM_SMTP", "smtp": smtp]]])

        let page = try await SettingsConsole(server: server).page("templates").text
        for text in ["shop@example.test", "mail.example.test", "587", "START_TLS"] { #expect(page.contains(text)) }
        #expect(!page.contains("hush"))
    }

    // MARK: The preview

    @Test(arguments: Language.allCases)
    func `every type of message is previewed in every language`(language: Language) async throws {
        let console = SettingsConsole(server: try TestServer())
        for type in [
            "EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "RECOVER_EMAIL",
            "REVERT_SECOND_FACTOR_ADDITION", "SMS_SIGN_IN", "SMS_MFA_ENROLLMENT", "SMS_MFA_SIGN_IN",
        ] {
            #expect(try await console.page("templates?type=\(type)&locale=\(language.rawValue)").status == 200)
            let answer = try await console.page("templates/preview?type=\(type)&locale=\(language.rawValue)")
            #expect(answer.status == 200)
            #expect(answer.text.contains(type.hasPrefix("SMS") ? "123456" : "oobCode=sample"))
            if !type.hasPrefix("SMS") { #expect(answer.text.contains(#"lang="\#(language.htmlTag)""#)) }
            #expect(answer.headers[.contentSecurityPolicy] == MailDocument.policy)
        }
        #expect(try await console.page("templates?type=NONE").status == 404)
        #expect(try await console.page("templates/preview?type=NONE").status == 404)
    }

    @Test func `a form is previewed without being saved`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let before = try await console.config()
        let answer = try await console.post(
            "templates/preview?type=PASSWORD_RESET&locale=en",
            [
                ("formToken", try await console.token), ("locale", "de"), ("\(Self.key).subject", "<i>%EMAIL%"),
                ("\(Self.key).body", "<h2>%APP_NAME%</h2>"), ("\(Self.key).bodyFormat", "HTML"),
                ("\(Self.key).senderDisplayName", "</p><script>"),
            ])

        #expect(answer.status == 200)
        #expect(answer.text.contains("&lt;i&gt;alex@example.test"))
        #expect(answer.text.contains("<h2>example</h2>"))
        #expect(answer.text.contains("&lt;/p&gt;&lt;script&gt; &lt;noreply@example.firebaseapp.com&gt;"))
        #expect(!answer.text.contains("<script>"))
        #expect(try await console.config() == before)
    }

    @Test(arguments: [
        (
            "Hi %BOGUS% %NAME%", "%LINK%",
            ["<code>%BOGUS%</code>, <code>%NAME%</code> are not placeholders and stay as written"]
        ),
        ("Hi", "<p>%LINK%</p> %email% 100%", ["<code>%email%</code> is not a placeholder and stays as written"]),
        ("Hi %NEW_EMAIL%", "%LINK%%EMAIL%", ["<code>%NEW_EMAIL%</code> has no value in this mail"]),
        ("", "Hello", ["The body has no <code>%LINK%</code>"]),
        ("%APP_NAME%", "<div style='width:100%;height:50%'>%DISPLAY_NAME% %LINK%</div>", []), ("%LINK%", "", []),
    ])
    func `a preview warns of placeholders that are none`(
        subject: String, body: String, warnings: [String]
    ) async throws {
        let console = SettingsConsole(server: try TestServer())
        let answer = try await console.post(
            "templates/preview?type=PASSWORD_RESET&locale=en",
            [("formToken", try await console.token), ("\(Self.key).subject", subject), ("\(Self.key).body", body)])

        for warning in warnings { #expect(answer.text.contains(warning)) }
        #expect(answer.text.matches(of: #/class="firebreak-warning"/#).count == warnings.count)
    }

    @Test func `placeholders are named that a type of mail has`() async throws {
        let console = SettingsConsole(server: try TestServer())
        for (type, own) in [
            ("PASSWORD_RESET", []), ("RECOVER_EMAIL", ["NEW_EMAIL"]),
            ("REVERT_SECOND_FACTOR_ADDITION", ["SECOND_FACTOR"]),
        ] {
            let page = try await console.page("templates?type=\(type)").text
            let named = page.matches(of: #/<code>%([A-Z_]+)%<\/code>/#).map { String($0.1) }
            #expect(named == ["LINK", "EMAIL", "APP_NAME", "DISPLAY_NAME"] + own)
        }
    }

    @Test func `a template is text in its form, whatever is in it`() async throws {
        let server = try TestServer()
        let hostile = "</textarea><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
        _ = try await server.configure(
            "\(Self.key).body,\(Self.key).subject",
            [
                "notification": [
                    "sendEmail": ["resetPasswordTemplate": ["body": .string(hostile), "subject": .string(hostile)]]
                ]
            ])
        let console = SettingsConsole(server: server)

        for path in ["", "templates"] {
            let page = try await console.page(path).text
            #expect(!page.contains("<script>alert"))
            #expect(!page.contains("<img src=x"))
        }
        let form = try #require(PageForm.all(in: try await console.page("templates").text).first)
        #expect(form.fields.first { $0.name == "\(Self.key).body" }?.value == hostile)
    }
}
