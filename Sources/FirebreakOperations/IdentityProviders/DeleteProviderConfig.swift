import FirebreakDiscovery
import FirebreakStore
import FirebreakWire

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
