import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

package enum GetProviderConfig<Kind: ProviderConfigKind>: APIOperation {
    package static func run(_ request: ProviderConfigID, _ call: Call) async throws -> JSON {
        guard
            let record = try await call.read({ tx in try tx.providerConfig(Kind.collection, id: request.configId ?? "")
            })
        else { throw WireError.configurationNotFound }
        let complete = try await RequestSigning.completed(record, call)
        return ProviderConfigResource.shown(complete, Kind.self, call)
    }
}
