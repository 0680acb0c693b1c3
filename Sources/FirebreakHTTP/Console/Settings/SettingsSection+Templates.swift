import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

// The texts of mails, and how they are sent.

extension SettingsSection {
    static let templates = SettingsSection(
        id: "templates", title: "Templates",
        introduction: { _ in "For mails of every type." },
        parts: { scope in scope.profile.facts.modelsConfiguration ? [callback, locale(scope)] : [locale(scope)] },
        lists: { _ in MailPreview.types.flatMap(template) })

    private static let callback = StoredSetting(
        "notification.sendEmail.callbackUri", "Action link",
        "The page that links in mails lead to, instead of this server’s.", .line, placeholder: "this server",
        isURL: true)

    private static func locale(_ scope: SettingsScope) -> StoredSetting {
        var values = Language.allCases.map(\.rawValue)
        let stored = scope.document[path: "notification.defaultLocale"]?.stringValue
        if let stored, !values.contains(stored) { values.append(stored) }
        return StoredSetting(
            "notification.defaultLocale", "Default language", "Of messages whose request names none.",
            .choice(values.map { .init($0, $0) }))
    }

    /// The settings of one type of message; none where its texts cannot be configured.
    static func template(_ type: String) -> [any SettingPart] {
        guard let key = MailPreview.templateKey(of: type) else { return [] }
        let path = "notification.sendEmail.\(key)"
        return [
            StoredSetting(path + ".subject", "Subject", "", .line, placeholder: "the built-in one"),
            TemplateBody(path: path),
            StoredSetting(path + ".senderDisplayName", "Sender’s name", "", .line, placeholder: "none"),
            StoredSetting(
                path + ".senderLocalPart", "Sender’s address", "The part before <code>@</code>.", .line,
                placeholder: "noreply"),
            StoredSetting(
                path + ".replyTo", "Reply to", "An address, or the part before <code>@</code>.", .line,
                placeholder: "none"),
        ]
    }
}

/// The body of a mail and its format, which has a meaning only beside one.
struct TemplateBody: SettingPart {
    let path: String

    private var body: String { path + ".body" }
    private var format: String { path + ".bodyFormat" }

    var paths: [String] { [body, format] }
    var empty: JSON { "" }

    var fields: [SettingField] {
        [
            SettingField(body, "Body", "", .text(rows: 12), placeholder: "the built-in one"),
            SettingField(
                format, "Format", "", .choice([.init("HTML", "HTML"), .init("PLAIN_TEXT", "plain text")])),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let template = document[path: path]
        let text = template?["body"]?.stringValue ?? ""
        let isPlain = !text.isEmpty && template?["bodyFormat"]?.stringValue != "HTML"
        return [body: text.withPlainLineBreaks, format: isPlain ? "PLAIN_TEXT" : "HTML"]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        let text = values[body]?.nonEmpty
        change.set(text.map(JSON.string), at: body, empty: empty)
        change.set(text.map { _ in .string(values[format] ?? "HTML") }, at: format, empty: empty)
    }
}
