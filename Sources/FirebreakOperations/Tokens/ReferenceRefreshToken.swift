package import FirebreakStore
package import FirebreakWire

/// A refresh token of the reference: stateless, base64 of a JSON object whose form is part of the contract (tokens.md
/// section 4).
package struct ReferenceRefreshToken: Sendable {
    private static let marker: StaticString = "_AuthEmulatorRefreshToken"

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
