@testable import FirebreakControl
@testable import FirebreakCredentials
@testable import FirebreakFixtures
@testable import FirebreakOperations
@testable import FirebreakWire

/// What reads input from outside, by the names of the corpus' archives. None may end the process, whatever the input
/// is; some have to agree with themselves as well.
public enum FuzzedParser: String, CaseIterable, Sendable {
    case json
    /// Requests of Google's API, from JSON to values.
    case decoder
    case tokens
    case cbor
    case xml
    case saml
    case yamlFixtures = "fixtures-yaml"
    case jsonFixtures = "fixtures-json"
    /// Files of the Firebase CLI.
    case commentedJSON = "json-comments"
    case csv
    case urls
    case forms
    case mime
    /// Whole requests, from the request line to the operation's effect; they are answered, not only read.
    case requests

    /// Reads an input and does with what it means what the server does. Requests are for ``FuzzRun``.
    func parse(_ bytes: [UInt8]) {
        switch self {
        case .requests: break
        case .json: runJSON(bytes)
        case .decoder: runDecoder(bytes)
        case .tokens: runTokens(String(decoding: bytes, as: UTF8.self))
        case .cbor:
            _ = try? CBOR(decoding: bytes)
            _ = try? COSEKey(bytes)
            _ = try? AuthenticatorData(bytes)
            _ = try? CollectedClientData(json: bytes)
        case .xml:
            guard let tree = try? XMLTree(parsing: bytes), let root = try? tree.root() else { return }
            for element in tree.elements { _ = (element.name, element.text, element.identifiers) }
            _ = CanonicalXML.exclusive.octets(of: root)
            _ = CanonicalXML.standard.octets(of: root)
        case .saml: _ = try? SAMLResponse(xml: bytes)
        case .yamlFixtures: runFixture(bytes, .yaml)
        case .jsonFixtures: runFixture(bytes, .json)
        case .commentedJSON: runCommentedJSON(bytes)
        case .csv: _ = try? AuthExport.records(inCSV: String(decoding: bytes, as: UTF8.self))
        case .urls: _ = AbsoluteURL(String(decoding: bytes, as: UTF8.self))
        case .forms: _ = FormURLEncoding.parse(String(decoding: bytes, as: UTF8.self))
        case .mime: runMIME(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func runJSON(_ bytes: [UInt8]) {
        _ = try? JSON(parsing: bytes, keys: .camelCase)
        guard let value = try? JSON(parsing: bytes) else { return }
        // What is written is read as the same.
        let written = value.bytes
        precondition((try? JSON(parsing: written)) == value, "another value: \(value.text)")
        precondition((try? JSON(parsing: JSON.indented(written))) == value, "another value indented: \(value.text)")
    }

    private func runDecoder(_ bytes: [UInt8]) {
        guard let value = try? JSON(parsing: bytes, keys: .camelCase) else { return }
        for nullIsAbsent in [true, false] {
            let decoder = WireDecoder(nullIsAbsent: nullIsAbsent)
            _ = try? decoder.decode(SignUp.Request.self, from: value)
            _ = try? decoder.decode(UpdateAccount.Request.self, from: value)
            _ = try? decoder.decode(BatchCreate.Request.self, from: value)
            _ = try? decoder.decode(SignInWithIdp.Request.self, from: value)
        }
    }

    private func runTokens(_ text: String) {
        _ = PresentedToken(text)
        _ = OpaqueRefreshToken(text)
        _ = ReferenceRefreshToken(text)
    }

    private func runFixture(_ bytes: [UInt8], _ format: FixtureSource.Format) {
        guard let source = try? FixtureSource(bytes, file: "fixture", format: format, environment: ["A": "b"]) else {
            return
        }
        _ = Fixture(source, partOf: ProjectID(rawValue: "demo-shop"))
    }

    private func runCommentedJSON(_ bytes: [UInt8]) {
        if let source = try? FixtureSource(commentedJSON: bytes, file: "firebase.json") {
            _ =
                source.error([FixtureProblem(FixturePath(["emulators", "auth", "port"]), "must be a port")]).description
        }
        let bare = JSONDocument.withoutComments(bytes)
        // Places are looked up in what is left, and JSON has nothing to leave out.
        func lines(_ bytes: [UInt8]) -> [Int] { bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") } }
        precondition(bare.count == bytes.count && lines(bare) == lines(bytes), "another place")
        if (try? JSON(parsing: bytes)) != nil { precondition(bare == bytes, "a part is missing") }
    }

    private func runMIME(_ text: String) {
        let parts = text.split(separator: "\u{0}", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String { parts.indices.contains(index) ? parts[index] : text }
        let message = InternetMessage(
            from: part(0), fromName: part(1), replyTo: part(2), to: part(3), subject: part(4), text: part(5),
            html: part(5), messageID: part(1), dateMilliseconds: 0)
        let bytes = message.serialized()
        _ = (message.envelopeSender, message.envelopeRecipient)
        // No value can add a header: the head has the lines of the message alone, and continuations of them. An address may
        // have letters beyond ASCII, and nothing else does.
        let names = ["Date", "From", "Reply-To", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type"]
        var isInHead = true
        var hasAddress = false
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false) {
            if line.isEmpty { isInHead = false }
            if line.first != " ", line.first != "\t" {
                hasAddress = ["From:", "Reply-To:", "To:"].contains { line.hasPrefix($0) }
            }
            precondition(line.utf8.allSatisfy { $0 < 0x80 } || (isInHead && hasAddress), "not ASCII: \(line)")
            guard isInHead else { continue }
            precondition(
                line.first == " " || line.first == "\t" || names.contains { line.hasPrefix($0 + ":") },
                "a header of its own: \(line)")
        }
    }
}
