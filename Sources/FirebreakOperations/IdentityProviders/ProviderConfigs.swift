import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Provider configurations as requests give them and answers show them (tenants-config.md B1).
package enum ProviderConfigResource {
    /// What is stored of a body.
    package static func document(from body: JSON, _ kind: any ProviderConfigKind.Type) -> JSON {
        var document = JSON.emptyObject
        for member in body.objectValue ?? [] where !member.value.isNull {
            guard let shape = kind.stored(member.key) else { continue }
            guard case .object = shape, let given = member.value.objectValue else {
                document[member.key] = member.value
                continue
            }
            document[member.key] = .object(given.filter { shape.settable($0.key) != nil && !$0.value.isNull })
        }
        return document
    }

    /// The paths of a mask that name something that is stored; production ignores others.
    static func mask(_ text: String?, _ kind: any ProviderConfigKind.Type) -> FieldMask? {
        FieldMask(text)?.filtered { path in
            guard let first = path.first, let shape = kind.stored(first) else { return false }
            return path.count == 1 || shape.settable(path[1]) != nil
        }
    }

    /// The resource with its name; of the response types those that are on, as production shows them.
    static func shown(_ record: ProviderConfigRecord, _ kind: any ProviderConfigKind.Type, _ call: Call) -> JSON {
        let isProduction = call.profile == .production
        let project = isProduction ? call.scope.project.projectNumber : call.projectID.rawValue
        let tenant = call.tenant.map { "/tenants/\($0)" } ?? ""
        var resource: JSON = ["name": .string("projects/\(project)\(tenant)/\(kind.collection)/\(record.id)")]
        let document = isProduction ? record.document.withoutDefaults : record.document
        for member in document.objectValue ?? [] { resource[member.key] = member.value }
        if let types = resource["responseType"]?.objectValue {
            resource["responseType"] = .object(types.filter { $0.value != false })
        }
        return resource
    }
}

/// Creates a provider configuration.
package enum CreateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        let id = request[Kind.idParameter]?.stringValue
        try Kind.check(id: id)
        let record = ProviderConfigRecord(
            id: id ?? "", document: ProviderConfigResource.document(from: request, Kind.self))
        try Kind.check(record.document)
        try await call.write { tx in
            guard try tx.providerConfig(Kind.collection, id: record.id) == nil else {
                throw WireError.configurationExists
            }
            try tx.save(record, in: Kind.collection)
        }
        return ProviderConfigResource.shown(record, Kind.self, call)
    }
}

/// Names one provider configuration.
package struct ProviderConfigID: Decodable, Sendable {
    package var configId: String?
}

/// Reads a provider configuration.
package enum GetProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: ProviderConfigID, _ call: Call) async throws -> JSON {
        guard
            let record = try await call.read({ tx in try tx.providerConfig(Kind.collection, id: request.configId ?? "")
            })
        else { throw WireError.configurationNotFound }
        return ProviderConfigResource.shown(record, Kind.self, call)
    }
}

/// Lists provider configurations by ascending ID.
package enum ListProviderConfigs<Kind: ProviderConfigKind>: APIOperation {
    package typealias Request = DefaultSupportedIdps.Request

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        let limit = ProviderConfigPage.limit(request.pageSize)
        let records = try await call.read { tx in
            try tx.providerConfigs(Kind.collection, after: request.pageToken, limit: limit + 1)
        }
        let page = records.prefix(limit).map { ProviderConfigResource.shown($0, Kind.self, call) }
        var answer = JSON.emptyObject
        // An empty list is nothing at all (production.md section 14).
        if !page.isEmpty { answer[Kind.collection] = .array(page) }
        if records.count > limit { answer["nextPageToken"] = .string(records[limit - 1].id) }
        return answer
    }
}

/// Changes the fields of a provider configuration that the mask names; without a mask nothing.
package enum UpdateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        let body = ProviderConfigResource.document(from: request, Kind.self)
        let mask = ProviderConfigResource.mask(request["updateMask"]?.stringValue, Kind.self)
        let id = request["configId"]?.stringValue ?? ""
        let changed = try await call.write { tx in
            guard var record = try tx.providerConfig(Kind.collection, id: id) else {
                throw WireError.configurationNotFound
            }
            guard let mask else { return record }
            mask.applyProduction(body, to: &record.document)
            try Kind.check(record.document)
            try tx.save(record, in: Kind.collection)
            return record
        }
        return ProviderConfigResource.shown(changed, Kind.self, call)
    }
}

/// Deletes a provider configuration.
package enum DeleteProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: ProviderConfigID, _ call: Call) async throws -> Empty {
        let id = request.configId ?? ""
        try await call.write { tx in
            guard try tx.providerConfig(Kind.collection, id: id) != nil else { throw WireError.configurationNotFound }
            try tx.deleteProviderConfig(Kind.collection, id: id)
        }
        return Empty()
    }
}
