package import FirebreakCredentials
package import FirebreakStore
import FirebreakWire
import Synchronization

/// Has the key that signs tokens where rule `idTokens` is `signed`: one for the whole server, as Google's secure token
/// service has its own for all projects.
package final class TokenSigner: Sendable {
    private let storage: Storage
    private let key: Mutex<SigningKey?>

    /// - Parameters:
    ///   - storage: Keeps the key, so that a data directory has the same one on every start.
    ///   - pinned: The key to use instead.
    package init(storage: Storage, pinned: SigningKey? = nil) {
        self.storage = storage
        key = Mutex(pinned)
    }

    /// The key, which is made when it is first asked for.
    package func signingKey() async throws -> SigningKey {
        if let key = key.withLock({ $0 }) { return key }
        // Finding one takes a while, during which other connections go on.
        let found = try await withTaskExecutorPreference(WorkerExecutor.bulk) {
            if let kept = try await storage.signingKey() { return try SigningKey(pem: kept) }
            return try SigningKey(pem: try await storage.keepSigningKey(SigningKey().pem))
        }
        return key.withLock { key in
            key = key ?? found
            return key ?? found
        }
    }
}
