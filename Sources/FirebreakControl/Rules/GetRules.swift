package import FirebreakOperations
package import FirebreakWire

/// Reads the project's rules, all of them with their values in effect (firebreak.md section 3).
package enum GetRules: ControlOperation {
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> JSON {
        call.settings.rules.document
    }
}
