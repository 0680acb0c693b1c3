import FirebreakWire
import Testing

struct MarkupEscapingTests {
    @Test(arguments: [
        ("", ""), ("plain é 日本 👨‍👩‍👧", "plain é 日本 👨‍👩‍👧"), ("<a b=\"c\">&'", "&lt;a b=&quot;c&quot;&gt;&amp;&#39;"),
        ("&amp;", "&amp;amp;"),
        ("\t\r\n\u{1}\u{FFFE}", "\t\r\n\u{1}\u{FFFE}"),
    ])
    func `text is escaped for HTML`(text: String, html: String) {
        #expect(text.escapedHTML.unicodeScalars.elementsEqual(html.unicodeScalars))
    }

    @Test(arguments: [
        ("", ""), ("plain é 日本 👨‍👩‍👧", "plain é 日本 👨‍👩‍👧"), ("<a b=\"c\">&'", "&lt;a b=&quot;c&quot;&gt;&amp;&apos;"),
        ("\t\r\n", "&#9;&#13;&#10;"), ("a\0b\u{1}c\u{1F}d\u{FFFE}e\u{FFFF}f\u{7F}", "abcdef\u{7F}"),
    ])
    func `text is escaped for XML, without what XML cannot write`(text: String, xml: String) {
        #expect(text.escapedXML.unicodeScalars.elementsEqual(xml.unicodeScalars))
    }

    @Test func `a quotation mark is escaped even if an accent follows`() {
        #expect("\"\u{301}".escapedHTML.unicodeScalars.elementsEqual("&quot;\u{301}".unicodeScalars))
    }

    @Test func `texts in markup are escaped, markup is not`() {
        let text = "<i> & \"j\""
        let line: HTML = "<p title=\"\(text)\">\(1)</p>"
        let page: HTML = "<div>\(line)\([line, "<br>"])</div>\(HTML(trusted: text))"

        let expected = "<p title=\"&lt;i&gt; &amp; &quot;j&quot;\">1</p>"
        #expect(page.text == "<div>\(expected)\(expected)\n<br></div><i> & \"j\"")
    }
}
