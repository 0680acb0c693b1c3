import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The page that fills a project from a fixture and exports it.
enum FixtureViews {
    @Sendable static func show(_ visit: ConsoleVisit) async throws -> RouteResponse { try await page(visit) }

    /// Applies a fixture, or finds out what it would do; what became of it is said on the page itself.
    @Sendable static func seed(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let draft = FixturePages.Draft(
            document: withoutCarriageReturns(visit.form["document"] ?? ""), strategy: visit.form["strategy"])
        let isCheck = visit.form.has("check")
        var parameters: JSON = ["file": "fixture", "dryRun": .bool(isCheck)]
        parameters["strategy"] = draft.strategy.map(JSON.string)
        do {
            let request = try WireDecoder(nullIsAbsent: true).decode(SeedProject.Request.self, from: parameters)
            let summary = try await SeedProject.run(Array(draft.document.utf8), request, visit.call)
            guard !isCheck else { return try await page(visit, draft, outcome: .checked(summary)) }
            return try await page(try await visit.renewed(), outcome: .applied(summary))
        } catch let error as WireError {
            let profile = visit.call.settings.profile
            let issues = (error.wording(in: profile).details ?? []).map(FixturePages.Issue.init)
            let outcome = FixturePages.Outcome.refused(message: error.sentence(in: profile), issues)
            return try await page(visit, draft, outcome: outcome, status: 400)
        }
    }

    private static func page(
        _ visit: ConsoleVisit, _ draft: FixturePages.Draft = .init(), outcome: FixturePages.Outcome? = nil,
        status: Int = 200
    ) async throws -> RouteResponse {
        let page = FixturePages.page(
            draft, outcome: outcome, tenants: try await tenants(visit), try await .init(visit), visit.context)
        return visit.page(.state, title: "Fixtures", status: status, page)
    }

    private static let maximumTenants = 100

    private static func tenants(_ visit: ConsoleVisit) async throws -> [String] {
        let list = try await visit.runAsAdmin(ListTenants.self, ["pageSize": .int(maximumTenants)])
        return list.tenants.compactMap { tenant in
            let name = tenant["name"]?.stringValue ?? ""
            return name.firstRange(of: "/tenants/").map { String(name[$0.upperBound...]) }
        }
    }

    /// Browsers end the lines of a form's text with both characters, whatever the document had.
    private static func withoutCarriageReturns(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        return String(decoding: text.utf8.filter { $0 != 0x0D }, as: UTF8.self)
    }
}

extension FixturePages.Issue {
    /// A detail of `INVALID_FIXTURE`.
    fileprivate init(_ detail: JSON) {
        func number(_ name: String) -> Int { Int(detail[name]?.integerValue ?? 1) }
        self.init(
            line: number("line"), column: number("column"), path: detail["path"]?.stringValue ?? "",
            message: detail["message"]?.stringValue ?? "")
    }
}
