import FirebreakStore
package import FirebreakWire

/// The stored configuration document.
enum ConfigResource {
    /// Changes the document in one transaction; the change applies from the next call on.
    static func change(_ call: Call, _ body: @Sendable (inout JSON) throws -> Void) async throws -> ProjectSettings {
        try await call.project.write(at: call.now) { tx in
            var document = try tx.setting(.config) ?? ConfigDefaults.document(call.projectID, call.profile)
            try body(&document)
            try tx.set(.config, to: document)
        }
        return try await call.project.settings()
    }

    /// The document in responses: bare in the reference, otherwise with its names, and in production without `false`
    /// members.
    static func shown(_ settings: ProjectSettings, _ call: Call) -> JSON {
        guard call.facts.modelsConfiguration else { return settings.config }
        var document: JSON = ["name": .string("projects/\(settings.projectNumber)/config")]
        for member in settings.config.objectValue ?? [] { document[member.key] = call.facts.shown(member.value) }
        if call.facts.omitsDefaults {
            // Production returns these even if they are empty (production.md sections 5 and 14).
            for name in ["quota", "multiTenant", "blockingFunctions", "emailPrivacyConfig"] {
                document[name] = document[name] ?? .emptyObject
            }
        }
        document["mfa"] = document["mfa"].map(SecondFactorSettings.shown)
        document["blockingFunctions"] = document["blockingFunctions"].map(BlockingFunctionSettings.shown)
        document.set(settings.hashConfig.document, at: "signIn", "hashConfig")
        let key = call.project.ownAPIKey
        document.set(.string(key), at: "client", "apiKey")
        document.set(.string(call.projectID.rawValue), at: "client", "firebaseSubdomain")
        document["defaultHostingSite"] = .string(call.projectID.rawValue)
        return document
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
