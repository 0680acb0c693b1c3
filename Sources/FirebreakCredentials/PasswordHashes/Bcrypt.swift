#if canImport(CCrypt)
    import CCrypt
    import Glibc
#endif

/// bcrypt, in the modular crypt format of crypt(5): the stored text contains variant, cost and salt.
enum Bcrypt {
    /// Binary logarithm of the largest number of rounds that is verified; each step doubles the time, 16 takes some
    /// seconds.
    static let maximumCost = 16

    /// The cost of a stored text; `nil` if it is not a bcrypt hash.
    static func cost(of stored: [UInt8]) -> Int? {
        // $2b$10$ and 53 characters of salt and hash
        guard stored.count == 60, stored.prefix(2).elementsEqual("$2".utf8), stored[3] == UInt8(ascii: "$"),
            stored[6] == UInt8(ascii: "$"), !stored.contains(0)
        else { return nil }
        return Int(String(decoding: stored[4..<6], as: UTF8.self))
    }

    /// The hash of this password with the salt of the stored one; `nil` if it cannot be computed.
    static func hash(_ password: [UInt8], like stored: [UInt8]) -> [UInt8]? {
        // crypt(3) takes NUL-terminated texts, so it would ignore the rest of the password.
        guard let cost = cost(of: stored), cost <= maximumCost, !password.contains(0) else { return nil }
        #if canImport(CCrypt)
            var data: UnsafeMutableRawPointer?
            var size: CInt = 0
            defer { free(data) }
            let password = (password + [0]).map { CChar(bitPattern: $0) }
            let setting = (stored + [0]).map { CChar(bitPattern: $0) }
            guard let text = crypt_ra(password, setting, &data, &size) else { return nil }
            return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
        #else
            return nil
        #endif
    }
}
