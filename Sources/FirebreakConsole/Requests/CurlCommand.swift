import FirebreakModel
import FirebreakWire

/// A call as a command for a shell.
struct CurlCommand: Sendable, Equatable {
    private(set) var method: String
    private(set) var url: String
    private(set) var headers: [String] = []
    private(set) var body: String?

    private static let json = "Content-Type: application/json"
    private static let longestPlaceholder = 40

    /// - Parameters:
    ///   - path: With the query.
    ///   - origin: Scheme, host and port of this server.
    private init(_ method: String, _ path: String, at origin: String) {
        self.method = method
        // A path of another form must not become part of the host.
        let path = path.startsWithBytes(of: "/") ? path : "/" + path
        url = origin + PercentEncoding.escapeIllegal(path).substituting("#", with: "%23")
    }

    /// A call with a JSON body, such as one that changes a setting.
    ///
    /// - Parameters:
    ///   - body: JSON, or nothing.
    ///   - token: What is shown as `Authorization: Bearer`.
    init(_ method: String, _ path: String, body: JSON?, token: String?, at origin: String) {
        self.init(method, path, at: origin)
        if let token { headers.append("Authorization: Bearer \(token)") }
        guard let body else { return }
        headers.append(Self.json)
        self.body = JSONText.compact(body)
    }

    /// A call of the journal once more. Secrets in it are named, as in the journal; an API key is one of the project's.
    ///
    /// - Parameters:
    ///   - isForm: Whether the body had the fields of a form.
    ///   - isKept: Whether the journal could read the body.
    ///   - apiKey: A key of the project; `nil` where it has none.
    init(repeating call: JournalRecord, isForm: Bool, isKept: Bool, apiKey: String?, at origin: String) {
        let key = apiKey.map(PercentEncoding.encodeComponent)
        let path = key.map { call.path.substituting("<apiKey>", with: $0) } ?? call.path
        self.init(call.method, path, at: origin)
        if call.caller == .admin { headers.append("Authorization: Bearer owner") }
        // The key may have been in a header.
        if call.caller == .app, let apiKey, !path.containsBytes(of: "key=") {
            headers.append("X-Goog-Api-Key: \(apiKey)")
        }
        guard let request = call.request, isKept else { return }
        headers.append(isForm ? "Content-Type: application/x-www-form-urlencoded" : Self.json)
        body = isForm ? Self.form(request) : JSONText.compact(request)
    }

    private static func form(_ fields: JSONValue) -> String {
        let pairs = (fields.objectValue ?? []).flatMap { field in
            (field.value.arrayValue ?? [field.value]).map { (field.name, $0.stringValue ?? "") }
        }
        return pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// A secret stays readable.
    private static func encoded(_ text: String) -> String {
        placeholder(text[...]) == text ? text : FormURLEncoding.encode(text)
    }

    // MARK: The command

    /// The command, of several lines where it is long.
    var text: String {
        var parts = ["curl" + options + " " + ShellWord.quoted(url)]
        parts += headers.map { "-H \(ShellWord.quoted($0))" }
        if let body { parts.append("--data-raw \(ShellWord.quoted(body))") }
        return parts.joined(separator: " \\\n  ")
    }

    private var options: String {
        var options = ""
        switch method {
        case "HEAD": options += " --head"
        case "GET" where body == nil: break
        default: options += " -X \(ShellWord.quoted(method))"
        }
        // Brackets and braces are patterns to curl, and points in paths are taken out.
        if url.utf8.contains(where: "[]{}".utf8.contains) { options += " --globoff" }
        if url.containsBytes(of: "/.") { options += " --path-as-is" }
        return options
    }

    /// The secrets that are only named in it, such as `<password>`: each once, of values that are nothing else.
    var placeholders: [String] {
        var found: [String] = []
        for text in [url, body ?? ""] {
            for value in text.separated(where: { $0 == "\"" || $0 == "=" || $0 == "&" }) {
                guard let placeholder = Self.placeholder(value), placeholder == value, !found.contains(placeholder)
                else { continue }
                found.append(placeholder)
            }
        }
        return found
    }

    /// What stands for a secret at the beginning of a text.
    private static func placeholder(_ text: Substring) -> String? {
        guard let name = text.rest(afterBytes: "<")?.utf8.prefix(while: \.isASCIIAlphanumeric), !name.isEmpty,
            name.count < longestPlaceholder, text.utf8[name.endIndex...].first == UInt8(ascii: ">")
        else { return nil }
        return "<\(Substring(name))>"
    }
}

/// JSON for people to read and to copy (``JSON/visible(_:)``).
enum JSONText {
    static func compact(_ value: some Encodable) -> String { JSON.visible(bytes(of: value)) }

    static func indented(_ value: some Encodable) -> String { JSON.visible(JSON.indented(bytes(of: value))) }

    private static func bytes(of value: some Encodable) -> [UInt8] {
        // A value of these cases always has a text.
        (try? WireEncoder().encode(value)) ?? []
    }
}
