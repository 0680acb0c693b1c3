package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Summarises a project (product.md section 4). One that nobody has written to exists all the same, and is empty.
package enum GetProject: ControlOperation {
    /// What the project is and how much is in it.
    package struct Response: Encodable, Sendable {
        struct Counts: Encodable, Sendable {
            /// Accounts of the project itself.
            var accounts: Int
            /// Accounts of the project and all its tenants.
            var accountsWithTenants: Int
            var tenants: Int
            var messages: Int
            /// Codes that work if they are used now.
            var openCodes: Int
        }

        var projectId: String
        var projectNumber: String
        var profile: String
        var counts: Counts
        var clock: ClockResource
        /// Sixteen hexadecimal digits that are equal for equal configurations.
        var configDigest: String
        /// `seq` of the latest message ever: give it as `after` to see only later ones.
        var outboxCursor: Int64
        var apiKeys: [APIKeyResource]
    }

    /// - Throws: Only what the storage throws.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Response {
        let settings = call.settings
        let expiry = call.expiryMoment
        let (counts, cursor) = try await call.project.read { tx in
            let counts = Response.Counts(
                accounts: try tx.accountCount(), accountsWithTenants: try tx.totalAccountCount(),
                tenants: try tx.tenantCount(), messages: try tx.messageCount(),
                openCodes: try tx.openCodeCount(at: expiry))
            return (counts, try tx.lastMessageSeq())
        }
        return Response(
            projectId: settings.project.rawValue, projectNumber: settings.projectNumber,
            profile: settings.profile.rawValue, counts: counts,
            clock: ClockResource(settings.clock, at: call.services.now()),
            configDigest: digest(of: settings.config), outboxCursor: cursor, apiKeys: APIKeyResource.all(of: call))
    }

    private static func digest(of config: JSON) -> String {
        withUnsafeBytes(of: stableHash(config.text.utf8).bigEndian) { Hex.encode($0) }
    }
}
