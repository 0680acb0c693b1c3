import Testing

@testable import FirebreakWire

struct InternationalDomainTests {
    /// RFC 3492 section 7.1.
    private static let samples: [(text: String, code: String)] = [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"), ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
        ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("PorquénopuedensimplementehablarenEspañol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
        ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
        ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
        ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
        ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"), ("-> $1.00 <-", "-> $1.00 <--"),
    ]

    @Test(arguments: samples)
    func `labels are encoded and decoded as in the standard`(text: String, code: String) throws {
        #expect(Punycode.encode(Array(text.unicodeScalars)) == code)
        #expect(try #require(Punycode.decode(code)).elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: ["é", "a-\u{80}", "99999999999999999999", "a!", "\u{FFFF}"])
    func `what encodes no label is not decoded`(code: String) {
        #expect(Punycode.decode(code) == nil)
    }

    private static let spellings = [
        "bücher.example", "BÜCHER.example", "bu\u{308}cher.Example", "xn--bcher-kva.example", "XN--BCHER-KVA.EXAMPLE",
        "bücher。example", "bücher．example", "ｂücher.example", "bü\u{AD}cher.example",
    ]

    @Test(arguments: spellings)
    func `all spellings are one host`(text: String) {
        #expect(InternationalDomain.ascii(text) == "xn--bcher-kva.example")
        #expect(InternationalDomain.areSame(text, "bücher.example"))
        #expect(
            InternationalDomain.unicode(text.lowercased()).hasSuffix(".example") || text.contains("。")
                || text.contains("．"))
        #expect(AbsoluteURL("https://\(text)/x")?.host == "xn--bcher-kva.example")
    }

    @Test func `others are not`() {
        #expect(!InternationalDomain.areSame("bucher.example", "bücher.example"))
        #expect(!InternationalDomain.areSame("", "bücher.example"))
        #expect(InternationalDomain.unicode("xn--bcher-kva.xn--zzzzzzzzzz--.a") == "bücher.xn--zzzzzzzzzz--.a")
        #expect(InternationalDomain.ascii("straße.example") == "xn--strae-oqa.example")
        #expect(InternationalDomain.ascii(String(repeating: "ü", count: 2000)) == nil)
    }

    /// Characters that become such as end a host.
    @Test(arguments: [
        "https://good.example／.evil.example/", "https://good.example＠evil.example/", "https://a：80/", "https://a？b/",
        "https://℀.example/",
    ])
    func `what a host is not after conversion is not a URL`(url: String) {
        #expect(AbsoluteURL(url) == nil)
    }
}

struct EmailAddressSpellingTests {
    @Test func `an address is one with its domain in either form`() {
        #expect(EmailAddress.spellings(of: "a@b.test") == ["a@b.test"])
        #expect(EmailAddress.spellings(of: "ä@b.test") == ["ä@b.test"])
        #expect(EmailAddress.spellings(of: "a@bücher.test") == ["a@bücher.test", "a@xn--bcher-kva.test"])
        #expect(EmailAddress.spellings(of: "a@xn--bcher-kva.test") == ["a@xn--bcher-kva.test", "a@bücher.test"])
        #expect(EmailAddress.areSame("a@bücher.test", "a@xn--bcher-kva.test"))
        #expect(!EmailAddress.areSame("b@bücher.test", "a@xn--bcher-kva.test"))
        #expect(!EmailAddress.areSame("a@bücher.test", nil))
        // Before the @, every byte counts.
        #expect(!EmailAddress.areSame("e\u{301}@b.test", "\u{E9}@b.test"))
    }
}
