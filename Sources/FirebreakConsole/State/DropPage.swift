import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The page that deletes a project, once its ID was typed.
struct DropPage {
    private let request: ConsoleRequest
    private let refused: RefusedForm?

    static func path(_ request: ConsoleRequest) -> ConsolePath { request.path(.state).below("drop") }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        await DropPage(request: request, refused: nil).answer()
    }

    @Sendable static func drop(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard request.form.value("id")?.trimmed == request.project.rawValue else {
            let refused = RefusedForm(
                name: "drop", message: "That is not the ID of this project.", fields: request.form.fields)
            return await DropPage(request: request, refused: refused).answer()
        }
        _ = try await request.run(DropProject.self)
        return request.redirect(to: .projectList, notice: .projectDropped)
    }

    private func answer() async -> RouteResponse {
        request.page(.state, title: "Delete project", status: refused == nil ? 200 : 400, await html)
    }

    // MARK: The page

    private var html: HTML {
        get async {
            let fields = FormFields(refused, of: "drop")
            let id = request.project.rawValue
            return StatePage.template.part("drop").filled([
                "id": "\(id)", "contents": await contents, "url": "\(Self.path(request).text)",
                "token": request.formToken, "back": "\(request.path(.state).text)",
                "field": fields.field(
                    "id", "ID of the project, to be sure",
                    attributes: #" required autofocus autocomplete="off" autocapitalize="none" class="mono""#,
                    isSubject: true),
            ])
        }
    }

    /// What is lost; of a project whose database cannot be used, only that it is.
    private var contents: HTML {
        get async {
            guard let counts = try? await request.run(GetProject.self).counts else { return "All that is in it" }
            let numbers = [
                Formatting.count(counts.accountsWithTenants, "account"), Formatting.count(counts.tenants, "tenant"),
                Formatting.count(counts.messages, "message"),
            ]
            return "\(numbers.joined(separator: ", ")), its settings and snapshots"
        }
    }
}
