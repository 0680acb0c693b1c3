import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let signIn = SettingsSection(
        id: "sign-in", title: "Sign-in methods",
        introduction: { scope in
            guard scope.tenant == nil, !scope.hasAllSettings else { return "" }
            return """
                In profile <code>emulator</code> a project has every sign-in method on, whatever is configured. Tenants \
                have switches of their own.
                """
        },
        hasTenants: true,
        parts: { scope in
            guard scope.tenant == nil else { return tenantMethods }
            return scope.hasAllSettings ? projectMethods : []
        },
        lists: { scope in
            guard scope.hasAllSettings else { return [] }
            return [TestNumbers(path: scope.tenant == nil ? "signIn.phoneNumber.testPhoneNumbers" : "testPhoneNumbers")]
        })

    private static let projectMethods: [StoredSetting] = [
        StoredSetting(
            "signIn.email.enabled", "Email and password", "Users sign up and sign in with an address and a password.",
            .box),
        StoredSetting(
            "signIn.email.passwordRequired", "Email link",
            "Users can sign in with a link that is mailed to them. It needs email and password.", .box,
            isInverted: true),
        StoredSetting("signIn.phoneNumber.enabled", "Phone", "Users sign in with a code that is sent by SMS.", .box),
        StoredSetting("signIn.anonymous.enabled", "Anonymous", "Apps can make accounts without any credentials.", .box),
    ]

    private static let tenantMethods: [StoredSetting] = [
        StoredSetting("displayName", "Display name", "A letter, then letters, digits and hyphens: 4 to 20 in all."),
        StoredSetting(
            "allowPasswordSignup", "Email and password", "Users sign up and sign in with an address and a password.",
            .box),
        StoredSetting(
            "enableEmailLinkSignin", "Email link", "Users can sign in with a link that is mailed to them.", .box),
        StoredSetting("enableAnonymousUser", "Anonymous", "Apps can make accounts without any credentials.", .box),
        StoredSetting("disableAuth", "Switched off", "No one can sign in to this tenant.", .box),
    ]
}

/// Phone numbers with a fixed code in the console's settings.
enum TestNumberSettings {
    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.signIn, request)
        let scope = settings.scope
        guard let numbers = numbers(settings) else { throw ConsoleProblem.notFound("There are no test numbers here.") }
        if let name = request.form["reset"] {
            return try await settings.reset(name, of: scope.form([numbers])) {
                settings.html()
            }
        }
        let removed = request.form["remove"]
        let number = (request.form["number"] ?? "").trimmed
        let code = (request.form["code"] ?? "").trimmed
        var change = scope.change
        if let removed {
            numbers.removing(removed, from: scope.document, &change)
        } else {
            numbers.adding(number, code: code, to: scope.document, &change)
        }
        do {
            try await scope.save(change, request)
        } catch {
            let lists = panel(settings, number: number, code: code, problem: settings.problem(of: error)?.text)
            return settings.answer(
                settings.html(lists: lists), notice: try settings.notice(of: error))
        }
        return settings.saved(removed == nil ? .settingsAdded : .settingsRemoved)
    }

    private static func numbers(_ settings: SettingsPage) -> TestNumbers? {
        settings.section.lists(settings.scope).lazy.compactMap { $0 as? TestNumbers }.first
    }

    /// Nothing for sections without test numbers.
    static func panel(
        _ settings: SettingsPage, number: String? = nil, code: String? = nil, problem: String? = nil
    ) -> HTML {
        guard let numbers = numbers(settings) else { return "" }
        let request = settings.request
        let path = SettingsPage.path("sign-in", request).below("numbers")
            .with([("tenant", settings.tenant?.rawValue)])
        let entries = numbers.entries(of: settings.scope.document).map { entry in
            (text: "\(entry.number) – \(entry.code)", value: entry.number)
        }
        let list = SettingsPanel.list(entries, empty: "No test numbers yet.", removing: path, request)
        let fields = [
            Controls.field(
                "number", "Phone number", value: number, problem: problem,
                attributes: #" placeholder="+1 555-555-0100""#),
            Controls.field("code", "Code", value: code, attributes: #" placeholder="123456" inputmode="numeric""#),
        ]
        return SettingsPanel.panel(
            id: "numbers", title: "Test phone numbers",
            introduction: "Their code is always the same, and nothing is sent to them. Ten at most.",
            "\(list)\(SettingsPanel.add("\(fields)", label: "Add number", to: path, request))")
    }
}

/// Phone numbers with a code that is always the same, to which nothing is sent.
struct TestNumbers: SettingPart {
    let path: String

    var paths: [String] { [path] }

    var fields: [SettingField] { [SettingField("testPhoneNumbers", "Test numbers", "", .list(rows: 4))] }

    func values(of document: JSON) -> [String: String] {
        let lines = Self.entries(of: document, path).map { "\($0.number) \($0.code)" }
        return ["testPhoneNumbers": lines.joined(separator: "\n")]
    }

    /// The numbers have a form of their own.
    func write(_ values: [String: String], to change: inout SettingsChange) {}

    func entries(of document: JSON) -> [(number: String, code: String)] { Self.entries(of: document, path) }

    private static func entries(of document: JSON, _ path: String) -> [(number: String, code: String)] {
        (document[path: path]?.objectValue ?? []).map { ($0.key, $0.value.stringValue ?? "") }
    }

    /// The numbers with one more, or another code for one.
    func adding(_ number: String, code: String, to document: JSON, _ change: inout SettingsChange) {
        var numbers = document[path: path] ?? .emptyObject
        numbers[number] = .string(code)
        change.set(numbers, at: path, empty: empty)
    }

    func removing(_ number: String, from document: JSON, _ change: inout SettingsChange) {
        var numbers = document[path: path] ?? .emptyObject
        numbers[number] = nil
        change.set(numbers, at: path, empty: empty)
    }
}
