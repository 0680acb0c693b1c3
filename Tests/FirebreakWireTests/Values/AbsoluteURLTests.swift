import FirebreakWire
import Testing

struct AbsoluteURLTests {
    /// accounts.md section 2, then the URL standard's own cases.
    private static let accepted = [
        "foo:bar", "mailto:x@y", " http://x ", "http://x", "https://a.test/b?c=d#e", "http:example.test",
        "http:/example.test",
        "http:///example.test", "http:\\\\example.test\\a", "HTTP://X", "http://x:8080", "http://x:", "http://x:0",
        "http://x:65535", "http://[::1]", "http://[::1]:9099/a", "http://[2001:db8::1]", "http://user:pass@x/",
        "http://a..b",
        "http://ex%41mple.test", "http://xn--nda.test", "foo:", "foo:/a", "foo://", "foo:///a", "foo://a.test:99/b",
        "javascript:alert(1)", "data:,a b", "file:///etc", "a+b-c.d:x", "ws://x", "http://127.0.0.1:9099/a",
        "http://x/a b", "http://x?a b", "http://x#a b", "\thttp://x\n", "ht\ntp://ex\tample.test", "http://a_b.test",
        "com.example.app://auth?x=1", "http://x/%zz", "http://x?%",
    ]

    @Test(arguments: accepted)
    func `an absolute URL is recognised`(text: String) {
        #expect(AbsoluteURL(text) != nil)
    }

    private static let refused = [
        "localhost", "/a", "//x", "http://", "http://a b", "", " ", ":", ":foo", "1http://x", "é:x", "-a:b", "a b:c",
        "?a:b",
        "http:", "https:///", "http://?a", "http://#a", "http://user@", "http://user@/x", "http://:80",
        "http://x:65536",
        "http://x:a", "http://x:-1", "http://x:80:90", "http://x:8 0", "http://a%20b", "http://a<b", "http://a>b",
        "http://a^b",
        "http://a|b", "http://a%b", "http://%", "http://a%00b", "http://[", "http://[::1", "http://[zz]",
        "http://[::1]x",
        "http://a[b]", "http://a\u{7F}b", "www.example.test/x", "foo://a b", "http://[1:2]", "http://[:::]",
        "http://[]", "http://1.2.3.256", "http://1.2.3.4.5", "http://256.256.256.256",
    ]

    @Test(arguments: refused)
    func `anything else is refused`(text: String) {
        #expect(AbsoluteURL(text) == nil)
    }

    private static let parts:
        [(url: String, host: String?, port: Int?, path: String, query: String?, fragment: String?)] = [
            ("http://Example.TEST", "example.test", nil, "/", nil, nil), ("http://x:80/", "x", nil, "/", nil, nil),
            ("https://x:443/", "x", nil, "/", nil, nil), ("https://x:80/", "x", 80, "/", nil, nil),
            ("http://x:9099/a/b?c=d&e#f?g", "x", 9099, "/a/b", "c=d&e", "f?g"), ("http://x?", "x", nil, "/", "", nil),
            ("http://x#", "x", nil, "/", nil, ""), ("http://[::1]:5000/", "[::1]", 5000, "/", nil, nil),
            ("http://u:p@h:1/", "h", 1, "/", nil, nil), ("http://a@b@c/", "c", nil, "/", nil, nil),
            ("http://ex%41mple.test/", "example.test", nil, "/", nil, nil), ("mailto:a@b?c", nil, nil, "a@b", "c", nil),
            ("foo://H/", "h", nil, "/", nil, nil), ("foo://h", "h", nil, "", nil, nil),
            ("ws://x:80", "x", nil, "/", nil, nil),
            ("http:example.test/a", "example.test", nil, "/a", nil, nil),
            ("http://x/a#b#c", "x", nil, "/a", nil, "b#c"),
        ]

    @Test(arguments: parts)
    func `a URL has its parts`(url: String, host: String?, port: Int?, path: String, query: String?, fragment: String?)
        throws
    {
        let url = try #require(AbsoluteURL(url))

        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.path == path)
        #expect(url.query == query)
        #expect(url.fragment == fragment)
    }

    /// Texts that look as if they led to `localhost`: a browser goes elsewhere, and the check must see that.
    @Test(arguments: [
        "http://evil.test\\@localhost/", "http://evil.test?@localhost/", "http://evil.test#@localhost/",
        "http://evil.test/@localhost", "http://localhost@evil.test/", "http://localhost:80@evil.test/",
        "http:evil.test\\localhost", "http://evil.test:80\\@localhost",
    ])
    func `the host is the one a browser would go to`(text: String) throws {
        #expect(try #require(AbsoluteURL(text)).host == "evil.test")
    }

    @Test(arguments: [
        ("HTTP://X", "http://x/"), ("http://x:80/a", "http://x/a"), ("http://u:p@x:81/?a#b", "http://u:p@x:81/?a#b"),
        ("mailto:a@b", "mailto:a@b"), ("foo://h", "foo://h"), (" http://x/y ", "http://x/y"), ("http:x", "http://x/"),
    ])
    func `the text is normalised as far as scheme, host, port and empty path go`(text: String, normalised: String) {
        #expect(AbsoluteURL(text)?.text == normalised)
    }

    private static let settings: [(url: String, parameters: [[String]], text: String)] = [
        ("http://x", [["a", "1"]], "http://x/?a=1"), ("http://x/?b=2", [["a", "1"]], "http://x/?b=2&a=1"),
        ("http://x/?a=0&b=2&a=3", [["a", "1"]], "http://x/?a=1&b=2"),
        ("http://x/?a=0#f", [["a", "x y&z"]], "http://x/?a=x+y%26z#f"),
        ("http://x/?q=%20~", [["a", "1"]], "http://x/?q=+%7E&a=1"),
        ("http://x/", [["a", "1"], ["b", ""]], "http://x/?a=1&b="),
        ("app:open", [["a", "1"]], "app:open?a=1"), ("http://x/?", [["a", "ä"]], "http://x/?a=%C3%A4"),
    ]

    @Test(arguments: settings)
    func `query parameters are set as URLSearchParams does it`(url: String, parameters: [[String]], text: String) throws
    {
        var url = try #require(AbsoluteURL(url))
        url.setQuery(parameters.map { (name: $0[0], value: $0[1]) })

        #expect(url.text == text)
    }

    private static let additions: [(url: String, parameters: [[String]], text: String)] = [
        ("http://x", [["a", "1"]], "http://x/?a=1"), ("http://x/?b=2", [["a", "1"]], "http://x/?b=2&a=1"),
        ("http://x/?", [["a", "1"]], "http://x/?a=1"), ("HTTP://X:80/p?b", [["a", "1"]], "http://x/p?b&a=1"),
        ("http://x/?a=0&b=2&a=3", [["a", "1"]], "http://x/?a=1&b=2"),
        ("http://x/?%61=0&b=2", [["a", "1"]], "http://x/?a=1&b=2"),
        ("http://x/?cart=1&x=a%20b#top", [["mode", "signIn"]], "http://x/?cart=1&x=a%20b&mode=signIn#top"),
        ("http://x/?q=~a+b%2f&&ä=*&=#a?b=c", [["a", "x y&z"]], "http://x/?q=~a+b%2f&&ä=*&=&a=x+y%26z#a?b=c"),
        ("app:open#f", [["a", "ä"]], "app:open?a=%C3%A4#f"),
    ]

    @Test(arguments: additions)
    func `what an app has in its query stays as it is written`(url: String, parameters: [[String]], text: String) throws
    {
        var url = try #require(AbsoluteURL(url))
        url.addQuery(parameters.map { (name: $0[0], value: $0[1]) })

        #expect(url.text == text && url.exact == text)
    }

    @Test(arguments: [
        ("http://x/p", "http://x/p?a=1"), ("http://x/?b=%20+", "http://x/?b=%20+&a=1"),
        ("http://x/p#f?g", "http://x/p?a=1#f?g"), ("http://x/?b#f", "http://x/?b&a=1#f"),
    ])
    func `a URL is extended in its query`(url: String, text: String) {
        #expect(AbsoluteURL.extended(url, by: "a=1") == text)
    }

    // MARK: What is handed out

    /// URLs in which other readers find the same host: they are handed out as they are written.
    private static let exact = [
        "https://app.test", "https://app.test/", "HTTPS://App.test:443/a?b=\\#c", "http://u:p@app.test/x",
        "http://x?a=1",
        "http://x#a", "com.example.app://google/link?x=1@2", "http://app.test:/", "http://[::1]:9099/a", "mailto:a@b",
        "https://app.test/ü b?c=d e", "https://app.test/a@b", "http://x:80",
    ]

    @Test(arguments: exact)
    func `a URL that every reader takes for the same is handed out as it is`(text: String) throws {
        #expect(try #require(AbsoluteURL(text)).exact == text)
    }

    private static let normal: [(text: String, exact: String)] = [
        (#"https://good.test\@evil.test/"#, "https://good.test/@evil.test/"),
        (#"https://evil.test\@good.test/"#, "https://evil.test/@good.test/"),
        (#"https:\\good.test\a"#, "https://good.test/a"), ("https:good.test/a", "https://good.test/a"),
        ("https:///good.test/a", "https://good.test/a"), ("https:/good.test", "https://good.test/"),
        ("https:good.test?x=://good.test/", "https://good.test/?x=://good.test/"),
        ("https://a@b@good.test/", "https://a%40b@good.test/"), (#"https://x\y@good.test/"#, "https://x/y@good.test/"),
        ("https://go%6Fd.test/", "https://good.test/"),
        ("https://good.test?@evil.test/", "https://good.test/?@evil.test/"),
        ("https://good.test#@evil.test/", "https://good.test/#@evil.test/"),
        ("ht\ntps://go\tod.test/", "https://good.test/"),
        (" https://good.test/ ", "https://good.test/"), ("https://good.test/\r\nX: y", "https://good.test/X: y"),
        ("https://evil.test／@good.test/", "https://evil.test%EF%BC%8F@good.test/"),
        (#"app://good\@evil/x"#, "app://good%5C@evil/x"), (#"app://good/\evil"#, "app://good/%5Cevil"),
        ("https://bücher.test/x", "https://xn--bcher-kva.test/x"),
    ]

    @Test(arguments: normal)
    func `any other is handed out as it was parsed`(text: String, exact: String) throws {
        let url = try #require(AbsoluteURL(text))

        #expect(url.exact == exact)
        // Read again, it is the same.
        #expect(AbsoluteURL(url.exact)?.host == url.host)
        #expect(AbsoluteURL(url.exact)?.exact == url.exact)
    }
}
