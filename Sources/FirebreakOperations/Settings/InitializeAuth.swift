import FirebreakWire

/// Enables Identity Platform for a project (tenants-config.md B5). Every project here has it, so nothing changes.
package enum InitializeAuth: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty { Empty() }
}
