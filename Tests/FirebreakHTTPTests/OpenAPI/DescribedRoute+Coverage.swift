import FirebreakDiscovery
import FirebreakWire
import Testing

@testable import FirebreakHTTP

extension DiscoverySchemas {
    /// The versions of Google's documents.
    static let versions = ["v1", "v2", "v3"]

    static func methods(_ version: String) throws -> [JSON] {
        let methods = try DiscoverySchemas(resource: "api/identitytoolkit.\(version).json").parsed().methods
        // Without any, nothing would be compared.
        try #require(!methods.isEmpty, "\(version)")
        return methods
    }
}

extension DescribedRoute {
    /// Every row of coverage.md: the methods of the three documents, then what the emulator adds.
    static func coverage() throws -> [DescribedRoute] {
        var routes: [DescribedRoute] = []
        for version in DiscoverySchemas.versions {
            for method in try DiscoverySchemas.methods(version) {
                routes.append(
                    DescribedRoute(
                        method: try #require(method["httpMethod"]?.stringValue),
                        host: version == "v3" ? "www.googleapis.com" : "identitytoolkit.googleapis.com",
                        path: try #require(method["path"]?.stringValue),
                        operationID: try #require(method["id"]?.stringValue),
                        credential: .any
                    )
                )
            }
        }
        return routes + added
    }

    private static var added: [DescribedRoute] {
        let project = "/emulator/v1/projects/{targetProjectId}"
        let tenant = project + "/tenants/{tenantId}"
        return [
            .token,
            .passkey("passkeyEnrollment:start"),
            .passkey("passkeyEnrollment:finalize"),
            .passkey("passkeySignIn:start"),
            .passkey("passkeySignIn:finalize"),
            .emulator("DELETE", project + "/accounts", "emulator.projects.accounts.delete"),
            .emulator("DELETE", tenant + "/accounts", "emulator.projects.accounts.delete"),
            .emulator("GET", project + "/config", "emulator.projects.config.get"),
            .emulator("PATCH", project + "/config", "emulator.projects.config.update"),
            .emulator("GET", project + "/oobCodes", "emulator.projects.oobCodes.list"),
            .emulator("GET", tenant + "/oobCodes", "emulator.projects.oobCodes.list"),
            .emulator("GET", project + "/verificationCodes", "emulator.projects.verificationCodes.list"),
            .emulator("GET", tenant + "/verificationCodes", "emulator.projects.verificationCodes.list"),
            .emulator("DELETE", project + "/oobCodes", "emulator.projects.oobCodes.delete"),
            .emulator("DELETE", tenant + "/oobCodes", "emulator.projects.oobCodes.delete"),
            .emulator("DELETE", project + "/verificationCodes", "emulator.projects.verificationCodes.delete"),
            .emulator("DELETE", tenant + "/verificationCodes", "emulator.projects.verificationCodes.delete"),
            .emulator("GET", "/", "emulator.status"),
            .emulator("GET", "/emulator/openapi.json", "emulator.openapi"),
            .emulator("GET", "/emulator/action", "emulator.action"),
            .emulator("GET", "/emulator/auth/handler", "emulator.auth.handler"),
            .emulator("GET", "/emulator/auth/iframe", "emulator.auth.iframe"),
        ]
    }

    static let token = DescribedRoute(
        method: "POST",
        host: "securetoken.googleapis.com",
        path: "/v1/token",
        operationID: "securetoken.token",
        credential: .apiKeyFirst
    )

    private static func passkey(_ name: String) -> DescribedRoute {
        DescribedRoute(
            method: "POST",
            host: "identitytoolkit.googleapis.com",
            path: "/v2/accounts/" + name,
            operationID: "identitytoolkit.accounts." + name.replacing(":", with: "."),
            credential: .apiKeyOnly
        )
    }

    static func emulator(_ method: String, _ path: String, _ name: String) -> DescribedRoute {
        DescribedRoute(
            method: method,
            host: nil,
            path: path,
            operationID: name,
            credential: .none
        )
    }

    static func control(_ method: String, _ path: String, _ name: String) -> DescribedRoute {
        DescribedRoute(
            method: method,
            host: nil,
            path: "/firebreak/v1" + path,
            operationID: name,
            credential: .control
        )
    }
}
