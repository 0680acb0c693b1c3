import FirebreakStore
import FirebreakWire

/// The two settings of the reference's own configuration endpoint (emulator-api.md).
package enum GetEmulatorConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> ReferenceConfig {
        ReferenceConfig(call.settings.project)
    }
}
