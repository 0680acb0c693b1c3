import Testing

@testable import FirebreakCredentials

struct CollectedClientDataTests {
    @Test func `members are read, and others passed over`() throws {
        let json = Array(#"{"type":"t","challenge":"-_8","origin":"https://a.b","crossOrigin":true,"x":[]}"#.utf8)
        let data = try CollectedClientData(json: json)
        #expect(data.type == "t")
        #expect(data.challenge == [0xFB, 0xFF])
        #expect(data.origin == "https://a.b")
        #expect(data.crossOrigin)
        #expect(CollectedClientData.challenge(in: json) == [0xFB, 0xFF])
    }

    @Test func `a page in no frame may leave out that it is in none`() throws {
        let json = Array(#"{"type":"t","challenge":"","origin":"android:apk-key-hash:x"}"#.utf8)
        #expect(try !CollectedClientData(json: json).crossOrigin)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"challenge":"AA","origin":"o"}"#, #"{"type":"t","origin":"o"}"#,
        #"{"type":"t","challenge":"AA"}"#, #"{"type":1,"challenge":"AA","origin":"o"}"#,
        #"{"type":"t","challenge":"A","origin":"o"}"#, #"{"type":"t","challenge":"!!","origin":"o"}"#,
        #"{"type":"t","challenge":["AA"],"origin":"o"}"#, #"{"type":"t","challenge":"AA","origin":null}"#,
        #"{"type":"t","challenge":"AA","origin":"o","crossOrigin":"no"}"#,
        #"{"type":"t","challenge":"AA","origin":"o"} x"#,
    ])
    func `what is not a client data is refused`(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: PasskeyFailure.malformedClientData) { try CollectedClientData(json: bytes) }
        #expect(CollectedClientData.challenge(in: bytes) == nil)
    }
}
