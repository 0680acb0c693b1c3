import FirebreakWire
import Testing

struct FormURLEncodingTests {
    private static let forms: [(text: String, pairs: [[String]])] = [
        ("", []), ("a=1", [["a", "1"]]), ("a=1&b=2", [["a", "1"], ["b", "2"]]), ("a", [["a", ""]]),
        ("a=", [["a", ""]]),
        ("=a", [["", "a"]]), ("&&a=1&", [["a", "1"]]), ("a=1=2", [["a", "1=2"]]), ("a+b=c+d", [["a b", "c d"]]),
        ("a%20b=%2B", [["a b", "+"]]), ("a=%C3%A4%e2%82%ac", [["a", "ä€"]]), ("a=%", [["a", "%"]]),
        ("a=%2", [["a", "%2"]]),
        ("a=%zz%41", [["a", "%zzA"]]), ("a=%FF", [["a", "\u{FFFD}"]]), ("a=1&a=2", [["a", "1"], ["a", "2"]]),
        ("a=%26%3D", [["a", "&="]]), ("ä=ö", [["ä", "ö"]]), ("a=%00", [["a", "\u{FFFD}"]]),
        // tokens.md, clients.md: what SDKs send to the secure token service
        (
            "grant_type=refresh_token&refresh_token=AMf-vBw_x%2Fy%3D%3D",
            [["grant_type", "refresh_token"], ["refresh_token", "AMf-vBw_x/y=="]]
        ),
    ]

    @Test(arguments: forms)
    func `a form is parsed into its pairs`(text: String, pairs: [[String]]) {
        #expect(FormURLEncoding.parse(text).map { [$0.name, $0.value] } == pairs)
    }

    private static let values: [(text: String, form: String)] = [
        ("", ""), ("aZ09", "aZ09"), ("a b", "a+b"), ("*-._", "*-._"), ("~!'()", "%7E%21%27%28%29"), ("a+b", "a%2Bb"),
        ("&=?#/:", "%26%3D%3F%23%2F%3A"), ("ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"), ("a@b.test", "a%40b.test"),
        ("\0\n", "%00%0A"), ("%41", "%2541"),
    ]

    @Test(arguments: values)
    func `a value is encoded for forms`(text: String, form: String) {
        #expect(FormURLEncoding.encode(text) == form)
        #expect(PercentEncoding.decode(form.utf8, plusIsSpace: true) == text)
    }

    /// email-actions.md section 3.
    @Test func `a link carries its continue URL as the contract shows it`() {
        let url = "http://h.com/p?a=1&b=c d#f~*"

        #expect(FormURLEncoding.encode(url) == "http%3A%2F%2Fh.com%2Fp%3Fa%3D1%26b%3Dc+d%23f%7E*")
    }
}
