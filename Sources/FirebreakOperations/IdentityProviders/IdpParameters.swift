import FirebreakWire

/// What an identity provider gave a client, from the URL it came back to and the body the client adds (idp.md 1.3).
struct IdpParameters: Sendable {
    private var values: [(name: String, value: String)]
    /// The URL with all parameters in its query, for error messages.
    let normalizedURL: String

    /// - Parameters:
    ///   - url: Its query and its fragment may hold parameters.
    ///   - body: A form. The fragment wins over it, and it wins over the query.
    init(url: AbsoluteURL, body: String?) {
        var merged = Self.firsts(url.query ?? "")
        for source in [body ?? "", url.fragment ?? ""] {
            for pair in Self.firsts(source) {
                merged.removeAll { $0.name == pair.name }
                merged.append(pair)
            }
        }
        values = merged
        var normalized = url
        normalized.fragment = nil
        if !merged.isEmpty { normalized.setQuery(merged) }
        normalizedURL = normalized.text
    }

    /// Of repeated names the first one counts.
    private static func firsts(_ form: String) -> [(name: String, value: String)] {
        var names: Set<String> = []
        return FormURLEncoding.parse(form).filter { names.insert($0.name).inserted }
    }

    /// The value; `nil` when it is absent or empty.
    subscript(name: String) -> String? { values.first { $0.name == name }?.value.nonEmpty }

    /// What ``init(credential:of:)`` makes parameters of again.
    var credential: JSON {
        var record = JSON.emptyObject
        for name in Self.credentialNames { record[name] = self[name].map(JSON.string) }
        return record
    }

    /// The parameters of an earlier call, by what ``credential`` said of them.
    init(credential: JSON, of other: IdpParameters) {
        values = Self.credentialNames.compactMap { name in credential[name]?.stringValue.map { (name, $0) } }
        normalizedURL = other.normalizedURL
    }

    private static let credentialNames = [
        "providerId", "id_token", "access_token", "oauth_token_secret", "refresh_token", "code", "SAMLResponse", "user",
    ]
}
