package import FirebreakModel
import FirebreakOperations
import FirebreakWire

extension ControlMethod {
    /// The methods of the catalogue.
    static let errors: [ControlMethod] = [
        .init(ErrorsAPI.list, ListErrors.self, .bulk),
        .init(ErrorsAPI.get, GetErrors.self, .bulk),
    ]
}

/// The errors that have one code (firebreak.md section 4).
package enum GetErrors: ControlOperation {
    /// - Throws: `NOT_FOUND` with the most similar codes for one that there is not.
    package static func run(_ request: ErrorCode, _ call: ControlCall) async throws -> ErrorList {
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
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> ErrorList {
        ErrorList(errors: ErrorCatalogue.entries)
    }
}
