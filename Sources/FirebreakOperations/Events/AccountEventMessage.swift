package import FirebreakStore
import FirebreakWire

/// An account event as it is posted to a listener (blocking-functions.md section 5).
struct AccountEventMessage {
    /// Milliseconds for one attempt.
    private static let timeout: Int64 = 10_000

    let event: AccountEvent
    let project: ProjectID
    let profile: Profile
    let now: Timestamp

    /// The requests that tell a listener of the event, in the order in which they are sent.
    func requests(to listener: AccountEventListener, _ random: RandomSource) -> [OutgoingRequest] {
        let url = listener.url.substituting("{project}", with: PercentEncoding.encodeComponent(project.rawValue))
        return listener.forms.map { form in
            let id = random.uuid()
            switch form {
            case .firstGeneration:
                return OutgoingRequest(url: url, body: firstGeneration(id).bytes, timeout: Self.timeout)
            case .structured:
                var document = JSON.emptyObject
                for (name, value) in attributes(id) { document[name] = .string(value) }
                document["data"] = cloudEventData
                return OutgoingRequest(
                    url: url, body: document.bytes, contentType: "application/cloudevents+json; charset=UTF-8",
                    timeout: Self.timeout)
            case .binary:
                let headers = attributes(id).map { ("ce-\($0.name)", PercentEncoding.encodeHeader($0.value)) }
                return OutgoingRequest(
                    url: url, body: cloudEventData.bytes, contentType: "application/json; charset=utf-8",
                    timeout: Self.timeout, headers: Dictionary(headers) { $1 })
            }
        }
    }

    private func firstGeneration(_ id: String) -> JSON {
        [
            "eventId": .string(id), "eventType": .string("providers/firebase.auth/eventTypes/\(event.kind.name)"),
            "resource": ["name": .string("projects/\(project)"), "service": "firebaseauth.googleapis.com"],
            "params": [:], "timestamp": .string(now.rfc3339), "data": firstGenerationUser,
        ]
    }

    /// The context of the CloudEvent.
    private func attributes(_ id: String) -> [(name: String, value: String)] {
        var attributes = [
            (name: "specversion", value: "1.0"), (name: "id", value: id), (name: "time", value: now.rfc3339),
            (name: "type", value: AccountEvent.Kind.cloudEventTypes + event.kind.cloudEventName),
            (name: "source", value: "//identitytoolkit.googleapis.com/projects/\(project)"),
            (name: "subject", value: "users/\(event.account.id.rawValue)"),
        ]
        if let tenant = event.tenant { attributes.append((name: "tenantid", value: tenant.rawValue)) }
        return attributes
    }

    private var cloudEventData: JSON {
        let user = profile.behavior.describesEventsAsProduction ? secondGenerationUser : firstGenerationUser
        return event.kind == .created ? ["value": user] : ["oldValue": user]
    }
}

// MARK: - The account

extension AccountEventMessage {
    private var firstGenerationUser: JSON {
        let account = event.account
        var data: JSON = ["uid": .string(account.id.rawValue)]
        data["email"] = account.email.map(JSON.string)
        data["emailVerified"] = account.emailVerified.map(JSON.bool)
        data["displayName"] = account.userProfile.displayName.map(JSON.string)
        data["photoURL"] = account.userProfile.photoURL.map(JSON.string)
        data["phoneNumber"] = account.phoneNumber.map(JSON.string)
        data["disabled"] = account.disabled.map(JSON.bool)
        var metadata = JSON.emptyObject
        let (created, signedIn) =
            profile.behavior.describesEventsAsProduction
            ? ("createdAt", "lastSignedInAt") : ("creationTime", "lastSignInTime")
        metadata[created] = Self.time(account.createdAt)
        metadata[signedIn] = Self.time(account.lastLoginAt)
        data["metadata"] = metadata
        data["customClaims"] = claims ?? .emptyObject
        data["providerData"] = account.providers.map { .array($0.map(firstGenerationProvider)) }
        data["tenantId"] = event.tenant.map { .string($0.rawValue) }
        data["mfaInfo"] = account.secondFactors.map { .array($0.map(\.document)) }
        return data
    }

    private func firstGenerationProvider(_ provider: Account.Provider) -> JSON {
        let identity = event.account.identity(of: provider)
        var data = JSON.emptyObject
        if profile.behavior.describesEventsAsProduction { data["uid"] = identity[.rawID] }
        let keys: [FederatedIdentity.Key] = [.rawID, .providerID, .displayName, .email, .federatedID, .phoneNumber]
        for key in keys { data[key.rawValue] = identity[key] }
        data["photoURL"] = identity[.photoURL]
        data["screenName"] = identity[.screenName]
        return data
    }

    /// By Google's schema, `google.events.firebase.auth.v2.User` of google-cloudevents, in which members that are empty
    /// or false are absent.
    private var secondGenerationUser: JSON {
        let account = event.account
        var user: JSON = ["uid": .string(account.id.rawValue)]
        user["email"] = Self.text(account.email)
        user["emailVerified"] = account.emailVerified == true ? true : JSON?.none
        user["displayName"] = Self.text(account.userProfile.displayName)
        user["photoURL"] = Self.text(account.userProfile.photoURL)
        user["disabled"] = account.disabled == true ? true : JSON?.none
        var metadata = JSON.emptyObject
        metadata["createTime"] = Self.time(account.createdAt)
        metadata["lastSignInTime"] = Self.time(account.lastLoginAt)
        if metadata != .emptyObject { user["metadata"] = metadata }
        let providers = (account.providers ?? []).map(secondGenerationProvider)
        if !providers.isEmpty { user["providerData"] = .array(providers) }
        user["phoneNumber"] = Self.text(account.phoneNumber)
        if let claims, claims != .emptyObject { user["customClaims"] = claims }
        return user
    }

    private func secondGenerationProvider(_ provider: Account.Provider) -> JSON {
        let identity = event.account.identity(of: provider)
        let members: [(name: String, key: FederatedIdentity.Key)] = [
            ("uid", .rawID), ("email", .email), ("displayName", .displayName), ("photoURL", .photoURL),
            ("providerId", .providerID),
        ]
        var data = JSON.emptyObject
        for (name, key) in members { data[name] = Self.text(identity[key]?.stringValue) }
        return data
    }

    /// Checked when they were stored.
    private var claims: JSON? { event.account.customAttributes.flatMap { try? JSON(parsing: $0, keys: .stored) } }

    private static func text(_ text: String?) -> JSON? { text?.nonEmpty.map(JSON.string) }

    /// RFC 3339 for milliseconds, which admins may have set to any text.
    private static func time(_ milliseconds: String?) -> JSON? {
        milliseconds.flatMap(Int64.init).map { .string(Timestamp(milliseconds: $0).rfc3339) }
    }
}

extension AccountEvent.Kind {
    /// As the type of an event of the 1st generation ends.
    package var name: String { self == .created ? "user.create" : "user.delete" }

    /// How the types of events of the 2nd generation begin.
    package static let cloudEventTypes = "google.firebase.auth."

    /// As the type of an event of the 2nd generation ends.
    package var cloudEventName: String { self == .created ? "user.v2.created" : "user.v2.deleted" }
}
