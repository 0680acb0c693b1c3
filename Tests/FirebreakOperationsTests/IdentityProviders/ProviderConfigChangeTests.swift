import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Changes and lists of provider configurations, and where they belong (tenants-config.md B1).
struct ProviderConfigChangeTests {
    typealias Collection = ProviderCollection

    private static func ids(_ answer: TestAnswer, _ collection: Collection) -> [String] {
        (answer[collection.rawValue]?.arrayValue ?? []).compactMap {
            $0["name"]?.stringValue?.split(separator: "/").last.map(String.init)
        }
    }

    // MARK: Masks

    private static let saml: JSON = [
        "displayName": "New", "enabled": false,
        "idpConfig": [
            "idpCertificates": [["x509Certificate": "A"], ["x509Certificate": "B"]], "idpEntityId": "new",
            "signRequest": true, "ssoUrl": "https://new.example.test",
        ],
        "spConfig": ["callbackUri": "https://new.example.test/handler", "spEntityId": "new"],
    ]

    /// Collection, mask, and the paths that change with it when the body changes everything.
    static let masks: [(Collection, String, [String])] = [
        (.inboundSamlConfigs, "displayName", ["displayName"]),
        (.inboundSamlConfigs, "idpConfig.idpCertificates", ["idpConfig.idpCertificates"]),
        (.inboundSamlConfigs, "spConfig.callbackUri", ["spConfig.callbackUri"]),
        (
            .inboundSamlConfigs, "displayName,idpConfig.ssoUrl,spConfig.spEntityId",
            ["displayName", "idpConfig.ssoUrl", "spConfig.spEntityId"]
        ),
        (.inboundSamlConfigs, "idpConfig", ["idpConfig.idpEntityId", "idpConfig.ssoUrl", "idpConfig.idpCertificates"]),
        (.inboundSamlConfigs, "idp_config.idp_entity_id", ["idpConfig.idpEntityId"]),
        (.inboundSamlConfigs, "displayName,displayName", ["displayName"]),
        (.inboundSamlConfigs, "name,unknown,displayName,unknown.deep,displayName.deep", ["displayName"]),
        (.inboundSamlConfigs, "name", []), (.inboundSamlConfigs, "unknown", []),
        (.inboundSamlConfigs, "idpConfig.unknown", []), (.inboundSamlConfigs, "tenantId", []),
        (.inboundSamlConfigs, "inboundSamlConfigId", []), (.inboundSamlConfigs, "idpConfig.idpCertificates.0", []),
        (.inboundSamlConfigs, "", []), (.inboundSamlConfigs, ",", []),
    ]

    @Test(arguments: Profile.allCases, masks)
    func `a mask names what changes`(
        _ profile: Profile, row: (collection: Collection, mask: String, paths: [String])
    ) async throws {
        let server = try await TestServer.open(profile)
        let before = try await server.createProvider(row.collection, row.collection.ids[0])

        let after = try await server.patchProvider(row.collection, row.collection.ids[0], mask: row.mask, Self.saml)

        #expect(after.status == 200, "\(after.text)")
        for path in [
            "displayName", "enabled", "idpConfig.idpCertificates", "idpConfig.idpEntityId", "idpConfig.ssoUrl",
            "spConfig.callbackUri", "spConfig.spEntityId",
        ] {
            let expected = row.paths.contains(path) ? Self.saml : before.json
            #expect(after.json[path: path] == expected[path: path], "\(path)")
        }
        if row.paths.isEmpty { #expect(after.json == before.json) }
        #expect(try await server.providers(.get, row.collection, "/\(row.collection.ids[0])").json == after.json)
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `without a mask nothing changes`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        let before = try await server.createProvider(collection, id)

        for mask in [nil, ""] {
            let after = try await server.patchProvider(collection, id, mask: mask, ["enabled": false])
            #expect(after.json == before.json)
        }
        // A mask belongs into the query.
        let body: JSON = ["enabled": false, "updateMask": "enabled"]
        _ = try await server.patchProvider(collection, id, mask: nil, body)
        #expect(try await server.providers(.get, collection, "/\(id)").json == before.json)
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a masked member that the body lacks is reset`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        _ = try await server.createProvider(collection, id)
        let name = collection == .defaultSupportedIdpConfigs ? "clientSecret" : "displayName"

        let after = try await server.patchProvider(collection, id, mask: "enabled,\(name)", [:])
        #expect(after.status == 200, "\(after.text)")
        #expect(after["enabled"] != true)
        #expect(after.json[name] == nil)
        let others = collection.good.dropping("enabled", name)
        #expect(after.json.dropping("enabled", "name").sorted == others.sorted)
    }

    /// The Admin SDKs remove a display name so.
    @Test(arguments: [Profile.local, .production])
    func `null is like a missing member`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.createProvider(.oauthIdpConfigs, "oidc.aa")

        let after = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.aa", mask: "displayName", ["displayName": nil])
        #expect(after.status == 200, "\(after.text)")
        #expect(after["displayName"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `of the response types those are shown that are on`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let good = Collection.oauthIdpConfigs.good
        let created = try await server.createProvider(
            .oauthIdpConfigs, "oidc.aa", good.merging(["responseType": ["idToken": true, "code": false]]))
        #expect(created["responseType"] == ["idToken": true])

        let mask = "clientSecret,responseType.code,responseType.idToken"
        let code = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.aa", mask: mask,
            ["clientSecret": "secret", "responseType": ["idToken": false, "code": true]])
        #expect(code["responseType"] == ["code": true])
        #expect(try await server.providers(.get, .oauthIdpConfigs, "/oidc.aa")["responseType"] == ["code": true])

        let both = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.aa", mask: "responseType.idToken", ["responseType": ["idToken": true]])
        #expect(both.outcome.hasPrefix("INVALID_CONFIG : "), "\(both.text)")
        let back = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.aa", mask: "responseType.idToken,responseType.code,clientSecret",
            ["responseType": ["idToken": true]])
        #expect(back["responseType"] == ["idToken": true])
        #expect(back["clientSecret"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a body cannot rename a configuration`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let before = try await server.createProvider(.oauthIdpConfigs, "oidc.aa")
        _ = try await server.createProvider(.oauthIdpConfigs, "oidc.acme")

        let after = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.aa", mask: "name,displayName",
            ["name": "projects/example/oauthIdpConfigs/oidc.acme", "displayName": "New"])
        #expect(after["name"] == before["name"])
        #expect(try await server.providers(.get, .oauthIdpConfigs, "/oidc.acme")["displayName"] == "Acme")
    }

    // MARK: Lists

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `an empty list is nothing`(_ profile: Profile, _ collection: Collection) async throws {
        let answer = try await TestServer.open(profile).providers(.get, collection)

        #expect(answer.status == 200)
        #expect(answer.json == [:])
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `configurations are listed by ID, page by page`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let all = collection.ids
        for id in [all[1], all[2], all[0]] { _ = try await server.createProvider(collection, id) }
        func page(_ query: String) async throws -> (ids: [String], token: String?) {
            let answer = try await server.providers(.get, collection, query)
            try #require(answer.status == 200, "\(answer.text)")
            return (Self.ids(answer, collection), answer.string("nextPageToken"))
        }

        for query in ["", "?pageSize=0", "?pageSize=-1", "?pageSize=3", "?pageSize=1000", "?pageToken="] {
            let whole = try await page(query)
            #expect(whole.ids == all && whole.token == nil, "\(query)")
        }
        let first = try await page("?pageSize=2")
        #expect(first.ids == [all[0], all[1]])
        let second = try await page("?pageSize=2&pageToken=\(FormURLEncoding.encode(#require(first.token)))")
        #expect(second.ids == [all[2]] && second.token == nil)
        let one = try await page("?pageSize=1&pageToken=\(FormURLEncoding.encode(#require(first.token)))")
        #expect(one.ids == [all[2]] && one.token == nil)
        #expect(try await server.providers(.get, collection, "?pageSize=x").status == 400)
    }

    @Test(arguments: [Collection.oauthIdpConfigs, .inboundSamlConfigs])
    func `a page has a hundred configurations at most`(_ collection: Collection) async throws {
        let server = try await TestServer.open(.local)
        let prefix = collection == .oauthIdpConfigs ? "oidc." : "saml."
        for index in 100..<201 { try await server.configureProvider("\(prefix)c\(index)") }

        for query in ["", "?pageSize=0", "?pageSize=100", "?pageSize=101", "?pageSize=1000"] {
            let answer = try await server.providers(.get, collection, query)
            #expect(Self.ids(answer, collection).count == 100, "\(query)")
            let token = try FormURLEncoding.encode(#require(answer.string("nextPageToken")))
            let rest = try await server.providers(.get, collection, "?pageToken=\(token)")
            #expect(Self.ids(rest, collection) == ["\(prefix)c200"] && rest["nextPageToken"] == nil)
        }
    }

    // MARK: Tenants

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a tenant's configurations are its own`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let blue = try await server.makeTenant()
        let red = try await server.makeTenant()
        let id = collection.ids[0]

        let created = try await server.createProvider(collection, id, tenant: blue)
        let project =
            profile == .production
            ? ProjectNumber.of(ProjectID(rawValue: TestServer.project), profile) : TestServer.project
        #expect(created["name"] == .string("projects/\(project)/tenants/\(blue)/\(collection.rawValue)/\(id)"))
        for tenant in [nil, red] {
            #expect(
                try await server.providers(.get, collection, "/\(id)", tenant: tenant).outcome
                    == Collection.missing(profile))
            #expect(try await server.providers(.get, collection, tenant: tenant).json == [:])
            #expect(try await server.createProvider(collection, id, tenant: tenant).outcome == "OK")
        }
        let patched = try await server.patchProvider(
            collection, id, mask: "enabled", ["enabled": false], tenant: blue)
        #expect(patched["enabled"] != true)
        #expect(patched["name"] == created["name"])
        #expect(try await server.providers(.get, collection, "/\(id)")["enabled"] == true)
        #expect(try await server.providers(.delete, collection, "/\(id)", tenant: red).outcome == "OK")
        #expect(Self.ids(try await server.providers(.get, collection, tenant: blue), collection) == [id])
        #expect(Self.ids(try await server.providers(.get, collection), collection) == [id])
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a deleted tenant takes its configurations along`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let blue = try await server.makeTenant()
        let red = try await server.makeTenant()
        let id = collection.ids[0]
        for tenant in [nil, blue, red] { _ = try await server.createProvider(collection, id, tenant: tenant) }

        #expect(try await server.deleteTenant(blue).status == 200)

        let gone = try await server.providers(.get, collection, "/\(id)", tenant: blue)
        // In the reference the tenant comes back on mention, empty.
        #expect(gone.outcome == (profile == .emulator ? Collection.missing(profile) : "404 TENANT_NOT_FOUND"))
        for tenant in [nil, red] {
            #expect(try await server.providers(.get, collection, "/\(id)", tenant: tenant).outcome == "OK")
        }
    }

    /// production.md section 14.1
    @Test(arguments: Profile.allCases)
    func `an unknown tenant has no configurations`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let list = try await server.providers(.get, .oauthIdpConfigs, tenant: "nope")
        let created = try await server.createProvider(.oauthIdpConfigs, "oidc.aa", tenant: "nope")

        #expect(list.outcome == (profile == .emulator ? "OK" : "404 TENANT_NOT_FOUND"))
        #expect(created.outcome == list.outcome)
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a reset removes configurations, unless they are kept`(
        _ profile: Profile, _ collection: Collection
    ) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let id = collection.ids[0]
        for tenant in [nil, tenant] { _ = try await server.createProvider(collection, id, tenant: tenant) }

        #expect(try await server.control(.post, ":reset", ["keep": ["config"]]).status == 200)
        for tenant in [nil, tenant] {
            #expect(try await server.providers(.get, collection, "/\(id)", tenant: tenant).outcome == "OK")
        }
        #expect(try await server.control(.post, ":reset", [:]).status == 200)
        #expect(try await server.providers(.get, collection, "/\(id)").outcome == Collection.missing(profile))
        let inTenant = try await server.providers(.get, collection, "/\(id)", tenant: tenant)
        let expected: Set = [Collection.missing(profile), "404 TENANT_NOT_FOUND", "INVALID_PROJECT_ID"]
        #expect(expected.contains(inTenant.outcome), "\(inTenant.text)")
    }

    // MARK: Callers

    private static let key = "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `all methods are for admins`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        _ = try await server.createProvider(collection, id)
        let tenant = try await server.makeTenant()
        let create = "?\(collection.idParameter)=\(collection.ids[1])"

        for parent in ["projects/example", "projects/example/tenants/\(tenant)"] {
            for (method, path) in [
                (.get, ""), (.post, create), (.get, "/\(id)"), (.patch, "/\(id)?updateMask=enabled"),
                (.delete, "/\(id)"),
            ] as [(HTTPRequest.Method, String)] {
                let url = "/identitytoolkit.googleapis.com/v2/\(parent)/\(collection.rawValue)\(path)"
                let body: JSON? = method == .post || method == .patch ? collection.good : nil
                #expect(try await server.send(method, url, body).status == 403)
                let separator = url.contains("?") ? "&" : "?"
                let byKey = try await server.send(method, "\(url)\(separator)key=fake-api-key", body)
                #expect(byKey.outcome == Self.key, "\(method) \(path)")
            }
        }
        #expect(Self.ids(try await server.providers(.get, collection), collection) == [id])
    }

    // MARK: Known providers

    @Test(arguments: Profile.allCases)
    func `known providers are listed by ID, page by page`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func page(_ query: String) async throws -> (ids: [String], token: String?) {
            let answer = try await server.adminGet("/v2/defaultSupportedIdps\(query)")
            try #require(answer.status == 200, "\(answer.text)")
            let list = answer["defaultSupportedIdps"]?.arrayValue ?? []
            let names = profile == .emulator ? ["idpId", "description"] : ["idpId"]
            #expect(list.allSatisfy { $0.names == names })
            return (list.compactMap { $0["idpId"]?.stringValue }, answer.string("nextPageToken"))
        }

        for query in ["", "?pageSize=10", "?pageSize=0", "?pageToken=", "?pageSize=1000"] {
            let whole = try await page(query)
            #expect(whole.ids == DefaultSupportedIDs.all && whole.token == nil, "\(query)")
        }
        let first = try await page("?pageSize=6")
        #expect(first.ids == Array(DefaultSupportedIDs.all.prefix(6)))
        let rest = try await page("?pageSize=6&pageToken=\(FormURLEncoding.encode(#require(first.token)))")
        #expect(rest.ids == Array(DefaultSupportedIDs.all.dropFirst(6)) && rest.token == nil)
    }

    @Test func `a project has a thousand providers at most`() async throws {
        let server = try await TestServer.open(.local)
        let project = try server.services.projects.project(server.services.defaultProject)
        try await project.write(at: server.clock.now) { tx in
            for number in 1...999 {
                let record = ProviderConfigRecord(id: "oidc.p\(number)", document: .emptyObject)
                try tx.save(record, in: Collection.oauthIdpConfigs.rawValue)
            }
        }
        func create(_ id: String) async throws -> Int {
            let path = "/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs?oauthIdpConfigId=\(id)"
            let body: JSON = ["clientId": "client", "issuer": "https://issuer.example.test"]
            return try await server.send(.post, path, body, headers: [.authorization: "Bearer owner"]).status
        }

        #expect(try await create("oidc.last") == 200)
        #expect(try await create("oidc.beyond") == 400)
    }
}
