import FirebreakHTTP
import FirebreakPages
import FirebreakWire

/// The console's page of one account, and its forms.
enum AccountViews {
    @Sendable static func show(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard let account = try await AccountVisit(visit) else { return AccountVisit.missing(visit) }
        return account.page()
    }

    /// What went wrong with a form is shown above the page, with what was entered.
    @Sendable static func change(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard var account = try await AccountVisit(visit) else { return AccountVisit.missing(visit) }
        guard let action = visit.form[AccountAction.field].flatMap(AccountAction.init) else {
            throw ConsoleProblem.notFound("There is no such form.")
        }
        account.takeEntries(of: action)
        do {
            return try await account.perform(action)
        } catch let error as WireError {
            return account.page(refused: action, error)
        }
    }
}
