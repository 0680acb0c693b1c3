import FirebreakWire
import Testing

struct JSONWebTokenTests {
    private static func segment(_ text: String) -> String { Base64.encode(Array(text.utf8), .urlSafe) }
    private static let header = segment(#"{"alg":"none","typ":"JWT"}"#)
    private static let payload = segment(#"{"sub":"a","n":1e3}"#)

    @Test func `an unsigned token has the reference's header and an empty signature`() {
        let token = JSONWebToken.unsigned(payload: Array(#"{"sub":"ä"}"#.utf8))

        #expect(token == "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\(Self.segment(#"{"sub":"ä"}"#)).")
    }

    @Test func `a token is split and decoded, and its payload kept as written`() throws {
        let token = try #require(JSONWebToken("\(Self.header).\(Self.payload).c2ln"))

        #expect(token.header == ["alg": "none", "typ": "JWT"])
        #expect(token.payload.text == #"{"sub":"a","n":1e3}"#)
        #expect(token.signature == "c2ln")
    }

    @Test func `a token with another header is read too`() throws {
        let token = try #require(
            JSONWebToken("\(Self.segment(#"{"typ":"JWT","alg":"RS256","kid":"k"}"#)).\(Self.payload)."))

        #expect(token.header["kid"] == "k")
        #expect(token.signature.isEmpty)
    }

    private static let broken: [String] = [
        "", ".", "..", "...", "a.b", "a.b.c", header, "\(header).\(payload)", "\(header).\(payload)..", ".\(payload).",
        "\(header)..", "\(header).\(segment("[]")).", "\(header).\(segment("null")).", "\(header).\(segment("{")).",
        "\(segment("x")).\(payload).", "\(header).\(payload)=.", " \(header).\(payload).", "\(header).\(payload).\n",
        "\(header).\(payload).a+b", "\(header).\(segment("{}"))A.", "\(header).ä.", "{}",
        "\(header).\(segment("{} x")).", "\(header).eyJhIjoiPz8/In0.", "\(header).eyJhIjoifn5+In0.",
    ]

    @Test func `segments are in the alphabet for URLs`() {
        #expect(JSONWebToken("\(Self.header).eyJhIjoiPz8_In0.")?.payload == ["a": "???"])
        #expect(JSONWebToken("\(Self.header).eyJhIjoifn5-In0.")?.payload == ["a": "~~~"])
    }

    @Test(arguments: broken)
    func `anything else is not a token`(text: String) {
        #expect(JSONWebToken(text) == nil)
    }
}
