import FirebreakWire
import Testing

@testable import FirebreakHTTP

struct OpenAPIDocumentTests {
    private static let verbs = ["delete", "get", "patch", "post"]

    private func document(_ routes: [DescribedRoute], scheme: String = "http") throws -> JSON {
        try OpenAPIDocument.make(routes: routes, hostHeader: "127.0.0.1:9099", version: "1.2.3", scheme: scheme)
    }

    private func paths(of document: JSON) throws -> [JSON.Member] {
        try #require(document["paths"]?.objectValue)
    }

    /// The operation of a document with one route.
    private func operation(_ route: DescribedRoute) throws -> JSON {
        try #require(document([route])["paths"]?[route.path]?[route.method.lowercased()])
    }

    @Test func `the top keys come in the order of the reference`() throws {
        let document = try document([])

        #expect(
            document.objectValue?.map(\.key) == [
                "openapi", "info", "servers", "externalDocs", "tags", "paths", "components",
            ]
        )
        #expect(document["openapi"] == "3.0.3")
        #expect(document[path: "info.version"] == "1.2.3")
    }

    @Test func `every row of the coverage table is described once`() throws {
        let routes = try DescribedRoute.coverage()
        let paths = try paths(of: document(routes))

        let operations = paths.flatMap { path in
            (path.value.objectValue ?? []).filter { Self.verbs.contains($0.key) }.map { $0.key + " " + path.key }
        }
        #expect(routes.count == 133)
        #expect(Set(operations) == Set(routes.map { $0.method.lowercased() + " " + $0.path }))
    }

    @Test func `every reference leads somewhere`() throws {
        let document = try document(DescribedRoute.coverage())

        let references = Set(references(in: document))
        #expect(references.count > 150)
        for reference in references {
            let segments = reference.split(separator: "/")
            #expect(segments.first == "#")
            let target = segments.dropFirst().reduce(document as JSON?) { $0?[String($1)] }
            #expect(target != nil, "\(reference)")
        }
    }

    private func references(in value: JSON) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { member in
                if member.key == "$ref", let name = member.value.stringValue { return [name] }
                return references(in: member.value)
            }
        case .array(let elements): elements.flatMap(references)
        default: []
        }
    }

    @Test func `every parameter in a path is declared, and no other`() throws {
        for path in try paths(of: document(DescribedRoute.coverage())) {
            let declared = path.value["parameters"]?.arrayValue ?? []
            let inPath = path.key.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }

            #expect(declared.compactMap { $0["name"]?.stringValue } == inPath.map(String.init))
            #expect(declared.allSatisfy { $0["in"] == "path" && $0["required"] == true })
        }
    }

    @Test func `names of operations are unique though routes share them`() throws {
        let paths = try paths(of: document(DescribedRoute.coverage()))

        let names = paths.flatMap { path in
            Self.verbs.compactMap { path.value[$0]?["operationId"]?.stringValue }
        }
        #expect(names.count == 133)
        #expect(Set(names).count == 133)
        #expect(names.contains("emulator.projects.accounts.delete"))
        #expect(names.contains("emulator.projects.tenants.accounts.delete"))
    }

    @Test func `the same routes give the same document`() throws {
        let routes = try DescribedRoute.coverage()

        #expect(try document(routes).text == document(routes).text)
    }

    @Test(arguments: [
        ("identitytoolkit.googleapis.com", "/v2/passwordPolicy"),
        ("securetoken.googleapis.com", "/v1/token"),
        ("www.googleapis.com", "/identitytoolkit/v3/relyingparty/verifyPassword"),
    ])
    func `a path of Google is served here under its host, and there`(host: String, path: String) throws {
        let document = try document(DescribedRoute.coverage())

        let servers = try #require(document["paths"]?[path]?["servers"]?.arrayValue)
        #expect(servers.map { $0["url"] } == [.string("{EMULATOR}/" + host), .string("https://" + host)])
        #expect(servers.first?[path: "variables.EMULATOR.default"] == "http://127.0.0.1:9099")
    }

    @Test func `an own path is served here alone`() throws {
        let document = try document([.emulator("GET", "/emulator/action", "emulator.action")], scheme: "https")

        let servers = try #require(document["paths"]?["/emulator/action"]?["servers"]?.arrayValue)
        #expect(servers.map { $0["url"] } == ["{EMULATOR}"])
        #expect(servers.first?[path: "variables.EMULATOR.default"] == "https://127.0.0.1:9099")
    }

    @Test func `the token endpoint takes a form or JSON, and a bearer in place of an API key`() throws {
        let operation = try operation(.token)

        let content = try #require(operation[path: "requestBody.content"]?.objectValue)
        #expect(content.map(\.key) == ["application/x-www-form-urlencoded", "application/json"])
        #expect(content.allSatisfy { $0.value[path: "schema.$ref"] == "#/components/schemas/GrantTokenRequest" })
        #expect(operation["security"] == [["Oauth2": []], ["apiKeyQuery": []], ["apiKeyHeader": []]])
    }

    @Test func `a legacy alias has its own messages, whatever its name`() throws {
        let operation = try operation(
            DescribedRoute(
                method: "POST",
                host: "www.googleapis.com",
                path: "/identitytoolkit/v3/relyingparty/verifyPassword",
                operationID: "identitytoolkit.accounts.signInWithPassword",
                credential: .any
            )
        )

        let schema = operation[path: "requestBody.content"]?["application/json"]?[path: "schema.$ref"]
        #expect(schema == "#/components/schemas/LegacyV3IdentitytoolkitRelyingpartyVerifyPasswordRequest")
        #expect(operation["tags"] == ["relyingparty"])
    }

    @Test func `a method of the query has its parameters, under the route's names of those in the path`() throws {
        let route = DescribedRoute(
            method: "PATCH",
            host: "identitytoolkit.googleapis.com",
            path: "/v2/projects/{targetProjectId}/oauthIdpConfigs/{id}",
            operationID: "identitytoolkit.projects.oauthIdpConfigs.patch",
            credential: .any
        )

        let item = try #require(document([route])["paths"]?[route.path])
        #expect(item["parameters"]?.arrayValue?.compactMap { $0["name"] } == ["targetProjectId", "id"])
        #expect(
            item["patch"]?["parameters"]
                == [["name": "updateMask", "in": "query", "schema": ["type": "string", "format": "google-fieldmask"]]]
        )
        #expect(item["patch"]?["security"] == [["Oauth2": []], ["apiKeyQuery": []], ["apiKeyHeader": []]])
    }

    @Test func `an unknown operation takes and gives any object`() throws {
        let operation = try operation(.control("POST", "/projects/{project}:unheardOf", "firebreak.unheardOf"))

        let schema: JSON = ["application/json": ["schema": ["type": "object"]]]
        #expect(operation[path: "requestBody.content"] == schema)
        #expect(operation[path: "responses.200.content"] == schema)
        #expect(operation["tags"] == ["control"])
        #expect(operation["security"] == [[:], ["controlToken": []]])
    }

    @Test(arguments: [
        ("get.eml", "message/rfc822"), ("get.link", "text/plain"), ("stream", "text/event-stream"),
    ])
    func `a projection of the outbox is not JSON`(name: String, type: String) throws {
        let route = try #require(Route.control.first { $0.operationID == "firebreak.projects.outbox." + name })
        let operation = try operation(route.described)

        let content: JSON = .object([JSON.Member(type, ["schema": ["type": "string"]])])
        #expect(operation[path: "responses.200.content"] == content)
        #expect(operation["requestBody"] == nil)
    }

    @Test func `properties of a selection are parameters of the query`() throws {
        let route = try #require(Route.control.first { $0.operationID == "firebreak.projects.outbox.wait" })
        let operation = try operation(route.described)

        let parameters = try #require(operation["parameters"]?.arrayValue)
        let names = parameters.compactMap { $0["name"]?.stringValue }
        #expect(names.starts(with: ["to", "type"]) && names.suffix(4) == ["limit", "order", "count", "timeout"])
        #expect(parameters.allSatisfy { $0["in"] == "query" })
        let count: JSON = ["type": "integer", "format": "int32", "default": 1, "maximum": 1000, "minimum": 1]
        #expect(parameters.first { $0["name"] == "count" }?["schema"] == count)
    }

    @Test func `another path of a page has the same answers, and one that only leads on has no 200`() throws {
        let page = try operation(.emulator("GET", "/__/auth/action", "emulator.auth.action"))
        let link = try operation(.emulator("GET", "/__/auth/links", "emulator.auth.links"))

        let types = page[path: "responses.200.content"]?.objectValue?.map(\.key)
        #expect(types == ["application/json", "text/html"])
        #expect(page[path: "responses.default.$ref"] == "#/components/responses/PageError")
        #expect(link["responses"]?.objectValue?.map(\.key) == ["303", "default"])
    }

    @Test func `paths that differ in names only are one, and repeated or foreign verbs are left out`() throws {
        let paths = try paths(
            of: document([
                .control("GET", "/things/{a}", "first"), .control("DELETE", "/things/{b}", "second"),
                .control("GET", "/things/{c}", "third"), .control("CONNECT", "/things/{a}", "fourth"),
                .control("GET", "/things", "first"),
            ])
        )

        #expect(paths.map(\.key) == ["/firebreak/v1/things/{a}", "/firebreak/v1/things"])
        #expect(paths.first?.value.objectValue?.map(\.key) == ["servers", "parameters", "get", "delete"])
        #expect(paths.last?.value[path: "get.operationId"] == "first.2")
    }

    @Test func `passkeys are part of accounts`() throws {
        let schemas = try #require(document([])[path: "components.schemas"])

        let info = schemas["GoogleCloudIdentitytoolkitV1UserInfo"]?[path: "properties.passkeyInfo.items.$ref"]
        #expect(info == "#/components/schemas/EmulatorV1PasskeyInfo")
        let update = schemas["GoogleCloudIdentitytoolkitV1SetAccountInfoRequest"]
        #expect(update?[path: "properties.deletePasskey.type"] == "array")
    }
}
