import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakCredentials

/// Hashes that other programs made, and that production accepted (vectors.md sections 1 to 3).
struct PasswordHashVectorTests {
    @Test(arguments: PasswordHashVector.all)
    func `the password has the hash, and another one has not`(_ vector: PasswordHashVector) throws {
        let settings = try PasswordHashSettings(json: vector.options)
        let hash = try #require(Base64.decode(vector.hash))
        let salt = try #require(Base64.decode(vector.salt ?? ""))

        #expect(settings.matches(vector.password, hash: hash, salt: salt))
        #expect(!settings.matches("password124", hash: hash, salt: salt))
        #expect(
            !settings.matches(vector.password, hash: Array(hash.dropLast()) + [hash[hash.count - 1] ^ 1], salt: salt))
        if settings != .bcrypt { #expect(!settings.matches(vector.password, hash: hash, salt: salt + [0])) }
    }

    @Test(arguments: PasswordHashVector.all)
    func `settings are the same after being written down`(_ vector: PasswordHashVector) throws {
        let settings = try PasswordHashSettings(json: vector.options)

        #expect(try PasswordHashSettings(json: settings.document) == settings)
        #expect(settings.document["hashAlgorithm"] == vector.options["hashAlgorithm"])
    }

    @Test func `every algorithm has a vector`() throws {
        let algorithms = try PasswordHashVector.all.map { try PasswordHashSettings(json: $0.options).algorithm }
        #expect(Set(algorithms) == Set(PasswordHashAlgorithm.allCases))
    }
}
