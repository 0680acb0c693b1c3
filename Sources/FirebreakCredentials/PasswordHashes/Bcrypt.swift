import FirebreakWire

/// bcrypt (Provos and Mazières, "A Future-Adaptable Password Scheme", 1999), in the modular crypt format of crypt(5): the
/// stored text has variant, cost and salt.
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
    ///
    /// Of longer passwords the first 72 bytes count.
    static func hash(_ password: [UInt8], like stored: [UInt8]) -> [UInt8]? {
        // Implementations differ in whether a NUL ends the password.
        guard let cost = cost(of: stored), (4...maximumCost).contains(cost), !password.contains(0),
            let variant = Variant(rawValue: stored[2]), let salt = decode(stored[7..<29])
        else { return nil }
        let (key, saltWords) = (words(of: password + [0], 18, variant), words(of: salt, 4))
        var cipher = Blowfish()
        cipher.expand(key: key, salt: saltWords)
        for _ in 0..<1 << cost {
            cipher.expand(key: key)
            cipher.expand(key: saltWords)
        }
        var digest = words(of: Array("OrpheanBeholderScryDoubt".utf8), 6)
        for index in stride(from: 0, to: digest.count, by: 2) {
            var (left, right) = (digest[index], digest[index + 1])
            for _ in 0..<64 { cipher.encrypt(&left, &right) }
            (digest[index], digest[index + 1]) = (left, right)
        }
        // The last byte is not part of the text, as it was forgotten once.
        let bytes = digest.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return stored[..<7] + encode(salt) + encode(bytes.dropLast())
    }

    /// The third character of a stored text. The first two and the last are the same for passwords without NUL.
    private enum Variant: UInt8 {
        case a = 0x61
        case b = 0x62
        /// Of an implementation that took bytes for signed numbers.
        case x = 0x78
        case y = 0x79
    }

    /// The bytes as numbers, again and again from the first until there are enough.
    private static func words(of bytes: [UInt8], _ count: Int, _ variant: Variant = .b) -> [UInt32] {
        (0..<count).map { index in
            (0..<4).reduce(0) { word, offset in
                let byte = bytes[(4 * index + offset) % bytes.count]
                return word << 8 | (variant == .x ? UInt32(bitPattern: Int32(Int8(bitPattern: byte))) : UInt32(byte))
            }
        }
    }

    // MARK: Its own alphabet for Base64

    private static let digits = Array("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let toStandard = Dictionary(uniqueKeysWithValues: zip(digits, standardDigits))
    private static let fromStandard = Dictionary(uniqueKeysWithValues: zip(standardDigits, digits))

    private static func encode(_ bytes: [UInt8]) -> [UInt8] {
        Base64.encodedBytes(bytes, .urlSafe).compactMap { fromStandard[$0] }
    }

    private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let standard = text.compactMap { toStandard[$0] }
        return standard.count == text.count ? Base64.decode(standard[...]) : nil
    }
}
