package import FirebreakModel
package import FirebreakOperations

/// Lists every error that the server can answer (firebreak.md section 4).
package enum ListErrors: ControlOperation {
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ErrorList {
        ErrorList(errors: ErrorCatalogue.entries)
    }
}
