package import FirebreakStore
package import FirebreakWire

/// A refresh token outside profile `emulator`: the ID of a stored session, the secret that proves it, and the project
/// that made it (production.md section 6.2).
package struct OpaqueRefreshToken: Sendable, Equatable {
    /// The length of a session's secret.
    package static let secretBytes = 16
    /// Of tokens that name their project between ID and secret, with its length, so that one that is cut off is none.
    /// Those of version 1 do not.
    private static let version: UInt8 = 2
    private static let idBytes = 9

    var sessionID: Int64
    var secret: [UInt8]
    /// `nil` for a token that an older server made.
    package var project: ProjectID?

    package init(sessionID: Int64, secret: [UInt8], project: ProjectID) {
        self.sessionID = sessionID
        self.secret = secret
        self.project = project
    }

    package var text: String {
        let id = withUnsafeBytes(of: sessionID.bigEndian) { Array($0) }
        guard let project else { return Base64.encode([1] + id + secret, .urlSafe) }
        // An ID has at most 128 bytes.
        let name = Array(project.rawValue.utf8)
        return Base64.encode(
            [Self.version] + id + [UInt8(truncatingIfNeeded: name.count)] + name + secret, .urlSafe)
    }

    /// - Returns: `nil` for anything that was not made by ``text``.
    package init?(_ text: String) {
        guard let bytes = Base64.decode(text), bytes.count >= Self.idBytes + Self.secretBytes else { return nil }
        let name = bytes[Self.idBytes..<(bytes.count - Self.secretBytes)]
        switch bytes[0] {
        case 1 where name.isEmpty: project = nil
        case Self.version:
            guard let length = name.first, name.count == Int(length) + 1,
                let named = String(validating: name.dropFirst(), as: UTF8.self).map(ProjectID.init(rawValue:)),
                named.isValid
            else { return nil }
            project = named
        default: return nil
        }
        sessionID = bytes[1..<Self.idBytes].reduce(0) { $0 << 8 | Int64($1) }
        secret = Array(bytes.suffix(Self.secretBytes))
    }

    /// The session that the token proves, which may have come with an import.
    func session(_ tx: Transaction) throws -> Session? {
        if let session = try tx.session(id: sessionID), proves(session) { return session }
        return try tx.importedSessions(originalID: sessionID).first(where: proves)
    }

    /// Compares in constant time.
    private func proves(_ session: Session) -> Bool { equalInConstantTime(session.secret, secret) }
}

extension ProjectID {
    /// The project that a refresh token names, of the reference's form or opaque. Nothing in it is proved.
    package init?(namedByRefreshToken text: String) {
        let named =
            ReferenceRefreshToken(text).map { ProjectID(rawValue: $0.projectID) } ?? OpaqueRefreshToken(text)?.project
        guard let named, named.isValid else { return nil }
        self = named
    }
}

/// A refresh token of the reference: stateless, base64 of a JSON object whose form is part of the contract (tokens.md
/// section 4).
package struct ReferenceRefreshToken: Sendable {
    private static let marker: StaticString = "_AuthEmulatorRefreshToken"

    var accountID: AccountID
    var projectID: String
    var tenant: TenantID?
    package var signIn: SignIn

    package init(_ account: Account, _ signIn: SignIn, _ call: OperationContext) {
        accountID = account.id
        projectID = call.projectID.rawValue
        tenant = call.tenant
        self.signIn = signIn
    }

    package var text: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member(Self.marker, "DO NOT MODIFY")
        writer.member("localId", accountID.rawValue)
        writer.member("provider", signIn.provider)
        writer.member("extraClaims", signIn.extraClaims ?? .emptyObject)
        writer.member("projectId", projectID)
        writer.member("secondFactor", signIn.secondFactor)
        writer.member("tenantId", tenant?.rawValue)
        writer.endObject()
        return Base64.encode(writer.bytes, .standard)
    }

    /// - Returns: `nil` when the text is not base64 of a JSON object with the marker.
    package init?(_ text: String) {
        // What is not JSON is not one of ours.
        guard let bytes = Base64.decode(text), let record = try? JSON(parsing: bytes, keys: .claims),
            record["\(Self.marker)"]?.isTruthy == true, let id = record["localId"]?.stringValue
        else { return nil }
        accountID = AccountID(rawValue: id)
        projectID = record["projectId"]?.stringValue ?? ""
        tenant = record["tenantId"]?.stringValue.map(TenantID.init(rawValue:))
        var extra = record["extraClaims"]
        if extra == .emptyObject { extra = JSON?.none }
        signIn = SignIn(
            provider: record["provider"]?.stringValue ?? "password", extraClaims: extra,
            secondFactor: record["secondFactor"])
    }
}
