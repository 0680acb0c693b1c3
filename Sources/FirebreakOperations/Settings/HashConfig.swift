package import FirebreakCredentials
package import FirebreakWire

/// `signIn.hashConfig` of a project or `hashConfig` of a tenant: its own password hash (production.md sections 14
/// and 16.2), which is Firebase's SCRYPT.
///
/// In production the parameters are generated and only shown. Here every project shows some too, and hashes imported
/// without `hashAlgorithm` are assumed to be made with them. But new passwords are hashed with them only after they
/// have been set, because such a hash takes some 100 ms; until then passwords have the marked form of
/// ``HashedPassword``.
package struct HashConfig: Sendable, Equatable {
    let scrypt: FirebaseScrypt
    /// Whether it was set, which requests real hashes of new passwords.
    let isSet: Bool
    /// In its stored form, also used in responses: all five members, byte strings in the standard alphabet.
    let document: JSON

    /// The default of a project: production's usual costs, and a key derived from the project's ID.
    init(defaultOf project: ProjectID) {
        let key = Digest.sha512(Array("firebreak signer key of \(project)".utf8))
        self.init(.usual(signerKey: key, saltSeparator: [7]), isSet: false)
    }

    /// - Returns: `nil` for a document that is not a hash configuration.
    package init?(stored document: JSON?) {
        guard let document, let config = try? HashConfig(document) else { return nil }
        self = config
    }

    /// - Throws: The errors of ``PasswordHashSettings/init(hashConfig:)``.
    private init(_ document: JSON) throws {
        guard case .firebaseScrypt(let scrypt) = try PasswordHashSettings(hashConfig: document) else {
            throw WireError.invalidHashAlgorithm
        }
        self.init(scrypt, isSet: true)
    }

    private init(_ scrypt: FirebaseScrypt, isSet: Bool) {
        self.scrypt = scrypt
        self.isSet = isSet
        document = [
            "algorithm": .string(PasswordHashAlgorithm.firebaseScrypt.rawValue),
            "signerKey": .string(Base64.encode(scrypt.signerKey, .standard)),
            "saltSeparator": .string(Base64.encode(scrypt.saltSeparator, .standard)),
            "rounds": .int(scrypt.rounds), "memoryCost": .int(scrypt.memoryCost),
        ]
    }

    package var settings: PasswordHashSettings { .firebaseScrypt(scrypt) }
}

extension HashConfig {
    /// The effect of a request on the stored document.
    enum Change: Sendable {
        case none
        /// `nil` returns to the project's default.
        case set(JSON?)

        func applied(to stored: JSON?) -> JSON? {
            switch self {
            case .none: stored
            case .set(let document): document
            }
        }
    }

    /// - Parameters:
    ///   - given: The request's value. Missing members keep their shown values.
    ///   - part: What the request changes. Unless it names the hash configuration, a value equal to the shown one
    ///     changes nothing: it comes from clients that read, change and write back the whole resource, in which
    ///     production treats this as read-only.
    ///   - path: The path of the value in the request.
    /// - Throws: `INVALID_HASH_ALGORITHM`, `INVALID_HASH_ROUNDS`, `INVALID_HASH_MEMORY_COSTS`, `EMPTY_HASH_KEY`;
    ///   ``SchemaViolation`` for members of another type.
    func change(by given: JSON?, _ part: ChangedPart, at path: [String]) throws -> Change {
        let isNamed = part.names(path)
        guard let given else {
            // A mask resets the fields it names.
            if case .masked = part, isNamed { return .set(nil) }
            return .none
        }
        let path = path.map(SchemaViolation.Step.key)
        guard let members = given.objectValue else {
            throw SchemaViolation(
                path: path, problem: .type("object"), value: given, protobufType: "TYPE_MESSAGE")
        }
        var whole = document
        for member in members { whole[member.key] = member.value }
        do {
            let config = try HashConfig(whole)
            return isNamed || config.document != document ? .set(config.document) : .none
        } catch var violation as SchemaViolation {
            violation.path = path + violation.path
            throw violation
        }
    }

    /// Checks an imported document.
    ///
    /// - Throws: The errors of the corresponding change.
    static func check(stored document: JSON?) throws {
        if let document { _ = try HashConfig(document) }
    }
}
