import FirebreakWire

/// Enables Identity Platform for a project (tenants-config.md B5). Every project here has it, so nothing
/// changes; outside the reference it says so.
package enum InitializeAuth: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Empty {
        guard !call.behavior.modelsConfiguration else { throw WireError.identityPlatformEnabled }
        return Empty()
    }
}
