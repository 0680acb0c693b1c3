import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Changes the fields of a provider configuration that the mask names; without a mask it changes nothing.
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
            let before = record.document
            mask.applyProduction(body, to: &record.document, of: Kind.resource.shape)
            try Kind.check(record.document)
            try Limit.provider.check(record.document, before: before)
            try tx.save(record, in: Kind.collection)
            return record
        }
        let complete = try await RequestSigning.completed(changed, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}
