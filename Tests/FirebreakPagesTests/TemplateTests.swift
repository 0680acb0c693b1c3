import FirebreakWire
import Synchronization
import Testing

@testable import FirebreakPages

struct TemplateTests {
    @Test func `slots are filled, texts are escaped, markup is not`() {
        let template = Template(#"<p title="{{title}}">{{text}}, {{text}}{{markup}}</p>"#, name: "test")
        let hostile = #""><script>'&"#
        let page = template.filled(["title": "\(hostile)", "text": "a", "markup": "<b>b</b>"])

        #expect(page.text == #"<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">a, a<b>b</b></p>"#)
    }

    @Test func `what fills a slot is not looked through for slots`() {
        let template = Template("{{a}}{{b}}", name: "test")

        #expect(template.filled(["a": "{{b}}", "b": "{{a}}"]).text == "{{b}}{{a}}")
    }

    @Test func `parts are apart from the main markup`() {
        let template = Template(
            """
            <ul>{{rows}}</ul>

            <template id="row"><li>{{name}}</li></template>

            <template id="none">-</template>

            """, name: "test")
        let row = template.part("row")

        #expect(row.filled(["name": "x"]).text == "<li>x</li>")
        #expect(template.part("none").filled().text == "-")
        #expect(template.filled(["rows": row.filled(["name": "&"])]).text == "<ul><li>&</li></ul>\n\n")
    }

    @Test func `files have content and a tag of their own`() {
        #expect(PageAsset.all["design.css"] != nil)
        #expect(PageAsset.all.values.allSatisfy { !$0.bytes.isEmpty })
        #expect(PageAsset.all["design.css"]?.entityTag != PageAsset.all["pages/page.css"]?.entityTag)
    }

    @Test func `a mistake in the pages is reported, and the page is made without it`() {
        let template = Template("<p>{{title}}</p>", name: "test")
        let mistakes = Mutex<[String]>([])
        let pages = PageMistake.$receiver.withValue({ text in mistakes.withLock { $0.append(text) } }) {
            [template.filled(), template.filled(["title": "a", "other": "b"]), template.part("row").filled()]
        }

        #expect(pages.map(\.text) == ["<p></p>", "<p>a</p>", ""])
        #expect(
            mistakes.withLock { $0 } == [
                "test: nothing fills the slot title", "test has no slots [\"other\"]", "test has no part row",
            ])
    }

    @Test func `marks beside braces and line feeds hide no slot`() {
        let template = Template("{{a}}\u{301}{{b}}", name: "test")

        #expect(template.filled(["a": "1", "b": "2"]).text.unicodeScalars.elementsEqual("1\u{301}2".unicodeScalars))
    }
}
