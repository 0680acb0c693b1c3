/// The API key that selects a project without being registered (firebreak.md section 2).
///
/// `AIza` and 35 characters: the ID as a number in base 38, and a checksum, both in URL-safe base 64. It is reversible,
/// and it has the form that Apple and Android SDKs require.
package enum DerivedAPIKey {
    private static let prefix = "AIza"
    /// Position 0 ends the ID.
    private static let alphabet = Array("\0abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    private static let maximumLength = 30
    private static let numberBytes = 20
    private static let checksumBytes = 6

    /// - Returns: `nil` for IDs that are empty, longer than 30 characters, or use characters other than `a-z0-9-`.
    package static func key(for project: ProjectID) -> String? {
        let id = Array(project.rawValue.utf8)
        guard (1...maximumLength).contains(id.count) else { return nil }
        var number = [UInt8](repeating: 0, count: numberBytes)
        for position in (0..<maximumLength).reversed() {
            let character = position < id.count ? id[position] : 0
            guard let digit = alphabet.firstIndex(of: character), position >= id.count || digit > 0 else { return nil }
            multiplyAdd(&number, by: UInt16(alphabet.count), adding: UInt16(digit))
        }
        let checksum = checksum(of: number)
        let masked = zip(number, mask(seed: checksum)).map { $0 ^ $1 }
        return prefix + Base64.encode(checksum + masked, .urlSafe)
    }

    /// A key that always selects the project: the derived one, or `project:ID` if there is none.
    package static func ownKey(of project: ProjectID) -> String { key(for: project) ?? "project:\(project)" }

    /// The project a key was derived from; `nil` for any other text.
    package static func project(of key: String) -> ProjectID? {
        guard key.utf8.count == 39, let code = key.rest(afterBytes: prefix), let bytes = Base64.decode(code),
            bytes.count == checksumBytes + numberBytes
        else { return nil }
        let checksum = Array(bytes.prefix(checksumBytes))
        var number = zip(bytes.dropFirst(checksumBytes), mask(seed: checksum)).map { $0 ^ $1 }
        guard self.checksum(of: number) == checksum else { return nil }
        var id: [UInt8] = []
        for _ in 0..<maximumLength {
            let character = alphabet[Int(divide(&number, by: UInt16(alphabet.count)))]
            if character == 0 { break }
            id.append(character)
        }
        let project = ProjectID(rawValue: String(decoding: id, as: UTF8.self))
        // Base 64 has several spellings of the same bytes; only one is a key.
        return self.key(for: project) == key ? project : nil
    }

    /// Digits that differ between any two keys, so that a typing mistake does not select another project.
    private static func checksum(of number: [UInt8]) -> [UInt8] {
        let hash = stableHash(number + Array("firebreak".utf8))
        return (0..<checksumBytes).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 * 8)) }
    }

    private static func mask(seed: [UInt8]) -> [UInt8] {
        // The position comes first, because the last bytes of the input barely affect the upper bits of the hash.
        (0..<numberBytes).map { UInt8(truncatingIfNeeded: stableHash([UInt8($0)] + seed) >> 24) }
    }

    private static func multiplyAdd(_ number: inout [UInt8], by factor: UInt16, adding summand: UInt16) {
        var carry = UInt32(summand)
        for index in number.indices.reversed() {
            let value = UInt32(number[index]) * UInt32(factor) + carry
            number[index] = UInt8(value & 0xFF)
            carry = value >> 8
        }
    }

    private static func divide(_ number: inout [UInt8], by divisor: UInt16) -> UInt16 {
        var remainder: UInt32 = 0
        for index in number.indices {
            let value = remainder << 8 | UInt32(number[index])
            number[index] = UInt8(value / UInt32(divisor))
            remainder = value % UInt32(divisor)
        }
        return UInt16(remainder)
    }
}
