package import FirebreakStore
package import FirebreakWire

/// A refresh token outside profile `emulator`: the ID of a stored session and the secret that proves it.
package struct OpaqueRefreshToken: Sendable, Equatable {
    package static let secretBytes = 16
    private static let version: UInt8 = 1

    package var sessionID: Int64
    package var secret: [UInt8]

    package init(sessionID: Int64, secret: [UInt8]) {
        self.sessionID = sessionID
        self.secret = secret
    }

    package var text: String {
        let id = withUnsafeBytes(of: sessionID.bigEndian) { Array($0) }
        return Base64.encode([Self.version] + id + secret, .urlSafe)
    }

    /// - Returns: `nil` for anything that was not made by ``text``.
    package init?(_ text: String) {
        guard let bytes = Base64.decode(text), bytes.count == 9 + Self.secretBytes, bytes[0] == Self.version else {
            return nil
        }
        sessionID = bytes[1...8].reduce(0) { $0 << 8 | Int64($1) }
        secret = Array(bytes[9...])
    }

    /// Compares in constant time.
    package func proves(_ session: Session) -> Bool { equalInConstantTime(session.secret, secret) }
}

/// A refresh token of the reference: stateless, base64 of a JSON object whose form is contract (tokens.md section 4).
package struct ReferenceRefreshToken: Sendable {
    private static let marker = "_AuthEmulatorRefreshToken"

    package var accountID: AccountID
    package var projectID: String
    package var tenant: TenantID?
    package var signIn: SignIn

    package init(_ account: Account, _ signIn: SignIn, _ call: Call) {
        accountID = account.id
        projectID = call.projectID.rawValue
        tenant = call.tenant
        self.signIn = signIn
    }

    package var text: String {
        var record: JSON = [Self.marker: "DO NOT MODIFY", "localId": .string(accountID.rawValue)]
        record["provider"] = .string(signIn.provider)
        record["extraClaims"] = signIn.extraClaims ?? .emptyObject
        record["projectId"] = .string(projectID)
        record["secondFactor"] = signIn.secondFactor
        record["tenantId"] = tenant.map { .string($0.rawValue) }
        return Base64.encode(record.bytes, .standard)
    }

    /// - Returns: `nil` when the text is not base64 of a JSON object with the marker.
    package init?(_ text: String) {
        guard let bytes = Base64.decode(text), let record = try? JSON(parsing: bytes),  // not JSON: no token of ours
            record[Self.marker]?.isTruthy == true, let id = record["localId"]?.stringValue
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
