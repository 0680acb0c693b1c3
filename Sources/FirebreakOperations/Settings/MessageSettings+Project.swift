package import FirebreakStore
package import FirebreakWire

/// What a project's settings say of its messages. A message keeps those that it was sent with, so there is nothing in them
/// that its texts do not need, and nothing secret.
extension MessageSettings {
    init(_ project: ProjectID, _ rules: Rules, config: JSON) {
        var document: JSON = ["project": .string(project.rawValue)]
        document["appName"] = rules.appName.map(JSON.string)
        let stored = config[path: "notification.sendEmail"]
        var mails = JSON.emptyObject
        if stored?["method"]?.stringValue == "CUSTOM_SMTP" { mails["sender"] = stored?[path: "smtp.senderEmail"] }
        for template in DefaultTemplates.Mail.allCases { mails[template.rawValue] = stored?[template.rawValue] }
        document["mails"] = mails == .emptyObject ? nil : mails
        self.init(document)
    }

    private var project: String { document["project"]?.stringValue ?? "" }
    /// The name of the app, which is the project's ID unless a rule says another.
    package var appName: String { document["appName"]?.stringValue ?? project }
    /// Where mails come from, and replies go to, unless a template says otherwise.
    package var domain: String { "\(project).firebaseapp.com" }
    /// The address of the sender that the project's own mail server has.
    package var sender: String? { document[path: "mails.sender"]?.stringValue?.nonEmpty }

    /// The texts of one type of mail, by their name in the configuration; `nil` where the project has none.
    package func template(_ name: String) -> JSON? { document[path: "mails"]?[name] }
}
