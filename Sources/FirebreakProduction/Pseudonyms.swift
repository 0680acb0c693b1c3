import FirebreakCredentials
import FirebreakWire

/// Made-up values in the place of what tells who somebody is. The same value always gets the same one, as long as the key
/// is the same; without the key nobody can tell from the one to the other, or try.
package struct Pseudonyms: Sendable {
    enum Kind: String, Sendable {
        case userID, email, domain, phoneNumber, name, picture, providerID, factorID, secret
    }

    /// For `:` and a key, in the first comment of a fixture.
    package static let mark = "pseudonym-key"
    /// Of whoever had one. It is long, and has all kinds of characters, for the sake of password policies.
    package static let password = "Made-up-password-1"

    /// As it was given.
    package let key: String
    /// Numbers are few enough that two people could get the same one.
    private var owners: [String: ExactText] = [:]

    package init(key: String) { self.key = key }

    /// The key in the comment that a document begins with; `nil` if it has none.
    package static func key(in document: [UInt8]) -> String? {
        for line in document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard line.first == UInt8(ascii: "#") else { return nil }
            let words = String(decoding: line, as: UTF8.self).separated(by: " ").map { String($0) }
            if let mark = words.firstIndex(of: mark + ":"), mark + 1 < words.count { return words[mark + 1].nonEmpty }
        }
        return nil
    }

    /// A key that nobody knows.
    package static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    mutating func replacement(for original: String, _ kind: Kind) -> String {
        switch kind {
        case .email: email(original)
        case .domain: domain(original)
        case .phoneNumber: phoneNumber(original)
        case .name:
            names(original, kind, 2).joined(separator: " ")
        case .picture: "https://example.com/pictures/\(Hex.encode(bytes(original, kind).prefix(8))).png"
        case .providerID: digits(original, kind, 21)
        case .userID, .factorID: String(Base32.encode(bytes(original, kind)).prefix(28))
        case .secret: Base32.encode(Array(bytes(original, kind).prefix(20)))
        }
    }

    /// People with the same domain still have the same one.
    private func email(_ original: String) -> String {
        let folded = EmailAddress.folded(original)
        let domain = domain(String(folded.separated(by: "@").last ?? ""))
        return "\(names(folded, .email, 2).joined(separator: ".").lowercased())@\(domain)"
    }

    private func domain(_ original: String) -> String {
        "\(names(original.lowercased(), .domain, 1).joined().lowercased()).example"
    }

    /// In area code 555, which nobody has.
    private mutating func phoneNumber(_ original: String) -> String {
        let owner = ExactText(original)
        var attempt = 0
        while true {
            let rest = digits(attempt == 0 ? original : "\(original) \(attempt)", .phoneNumber, 7)
            // Exchanges begin with 2 to 9.
            let first = rest.utf8.first.map { $0 - UInt8(ascii: "0") } ?? 0
            let number = "+1555\(2 + first % 8)\(rest.dropFirst())"
            attempt += 1
            guard owners[number, default: owner] == owner || attempt > 1000 else { continue }
            owners[number] = owner
            return number
        }
    }

    // MARK: From a hash

    private func bytes(_ original: String, _ kind: Kind) -> [UInt8] {
        Digest.hmacSHA256(Array("\(kind.rawValue)\0\(original)".utf8), key: Array(key.utf8))
    }

    private func digits(_ original: String, _ kind: Kind, _ count: Int) -> String {
        String(decoding: bytes(original, kind).prefix(count).map { UInt8(ascii: "0") + $0 % 10 }, as: UTF8.self)
    }

    private static let consonants = Array("bdfgklmnprstvz".utf8)
    private static let vowels = Array("aeiou".utf8)

    /// Words that can be spoken, of four syllables so that hardly one is somebody's name.
    private func names(_ original: String, _ kind: Kind, _ count: Int) -> [String] {
        let bytes = bytes(original, kind)
        return (0..<count).map { word in
            let syllables = bytes.dropFirst(word * 8).prefix(8)
            var letters = syllables.enumerated().map { index, byte in
                let letters = index.isMultiple(of: 2) ? Self.consonants : Self.vowels
                return letters[Int(byte) % letters.count]
            }
            letters[0] -= 0x20
            return String(decoding: letters, as: UTF8.self)
        }
    }
}
