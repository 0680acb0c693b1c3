package import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Holds the key that signs tokens if rule `idTokens` is `signed`: one for the whole server, as Google's secure token
/// service has one for all projects.
package final class TokenSigner: Sendable {
    private let storage: Storage
    private let workers: WorkerExecutor
    private let key: Mutex<SigningKey?>

    /// - Parameters:
    ///   - storage: Stores the key, so that a data directory has the same one on every start.
    ///   - pinned: The key to use instead.
    ///   - workers: Generate the key, which takes some hundred milliseconds.
    package init(storage: Storage, pinned: SigningKey? = nil, workers: WorkerExecutor = .bulk) {
        self.storage = storage
        self.workers = workers
        key = Mutex(pinned)
    }

    /// The key, which is generated when it is first requested.
    func signingKey() async throws -> SigningKey {
        if let key = key.withLock({ $0 }) { return key }
        // Generating a key takes a while, during which other connections continue.
        let found = try await workers.run {
            let kept = try await storage.signingKey()
            let pem = if let kept { kept } else { try await storage.keepSigningKey(SigningKey().pem) }
            do throws(KeySetError) { return try SigningKey(pem: pem) } catch {
                throw StorageFailure(.notADatabase, file: "server.sqlite", cause: "the key of tokens: \(error)")
            }
        }
        return key.withLock { key in
            key = key ?? found
            return key ?? found
        }
    }
}

extension OperationContext {
    /// The token for a payload: signed with RS256 if rule `idTokens` says so (production.md section 6.1), else unsigned
    /// (tokens.md section 2).
    ///
    /// - Parameters:
    ///   - payload: Compact JSON.
    ///   - namesType: Whether the header has `typ`; cookies and older tokens do not, but in the
    ///     reference (production.md section 1.1).
    func token(of payload: [UInt8], namesType: Bool = true) throws -> String {
        guard let key = settings.project.signingKey else {
            return JSONWebToken.unsigned(payload: payload, namesType: namesType)
        }
        var header: JSON = ["alg": "RS256", "kid": .string(key.id)]
        if namesType { header["typ"] = "JWT" }
        return try JSONWebToken.signed(header: header, payload: payload) { try key.signature(of: $0) }
    }

    /// Whether a token could have been made by ``token(of:namesType:)`` with the current settings.
    func isOwn(_ presented: PresentedToken) -> Bool {
        guard let token = presented.token else { return false }
        guard let key = settings.project.signingKey else {
            return token.header["alg"] == "none" && token.signature.isEmpty
        }
        guard token.header["alg"] == "RS256", token.header["kid"]?.stringValue == key.id,
            let signature = Base64.decodeCanonical(token.signature.utf8)
        else { return false }
        // Everything before the last of the two dots.
        let signed = presented.text.utf8.dropLast(token.signature.utf8.count + 1)
        return key.verifies(signature, of: Array(signed))
    }
}
