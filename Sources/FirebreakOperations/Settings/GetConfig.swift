import FirebreakStore
package import FirebreakWire

/// Reads the project's configuration (tenants-config.md A2, production.md section 14).
package enum GetConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        ConfigResource.shown(call.settings.project, call)
    }
}
