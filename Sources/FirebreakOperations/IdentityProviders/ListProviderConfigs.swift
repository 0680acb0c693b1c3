import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Lists provider configurations by ascending ID.
package enum ListProviderConfigs<Kind: ProviderConfigKind>: APIOperation {
    package typealias Request = DefaultSupportedIdps.Request

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        let limit = ProviderConfigPage.limit(request.pageSize)
        let records = try await call.read { tx in
            try tx.providerConfigs(Kind.collection, after: request.pageToken, limit: limit + 1)
        }
        var page: [JSON] = []
        for record in records.prefix(limit) {
            let complete = try await RequestSigning.completed(record, call)
            page.append(ProviderConfigResource.shown(complete, Kind.self, call))
        }
        var answer = JSON.emptyObject
        // An empty list is omitted (production.md section 14).
        if !page.isEmpty { answer[Kind.collection] = .array(page) }
        if records.count > limit { answer["nextPageToken"] = .string(records[limit - 1].id) }
        return answer
    }
}
