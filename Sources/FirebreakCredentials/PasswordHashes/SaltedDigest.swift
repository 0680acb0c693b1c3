import FirebreakWire

/// A plain hash of salt and password, repeated: SHA1, SHA256, SHA512 and MD5 of imports.
package struct SaltedDigest: Sendable, Equatable {
    package let function: PasswordHashFunction
    /// 1 through 8192; for MD5 from 0, because its rounds follow the first hash.
    package let rounds: Int
    package let order: PasswordHashOrder

    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
        let first = function.digest(order == .passwordAndSalt ? password + salt : salt + password)
        guard function == .md5 else {
            return (1..<max(rounds, 1)).reduce(first) { hash, _ in function.digest(hash) }
        }
        let last = (0..<max(rounds, 0)).reduce(first) { hash, _ in function.digest(hash + password) }
        return Array(Hex.encode(last).utf8)
    }
}
