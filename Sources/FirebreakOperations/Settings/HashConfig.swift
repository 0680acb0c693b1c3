package import FirebreakCredentials
package import FirebreakWire

/// `signIn.hashConfig` of a project or `hashConfig` of a tenant: its own password hash (production.md sections 14
/// and 16.2), which is Firebase's SCRYPT.
///
/// Production makes the parameters and only shows them. Here every project shows some too, and hashes that are imported
/// without `hashAlgorithm` are taken for hashes of its own. But new passwords are hashed with them only once somebody
/// sets them, because such a hash costs some 100 ms; until then passwords have the marked form of ``HashedPassword``.
package struct HashConfig: Sendable, Equatable {
    package let scrypt: FirebaseScrypt
    /// Whether somebody set it, and so asks for real hashes of new passwords.
    package let isSet: Bool
    /// As it is shown and stored: all five members, byte strings in the standard alphabet.
    package let document: JSON

    /// What a project shows by itself: production's usual costs, and a key that follows from the project's ID.
    package init(defaultOf project: ProjectID) {
        let key = Digest.sha512(Array("firebreak signer key of \(project)".utf8))
        self.init(.usual(signerKey: key, saltSeparator: [7]), isSet: false)
    }

    /// - Returns: `nil` for a document that is no hash configuration.
    package init?(stored document: JSON?) {
        guard let document, let config = try? HashConfig(document) else { return nil }
        self = config
    }

    /// - Throws: What ``PasswordHashSettings/init(hashConfig:)`` throws.
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
    /// What a request makes of the stored document.
    enum Change: Sendable {
        case none
        /// `nil`: back to what the project shows by itself.
        case set(JSON?)

        func applied(to stored: JSON?) -> JSON? {
            switch self {
            case .none: stored
            case .set(let document): document
            }
        }
    }

    /// - Parameters:
    ///   - given: The request's value. Members that it lacks stay as they are shown.
    ///   - part: What the request changes. Unless that names the hash configuration, a value that is the shown one
    ///     changes nothing: it comes from clients that read, change and write back the whole resource, of which this is
    ///     read-only in production.
    ///   - path: Of the value in the request.
    /// - Throws: `INVALID_HASH_ALGORITHM`, `INVALID_HASH_ROUNDS`, `INVALID_HASH_MEMORY_COSTS`, `EMPTY_HASH_KEY`;
    ///   ``SchemaViolation`` for members of another type.
    func change(by given: JSON?, _ part: ChangedPart, at path: [String]) throws -> Change {
        let isNamed = part.names(path)
        guard let given else {
            // A mask resets what it names.
            if case .masked = part, isNamed { return .set(nil) }
            return .none
        }
        let path = path.map(SchemaViolation.Step.key)
        guard let members = given.objectValue else {
            throw SchemaViolation(
                path: path, problem: .type("object"), value: given.text, protobufType: "TYPE_MESSAGE")
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

    /// Checks a document that was stored elsewhere.
    ///
    /// - Throws: What a change to it would throw.
    static func check(stored document: JSON?) throws {
        if let document { _ = try HashConfig(document) }
    }
}
