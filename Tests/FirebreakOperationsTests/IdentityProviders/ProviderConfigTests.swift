import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Configurations of identity providers, of projects and tenants (tenants-config.md B1, production.md sections 10
/// and 14).
struct ProviderConfigTests {
    typealias Collection = ProviderCollection

    /// What stands in front of a collection in the name of a resource.
    private static func parent(_ profile: Profile, tenant: String? = nil) -> String {
        let number = ProjectNumber.of(ProjectID(rawValue: TestServer.project), profile)
        let project = profile == .production ? number : TestServer.project
        return "projects/\(project)" + (tenant.map { "/tenants/\($0)" } ?? "")
    }

    private static func named(
        _ document: JSON, _ profile: Profile, _ collection: Collection, _ id: String, tenant: String? = nil
    ) -> JSON {
        document.merging(["name": .string("\(parent(profile, tenant: tenant))/\(collection.rawValue)/\(id)")])
    }

    private static func ids(_ answer: TestAnswer, _ collection: Collection) -> [String] {
        (answer[collection.rawValue]?.arrayValue ?? []).compactMap {
            $0["name"]?.stringValue?.split(separator: "/").last.map(String.init)
        }
    }

    // MARK: Create, get, delete

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a configuration is created, read and deleted`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        let expected = Self.named(collection.good, profile, collection, id)

        let created = try await server.createProvider(collection, id)
        #expect(created.status == 200)
        #expect(created.sorted == expected.sorted)
        #expect(try await server.providers(.get, collection, "/\(id)").sorted == expected.sorted)
        #expect(
            try await server.providers(.get, collection).sorted
                == JSON.object([.init(collection.rawValue, [expected])]).sorted)
        let deleted = try await server.providers(.delete, collection, "/\(id)")
        #expect(deleted.status == 200)
        #expect(deleted.json == [:])
        #expect(try await server.providers(.get, collection, "/\(id)").outcome == Collection.missing(profile))
        #expect(try await server.createProvider(collection, id).outcome == "OK")
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `there is one configuration of an ID`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        let first = try await server.createProvider(collection, id)
        let changed = collection.good.merging(["enabled": false, "displayName": "Other"])
        let body = collection == .defaultSupportedIdpConfigs ? changed.dropping("displayName") : changed

        #expect(try await server.createProvider(collection, id, body).outcome == collection.exists(id, profile))
        #expect(try await server.providers(.get, collection, "/\(id)").json == first.json)
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `what is not there is not found`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        for id in collection.ids.dropFirst() { _ = try await server.createProvider(collection, id) }

        for id in [collection.ids[0], collection.ids[1].uppercased(), "none", "\(collection.ids[1])x"] {
            for answer in [
                try await server.providers(.get, collection, "/\(id)"),
                try await server.providers(.delete, collection, "/\(id)"),
                try await server.patchProvider(collection, id, mask: "enabled", ["enabled": false]),
                try await server.patchProvider(collection, id, mask: nil, [:]),
            ] { #expect(answer.outcome == Collection.missing(profile)) }
        }
        #expect(Self.ids(try await server.providers(.get, collection), collection) == Array(collection.ids.dropFirst()))
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `the collections know nothing of each other`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        _ = try await server.createProvider(collection, id)

        for other in Collection.allCases where other != collection {
            #expect(try await server.providers(.get, other, "/\(id)").outcome == Collection.missing(profile))
            #expect(try await server.providers(.get, other).json == [:])
        }
    }

    // MARK: IDs

    private static let long = String(repeating: "a", count: 64)

    /// Collection, ID, outcome.
    static let ids: [(Collection, String, String)] =
        DefaultSupportedIDs.all.map { (.defaultSupportedIdpConfigs, $0, "OK") }
        + [
            (.defaultSupportedIdpConfigs, "", "MISSING_PROVIDER_ID"),
            (.defaultSupportedIdpConfigs, "example.test", "INVALID_PROVIDER_ID"),
            (.defaultSupportedIdpConfigs, "oidc.acme", "INVALID_PROVIDER_ID"),
            (.defaultSupportedIdpConfigs, "password", "INVALID_PROVIDER_ID"),
            (.defaultSupportedIdpConfigs, "phone", "INVALID_PROVIDER_ID"),
        ]
        + [(Collection.oauthIdpConfigs, "oidc.", "saml."), (.inboundSamlConfigs, "saml.", "oidc.")].flatMap {
            collection, prefix, other in
            [
                (collection, "\(prefix)ab", "OK"), (collection, "\(prefix)acme-1_2.B", "OK"),
                (collection, prefix + long, "OK"), (collection, "", "MISSING_CONFIG_ID"),
                (collection, "acme", "INVALID_CONFIG_ID"), (collection, "\(other)acme", "INVALID_CONFIG_ID"),
                (collection, "google.com", "INVALID_CONFIG_ID"), (collection, prefix, "INVALID_CONFIG_ID"),
                (collection, "\(prefix.dropLast())acme", "INVALID_CONFIG_ID"),
                (collection, "\(prefix.uppercased())acme", "INVALID_CONFIG_ID"),
                (collection, "\(prefix)a/b", "INVALID_CONFIG_ID"), (collection, "\(prefix)a b", "INVALID_CONFIG_ID"),
                (collection, "\(prefix)ä", "INVALID_CONFIG_ID"), (collection, " \(prefix)a", "INVALID_CONFIG_ID"),
            ]
        }

    @Test(arguments: Profile.allCases, ids)
    func `IDs have rules`(_ profile: Profile, row: (collection: Collection, id: String, outcome: String)) async throws {
        let server = try await TestServer.open(profile)

        let created = try await server.createProvider(row.collection, row.id)
        #expect(created.outcome == "OK" ? row.outcome == "OK" : created.outcome.hasPrefix(row.outcome))
        let kept = row.outcome == "OK" ? [row.id] : []
        #expect(Self.ids(try await server.providers(.get, row.collection), row.collection) == kept)
    }

    private static let words: [(Collection, String)] = ["a", "1a", "Ab", "-a", "_a", ".a", "ab-", "ab_", "ab."].flatMap
    {
        [(.oauthIdpConfigs, "oidc.\($0)"), (.inboundSamlConfigs, "saml.\($0)")]
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases, words)
    func `behind the prefix stands a word, outside the reference`(
        _ profile: Profile, row: (collection: Collection, id: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let outcome = try await server.createProvider(row.collection, row.id).outcome
        #expect(profile == .emulator ? outcome == "OK" : outcome.hasPrefix("INVALID_CONFIG_ID : "))
    }

    /// SDKs give it in the query only; a member of the body is none of the resource.
    @Test(arguments: Profile.allCases, Collection.allCases)
    func `the ID stands in the query`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let missing = collection == .defaultSupportedIdpConfigs ? "MISSING_PROVIDER_ID" : "MISSING_CONFIG_ID"

        #expect(try await server.providers(.post, collection, "", collection.good).outcome == missing)
        let inBody = collection.good.merging(.object([.init(collection.idParameter, .string(collection.ids[0]))]))
        #expect(try await server.providers(.post, collection, "", inBody).status == 400)
        #expect(try await server.providers(.get, collection).json == [:])
    }

    // MARK: Texts of production

    /// production.md section 10: collection, ID, change, text outside the reference.
    static let texts: [(Collection, String, JSON, String)] = [
        (
            .oauthIdpConfigs, "acme", [:],
            "INVALID_CONFIG_ID : Oauth_idp_config_id must start with 'oidc.' and can only have alphanumeric characters, "
                + "hyphens, underscores or periods. The part after 'oidc.' must also start with a lowercase letter, end "
                + "with an alphanumeric character, and have at least 2 characters."
        ),
        (
            .oauthIdpConfigs, "oidc.acme", ["clientId": ""],
            "MISSING_OAUTH_CLIENT_ID : Client_id in OAuthIdpConfig cannot be empty."
        ),
        (
            .oauthIdpConfigs, "oidc.acme", ["responseType": ["code": true, "idToken": true], "clientSecret": "s"],
            "INVALID_CONFIG : response_type should have exactly one of 'idToken' and 'code' being true. Setting both "
                + "types to be true ('{code: true, idToken: true}') is not yet supported."
        ),
        (
            .oauthIdpConfigs, "oidc.acme", ["responseType": ["code": true]],
            "INVALID_CONFIG : client_secret cannot be empty for code flow."
        ),
        (
            .oauthIdpConfigs, "oidc.acme", ["issuer": "http://idp.example.test"],
            "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL."
        ),
    ]

    @Test(arguments: [Profile.local, .production], texts)
    func `what is wrong is told in production's words`(
        _ profile: Profile, row: (collection: Collection, id: String, changes: JSON, text: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let body = row.collection.good.merging(row.changes)

        #expect(try await server.createProvider(row.collection, row.id, body).outcome == row.text)
    }

    /// production.md section 10
    @Test(arguments: [Profile.local, .production])
    func `a missing configuration and one that exists have statuses of their own`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let missing = try await server.providers(.get, .oauthIdpConfigs, "/oidc.acme")
        #expect(missing.string("error.status") == "NOT_FOUND")
        _ = try await server.createProvider(.oauthIdpConfigs, "oidc.acme")
        let exists = try await server.createProvider(.oauthIdpConfigs, "oidc.acme")
        #expect(exists.string("error.status") == "ALREADY_EXISTS")
        #expect(exists.message == "CONFIGURATION_EXISTS : The OAuthIdpConfig already exists with config_id: oidc.acme")
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases)
    func `the response type is an ID token unless something else is said`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = ["enabled": true, "issuer": "https://idp.example.test", "clientId": "client"]
        let created = try await server.createProvider(.oauthIdpConfigs, "oidc.acme", body)

        #expect(created["responseType"] == ["idToken": true])
        #expect(try await server.providers(.get, .oauthIdpConfigs, "/oidc.acme").json == created.json)
    }

    /// production.md section 10
    @Test(arguments: [Profile.local, .production])
    func `members come in production's order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body = Collection.oauthIdpConfigs.good.merging([
            "clientSecret": "secret", "responseType": ["code": true],
        ])
        let created = try await server.createProvider(.oauthIdpConfigs, "oidc.acme", body)

        #expect(
            created.json.names == [
                "name", "clientId", "issuer", "displayName", "enabled", "clientSecret", "responseType",
            ])
    }

    // MARK: Required members

    /// What differs from a good configuration, by path; `null` removes. The outcome may be the beginning of one.
    static let requirements: [(Collection, [String: JSON], String)] = [
        (.defaultSupportedIdpConfigs, ["clientId": nil, "clientSecret": nil, "enabled": nil], "OK"),
        (.oauthIdpConfigs, ["clientId": nil], "MISSING_OAUTH_CLIENT_ID"),
        (.oauthIdpConfigs, ["clientId": ""], "MISSING_OAUTH_CLIENT_ID"),
        (.oauthIdpConfigs, ["issuer": nil], "MISSING_ISSUER"),
        (.oauthIdpConfigs, ["issuer": ""], "MISSING_ISSUER"),
        (.oauthIdpConfigs, ["issuer": "http://idp.example.test"], "INVALID_ISSUER"),
        (.oauthIdpConfigs, ["issuer": "idp.example.test"], "INVALID_ISSUER"),
        (.oauthIdpConfigs, ["issuer": "https://"], "INVALID_ISSUER"),
        (.oauthIdpConfigs, ["issuer": "https://idp.example.test/path"], "OK"),
        (.oauthIdpConfigs, ["displayName": nil, "enabled": nil], "OK"),
        (.oauthIdpConfigs, ["responseType": ["idToken": true]], "OK"),
        (.oauthIdpConfigs, ["responseType": ["code": true], "clientSecret": "secret"], "OK"),
        (.oauthIdpConfigs, ["responseType": ["code": true]], "INVALID_CONFIG : "),
        (.oauthIdpConfigs, ["responseType": ["code": true], "clientSecret": ""], "INVALID_CONFIG : "),
        (
            .oauthIdpConfigs, ["responseType": ["code": true, "idToken": true], "clientSecret": "secret"],
            "INVALID_CONFIG : "
        ),
        (.inboundSamlConfigs, ["displayName": nil, "enabled": nil], "OK"),
        (.inboundSamlConfigs, ["idpConfig": nil], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.idpEntityId": nil], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.idpEntityId": ""], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.ssoUrl": nil], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.ssoUrl": "idp"], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.ssoUrl": "http://localhost:8080/sso"], "OK"),
        (.inboundSamlConfigs, ["idpConfig.signRequest": nil], "OK"),
        (.inboundSamlConfigs, ["idpConfig.idpCertificates": nil], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.idpCertificates": []], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["idpConfig.idpCertificates": [[:]]], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["spConfig": nil], "MISSING_SAML_RELYING_PARTY_CONFIG"),
        (.inboundSamlConfigs, ["spConfig.spEntityId": nil], "MISSING_SAML_RELYING_PARTY_CONFIG"),
        (.inboundSamlConfigs, ["spConfig.callbackUri": nil], "INVALID_CONFIG : "),
        (.inboundSamlConfigs, ["spConfig.callbackUri": "/__/auth/handler"], "INVALID_CONFIG : "),
    ]

    private static func changed(_ document: JSON, _ changes: [String: JSON]) -> JSON {
        var document = document
        for (path, value) in changes {
            let names = path.split(separator: ".").map(String.init)
            var inner = names.count == 1 ? document : document[names[0]] ?? [:]
            inner[names[names.count - 1]] = value.isNull ? JSON?.none : value
            if names.count == 1 { document = inner } else { document[names[0]] = inner }
        }
        return document
    }

    @Test(arguments: Profile.allCases, requirements)
    func `a configuration needs some things`(
        _ profile: Profile, row: (collection: Collection, changes: [String: JSON], outcome: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let id = row.collection.ids[0]
        let body = Self.changed(row.collection.good, row.changes)
        let created = try await server.createProvider(row.collection, id, body)

        #expect(
            row.outcome == "OK" ? created.outcome == "OK" : created.outcome.hasPrefix(row.outcome), "\(created.text)")
        if row.outcome != "OK" { #expect(try await server.providers(.get, row.collection).json == [:]) }
    }

    /// The same holds when the mask takes away or breaks what is needed.
    @Test(arguments: Profile.allCases, requirements)
    func `and still needs them after a change`(
        _ profile: Profile, row: (collection: Collection, changes: [String: JSON], outcome: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        let id = row.collection.ids[0]
        let before = try await server.createProvider(row.collection, id)
        let body = Self.changed(row.collection.good, row.changes)
        let mask = row.changes.keys.sorted().joined(separator: ",")
        let changed = try await server.patchProvider(row.collection, id, mask: mask, body)

        #expect(
            row.outcome == "OK" ? changed.outcome == "OK" : changed.outcome.hasPrefix(row.outcome), "\(changed.text)")
        if row.outcome != "OK" {
            #expect(try await server.providers(.get, row.collection, "/\(id)").json == before.json)
        }
    }

    @Test(
        arguments: Profile.allCases,
        [
            (.defaultSupportedIdpConfigs, ["enabled": "perhaps"]), (.oauthIdpConfigs, ["responseType": "code"]),
            (.oauthIdpConfigs, ["clientId": ["a"]]), (.inboundSamlConfigs, ["idpConfig": ["idpCertificates": "CERT"]]),
        ] as [(Collection, JSON)])
    func `members of the wrong type are refused`(
        _ profile: Profile, row: (collection: Collection, changes: JSON)
    ) async throws {
        let server = try await TestServer.open(profile)
        let id = row.collection.ids[0]
        let body = row.collection.good.merging(row.changes)

        #expect(try await server.createProvider(row.collection, id, body).status == 400)
        #expect(try await server.providers(.get, row.collection).json == [:])
    }

    // MARK: What is shown

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a name in the body does not count`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        let body = collection.good.merging(["name": "projects/other/oauthIdpConfigs/oidc.other"])
        let created = try await server.createProvider(collection, id, body)

        #expect(created.sorted == Self.named(collection.good, profile, collection, id).sorted)
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `production leaves out what is false`(_ profile: Profile, _ collection: Collection) async throws {
        let server = try await TestServer.open(profile)
        let off = collection.good.merging(["enabled": false])
        let created = try await server.createProvider(collection, collection.ids[0], off)

        #expect(created["enabled"] == (profile == .production ? JSON?.none : false))
        #expect(try await server.providers(.get, collection, "/\(collection.ids[0])").json == created.json)
    }

    /// production.md section 14: `false` members are omitted; SDKs read a missing one as false (tenants-config.md B1).
    @Test func `production leaves out what is false inside, too`() async throws {
        let server = try await TestServer.open(.production)
        let body = Self.changed(Collection.inboundSamlConfigs.good, ["idpConfig.signRequest": false])
        let created = try await server.createProvider(.inboundSamlConfigs, "saml.aa", body)

        #expect(created.status == 200)
        #expect(created.json[path: "idpConfig.signRequest"] == nil)
    }

    /// production.md section 1: empty values are omitted from config documents like false ones.
    @Test func `production leaves out empty texts`() async throws {
        let server = try await TestServer.open(.production)
        let body = Collection.oauthIdpConfigs.good.merging(["clientSecret": "", "displayName": ""])
        let created = try await server.createProvider(.oauthIdpConfigs, "oidc.aa", body)

        #expect(created.status == 200)
        #expect(created.json.names.sorted() == ["clientId", "enabled", "issuer", "name", "responseType"])
    }

    /// What production does not know it refuses at every depth (production.md section 1).
    @Test(
        arguments: [
            (.defaultSupportedIdpConfigs, ["appleSignInConfig": ["x": 1]]),
            (.oauthIdpConfigs, ["responseType": ["x": true]]), (.inboundSamlConfigs, ["idpConfig.x": 1]),
            (.inboundSamlConfigs, ["spConfig.x": 1]),
        ] as [(Collection, [String: JSON])])
    func `production refuses unknown members inside, too`(
        row: (collection: Collection, changes: [String: JSON])
    ) async throws {
        let server = try await TestServer.open(.production)
        let body = Self.changed(row.collection.good, row.changes)
        let created = try await server.createProvider(row.collection, row.collection.ids[0], body)

        #expect(created.message?.hasPrefix(#"Invalid JSON payload received. Unknown name "x" at "#) == true)
        #expect(try await server.providers(.get, row.collection).json == [:])
    }

    @Test(arguments: Profile.allCases, Collection.allCases)
    func `a member that no resource has is refused in production only`(
        _ profile: Profile, _ collection: Collection
    ) async throws {
        let server = try await TestServer.open(profile)
        let id = collection.ids[0]
        let created = try await server.createProvider(collection, id, collection.good.merging(["x": 1]))

        guard profile == .production else {
            #expect(created.sorted == Self.named(collection.good, profile, collection, id).sorted)
            return
        }
        #expect(created.status == 400)
        #expect(created.message?.hasPrefix(#"Invalid JSON payload received. Unknown name "x" at "#) == true)
        #expect(created.json[path: "error.status"] == "INVALID_ARGUMENT")
        _ = try await server.createProvider(collection, id)
        let changed = try await server.patchProvider(collection, id, mask: "enabled", ["enabled": false, "x": 1])
        #expect(changed.message == created.message)
        #expect(try await server.providers(.get, collection, "/\(id)")["enabled"] == true)
    }

    /// Certificates of the relying party are output only (tenants-config.md B1).
    @Test(arguments: Profile.allCases)
    func `certificates of our own cannot be given`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let certificates: JSON = [["x509Certificate": "OWN", "expiresAt": "2030-01-01T00:00:00Z"]]
        let body = Self.changed(Collection.inboundSamlConfigs.good, ["spConfig.spCertificates": certificates])

        let created = try await server.createProvider(.inboundSamlConfigs, "saml.aa", body)
        #expect(created.json[path: "spConfig.spCertificates"] != certificates)
        let changed = try await server.patchProvider(
            .inboundSamlConfigs, "saml.aa", mask: "spConfig.spCertificates", body)
        #expect(changed.json[path: "spConfig.spCertificates"] != certificates)
    }

    @Test(arguments: Profile.allCases)
    func `all of Apple's settings are kept`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let apple: JSON = [
            "appleSignInConfig": [
                "bundleIds": ["test.example.app"],
                "codeFlowConfig": ["keyId": "key", "privateKey": "pem", "teamId": "team"],
            ], "enabled": true,
        ]
        let created = try await server.createProvider(.defaultSupportedIdpConfigs, "apple.com", apple)

        #expect(created.json.dropping("name").sorted == apple.sorted)
    }
}
