import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let factors = SettingsSection(
        id: "factors", title: "Second factors and SMS",
        introduction: { scope in
            guard scope.tenant == nil, !scope.hasAllSettings else { return "" }
            return """
                In profile <code>emulator</code> a project asks for second factors by SMS, whatever is configured. \
                Tenants have settings of their own.
                """
        },
        hasTenants: true,
        parts: { scope in
            let factors = SecondFactorSetting(path: scope.tenant == nil ? "mfa" : "mfaConfig")
            guard !scope.hasAllSettings else { return [factors, SMSRegionSetting()] }
            return scope.tenant == nil ? [] : [factors]
        })
}

/// Which second factors there are: `mfa` of a project, `mfaConfig` of a tenant.
struct SecondFactorSetting: SettingPart {
    let path: String

    var paths: [String] { [path] }
    private var state: String { path + ".state" }
    private var sms: String { path + ".sms" }
    private var totp: String { path + ".totp" }
    private var window: String { path + ".adjacentIntervals" }
    private static let defaultWindow = "5"

    var fields: [SettingField] {
        let group = "Second factors"
        return [
            SettingField(
                state, "State", "Accounts that have a second factor need it to sign in.",
                .choice([.init("DISABLED", "off"), .init("ENABLED", "on"), .init("MANDATORY", "mandatory")]),
                group: group),
            SettingField(sms, "Codes by SMS", "", .box, group: group),
            SettingField(totp, "One-time passwords", "From an authenticator app (TOTP).", .box, group: group),
            SettingField(
                window, "Adjacent intervals",
                "How many periods of 30 seconds before and after the current one are accepted: 0 to 10.", .number,
                group: group),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let config = document[path: path]
        let app = config?["providerConfigs"]?.arrayValue?.first { $0["totpProviderConfig"] != nil }
        let hasSMS = config?["enabledProviders"]?.arrayValue?.contains("PHONE_SMS") ?? false
        let hasApp = ["ENABLED", "MANDATORY"].contains(app?["state"]?.stringValue)
        let intervals = app?[path: "totpProviderConfig.adjacentIntervals"]?.integerValue
        let known = config?["state"]?.stringValue.flatMap { ["ENABLED", "MANDATORY"].contains($0) ? $0 : nil }
        return [
            state: known ?? "DISABLED", sms: hasSMS ? "on" : "off", totp: hasApp ? "on" : "off",
            window: intervals.map { String($0) } ?? Self.defaultWindow,
        ]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        let hasApp = values[totp] == "on"
        let text = values[window]?.nonEmpty ?? Self.defaultWindow
        guard let intervals = Int64(text) else {
            throw SettingProblem(field: window, text: "Adjacent intervals must be a whole number.")
        }
        let app: JSON = [
            "state": hasApp ? "ENABLED" : "DISABLED", "totpProviderConfig": ["adjacentIntervals": .int(intervals)],
        ]
        change.set(.string(values[state] ?? "DISABLED"), at: state, empty: "DISABLED")
        change.set(values[sms] == "on" ? ["PHONE_SMS"] : [], at: path + ".enabledProviders", empty: [])
        change.set(
            hasApp || text != Self.defaultWindow ? [app] : [], at: path + ".providerConfigs", empty: [])
    }
}

/// To which regions SMS are sent: `smsRegionConfig`, which is one of two lists.
struct SMSRegionSetting: SettingPart {
    let paths = ["smsRegionConfig"]

    private static let policy = "smsRegionConfig.policy"
    private static let regions = "smsRegionConfig.regions"
    private static let members = ["allowByDefault": "disallowedRegions", "allowlistOnly": "allowedRegions"]

    var fields: [SettingField] {
        let group = "Regions of SMS"
        return [
            SettingField(
                Self.policy, "SMS are sent to", "By the calling code of the number, also for test numbers.",
                .choice([
                    .init("allowByDefault", "all regions but those below"),
                    .init("allowlistOnly", "the regions below only"),
                ]), group: group),
            SettingField(
                Self.regions, "Regions", "Codes of two letters, such as <code>US</code>, one on each line.",
                .list(rows: 3), group: group),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let config = document["smsRegionConfig"]
        let policy = config?["allowlistOnly"] == nil ? "allowByDefault" : "allowlistOnly"
        let regions = config?[policy]?[Self.members[policy] ?? ""]?.arrayValue ?? []
        return [Self.policy: policy, Self.regions: regions.compactMap(\.stringValue).joined(separator: "\n")]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        let policy = values[Self.policy] ?? "allowByDefault"
        guard let member = Self.members[policy] else {
            throw SettingProblem(field: Self.policy, text: "There is no such policy.")
        }
        let regions = (values[Self.regions] ?? "").separated { $0.properties.isWhitespace || $0 == "," }
            .map { JSON.string($0.uppercased()) }
        let list: JSON = regions.isEmpty ? .emptyObject : [member: .array(regions)]
        change.set([policy: list], at: "smsRegionConfig", empty: empty)
    }
}
