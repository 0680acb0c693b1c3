import FirebreakWire
import Testing

@testable import FirebreakCredentials

/// Hashes that the reference implementation makes. `password`, `somesalt`; those of the standard have a secret, which
/// Firebase does not.
struct Argon2Tests {
    private static let parameters = Argon2(
        length: 32, type: .id, parallelism: 1, iterations: 2, memory: 64, version: .version13, associatedData: [])

    private static func hash(_ argon2: Argon2, salt: String = "somesalt") -> String? {
        argon2.hash(Array("password".utf8), salt: Array(salt.utf8)).map { Hex.encode($0) }
    }

    @Test(
        arguments: [
            (.d, .version13, "f920d95538648465abeeba6ae06ea532ed26df314aff60150237d8fe116f62cd"),
            (.i, .version13, "989da65458e8be1440ae555d0b3c8ac3a6584e0d2290b9dcc915a68a71e41c1e"),
            (.id, .version13, "16a1a498734609dd01456da406de9f3d9da93e6c86c300a12fc1465214ce4922"),
            (.d, .version10, "80b10fd42c620bac682749ec9096317a7aa709a8a02af830a13f8d94c4c09dc2"),
            (.i, .version10, "061db5fde247f18043ca28f6af334c14127194d8d9397800f139951faa8c667a"),
            (.id, .version10, "e270c282aaa2fcc62f3d4ad4abc65f554ac5b68e37897616eebcb271ab54ce82"),
        ] as [(Argon2HashType, Argon2Version, String)])
    func `each variant and version has its own`(_ type: Argon2HashType, _ version: Argon2Version, _ hash: String) {
        let argon2 = Argon2(
            length: 32, type: type, parallelism: 1, iterations: 2, memory: 64, version: version, associatedData: [])

        #expect(Self.hash(argon2) == hash)
    }

    @Test(
        arguments: [
            (.version13, "ee9aaa7eb79a5f735d93a4ee9c3fb37b0dc281051fc9fa947754f89bc9e99908"),
            (.version10, "8f57e69f9834f610def5f1463a7e74f53af0b659de8cd3cb88403e0e0c05ac67"),
        ] as [(Argon2Version, String)])
    func `associated data changes the hash`(_ version: Argon2Version, _ hash: String) {
        let argon2 = Argon2(
            length: 32, type: .id, parallelism: 2, iterations: 2, memory: 64, version: version,
            associatedData: Array("associated".utf8))

        #expect(Self.hash(argon2) == hash)
    }

    @Test(arguments: [
        (4, "4b15a4d7"), (32, "301a8fbb4c595c521e6752c989a952d47e1ecd063d89eebcf6887288675b54c8"),
    ])
    func `hashes of other lengths are not parts of longer ones`(_ length: Int, _ hash: String) {
        let argon2 = Argon2(
            length: length, type: .id, parallelism: 1, iterations: 1, memory: 32, version: .version13,
            associatedData: [])

        #expect(Self.hash(argon2) == hash)
    }

    /// The SHA-256 of hashes too long to write down.
    @Test(arguments: [
        (64, "7700ec0a2ea3ca10313dd35fd2cb086eb1b71aa6370aac05efda3321512d8cba"),
        (65, "825b475aa4ad0a1df6ba4b62d3b890241e13fc639df368d193da549e5d02e500"),
        (1024, "f9ae339257f4c34a2e875d22f96fe7de5831e8f8f571c3ce716eec38be64d4f5"),
    ])
    func `long hashes are chains`(_ length: Int, _ digest: String) throws {
        let argon2 = Argon2(
            length: length, type: .id, parallelism: 1, iterations: 1, memory: 32, version: .version13,
            associatedData: [])
        let hash = try #require(argon2.hash(Array("password".utf8), salt: Array("somesalt".utf8)))

        #expect(Hex.encode(PasswordHashFunction.sha256.digest(hash)) == digest)
    }

    @Test(arguments: [
        (35, 4, "5d2d591d0cc6655e555892d0d0c6b4a4a81b42e2048f2c774825b88cc617513e"),
        (37, 3, "13c34ad4e809d93ffc209873f541777d8b0f144b3e7c5f7d134e7195fe32dc05"),
    ])
    func `memory that is not a multiple is rounded down, but hashed as it is`(
        _ memory: Int, _ lanes: Int, _ hash: String
    ) {
        let argon2 = Argon2(
            length: 32, type: .id, parallelism: lanes, iterations: 1, memory: memory, version: .version13,
            associatedData: [])

        #expect(Self.hash(argon2) == hash)
    }

    @Test func `short salts have no hash`() {
        #expect(Self.hash(Self.parameters, salt: "7 bytes") == nil)
        #expect(Self.hash(Self.parameters, salt: "8 bytes.") != nil)
    }
}
