import FirebreakWire

/// The project's `blockingFunctions`, which apply to all its tenants (blocking-functions.md section 1).
struct BlockingFunctionSettings: Sendable, Equatable {
    /// URLs by event.
    let functions: [BlockingEvent: String]
    let forwardsAccessToken: Bool
    let forwardsIDToken: Bool
    let forwardsRefreshToken: Bool

    init(_ document: JSON?) {
        var functions: [BlockingEvent: String] = [:]
        for event in BlockingEvent.allCases {
            functions[event] = document?[path: "triggers.\(event.rawValue).functionUri"]?.stringValue?.nonEmpty
        }
        self.functions = functions
        func forwards(_ name: String) -> Bool {
            document?[path: "forwardInboundCredentials.\(name)"]?.boolValue ?? false
        }
        forwardsAccessToken = forwards("accessToken")
        forwardsIDToken = forwards("idToken")
        forwardsRefreshToken = forwards("refreshToken")
    }
}

extension BlockingFunctionSettings {
    /// `blockingFunctions` in its stored form: triggers with the time of their last change (production.md section 8.2).
    static func dated(_ config: JSON?, before: JSON?, at now: Timestamp) -> JSON? {
        guard var config, var triggers = config["triggers"], let members = triggers.objectValue, !members.isEmpty else {
            return config
        }
        for member in members {
            var trigger = member.value
            let earlier = before?["triggers"]?[member.key]
            let isUnchanged = earlier?["functionUri"] == trigger["functionUri"]
            trigger["updateTime"] = (isUnchanged ? earlier?["updateTime"] : nil) ?? .string(now.rfc3339)
            triggers[member.key] = trigger
        }
        config["triggers"] = triggers
        return config
    }

    /// `blockingFunctions` in responses: beside triggers, credentials that are not forwarded leave an empty object
    /// (production.md section 8.2).
    static func shown(_ config: JSON) -> JSON {
        guard config["triggers"]?.objectValue?.isEmpty == false, config["forwardInboundCredentials"] == nil else {
            return config
        }
        var config = config
        config["forwardInboundCredentials"] = .emptyObject
        return config
    }
}
