import FirebreakStore
import FirebreakWire

/// Changes the project's configuration through the legacy API, whose fields are mapped to the configuration of v2
/// (tenants-config.md B5). Missing fields stay unchanged.
package enum SetProjectConfig: APIOperation {
    struct Template: Decodable, Sendable {
        var body: String?
        var format: String?
        var from: String?
        var fromDisplayName: String?
        var replyTo: String?
        var subject: String?
    }

    struct Provider: Decodable, Sendable {
        var clientId: String?
        var enabled: Bool?
        var provider: String?
        var secret: String?
    }

    package struct Request: Decodable, Sendable {
        var allowPasswordUser: Bool?
        package var authorizedDomains: [String]?
        var changeEmailTemplate: Template?
        var enableAnonymousUser: Bool?
        var idpConfig: [Provider]?
        var legacyResetPasswordTemplate: Template?
        var resetPasswordTemplate: Template?
        var verifyEmailTemplate: Template?
    }

    package struct Response: Encodable, Sendable {
        var projectId: String
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        guard call.isAdmin else { throw WireError.insufficientPermission.because(.credential(.admin)) }
        if let domains = request.authorizedDomains { try AuthorizedDomain.check(entries: domains, call.profile) }
        let providers = try (request.idpConfig ?? []).map { provider throws(WireError) in try record(of: provider, call)
        }
        try await call.project.write(at: call.now) { tx in
            var document = try tx.setting(.config) ?? call.project.startingConfig(in: call.profile)
            let before = document
            request.apply(to: &document)
            try Limit.configuration.check(document, before: before)
            try tx.set(.config, to: document)
            for provider in providers { try tx.save(provider, in: DefaultSupportedIdpConfig.collection) }
        }
        return Response(projectId: call.settings.project.projectNumber)
    }

    private static func record(of provider: Provider, _ call: OperationContext) throws(WireError)
        -> ProviderConfigRecord
    {
        // Older provider names have no domain.
        let id = provider.provider.map { $0.containsBytes(of: ".") ? $0.lowercased() : $0.lowercased() + ".com" }
        try DefaultSupportedIdpConfig.check(id: id, call.profile)
        var document: JSON = ["enabled": .bool(provider.enabled ?? false)]
        document["clientId"] = provider.clientId.map(JSON.string)
        document["clientSecret"] = provider.secret.map(JSON.string)
        return ProviderConfigRecord(id: id ?? "", document: document)
    }
}

extension SetProjectConfig.Request {
    fileprivate func apply(to document: inout JSON) {
        func set(_ path: [String], _ value: JSON?) {
            guard let value else { return }
            let body = path.reversed().reduce(value) { inner, name in .object([JSON.Member(name, inner)]) }
            FieldMask(paths: [path]).applyProduction(body, to: &document, of: ConfigShape.resource)
        }
        set(["signIn", "email", "enabled"], allowPasswordUser.map(JSON.bool))
        set(["signIn", "anonymous", "enabled"], enableAnonymousUser.map(JSON.bool))
        set(["authorizedDomains"], authorizedDomains.map { .array($0.map(JSON.string)) })
        let templates = [
            ("changeEmailTemplate", changeEmailTemplate), ("verifyEmailTemplate", verifyEmailTemplate),
            ("resetPasswordTemplate", resetPasswordTemplate),
            ("legacyResetPasswordTemplate", legacyResetPasswordTemplate),
        ]
        for (name, template) in templates {
            set(["notification", "sendEmail", name], template?.document)
        }
    }
}

extension SetProjectConfig.Template {
    /// A template in the form of v2: only the part of the sender's address before the `@` is configured.
    fileprivate var document: JSON {
        var document = JSON.emptyObject
        document["senderLocalPart"] = from.map { .string(String($0.prefix { $0 != "@" })) }
        document["senderDisplayName"] = fromDisplayName.map(JSON.string)
        document["replyTo"] = replyTo.map(JSON.string)
        document["subject"] = subject.map(JSON.string)
        document["body"] = body.map(JSON.string)
        document["bodyFormat"] = format.map { .string($0 == "EMAIL_BODY_FORMAT_HTML" ? "HTML" : $0) }
        return document
    }
}
