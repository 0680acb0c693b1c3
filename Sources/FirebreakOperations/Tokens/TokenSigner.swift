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
    package func signingKey() async throws -> SigningKey {
        if let key = key.withLock({ $0 }) { return key }
        // Generating a key takes a while, during which other connections continue.
        let found = try await workers.run {
            if let kept = try await storage.signingKey() { return try SigningKey(pem: kept) }
            return try SigningKey(pem: try await storage.keepSigningKey(SigningKey().pem))
        }
        return key.withLock { key in
            key = key ?? found
            return key ?? found
        }
    }
}
