import FirebreakStore
import FirebreakWire

/// Deletes every account of the project or tenant; codes and configuration stay (emulator-api.md).
package enum DeleteAllAccounts: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty {
        try await call.write { tx in try tx.deleteAllAccounts() }
        return Empty()
    }
}
