import FirebreakWire

/// Where a mail leads: `ActionCodeSettings` of the SDKs.
package struct ActionSettings: Sendable {
    package var continueURL: String? {
        // What is checked is what the link gets.
        didSet { continueURL = continueURL.map { AbsoluteURL($0)?.exact ?? $0 } }
    }
    package var handlesCodeInApp = false
    package var iOSBundleID: String?
    package var androidPackageName: String?
    package var linkDomain: String?

    package init() {}

    /// The bundle ID and package name that were given.
    package var apps: [String] { [iOSBundleID, androidPackageName].compactMap { $0?.nonEmpty } }

    var namesApp: Bool { !apps.isEmpty }
}
