import FirebreakStore
import FirebreakWire

/// An account event as it is posted to a listener (blocking-functions.md section 5).
enum AccountEventMessage {
    /// Milliseconds for one attempt.
    private static let timeout: Int64 = 10_000

    /// - Parameter url: `{project}` in it stands for the project's ID.
    static func request(
        _ event: AccountEvent, to url: String, _ project: ProjectID, at now: Timestamp, _ random: RandomSource
    ) -> OutgoingRequest {
        let id = PercentEncoding.encodeComponent(project.rawValue)
        let body: JSON = [
            "eventId": .string(random.uuid()),
            "eventType": .string("providers/firebase.auth/eventTypes/\(event.kind.name)"),
            "resource": [
                "name": .string("projects/\(project)"), "service": "firebaseauth.googleapis.com",
            ],
            "params": [:], "timestamp": .string(now.rfc3339), "data": data(event),
        ]
        return OutgoingRequest(url: url.substituting("{project}", with: id), body: body.bytes, timeout: timeout)
    }

    private static func data(_ event: AccountEvent) -> JSON {
        let account = event.account
        var data: JSON = ["uid": .string(account.id.rawValue)]
        data["email"] = account.email.map(JSON.string)
        data["emailVerified"] = account.emailVerified.map(JSON.bool)
        data["displayName"] = account.userProfile.displayName.map(JSON.string)
        data["photoURL"] = account.userProfile.photoURL.map(JSON.string)
        data["phoneNumber"] = account.phoneNumber.map(JSON.string)
        data["disabled"] = account.disabled.map(JSON.bool)
        var metadata = JSON.emptyObject
        metadata["creationTime"] = time(account.createdAt)
        metadata["lastSignInTime"] = time(account.lastLoginAt)
        data["metadata"] = metadata
        // Checked when it was stored.
        let claims = account.customAttributes.flatMap { try? JSON(parsing: $0, keys: .stored) }
        data["customClaims"] = claims ?? .emptyObject
        data["providerData"] = account.providers.map { .array($0.map { providerData($0, of: account) }) }
        data["tenantId"] = event.tenant.map { .string($0.rawValue) }
        data["mfaInfo"] = account.secondFactors.map { .array($0.map(\.document)) }
        return data
    }

    /// RFC 3339 for milliseconds, which admins may have set to any text.
    private static func time(_ milliseconds: String?) -> JSON? {
        milliseconds.flatMap(Int64.init).map { .string(Timestamp(milliseconds: $0).rfc3339) }
    }

    private static func providerData(_ provider: Account.Provider, of account: Account) -> JSON {
        let identity = account.identity(of: provider)
        var data = JSON.emptyObject
        let keys: [FederatedIdentity.Key] = [.rawID, .providerID, .displayName, .email, .federatedID, .phoneNumber]
        for key in keys { data[key.rawValue] = identity[key] }
        data["photoURL"] = identity[.photoURL]
        data["screenName"] = identity[.screenName]
        return data
    }
}
