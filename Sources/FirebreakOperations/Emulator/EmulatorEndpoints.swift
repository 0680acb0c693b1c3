import FirebreakStore
package import FirebreakWire

/// The two settings of the reference's own configuration endpoint (emulator-api.md).
package enum GetEmulatorConfig: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> ReferenceConfig {
        ReferenceConfig(call.settings.project)
    }
}

/// Sets whichever of the two settings is given; with neither, the profile's defaults return (emulator-api.md).
package enum UpdateEmulatorConfig: APIOperation {
    package struct Request: Decodable, Sendable {
        var config: ReferenceConfig
        var tenantId: String?

        private enum CodingKeys: CodingKey { case tenantId }

        package init(from decoder: any Decoder) throws {
            config = try ReferenceConfig(from: decoder)
            tenantId = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .tenantId)
        }
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> ReferenceConfig {
        guard request.tenantId?.isEmpty != false else { throw WireError.configOnlyOnProjects }
        let settings = try await ConfigResource.change(call) { document in
            if request.config.isEmpty {
                let defaults = call.project.startingConfig(in: call.profile)
                for name in ["signIn", "emailPrivacyConfig"] {
                    document[name] = FieldMask.merged(
                        document[name], defaults[name], flags: ["allowDuplicateEmails", "enableImprovedEmailPrivacy"])
                }
                document["blockingFunctions"] = .emptyObject
            }
            request.config.apply(to: &document)
        }
        return ReferenceConfig(settings)
    }
}

package struct ReferenceConfig: Codable, Sendable {
    package struct SignIn: Codable, Sendable { var allowDuplicateEmails: Bool? }
    struct EmailPrivacy: Codable, Sendable { var enableImprovedEmailPrivacy: Bool? }

    var signIn: SignIn?
    var emailPrivacyConfig: EmailPrivacy?

    private enum CodingKeys: String, CodingKey {
        case emailPrivacyConfig
        case signIn
    }

    package init(_ settings: ProjectSettings) {
        signIn = SignIn(allowDuplicateEmails: settings.allowsDuplicateEmails)
        emailPrivacyConfig = EmailPrivacy(enableImprovedEmailPrivacy: settings.hidesEmailAddresses)
    }

    /// Whether neither is given.
    package var isEmpty: Bool {
        signIn?.allowDuplicateEmails == nil && emailPrivacyConfig?.enableImprovedEmailPrivacy == nil
    }

    /// Sets the given ones of the two in a configuration document.
    package func apply(to document: inout JSON) {
        if let duplicates = signIn?.allowDuplicateEmails {
            document.set(.bool(duplicates), at: "signIn", "allowDuplicateEmails")
        }
        if let privacy = emailPrivacyConfig?.enableImprovedEmailPrivacy {
            document.set(.bool(privacy), at: "emailPrivacyConfig", "enableImprovedEmailPrivacy")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        emailPrivacyConfig = try container.decodeIfPresent(EmailPrivacy.self, forKey: .emailPrivacyConfig)
        signIn = try container.decodeIfPresent(SignIn.self, forKey: .signIn)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(signIn, forKey: .signIn)
        try container.encodeIfPresent(emailPrivacyConfig, forKey: .emailPrivacyConfig)
    }
}

/// Deletes every account of the project or tenant; codes and configuration stay (emulator-api.md).
package enum DeleteAllAccounts: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Empty {
        try await call.write { tx in try tx.deleteAllAccounts() }
        return Empty()
    }
}

/// Lists the SMS codes that still work (emulator-api.md).
package enum ListVerificationCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package struct Response: Encodable, Sendable {
        struct Code: Encodable, Sendable {
            var code: String
            var phoneNumber: String
            var sessionInfo: String
        }

        var verificationCodes: [Code]
    }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Response {
        let messages = try await call.read { tx in
            try tx.openMessages(channel: .sms, at: call.moment)
        }
        return Response(
            verificationCodes: messages.map {
                Response.Code(code: $0.code ?? "", phoneNumber: $0.recipient, sessionInfo: $0.sessionInfo ?? "")
            })
    }
}

/// Removes the SMS codes that were not used, with their messages (emulator-api.md).
package enum DeleteVerificationCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Empty {
        try await call.deleteCodes(channel: .sms)
    }
}

/// Removes the e-mail codes that were not used, with their messages (emulator-api.md).
package enum DeleteOobCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Empty {
        try await call.deleteCodes(channel: .email)
    }
}

extension OperationContext {
    fileprivate func deleteCodes(channel: Message.Channel) async throws -> Empty {
        let moment = settings.project.expiryMoment(at: now)
        try await write { tx in try tx.deleteCodes(channel: channel, at: moment) }
        return Empty()
    }
}

/// Lists the e-mail codes that still work (emulator-api.md).
package enum ListOobCodes: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package struct Response: Encodable, Sendable {
        struct Code: Encodable, Sendable {
            var email: String
            var newEmail: String?
            var requestType: String
            var oobCode: String
            var oobLink: String
        }

        var oobCodes: [Code]
    }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Response {
        let messages = try await call.read { tx in
            try tx.openMessages(channel: .email, at: call.moment)
        }
        return Response(
            oobCodes: messages.map { message in
                // `newEmail` of a recovery code is the outbox's own addition.
                let isChange = message.type == ActionCodeType.verifyAndChangeEmail.rawValue
                return Response.Code(
                    email: message.boundEmail, newEmail: isChange ? message.newEmail : nil,
                    requestType: message.type, oobCode: message.code ?? "", oobLink: message.mailedLink ?? "")
            })
    }
}
