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
                Route.controlRoute(.post, "/_admin/export", "hub.export") { context in
                    let order = try exportOrder(context)
                    do throws(HubContent.Failure) {
                        guard order.hasAuth else {
                            throw HubContent.Failure("None of the targets runs here: there is auth alone.")
                        }
                        try await content.export(order.path)
                    } catch {
                        return .indented(["message": .string(error.message)], status: .internalServerError)
                    }
                    return .indented(["message": "OK"])
                }.bulk,
            ].map(\.unrecorded))
    }

    /// Where to export, and whether Auth is among the emulators that are to be exported: all of them, unless there are
    /// targets.
    ///
    /// - Throws: `INVALID_ARGUMENT` for what is not JSON, for a path that depends on where the server was started, and for
    ///   targets that are not a list of names.
    private static func exportOrder(_ context: RequestContext) throws -> (path: String, hasAuth: Bool) {
        let type = context.headers[.contentType] ?? ""
        guard RequestContext.mediaType(type) == "application/json" else {
            throw WireError.invalidArgument("the body must be application/json")
        }
        let body = try context.body()
        guard let path = body["path"]?.stringValue, path.startsWithBytes(of: "/") else {
            throw WireError.invalidArgument(member: "path", "must be the absolute path of a directory")
        }
        guard let targets = body["targets"], targets != .null else { return (path, true) }
        let names = targets.arrayValue?.map(\.stringValue)
        guard let names, !names.contains(nil) else {
            throw WireError.invalidArgument(member: "targets", "must be a list of emulators' names")
        }
        return (path, names.contains { $0 == "auth" })
    }
}
