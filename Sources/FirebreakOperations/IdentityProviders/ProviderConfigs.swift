import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Names one provider configuration.
package struct ProviderConfigID: Decodable, Sendable {
    var configId: String?
}

package enum GetProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: ProviderConfigID, _ call: OperationContext) async throws -> JSON {
        guard
            let record = try await call.read({ tx in try tx.providerConfig(Kind.collection, id: request.configId ?? "")
            })
        else { throw WireError.configurationNotFound }
        let complete = try await RequestSigningKey.completed(record, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}

package enum CreateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: OperationContext) async throws -> JSON {
        let id = request[Kind.idParameter]?.stringValue
        try Kind.check(id: id, call.profile)
        let document = ProviderConfigResource.document(from: request, Kind.self)
        try Kind.check(document)
        try Limit.provider.check(document)
        let record = ProviderConfigRecord(id: id ?? "", document: document)
        try await call.write { tx in
            guard try tx.providerConfig(Kind.collection, id: record.id) == nil else {
                throw WireError.configurationExists(record.id, resource: Kind.resourceName)
            }
            try Limit.providers.check(try tx.providerConfigCount() + 1)
            try tx.save(record, in: Kind.collection)
        }
        let complete = try await RequestSigningKey.completed(record, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}

/// Changes the fields of a provider configuration that the mask names; without a mask it changes nothing.
package enum UpdateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: OperationContext) async throws -> JSON {
        let body = ProviderConfigResource.document(from: request, Kind.self)
        let mask = ProviderConfigResource.mask(request["updateMask"]?.stringValue, Kind.self)
        let id = request["configId"]?.stringValue ?? ""
        let changed = try await call.write { tx in
            guard var record = try tx.providerConfig(Kind.collection, id: id) else {
                throw WireError.configurationNotFound
            }
            guard let mask else { return record }
            let before = record.document
            mask.applyProduction(body, to: &record.document, of: Kind.resource.shape)
            try Kind.check(record.document)
            try Limit.provider.check(record.document, before: before)
            try tx.save(record, in: Kind.collection)
            return record
        }
        let complete = try await RequestSigningKey.completed(changed, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}

package enum DeleteProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: ProviderConfigID, _ call: OperationContext) async throws -> Empty {
        let id = request.configId ?? ""
        try await call.write { tx in
            guard try tx.providerConfig(Kind.collection, id: id) != nil else { throw WireError.configurationNotFound }
            try tx.deleteProviderConfig(Kind.collection, id: id)
        }
        return Empty()
    }
}

/// Lists provider configurations by ascending ID.
package enum ListProviderConfigs<Kind: ProviderConfigKind>: APIOperation {
    package typealias Request = DefaultSupportedIdps.Request

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> JSON {
        let limit = ProviderConfigPage.limit(request.pageSize)
        let records = try await call.read { tx in
            try tx.providerConfigs(Kind.collection, after: request.pageToken, limit: limit + 1)
        }
        var page: [JSON] = []
        for record in records.prefix(limit) {
            let complete = try await RequestSigningKey.completed(record, call)
            page.append(ProviderConfigResource.shown(complete, Kind.self, call))
        }
        var answer = JSON.emptyObject
        // An empty list is omitted (production.md section 14).
        if !page.isEmpty { answer[Kind.collection] = .array(page) }
        if records.count > limit { answer["nextPageToken"] = .string(records[limit - 1].id) }
        return answer
    }
}
