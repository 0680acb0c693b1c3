import FirebreakWire

/// The project's `blockingFunctions`, which apply to all its tenants (blocking-functions.md section 1).
struct BlockingFunctionSettings: Sendable, Equatable {
    /// A function, and what it gets of a provider's credentials.
    struct Function: Sendable, Equatable {
        var url: String
        var getsAccessToken: Bool
        var getsIDToken: Bool
        var getsRefreshToken: Bool
        /// Whether it is one of the Functions emulator's, and not of the project's configuration.
        var isFound: Bool
    }

    private(set) var functions: [BlockingEvent: Function] = [:]

    /// - Parameter areFound: Whether it is not a configuration of a project, but what a Functions emulator has.
    init(_ document: JSON?, areFound: Bool = false) {
        func forwards(_ name: String) -> Bool {
            document?[path: "forwardInboundCredentials.\(name)"]?.boolValue ?? false
        }
        for event in BlockingEvent.allCases {
            guard let url = document?[path: "triggers.\(event.rawValue).functionUri"]?.stringValue?.nonEmpty else {
                continue
            }
            functions[event] = Function(
                url: url, getsAccessToken: forwards("accessToken"), getsIDToken: forwards("idToken"),
                getsRefreshToken: forwards("refreshToken"), isFound: areFound)
        }
    }

    /// The same with others for events that it has no function for.
    func supplemented(with others: BlockingFunctionSettings) -> BlockingFunctionSettings {
        var all = self
        all.functions.merge(others.functions) { own, _ in own }
        return all
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
