import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

// What Google has no field for (firebreak.md section 3.2).

extension SettingsSection {
    static let rules = SettingsSection(
        id: "rules", title: "Rules",
        introduction: { _ in
            "What Google’s configuration has no field for. A rule with the profile’s value is not stored."
        },
        parts: { scope in ruleSettings.map { rule($0, scope) } + [AccountEventsRule(), WebhookRule(scope)] })

    /// Names, meanings and values.
    private static let ruleSettings: [StoredSetting] = expiring + signingIn + credentials + messages

    /// Says where a value comes from that is neither the profile's nor the project's own.
    private static func rule(_ setting: StoredSetting, _ scope: SettingsScope) -> StoredSetting {
        guard scope.isGivenByServer(setting.path) else { return setting }
        let field = setting.field
        return StoredSetting(
            setting.path, field.label,
            "\(field.hint) The server was started with another value for all projects (<code>--rule</code>).",
            field.control, placeholder: field.placeholder, group: field.group, showsDefault: true)
    }

    private static func choice(
        _ name: String, _ hint: HTML, _ values: [String], group: String
    ) -> StoredSetting {
        StoredSetting(
            name, name, hint, .choice(values.map { .init($0, $0) }), group: group, showsDefault: true)
    }

    private static let expiring: [StoredSetting] = [
        choice(
            "expiry", "Whether anything in <code>lifetimes</code> expires.", ["on", "off"], group: "Codes and tokens"),
        StoredSetting(
            "lifetimes", "lifetimes",
            "Seconds by the project’s clock; <code>null</code> means forever. Those left out are as in the profile.",
            .json(rows: 10), group: "Codes and tokens", showsDefault: true),
        choice(
            "supersedeCodes", "Whether a newer code voids older ones of the same type and address.", ["on", "off"],
            group: "Codes and tokens"),
        StoredSetting(
            "limits", "limits",
            """
            The service’s throttling: <code>{"count", "seconds"}</code> each, <code>null</code> for none.
            """, .json(rows: 7), group: "Codes and tokens", showsDefault: true),
        StoredSetting(
            "smsCode", "smsCode", "The six digits in every SMS; test phone numbers keep their own.", .line,
            placeholder: "random", group: "Codes and tokens", showsDefault: true),
        choice(
            "idTokens",
            "Whether ID tokens and session cookies are signed; Admin SDKs in emulator mode insist on unsigned ones.",
            ["unsigned", "signed"], group: "Codes and tokens"),
    ]

    private static let signingIn: [StoredSetting] = [
        choice(
            "takeover",
            """
            Whether a sign-in by email link or verified federated address removes the unverified means of an account \
            whose address was never verified; <code>federated</code> leaves email links out.
            """, ["on", "federated", "off"], group: "Signing in"),
        choice(
            "providers", "Which identity providers can be used: any, or those with an enabled configuration.",
            ["any", "configured"], group: "Signing in"),
        choice(
            "idpPages", "Where users sign in with a SAML provider: at this server’s page, or at the provider.",
            ["builtin", "provider"], group: "Signing in"),
        choice(
            "passkeys", "Whether passkeys can be enrolled and used.", ["on", "off"], group: "Signing in"),
        choice(
            "adminOrigins", "Which web pages may act as an admin: any, or those of authorized domains.",
            ["any", "authorized"], group: "Signing in"),
    ]

    private static let credentials: [StoredSetting] = [
        choice(
            "credentials", "Whether federated credentials and custom tokens are taken at their word, or verified.",
            ["unverified", "verified"], group: "Credentials of others"),
        StoredSetting(
            "credentialKeys", "credentialKeys",
            "Keys of identity providers for that, by provider ID: JWKS documents or <code>certificates</code>.",
            .json(rows: 3), group: "Credentials of others", showsDefault: true),
        StoredSetting(
            "serviceAccounts", "serviceAccounts",
            "Keys of the service accounts that may make custom tokens, by their email address.", .json(rows: 3),
            group: "Credentials of others", showsDefault: true),
    ]

    private static let messages: [StoredSetting] = [
        StoredSetting(
            "appName", "appName", "<code>%APP_NAME%</code> in messages.", .line, placeholder: "the project ID",
            group: "Messages and events", showsDefault: true),
        StoredSetting(
            "hostingDomains", "hostingDomains",
            "The custom domains that <code>linkDomain</code> may name, one on each line.", .list(rows: 3),
            group: "Messages and events", showsDefault: true),
    ]
}

/// Rule `accountEvents`, a URL and the form of what is posted to it.
private struct AccountEventsRule: SettingPart {
    let paths = ["accountEvents"]

    private static let format = "accountEvents.format"
    /// The form of a rule that is a URL alone.
    private static let standard = "v1"

    var fields: [SettingField] {
        [
            SettingField(
                "accountEvents", "accountEvents",
                "A URL to which accounts that come and go are posted; <code>{project}</code> in it is the project’s ID.",
                .line, placeholder: "none", group: "Messages and events", showsDefault: true),
            SettingField(
                Self.format, "accountEvents: format",
                """
                As functions of the 1st generation get them, of the 2nd (CloudEvents), both one after the other, or as \
                Eventarc posts them to a service.
                """,
                .choice(["v1", "v2", "both", "eventarc"].map { .init($0, $0) }), group: "Messages and events"),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let rule = document["accountEvents"]
        return [
            "accountEvents": rule?.stringValue ?? rule?["url"]?.stringValue ?? "",
            Self.format: rule?["format"]?.stringValue ?? Self.standard,
        ]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        guard let url = values["accountEvents"]?.nonEmpty else {
            return change.set(nil, at: "accountEvents", empty: empty)
        }
        let format = values[Self.format]?.nonEmpty ?? Self.standard
        let rule: JSON = format == Self.standard ? .string(url) : ["url": .string(url), "format": .string(format)]
        change.set(rule, at: "accountEvents", empty: empty)
    }
}

/// Rule `messageWebhook`, whose secret is never shown.
private struct WebhookRule: SettingPart {
    private let isSigned: Bool
    let paths = ["messageWebhook"]

    init(_ scope: SettingsScope) { isSigned = scope.document[path: "messageWebhook.signed"] == true }

    private static let secret = "messageWebhook.secret"

    var fields: [SettingField] {
        [
            SettingField(
                "messageWebhook", "messageWebhook",
                "A URL to which each record of the outbox is posted; <code>{project}</code> in it is the project’s ID.",
                .line, placeholder: "none", group: "Messages and events", showsDefault: true),
            SettingField(
                Self.secret, "messageWebhook: secret",
                "Signs what is posted. It belongs to its URL: give it again with another one.", .secret,
                placeholder: isSigned ? "there is one" : "none", group: "Messages and events"),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let rule = document["messageWebhook"]
        return ["messageWebhook": rule?.stringValue ?? rule?["url"]?.stringValue ?? "", Self.secret: ""]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        guard let url = values["messageWebhook"]?.nonEmpty else {
            return change.set(nil, at: "messageWebhook", empty: empty)
        }
        let secret = values[Self.secret]?.nonEmpty
        let rule: JSON = secret.map { ["url": .string(url), "secret": .string($0)] } ?? .string(url)
        change.set(rule, at: "messageWebhook", empty: empty)
    }
}
