import FirebreakWire

/// What a client received from an identity provider, read from the callback URL and the body that the client adds
/// (idp.md 1.3).
struct IdpParameters: Sendable {
    /// In the order of the normalized URL.
    private let values: [(name: String, value: String)]
    private let url: AbsoluteURL
    /// URL and body as the request has them.
    private let sent: String
    /// Whether an ID token is in the URL, to which only a provider's page adds one.
    let isFromPage: Bool

    /// - Parameters:
    ///   - uri: The callback URL as the request has it.
    ///   - url: The same; its query and its fragment may hold parameters.
    ///   - body: A form. The fragment takes precedence over the form, and the form over the query.
    init(uri: String, url: AbsoluteURL, body: String?) {
        var merged: [(name: String, value: String)] = []
        var places: [String: (index: Int, source: Int)] = [:]
        for (source, form) in [url.query ?? "", body ?? "", url.fragment ?? ""].enumerated() {
            for pair in FormURLEncoding.parse(form) {
                guard let place = places[pair.name] else {
                    places[pair.name] = (merged.count, source)
                    merged.append(pair)
                    continue
                }
                // Within one source, the first of repeated names counts.
                guard place.source != source else { continue }
                merged[place.index].value = pair.value
                places[pair.name]?.source = source
            }
        }
        values = merged
        self.url = url
        sent = uri + (body?.nonEmpty.map { "?\($0)" } ?? "")
        isFromPage = [url.query, url.fragment].contains { form in
            FormURLEncoding.parse(form ?? "").contains { $0.name == "id_token" && !$0.value.isEmpty }
        }
    }

    /// The credential as error messages quote it: as it was sent (production.md section 10).
    func quoted(_ profile: Profile) -> String {
        profile.behavior.answersProvidersAsProduction ? sent : normalizedURL
    }

    /// The URL with all parameters in its query.
    private var normalizedURL: String {
        var normalized = url
        normalized.fragment = nil
        if !values.isEmpty { normalized.setQuery(values) }
        return normalized.text
    }

    /// The value; `nil` if it is absent or empty.
    subscript(name: String) -> String? { values.first { $0.name == name }?.value.nonEmpty }

    /// The parameters with a provider, where the client named none.
    func naming(provider: String) -> IdpParameters {
        IdpParameters([("providerId", provider)] + values.filter { $0.name != "providerId" }, of: self)
    }

    private init(_ values: [(name: String, value: String)], of other: IdpParameters) {
        self.values = values
        url = other.url
        sent = other.sent
        isFromPage = other.isFromPage
    }

    /// The document that ``init(credential:of:)`` reads.
    var credential: JSON {
        var record = JSON.emptyObject
        for name in Self.credentialNames { record[name] = self[name].map(JSON.string) }
        return record
    }

    /// The parameters of an earlier call, read from its ``credential``.
    init(credential: JSON, of other: IdpParameters) {
        self.init(
            Self.credentialNames.compactMap { name in credential[name]?.stringValue.map { (name, $0) } }, of: other)
    }

    private static let credentialNames = [
        "providerId", "id_token", "access_token", "oauth_token_secret", "refresh_token", "code", "SAMLResponse", "user",
    ]
}
