import FirebreakWire

/// Firebase Dynamic Links, which Google has shut down, in projects whose `mobileLinksConfig.domain` still asks for them.
enum DynamicLinks {
    private static let setting = "FIREBASE_DYNAMIC_LINK_DOMAIN"

    /// - Throws: `DYNAMIC_LINK_NOT_ACTIVATED` for a link into an app.
    static func check(_ settings: ActionSettings, _ call: Call) throws(WireError) {
        guard call.facts.hasHostingLinks,
            call.settings.project.config[path: "mobileLinksConfig.domain"]?.stringValue == setting
        else { return }
        guard settings.iOSBundleID == nil, settings.androidPackageName == nil else {
            throw .dynamicLinkNotActivated.because(.setting(.dynamicLinks))
        }
    }
}
