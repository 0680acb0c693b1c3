import FirebreakWire
import HTTPTypes

/// What a request presents, by the rules of wire.md section 5.
struct RequestCredentials: Sendable, Equatable {
    enum Bearer: Sendable, Equatable {
        case absent
        /// `owner`, or a token in the form of Google's access tokens; the admin token if there is one.
        case accepted
        case rejected
    }

    /// Of the header.
    var bearer: Bearer
    /// Of a token in the query, which counts where the header has none, and in profile `production` alone.
    let bearerInQuery: Bearer
    /// Whether the client counts as being on this machine.
    let isLocal: Bool
    var apiKey: String?

    /// - Parameters:
    ///   - adminToken: What admins on other machines present instead of `owner`; `nil` if `owner` is enough.
    ///   - isLocal: Whether the client is on this machine.
    init(
        headers: HTTPFields, query: QueryParameters, adminToken: String? = nil, isLocal: @autoclosure () -> Bool = true
    ) {
        // Without an admin token it does not matter, and most requests are spared the check of the address.
        self.isLocal = adminToken == nil || isLocal()
        bearer = Self.bearer(headers.value(.authorization), adminToken, isLocal: self.isLocal)
        if let token = query.accessToken {
            bearerInQuery = Self.bearer(token: token[...], adminToken, isLocal: self.isLocal)
        } else {
            bearerInQuery = .absent
        }
        let keys = query.values("key")
        apiKey = keys.count == 1 && keys[0].isEmpty == false ? keys[0] : nil
        if apiKey == nil, let key = headers.value(.googAPIKey), !key.isEmpty {
            apiKey = key
        }
    }

    private static func bearer(_ header: String?, _ adminToken: String?, isLocal: Bool) -> Bearer {
        guard let header, header.utf8.count > 7, header.prefix(7).lowercased() == "bearer " else { return .absent }
        return bearer(token: header.dropFirst(7), adminToken, isLocal: isLocal)
    }

    private static func bearer(token: Substring, _ adminToken: String?, isLocal: Bool) -> Bearer {
        if let adminToken {
            if equalInConstantTime(Array(token.utf8), Array(adminToken.utf8)) { return .accepted }
            guard isLocal else { return .rejected }
        }
        return token.lowercased() == "owner" || token.startsWithBytes(of: "ya29.") ? .accepted : .rejected
    }
}
