import FirebreakWire

/// Turns Identity Platform on for a project (tenants-config.md B5). Every project here has it, so there is nothing left
/// to do.
package enum InitializeAuth: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty { Empty() }
}
