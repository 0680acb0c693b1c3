import FirebreakOperations
import FirebreakWire

/// Claims as somebody typed them.
struct ClaimsText {
    let text: String
    /// Why the text is not JSON.
    private let failure: JSONSyntaxError?
    /// `nil` for what is not JSON.
    let json: JSON?

    /// - Parameter text: From a form, whose lines end with two characters.
    init(_ text: String) {
        self.text = text.substituting("\r\n", with: "\n")
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: self.text, keys: .claims)
            failure = nil
        } catch {
            json = nil
            failure = error
        }
    }

    /// Where the text stops being JSON, for people: errors count bytes.
    var position: String? {
        guard let failure else { return nil }
        let lines = text.utf8.prefix(failure.offset).split(separator: 0x0A, omittingEmptySubsequences: false)
        let column = (lines.last.map { String(decoding: $0, as: UTF8.self).count } ?? 0) + 1
        return "line \(lines.count), column \(column)"
    }

    /// The claims, for who wants JSON.
    func object() throws(WireError) -> JSON {
        if let failure { throw .invalidClaims(notJSON: failure.description) }
        guard let json, json.objectValue != nil else { throw .invalidClaims(notObject: text) }
        return json
    }

    /// As accounts store it: a text that is no object stays as it is, for the server to refuse.
    var stored: String {
        guard !text.isBlank else { return JSON.emptyObject.text }
        return json?.objectValue == nil ? text : json?.text ?? text
    }
}
