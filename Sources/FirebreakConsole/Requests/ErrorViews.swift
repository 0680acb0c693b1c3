import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's views of the catalogue of errors.
enum ErrorViews {
    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let search = visit.query["q"].map { TextSearch($0.lowercased()) }
        let errors = try await visit.run(ListErrors.self).errors.filter { error in
            search.map { error.has($0) } ?? true
        }
        return visit.page(title: "Errors", sheet: .requests, ErrorPages.list(errors, words: visit.query["q"]))
    }

    @Sendable static func entry(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let code = visit.parameter("code")
        do {
            let errors = try await visit.run(GetErrors.self, ["code": .string(code)]).errors
            let shown = code.uppercased()
            return visit.page(title: shown, sheet: .requests, ErrorPages.entry(shown, errors))
        } catch let error as WireError {
            throw ConsoleProblem.notFound(error.message(in: visit.call.settings.profile))
        }
    }
}

extension ErrorEntry {
    /// - Parameter search: For a text in lower case.
    fileprivate func has(_ search: TextSearch) -> Bool {
        let texts = [code, message, cause, remedy, area] + operations + profiles.compactMap(\.message)
        return texts.contains { search.isIn($0.lowercased()) }
    }
}
