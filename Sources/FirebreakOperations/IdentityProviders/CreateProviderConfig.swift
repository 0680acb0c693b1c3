import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

package enum CreateProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        let id = request[Kind.idParameter]?.stringValue
        try Kind.check(id: id, call.profile)
        var document = ProviderConfigResource.document(from: request, Kind.self)
        try Kind.check(document)
        document[RequestSigning.member] = try await RequestSigning.prepared(for: document, call)
        let record = ProviderConfigRecord(id: id ?? "", document: document)
        try await call.write { tx in
            guard try tx.providerConfig(Kind.collection, id: record.id) == nil else {
                throw WireError.configurationExists(record.id, resource: Kind.resourceName)
            }
            try tx.save(record, in: Kind.collection)
        }
        return ProviderConfigResource.shown(record, Kind.self, call)
    }
}
