import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// The stored configuration document.
enum ConfigResource {
    /// Changes the document in one transaction; the change applies from the next call on.
    static func change(_ call: OperationContext, _ body: @Sendable (inout JSON) throws -> Void) async throws
        -> ProjectSettings
    {
        try await call.project.write(at: call.now) { tx in
            var document = try tx.setting(.config) ?? call.project.startingConfig(in: call.profile)
            let before = document
            try body(&document)
            try Limit.configuration.check(document, before: before)
            try tx.set(.config, to: document)
        }
        return try await call.project.settings()
    }

    /// The document in responses: bare in the reference, otherwise in the form of production, with what is known from
    /// elsewhere (production.md section 14).
    ///
    /// - Parameter change: What the response is to; `nil` for a request that only reads. A change's has no texts of mails.
    static func shown(_ settings: ProjectSettings, _ call: OperationContext, after change: ConfigChange? = nil) -> JSON
    {
        guard call.behavior.modelsConfiguration else {
            var document = settings.config
            // Not the reference's; to add a domain, a client starts from the list.
            if change == nil, document["authorizedDomains"] == nil {
                document["authorizedDomains"] = .array(settings.authorizedDomains.map(JSON.string))
            }
            return document
        }
        let project = call.projectID.rawValue
        var document = settings.config
        document["name"] = .string("projects/\(settings.projectNumber)/config")
        document["blockingFunctions"] = document["blockingFunctions"].map(BlockingFunctionSettings.shown)
        document.set(settings.hashConfig.document, at: "signIn", "hashConfig")
        document.set(.string(call.project.ownAPIKey), at: "client", "apiKey")
        document.set(.string(project), at: "client", "firebaseSubdomain")
        document["defaultHostingSite"] = .string(project)
        var notification = document["notification"] ?? .emptyObject
        if notification[path: "sendEmail.callbackUri"]?.stringValue?.nonEmpty == nil {
            notification.set(.string(ConfigDefaults.callbackURI(call.projectID)), at: "sendEmail", "callbackUri")
        }
        document["notification"] = DefaultTemplates(settings.defaultLocale).shown(
            in: notification, showsMails: change == nil)
        document["recaptchaConfig"] = RecaptchaSettings.shown(
            document["recaptchaConfig"], after: change?.changed("recaptchaConfig"))
        return ConfigShape.resource.shown(document)
    }
}

extension FieldMask {
    /// `document` with the named flags taken from `defaults`.
    static func merged(_ document: JSON?, _ defaults: JSON?, flags: [String]) -> JSON {
        var result = document ?? .emptyObject
        for flag in flags { if let value = defaults?[flag] { result[flag] = value } }
        return result
    }
}

extension JSON {
    /// This value without members that are `null`, which production treats as absent.
    package var withoutNulls: JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !$0.value.isNull }.map { Member($0.key, $0.value.withoutNulls) })
    }

    /// This object without some of its members.
    func without(_ names: String...) -> JSON {
        var copy = self
        for name in names { copy[name] = nil }
        return copy
    }

    /// Sets or removes a member of an object inside this object, creating the inner object if necessary.
    mutating func set(_ value: JSON?, at outer: String, _ inner: String) {
        guard value != nil || self[outer] != nil else { return }
        var object = self[outer] ?? .emptyObject
        if case .object = object {} else { object = .emptyObject }
        object[inner] = value
        self[outer] = object
    }
}
