import FirebreakWire
import Testing

struct PercentEncodingTests {
    private static let values: [(text: String, encoded: String, component: String)] = [
        ("", "", ""), ("aZ09", "aZ09", "aZ09"), ("a b", "a%20b", "a%20b"), ("-._~", "-._~", "-._~"),
        ("!*'()", "%21%2A%27%28%29", "!*'()"), ("a+b", "a%2Bb", "a%2Bb"),
        ("&=?#/:", "%26%3D%3F%23%2F%3A", "%26%3D%3F%23%2F%3A"),
        ("ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80", "%C3%A4%E2%82%AC%F0%9F%98%80"),
        ("a@b.test", "a%40b.test", "a%40b.test"), ("\0\n", "%00%0A", "%00%0A"), ("%41", "%2541", "%2541"),
    ]

    @Test(arguments: values)
    func `a text is encoded, and read back`(text: String, encoded: String, component: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.encodeComponent(text) == component)
        #expect(PercentEncoding.decode(encoded.utf8) == text)
        #expect(PercentEncoding.decode(component.utf8) == text)
    }

    @Test(arguments: [
        ("%", "%"), ("%2", "%2"), ("a%zz%41", "a%zzA"), ("%e2%82%ac", "€"), ("%FF", "\u{FFFD}"), ("%2541", "%41"),
    ])
    func `invalid escapes stay, invalid UTF-8 is replaced`(encoded: String, text: String) {
        #expect(PercentEncoding.decode(encoded.utf8) == text)
    }

    @Test func `a plus is a space only in forms`() {
        #expect(PercentEncoding.decode("a+b".utf8) == "a+b")
        #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(arguments: [
        ("http://a.test/b?c=d%20e#f", "http://a.test/b?c=d%20e#f"), ("http://a.test/b c", "http://a.test/b%20c"),
        ("http://a.test/ä\"", "http://a.test/%C3%A4%22"),
        ("http://a.test/\r\nSet-Cookie:x", "http://a.test/%0D%0ASet-Cookie:x"),
        ("\u{7F}", "%7F"),
    ])
    func `what may not stand in a header is escaped, and nothing else`(url: String, escaped: String) {
        #expect(PercentEncoding.escapeIllegal(url) == escaped)
    }

    @Test(arguments: [("", ""), ("a+b", "a+b"), ("a%2Fb%zz", "a/b%zz"), ("%C3%A4", "ä")])
    func `a segment of a path is decoded`(segment: String, text: String) {
        #expect(PercentEncoding.decodeSegment(segment) == text)
    }

    @Test(arguments: ["%00", "a%00b", "%FF", "%C3"])
    func `a segment that no text can be is refused`(segment: String) {
        #expect(PercentEncoding.decodeSegment(segment) == nil)
    }
}
