import FirebreakWire

/// The link of an action mail (email-actions.md section 3; production.md section 4).
package struct ActionLink: Sendable {
    /// The action link itself.
    package let action: String
    /// The link in the mail: the action link, inside a hosting link if an app opens it.
    let mailed: String

    init(_ type: ActionCodeType, code: String, _ settings: ActionSettings, language: String, _ call: OperationContext) {
        guard call.behavior.hasHostingLinks else {
            action = Self.referenceLink(type, code: code, settings, call)
            mailed = action
            return
        }
        let hosting =
            settings.linkDomain.flatMap { $0.isEmpty ? nil : "https://\(InternationalDomain.ascii($0) ?? $0)" }
            ?? call.origin
        let wrapper = hosting + HostingLink.path
        var continueURL = settings.continueURL?.nonEmpty
        if settings.namesApp, !settings.handlesCodeInApp { continueURL = continueURL.map { wrapper + $0 } }
        let apiKey = call.services.apiKey(for: call.project, calledWith: call.client.apiKey)
        continueURL = continueURL.map { HostingLink.keyed($0, apiKey, call) }

        // The order matters to Apple's parser (clients.md section 6.1): with the hosting link around it, the first
        // parameter is swallowed, so that must be the API key; and `continueUrl` may contain a `mode` of its own.
        var parameters: [(name: String, value: String)] = [("mode", type.mode), ("oobCode", code)]
        parameters.insert((name: "apiKey", value: apiKey), at: settings.handlesCodeInApp ? 0 : 2)
        if let continueURL { parameters.append(("continueUrl", continueURL)) }
        parameters.append(("lang", language))
        if let tenant = call.tenant { parameters.append(("tenantId", tenant.rawValue)) }

        let base = call.settings.project.callbackURI ?? call.origin + call.behavior.actionPath
        action = AbsoluteURL.extended(base, by: Self.query(parameters))
        mailed =
            settings.namesApp && settings.handlesCodeInApp ? wrapper + PercentEncoding.encodeComponent(action) : action
    }

    private static func referenceLink(
        _ type: ActionCodeType, code: String, _ settings: ActionSettings, _ call: OperationContext
    ) -> String {
        // Reference: one constant key; only links of the default project can work with it (firebreak.md section 3).
        let isDefault = (try? call.services.projectID(of: "fake-api-key")) == call.projectID  // else it leads elsewhere
        let key =
            isDefault ? "fake-api-key" : call.services.apiKey(for: call.project, calledWith: call.client.apiKey)
        var parameters: [(name: String, value: String)] = [
            ("mode", type.mode), ("lang", "en"), ("oobCode", code), ("apiKey", key),
        ]
        if let url = settings.continueURL, !url.isEmpty { parameters.append(("continueUrl", url)) }
        if let tenant = call.tenant { parameters.append(("tenantId", tenant.rawValue)) }
        return call.origin + call.behavior.actionPath + "?" + query(parameters)
    }

    private static func query(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\($0.name)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&")
    }
}

extension ActionLink {
    /// The links of a message for a copy of its project, which is selected by another API key.
    ///
    /// - Parameters:
    ///   - action: The action link.
    ///   - mailed: The same, or a hosting link around it.
    ///   - key: The key that selects the copy.
    ///   - selectsOriginal: Whether a key selects the original project.
    /// - Returns: `nil` if the link has no key of the original project.
    package static func readdressed(
        action: String, mailed: String, to key: String, where selectsOriginal: (String) -> Bool
    ) -> (action: String, mailed: String)? {
        guard let changed = replacingKey(in: action, by: key, where: selectsOriginal) else { return nil }
        let inner = PercentEncoding.encodeComponent(action)
        guard mailed != action, let wrapper = mailed.rest(beforeBytes: inner) else {
            return (changed, mailed == action ? changed : mailed)
        }
        return (changed, wrapper + PercentEncoding.encodeComponent(changed))
    }

    private static func replacingKey(
        in link: String, by key: String, where selectsOriginal: (String) -> Bool
    ) -> String? {
        guard let (page, query) = link.parted(at: "?") else { return nil }
        let name = "apiKey="
        var isChanged = false
        let parameters = query.separated(by: "&", omittingEmptySubsequences: false)
            .map { parameter -> Substring in
                guard let value = parameter.rest(afterBytes: name),
                    selectsOriginal(PercentEncoding.decode(value.utf8, plusIsSpace: true))
                else { return parameter }
                isChanged = true
                return Substring(name + FormURLEncoding.encode(key))
            }
        return isChanged ? "\(page)?\(parameters.joined(separator: "&"))" : nil
    }
}
