package import FirebreakStore
import FirebreakWire

/// A refresh token outside profile `emulator`: the ID of a stored session and the secret that proves it.
package struct OpaqueRefreshToken: Sendable, Equatable {
    package static let secretBytes = 16
    private static let version: UInt8 = 1

    package var sessionID: Int64
    package var secret: [UInt8]

    package init(sessionID: Int64, secret: [UInt8]) {
        self.sessionID = sessionID
        self.secret = secret
    }

    package var text: String {
        let id = withUnsafeBytes(of: sessionID.bigEndian) { Array($0) }
        return Base64.encode([Self.version] + id + secret, .urlSafe)
    }

    /// - Returns: `nil` for anything that was not made by ``text``.
    package init?(_ text: String) {
        guard let bytes = Base64.decode(text), bytes.count == 9 + Self.secretBytes, bytes[0] == Self.version else {
            return nil
        }
        sessionID = bytes[1...8].reduce(0) { $0 << 8 | Int64($1) }
        secret = Array(bytes[9...])
    }

    /// Compares in constant time.
    package func proves(_ session: Session) -> Bool { equalInConstantTime(session.secret, secret) }
}
