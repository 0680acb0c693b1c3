/// HMAC of password and salt.
package struct KeyedDigest: Sendable, Equatable {
    package let function: PasswordHashFunction
    /// Empty only for SHA-512: no password matches such a hash.
    package let key: [UInt8]
    package let order: PasswordHashOrder

    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
        function.authenticationCode(order == .saltAndPassword ? salt + password : password + salt, key: key)
    }
}
