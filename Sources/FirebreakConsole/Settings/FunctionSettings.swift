import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let functions = SettingsSection(
        id: "functions", title: "Blocking functions",
        introduction: { scope in
            """
            URLs that are called before something happens, and can refuse it. Tenants use the project’s. \
            \(found(scope.foundFunctions))
            """
        },
        parts: { scope in [BlockingTriggers(scope.profile)] + forwarded })

    /// What the Functions emulator has, in a few sentences; nothing where there is no such emulator.
    static func found(_ found: FoundFunctions?) -> HTML {
        guard let found else { return "" }
        let state: HTML = found.isReachable ? "has" : "cannot be reached, and had"
        let functions: HTML = found.triggers.reduce("") { text, trigger in
            let separator = text.text.isEmpty ? "" : ", "
            return "\(text)\(separator)<code>\(trigger.event)</code> (\(trigger.region)/\(trigger.name))"
        }
        let none: HTML = "no functions for accounts"
        return """
            The Functions emulator at <code>\(found.origin)</code> \(state) \
            \(functions.text.isEmpty ? none : functions). A URL here counts more.
            """
    }

    private static let forwarded: [StoredSetting] = [
        ("idToken", "ID token"), ("accessToken", "Access token"), ("refreshToken", "Refresh token"),
    ].map { name, label in
        StoredSetting(
            "blockingFunctions.forwardInboundCredentials.\(name)", label, "", .box,
            group: "Credentials of a provider that functions get")
    }
}

/// The URLs of blocking functions: `blockingFunctions.triggers`.
struct BlockingTriggers: SettingPart {
    private let events: [BlockingEvent]

    init(_ profile: Profile) { events = BlockingEvent.known(to: profile) }

    let paths = ["blockingFunctions.triggers"]

    private static func name(_ event: BlockingEvent) -> String { "blockingFunctions.triggers.\(event.rawValue)" }

    var fields: [SettingField] {
        events.map { event in
            let hint: HTML =
                switch event {
                case .beforeCreate: "Before an account is made."
                case .beforeSignIn: "Before a sign-in is completed."
                case .beforeSendEmail: "Before an email is sent."
                case .beforeSendSms: "Before an SMS is sent."
                }
            return SettingField(
                Self.name(event), event.rawValue, hint, .line, placeholder: "none", group: "Functions")
        }
    }

    func values(of document: JSON) -> [String: String] {
        let triggers = document[path: "blockingFunctions.triggers"]
        return events.reduce(into: [:]) { values, event in
            values[Self.name(event)] = triggers?[event.rawValue]?["functionUri"]?.stringValue ?? ""
        }
    }

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        var triggers = JSON.emptyObject
        for event in events {
            guard let url = values[Self.name(event)]?.nonEmpty else { continue }
            triggers[event.rawValue] = ["functionUri": .string(url)]
        }
        let all: JSON? = triggers == .emptyObject ? JSON?.none : triggers
        change.set(all, at: "blockingFunctions.triggers", empty: .emptyObject)
    }
}
