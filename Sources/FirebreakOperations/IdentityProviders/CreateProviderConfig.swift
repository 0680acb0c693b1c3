import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

package enum CreateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
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
        let complete = try await RequestSigning.completed(record, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}
