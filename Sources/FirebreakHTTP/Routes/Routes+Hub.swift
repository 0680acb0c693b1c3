import FirebreakOperations
package import FirebreakWire
import HTTPTypes

/// What a hub answers and does (emulator-api.md section 8).
package struct HubContent: Sendable {
    /// Why an export failed, for who asked for it.
    package struct Failure: Error {
        let message: String

        package init(_ message: String) { self.message = message }
    }

    /// What it says of itself.
    let itself: @Sendable () -> JSON
    /// The emulators by name.
    let emulators: @Sendable () -> JSON
    /// Writes the reference's export directory.
    let export: @Sendable (_ path: String) async throws(Failure) -> Void

    package init(
        itself: @escaping @Sendable () -> JSON, emulators: @escaping @Sendable () -> JSON,
        export: @escaping @Sendable (_ path: String) async throws(Failure) -> Void
    ) {
        self.itself = itself
        self.emulators = emulators
        self.export = export
    }
}

extension RouteTable {
    /// The paths of a hub. An export writes files, so it is guarded as the control API is; the addresses are no secret.
    package static func hub(_ content: HubContent) -> RouteTable {
        RouteTable(
            [
                Route.page("/", "hub.get") { _ in .indented(content.itself()) },
                Route.page("/emulators", "hub.emulators") { _ in .indented(content.emulators()) },
                Route.controlRoute(.post, "/_admin/export", "hub.export") { exchange in
                    let path = try exportPath(exchange)
                    do throws(HubContent.Failure) { try await content.export(path) } catch {
                        return .indented(["message": .string(error.message)], status: .internalServerError)
                    }
                    return .indented(["message": "OK"])
                }.bulk,
            ].map(\.unrecorded))
    }

    /// - Throws: `INVALID_ARGUMENT` for what is no JSON, and for a path that depends on where the server was started.
    private static func exportPath(_ exchange: Exchange) throws -> String {
        let type = exchange.headers[.contentType] ?? ""
        guard Exchange.mediaType(type) == "application/json" else {
            throw WireError.invalidArgument("the body must be application/json")
        }
        guard let path = try exchange.body()["path"]?.stringValue, path.begins(with: "/") else {
            throw WireError.invalidArgument("path must be the absolute path of a directory")
        }
        return path
    }
}
