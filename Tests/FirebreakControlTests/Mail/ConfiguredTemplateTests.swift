import FirebreakModel
import Testing

@testable import FirebreakControl
@testable import FirebreakWire

struct ConfiguredTemplateTests {
    private let renderer = MessageRenderer()
    private let values = MessageValues(
        appName: "A & B",
        email: "old@x.test",
        newEmail: "new@x.test",
        displayName: "Ann",
        link: "http://x.test/?a=1&b='2'",
        code: "123456",
        secondFactor: "+1 555"
    )

    private func render(
        _ template: ConfiguredTemplate,
        _ values: MessageValues? = nil,
        type: MessageType = .passwordReset
    ) -> RenderedMessage {
        self.renderer.render(type, locale: "en", values: values ?? self.values, configured: template)
    }

    @Test func `every placeholder is replaced`() {
        let names = ["LINK", "EMAIL", "APP_NAME", "NEW_EMAIL", "DISPLAY_NAME", "SECOND_FACTOR", "LOGIN_CODE"]
        let body = names.map { "%\($0)%" }.joined(separator: "|")

        let message = self.render(.init(subject: body, body: body, isHTML: false))

        let expected = "http://x.test/?a=1&b='2'|old@x.test|A & B|new@x.test|Ann|+1 555|123456"
        #expect(message.text == expected)
        #expect(message.subject == expected)
    }

    @Test(arguments: [
        ("100%", "100%"),
        ("%%EMAIL%%", "%old@x.test%"),
        ("%EMAIL%EMAIL%", "old@x.testEMAIL%"),
        ("%OTHER% %email% %EMAIL %LINK_%", "%OTHER% %email% %EMAIL %LINK_%"),
        ("%EMAIL_%EMAIL%", "%EMAIL_old@x.test"),
    ])
    func `other percent signs stay`(body: String, expected: String) {
        #expect(self.render(.init(body: body, isHTML: false)).text == expected)
    }

    @Test(arguments: ["en", "he"])
    func `a plain text of the project has the direction of its own first letter`(language: String) throws {
        let template = ConfiguredTemplate(body: "Open %LINK%", isHTML: false)

        let message = self.renderer.render(.passwordReset, locale: language, values: self.values, configured: template)

        #expect(message.text == "Open http://x.test/?a=1&b='2'")
        #expect(try #require(message.html).contains("<div dir=\"auto\" style=\"text-align:start\">Open <a href="))
    }

    @Test(arguments: [true, false])
    func `no part is longer than any may be, however often a long value is named`(isHTML: Bool) {
        var values = self.values
        values.displayName = String(repeating: "x", count: 200)
        for body in [
            String(repeating: "%DISPLAY_NAME%", count: 100_000),
            String(repeating: "%LINK%%DISPLAY_NAME", count: 200_000),
            String(repeating: "%A_NAME_THAT_IS_NONE%", count: 200_000),
        ] {
            let message = self.render(.init(subject: body, body: body, isHTML: isHTML), values)

            // The page around a plain text has the subject once more.
            #expect((message.html ?? "").utf8.count <= 2 * Limit.renderedMail.maximum + 10_000)
            #expect(message.text.utf8.count <= Limit.renderedMail.maximum + 1)
            #expect((message.subject ?? "").utf8.count <= Limit.renderedMail.maximum)
        }
    }

    @Test func `values are not looked at again`() {
        var values = self.values
        values.displayName = "%LINK%"
        values.appName = "%EMAIL%"

        let message = self.render(.init(body: "%DISPLAY_NAME% %APP_NAME%", isHTML: false), values)

        #expect(message.text == "%LINK% %EMAIL%")
    }

    @Test func `an HTML body has its values escaped and a text derived from it`() {
        var values = self.values
        values.displayName = "<script>"
        let body = "<p>Hi %DISPLAY_NAME%,</p>\n<p>Go&nbsp;on:<br><a href='%LINK%'>%LINK%</a></p><p>%APP_NAME%</p>"

        let message = self.render(.init(body: body, isHTML: true), values)

        let link = "http://x.test/?a=1&amp;b=&#39;2&#39;"
        #expect(
            message.html == """
                <p>Hi &lt;script&gt;,</p>
                <p>Go&nbsp;on:<br><a href='\(link)'>\(link)</a></p><p>A &amp; B</p>
                """
        )
        #expect(
            message.text == """
                Hi <script>,

                Go on:
                http://x.test/?a=1&b='2'

                A & B

                """
        )
    }

    @Test(arguments: [
        ("a<b>c</b>  d", "ac d\n"),
        ("<style>p{}</style><head><title>t</title></head>x<!-- <p> -->y", "xy\n"),
        ("<ul><li>1<li>2</ul>end", "- 1\n- 2\n\nend\n"),
        ("1 < 2 &lt; 3 &amp;lt; &#65;&#x42; &bogus; &", "1 < 2 < 3 &lt; AB &bogus; &\n"),
        ("<a href=\"http://x.test/?a&amp;b\">here</a>.", "here: http://x.test/?a&b .\n"),
        ("<A CLASS=x HREF=http://x.test>here:</A>", "here: http://x.test\n"),
        ("<a/href=http://x.test/a>here</a>", "here: http://x.test/a\n"),
        ("<a href='#top'>top</a>", "top\n"),
        ("<a title='>'>x</a> <b", "x <b\n"),
        ("<!-- open <p>x", "<!-- open <p>x\n"),
        ("<script>x", ""),
        ("<tr><td>1</td><td>2</td></tr><tr><td>3", "1 2\n3\n"),
    ])
    func `text is what a browser would show`(html: String, text: String) {
        #expect(self.render(.init(body: html, isHTML: true)).text == text)
    }

    @Test func `a plain body becomes escaped HTML with a link`() throws {
        let body = "Hi <%DISPLAY_NAME%>,\r\ngo to %LINK%\n"

        let message = self.render(.init(body: body, isHTML: false))

        let html = try #require(message.html)
        let link = "http://x.test/?a=1&amp;b=&#39;2&#39;"
        #expect(message.text == "Hi <Ann>,\r\ngo to http://x.test/?a=1&b='2'\n")
        #expect(html.contains("Hi &lt;Ann&gt;,<br>\ngo to <a href=\"\(link)\">\(link)</a>"))
        #expect(html.hasPrefix("<!DOCTYPE html>"))
    }

    @Test(arguments: [
        ("Hello %DISPLAY_NAME%,", "Hello,"),
        ("Hello %DISPLAY_NAME%", "Hello"),
        ("Hello %DISPLAY_NAME% and welcome", "Hello and welcome"),
        ("Hello %DISPLAY_NAME%Ann", "Hello Ann"),
        ("Hello %DISPLAY_NAME%%EMAIL%", "Hello old@x.test"),
    ])
    func `an unknown name leaves no gap`(body: String, expected: String) {
        var values = self.values
        values.displayName = " "

        #expect(self.render(.init(body: body, isHTML: false), values).text == expected)
    }

    @Test(arguments: [nil, "", " "])
    func `a missing subject is the built-in one`(subject: String?) {
        let message = self.render(.init(subject: subject, body: "b", isHTML: false))

        #expect(message.subject == "Choose a new password for A & B")
        #expect(message.text == "b")
    }

    @Test func `a missing body is the built-in one`() {
        let message = self.render(.init(subject: "For %APP_NAME%\n", body: nil, isHTML: true))

        #expect(message.subject == "For A & B")
        #expect(message.text.hasPrefix("Hello Ann,\n"))
        #expect(message.html?.contains("<title>For A &amp; B</title>") == true)
    }

    @Test func `an SMS may be configured too`() {
        let template = ConfiguredTemplate(subject: "s", body: "%LOGIN_CODE% for %APP_NAME%", isHTML: false)

        let message = self.render(template, type: .smsSignIn)

        #expect(message == RenderedMessage(subject: nil, text: "123456 for A & B", html: nil))
    }
}
