package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// The errors that have one code (firebreak.md section 4).
package enum GetErrors: ControlOperation {
    /// The code, from the path.
    package struct Request: Decodable, Sendable {
        /// In letters of either case.
        package var code: String
    }

    /// - Throws: `NOT_FOUND` with the most similar codes for one that there is not.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> ErrorList {
        let errors = ErrorCatalogue.entries(code: request.code)
        guard !errors.isEmpty else {
            let similar = ErrorCatalogue.codes(like: request.code).joined(separator: ", ")
            throw WireError.notFound("There is no error \(request.code.onOneLine); the most similar are \(similar).")
        }
        return ErrorList(errors: errors)
    }
}

/// Lists every error that the server can answer (firebreak.md section 4).
package enum ListErrors: ControlOperation {
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ErrorList {
        ErrorList(errors: ErrorCatalogue.entries)
    }
}
