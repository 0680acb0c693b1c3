import HTTPTypes
import Testing

@testable import FirebreakHTTP

struct RouteTableTests {
    private static let table = RouteTable(Route.api)
    private static let v1 = "/identitytoolkit.googleapis.com/v1"
    private static let v2 = "/identitytoolkit.googleapis.com/v2"

    private static let matches: [(method: HTTPRequest.Method, path: String, id: String, parameters: [String: String])] =
        [
            (.post, v1 + "/accounts:signUp", "accounts.signUp", [:]),
            (.post, v1 + "/projects/P/accounts", "projects.accounts", ["targetProjectId": "P"]),
            (.post, v1 + "/projects/P/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "P"]),
            (.post, v1 + "/projects/a%20b/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "a b"]),
            (.post, v1 + "/projects/%C3%A4/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "ä"]),
            (.post, v1 + "/projects/a+b/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "a+b"]),
            (.post, v1 + "/projects/a:b/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "a:b"]),
            (.post, v1 + "/projects//accounts:lookup", "projects.accounts.lookup", ["targetProjectId": ""]),
            (.post, v1 + "/projects/a%2Fb/accounts:lookup", "projects.accounts.lookup", ["targetProjectId": "a/b"]),
            (.post, v1 + "/projects/P:queryAccounts", "projects.queryAccounts", ["targetProjectId": "P"]),
            (.post, v1 + "/projects/P:createSessionCookie", "projects.createSessionCookie", ["targetProjectId": "P"]),
            (.post, v1 + "/projects/:queryAccounts", "projects.queryAccounts", ["targetProjectId": ""]),
            (
                .post, v1 + "/projects/P/tenants//accounts:batchCreate", "projects.tenants.accounts.batchCreate",
                ["targetProjectId": "P", "tenantId": ""]
            ),
            (
                .post, v1 + "/projects/P/tenants/T:createSessionCookie", "projects.tenants.createSessionCookie",
                ["targetProjectId": "P", "tenantId": "T"]
            ),
            (.get, v2 + "/projects/P/tenants/", "projects.tenants.get", ["targetProjectId": "P", "tenantId": ""]),
            (
                .post, v2 + "/projects/P/tenants/x:getIamPolicy", "projects.tenants.getIamPolicy",
                ["targetProjectId": "P", "tenantId": "x"]
            ),
            (
                .get, v2 + "/projects/P/tenants/x:getIamPolicyX", "projects.tenants.get",
                ["targetProjectId": "P", "tenantId": "x:getIamPolicyX"]
            ),
            (
                .get, v2 + "/projects/tenants/tenants/tenants", "projects.tenants.get",
                ["targetProjectId": "tenants", "tenantId": "tenants"]
            ),
        ]

    @Test(arguments: matches)
    func `a path is found with its parameters decoded`(
        method: HTTPRequest.Method, path: String, id: String, parameters: [String: String]
    ) throws {
        guard case .found(let match) = Self.table.find(method, path) else {
            Issue.record("not found")
            return
        }

        #expect(match.route.operationID == "identitytoolkit." + id)
        #expect(match.parameters == parameters)
    }

    private static let unknown: [String] = [
        "", "/x", "//", "/identitytoolkit.googleapis.com", "/identitytoolkit.googleapis.com/v1",
        "/identitytoolkit.googleapis.com/v1/", v1 + "/accounts:signup", v1 + "/accounts:signUp/",
        v1 + "/Accounts:signUp", "/" + v1 + "/accounts:signUp", "/identitytoolkit.googleapis.com//v1/accounts:signUp",
        "/IdentityToolkit.googleapis.com/v1/accounts:signUp", "/v1/accounts:signUp",
        v1 + "/projects/a/b/accounts:lookup",
        v1 + "/projects/%FF/accounts:lookup",
        v1 + "/projects/P/accounts:lookup/",
        v1 + "/projects/P/accounts:signInWithPassword", v1 + "/projects/P/tenants/T:queryAccounts",
        v2 + "/accounts:signUp", v1 + "/accounts/mfaEnrollment:start", "/emulator/v1/projects/P/tenants/T/config",
        "/emulator/v1/projects/P", "/emulator", "/emulator/", "/emulator/action//", "/__/auth/action/",
        "/Emulator/V1/projects/P/accounts",
        "/securetoken.googleapis.com/v1/token/",
        "/identitytoolkit.googleapis.com/v1/token", "/www.googleapis.com/identitytoolkit/v3/relyingparty/noSuchThing",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/", "accounts:signUp",
        "identitytoolkit.googleapis.com/v1/accounts:signUp",
    ]

    @Test(arguments: unknown)
    func `matching is exact and case-sensitive`(path: String) {
        for method in [HTTPRequest.Method.get, .post, .head] {
            guard case .notFound = Self.table.find(method, path) else {
                Issue.record("\(method) found something")
                continue
            }
        }
    }

    // MARK: Percent-encoding

    private static let keys = "/www.googleapis.com/robot/v1/metadata/x509/securetoken"

    private static let encoded: [(method: HTTPRequest.Method, path: String, id: String, isOfReference: Bool)] = [
        (.post, v1 + "/accounts%3AsignUp", "identitytoolkit.accounts.signUp", true),
        (.post, v1 + "/%61ccounts%3asignUp", "identitytoolkit.accounts.signUp", true),
        (.post, "/identitytoolkit%2Egoogleapis.com/%76%31/accounts:signUp", "identitytoolkit.accounts.signUp", true),
        (.post, v1 + "/projects/a%2520b/accounts%3Alookup", "identitytoolkit.projects.accounts.lookup", true),
        (.get, "/%5F%5F/auth/action", "emulator.auth.action", true),
        (.get, keys + "%40system.gserviceaccount.com", "keys.certificates", false),
        (
            .get, "/www.googleapis.com/service_accounts/v1/jwk/securetoken%40system%2egserviceaccount.com", "keys.jwks",
            false
        ),
        (.get, "/firebreak/%76%31/info", "firebreak.info", false),
    ]

    @Test(arguments: encoded)
    func `what is not a parameter is compared decoded, but for the reference's own paths in its profile`(
        method: HTTPRequest.Method, path: String, id: String, isOfReference: Bool
    ) {
        for asReference in [false, true] {
            let outcome = RouteTable.server.find(method, path, asReference: asReference)
            switch outcome {
            case .found(let match): #expect(match.route.operationID == id && !(isOfReference && asReference))
            case .notFound: #expect(isOfReference && asReference)
            case .otherMethods: Issue.record("another verb")
            }
        }
    }

    @Test func `a parameter is decoded once, beside what is none`() throws {
        guard case .found(let match) = Self.table.find(.post, Self.v1 + "/projects/a%2520b/accounts%3Alookup") else {
            Issue.record("not found")
            return
        }

        #expect(match.parameters == ["targetProjectId": "a%20b"])
    }

    @Test(arguments: [
        "/www.googleapis.com%2Frobot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
        "/www.googleapis.com/robot/v1/metadata%2fx509/securetoken@system.gserviceaccount.com",
        keys + "%2540system.gserviceaccount.com", keys + "%4", keys + "%zzsystem.gserviceaccount.com",
        keys + "%40system.gserviceaccount.com%00",
        "/www.googleapis.com/robot/v1/%2E%2E/v1/metadata/x509/securetoken@system.gserviceaccount.com",
        // The sign for kelvin, which is canonically equivalent to a K.
        v1 + "/sessionCookiePublic%E2%84%AAeys", v1 + "%2Faccounts:signUp", v1 + "/accounts%3Asignup",
    ])
    func `nothing else becomes a path by decoding`(path: String) {
        for method in [HTTPRequest.Method.get, .post] {
            guard case .notFound = RouteTable.server.find(method, path) else {
                Issue.record("\(method) found something")
                continue
            }
        }
    }

    private static let wrongVerbs: [(method: HTTPRequest.Method, path: String, allowed: [String])] = [
        (.get, v1 + "/accounts:signUp", ["POST"]), (.head, v1 + "/accounts:signUp", ["POST"]),
        (.put, v2 + "/projects/P/config", ["GET", "PATCH"]), (.head, v2 + "/projects/P/config", ["GET", "PATCH"]),
        (.post, "/emulator/v1/projects/P/config", ["GET", "PATCH"]),
        (.get, "/emulator/v1/projects/P/accounts", ["DELETE"]),
        (.head, "/emulator/v1/projects/P/oobCodes", ["GET", "DELETE"]), (.post, v1 + "/projects", ["GET"]),
        (.get, v1 + "/projects/P/accounts", ["POST"]),
        (.put, v2 + "/projects/P/tenants/T", ["GET", "PATCH", "DELETE"]),
        (.delete, v2 + "/projects/P/tenants", ["POST", "GET"]),
    ]

    @Test(arguments: wrongVerbs)
    func `another verb is told apart from another path`(method: HTTPRequest.Method, path: String, allowed: [String]) {
        guard case .otherMethods(let methods, _, _) = Self.table.find(method, path) else {
            Issue.record("not another verb")
            return
        }

        #expect(Set(methods.map(\.rawValue)) == Set(allowed))
        #expect(methods.count == allowed.count)
    }

    @Test(arguments: ["/emulator/action/", "/EMULATOR/Action", "/emulator/auth/HANDLER/"])
    func `the reference's pages have any letter case, and a slash at the end`(path: String) {
        guard case .found(let match) = Self.table.find(.get, path) else {
            Issue.record("not found")
            return
        }

        #expect(match.route.path + (path.hasSuffix("/") ? "/" : "") == path.lowercased())
        guard case .otherMethods(let methods, .page, _) = Self.table.find(.delete, path), methods.first == .get else {
            Issue.record("another verb is not told apart")
            return
        }
    }

    @Test(arguments: [
        (v1 + "/projects/%zz/accounts:lookup", true), (v1 + "/projects/%FF/accounts:lookup", true),
        (v1 + "/projects/a%2/accounts:lookup", true), (v1 + "/projects/a%20b/accounts:lookup", false),
        (v1 + "/projects/P/accounts:lookup", false), ("/no/such/%zz", false),
    ])
    func `a parameter that cannot be decoded makes a path malformed`(path: String, isMalformed: Bool) {
        #expect(Self.table.isMalformed(path) == isMalformed)
    }

    @Test(arguments: ["/", "/emulator/action", "/__/auth/action"])
    func `a page is reached by HEAD`(path: String) {
        guard case .found(let match) = Self.table.find(.head, path) else {
            Issue.record("not found")
            return
        }

        #expect(match.route.path == path)
    }
}
