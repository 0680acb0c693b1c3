import FirebreakStore
package import FirebreakWire

package struct ReferenceConfig: Codable, Sendable {
    package struct SignIn: Codable, Sendable { var allowDuplicateEmails: Bool? }
    package struct EmailPrivacy: Codable, Sendable { var enableImprovedEmailPrivacy: Bool? }

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
