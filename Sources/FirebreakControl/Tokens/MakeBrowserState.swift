package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Signs a user in and tells what a browser keeps of it (firebreak.md section 4.10), as ``MintToken`` does without asking
/// for a password or a second factor.
package enum MakeBrowserState: ControlOperation {
    /// Whose state, and for which app.
    package struct Request: Decodable, Sendable {
        /// The user and the tokens, with the user's ID, address or ref as `uid`.
        fileprivate var session: MintToken.Request
        private var uid: String?
        fileprivate var origin: String?
        fileprivate var appName: String?
        fileprivate var apiKey: String?
        fileprivate var persistence: String?

        private enum CodingKeys: String, CodingKey { case uid, origin, appName, apiKey, persistence }

        package init(from decoder: any Decoder) throws {
            session = try MintToken.Request(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            session.user = try container.decodeIfPresent(String.self, forKey: .uid)
            origin = try container.decodeIfPresent(String.self, forKey: .origin)
            appName = try container.decodeIfPresent(String.self, forKey: .appName)
            apiKey = try container.decodeIfPresent(String.self, forKey: .apiKey)
            persistence = try container.decodeIfPresent(String.self, forKey: .persistence)
        }
    }

    /// - Throws: `INVALID_ARGUMENT` without an origin, for a key of another project and for other values that cannot be,
    ///   and what ``MintToken`` throws.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> BrowserState {
        let origin = try origin(request.origin)
        let app = try App(
            name: ControlParameter.text("appName", request.appName) ?? "[DEFAULT]",
            apiKey: apiKey(ControlParameter.text("apiKey", request.apiKey), call))
        let persistence: BrowserState.Persistence =
            try ControlParameter.choice("persistence", request.persistence) ?? .indexedDB
        let session = try await MintToken.session(of: request.session, call) { account in
            SignIn(
                provider: account.isAnonymous ? "anonymous" : account.firstProvider,
                secondFactor: account.secondFactors?.first?.asPassed)
        }
        let user = try PersistedUser(session, of: app, at: call.services.now()).document
        switch persistence {
        case .indexedDB: return BrowserState(origins: [.init(origin, indexedDB: [app.database(user)])])
        case .local: return BrowserState(origins: [.init(origin, localStorage: [.init(app.key, user.text)])])
        }
    }

    /// The origin as browsers write it.
    private static func origin(_ text: String?) throws(WireError) -> String {
        let example = "scheme, host and port of the app, such as http://localhost:3000"
        guard let text = try ControlParameter.text("origin", text), let url = AbsoluteURL(text), url.isWeb,
            !url.hasUserInfo, url.path == "/", url.query == nil, url.fragment == nil
        else { throw .invalidArgument(member: "origin", "must be \(example)") }
        return url.text.without(ending: "/")
    }

    /// - Throws: `INVALID_ARGUMENT` for a key with which the app would ask another project for new tokens.
    private static func apiKey(_ key: String?, _ call: ControlCall) throws(WireError) -> String {
        guard let key else { return DerivedAPIKey.ownKey(of: call.project.id) }
        guard Limit.apiKey.allows(key), try call.services.projectID(of: key) == call.project.id else {
            throw .invalidArgument(member: "apiKey", "must be a key of project \(call.project.id), or be left out")
        }
        return key
    }

    /// An app of the SDK.
    struct App {
        var name: String
        var apiKey: String

        /// The key of its user wherever it is kept.
        var key: String { "firebase:authUser:\(apiKey):\(name)" }

        /// The SDK's database with a user in it.
        func database(_ user: JSON) -> BrowserState.Database {
            let record = JSONValue(["fbase_key": .string(key), "value": user])
            return .init(
                "firebaseLocalStorageDb", version: 1,
                stores: [.init("firebaseLocalStorage", keyPath: "fbase_key", records: [.init(record)])])
        }
    }
}

/// A user as the web SDK keeps it: `toJSON` of its `UserImpl`, the same from 9.0.0 to 12.18.0.
///
/// A value of another type than the SDK writes makes its start fail for good, so that an app shows nothing.
private struct PersistedUser {
    let document: JSON

    /// - Parameter now: The time of the browser, by whose clock the SDK renews tokens; a project's own plays no part.
    init(_ session: MintToken.Session, of app: MakeBrowserState.App, at now: Timestamp) throws {
        let account = session.document
        let claims = JSONWebToken(session.tokens.idToken)?.payload
        let lifetime = (claims?["exp"]?.integerValue ?? 0) - (claims?["iat"]?.integerValue ?? 0)
        var user: JSON = ["uid": .string(session.account.id.rawValue)]
        user["email"] = Self.text(account["email"])
        user["emailVerified"] = .bool(account["emailVerified"]?.boolValue ?? false)
        user["displayName"] = Self.text(account["displayName"])
        user["isAnonymous"] = .bool(session.account.isAnonymous)
        user["photoURL"] = Self.text(account["photoUrl"])
        user["phoneNumber"] = Self.text(account["phoneNumber"])
        user["tenantId"] = (session.tenant?.rawValue).map(JSON.string)
        user["providerData"] = .array((account["providerUserInfo"]?.arrayValue ?? []).map(Self.provider))
        user["stsTokenManager"] = [
            "refreshToken": session.tokens.refreshToken.map(JSON.string) ?? .null,
            "accessToken": .string(session.tokens.idToken),
            "expirationTime": .int(Int(now.milliseconds + lifetime * 1000)),
        ]
        user["createdAt"] = Self.milliseconds(account["createdAt"])
        user["lastLoginAt"] = Self.milliseconds(account["lastLoginAt"])
        user["apiKey"] = .string(app.apiKey)
        user["appName"] = .string(app.name)
        document = user
    }

    private static func provider(_ provider: JSON) -> JSON {
        [
            "providerId": provider["providerId"] ?? .null,
            "uid": text(provider["rawId"]) ?? "",
            "displayName": text(provider["displayName"]) ?? .null,
            "email": text(provider["email"]) ?? .null,
            "phoneNumber": text(provider["phoneNumber"]) ?? .null,
            "photoURL": text(provider["photoUrl"]) ?? .null,
        ]
    }

    /// The SDK has no empty texts.
    private static func text(_ value: JSON?) -> JSON? { (value?.stringValue?.nonEmpty).map(JSON.string) }

    /// Texts of digits, as look-ups have them.
    private static func milliseconds(_ value: JSON?) -> JSON? {
        text(value) ?? (value?.integerValue).map { .string(String($0)) }
    }
}

extension Account {
    /// Whether there is no way to sign in to it again.
    fileprivate var isAnonymous: Bool {
        email == nil && phoneNumber == nil && providers?.isEmpty ?? true && passkeys?.isEmpty ?? true
            && customAuth != true
    }
}

extension SecondFactor {
    /// The factor in a sign-in that asked for it.
    fileprivate var asPassed: JSON? { id.map { ["identifier": .string($0), "provider": isTOTP ? "totp" : "phone"] } }
}
