import FirebreakCredentials
import FirebreakWire

/// As whom a project is read from Google's service.
package enum ServiceCredentials: Sendable {
    /// An access token as it is.
    case token(String)
    /// The key of a service account, as a file of the Cloud console has it.
    case serviceAccount(ServiceAccount)
    /// A person's login, as gcloud stores it.
    case user(User)

    package struct ServiceAccount: Sendable {
        var email: String
        var keyID: String?
        var key: SigningKey
        var tokenURL: String
    }

    package struct User: Sendable {
        var clientID: String
        var clientSecret: String
        var refreshToken: String
        var tokenURL: String
        var quotaProject: String?
    }

    private static let tokenURL = "https://oauth2.googleapis.com/token"
    private static let scope = "https://www.googleapis.com/auth/cloud-platform"
}

// MARK: - Where they are

extension ServiceCredentials {
    /// The first that there are: a token that was given, `GOOGLE_OAUTH_ACCESS_TOKEN`, the file that
    /// `GOOGLE_APPLICATION_CREDENTIALS` names, gcloud's own file.
    ///
    /// - Parameters:
    ///   - token: That a person gave.
    ///   - environment: `CLOUDSDK_CONFIG` and `HOME` say where gcloud's file is.
    ///   - read: The content of a file; `nil` if there is none.
    /// - Throws: ``ServiceFailure`` of the kind `credentials`, which says what there could be.
    package static func find(
        token: String?, environment: [String: String], read: (_ path: String) throws -> [UInt8]?
    ) throws(ServiceFailure) -> ServiceCredentials {
        func variable(_ name: String) -> String? { environment[name]?.nonEmpty }
        if let token = token?.nonEmpty ?? variable("GOOGLE_OAUTH_ACCESS_TOKEN") { return .token(try checked(token)) }
        if let path = variable("GOOGLE_APPLICATION_CREDENTIALS") {
            guard let content = try content(of: path, read) else {
                throw .credentials("\(path), which GOOGLE_APPLICATION_CREDENTIALS names, is not there")
            }
            return try Self(content, file: path)
        }
        let folder = variable("CLOUDSDK_CONFIG") ?? variable("HOME").map { $0 + "/.config/gcloud" }
        let path = folder.map { $0 + "/application_default_credentials.json" }
        if let path, let content = try content(of: path, read) { return try Self(content, file: path) }
        throw .credentials(
            """
            there are no credentials for Google's service; log in with `gcloud auth application-default login`, name the \
            key file of a service account by GOOGLE_APPLICATION_CREDENTIALS, or give --access-token
            """)
    }

    private static func content(
        of path: String, _ read: (_ path: String) throws -> [UInt8]?
    ) throws(ServiceFailure) -> [UInt8]? {
        do { return try read(path) } catch {
            throw .credentials("\(path) cannot be read: \(error)")
        }
    }

    /// A token goes into a header.
    private static func checked(_ token: String) throws(ServiceFailure) -> String {
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .credentials("the access token has characters that no token has")
        }
        return token
    }

    /// Reads a file of credentials.
    ///
    /// - Throws: ``ServiceFailure``, which never says what stands in it but its type.
    init(_ content: [UInt8], file: String) throws(ServiceFailure) {
        guard let document = try? JSON(parsing: content), document.objectValue != nil else {
            throw .credentials("\(file) is not a file of credentials: it is no JSON object")
        }
        func text(_ name: String) throws(ServiceFailure) -> String {
            guard let text = document[name]?.stringValue?.nonEmpty else {
                throw .credentials("\(file) is not a file of credentials: it has no \(name)")
            }
            return text
        }
        let tokenURL = document["token_uri"]?.stringValue?.nonEmpty ?? Self.tokenURL
        guard let url = AbsoluteURL(tokenURL), let host = url.host,
            url.scheme == "https" || (url.scheme == "http" && LoopbackHost.contains(host))
        else { throw .credentials("\(file) names an address for tokens that is not encrypted") }
        switch try text("type") {
        case "service_account":
            let pem = try text("private_key")
            let key: SigningKey
            do throws(KeySetError) { key = try SigningKey(pem: pem) } catch {
                throw .credentials("\(file) has no private key that can be read")
            }
            self = .serviceAccount(
                ServiceAccount(
                    email: try text("client_email"), keyID: document["private_key_id"]?.stringValue?.nonEmpty, key: key,
                    tokenURL: tokenURL))
        case "authorized_user":
            self = .user(
                User(
                    clientID: try text("client_id"), clientSecret: try text("client_secret"),
                    refreshToken: try text("refresh_token"), tokenURL: tokenURL,
                    quotaProject: document["quota_project_id"]?.stringValue?.nonEmpty))
        case let type:
            throw .credentials(
                """
                credentials of type \(type.visible) in \(file) are not supported, only service_account and \
                authorized_user; give --access-token "$(gcloud auth print-access-token)"
                """)
        }
    }
}

// MARK: - Access tokens

extension ServiceCredentials {
    /// The form that is posted for an access token, and where to; `nil` where there is a token already.
    ///
    /// - Parameter now: Seconds since 1970.
    func grant(at now: Int64) throws -> (url: String, form: [(name: String, value: String)])? {
        switch self {
        case .token: nil
        case .user(let user):
            (
                user.tokenURL,
                [
                    ("grant_type", "refresh_token"), ("refresh_token", user.refreshToken),
                    ("client_id", user.clientID), ("client_secret", user.clientSecret),
                ]
            )
        case .serviceAccount(let account):
            (
                account.tokenURL,
                [
                    ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                    ("assertion", try account.assertion(Self.scope, at: now)),
                ]
            )
        }
    }

    /// Whose quota calls count for. Without it, calls of a person's login are refused.
    func quotaProject(reading project: String, environment: [String: String]) -> String? {
        let named = environment["GOOGLE_CLOUD_QUOTA_PROJECT"]?.nonEmpty
        return switch self {
        case .serviceAccount: named
        case .token: named ?? project
        case .user(let user): named ?? user.quotaProject ?? project
        }
    }
}

extension ServiceCredentials.ServiceAccount {
    /// An hour is the longest that the service takes.
    private static let lifetime: Int64 = 3600

    fileprivate func assertion(_ scope: String, at now: Int64) throws -> String {
        var header: JSON = ["alg": "RS256", "typ": "JWT"]
        header["kid"] = keyID.map(JSON.string)
        let claims: JSON = [
            "iss": .string(email), "aud": .string(tokenURL), "scope": .string(scope), "iat": .int(now),
            "exp": .int(now + Self.lifetime),
        ]
        return try JSONWebToken.signed(header: header, payload: claims.bytes) { try key.signature(of: $0) }
    }
}
