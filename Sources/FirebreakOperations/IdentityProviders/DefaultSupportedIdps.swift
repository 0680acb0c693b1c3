import FirebreakWire

/// Lists the well-known providers (tenants-config.md B1).
package enum DefaultSupportedIdps: APIOperation {
    package static let known: [(id: String, name: String)] = [
        ("apple.com", "Apple"), ("facebook.com", "Facebook"), ("gc.apple.com", "Apple Game Center"),
        ("github.com", "GitHub"), ("google.com", "Google"), ("linkedin.com", "LinkedIn"),
        ("microsoft.com", "Microsoft"), ("playgames.google.com", "Google Play Games"), ("twitter.com", "Twitter"),
        ("yahoo.com", "Yahoo"),
    ]

    package struct Request: Decodable, Sendable {
        var pageSize: Int?
        var pageToken: String?
    }

    package struct Response: Encodable, Sendable {
        struct Provider: Encodable, Sendable {
            var idpId: String
            var description: String?
        }

        var defaultSupportedIdps: [Provider]?
        var nextPageToken: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        let limit = ProviderConfigPage.limit(request.pageSize)
        let rest = known.filter { $0.id > request.pageToken ?? "" }
        // Production lists the IDs alone (production.md section 10).
        let isNamed = !call.behavior.modelsConfiguration
        let page = rest.prefix(limit).map { Response.Provider(idpId: $0.id, description: isNamed ? $0.name : nil) }
        return Response(
            defaultSupportedIdps: page.isEmpty ? nil : page,
            nextPageToken: rest.count > limit ? page.last?.idpId : nil)
    }
}

/// Pages of lists of providers.
enum ProviderConfigPage {
    /// SDKs request 100 at a time, the maximum (tenants-config.md B1).
    private static let maximum = 100

    static func limit(_ pageSize: Int?) -> Int {
        guard let pageSize, pageSize > 0 else { return maximum }
        return min(pageSize, maximum)
    }
}
