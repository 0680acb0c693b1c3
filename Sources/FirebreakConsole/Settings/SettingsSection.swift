import FirebreakPages
import FirebreakWire

/// A section of the settings.
struct SettingsSection: Sendable {
    /// The last segment of its path.
    let id: String
    let title: String
    /// What is said above its form.
    var introduction: @Sendable (SettingsScope) -> HTML = { _ in "" }
    /// Whether tenants have settings of their own in it.
    var hasTenants = false
    /// The settings of its form.
    var parts: @Sendable (SettingsScope) -> [any SettingPart] = { _ in [] }
    /// Settings that have lists and forms of their own.
    var lists: @Sendable (SettingsScope) -> [any SettingPart] = { _ in [] }

    static let overview = SettingsSection(id: "", title: "Overview")

    static let all: [SettingsSection] = [
        overview, signIn, providers, domains, users, passwords, factors, functions, templates, rules, tenants,
    ]

    static let providers = SettingsSection(id: "providers", title: "Identity providers", hasTenants: true)
    static let tenants = SettingsSection(id: "tenants", title: "Tenants")

    /// Everything in it that has a default.
    func settings(_ scope: SettingsScope) -> SettingsForm { scope.form(parts(scope) + lists(scope)) }
}
