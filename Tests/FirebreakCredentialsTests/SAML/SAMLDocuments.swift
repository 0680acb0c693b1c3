import FirebreakWire
import Foundation
import Testing

/// Responses that an independent implementation signed: `Tests/Conformance/saml_documents.py` writes them.
struct SAMLDocuments: Sendable {
    struct Document: Sendable, CustomTestStringConvertible {
        var title: String
        var xml: [UInt8]
        /// The certificate that verifies it, or the name of what is wrong with it.
        var told: String

        var testDescription: String { title }
    }

    /// Those that have to be read.
    var good: [Document]
    /// Those that have to be refused.
    var bad: [Document]
    /// One with a comment in the name.
    var commented: [UInt8]
    /// The certificates by name, in PEM.
    var certificates: [String: String]

    static let all = Result { try SAMLDocuments() }

    private init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Resources/saml-documents.json")
        let document = try JSON(parsing: [UInt8](Data(contentsOf: file)))
        func documents(_ name: String, _ told: String) -> [Document] {
            (document[name]?.arrayValue ?? []).map { entry in
                func text(_ name: String) -> String { entry[name]?.stringValue ?? "" }
                return Document(title: text("title"), xml: Array(text("xml").utf8), told: text(told))
            }
        }
        good = documents("good", "certificate")
        bad = documents("bad", "failure")
        commented = Array((document["commented"]?.stringValue ?? "").utf8)
        certificates = Dictionary(
            (document["certificates"]?.objectValue ?? []).map { ($0.key, $0.value.stringValue ?? "") },
            uniquingKeysWith: { first, _ in first })
    }
}
